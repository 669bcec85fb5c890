"""`bridgehead serve`: play with people elsewhere."""

from __future__ import annotations

import argparse
import importlib.util

from bridgehead.cli import console
from bridgehead.cli.arguments import natural

NEEDED = (
    "alembic",
    "argon2",
    "cryptography",
    "jinja2",
    "openskill",
    "psycopg",
    "webauthn",
)  # the extra `serve`


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument(
        "--database",
        metavar="URL",
        default="",
        help="sqlite:////path/to/file or postgresql://user@host/name (SQLite in the data folder)",
    )
    parser.add_argument(
        "--host", default="0.0.0.0", help="the address to listen at (every one of this machine)"
    )
    parser.add_argument("--port", metavar="N", type=natural, default=8074, help="the port (8074)")
    parser.add_argument(
        "--public",
        metavar="ADDRESS",
        default="",
        help="the address by which browsers reach the server: https://play.example.org",
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        default="",
        help="the address of the proxy in front of the server: it says who asks",
    )
    parser.add_argument(
        "--migrate",
        action="store_true",
        help="bring the database's schema up to date, and end (SQLite: done at every start)",
    )
    parser.add_argument(
        "--recompute-ratings",
        action="store_true",
        help="compute every rating anew from the rated games, and end",
    )
    parser.add_argument(
        "--make-administrator",
        metavar="NAME",
        default="",
        help="make a member an administrator, and end; administrators moderate and name moderators",
    )
    parser.add_argument(
        "--restored",
        action="store_true",
        help="after a backup was restored: give every game new dice, and end",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        console.complain(
            f"`bridgehead serve` needs more packages ({', '.join(missing)} are missing): "
            "pip install 'bridgehead[serve]', or `make serve` in the sources"
        )
        return 1
    console.hand_over()
    from bridgehead.online.run import Wanted, serve

    wanted = Wanted(
        args.database, args.host, args.port, args.public, args.proxy, migrate=args.migrate,
        recompute=args.recompute_ratings, administrator=args.make_administrator,
        restored=args.restored,
    )  # fmt: skip
    return serve(wanted, say=console.say)
