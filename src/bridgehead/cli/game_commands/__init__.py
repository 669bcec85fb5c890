"""Commands about one game."""
