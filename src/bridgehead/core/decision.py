"""A pending decision, sorted for a screen: what each unit can do, what each hex, and the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Decision:
    """The pending decision, looked at once: its actions, sorted, and what the position says.

    `units` gives for each unit and verb the hexes ("" for a verb without one; where another unit
    is named before the hex, both; where a move lists points, all), `hexes` for each verb without a
    unit its hexes, numbers or other objects, `plain` the actions that are one word.
    """

    units: Mapping[str, Mapping[str, tuple[str, ...]]]
    hexes: Mapping[str, tuple[str, ...]]
    plain: tuple[str, ...]
    data: Mapping[str, Any] = field(repr=False)
    step: str

    @classmethod
    def of(cls, position: Any) -> Decision:
        """Sort the actions of a position's pending decision."""
        units: dict[str, dict[str, list[str]]] = {}
        hexes: dict[str, list[str]] = {}
        plain = []
        known = frozenset(position.game.units)
        for text in position.legal_actions():
            verb, *objects = text.split()
            if not objects:
                plain.append(verb)
            elif objects[0] in known:
                place = " ".join(objects[1:])
                units.setdefault(objects[0], {}).setdefault(verb, []).append(place)
            else:
                hexes.setdefault(verb, []).append(" ".join(objects))
        data = position.to_dict()
        return cls(
            units={
                unit: {verb: tuple(places) for verb, places in verbs.items()}
                for unit, verbs in units.items()
            },
            hexes={verb: tuple(places) for verb, places in hexes.items()},
            plain=tuple(plain),
            data=data,
            step=data.get("combat", {}).get("step", data.get("step", position.phase)),
        )
