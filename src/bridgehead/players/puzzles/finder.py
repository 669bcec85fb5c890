"""Find puzzles in games of captains and generals.

A position becomes a puzzle if some plan is clearly better there than usual play and than most other
kinds of plans. The best plan has a main purpose (`intents`) that usual play lacks; a plan without
that purpose is of another kind. Since any plan as good as the best solves a puzzle, a few kinds may
be as good if usual play is far behind. Four tests, the cheapest first, leave one position in a
dozen:

1. The player of the game finds a plan that is better than the sergeant's in 60 fresh rollouts.
2. So it is in 240 more.
3. A longer search finds further plans; in 240 rollouts few other kinds are near the best.
4. So it is in a thousand rollouts.

How many of some lesser searches solve it tells how difficult it is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from bridgehead import players
from bridgehead.core.errors import IllegalAction, NotCompiledError
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.positions.setup import is_set_up
from bridgehead.players.advice.intents import STRONG, intents_of, kind_of
from bridgehead.players.puzzles.puzzle import DEGREES, Puzzle
from bridgehead.players.puzzles.rated_plan import RatedPlan

Plan = tuple[str, ...]

PLAYERS = ("captain@96n", "general@192n")  # of the games
LONG, GLANCE, MEASURED, CONFIRMED = 1800, 60, 240, 1002  # rollouts
CLEAR = 0.10  # by which the best plan is better than usual play, and than other kinds of plans
FAR = 0.15  # by which it is better than usual play where another kind of plan is as good
HOPEFUL = 0.08  # by which it is better than usual play in the first tests
MOST_AS_GOOD = 2  # other kinds of plans that are less than `CLEAR` behind the best
SOLVED = 0.75  # of the way from usual play to the best plan
LOST, WON = 0.06, 0.94  # chances beyond which nothing is at stake
LESSER = (  # searches that try to solve it, and the ratings they stand for
    ("captain@24n", 1200), ("captain@24n", 1200), ("captain@96n", 1500), ("captain@96n", 1500),
    ("general@300n", 1800), ("general@300n", 1800),
)  # fmt: skip
EASY, MEDIUM = 0.6, 0.25  # shares of these searches that solve puzzles of a degree
SHORTEST = 2  # actions of a plan: a single one is no plan
MOST_PER_GAME = 5
PAUSE = 4  # plans after a puzzle that are not looked at: they are about the same
MOST_OTHERS = 3  # plans of other kinds that a puzzle tells


class Finder:
    """Finds puzzles of one game. `seed` decides about all of its games and searches.

    `positions` counts the decisions that were looked at, `candidates` those that passed the first
    two tests.
    """

    def __init__(self, game: Game, seed: int = 1, pair: Sequence[str] = PLAYERS) -> None:
        self.game, self.seed, self.pair = game, seed, tuple(pair)
        self.positions = self.candidates = 0

    def puzzles(self, games: int, first: int = 0) -> Iterator[Puzzle]:
        """Yield the puzzles in games number `first` to `first + games - 1` of the seed."""
        for number in range(first, first + games):
            found, rest = 0, 0
            for place, (position, plan) in enumerate(self._plans(number)):
                rest -= 1
                if rest >= 0:
                    continue
                puzzle = self._puzzle(position, plan, 1000 * number + place)
                if puzzle is not None:
                    yield puzzle
                    found, rest = found + 1, PAUSE
                if found == MOST_PER_GAME:
                    break

    def _plans(self, number: int) -> Iterator[tuple[Position, Plan]]:
        """Play a game; yield the positions in which a side begins a plan, and that plan."""
        random = np.random.default_rng([self.seed, number])
        names = self.pair if number % 2 else self.pair[::-1]
        thinkers = {
            side: players.thinker(self.game, name, int(random.integers(2**63)))
            for side, name in zip(self.game.sides, names, strict=True)
        }
        position = self.game.start()
        while (side := position.to_move) is not None:
            codes = position.legal_codes()
            if side == "dice" or len(codes) == 1:
                position.push_code(int(codes[int(random.random() * len(codes))]))
                continue
            plan = thinkers[side].think(position.copy()).best.plan
            if len(codes) > 2 and not is_set_up(position):
                yield position.copy(), plan
            for text in plan:
                if position.to_move != side:
                    break
                try:
                    position.push(text)
                except IllegalAction:  # it rests on something that is hidden
                    break

    def _puzzle(self, position: Position, plan: Plan, seed: int) -> Puzzle | None:
        """Return the puzzle in a position with a good plan, None if it is none."""
        self.positions += 1
        judge = _Judge(self.game, position, seed)
        usual = judge.usual()
        if plan == usual or len(plan) < SHORTEST:
            return None
        for looks in (GLANCE, MEASURED):
            level, ahead = judge.chance(usual, looks), judge.chance(plan, looks)
            if ahead < max(LOST, level + HOPEFUL) or level > WON:
                return None
        self.candidates += 1
        return self._confirmed(judge, usual, plan)

    def _confirmed(self, judge: _Judge, usual: Plan, plan: Plan) -> Puzzle | None:
        """Return the puzzle if a longer search and more rollouts agree."""
        best, *others = judge.ranked({plan, *judge.lines()} - {usual}, MEASURED)
        rivals = judge.rivals(best, others, usual)
        for looks in (MEASURED, CONFIRMED):
            top, level = judge.chance(best, looks), judge.chance(usual, looks)
            if top - level < CLEAR or level > WON:
                return None
            as_good = 0
            for one in rivals[: MOST_AS_GOOD + 1]:  # the likeliest first: each takes its time
                as_good += top - judge.chance(one, looks) < CLEAR
                if as_good > MOST_AS_GOOD or (as_good and top - level < FAR):
                    return None
        others = judge.ranked(rivals[:MOST_OTHERS], CONFIRMED)
        solved = judge.solved(usual, best)
        share = sum(solved) / len(solved)
        degree = DEGREES[0 if share > EASY else 1 if share > MEDIUM else 2]
        return Puzzle.at(
            judge.position,
            RatedPlan(usual, level),
            [RatedPlan(one, judge.chance(one, CONFIRMED)) for one in (best, *others)],
            degree=degree,
            rating=rating_of(solved),
            rollouts=CONFIRMED,
            source=f"game {judge.seed // 1000} of seed {self.seed}, {' against '.join(self.pair)}",
        )


class _Judge:
    """Measures plans in one position."""

    def __init__(self, game: Game, position: Any, seed: int) -> None:
        self.game, self.position, self.seed = game, position, seed
        self._thinker = players.thinker(game, "general", seed)
        self._chances: dict[tuple[Plan, int], float] = {}

    def chance(self, plan: Plan, looks: int) -> float:
        """Return the side's win probability after a plan, by so many rollouts."""
        key = plan, looks
        if key not in self._chances:
            found = self._thinker.win_probability(self.position, plan, looks)
            if found is None:
                raise NotCompiledError(
                    f"{self.game.id}: the rules must be compiled to measure plans"
                )
            self._chances[key] = found
        return self._chances[key]

    def ranked(self, plans: Iterable[Plan], looks: int) -> list[Plan]:
        """Return plans in the order of their chances, the best first."""
        return sorted(plans, key=lambda plan: (-self.chance(plan, looks), plan))

    def kind(self, plan: Plan) -> frozenset[Hashable] | Plan:
        """Return the key that plans with the same purpose share."""
        return kind_of(intents_of(self.position, plan)) or tuple(sorted(plan))

    def purpose(self, best: Plan, usual: Plan) -> Hashable:
        """Return the main purpose of a plan that usual play lacks; its kind if it has none."""
        known = {one.key for one in intents_of(self.position, usual)}
        for one in intents_of(self.position, best):
            if one.weight >= STRONG and one.key not in known:
                return one.key
        return self.kind(best)

    def rivals(self, best: Plan, others: Iterable[Plan], usual: Plan) -> list[Plan]:
        """Return the first plan of each other kind."""
        mine = self.purpose(best, usual)
        found: dict[Hashable, Plan] = {}
        for one in others:
            kind = self.kind(one)
            if mine != kind and mine not in kind:
                found.setdefault(self.purpose(one, usual), one)
        return list(found.values())

    def usual(self) -> Plan:
        """Return the sergeant's plan."""
        sergeant = players.create(self.game, "sergeant", 1)
        trial, side, plan = self.position.copy(), self.position.to_move, []
        while trial.to_move == side:
            plan.append(sergeant.choose(trial))
            trial.push(plan[-1])
        return tuple(plan)

    def lines(self) -> list[Plan]:
        """Return the plans of a long search, of different kinds."""
        thinker = players.thinker(self.game, f"general@{LONG}n", self.seed + 1)
        thinker.tell_apart(lambda plan: self.kind(tuple(plan)))
        return [tuple(line.plan) for line in thinker.think(self.position.copy()).lines]

    def solved(self, usual: Plan, best: Plan) -> list[bool]:
        """Return for each of the lesser searches whether it solves the puzzle."""
        level = self.chance(usual, MEASURED)
        enough = level + SOLVED * (self.chance(best, MEASURED) - level)
        found = []
        for number, (name, _) in enumerate(LESSER):
            lesser = players.thinker(self.game, name, self.seed + 10 + number)
            plan = tuple(lesser.think(self.position.copy()).best.plan)
            found.append(self.chance(plan, MEASURED) >= enough)
        return found


def rating_of(solved: Sequence[bool]) -> int:
    """Return a first rating: where the expected score of the lesser searches equals their score."""
    score = min(max(sum(solved), 0.5), len(solved) - 0.5)
    low, high = 400.0, 2600.0
    while high - low > 1:
        rating = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((rating - one) / 400)) for _, one in LESSER)
        low, high = (rating, high) if expected > score else (low, rating)
    return round(low)
