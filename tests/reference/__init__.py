"""A second Across Suez, written from the rulebooks alone, slow and plain, to check the engine by.

It shares nothing with the package but the data files (maps, counters and charts).
"""

from .across_suez import Game, State

__all__ = ["Game", "State"]
