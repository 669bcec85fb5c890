"""Records of games: a header and the actions."""
