"""The server for people in the same network, which the page of one person starts."""
