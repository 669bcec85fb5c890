"""What a title answers when a screen asks who could attack, and what would be forgotten."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol


@dataclass(frozen=True)
class Refused:
    """A unit near the target that cannot take part, or cannot stay out, and why."""

    unit: str
    case: str
    text: str


@dataclass(frozen=True)
class Reminder:
    """What ending the phase now would leave undone, or what else one should know.

    Where something gives `side` victory points, `points` is how many and `what` for what.
    """

    text: str
    case: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    points: float = 0
    what: str = ""
    side: str = ""


def summed(reminders: Sequence[Reminder]) -> list[Reminder]:
    """Return reminders in which all that tell of points for one side are one, with their sum."""
    costly = [one for one in reminders if one.points]
    if len(costly) < 2:
        return list(reminders)
    first = costly[0]
    parts = ", ".join(f"{one.what[:1].lower()}{one.what[1:]} {one.points:g}" for one in costly)
    total = sum(one.points for one in costly)
    text = f"Coming in gives {first.side} up to {total:g} victory points: {parts}"
    units = tuple(dict.fromkeys(unit for one in costly for unit in one.units))
    whole = Reminder(text, first.case, units, (), total, "", first.side)
    return [one for one in reminders if not one.points] + [whole]


@dataclass(frozen=True)
class Protector:
    """A unit that can give protective fire now: what it adds, and whom that keeps from firing."""

    unit: str
    value: int
    bars: tuple[Refused, ...]


class AttackOffer(Protocol):
    """Who can attack a hex, or several: a dataclass of the title, sent to the page as it is.

    `candidates` can join, `inside` have joined, `refused` cannot. Of the candidates, `must` have
    to join: without them the attack is not fired.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes that are attacked."""

    @property
    def candidates(self) -> tuple[str, ...]:
        """The units that can join."""

    @property
    def inside(self) -> tuple[str, ...]:
        """The units that have joined."""

    @property
    def roles(self) -> Mapping[str, str]:
        """Who fires from range ("ranged"); a unit that is not named is adjacent."""

    @property
    def markers(self) -> Mapping[str, int]:
        """What can be given besides units, by its verb, with the most of each."""

    @property
    def also(self) -> tuple[str, ...]:
        """The hexes that can be taken in besides."""

    @property
    def refused(self) -> Sequence[Refused]:
        """The units that cannot join, each with its reason."""

    @property
    def must(self) -> Sequence[Refused]:
        """The candidates that have to join."""

    @property
    def careful(self) -> Sequence[Refused]:
        """The candidates whose loss would cost more than a unit, and why."""
