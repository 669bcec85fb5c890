"""The data of the title, and what turns it into a board; positions as data."""
