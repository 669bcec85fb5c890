"""Why a plan of the two games is good, and for what; `data/decisions.toml` has the verbs."""

from __future__ import annotations

from bridgehead.core.titles.decisions import decisions
from bridgehead.core.words.phrases import GoalPhrase, IntentPhrase, Phrasebook

GOALS = {
    "Lead in victory points": GoalPhrase("Gains victory points", is_lead=True),
    "Objectives held": GoalPhrase(
        "Holds objectives", "Leaves the enemy fewer objectives",
        reach="occupy {places}", leave="leave {places}", hold="holds {places}",
    ),
}  # fmt: skip
INTENTS = {
    "withdraw": IntentPhrase("declare the withdrawal", 7),
    "stop": IntentPhrase("let the fighting stop", 7),
    "exit": IntentPhrase("take {units} off the map", 4.5, scores=True),
    "liftoff": IntentPhrase("fly {units} off the map", 4.5, scores=True),
    "cross": IntentPhrase("take {units} across the water", 3.5),
    "drop": IntentPhrase("drop {units} at {places}", 3, is_arrival=True),
    "land": IntentPhrase("land {units} at {places}", 3, is_arrival=True),
    "lift": IntentPhrase("lift {units} by helicopter to {places}", 2.5),
    "return": IntentPhrase("fly {units} back to the ships", 1),
    "enter": IntentPhrase("bring on {units}", 1, is_arrival=True),
    "place": IntentPhrase("set up {units}", 0.5),
}

DECISIONS = decisions("bridgehead.titles.middle_east_battles")
PHRASEBOOK = Phrasebook(DECISIONS.plans, DECISIONS.markers, goals=GOALS, intents=INTENTS)
