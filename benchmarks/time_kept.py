"""How well players with a time limit keep it: time used by searches, over the time allowed.

    python -m benchmarks.time_kept [GAME ...] [--players P ...] [--searches N] [--clock]

Every search begins at a decision of a sergeants' game, spread over its length, without a plan from
before. Seconds are the processor's, so that other work on the machine does not count; with
`--clock` they are the clock's, which needs an idle machine. The first search of each player is not
counted: it warms up. What is in memory before the searches is left out of Python's garbage
collection (`gc.freeze`): one that goes through all of it takes a tenth of a second.
"""

from __future__ import annotations

import argparse
import gc
import os
import time
from typing import Any

import numpy as np

import bridgehead as bh
from benchmarks.common import think_by
from bridgehead import players
from bridgehead.core.titles.games import build_game

GAMES = ("across-suez-1980", "suez-56", "el-arish-67", "october-war")
PLAYERS = ("captain@0.3", "general@0.3")
MANY = 4  # legal actions, from which on a decision is searched


def positions(game: Any, count: int) -> list[Any]:
    """Return decisions of games of sergeants, evenly spread over each game."""
    found: list[Any] = []
    seed = 1
    while len(found) < count:
        dice = bh.Record.new(game, "seeded", seed=seed)
        sides = {side: players.create(game, "sergeant", seed) for side in game.sides}
        decisions = []
        while (mover := dice.position.to_move) is not None:
            if mover != "dice" and len(dice.position.legal_actions()) >= MANY:
                decisions.append(dice.position.copy())
            dice.do(dice.next_action() if mover == "dice" else sides[mover].choose(dice.position))
        wanted = min(-(-count // 2), count - len(found), len(decisions))
        found += [decisions[i * len(decisions) // wanted] for i in range(wanted)]
        seed += 1
    return found


def shares(game: Any, name: str, where: list[Any], clock: Any) -> list[float]:
    """Return the time that each search took, over the time allowed."""
    _, seconds, _ = players.check(game.id, name)
    assert seconds is not None, f"{name} has no time limit"
    found = []
    for number, position in enumerate([where[0], *where]):
        player = players.create(game, name, seed=number)
        if hasattr(player, "uses_book"):
            player.uses_book = False
        began = clock()
        player.choose(position)
        found.append((clock() - began) / seconds)
    return found[1:]


def main() -> None:
    """Print a row for each game and player."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", nargs="*", default=GAMES)
    parser.add_argument("--players", nargs="+", default=PLAYERS)
    parser.add_argument("--searches", type=int, default=100)
    parser.add_argument("--clock", action="store_true", help="the clock's seconds")
    given = parser.parse_args()
    clock = time.perf_counter if given.clock else time.thread_time
    think_by(clock)
    kind = "the clock's" if given.clock else "the processor's"
    print(f"{kind} seconds, load {os.getloadavg()[0]:.1f}; time used over time allowed\n")
    print("| game | player | searches | half within | 99 % within | longest |")
    print("|---|---|---:|---:|---:|---:|")
    for id_ in given.game:
        build_game(id_)
        game = bh.load(id_)
        where = positions(game, given.searches)
        gc.collect()
        gc.freeze()
        for name in given.players:
            found = shares(game, name, where, clock)
            half, most = np.percentile(found, (50, 99))
            print(
                f"| {id_} | `{name}` | {len(found)} | {half:.1%} | {most:.1%} | {max(found):.1%} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
