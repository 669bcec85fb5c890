"""The play server, without a browser."""
