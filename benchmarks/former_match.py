"""Today's general against a former one, in pairs of games at equal time of the processor.

    python -m benchmarks.former_player FOLDER
    python -m benchmarks.former_match GAME FOLDER [--pairs N] [--seconds S] [--seed N]
        [--player PLAYER] [--save FILE]

FOLDER is a checkout that `benchmarks.former_player` made. The former general runs there as an
engine. Both count seconds of the processor, so other work on the machine takes nothing away.
PLAYER is written as for `benchmarks.variants`. With `--save` a match that was broken off goes on.

It prints the score of today's player and its lead in points (means of the pairs with one standard
error), also by the side it plays, and how the games ended.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.duels import mean
from benchmarks.variants import Variant
from bridgehead.core.registry import build_game, load
from bridgehead.lab.ladder import ladder

# what runs in the former checkout: its engine, whose clock is the processor's
ENGINE = """
import argparse, sys, time
from types import SimpleNamespace
from bridgehead.cli import engine
from bridgehead.players import agent, search
for module in (agent, search):
    module.time = SimpleNamespace(perf_counter=time.thread_time)
parser = argparse.ArgumentParser()
engine.add_arguments(parser)
sys.exit(engine.run(parser.parse_args(["--player", sys.argv[1]])))
"""


def engine_of(folder: Path, seconds: float, scratch: Path) -> str:
    """Write a script that runs the former general as an engine; return the name of the player."""
    program, script = scratch / "engine.py", scratch / "former"
    program.write_text(ENGINE, encoding="utf-8")
    source = shlex.quote(str(folder.resolve() / "src"))
    run = shlex.join([sys.executable, str(program), f"general@{seconds}"])
    script.write_text(f"#!/bin/sh\nPYTHONPATH={source} exec {run}\n", encoding="utf-8")
    script.chmod(0o755)
    return f"engine:{script}"


def points(game: Any, played: dict[str, Any]) -> float:
    """Return the points of the side that moves first."""
    return {game.sides[0]: 1.0, game.sides[1]: 0.0}.get(played["winner"], 0.5)


def tell(game: Any, pairs: list[list[dict[str, Any]]]) -> None:
    """Print scores and leads. Today's player has the first side in the first game of each pair."""
    scores = np.array([[points(game, one), 1.0 - points(game, other)] for one, other in pairs])
    leads = np.array(
        [[one.get("lead", np.nan), -other.get("lead", np.nan)] for one, other in pairs]
    )
    print(f"score {mean(100 * scores.mean(axis=1))} %, lead {mean(leads.mean(axis=1))}")
    for number, side in enumerate(game.sides):
        print(f"  as {side}: {mean(100 * scores[:, number])} %, lead {mean(leads[:, number])}")
    ended = Counter(str(one["winner"]) for pair in pairs for one in pair)
    faults = [one["fault"] for pair in pairs for one in pair if "fault" in one]
    print(f"  won: {', '.join(f'{who} {count}' for who, count in ended.items())}")
    print(f"  faults: {'; '.join(map(str, faults)) or 'none'}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pairs", type=int, default=25)
    parser.add_argument("--seconds", type=float, default=0.15, help="a plan, of the processor")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--player", default="general")
    parser.add_argument("--save", type=Path)
    args = parser.parse_args()
    if not (args.folder / "src" / "bridgehead").is_dir():
        parser.error(f"{args.folder} is no checkout: make it with benchmarks.former_player")
    build_game(args.game)
    game = load(args.game)
    with tempfile.TemporaryDirectory() as scratch:
        today = Variant(args.player, args.seconds, None)
        former = engine_of(args.folder, args.seconds, Path(scratch))
        save = args.save or Path(scratch) / "match.jsonl"
        ladder(game, [today, former], args.pairs, args.seed, 1, save=save)
        lines = save.read_text(encoding="utf-8").splitlines()[1:]
    print(f"{args.game}: {args.player} against the former general, {2 * args.pairs} games")
    tell(game, [json.loads(line)["games"] for line in lines])


if __name__ == "__main__":
    main()
