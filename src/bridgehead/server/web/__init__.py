"""The web application: routes, files, connections, limits."""
