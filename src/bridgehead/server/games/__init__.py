"""The games of the local server: sessions, storage, computer players, analyses."""
