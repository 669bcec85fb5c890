"""The pages of tournaments and leagues."""
