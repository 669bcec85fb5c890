"""Lines of a game that people write: played on the board, then kept in the record."""
