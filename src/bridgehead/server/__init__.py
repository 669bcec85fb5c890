"""The play server: it serves the page and plays the games (docs/server.md).

`bridgehead play` calls `serve`; `create_app` only makes the application, for tests and for other
hosts. The server holds the position and sends each person's view of it. It accepts only legal
actions, and saves each action before anybody sees it.
"""

from bridgehead.server.web.app import create_app
from bridgehead.server.web.run import serve

__all__ = ["create_app", "serve"]
