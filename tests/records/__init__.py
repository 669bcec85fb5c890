"""Recorded games, replayed to the same end: one at least for each edition and kind of ending."""
