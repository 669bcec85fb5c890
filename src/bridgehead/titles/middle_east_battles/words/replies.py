"""Decisions of a side in the other side's turn [7.6, 8.1, 8.2, 9.2]."""

from __future__ import annotations

from bridgehead.core.titles.decisions import decisions
from bridgehead.core.words.replies import LISTED, Preset, Reply
from bridgehead.titles.middle_east_battles.formats.board import tables
from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS

COMBAT = (
    Reply(
        "retreat",
        "Retreat after combat",
        steps=("retreat", "displace"),
        verbs={"retreat": "Retreat to", "displace": "Make room: move to"},
        where=("combat.aims",),
    ),
    Reply(
        "advance",
        "Advance after combat",
        steps=("advance",),
        verbs={"advance": "Advance to", "stay": "Do not advance"},
        where=("combat.aims",),
        presets=(Preset("Never advance", ("stay",)), Preset("Always advance", ("advance",))),
    ),
)


def replies(game_id: str) -> tuple[Reply, ...]:
    """Return the kinds of decisions of a game, with its markers of airstrikes and guns."""
    edition = EDITIONS[game_id]
    turns = tables(edition)["turns"][edition.charts]
    verbs = decisions("bridgehead.titles.middle_east_battles").verbs
    fire = {
        name: f"{verbs[name].mode}{':' if verb.startswith('air') else ''}"
        for verb, name in edition.markers.items()
    }
    protection = Reply(
        "fpf",
        "Protective fire",
        steps=("fpf",),
        verbs={"fpf": "Fire with", **fire, "done": "No (more) protective fire"},
        default=("done",),
        several=LISTED,
        where=("combat.aims",),
        presets=(
            Preset("No protective fire", ("done",)),
            Preset("All artillery fires", ("fpf",)),
        ),
    )
    if "optional_last" not in turns:
        return (protection, *COMBAT)
    going_on = Reply(
        "continue",
        f"Going on after turn {turns['count']}",
        steps=("continue", "end"),
        verbs={"stop": "End the game", "continue": "Go on until turn"},
    )
    return (protection, *COMBAT, going_on)
