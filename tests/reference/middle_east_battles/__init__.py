"""A second, slow generator of the rules of Middle East Battles.

Only `bridge` and `compare` import the package `bridgehead`; all else reads its data files alone.
"""
