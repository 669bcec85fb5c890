"""The dice of a record, open, seeded or verifiable by both players."""
