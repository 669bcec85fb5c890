"""Positions: the common interface of games, and positions as data."""
