"""Rate players of a game on one scale, for `data/players.toml` of its title.

    python -m benchmarks.levels GAME PLAYER PLAYER ... [--pairs N] [--seed N] [--save FOLDER]

Name the players by strength, the weakest first. Each meets the next two in pairs of games with the
same dice and sides swapped. The ratings fit all results (`lab.elo`), and the sergeant has 1000. A
line is printed for each meeting, then the players and ratings with the half width of the 95 %
interval. With `--save` each meeting is kept in a file there, and is not played again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.common import parser_of
from bridgehead.lab.elo import rate
from bridgehead.lab.ladder import ladder
from bridgehead.players.ranks.levels import SERGEANT
from bridgehead.titles.loading import load

NEXT = 2  # players that each one meets


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("game")
    parser.add_argument("players", nargs="+")
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path)
    args = parser.parse_args()
    game: Any = load(args.game)
    names = args.players
    if args.save:
        args.save.mkdir(parents=True, exist_ok=True)
    counts = np.zeros((len(names), len(names), 5))
    for i, one in enumerate(names):
        for j in range(i + 1, min(len(names), i + 1 + NEXT)):
            file = f"{args.game}-{one}-{names[j]}-{args.seed}.jsonl".replace(":", "_")
            save = args.save / file if args.save else None
            found = ladder(game, [names[j], one], args.pairs, args.seed, save=save)
            [meeting] = found["pairings"]
            counts[j, i] = meeting["counts"]
            counts[i, j] = counts[j, i][::-1]
            print(f"{names[j]} against {one}: {meeting['score']:.0%}", flush=True)
    ratings, errors = rate(counts)
    base = ratings[names.index("sergeant")] if "sergeant" in names else 0.0
    for name, rating, error in zip(names, ratings - base + SERGEANT, errors, strict=True):
        print(f'"{name}" = {rating:.0f}  # ± {error:.0f}')


if __name__ == "__main__":
    main()
