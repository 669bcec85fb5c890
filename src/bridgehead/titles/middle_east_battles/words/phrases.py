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
    "withdraw": IntentPhrase("declare the withdrawal", 7, theme="withdraw"),
    "stop": IntentPhrase("let the fighting stop", 7, theme="timing"),
    "exit": IntentPhrase("take {units} off the map", 4.5, scores=True, theme="exit"),
    "liftoff": IntentPhrase("fly {units} off the map", 4.5, scores=True, theme="exit"),
    "cross": IntentPhrase("take {units} across the water", 3.5, theme="cross"),
    "drop": IntentPhrase("drop {units} at {places}", 3, is_arrival=True, theme="landing"),
    "land": IntentPhrase("land {units} at {places}", 3, is_arrival=True, theme="landing"),
    "lift": IntentPhrase("lift {units} by helicopter to {places}", 2.5, theme="helicopters"),
    "return": IntentPhrase("fly {units} back to the ships", 1, theme="helicopters"),
    "enter": IntentPhrase("bring on {units}", 1, is_arrival=True, theme="reinforcements"),
    "place": IntentPhrase("set up {units}", 0.5, theme="set-up"),
}

DECISIONS = decisions("bridgehead.titles.middle_east_battles")
PHRASEBOOK = Phrasebook(DECISIONS.plans, DECISIONS.markers, goals=GOALS, intents=INTENTS)
