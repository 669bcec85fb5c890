"""Titles of points and routes in the terminal: the maps, the menus, texts about stacks.

`theater_sheet` lays out the points of a theater in characters, `chart` paints a view on it,
`words`, `lines` and `panels` make the texts, `menu` sorts the legal actions.
"""
