"""The answers of a title to a screen: possible attackers, and reminders before a phase ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol


@dataclass(frozen=True)
class Refused:
    """A unit near the target that cannot join, or cannot stay out, and the reason."""

    unit: str
    case: str
    text: str


@dataclass(frozen=True)
class Reminder:
    """Something that would be left undone if the phase ended now, or other information.

    If it gives `side` victory points, `points` is their number and `what` the reason.
    """

    text: str
    case: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    points: float = 0
    what: str = ""
    side: str = ""


def summed(reminders: Sequence[Reminder]) -> list[Reminder]:
    """Merge reminders about points for the same side into one, with their sum."""
    costly = [one for one in reminders if one.points]
    if len(costly) < 2:
        return list(reminders)
    first = costly[0]
    parts = ", ".join(f"{one.points:g} for {one.what[:1].lower()}{one.what[1:]}" for one in costly)
    total = sum(one.points for one in costly)
    text = f"Coming in gives {first.side} up to {total:g} victory points: {parts}"
    units = tuple(dict.fromkeys(unit for one in costly for unit in one.units))
    whole = Reminder(text, first.case, units, (), total, "", first.side)
    return [one for one in reminders if not one.points] + [whole]


@dataclass(frozen=True)
class Protector:
    """A unit that can give protective fire now, its effect, and whom it keeps from firing."""

    unit: str
    value: int
    bars: tuple[Refused, ...]


@dataclass(frozen=True)
class Chance:
    """A result of a roll in words, its probability, and whom it helps: "good", "bad", ""."""

    text: str
    share: float
    look: str = ""


@dataclass(frozen=True)
class Roll:
    """A roll that an action leads to: its column with each shift, and the chances."""

    name: str
    chances: tuple[Chance, ...]
    case: str = ""
    strength: int | None = None
    column: int | None = None
    shifts: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True)
class Forecast:
    """What an action leads to, as far as the side that decides can know: `risks` come before."""

    rolls: tuple[Roll, ...] = ()
    risks: tuple[Roll, ...] = ()
    note: str = ""


class AttackOffer(Protocol):
    """The possible attackers of one or more hexes: a dataclass of the title, sent to the page.

    `candidates` can join, `inside` have joined, `refused` cannot. Of the candidates, `must` are
    required: without them the attack cannot be fired.
    """

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def hexes(self) -> tuple[str, ...]:
        """The hexes under attack."""

    @property
    def candidates(self) -> tuple[str, ...]:
        """The units that can join."""

    @property
    def inside(self) -> tuple[str, ...]:
        """The units that have joined."""

    @property
    def roles(self) -> Mapping[str, str]:
        """The units that fire from range ("ranged"); other units are adjacent."""

    @property
    def markers(self) -> Mapping[str, int]:
        """Things other than units that can be added, by verb, with the largest number of each."""

    @property
    def also(self) -> tuple[str, ...]:
        """The further hexes that can be attacked at the same time."""

    @property
    def refused(self) -> Sequence[Refused]:
        """The units that cannot join, with the reasons."""

    @property
    def must(self) -> Sequence[Refused]:
        """The candidates that must join."""

    @property
    def careful(self) -> Sequence[Refused]:
        """The candidates whose loss would cost more than a unit, with the reasons."""
