"""The tests of the title."""
