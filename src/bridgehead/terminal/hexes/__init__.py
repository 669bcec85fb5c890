"""Hex titles in the terminal: the map, what a person aims at, what is said of units and hexes."""
