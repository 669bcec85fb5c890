"""The play server: it serves the page and plays the games (docs/server.md).

`serve` is what `bridgehead play` calls; `create_app` makes the application alone, for tests and for
other hosts. The server holds the position, and sends each person's view of it; it accepts an action
only if it is one of the legal ones; and it saves a game at each action before anybody sees it.
"""

from bridgehead.server.app import create_app
from bridgehead.server.run import serve

__all__ = ["create_app", "serve"]
