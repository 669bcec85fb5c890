"""A puzzle: a position, the side that plans, and how good plans are there.

Puzzles of a game are lines of JSON in `collections/GAME.jsonl` (schema: `bridgehead schema
puzzle`). docs/puzzles.md describes the format.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bridgehead.core.errors import BridgeheadError, InvalidPuzzle
from bridgehead.core.files.bounded_text import read_json
from bridgehead.core.positions.ending import side_name
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.titles.games import game_info, load_with
from bridgehead.core.titles.options import SCENARIO, value_of
from bridgehead.players.puzzles.rated_plan import RatedPlan
from bridgehead.players.puzzles.themes import question_of, themes_of

FORMAT, VERSION = "bridgehead-puzzle", 1
DEGREES = ("easy", "medium", "hard")
MOST_TEXT = 500  # characters of a question
MOST_PLANS = 8
MOST_ACTIONS = 400  # of a plan
MOST_RATING, MOST_ROLLOUTS = 4000, 1_000_000
FIELDS = {
    "format", "version", "id", "game", "options", "position", "side", "question", "themes",
    "degree", "rating", "usual", "plans", "rollouts", "source",
}  # fmt: skip


@dataclass(frozen=True)
class Puzzle:
    """A puzzle.

    `position` is the data of a position in which `side` is to decide. A plan is what that side does
    up to the next roll or the other side's decision. `usual` is the sergeant's plan; `plans` are
    others, the best first. All chances come from the same `rollouts`.
    """

    id: str
    game_id: str
    options: tuple[str, ...]
    data: Mapping[str, Any]
    side: str
    question: str
    themes: tuple[str, ...]
    degree: str
    rating: int
    usual: RatedPlan
    plans: tuple[RatedPlan, ...]
    rollouts: int
    source: str = ""

    @classmethod
    def at(
        cls,
        position: Position,
        usual: RatedPlan,
        plans: Sequence[RatedPlan],
        *,
        degree: str,
        rating: int,
        rollouts: int,
        source: str,
    ) -> Puzzle:
        """Return the puzzle in a position: its question and themes follow from the best plan.

        The plans may come in any order.
        """
        game, data = position.game, position.to_dict()
        ranked = sorted(plans, key=lambda one: -round(one.chance, 4))
        return cls(
            id=id_of(game, data),
            game_id=game.id,
            options=game.options,
            data=data,
            side=str(position.to_move),
            question=question_of(position, ranked[0], usual, degree),
            themes=themes_of(position, ranked[0].plan, usual.plan),
            degree=degree,
            rating=rating,
            usual=usual,
            plans=tuple(ranked),
            rollouts=rollouts,
            source=source,
        )

    @property
    def best(self) -> RatedPlan:
        """The best plan that is known."""
        return self.plans[0]

    @property
    def game(self) -> Game:
        """The game, with the puzzle's options."""
        return load_with(self.game_id, self.options)

    @property
    def scenario(self) -> str:
        """The name of the scenario that it is played in; "" in the whole game."""
        name = value_of(self.options, SCENARIO)
        known = game_info(self.game_id).scenarios.get(name)
        return known.name if known else name

    @property
    def position(self) -> Position:
        """A new position to solve the puzzle in."""
        return self.game.position(self.data)

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as JSON data."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "id": self.id,
            "game": self.game_id,
            "options": list(self.options),
            "position": dict(self.data),
            "side": self.side,
            "question": self.question,
            "themes": list(self.themes),
            "degree": self.degree,
            "rating": self.rating,
            "usual": self.usual.to_dict(),
            "plans": [one.to_dict() for one in self.plans],
            "rollouts": self.rollouts,
            "source": self.source,
        }

    def to_line(self) -> str:
        """Return the puzzle as one line of JSON."""
        return json.dumps(self.to_dict(), separators=(",", ":"), sort_keys=True)

    @classmethod
    def from_dict(cls, data: Any, *, check: bool = True) -> Puzzle:
        """Read a puzzle and check all of it; InvalidPuzzle says what is wrong.

        The position must be one of the game, the side must be to decide there, and each plan must
        be legal up to a roll or the other side's decision. Without `check` only the fields are
        checked, not the position and the plans.
        """
        reader = _Reader(data)
        found = cls(
            id=reader.text("id"),
            game_id=reader.text("game"),
            options=reader.texts("options", default=()),
            data=reader.mapping("position"),
            side=reader.text("side"),
            question=reader.text("question"),
            themes=reader.texts("themes", default=()),
            degree=reader.one_of("degree", DEGREES),
            rating=reader.whole("rating", 0, MOST_RATING),
            usual=_plan_of(reader.mapping("usual"), "usual"),
            plans=reader.plans(),
            rollouts=reader.whole("rollouts", 1, MOST_ROLLOUTS),
            source=reader.text("source", default=""),
        )
        if check:
            _check(found)
        return found

    @classmethod
    def from_line(cls, line: str, *, check: bool = True) -> Puzzle:
        """Read a puzzle from a line of JSON; InvalidPuzzle if it is none."""
        return cls.from_dict(read_json(line, "the puzzle", InvalidPuzzle), check=check)


def id_of(game: Game, data: Mapping[str, Any]) -> str:
    """Return the id of a puzzle in a position: eight digits that depend on nothing else."""
    text = json.dumps([game.id, game.options, data], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def after(position: Position, plan: Sequence[str]) -> Position:
    """Return the position after a plan; InvalidPuzzle if it is not legal or is unfinished."""
    side, trial = position.to_move, position.copy()
    for number, text in enumerate(plan, 1):
        if trial.to_move != side:
            raise InvalidPuzzle(f"plan: it is complete before its action {number}, {text!r}")
        try:
            trial.push(text)
        except BridgeheadError as error:
            raise InvalidPuzzle(f"plan: action {number}, {text!r}: {error}") from None
    if trial.to_move == side:
        name = side_name(position.game.id, str(side))
        raise InvalidPuzzle(f"plan: {name} still has to decide after its last action")
    return trial


def _check(puzzle: Puzzle) -> None:
    try:
        position = puzzle.position
    except (BridgeheadError, TypeError, ValueError) as error:
        raise InvalidPuzzle(f"position: {error}") from None
    if position.to_move != puzzle.side:
        raise InvalidPuzzle(f"side: {puzzle.side!r}, but {position.to_move} is to decide")
    for one in (puzzle.usual, *puzzle.plans):
        after(position, one.plan)
    chances = [one.chance for one in puzzle.plans]
    if chances != sorted(chances, reverse=True):
        raise InvalidPuzzle("plans: the best one must be first, the worst one last")
    if puzzle.best.chance <= puzzle.usual.chance:
        raise InvalidPuzzle("plans: the best one must be better than the usual one")


class _Reader:
    """Reads the fields of a puzzle."""

    def __init__(self, data: Any) -> None:
        if not isinstance(data, dict):
            raise InvalidPuzzle("a puzzle is a JSON object")
        if data.get("format") != FORMAT:
            raise InvalidPuzzle(f"format: must be {FORMAT!r}, is {data.get('format')!r}")
        if data.get("version") != VERSION:
            raise InvalidPuzzle(f"version: must be {VERSION}, is {data.get('version')!r}")
        unknown = sorted(set(map(str, data)) - FIELDS)
        if unknown:
            raise InvalidPuzzle(f"unknown field {unknown[0]!r}")
        self.data = data

    def _field(self, name: str, kind: type, default: Any = None) -> Any:
        if name not in self.data:
            if default is not None:
                return default
            raise InvalidPuzzle(f"{name}: is missing")
        value = self.data[name]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise InvalidPuzzle(f"{name}: must be a {_NAMES[kind]}")
        return value

    def text(self, name: str, default: str | None = None) -> str:
        value: str = self._field(name, str, default)
        if len(value) > MOST_TEXT:
            raise InvalidPuzzle(f"{name}: has {len(value)} characters; at most {MOST_TEXT}")
        if not value and default is None:
            raise InvalidPuzzle(f"{name}: is empty")
        return value

    def one_of(self, name: str, values: Sequence[str]) -> str:
        value = self.text(name)
        if value not in values:
            raise InvalidPuzzle(f"{name}: must be one of {', '.join(values)}, is {value!r}")
        return value

    def texts(self, name: str, default: tuple[str, ...]) -> tuple[str, ...]:
        value = self._field(name, list, default)
        if not all(isinstance(one, str) for one in value):
            raise InvalidPuzzle(f"{name}: must be a list of texts")
        return tuple(value)

    def mapping(self, name: str) -> Mapping[str, Any]:
        value: Mapping[str, Any] = self._field(name, dict)
        return value

    def whole(self, name: str, least: int, most: int) -> int:
        value: int = self._field(name, int)
        if not least <= value <= most:
            raise InvalidPuzzle(f"{name}: must be from {least} to {most}, is {value}")
        return value

    def plans(self) -> tuple[RatedPlan, ...]:
        value = self._field("plans", list)
        if not 1 <= len(value) <= MOST_PLANS:
            raise InvalidPuzzle(f"plans: must be 1 to {MOST_PLANS}, are {len(value)}")
        return tuple(_plan_of(one, f"plans[{n}]") for n, one in enumerate(value))


_NAMES = {str: "text", list: "list", dict: "object", int: "whole number"}


def _plan_of(data: Any, where: str) -> RatedPlan:
    if not isinstance(data, Mapping) or set(data) != {"plan", "chance"}:
        raise InvalidPuzzle(f"{where}: must be an object with plan and chance")
    plan, chance = data["plan"], data["chance"]
    if not isinstance(plan, list) or not all(isinstance(one, str) for one in plan):
        raise InvalidPuzzle(f"{where}.plan: must be a list of texts")
    if not 1 <= len(plan) <= MOST_ACTIONS:
        raise InvalidPuzzle(f"{where}.plan: must have 1 to {MOST_ACTIONS} actions")
    if isinstance(chance, bool) or not isinstance(chance, int | float):
        raise InvalidPuzzle(f"{where}.chance: must be a number")
    if not (math.isfinite(chance) and 0.0 <= chance <= 1.0):
        raise InvalidPuzzle(f"{where}.chance: must be from 0 to 1, is {chance}")
    return RatedPlan(tuple(plan), float(chance))
