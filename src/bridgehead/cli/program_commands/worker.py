"""`bridgehead worker`: run computer players, mail and notices for a large server."""

from __future__ import annotations

import argparse

from bridgehead.cli import console
from bridgehead.cli.program_commands.serve import add_work_arguments


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument(
        "--database", metavar="URL", required=True, help="postgresql://user@host/name"
    )
    parser.add_argument(
        "--public",
        metavar="ADDRESS",
        default="",
        help="the public address of the server; notices link to it",
    )
    add_work_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Work until Ctrl-C."""
    console.hand_over()
    from bridgehead.online.web.run import ServerSettings
    from bridgehead.online.work.worker import work

    wanted = ServerSettings(
        args.database, public=args.public, smtp=args.smtp, mail_from=args.mail_from,
        metrics=args.metrics, log_json=args.log_json, new_key=args.new_key,
    )  # fmt: skip
    return work(wanted, say=console.say)
