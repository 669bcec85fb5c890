"""Bridgehead."""
