"""Kinds of decisions that a side makes in the other side's turn, so that orders can answer them.

A title lists its kinds (`words/replies.py`). Standing orders (`online/orders.py`) say what to
answer. This module contains what both need.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

ALL, PREFERRED, LISTED = "", "preferred", "listed"


@dataclass(frozen=True)
class Reply:
    """A kind of decision that comes up in the other side's turn.

    `verbs` has every verb of such a decision, with what it is called in an order. Where it is
    `veiled`, the other side cannot know whether there is a choice at all: then whether somebody is
    asked may depend on nothing but what everybody sees. So an order for it answers always, in
    the end by the first of `default` that is possible.

    A kind with `several` asks until nothing more is wanted: "preferred" takes what an order names
    in its order, "listed" in the order in which the rules list it. The first of `default` ends it.
    """

    id: str
    text: str
    steps: tuple[str, ...]
    verbs: Mapping[str, str]
    default: tuple[str, ...] = ()
    several: str = ALL
    veiled: bool = False
    shared: bool = False  # it is answered ahead also where the turn is nobody's, or one's own
    # the fields of a view that tell where it happens, "combat.hex" a field within a field
    where: tuple[str, ...] = ()

    def places(self, view: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the places in which a decision is made, as far as everybody knows them."""
        found: list[str] = []
        for name in self.where:
            value: Any = view
            for part in name.split("."):
                value = value.get(part) if isinstance(value, Mapping) else None
            found += [value] if isinstance(value, str) else list(value or ())
        return tuple(found)


def step_of(view: Mapping[str, Any]) -> str:
    """Return the step of the decision that is pending in a view."""
    combat = view.get("combat")
    step = combat.get("step") if isinstance(combat, Mapping) else None
    return str(step or view.get("step") or view.get("phase", ""))
