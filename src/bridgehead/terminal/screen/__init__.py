"""The full-screen game: the parts that all maps share."""
