"""Clocks: paces, deadlines, vacations, outages."""
