"""`bridgehead engine --check COMMAND`: check whether your own player follows the protocol."""

from __future__ import annotations

import argparse

from bridgehead.cli import console
from bridgehead.cli.arguments import add_json, positive

PREFIX = "engine:"
DECISIONS, SECONDS = 10, 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of --check."""
    parser.add_argument(
        "--check", metavar="COMMAND", help='check your own player: "python3 my_player.py"'
    )
    parser.add_argument(
        "--game",
        metavar="GAME",
        action="append",
        default=[],
        help="with --check: a game to play; repeat it for several (one of each title it plays)",
    )
    parser.add_argument(
        "--decisions",
        metavar="N",
        type=positive,
        help=f"with --check: kinds of decision per side and game ({DECISIONS})",
    )
    parser.add_argument(
        "--seconds",
        metavar="S",
        type=positive,
        help=f"with --check: thinking time per decision ({SECONDS})",
    )
    add_json(parser)


def check_usage(args: argparse.Namespace) -> None:
    """Raise WrongUsageError if arguments of --check are used without it, or others with it."""
    checks = {"--game": args.game, "--decisions": args.decisions, "--seconds": args.seconds}
    checks["--json"] = args.json
    serves = {"--player": args.player, "--seed": args.seed}
    wrong = [name for name, value in (serves if args.check is not None else checks).items()
             if value not in (None, [], False)]  # fmt: skip
    if wrong:
        told = "cannot be used with --check" if args.check is not None else "needs --check"
        raise console.WrongUsageError(f"engine: {wrong[0]} {told}")


def run(args: argparse.Namespace) -> int:
    """Test the program and print the results; exit status 1 if a test failed."""
    from bridgehead.engine import check_spec
    from bridgehead.engine.check import Check, check

    command = args.check.removeprefix(PREFIX)
    check_spec(PREFIX + command)

    def tell(found: Check) -> None:
        console.say(f"{'ok  ' if found.ok else 'FAIL'}  {found.name:<34} {found.detail}")
        console.flush()

    report = check(
        command,
        args.game,
        seconds=args.seconds or SECONDS,
        decisions=args.decisions or DECISIONS,
        progress=None if args.json else tell,
    )
    if args.json:
        console.say_json(report.to_dict())
    else:
        faults = sum(not found.ok for found in report.checks)
        total = len(report.checks)
        console.say(f"{faults} of {total} checks failed" if faults else "all checks passed")
    return 0 if report.passed else 1
