"""A pending decision sorted for a screen: by unit, by hex, and the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bridgehead.core.words.notation import ActionList


@dataclass(frozen=True)
class Decision:
    """The pending decision: its legal actions, sorted, and the position's description of it.

    `units` has for each unit and verb the hexes ("" for a verb without one; if another unit is
    named before the hex, both; if a move lists points, all of them), `hexes` has for each verb
    without a unit its hexes, numbers or other objects, `plain` has the actions that are one word.
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
        for unit, verb, objects in _runs(position.legal_actions(), known):
            if unit:
                units.setdefault(unit, {}).setdefault(verb, []).extend(objects)
                continue
            for text in objects:
                first, _, rest = text.partition(" ")
                if not text:
                    plain.append(verb)
                elif first in known:
                    units.setdefault(first, {}).setdefault(verb, []).append(rest)
                else:
                    hexes.setdefault(verb, []).append(text)
        data = position.to_dict()
        return cls(
            units={
                unit: {verb: tuple(places) for verb, places in verbs.items()}
                for unit, verbs in units.items()
            },
            hexes={verb: tuple(places) for verb, places in hexes.items()},
            plain=tuple(plain),
            data=data,
            step=step_of(position, data),
        )


def step_of(position: Any, data: Mapping[str, Any]) -> str:
    """Return the name of the pending decision, by the position and its data or a view of it."""
    return str(
        getattr(position, "step", None) or data.get("combat", {}).get("step", position.phase)
    )


def _runs(actions: Sequence[str], units: frozenset[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Group actions by unit and verb, with the other objects: see `ActionList.runs`."""
    if isinstance(actions, ActionList):
        yield from actions.runs()
        return
    for text in actions:
        verb, *objects = text.split()
        has_unit = bool(objects) and objects[0] in units
        yield objects.pop(0) if has_unit else "", verb, [" ".join(objects)]
