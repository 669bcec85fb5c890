"""`bridgehead scenarios`: list short games, check files of them, and measure how even they are."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator
from pathlib import Path

from bridgehead.cli import console
from bridgehead.cli.arguments import add_json, natural, positive
from bridgehead.core.errors import InvalidData
from bridgehead.core.scenarios import scenario_files
from bridgehead.core.scenarios.goals import length, wins
from bridgehead.core.scenarios.scenario import Scenario
from bridgehead.core.titles.games import GameInfo, game_info, games, games_of, load_with
from bridgehead.core.titles.options import SCENARIO
from bridgehead.core.words.grammar import subject

PLAYER = "general@60n"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the list, and the two commands."""
    add_json(parser)
    parser.set_defaults(run_scenarios=list_them, game=None)
    commands = parser.add_subparsers(metavar="GAME|check|balance")
    for info in games():
        of_game = commands.add_parser(info.id, description=f"List the scenarios of {info.id}.")
        add_json(of_game)
        of_game.set_defaults(game=info.id)
    check = commands.add_parser(
        "check", description=check_them.__doc__, help="report errors, and who cannot win"
    )
    check.add_argument(
        "file", metavar="FILE", nargs="*", help="scenario files (those of all games)"
    )
    check.add_argument(
        "--quick", action="store_true", help="check the files alone, without playing games"
    )
    add_json(check)
    check.set_defaults(run_scenarios=check_them)
    even = commands.add_parser(
        "balance", description=measure.__doc__, help="let equal players play, and count who wins"
    )
    even.add_argument("game", metavar="GAME", help="game id, as listed by `games`")
    even.add_argument(
        "scenario", metavar="NAME", nargs="*", help="scenarios of the game (all of them)"
    )
    even.add_argument("--player", default=PLAYER, help=f"who plays both sides ({PLAYER})")
    even.add_argument("--games", metavar="N", type=positive, default=100, help="games (100)")
    even.add_argument("--seed", metavar="S", type=natural, default=1, help="seed (1)")
    even.add_argument("--processes", metavar="P", type=positive, default=1, help="processes (1)")
    add_json(even)
    even.set_defaults(run_scenarios=measure)


def run(args: argparse.Namespace) -> int:
    """Run the chosen command."""
    status: int = args.run_scenarios(args)
    return status


def list_them(args: argparse.Namespace) -> int:
    """Print every scenario with its game, its length, its history and how it is won."""
    chosen = games() if args.game is None else [game_info(args.game)]
    found = [(info, one) for info in chosen for one in info.scenarios.values()]
    if args.json:
        console.say_json([{"game": info.id, **one.to_dict()} for info, one in found])
        return 0
    told: set[tuple[Path | str, str]] = set()
    for info, one in found:
        if (one.source, one.id) in told:
            continue  # another edition has it, too
        told.add((one.source, one.id))
        console.say(f"{one.id}  {one.name} ({', '.join(one.games)})")
        for line in _lines(info, one):
            console.say(textwrap.fill(line, 96, initial_indent="    ", subsequent_indent="      "))
        console.say()
    if not found:
        console.say("There are no scenarios.")
    return 0


def _lines(info: GameInfo, one: Scenario) -> Iterator[str]:
    yield one.history
    yield f"{length(one)}, about {one.minutes} minutes for two. Good for {one.suits}"
    game = load_with(info.id, [f"{SCENARIO}={one.id}"])
    for side in game.sides:
        yield f"{info.title_object.side_name(info.id, side)}: {wins(game, side)}"
    for found in one.balance:
        names = {side: info.title_object.side_name(info.id, side) for side in found.wins}
        told = [f"{subject(names[side])} won {won}" for side, won in found.wins.items()]
        drawn = [f"{found.draws} were drawn"] if found.draws else []
        yield f"Of {found.games} games between {found.rank}: {', '.join(told + drawn)}."
    yield f"bridgehead play {info.id} --scenario {one.id}"


def check_them(args: argparse.Namespace) -> int:
    """Check scenario files: their form, their places and units, and that each side can win."""
    from bridgehead.lab.scenarios import cannot_win

    faults: list[str] = []
    checked = 0
    for info, one in _given(args.file, faults):
        checked += 1
        own = one.source not in {each.source for each in info.scenarios.values()}
        if own:
            scenario_files.add(one, info.id)
        try:
            game = load_with(info.id, [f"{SCENARIO}={one.id}"])
            if not args.quick:
                console.compile_rules(info.id)
                faults += [f"{one.source}: {info.id}: {told}" for told in cannot_win(game)]
        except InvalidData as error:
            faults.append(str(error))
        finally:
            if own:
                scenario_files.remove(one, info.id)
    if args.json:
        console.say_json({"checked": checked, "errors": faults})
    for fault in faults:
        console.complain(fault)
    if not faults and not args.json:
        console.say(f"{checked} checked: no faults")
    return 1 if faults else 0


def _given(files: list[str], faults: list[str]) -> Iterator[tuple[GameInfo, Scenario]]:
    """Yield the scenarios to check, each with each of its games; note why a file has none."""
    if not files:
        for info in games():
            for one in info.scenarios.values():
                yield info, one
    for file in files:
        try:
            one = scenario_files.read_file(Path(file))
            found = games_of(one)
        except InvalidData as error:
            faults.append(str(error))
            continue
        for info in found:
            yield info, one


def measure(args: argparse.Namespace) -> int:
    """Let two players of the same strength play a scenario, and count who wins."""
    from bridgehead.lab.scenarios import balance, is_even

    info = game_info(args.game)
    console.compile_rules(info.id)
    found = []
    for name in args.scenario or info.scenarios:
        game = load_with(info.id, [f"{SCENARIO}={info.scenario(name).id}"])
        counter = console.counter(args.games, "games")
        one = balance(game, args.player, args.games, args.seed, args.processes, counter)
        found.append(
            {"scenario": name, "player": args.player, "even": is_even(one), **one.to_dict()}
        )
        if not args.json:
            won = ", ".join(
                f"{who} {count} ({100 * count / one.games:.0f} %)"
                for who, count in one.wins.items()
            )
            console.say(f"{name}: {won}{'' if is_even(one) else '; not even'}")
    if args.json:
        console.say_json(found)
    return 0
