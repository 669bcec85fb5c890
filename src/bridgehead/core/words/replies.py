"""Kinds of decisions that a side makes in the other side's turn, so that orders can answer them.

A title lists its kinds (`words/replies.py`). Standing orders (`server/orders/orders.py`) say what
to answer. This module contains what both need.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

ALL, PREFERRED, LISTED = "", "preferred", "listed"


@dataclass(frozen=True)
class Preset:
    """Answers that a page offers at a decision for all that follow: "everybody fires".

    `verbs` are the answers in order of preference. If it is `placed`, there is one for each place
    that the legal actions name; if it `counts`, it applies as long as enough units are left.
    """

    text: str
    verbs: tuple[str, ...]
    placed: bool = False
    counts: bool = False


@dataclass(frozen=True)
class Reply:
    """A kind of decision that a side makes in the other side's turn.

    Some of its steps may come up in the side's own turn, too; an order answers them there only if
    it says so.

    `verbs` has every verb of such a decision, with its name in orders. If it is `veiled`, the other
    side cannot know whether there is a choice at all; then whether the person is asked may depend
    only on what everybody sees. So an order for it always answers, in the end with the first
    possible answer in `default`.

    A kind with `several` asks until nothing more is wanted: "preferred" takes the items in the
    order of the standing order, "listed" in the order in which the rules list them. The first of
    `default` ends it.
    """

    id: str
    text: str
    steps: tuple[str, ...]
    verbs: Mapping[str, str]
    default: tuple[str, ...] = ()
    several: str = ALL
    veiled: bool = False
    shared: bool = False  # orders may also answer it in a shared turn or one's own
    # the view's fields that name the place; "combat.hex" is a nested field
    where: tuple[str, ...] = ()
    presets: tuple[Preset, ...] = ()

    def places(self, view: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the places of a decision, as far as everybody knows them."""
        found: list[str] = []
        for name in self.where:
            value: Any = view
            for part in name.split("."):
                value = value.get(part) if isinstance(value, Mapping) else None
            found += [value] if isinstance(value, str) else list(value or ())
        return tuple(found)


def step_of(view: Mapping[str, Any]) -> str:
    """Return the step of the pending decision in a view."""
    combat = view.get("combat")
    step = combat.get("step") if isinstance(combat, Mapping) else None
    return str(step or view.get("step") or view.get("phase", ""))
