"""Two worlds that a side cannot tell apart give it the same, over everything that it receives."""
