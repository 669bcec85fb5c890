"""The laboratory: many games at once, ladders of players, counts of decision sequences."""
