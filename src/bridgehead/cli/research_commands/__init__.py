"""Commands that play or judge many games."""
