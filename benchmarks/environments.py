"""The facts of every game that docs/research.md tabulates: sizes, branching and length.

`python -m benchmarks.environments [GAMES]` plays so many random games of each (60), by recruits and
by sergeants, and prints the table. Branching is counted at the decisions of sides in the recruits'
games, which reach more kinds of positions. `python -m benchmarks.envs --all` prints the same with
the decisions a second, beside games of OpenSpiel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

import bridgehead as bh
from benchmarks.common import parser_of
from bridgehead.core.titles.games import GameInfo, build_game
from bridgehead.envs.spaces import spaces
from bridgehead.lab.simulate import simulate
from bridgehead.players.ranks.recruit import Recruit

GAMES = 60
HEAD = (
    "game", "state, bytes", "actions", "observation", "branching: mean", "most",
    "decisions: recruits", "sergeants", "rolls and draws", "hidden",
)  # fmt: skip


@dataclass
class Measured:
    """Statistics of random games of one game."""

    choices: list[int]  # at each decision of a side
    rolls: int
    games: int


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("games", nargs="?", type=int, default=GAMES, help="random games of each")
    games = parser.parse_args().games
    head(HEAD)
    for info in bh.games():
        row(facts(info, games))


def head(names: Sequence[str]) -> None:
    """Print the head of a table; all columns but the first are aligned to the right."""
    print(f"| {' | '.join(names)} |\n|---|{'---:|' * (len(names) - 1)}")


def row(cells: Sequence[str]) -> None:
    """Print a row of a table."""
    print(f"| {' | '.join(cells)} |", flush=True)


def facts(info: GameInfo, games: int) -> list[str]:
    """Return the cells of a game, in the order of `HEAD`."""
    build_game(info.id)
    game = bh.load(info.id)
    made, found = spaces(game), play(game, games)
    sergeants = dict.fromkeys(game.sides, "sergeant")
    summary = simulate(game, games, 1, sergeants)
    shapes = made.observations.shapes.values()
    return [
        f"`{game.id}`",
        f"{game.state_type.itemsize:,}",
        f"{made.actions.n:,}",
        ", ".join("\u00d7".join(map(str, shape)) for shape in shapes),
        f"{np.mean(found.choices):,.0f}",
        f"{max(found.choices):,}",
        f"{len(found.choices) / games:,.0f}",
        f"{summary.decisions / games:,.0f}",
        f"{found.rolls / games:,.0f}",
        "yes" if info.id in info.title_object.hiding else "no",
    ]


def play(game: bh.Game, games: int) -> Measured:
    """Play games between recruits and count the choices."""
    found = Measured([], 0, games)
    for seed in range(games):
        recruit, draw = Recruit(game, seed), np.random.default_rng(seed)
        position = game.start()
        while position.to_move is not None:
            codes = position.legal_codes()
            if position.to_move == "dice":
                found.rolls += 1
                position.push_code(int(codes[draw.integers(len(codes))]))
            else:
                found.choices.append(len(codes))
                position.push(recruit.choose(position))
    return found


if __name__ == "__main__":
    main()
