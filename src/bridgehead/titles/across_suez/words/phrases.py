"""Why a plan of Across Suez is good, and for what; `data/decisions.toml` has the verbs."""

from __future__ import annotations

from bridgehead.core.titles.decisions import decisions
from bridgehead.core.words.phrases import GoalPhrase, IntentPhrase, Phrasebook

GOALS = {
    "Units across": GoalPhrase(
        "Brings units across the canal", "Leaves fewer units across the canal",
        reach="cross the canal with {units}",
    ),
    "Bridge unit": GoalPhrase(
        "Puts the bridge in place", "Keeps the bridge out of place",
        reach="put the bridge in place at {places}",
    ),
    "Line": GoalPhrase(
        "Keeps the line of communication open", "Cuts the line of communication",
        reach="open the line of communication",
        guard="guard the line of communication with {units}",
        deny="cut the line of communication at {places}",
        hold="keeps the line of communication open",
        bar="keeps the line of communication cut",
    ),
}  # fmt: skip
INTENTS = {
    "bombard": IntentPhrase("bombard {places}", 4, theme="artillery"),
    "enter": IntentPhrase("bring on {units}", 1, is_arrival=True, theme="reinforcements"),
    "land": IntentPhrase("land {units} at {places}", 3, is_arrival=True, theme="helicopters"),
    "place": IntentPhrase("set up {units}", 0.5, theme="set-up"),
}
DECISIONS = decisions("bridgehead.titles.across_suez")
PHRASEBOOK = Phrasebook(DECISIONS.plans, DECISIONS.markers, goals=GOALS, intents=INTENTS)
