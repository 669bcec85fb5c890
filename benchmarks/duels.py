"""How do two players differ: score, lead in points, foolish moves, processor time?

    python -m benchmarks.duels GAME FIRST SECOND [--pairs N] [--rollouts N | --seconds S] [--seed N]

Players are named as for `benchmarks.variants`: `general`, `general:varies=0:ODDITY=0`. They play
pairs of games with the same dice and sides swapped, in this process, with counted rollouts or with
processor seconds for each plan. A line is printed for each pair, then the first player's score and
lead (means of the pairs with one standard error) and in how many pairs it was ahead in points (a
tie is half a pair); leads are left out where the title has none; the foolish moves of each
(`players.advice.foolish`) and processor seconds a game, and how the games ended for the side that
moves first. `--data` plays with data of your own.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

import numpy as np

from benchmarks.variants import Variant, arguments
from bridgehead.players import title_players
from bridgehead.players.advice.foolish import Watch
from bridgehead.titles.loading import load


class Duel:
    """Games between two players, and the totals."""

    def __init__(self, game: Any, makers: tuple[Variant, Variant], seed: int) -> None:
        self.game, self.makers, self.seed = game, makers, seed
        self.kernels: Any = title_players.kernels(game.id)
        self.foolish: tuple[Counter[str], Counter[str]] = Counter(), Counter()
        self.seconds = [0.0, 0.0]
        self.ended = Counter[str]()
        self.leads: list[float] = []

    def play(self, number: int, order: tuple[int, int]) -> tuple[float, float]:
        """Play a game; return the result and the lead of the side that moves first."""
        sides = self.game.sides
        playing = {
            side: self.makers[order[k]](self.game, 100_000 * self.seed + 2 * number + k)
            for k, side in enumerate(sides)
        }
        dice = np.random.default_rng((self.seed, number))
        position, watch = self.game.start(), Watch(self.game)
        while (mover := position.to_move) is not None:
            if mover == "dice":
                faces = position.legal_actions()
                action = str(faces[int(dice.random() * len(faces))])
            else:
                began = time.process_time()
                action = playing[mover].choose(position)
                self.seconds[order[sides.index(mover)]] += time.process_time() - began
            watch.tell(position, action)
            position.push(action)
        watch.close()
        for told in watch.found:
            self._count(told, order)
        board, state, work = position.arrays
        winner = int(self.kernels.outcome(state[0])[0])
        result = {0: 1.0, 1: 0.0}.get(winner, 0.5)
        self.ended[sides[winner] if winner in (0, 1) else "draw"] += 1
        lead = self.kernels.lead(board, state, work)
        self.leads.append(np.nan if lead is None else float(lead))
        return result, self.leads[-1]

    def _count(self, told: str, order: tuple[int, int]) -> None:
        """Count the lines of `Watch` ("turn 3, egypt: kind: text") by the side that moved."""
        _, side = told.split(":", maxsplit=1)[0].split(", ")
        kind = told.split(": ")[1]
        number = self.game.sides.index(side)
        if kind == "given up":  # told when the enemy walks in
            number = 1 - number
        self.foolish[order[number]][kind] += 1


def mean(values: list[float]) -> str:
    """Return the mean over the pairs and its standard error."""
    error = float(np.std(values, ddof=1)) / len(values) ** 0.5 if len(values) > 1 else float("nan")
    return f"{np.mean(values):.2f} ± {error:.2f}"


def points(leads: list[float]) -> str:
    """Return a text with the mean lead of the pairs and how often the first player was ahead."""
    if np.isnan(leads).any():
        return ""
    ahead = sum(1.0 if lead > 0 else 0.5 if lead == 0 else 0.0 for lead in leads)
    return f", lead {mean(leads)}, ahead in {ahead:g} of {len(leads)} pairs"


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--data", help="a folder of your own data")
    args = parser.parse_args()
    game = load(args.game, data=args.data) if args.data else load(args.game)
    names = args.first, args.second
    first, second = (Variant(name, args.seconds, args.rollouts) for name in names)
    duel = Duel(game, (first, second), args.seed)
    scores, leads = [], []
    for number in range(args.pairs):
        one, ahead = duel.play(number, (0, 1))
        other, behind = duel.play(number, (1, 0))
        scores.append(50 * (one + 1 - other))
        leads.append((ahead - behind) / 2)
        print(f"  pair {number + 1}: {scores[-1]:g} %, so far {mean(scores)} %", flush=True)
    print(f"{args.game}: {args.first} against {args.second}, {2 * args.pairs} games")
    print(f"  score {mean(scores)} %{points(leads)}")
    for number, name in enumerate(names):
        kinds = {kind: n / 2 / args.pairs for kind, n in sorted(duel.foolish[number].items())}
        told = ", ".join(f"{kind} {count:.2f}" for kind, count in kinds.items())
        print(f"  {name}: foolish {sum(kinds.values()):.2f} a game ({told or 'none'}), "
              f"{duel.seconds[number] / 2 / args.pairs:.1f} s a game")  # fmt: skip
    sides = [f"{side} {duel.ended[side]}" for side in (*game.sides, "draw")]
    spread = "" if np.isnan(duel.leads).any() else (
        f"; lead of {game.sides[0]} {np.mean(duel.leads):.1f}, "
        f"standard deviation {np.std(duel.leads):.1f}"
    )  # fmt: skip
    print(f"  won: {', '.join(sides)}{spread}")


if __name__ == "__main__":
    main()
