"""`bridgehead mcp`: offer the games to language models over the Model Context Protocol."""

from __future__ import annotations

import argparse
from pathlib import Path

from bridgehead.cli import console
from bridgehead.cli.arguments import natural
from bridgehead.core.extras import needs
from bridgehead.core.titles.games import default_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument(
        "--http",
        metavar="PORT",
        type=natural,
        help="serve http://127.0.0.1:PORT/mcp instead of standard input and output",
    )
    parser.add_argument(
        "--opponent",
        metavar="PLAYER",
        default="sergeant",
        help="the opponent of games that name none: captain@0.5 (sergeant)",
    )
    parser.add_argument(
        "--records",
        metavar="FOLDER",
        type=Path,
        help="folder for records that a model saves; without it nothing is saved",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until standard input ends, or until Ctrl-C."""
    with needs("mcp"):
        from bridgehead.mcp_server.host import check_opponent
        from bridgehead.mcp_server.run import serve

    check_opponent(default_game(), args.opponent)
    console.hand_over()
    if args.http is not None:
        console.remark(f"Bridgehead is at http://127.0.0.1:{args.http}/mcp - Ctrl-C ends it.")
    return serve(port=args.http, opponent=args.opponent, records=args.records)
