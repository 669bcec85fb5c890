"""Titles of points and routes in the terminal: the same game as on hexes, on other pictures.

`atlas` lays the points of a theater out in characters, `chart` paints a view on it, `words` and
`lines` say what there is to say, `menu` sorts the legal actions; `session` keeps apart what the
two sides may know, `plain` and `app` are the line mode and the screen.
"""
