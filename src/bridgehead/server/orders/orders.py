"""Standing orders: answers, given in advance, to decisions that repeat themselves.

An order is for one kind of decision (`core.words.replies`), everywhere or in one place, for one
unit or all, in one turn or until it is changed, in the other side's turn or in one's own. It lists
answers in order of preference; the first possible one is given. "captain" lets a computer decide,
"ask" asks the person. If several orders fit, the first one decides. If none has a possible answer,
the person is asked.

`answer` uses only the owner's own view, which lists the legal actions. For a veiled kind, an order
that fits always answers. Otherwise a question would tell the other side what it must not know.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.positions.position import Game
from bridgehead.core.titles.games import title_of
from bridgehead.core.words.replies import LISTED, Reply, step_of

ASK, CAPTAIN = "ask", "captain"  # results of `answer` other than an action
MOST, LONGEST = 40, 20  # orders per side, answers per order
SIZE = 8000  # characters of all orders of a side in stored form
TURNS, UNITS = 99, 99
SCOPE = ("unit", "place", "turn", "own", "least")  # the fields that say when an order applies
Distance = Callable[[str, str], int]


class OrdersError(BridgeheadError):
    """Standing orders are invalid."""


@dataclass(frozen=True)
class Answer:
    """One answer of an order: an action, given in full or in part, or CAPTAIN, or ASK.

    `toward` names a place: of several possible actions, the one that leads nearest to it is chosen.
    """

    verb: str
    unit: str = ""
    place: str = ""
    toward: str = ""

    def to_dict(self) -> dict[str, str]:
        """Return the answer as JSON data."""
        return {name: value for name, value in asdict(self).items() if value}


@dataclass(frozen=True)
class Order:
    """One standing order: the decisions to which it applies, and its answers."""

    kind: str
    answers: tuple[Answer, ...]
    unit: str = ""
    place: str = ""
    turn: int = 0  # the only turn in which the order applies; 0: in all turns
    own: bool = False  # it answers only in the side's own turn, otherwise only in the other's
    least: int = 0  # it applies only while the side has so many units in the place

    def to_dict(self) -> dict[str, Any]:
        """Return the order as JSON data."""
        scope = {name: getattr(self, name) for name in SCOPE}
        said = {name: value for name, value in scope.items() if value}
        return {"kind": self.kind, **said, "answers": [one.to_dict() for one in self.answers]}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Order:
        """Return the order of checked data."""
        answers = tuple(Answer(**one) for one in data["answers"])
        scope = {name: data[name] for name in SCOPE if name in data}
        return cls(data["kind"], answers, **scope)


def kinds_data(game: Game) -> list[dict[str, Any]]:
    """Return the kinds of decisions of a game that orders can answer, for a page."""
    return [
        {
            "id": kind.id,
            "text": kind.text,
            "steps": [step.replace(" ", "_") for step in kind.steps],
            "verbs": dict(kind.verbs),
            "default": list(kind.default),
            "several": bool(kind.several),
            "veiled": kind.veiled,
            "shared": kind.shared,
            "where": list(kind.where),
            "presets": [asdict(preset) for preset in kind.presets],
        }
        for kind in title_of(game.id).replies(game.id)
    ]


# Answers


@dataclass(frozen=True)
class _Action:
    text: str
    verb: str
    unit: str
    place: str

    @classmethod
    def of(cls, text: str, units: frozenset[str]) -> _Action:
        verb, *objects = text.split()
        unit = objects.pop(0) if objects and objects[0] in units else ""
        return cls(text, verb, unit, objects[-1] if objects else "")


def kind_of(kinds: Sequence[Reply], view: Mapping[str, Any]) -> Reply | None:
    """Return the kind of a pending decision; None if no order can answer it."""
    step = step_of(view)
    return next((kind for kind in kinds if step in kind.steps), None)


def answer(orders: Sequence[Order], view: Mapping[str, Any], side: str, game: Game) -> str:
    """Return the answer of a side's orders to its pending decision: an action, CAPTAIN or ASK.

    `view` is the side's own view of the position; it lists the legal actions.
    """
    kind = kind_of(title_of(game.id).replies(game.id), view)
    listed = view.get("legal_actions", ())
    if kind is None or not listed:
        return ASK
    units = frozenset(game.units)
    legal = [_Action.of(text, units) for text in listed]
    distance = _distance(game)
    for order in orders:
        if _fits(order, kind, view, side) and _holds(order, kind, view, side, game):
            found = _given(order, kind, legal, distance)
            if found:
                return found
    return ASK


def _fits(order: Order, kind: Reply, view: Mapping[str, Any], side: str) -> bool:
    if order.kind != kind.id or order.turn not in (0, view.get("turn", 1)):
        return False
    if not kind.shared and order.own != (view.get("side") == side):
        return False
    return not order.place or order.place in kind.places(view)


def _holds(order: Order, kind: Reply, view: Mapping[str, Any], side: str, game: Any) -> bool:
    """Whether the side has as many units in the place as the order wants."""
    if not order.least:
        return True
    places = kind.places(view)
    mine = {unit["id"] for unit in game.counters if unit["side"] == side}
    there = sum(unit in mine and place in places for unit, place in view["units"].items())
    return there >= order.least


def _given(order: Order, kind: Reply, legal: Sequence[_Action], distance: Distance | None) -> str:
    """Return the answer of an order that applies, "" if none of its answers is possible."""
    first = order.answers[0].verb
    if first in (ASK, CAPTAIN):
        return first if not order.unit or any(one.unit == order.unit for one in legal) else ""
    free = [one for one in legal if not order.unit or one.unit == order.unit]
    if kind.several == LISTED:
        wanted = [one for each in order.answers for one in _matching(each, free, distance)]
        found = next((one.text for one in free if one in wanted), "")
    else:
        found = _preferred(order, free, distance)
    if found or not (kind.several or kind.veiled):
        return found
    return _default(kind, legal)


def _preferred(order: Order, free: Sequence[_Action], distance: Distance | None) -> str:
    for each in order.answers:
        if each.verb in (ASK, CAPTAIN) and free:
            return each.verb
        matching = _matching(each, free, distance)
        if matching:
            return matching[0].text
    return ""


def _matching(wanted: Answer, free: Sequence[_Action], distance: Distance | None) -> list[_Action]:
    """Return the actions that fit an answer, the best first."""
    found = [
        one
        for one in free
        if one.verb == wanted.verb
        and wanted.unit in ("", one.unit)
        and wanted.place in ("", one.place)
    ]
    if wanted.toward and distance is not None:
        there = wanted.toward
        found = sorted((one for one in found if one.place), key=lambda o: distance(o.place, there))
    return found


def _default(kind: Reply, legal: Sequence[_Action]) -> str:
    for verb in kind.default[:1] if kind.several else kind.default:
        for one in legal:
            if one.verb == verb:
                return one.text
    return legal[0].text


def has_distance(game: Game) -> bool:
    """Whether answers of the kind "nearest to a place" are possible in a game."""
    return _distance(game) is not None


def _distance(game: Any) -> Distance | None:
    """Return a function for the distance between two places, None if the map has no hexes."""
    grid = getattr(game.map, "grid", None)
    found: Distance | None = getattr(grid, "distance", None)
    return found


# Input


def checked(game: Game, data: object, *, captain: bool = True) -> tuple[Order, ...]:
    """Return orders in the form in which they are stored; `captain`: whether there are captains.

    OrdersError says what is wrong with them.
    """
    if not isinstance(data, list) or len(data) > MOST:
        raise OrdersError(f"standing orders must be a list of at most {MOST}")
    kinds = {kind.id: kind for kind in title_of(game.id).replies(game.id)}
    found = tuple(_order(game, kinds, one) for one in data)
    if not captain and any(one.verb == CAPTAIN for order in found for one in order.answers):
        raise OrdersError("captain: no captain decides for you here; use ask")
    size = len(kept(found))
    if size > SIZE:
        raise OrdersError(
            f"standing orders can have at most {SIZE} characters, and these have {size}: write "
            "fewer or shorter ones"
        )
    return found


def kept(orders: Sequence[Order]) -> str:
    """Return orders as JSON data to store."""
    return json.dumps([order.to_dict() for order in orders])


def _order(game: Game, kinds: Mapping[str, Reply], data: object) -> Order:
    if not isinstance(data, dict) or not set(data) <= {"kind", "answers", *SCOPE}:
        raise OrdersError(f"an order must have kind and answers, and can have {', '.join(SCOPE)}")
    kind = kinds.get(_text(data, "kind"))
    if kind is None:
        raise OrdersError(f"kind: {data.get('kind')!r} must be one of {', '.join(kinds)}")
    answers, turn = data.get("answers"), data.get("turn", 0)
    if not isinstance(answers, list) or not 0 < len(answers) <= LONGEST:
        raise OrdersError(f"answers: must be a list of 1 to {LONGEST}")
    if type(turn) is not int or not 0 <= turn <= TURNS:
        raise OrdersError("turn: must be the number of a game turn, or 0")
    own, least = data.get("own", False), data.get("least", 0)
    if type(own) is not bool:
        raise OrdersError("own: must be true or false")
    if type(least) is not int or not 0 <= least <= UNITS:
        raise OrdersError(f"least: must be a number of units from 0 to {UNITS}")
    order = Order(
        kind.id,
        tuple(_answer(game, kind, one) for one in answers),
        _unit(game, data),
        _place(game, data, "place"),
        turn,
        own,
        least,
    )
    if (order.place or order.least) and not kind.where:
        raise OrdersError(f"{kind.text}: this decision has no place")
    if order.unit and (kind.veiled or kind.several):
        raise OrdersError(
            f"{kind.text}: an order for this cannot have a unit; name the unit in an answer"
        )
    alone = any(one.verb in (ASK, CAPTAIN) for one in order.answers) and len(order.answers) > 1
    if alone and (kind.veiled or kind.several):
        raise OrdersError(f"{kind.text}: captain and ask must be the only answer")
    return order


def _answer(game: Game, kind: Reply, data: object) -> Answer:
    if not isinstance(data, dict) or not set(data) <= {"verb", "unit", "place", "toward"}:
        raise OrdersError("an answer must have a verb, and can have unit, place and toward")
    found = Answer(
        _text(data, "verb"),
        _unit(game, data),
        _place(game, data, "place"),
        _place(game, data, "toward"),
    )
    if found.verb not in (*kind.verbs, ASK, CAPTAIN):
        known = ", ".join((*kind.verbs, CAPTAIN, ASK))
        raise OrdersError(f"{kind.text}: {found.verb!r} must be one of {known}")
    if found.verb in (ASK, CAPTAIN) and found != Answer(found.verb):
        raise OrdersError(f"{found.verb} cannot have a unit or a place")
    if found.toward and _distance(game) is None:
        raise OrdersError("toward: works only on hex maps")
    return found


def _unit(game: Game, data: Mapping[str, Any]) -> str:
    unit = _text(data, "unit")
    if unit and unit not in game.units:
        raise OrdersError(f"unit: there is no unit {unit!r}")
    return unit


def _place(game: Game, data: Mapping[str, Any], name: str) -> str:
    place = _text(data, name)
    is_number = name == "place" and place.isascii() and place.isdigit() and len(place) <= 2
    if place and not is_number and place not in game.grammar.hexes:
        raise OrdersError(f"{name}: {place!r} is not a place on the map")
    return place


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name, "")
    if not isinstance(value, str) or len(value) > 40:
        raise OrdersError(f"{name}: must be a string")
    return value
