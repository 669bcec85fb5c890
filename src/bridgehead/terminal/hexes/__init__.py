"""Hex titles in the terminal: the map, the controller, texts about units and hexes."""
