"""The dice of games on a server, sealed or verifiable by both players."""
