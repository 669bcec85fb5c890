"""Maps of hexes and of points: read, checked and compared."""
