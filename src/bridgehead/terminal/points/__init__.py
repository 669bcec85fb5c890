"""Titles of points and routes in the terminal: the maps, the menus, what is said of stacks.

`atlas` lays the points of a theater out in characters, `chart` paints a view on it, `words`,
`lines` and `panels` say what there is to say, `menu` sorts the legal actions.
"""
