"""Tournaments: entries, pairings, standings, what is due."""
