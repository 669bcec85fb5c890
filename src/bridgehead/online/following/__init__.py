"""What accounts follow: players, games, and titles in which somebody waits for an opponent."""
