"""Across Suez for research: action numbering, observations, and many games at once in kernels."""
