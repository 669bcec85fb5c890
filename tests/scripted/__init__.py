"""Scripted opponents (`benchmarks.scripted`): legal, reproducible, and what they prove at night."""
