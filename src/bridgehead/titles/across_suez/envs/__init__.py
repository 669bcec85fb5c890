"""Across Suez for research: action numbers, observations, and batches of games in kernels."""
