"""Puzzles that people at this computer solve: attempts, ratings, grades."""
