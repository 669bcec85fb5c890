"""Actions as texts, and the words of sentences."""
