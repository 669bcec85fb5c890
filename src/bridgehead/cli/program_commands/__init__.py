"""Commands about the program: games, data, servers."""
