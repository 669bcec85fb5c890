"""`bridgehead hint`: ask a computer player for advice."""

from __future__ import annotations

import argparse
import textwrap

from bridgehead.cli import console
from bridgehead.cli.arguments import FILE_HELP, add_at, add_json, check_side, natural
from bridgehead.cli.files import load_record
from bridgehead.cli.game_commands.story import position_at
from bridgehead.core.errors import IllegalAction
from bridgehead.core.kernels.compiled import is_used
from bridgehead.core.titles.games import package_of

PLAYER = "general"
WIDTH = 80


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument("file", metavar="FILE", help=FILE_HELP)
    parser.add_argument("--side", metavar="S", help="answer only if it is this side's decision")
    parser.add_argument(
        "--player", metavar="P", default=PLAYER,
        help=f"the player to ask, such as general@2 for two seconds ({PLAYER})",
    )  # fmt: skip
    parser.add_argument("--seed", metavar="S", type=natural, help="seed of the player (none)")
    add_at(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the recommended plan, its expected result, and alternatives."""
    record = load_record(args.file)
    check_side(args.side, record.game.sides)
    position = position_at(record, args.at)
    if args.side is not None and position.to_move not in (args.side, None, "dice"):
        raise IllegalAction("hint", f"{position.to_move} decides now, not {args.side}")
    from bridgehead import players
    from bridgehead.players.advice.hints import about, hint

    if not is_used(package_of(record.game.id)):
        console.remark(
            "the rules are not compiled: this hint comes from plain Python and fewer "
            "rollouts (`bridgehead warm` compiles them)"
        )
    threads = players.spare_cores()
    thinker = players.thinker(record.game, args.player, args.seed, threads=threads)
    found = hint(position, thinker)
    if args.json:
        console.say_json(found.to_dict())
        return 0
    for told in (found.headline, found.sentence):
        for line in textwrap.wrap(told, WIDTH - 1):
            console.say(line)
    console.say(found.told)
    for reason in found.reasons:
        for line in textwrap.wrap(
            reason.text, WIDTH - 1, initial_indent="- ", subsequent_indent="  "
        ):  # fmt: skip
            console.say(line)
    console.say(f"First: {found.action}")
    if len(found.lines) > 1:
        console.say("Else:")
    for other in found.lines[1:]:
        told = f"{about(other.chance)}: {other.headline or other.sentence}"
        for line in textwrap.wrap(
            told, WIDTH - 1, initial_indent="  ", subsequent_indent="    "
        ):  # fmt: skip
            console.say(line)
    return 0
