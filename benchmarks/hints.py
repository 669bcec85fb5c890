"""How long a hint takes: the plan first, then its chance and its reasons.

    python -m benchmarks.hints [GAME …]

One hint is measured in the start position and one at each of some later turns, always at the turn's
first decision. The plan comes after the seconds that the adviser thinks; the rest is measured in
processor time too, which does not depend on other work on the machine.
"""

from __future__ import annotations

import os
import time
from typing import Any

import bridgehead as bh
from benchmarks.common import named_games
from bridgehead import players
from bridgehead.players.advice import hints
from bridgehead.server.games.computer import ADVISER

GAMES = ("across-suez-1980", "suez-56", "el-arish-67", "october-war")
TURNS = (1, 2, 4)


def positions(game: Any) -> list[Any]:
    """Return the first position with several choices for a side in each of `TURNS`."""
    found = []
    position = game.start()
    sides = {side: players.create(game, "sergeant", seed=7) for side in game.sides}
    dice = bh.Record.new(game, "seeded", seed=7)
    for turn in TURNS:
        while position.to_move is not None:
            mover = position.to_move
            many = mover != "dice" and len(position.legal_actions()) > 20
            if position.turn >= turn and many:
                found.append(position.copy())
                break
            dice.do(dice.next_action() if mover == "dice" else sides[mover].choose(position))
            position = dice.position
    return found


def measure(position: Any) -> tuple[float, float, float]:
    """Return the seconds until the plan and until everything, and the processor time in between."""
    thinker = players.thinker(position.game, ADVISER, threads=players.spare_cores())
    plan: list[float] = []

    def first(_: hints.Draft) -> None:
        plan.extend((time.perf_counter(), time.thread_time()))

    began = time.perf_counter()
    hints.hint(position, thinker, first)
    return plan[0] - began, time.perf_counter() - began, time.thread_time() - plan[1]


def main() -> None:
    """Print a line for each position."""
    games = named_games(__doc__, GAMES)
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors; {ADVISER}")
    for name in games:
        game = bh.load(name)
        measure(game.start())  # the rules are read
        for position in positions(game):
            until_plan, until_end, processor = measure(position)
            print(
                f"{name:18} turn {position.turn}: the plan after {until_plan:5.2f} s, all after "
                f"{until_end:5.2f} s; measuring takes {processor:4.2f} processor seconds",
                flush=True,
            )


if __name__ == "__main__":
    main()
