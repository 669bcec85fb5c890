"""The title's data as the program uses it: board, editions, map, positions."""
