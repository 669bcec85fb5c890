"""The title's part of computer players."""
