"""The pages that the server renders."""
