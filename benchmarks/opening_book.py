"""Make the opening book of a game from long searches.

    python -m benchmarks.opening_book GAME [--searches N] [--rollouts N] [--proof N] [--own N]
        [--turns N] [--seconds S] [--seed N]

For each position (the first of the game, then those after a line of the book, as long as no roll
comes between) some searches of the general are made, of `--rollouts` each, with different seeds.
Their plans, and what a general finds with `--own` rollouts (about what it has time for in a game),
are compared by `--proof` fresh rollouts with the same dice. Kept is what is no worse than the
general's own choice by them; the weights say how near a line came to the best. Rollouts are
counted, so the same command makes the same book. No position is begun after S seconds of
processor time. Writes `players/books/GAME.json`.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from typing import Any

import numpy as np

import bridgehead as bh
from bridgehead.players import book
from bridgehead.players.search import FRESH_FROM, Candidate
from bridgehead.players.thinker import Thinker

NO_WORSE = 0.5  # standard errors that a line may be behind the general's own choice
HALF = 0.02  # behind the best in prospects: a line that is so much worse is drawn half as often
MOST = 4  # lines of a position
LEAST = 0.05  # the weight of a line that is worth keeping; the best has 1


def plan_of(game: Any, position: Any, rollouts: int, seed: int) -> tuple[int, ...]:
    """Return the general's plan after a search of so many rollouts."""
    thinker = Thinker(game, "general", seed, looks=rollouts)
    search, _ = thinker._search(thinker._known(position.arrays[1]))
    return search.run()[0].plan


def lines_of(game: Any, position: Any, asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the lines for a position, the best first."""
    own = plan_of(game, position, asked.own, asked.seed)
    plans = [own]
    for number in range(asked.searches):
        plans.append(plan_of(game, position, asked.rollouts, asked.seed + 1 + number))
    judge = Thinker(game, "general", asked.seed, looks=asked.proof)
    state = judge._known(position.arrays[1])
    search, _ = judge._search(state)
    found = []
    for plan in dict.fromkeys(plans):
        one = Candidate(plan, {0: judge._agent.after(search._determinizations[0], plan)})
        search.rollout(one, asked.proof, FRESH_FROM)
        found.append(one)
    reference = np.array(found[0].points)
    kept = []
    for one in found:
        gaps = np.array(one.points) - reference
        error = float(gaps.std() / math.sqrt(len(gaps)))
        if gaps.mean() >= -NO_WORSE * error:
            kept.append((float(np.mean(one.points)), float(gaps.mean()), error, one.plan))
    kept.sort(key=lambda row: -row[0])
    lines = [
        {
            "plan": [game.grammar.decode(code) for code in plan],
            "weight": round(0.5 ** ((kept[0][0] - mean) / HALF), 2),
            "prospects": round(mean, 4),
            "gain": round(gain, 4),
            "error": round(error, 4),
        }
        for mean, gain, error, plan in kept[:MOST]
    ]
    return [line for line in lines if line["weight"] >= LEAST]


def main() -> None:
    """Make a book and write it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--searches", type=int, default=6)
    parser.add_argument("--rollouts", type=int, default=1200)
    parser.add_argument("--own", type=int, default=300)
    parser.add_argument("--proof", type=int, default=600)
    parser.add_argument("--turns", type=int, default=1, help="game turns for which lines are made")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game: Any = bh.load(asked.game)
    began = time.process_time()
    waiting: list[list[str]] = [[]]
    positions: dict[str, Any] = {}
    seen: set[str] = set()
    last = 0
    while waiting and time.process_time() - began < asked.seconds:
        after = waiting.pop(0)
        position: Any = game.start()
        for action in after:
            position.push(action)
        key = book.key_of(position)
        if key in seen:
            continue
        lines = lines_of(game, position, asked)
        seen.add(key)
        if len(lines) > 1 or lines[0]["gain"] > 0:  # else the general finds it by itself
            last = max(last, int(position.turn))
            positions[key] = {"side": position.to_move, "after": after, "lines": lines}
        for line in lines:
            twin = position.copy()
            for action in line["plan"]:
                twin.push(action)
            if twin.to_move in game.sides and twin.turn <= asked.turns:
                waiting.append([*after, *line["plan"]])
        said = [(line["weight"], line["gain"], line["error"]) for line in lines]
        print(f"{len(after)} actions on, {position.to_move}: {said}, "
              f"{time.process_time() - began:.0f} s", flush=True)  # fmt: skip
    command = (
        f"python -m benchmarks.opening_book {asked.game} --searches {asked.searches} --rollouts "
        f"{asked.rollouts} --own {asked.own} --proof {asked.proof} --turns {asked.turns} "
        f"--seconds {asked.seconds:g} --seed {asked.seed}"
    )
    data = {
        "format": book.FORMAT,
        "version": book.VERSION,
        "game": game.id,
        "command": command,
        "seconds": round(time.process_time() - began),
        "last_turn": last,
        "positions": positions,
    }
    path = book.path_of(game.id)
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    count = sum(len(one["lines"]) for one in positions.values())
    print(f"{path}: {len(positions)} positions, {count} lines")


if __name__ == "__main__":
    main()
