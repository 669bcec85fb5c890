"""Scenarios: short games with a start, a last turn and a victory of their own (data files)."""
