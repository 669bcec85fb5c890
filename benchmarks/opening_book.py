"""Make the opening book of a game from long searches.

    python -m benchmarks.opening_book GAME [--searches N] [--rollouts N] [--proof N] [--own N]
        [--changes N] [--turns N] [--seconds S] [--seed N]

For each position (the first of the game, then those after a line of the book, as long as no roll
comes between) some searches of the general are made, of `--rollouts` each, with different seeds.
Their plans, and what a general finds with `--own` rollouts (about what it has time for in a game),
are compared by `--proof` fresh rollouts with the same dice. Kept is what is no worse than the
general's own choice by them; the weights say how near a line came to the best.

Where the enemy's turn begins next, after a set-up, sergeants in rollouts would answer badly what
they are not used to. So the enemy's lines are made first, after each plan and after the suggested
set-up, and the best of them says what the plan is worth. `--changes` of the suggested set-up,
drawn at random, are compared as well.

Rollouts are counted, so the same command makes the same book. No reply is looked for any more after
S seconds of processor time. Writes `players/search/books/GAME.json`.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import bridgehead as bh
from bridgehead.players.ranks.thinker import Thinker
from bridgehead.players.search import book
from bridgehead.players.search.search import FRESH_FROM, Candidate

NO_WORSE = 0.5  # standard errors that a line may be behind the general's own choice
HALF = 0.02  # behind the best in prospects: a line that is so much worse is drawn half as often
MOST = 4  # lines of a position
LEAST = 0.05  # the weight of a line that is worth keeping; the best has 1


def plan_of(game: Any, position: Any, rollouts: int, seed: int) -> tuple[int, ...]:
    """Return the general's plan after a search of so many rollouts."""
    thinker = Thinker(game, "general", seed, looks=rollouts)
    search, _ = thinker._search(thinker._known(position.arrays[1]))
    return search.run()[0].plan


@dataclass
class Studied:
    """What was found out about a position."""

    lines: list[dict[str, Any]]  # the best first
    value: float = 0.5  # of the best line, for the side that decides
    error: float = 0.0
    beyond: dict[str, Any] = field(default_factory=dict)  # positions after its lines, by key


@dataclass
class Tried:
    """A plan for a position, and its results."""

    plan: tuple[int, ...]
    value: float  # for the side that decides
    error: float  # one standard error
    gain: float  # over the first plan
    gap: float  # the standard error of the gain
    answer: tuple[str, Studied] | None  # the enemy's turn after a set-up

    @property
    def leads_to(self) -> object:
        """What plans that lead to the same position share: its key, where it is studied."""
        return id(self) if self.answer is None else self.answer[0]


class Maker:
    """Makes the book's lines, one position after the other."""

    def __init__(self, game: Any, asked: argparse.Namespace) -> None:
        self.game, self.asked = game, asked
        self.began = time.process_time()
        self.studied: dict[str, Studied] = {}

    def study(self, after: list[str]) -> tuple[str, Studied]:
        """Return the key of the position after some actions, and what is found out about it."""
        position = self.position(after)
        key = book.key_of(position)
        if key not in self.studied:
            self.studied[key] = found = self._found(position, after)
            said = [(line["weight"], line["gain"], line["error"]) for line in found.lines]
            print(f"{len(after)} actions on, {position.to_move}: {said}, "
                  f"{time.process_time() - self.began:.0f} s", flush=True)  # fmt: skip
        return key, self.studied[key]

    def position(self, after: list[str]) -> Any:
        """Return the position after some actions."""
        position: Any = self.game.start()
        for action in after:
            position.push(action)
        return position

    def _found(self, position: Any, after: list[str]) -> Studied:
        game, asked = self.game, self.asked
        plans = [plan_of(game, position, asked.own, asked.seed)]
        for number in range(asked.searches):
            plans.append(plan_of(game, position, asked.rollouts, asked.seed + 1 + number))
        judge = Thinker(game, "general", asked.seed, looks=asked.proof)
        search, _ = judge._search(judge._known(position.arrays[1]))
        usual = search.sergeants().plan
        if self._answer(position, after, usual) is not None:  # a set-up: the suggested one, too
            plans.append(usual)
            changed = [search.change(usual, odd=True) for _ in range(asked.changes)]
            plans += [one.plan for one in changed if one is not None]
        tried: list[Tried] = []
        first: Any = None
        for plan in dict.fromkeys(plans):
            answer = self._answer(position, after, plan)
            one = Candidate(plan, {0: judge._agent.after(search._determinizations[0], plan)})
            search.rollout(one, asked.proof, FRESH_FROM)
            points = np.array(one.points)
            value, error = float(points.mean()), float(points.std() / math.sqrt(len(points)))
            first = points if first is None else first
            gap = float((points - first).std() / math.sqrt(len(points)))
            if answer is not None:  # the best reply, not the sergeant's, says what it is worth
                value, error = 1.0 - answer[1].value, answer[1].error
                gap = math.hypot(error, tried[0].error) if tried else 0.0
            gain = value - tried[0].value if tried else 0.0
            tried.append(Tried(plan, value, error, gain, gap, answer))
        once = {row.leads_to: row for row in reversed(tried)}
        kept = [row for row in once.values() if row.gain >= -NO_WORSE * row.gap]
        kept = sorted(kept, key=lambda row: -row.value)[:MOST]
        best = kept[0].value
        kept = [row for row in kept if self._weight(best, row.value) >= LEAST]
        lines = [
            {
                "plan": [game.grammar.decode(code) for code in row.plan],
                "weight": self._weight(best, row.value),
                "prospects": round(row.value, 4),
                "gain": round(row.gain, 4),
                "error": round(row.gap, 4),
            }
            for row in kept
        ]
        found = Studied(lines, best, kept[0].error)
        for row in kept:
            if row.answer is not None:
                key, answer = row.answer
                beyond = [*after, *map(game.grammar.decode, row.plan)]
                found.beyond |= self._entries(key, answer, beyond)
        return found

    @staticmethod
    def _weight(best: float, value: float) -> float:
        return round(float(0.5 ** ((best - value) / HALF)), 2)

    def _answer(
        self, position: Any, after: list[str], plan: tuple[int, ...]
    ) -> tuple[str, Studied] | None:
        """Return the enemy's actions in its turn after a plan, None where no such turn begins."""
        texts = [self.game.grammar.decode(code) for code in plan]
        then = self.position([*after, *texts])
        if then.to_move not in self.game.sides or then.turn > self.asked.turns:
            return None
        begins = then.side == then.to_move != position.to_move
        begins = begins and time.process_time() - self.began < self.asked.seconds
        return self.study([*after, *texts]) if begins else None

    def _entries(self, key: str, found: Studied, after: list[str]) -> dict[str, Any]:
        """Return the book's entries for a position and those that follow it."""
        entries: dict[str, Any] = {}
        if len(found.lines) > 1 or found.lines[0]["gain"] > 0:  # else the general finds it itself
            side = self.position(after).to_move
            entries[key] = {"side": side, "after": after, "lines": found.lines}
        return entries | found.beyond

    def book(self) -> dict[str, Any]:
        """Return the book's entries for all positions, beginning with the first."""
        key, found = self.study([])
        return self._entries(key, found, [])


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
    parser.add_argument("--changes", type=int, default=20, help="of the suggested set-up")
    parser.add_argument("--turns", type=int, default=1, help="game turns for which lines are made")
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game: Any = bh.load(asked.game)
    maker = Maker(game, asked)
    positions = maker.book()
    last = max((int(maker.position(one["after"]).turn) for one in positions.values()), default=0)
    command = (
        f"python -m benchmarks.opening_book {asked.game} --searches {asked.searches} --rollouts "
        f"{asked.rollouts} --own {asked.own} --proof {asked.proof} --changes {asked.changes} "
        f"--turns {asked.turns} --seconds {asked.seconds:g} --seed {asked.seed}"
    )
    data = {
        "format": book.FORMAT,
        "version": book.VERSION,
        "game": game.id,
        "command": command,
        "seconds": round(time.process_time() - maker.began),
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
