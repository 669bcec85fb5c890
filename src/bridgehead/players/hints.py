"""What would you do? A thinking player's advice: a move, its plan in a sentence, the chance.

>>> import bridgehead as bh
>>> from bridgehead import players
>>> from bridgehead.players.hints import about
>>> about(0.634)
'about 63 %'
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bridgehead.core.agreement import subject
from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.core.position import Game, Position
from bridgehead.core.registry import title_of
from bridgehead.players.reasons import Reason, reasons
from bridgehead.players.sentences import sentence_of

FORMAT = "bridgehead-hint"
VERSION = 1
DIGITS = 4  # of the chances in its JSON
MOST_LINES = 5
MOST_MEASURED = 3  # lines that are measured where the best one disappoints
A_GAIN = 0.03  # a plan that changes the chance by less is not said to
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
    """What is asked of a player that gives a hint: `bridgehead.players.thinker` makes one."""

    @property
    def name(self) -> str:
        """The name it was created by."""

    def think(self, position: Any) -> Any:
        """Return a Thought: what the side to decide should do, the best line first."""


@dataclass(frozen=True)
class HintLine:
    """One way to go on: the action, the plan it begins, in a sentence, and what it promises.

    `chance` is that of the side that decides, 0 to 1, a draw counting one half; `looks` is from
    how many rollouts it comes.
    """

    action: str
    plan: tuple[str, ...]
    sentence: str
    chance: float
    looks: int
    rolls: bool = False  # its last action is followed by the dice

    def to_dict(self) -> dict[str, Any]:
        """Return the line as plain data."""
        return {
            "action": self.action,
            "plan": list(self.plan),
            "sentence": self.sentence,
            "chance": round(self.chance, DIGITS),
            "looks": self.looks,
            "rolls": self.rolls,
        }


@dataclass(frozen=True)
class Hint:
    """What a player would do for `side`; `lines` has the ways it considered, the best first.

    `win_probability` is the same number as in an analysis: what both sides' usual play comes to
    from here. `chance` is what it becomes with the best plan.
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
        """That action and what follows it, up to the dice or the other side."""
        return self.lines[0].plan

    @property
    def sentence(self) -> str:
        """The plan in a sentence."""
        return self.lines[0].sentence

    @property
    def chance(self) -> float:
        """The chance that the side wins if it does so, 0 to 1, a draw counting one half."""
        return self.lines[0].chance

    def to_dict(self) -> dict[str, Any]:
        """Return the hint as plain data (docs/analysis.md)."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "side": self.side,
            "action": self.action,
            "plan": list(self.plan),
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
    """The plan of a hint while its chance and its reasons are still measured.

    The measuring may yet prefer another plan.
    """

    side: str
    plan: tuple[str, ...]
    sentence: str
    looks: int
    player: str
    rolls: bool = False  # as of a line

    def to_dict(self) -> dict[str, Any]:
        """Return the draft in the form of a hint that names no chance."""
        line = {
            "action": self.plan[0],
            "plan": list(self.plan),
            "sentence": self.sentence,
            "chance": None,
            "looks": self.looks,
            "rolls": self.rolls,
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
    """Return what a thinking player would do for the side that has to decide.

    It thinks from what that side knows. `first` hears the plan before it is measured, if the
    thinker can tell it then (`Thinker.tell_first`). IllegalAction where no side has to decide.
    """
    side = position.to_move
    if side is None or side == "dice":
        reason = "the game is over" if side is None else "a roll is due"
        raise IllegalAction("hint", f"there is nothing to decide: {reason}")
    thought = _thought(position, thinker, side, first)
    best, *others = thought.lines
    ranked = _different([best, *sorted(others, key=lambda line: -line.chance)])[:MOST_LINES]
    now, top = _measured(thinker, position, best)
    if top < now - A_GAIN:  # its own rollouts were too good: others may be better
        by_chance = {line: _measured(thinker, position, line)[1] for line in ranked[:MOST_MEASURED]}
        best = max(by_chance, key=lambda line: by_chance[line])
        top = by_chance[best]
        ranked = [best, *(line for line in ranked if line is not best)]
    lines = tuple(
        HintLine(line.action, tuple(line.plan), sentence_of(position, line.plan),
                 top if line is best else min(top, float(line.chance)), int(line.looks),
                 _rolls(position, line.plan))
        for line in ranked
    )  # fmt: skip
    other = next((line.plan for line in lines[1:] if line.plan != lines[0].plan), None)
    why = reasons(position, thinker, best.plan, other)
    return Hint(
        side, f"{standing(position.game, side, top)}.", now, lines, int(thought.looks),
        float(thought.seconds), thinker.name, why,
    )  # fmt: skip


def _different(lines: list[Any]) -> list[Any]:
    """Return the lines that do something else than those before: another order is the same."""
    found: dict[tuple[str, ...], Any] = {}
    for line in lines:
        found.setdefault(tuple(sorted(line.plan)), line)
    return list(found.values())


def _rolls(position: Position, plan: Sequence[str]) -> bool:
    """Whether the dice follow the last action of a plan."""
    trial = position.copy()
    try:
        for action in plan:
            trial.push(action)
    except BridgeheadError:  # it rests on something that is hidden
        return False
    return trial.to_move == "dice"


def _thought(
    position: Position, thinker: Thinks, side: str, first: Callable[[Draft], None] | None
) -> Any:
    """Return what a thinker finds; `first` hears of it as soon as there is a plan."""
    tell_first = getattr(thinker, "tell_first", None)
    if first is None or tell_first is None:
        return thinker.think(position)

    def hears(line: Any) -> None:
        plan = tuple(line.plan)
        told, rolls = sentence_of(position, plan), _rolls(position, plan)
        first(Draft(side, plan, told, int(line.looks), thinker.name, rolls))

    tell_first(hears)
    try:
        return thinker.think(position)
    finally:
        tell_first(None)


def _measured(thinker: Thinks, position: Position, best: Any) -> tuple[float, float]:
    """Return the chance now and with the best plan, both measured alike.

    Of a player that cannot measure, and while the rules are not compiled, both are what it thinks.
    """
    measure = getattr(thinker, "win_probability", None)
    now = measure(position) if measure is not None else None
    if measure is None or now is None:
        return float(best.chance), float(best.chance)
    return float(now), float(measure(position, best.plan))


def about(chance: float) -> str:
    """Return a measured chance in words: "about 63 %". No measurement is certain.

    These are the words of the page (`web/js/chance.js`), of the number that a hint's JSON has.
    """
    seen = round(chance, DIGITS)
    if seen < 0.01:
        return "less than 1 %"
    return "more than 99 %" if seen > 0.99 else f"about {math.floor(100 * seen + 0.5)} %"


def percent(chance: float) -> str:
    """Return a chance in words, as `about` does; 0 and 1 are those of a game that is over."""
    return f"{100 * chance:.0f} %" if chance in (0.0, 1.0) else about(chance)


def standing(game: Game, side: str, chance: float) -> str:
    """Return what a side's prospects are: "Israel has the better chances: about 63 %"."""
    form = next(form for least, form in STANDINGS if chance >= least)
    name = side_name(game, side)
    many = name.startswith("the ")
    verbs = {"is": "are", "has": "have"} if many else {"is": "is", "has": "has"}
    told = form.format(side=name, **verbs)
    whose = "" if "{side}" in form else f" for {name}"
    return f"{told[:1].upper()}{told[1:]}: {about(chance)}{whose}"


def side_name(game: Game, side: str) -> str:
    """Return the name of a side in a sentence: "Israel", "the Anglo-French"."""
    label = title_of(game.id).side_name(game.id, side)
    return subject(label)
