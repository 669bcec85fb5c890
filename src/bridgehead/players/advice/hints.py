"""What would you do? A thinking player's advice: a move, its plan in a sentence, the chance.

>>> import bridgehead as bh
>>> from bridgehead import players
>>> from bridgehead.players.advice.hints import about
>>> about(0.634)
'about 63 %'
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.titles.games import title_of
from bridgehead.core.words.grammar import capital, subject
from bridgehead.players.advice.foolish import faults_of
from bridgehead.players.advice.intents import LONG, Intent, headline_of, intents_of, kind_of
from bridgehead.players.advice.reasons import Reason, reasons
from bridgehead.players.advice.sentences import sentence_of

FORMAT = "bridgehead-hint"
VERSION = 1
DIGITS = 4  # of the chances in its JSON
MOST_LINES = 5
MOST_MEASURED = 3  # lines that are measured where the best one disappoints
A_FEW = 0.25  # of the actions of a plan: fewer make no other plan
A_GAIN = 0.03  # a plan that changes the chance by less is not said to
FAR_WORSE = 0.25  # by which the chance of other lines may be behind the best
# from this chance on, what a side's prospects are called; its own and, below the half, the others'
STANDINGS = (
    (0.97, "{side} {is} almost certain to win"),
    (0.8, "{side} {is} clearly ahead"),
    (0.57, "{side} {has} the better chances"),
    (0.43, "the game is open"),
    (0.2, "{side} {has} the worse chances"),
    (0.03, "{side} {is} far behind"),
    (0.0, "{side} can hardly win now"),
)


class Thinks(Protocol):
    """A player that can give hints, made by `bridgehead.players.thinker`."""

    @property
    def name(self) -> str:
        """The name it was created by."""

    def think(self, position: Any) -> Any:
        """Return a Thought: recommendations for the side to decide, the best line first."""

    def worlds(self, position: Any) -> Sequence[Any]:
        """Return possible states by what the side to decide knows; empty if it cannot tell."""

    def futures(self, position: Any, plans: Sequence[Sequence[str]], looks: int) -> Sequence[Any]:
        """Return for each plan the final states of rollouts; empty if it cannot look ahead."""

    def win_probability(self, position: Any, plan: Sequence[str] = ()) -> float | None:
        """Return the chance of the side to decide after a plan; None if it cannot measure that."""

    def tell_first(self, hears: Callable[[Any], None] | None) -> None:
        """Call `hears` with the best line as soon as there is one."""

    def tell_apart(
        self,
        kind: Callable[[Sequence[str]], Hashable] | None,
        faults: Callable[[Sequence[str]], int] | None = None,
    ) -> None:
        """Let lines differ in their plans' `kind`, and the one told first avoid `faults`."""


@dataclass(frozen=True)
class HintLine:
    """A possible line: the action, the plan that it begins, a sentence, and its chance.

    `chance` is that of the side to decide, 0 to 1, with a draw counting one half; `looks` is the
    number of rollouts behind it.
    """

    action: str
    plan: tuple[str, ...]
    sentence: str
    chance: float
    looks: int
    rolls: bool = False  # its last action is followed by the dice
    headline: str = ""  # of a long plan: what it is for
    intents: tuple[Intent, ...] = ()  # the weightiest first

    def to_dict(self) -> dict[str, Any]:
        """Return the line as JSON data."""
        return {
            "action": self.action,
            "plan": list(self.plan),
            "sentence": self.sentence,
            "chance": round(self.chance, DIGITS),
            "looks": self.looks,
            "rolls": self.rolls,
            "headline": self.headline,
            "intents": [intent.to_dict() for intent in self.intents],
        }


@dataclass(frozen=True)
class Hint:
    """A player's advice for `side`; `lines` are the lines that it considered, the best first.

    `win_probability` is the same number as in an analysis: the result of both sides' usual play
    from here. `chance` is the probability with the best plan.
    """

    side: str
    told: str  # the prospects with the best plan: "Israel has the better chances: about 63 %."
    win_probability: float  # of `side` at this position, measured as analyses measure it
    lines: tuple[HintLine, ...]
    looks: int
    seconds: float
    player: str
    reasons: tuple[Reason, ...] = ()  # for the best plan, the weightiest first

    @property
    def action(self) -> str:
        """The best action of the pending decision."""
        return self.lines[0].action

    @property
    def plan(self) -> tuple[str, ...]:
        """That action and the following ones, up to a roll or the other side's decision."""
        return self.lines[0].plan

    @property
    def sentence(self) -> str:
        """The plan in a sentence."""
        return self.lines[0].sentence

    @property
    def headline(self) -> str:
        """The purpose of a long plan: "Occupy Rafiah (4620), …"."""
        return self.lines[0].headline

    @property
    def chance(self) -> float:
        """The side's win probability with this plan, 0 to 1, with a draw counting one half."""
        return self.lines[0].chance

    def to_dict(self) -> dict[str, Any]:
        """Return the hint as JSON data (docs/analysis.md)."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "side": self.side,
            "action": self.action,
            "plan": list(self.plan),
            "headline": self.headline,
            "sentence": self.sentence,
            "chance": round(self.chance, DIGITS),
            "win_probability": round(self.win_probability, DIGITS),
            "told": self.told,
            "reasons": [reason.to_dict() for reason in self.reasons],
            "player": self.player,
            "looks": self.looks,
            "seconds": round(self.seconds, 3),
            "lines": [line.to_dict() for line in self.lines],
        }


@dataclass(frozen=True)
class Draft:
    """The plan of a hint while its chance and its reasons are being measured.

    The measurement may still change the choice of plan.
    """

    side: str
    plan: tuple[str, ...]
    sentence: str
    looks: int
    player: str
    rolls: bool = False  # as of a line, like the next two
    headline: str = ""
    intents: tuple[Intent, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the draft in the form of a hint without a chance."""
        line = {
            "action": self.plan[0],
            "plan": list(self.plan),
            "sentence": self.sentence,
            "chance": None,
            "looks": self.looks,
            "rolls": self.rolls,
            "headline": self.headline,
            "intents": [intent.to_dict() for intent in self.intents],
        }
        return {
            "format": FORMAT,
            "version": VERSION,
            "draft": True,
            "side": self.side,
            **line,
            "told": "",
            "reasons": [],
            "player": self.player,
            "lines": [line],
        }


def hint(position: Position, thinker: Thinks, first: Callable[[Draft], None] | None = None) -> Hint:
    """Return a thinking player's advice for the side to decide.

    It uses only what that side knows. `first` is called with the plan before it is measured, if the
    thinker supports that (`Thinker.tell_first`). IllegalAction if no side is to decide.
    """
    side = position.to_move
    if side is None or side == "dice":
        reason = "the game is over" if side is None else "a roll is due"
        raise IllegalAction("hint", f"there is nothing to decide: {reason}")
    aims = _Aims(position, thinker)
    thought = _thought(position, thinker, side, aims, first)
    first_line, *others = thought.lines
    in_order = [first_line, *sorted(others, key=lambda line: -line.chance)]
    now, top, best = _best(thinker, position, _different(in_order, aims), aims)
    others = [line for line in in_order if line is not best]
    if not aims.faults(best.plan):
        others = [line for line in others if not aims.faults(line.plan)]
    others = [line for line in others if line.chance > top - FAR_WORSE]
    ranked = _different([best, *others], aims)[:MOST_LINES]
    lines = tuple(
        HintLine(line.action, tuple(line.plan), sentence_of(position, line.plan),
                 top if line is best else min(top, float(line.chance)), int(line.looks),
                 _rolls(position, line.plan), aims.headline(line.plan), aims.of(line.plan))
        for line in ranked
    )  # fmt: skip
    other = next((line.plan for line in lines[1:] if line.plan != lines[0].plan), None)
    why = reasons(position, thinker, best.plan, other)
    return Hint(
        side, f"{standing(position.game, side, top)}.", now, lines, int(thought.looks),
        float(thought.seconds), thinker.name, why,
    )  # fmt: skip


def _best(
    thinker: Thinks, position: Position, lines: Sequence[Any], aims: _Aims
) -> tuple[float, float, Any]:
    """Return the chance now, and the chance with the best line, and this line.

    It is the first one, unless that has foolish moves or its measured chance disappoints: then
    others are measured. One with fewer foolish moves comes first if it is about as good.
    """
    best = lines[0]
    now, top = _measured(thinker, position, best)
    least = aims.faults(best.plan)
    if top < now - A_GAIN:  # its own rollouts were too good: others may be better
        more = lines[1:MOST_MEASURED]
    else:
        more = [line for line in lines[1:] if aims.faults(line.plan) < least][: MOST_MEASURED - 1]
    chances = {line: _measured(thinker, position, line)[1] for line in more} | {best: top}
    top = max(chances.values())
    near = [line for line in lines if chances.get(line, -1.0) >= top - A_GAIN]
    best = min(near, key=lambda line: (aims.faults(line.plan), -chances[line]))
    return now, chances[best], best


class _Aims:
    """The purposes of plans, derived from the position as the side to decide knows it."""

    def __init__(self, position: Position, thinker: Thinks) -> None:
        self._known: Position | None = position
        if position.game.id in title_of(position.game.id).hiding:
            worlds = thinker.worlds(position)
            self._known = position.at(worlds[0]) if worlds else None
        self._found: dict[tuple[str, ...], tuple[Intent, ...]] = {}
        self._faults: dict[tuple[str, ...], int] = {}

    def faults(self, plan: Sequence[str]) -> int:
        """Return the number of foolish moves in a plan; 0 if they could reveal hidden facts."""
        key = tuple(plan)
        if key not in self._faults:
            self._faults[key] = 0 if self._known is None else len(faults_of(self._known, key))
        return self._faults[key]

    def of(self, plan: Sequence[str]) -> tuple[Intent, ...]:
        """Return the intents of a plan; none if they could reveal hidden facts."""
        key = tuple(plan)
        if key not in self._found:
            self._found[key] = () if self._known is None else intents_of(self._known, key)
        return self._found[key]

    def headline(self, plan: Sequence[str]) -> str:
        """Return the headline of a plan, "" where it is short."""
        return "" if self._known is None else headline_of(self._known, plan, self.of(plan))

    def kind(self, plan: Sequence[str]) -> frozenset[tuple[str, ...]]:
        """Return the key that plans with the same purpose share; empty for a short plan."""
        return kind_of(self.of(plan)) if len(plan) >= LONG else frozenset()

    def main(self, plan: Sequence[str]) -> Hashable:
        """Return the key of a plan's weightiest intent, or the kind of a short plan."""
        strong = self.of(plan)[:1] if self.kind(plan) else ()
        return (strong[0].key, self.faults(plan) > 0) if strong else self.kind_or_plan(plan)

    def kind_or_plan(self, plan: Sequence[str]) -> Hashable:
        """Return the kind of a plan, or its actions in any order, and whether it is foolish."""
        return self.kind(plan) or tuple(sorted(plan)), self.faults(plan) > 0


def _different(lines: list[Any], aims: _Aims) -> list[Any]:
    """Return the first line and those that differ from it and from each other in their intents.

    Lines with another main intent come first. Only where no other line differs in its intents, the
    result has lines with the same intents whose attacks have other odds.
    """
    kinds: dict[Hashable, Any] = {}
    mains: dict[Hashable, Any] = {}
    details: dict[Hashable, Any] = {}
    for line in lines:
        if any(_nearly_same(line.plan, other.plan, aims) for other in kinds.values()):
            continue
        kind = aims.kind_or_plan(line.plan)
        kinds.setdefault(kind, line)
        mains.setdefault(aims.main(line.plan), line)
        odds = tuple(sorted(one.detail for one in aims.of(line.plan)))
        details.setdefault((kind, odds), line)
    found = (*mains.values(), *kinds.values()) if len(kinds) > 1 else details.values()
    return list({id(line): line for line in found}.values())


def _nearly_same(plan: Sequence[str], other: Sequence[str], aims: _Aims) -> bool:
    """Whether two plans without a kind differ in few of many actions, and in no foolish one."""
    if aims.kind(plan) or aims.kind(other) or aims.faults(plan) != aims.faults(other):
        return False
    return len({*plan} ^ {*other}) <= A_FEW * max(len(plan), len(other))


def _rolls(position: Position, plan: Sequence[str]) -> bool:
    """Whether a roll follows the last action of a plan."""
    trial = position.copy()
    try:
        for action in plan:
            trial.push(action)
    except BridgeheadError:  # it rests on something that is hidden
        return False
    return trial.to_move == "dice"


def _thought(
    position: Position,
    thinker: Thinks,
    side: str,
    aims: _Aims,
    first: Callable[[Draft], None] | None,
) -> Any:
    """Return a thinker's thought, with different lines.

    `first` is called with the plan as soon as there is one.
    """

    def hears(line: Any) -> None:
        plan = tuple(line.plan)
        told, rolls = sentence_of(position, plan), _rolls(position, plan)
        what_for = aims.headline(plan), aims.of(plan)
        draft = Draft(side, plan, told, int(line.looks), thinker.name, rolls, *what_for)
        if first is not None:
            first(draft)

    thinker.tell_first(None if first is None else hears)
    thinker.tell_apart(aims.main, aims.faults)
    try:
        return thinker.think(position)
    finally:
        thinker.tell_first(None)
        thinker.tell_apart(None)


def _measured(thinker: Thinks, position: Position, best: Any) -> tuple[float, float]:
    """Return the chance now and with the best plan, both measured in the same way.

    While that cannot be measured, because the rules are not compiled, both are its estimate.
    """
    now = thinker.win_probability(position)
    planned = None if now is None else thinker.win_probability(position, best.plan)
    if now is None or planned is None:
        return float(best.chance), float(best.chance)
    return float(now), float(planned)


def about(chance: float) -> str:
    """Return a measured chance in words: "about 63 %". No measurement is certain.

    The page uses the same words (`web/js/common/chance.js`) for the number in a hint's JSON.
    """
    seen = round(chance, DIGITS)
    if seen < 0.01:
        return "less than 1 %"
    return "more than 99 %" if seen > 0.99 else f"about {math.floor(100 * seen + 0.5)} %"


def percent(chance: float) -> str:
    """Return a chance in words, like `about`; 0 and 1 are for finished games."""
    return f"{100 * chance:.0f} %" if chance in (0.0, 1.0) else about(chance)


def standing(game: Game, side: str, chance: float) -> str:
    """Return a side's prospects in words: "Israel has the better chances: about 63 %"."""
    form = next(form for least, form in STANDINGS if chance >= least)
    name = side_name(game, side)
    many = name.startswith("the ")
    verbs = {"is": "are", "has": "have"} if many else {"is": "is", "has": "has"}
    told = form.format(side=name, **verbs)
    whose = "" if "{side}" in form else f" for {name}"
    return f"{capital(told)}: {about(chance)}{whose}"


def side_name(game: Game, side: str) -> str:
    """Return the name of a side in a sentence: "Israel", "the Anglo-French"."""
    label = title_of(game.id).side_name(game.id, side)
    return subject(label)
