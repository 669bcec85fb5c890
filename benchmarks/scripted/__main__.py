"""Scripted opponents against a player of the package: a table by script and side.

    python -m benchmarks.scripted [GAME] --against general@0.3 --games 20

`--against` is a player's name, or one with numbers of its own as `benchmarks.variants` takes them:
`general:operates=0@0.1`. For one that thinks, seconds are the processor's. Each row has a script
and its side; the games of all rows have the same seeds. The 95 % interval of the score, in which a
draw counts one half, is Wilson's; that of the mean lead comes from its standard error.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.common import DEFAULT_GAME
from benchmarks.scripted import scripts
from benchmarks.variants import Variant
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.workers import Processes
from bridgehead.lab.matches import Entrant, Recipe, check_entrant, game_of
from bridgehead.lab.pairs import Played, play_game
from bridgehead.players.title_players import THINKERS
from bridgehead.titles.loading import load

Z = 1.96  # standard errors to either side of a 95 % interval


@dataclass(frozen=True)
class Game:
    """One game to be played: the number of the script's side, and the game's number."""

    recipe: Recipe
    players: tuple[Entrant, Entrant]
    seed: int
    number: int


@dataclass
class Row:
    """The results of a script's games with one side."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    leads: list[float] | None = None
    seconds: float = 0.0  # of thinking of the script, by the clock

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    def add(self, played: Played, side: int) -> None:
        """Count one game. A script that breaks the rules or fails has a bug."""
        if played.faulty is not None:
            raise SystemExit(f"a player failed: {played.reason}")
        self.won += played.winner == side
        self.lost += played.winner == 1 - side
        self.drawn += played.winner not in (0, 1)
        if played.lead is not None:
            self.leads = [*(self.leads or ()), played.lead * (1 - 2 * side)]
        self.seconds += played.clocks[side].seconds


def opponent(text: str) -> Entrant:
    """Return the player of a name; one that thinks measures processor time."""
    rank, _, amount = text.partition("@")
    if rank.split(":")[0] not in THINKERS or not amount:
        return text
    counted = amount.endswith("n")
    try:
        number = float(amount.rstrip("n"))
    except ValueError:
        raise SystemExit(f"{text}: after the @ write seconds (0.3) or rollouts (60n)") from None
    variant = Variant(rank, number, int(number) if counted else None)
    variant.__name__ = text
    return variant


def play(task: Game) -> Played:
    """Play one game."""
    return play_game(game_of(task.recipe), task.players, task.seed, task.number)


def measure(
    game: Any,
    script: Entrant,
    against: Entrant,
    side: int,
    games: int,
    seed: int,
    processes: int = 1,
) -> Row:
    """Return the results of a script's games with one side (0 or 1)."""
    seats = (script, against) if side == 0 else (against, script)
    tasks = [Game(Recipe.of(game), seats, seed, number) for number in range(games)]
    row = Row()
    for _, played in Processes(processes).share(play, tasks):
        row.add(played, side)
    return row


def wilson(score: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a proportion found in so many games."""
    middle = (score + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = math.sqrt(score * (1 - score) / games + Z * Z / (4 * games * games))
    half *= Z / (1 + Z * Z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def lead(leads: Sequence[float] | None) -> str:
    """Return a text with the mean lead and its interval; a dash where a title has no points."""
    if not leads:
        return "-"
    mean = sum(leads) / len(leads)
    if len(leads) == 1:
        return f"{mean:+.1f}"
    spread = math.sqrt(sum((x - mean) ** 2 for x in leads) / (len(leads) - 1) / len(leads))
    return f"{mean:+.1f} ± {Z * spread:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.scripted",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("game", nargs="?", default=DEFAULT_GAME)
    parser.add_argument("--against", default="sergeant")
    parser.add_argument("--games", type=int, default=20, help="a row")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--script", help="only this one, by its name")
    parser.add_argument("--side", help="only this side of the scripts")
    args = parser.parse_args()
    if args.games < 1 or args.processes < 1:
        parser.error("--games and --processes are 1 or more")
    try:
        game, against = load(args.game), opponent(args.against)
        check_entrant(game, against)
    except BridgeheadError as error:
        parser.error(str(error))
    known = {script.__name__: script for script in scripts(args.game)}
    if args.script and args.script not in known:
        parser.error(f"{args.game} has no script {args.script!r}; there are {', '.join(known)}")
    if args.side and args.side not in game.sides:
        parser.error(f"{args.side!r} is not a side; the sides are {', '.join(game.sides)}")
    began = time.perf_counter()
    print(f"{args.game}, scripts against {args.against}, seed {args.seed}\n")
    print("| script | side | won, drawn, lost | score | 95 % | lead | seconds a game |")
    print("|---|---|---|---|---|---|---|")
    for name, script in known.items():
        for side, label in enumerate(game.sides):
            if (args.script or name) != name or (args.side or label) != label:
                continue
            row = measure(game, script, against, side, args.games, args.seed, args.processes)
            score = (row.won + row.drawn / 2) / row.games
            low, high = wilson(score, row.games)
            print(
                f"| {name} | {label} | {row.won}, {row.drawn}, {row.lost} | {score:.0%} "
                f"| {low:.0%} to {high:.0%} | {lead(row.leads)} | {row.seconds / row.games:.2f} |",
                flush=True,
            )
    print(f"\n{time.perf_counter() - began:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
