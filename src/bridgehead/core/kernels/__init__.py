"""Kernels: compiled functions, their machine code on disk, and games that run in them."""
