"""Case tests, one folder a title."""
