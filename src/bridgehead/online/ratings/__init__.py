"""What follows a game: its stored outcome, ratings, rematches, mirrored matches."""
