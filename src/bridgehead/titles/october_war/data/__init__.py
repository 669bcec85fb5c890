"""The data of the title, and the code that turns them into a board; positions as data."""
