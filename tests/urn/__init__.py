"""A tiny title for tests of the shared parts: dice that draw, and counters that the enemy hides.

Red may look at Blue's counters, and ends; a ball is drawn from an urn of five, each as likely as
another, and a die is rolled; Blue ends. After three turns the higher sum wins, a tie is a draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from bridgehead.core.errors import IllegalAction, InvalidPosition
from bridgehead.core.positions.position import EVERYTHING, Event, Game, Position, Result
from bridgehead.core.titles.dataset import DataRules, DataSet
from bridgehead.core.titles.games import GameInfo
from bridgehead.core.titles.title import HexTitle
from bridgehead.core.words.notation import RESIGN, Codes, Grammar, Packing

ID = "urn"
SIDES = ("red", "blue")
COUNTERS = ("b1", "b2")
BALLS = ("amber", "beryl", "coral", "diamond", "emerald")
VERBS = (("look", "unit"), ("draw", "hex"), ("roll", "face"), ("end", ""))
LOOK, DRAW, ROLL, END = range(4)
RED, BALL, DIE, BLUE, OVER = range(5)  # steps
PACKING = Packing(verb=16, unit=64, no_unit=7)
TURNS = 3
STATE = np.dtype([(name, "i8") for name in ("step", "turn", "drawn", "looked", "sum", "winner")])


@dataclass(frozen=True)
class UrnMap:
    """A map of nothing."""

    name: str = "urn"
    text: str = ""
    reconstructed: str = ""
    source: str = "urn"
    digest: str = "0"


class Urn(Game):
    """The game."""

    id = ID
    name = "Urn"
    options = ()
    map = UrnMap()
    data = DataSet(UrnMap(), {}, {}, None, "urn")
    sides = SIDES
    units = COUNTERS
    state_type = np.dtype((np.record, STATE))
    work_type = np.dtype([("nothing", "i8")])
    max_actions = 16

    def __init__(self) -> None:
        self.grammar = Grammar(VERBS, COUNTERS, BALLS, packing=PACKING)
        self.counters: list[dict[str, Any]] = []

    def start(self) -> UrnPosition:
        position = UrnPosition(self)
        position._state[0]["turn"] = 1
        return position

    def position(self, data: Mapping[str, Any]) -> UrnPosition:
        if data.get("game") != ID:
            raise InvalidPosition("position, game: is not the urn")
        position = UrnPosition(self)
        for name in STATE.names or ():
            position._state[0][name] = data[name]
        return position

    def refresh(self, state: Any, work: Any) -> None:
        pass

    def list_legal(self, state: Any, work: Any, out: Codes) -> int:
        del work
        s, texts = state[0], []
        if s["step"] == RED:
            texts = [f"look {unit}" for u, unit in enumerate(COUNTERS) if not s["looked"] >> u & 1]
        if s["step"] == BALL:
            texts = [f"draw {ball}" for k, ball in enumerate(BALLS) if not s["drawn"] >> k & 1]
        if s["step"] == DIE:
            texts = [f"roll {face}" for face in range(1, 7)]
        if s["step"] in (RED, BLUE):
            texts.append("end")
        out[: len(texts)] = [self.grammar.encode(text) for text in texts]
        return len(texts)

    def carry_out(self, state: Any, work: Any, code: int) -> None:
        del work
        s = state[0]
        if code == RESIGN:
            s["winner"], s["step"] = 1 if s["step"] == RED else 0, OVER
            return
        unit, verb, place = self.grammar.split(code)
        if verb == LOOK:
            s["looked"] |= 1 << unit
            return
        if verb == DRAW:
            s["drawn"] |= 1 << place
        s["sum"] += place if verb in (DRAW, ROLL) else 0
        s["step"] = (s["step"] + 1) % OVER
        if s["step"] == RED:
            s["turn"] += 1
            if s["turn"] > TURNS:
                s["turn"], s["step"] = TURNS, OVER
                s["winner"] = int(s["sum"] > 16) if s["sum"] != 16 else -1

    def owner(self, state: Any) -> int:
        return (0, 2, 2, 1, -1)[int(state[0]["step"])]

    def expand(self, position: Position, text: str) -> list[str]:
        return [" ".join(text.split())]

    def refusal(self, position: Position, code: int) -> IllegalAction:
        return IllegalAction("1.1", "it is not the moment for that")


class UrnPosition(Position):
    """A position of the game."""

    __slots__ = ()
    is_night = False

    @property
    def turn(self) -> int:
        return int(self.state.turn)

    @property
    def side(self) -> str:
        return SIDES[int(self.state.step == BLUE)]

    @property
    def phase(self) -> str:
        return "over" if self.result is not None else "movement"

    @property
    def result_by_rules(self) -> Result | None:
        if self.state.step != OVER:
            return None
        winner = "draw" if self.state.winner < 0 else SIDES[self.state.winner]
        return Result(winner, "2.0", "the sum is what it is", "counted")

    def movement(self, unit: str) -> Any:
        raise NotImplementedError

    def pending_odds(self) -> None:
        return None

    def to_dict(self) -> dict[str, Any]:
        values = {name: int(self.state[name]) for name in STATE.names or ()}
        return {"game": ID, **values, "units": {}}

    def view(self, side: str | None, *, actions: bool = True) -> dict[str, Any]:
        return {**self.to_dict(), "side": self.side, "phase": self.phase}

    def shown(self, side: str) -> frozenset[str]:
        seen = {unit for u, unit in enumerate(COUNTERS) if self.state.looked >> u & 1}
        return frozenset(seen if side == "red" else ())

    def public(self, text: str, viewer: str | None) -> str:
        return "look" if text.startswith("look") and viewer not in ("red", EVERYTHING) else text

    def describe(self, text: str, viewer: str | None = EVERYTHING) -> list[Event]:
        return [Event(f"It happens: {self.public(text, viewer)}.", "1.0")]


def make(options: frozenset[str], data: DataSet) -> Game:
    """Make the game."""
    del options, data
    return Urn()


class UrnTitle(HexTitle):
    """What the rest of the program knows of the tiny title."""

    def style(self, game_id: str, data: DataSet | None = None) -> dict[str, Any]:
        """Return how it is drawn: not at all."""
        return {"sides": {}}


RULES = DataRules(
    files=("map.toml",), own_text=lambda file: "", own_map=UrnMap,
    parse_map=lambda text, source: UrnMap(text=text), games=(ID,),
)  # fmt: skip
INFO = GameInfo(
    id=ID, title="Urn", title_object=UrnTitle(), edition="", sides=SIDES, options={}, about="",
    reconstructed="", make=make, data=RULES,
)  # fmt: skip
