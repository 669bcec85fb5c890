"""The web application: routes, the HTTP API, windows of games, limits."""
