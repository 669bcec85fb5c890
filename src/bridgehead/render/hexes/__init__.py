"""Pictures of hex games: the map, its counters and its surroundings."""
