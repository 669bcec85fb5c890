"""Decisions of a side in the other side's turn [7.6, 8.1, 8.2; Suez 9.2]."""

from __future__ import annotations

from bridgehead.core.words.replies import LISTED, Reply

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
    ),
)
END_OF_TURN_6 = Reply(
    "continue",
    "Going on after turn 6",
    steps=("continue", "end"),
    verbs={"stop": "End the game", "continue": "Go on until turn"},
)


def replies(airstrikes: dict[str, str], *, goes_on: bool) -> tuple[Reply, ...]:
    """Return the kinds of decisions of a game, with these markers of airstrikes and guns."""
    fire = Reply(
        "fpf",
        "Protective fire",
        steps=("fpf",),
        verbs={"fpf": "Fire with", **airstrikes, "done": "No (more) protective fire"},
        default=("done",),
        several=LISTED,
        where=("combat.aims",),
    )
    return (fire, *COMBAT, END_OF_TURN_6) if goes_on else (fire, *COMBAT)


SUEZ = replies(
    {
        "british-air": "British airstrikes:",
        "french-air": "French airstrikes:",
        "british-guns": "British naval guns",
        "french-guns": "French naval guns",
    },
    goes_on=True,
)
EL_ARISH = replies({"air": "Airstrikes:"}, goes_on=False)
