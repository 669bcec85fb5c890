"""`bridgehead serve`: host games between people over the network."""

from __future__ import annotations

import argparse

from bridgehead.cli import console
from bridgehead.cli.arguments import natural


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument(
        "--database",
        metavar="URL",
        default="",
        help="sqlite:////path/to/file or postgresql://user@host/name (SQLite in the data folder)",
    )
    parser.add_argument(
        "--host", default="0.0.0.0", help="the address to listen on (all addresses of this machine)"
    )
    parser.add_argument("--port", metavar="N", type=natural, default=8074, help="the port (8074)")
    parser.add_argument(
        "--public",
        metavar="ADDRESS",
        default="",
        help="the address by which browsers reach the server: https://play.example.org "
        "or https://example.org/bridgehead",
    )
    parser.add_argument(
        "--proxy",
        metavar="ADDRESS",
        default="",
        help="the address of a proxy in front of the server, trusted to name client addresses",
    )
    add_work_arguments(parser)
    parser.add_argument(
        "--no-work",
        action="store_true",
        help="leave computer players, mail and pushes to `bridgehead worker` (needs PostgreSQL)",
    )
    parser.add_argument(
        "--drain",
        metavar="SECONDS",
        type=natural,
        default=0,
        help="after SIGTERM, /readyz answers 503 for this long before the server stops (0)",
    )
    _add_tasks(parser)


def _add_tasks(parser: argparse.ArgumentParser) -> None:
    """Add the arguments with which the command does one thing and exits, instead of serving."""
    parser.add_argument(
        "--migrate",
        action="store_true",
        help="bring the database's schema up to date, and exit (SQLite: done at every start)",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="say what is wrong with this installation, and exit (with the server's options)",
    )
    parser.add_argument(
        "--systemd",
        action="store_true",
        help="print a unit file for systemd, with the server's options, and exit",
    )
    parser.add_argument(
        "--backup", metavar="FILE", default="", help="copy the database to a new file, and exit"
    )
    parser.add_argument(
        "--recompute-ratings",
        action="store_true",
        help="compute all ratings again from the rated games, and exit",
    )
    parser.add_argument(
        "--make-administrator",
        metavar="NAME",
        default="",
        help="make a member an administrator, and exit",
    )
    parser.add_argument(
        "--remove-administrator",
        metavar="NAME",
        default="",
        help="make an administrator a player, and exit",
    )
    parser.add_argument(
        "--news",
        metavar="TEXT",
        default="",
        help="send a sentence to all who subscribed to news, and exit",
    )
    parser.add_argument(
        "--restored",
        action="store_true",
        help="after restoring a backup: give every game new dice, and exit",
    )


def add_work_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that `serve` and `worker` share, besides the database."""
    parser.add_argument(
        "--new-key",
        action="store_true",
        help="the seal key is lost: start with another one (games that have begun cannot continue)",
    )
    parser.add_argument(
        "--smtp",
        metavar="URL",
        default="",
        help="the mail server: smtps://user@mail.example.org (BRIDGEHEAD_SMTP)",
    )
    parser.add_argument(
        "--mail-from",
        metavar="ADDRESS",
        default="",
        help="the sender of mails (BRIDGEHEAD_MAIL_FROM)",
    )
    parser.add_argument(
        "--metrics",
        metavar="ADDRESS:PORT",
        default="",
        help="serve metrics for Prometheus at this address: 127.0.0.1:9100",
    )
    parser.add_argument(
        "--log-json", action="store_true", help="log in JSON, with a line for each request"
    )


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    console.hand_over()
    from bridgehead.online.web.run import ServerSettings, serve

    wanted = ServerSettings(
        args.database, args.host, args.port, args.public, args.proxy, migrate=args.migrate,
        recompute=args.recompute_ratings, administrator=args.make_administrator,
        no_administrator=args.remove_administrator,
        restored=args.restored, news=args.news, backup=args.backup, check=args.check,
        systemd=args.systemd, new_key=args.new_key,
        smtp=args.smtp, mail_from=args.mail_from, works=not args.no_work, metrics=args.metrics,
        log_json=args.log_json, drain=args.drain,
    )  # fmt: skip
    return serve(wanted, say=console.say)
