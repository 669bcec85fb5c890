"""The titles: one folder for each, all with the same structure."""
