"""Words: the rules in short, and the words for plans."""
