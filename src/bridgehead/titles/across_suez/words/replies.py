"""Decisions of a side in the other side's turn [6.5, 6.6]."""

from __future__ import annotations

from bridgehead.core.words.replies import Preset, Reply

REPLIES = (
    Reply(
        "retreat",
        "Retreat after combat",
        steps=("retreat",),
        verbs={"retreat": "Retreat to"},
        where=("combat.hex",),
    ),
    Reply(
        "advance",
        "Advance after combat",
        steps=("advance",),
        verbs={"advance": "Advance to", "stay": "Do not advance"},
        where=("combat.hex",),
        presets=(Preset("Never advance", ("stay",)), Preset("Always advance", ("advance",))),
    ),
)


def replies(game_id: str) -> tuple[Reply, ...]:
    """Return the kinds of decisions that come up in the other side's turn."""
    del game_id
    return REPLIES
