"""Layers: what a map can show over its terrain, such as zones, supply, or where units could go.

A title lists its layers in `screen/layers.py`. Servers send the list to the page, which asks for a
layer only while it shows it. What a layer says is computed from what its viewer knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from bridgehead.core.words.sentence import Sentence

UNIT, PLACE = "unit", "place"  # what has to be chosen before some layers say anything


@dataclass(frozen=True)
class LayerInfo:
    """A layer in the list: its name, what it shows, and the sign on its button."""

    id: str
    name: str
    about: str
    sign: str
    side: str = ""  # whose it is, "" if it is nobody's
    of: str = ""  # UNIT or PLACE, if it is about a chosen one


OVER = Sentence("The game ends before they move again.")
NO_UNIT = Sentence("Point at a unit.")
CANNOT_MOVE = Sentence("It cannot move then.")
OF_UNIT = LayerInfo(
    "unit", "Next move of a unit",
    "Where the unit that you point at or have chosen can get to in its next movement phase.", "◎",
    of=UNIT,
)  # fmt: skip


@dataclass(frozen=True)
class Area:
    """Places that are drawn alike: in the color of a side, or in that of a `tone`.

    Tones: "reach" for where somebody can go, "cut" for what breaks a goal or a line.
    """

    places: tuple[str, ...]
    side: str = ""
    tone: str = ""


@dataclass(frozen=True)
class Tag:
    """Words on a place."""

    place: str
    text: str
    tone: str = ""
    about: tuple[Sentence, ...] = ()  # the same in words


@dataclass(frozen=True)
class Layer:
    """What a layer shows of a position. `note` says what it means now, or why it is empty."""

    areas: tuple[Area, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()  # each through places, from first to last
    tags: tuple[Tag, ...] = ()
    note: tuple[Sentence, ...] = ()


@dataclass(frozen=True)
class Condition:
    """Whether something holds for a unit, in each place where it could stand."""

    name: str
    holds: str  # in words, where it holds
    fails: str  # in words, where it does not
    places: tuple[str, ...]  # where it holds


@dataclass(frozen=True)
class About:
    """What a layer is about: a unit, or a place; "" if none is chosen."""

    unit: str = ""
    place: str = ""


class Layers(Protocol):
    """`screen/layers.py` of a title."""

    def layers(self, game: Any, /) -> Sequence[LayerInfo]:
        """Return the layers of a game."""

    def layer(self, position: Any, viewer: str | None, name: str, about: About, /) -> Layer:
        """Return one of the layers, from what a viewer knows of a position."""

    def ahead(self, position: Any, viewer: str | None, unit: str, place: str, /) -> Layer:
        """Return what a unit could attack from a place to which it can move now, and what it risks.

        `note` says it in words; it is () if the unit cannot move there.
        """

    def conditions(self, position: Any, viewer: str | None, unit: str, /) -> Sequence[Condition]:
        """Return what holds for a unit that the viewer knows, by place; () if there is nothing."""


def of_each_side(info: LayerInfo, sides: dict[str, str]) -> list[LayerInfo]:
    """Return a layer for each side, from one whose name says `{side}`.

    `sides` has the names of the sides.
    """
    return [
        replace(
            info, id=f"{info.id}-{side}", side=side,
            name=info.name.format(side=name),
        )
        for side, name in sides.items()
    ]  # fmt: skip
