"""The titles: each is one folder, and all have the same rooms."""
