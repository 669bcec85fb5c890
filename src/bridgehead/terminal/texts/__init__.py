"""Texts of the terminal: advice, lessons, victory, help."""
