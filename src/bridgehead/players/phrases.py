"""What each verb of each title is called in a sentence that gives advice.

A phrase is what one says once, and what one says of each object: "move" and "{unit} to {place}"
give "move Matt 1 to 0910 and Matt 3 to 0911". A phrase without the second is whole in itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Phrase:
    """How a verb is said: `head` once, `item` for each of its objects, `tail` after them."""

    head: str
    item: str = ""
    tail: str = ""


RESIGN = Phrase("resign")

ACROSS_SUEZ = {
    "place": Phrase("set up", "{unit} on {place}"),
    "move": Phrase("move", "{unit} to {place}"),
    "enter": Phrase("bring on", "{unit} to {place}"),
    "cross": Phrase("cross the canal with", "{unit}"),
    "land": Phrase("land", "{unit} and bring it to {place}"),
    "with": Phrase("attack with", "{unit}"),
    "lose": Phrase("give up", "{unit}"),
    "retreat": Phrase("retreat", "{unit} to {place}"),
    "advance": Phrase("advance", "{unit} to {place}"),
    "attack": Phrase("attack", "{target}"),
    "bombard": Phrase("bombard", "{target}"),
    "roll": Phrase("roll", "{number}"),
    "support": Phrase("call for artillery support"),
    "fire": Phrase("fire the attack"),
    "stay": Phrase("do not advance"),
    "end": Phrase("end {phase}"),
}

MIDDLE_EAST_BATTLES = {
    "place": Phrase("set up", "{unit} on {place}"),
    "move": Phrase("move", "{unit} to {place}"),
    "enter": Phrase("bring on", "{unit} to {place}"),
    "exit": Phrase("take", "{unit} off the map by {place}"),
    "drop": Phrase("drop", "{unit} on {place}"),
    "land": Phrase("land", "{unit} from the sea on {place}"),
    "lift": Phrase("lift", "{unit} by helicopter to {place}"),
    "liftoff": Phrase("fly", "{unit} off the map by {place}"),
    "cross": Phrase("take", "{unit} across the water to {place} with the help of {helper}"),
    "return": Phrase("fly", "{unit}", "back to the ships"),
    "with": Phrase("attack with", "{unit}"),
    "fpf": Phrase("give protective fire with", "{unit}"),
    "lose": Phrase("give up", "{unit}"),
    "retreat": Phrase("retreat", "{unit} to {place}"),
    "displace": Phrase("displace", "{unit} to {place}"),
    "advance": Phrase("advance", "{unit} to {place}"),
    "attack": Phrase("attack", "{target}"),
    "also": Phrase("attack besides", "{target}"),
    "air": Phrase("send", "{number} airstrike{s}"),
    "british-air": Phrase("send", "{number} British airstrike{s}"),
    "french-air": Phrase("send", "{number} French airstrike{s}"),
    "british-guns": Phrase("fire the British naval guns"),
    "french-guns": Phrase("fire the French naval guns"),
    "roll": Phrase("roll", "{number}"),
    "continue": Phrase("fight on until turn", "{number}"),
    "fire": Phrase("fire the attack"),
    "done": Phrase("give no more protective fire"),
    "frontal": Phrase("fight it on the frontal table"),
    "mobile": Phrase("fight it on the mobile table"),
    "stay": Phrase("stay where you are"),
    "deploy": Phrase("set up the rest as suggested"),
    "withdraw": Phrase("declare the withdrawal"),
    "stop": Phrase("let the fighting stop now"),
    "end": Phrase("end {phase}"),
}

OCTOBER_WAR = {
    "place": Phrase("set up", "{unit} at {place}"),
    "combine": Phrase("form", "{unit} at {place}"),
    "combine-arms": Phrase("form", "{unit} at {place}", "as a combined arms brigade"),
    "break": Phrase("break down", "{unit}"),
    "convert": Phrase("make", "{unit}", "a combined arms brigade"),
    "arrive": Phrase("bring on", "{unit} at {place}"),
    "mobilize": Phrase("mobilize", "{unit} at {place}"),
    "free": Phrase("mobilize", "{unit} at {place}", "without points"),
    "refit": Phrase("refit", "{unit}"),
    "look": Phrase("look", "at {place} with {unit}"),
    "move": Phrase("move", "{unit} to {place}"),
    "fly": Phrase("fly", "{unit} to {place}"),
    "cross": Phrase("cross the canal", "with {unit} to {place}"),
    "bridge": Phrase("lay a bridge", "with {unit} to {place}"),
    "fire-sam": Phrase("fire at the aircraft with", "{unit}"),
    "show-sam": Phrase("show", "{unit}"),
    "fire": Phrase("fire with", "{unit}"),
    "eliminate": Phrase("give up", "{unit}"),
    "withdraw": Phrase("retreat", "{unit} to {place}"),
    "lose": Phrase("give up", "{unit}"),
    "draw-unit": Phrase("draw", "{unit}"),
    "division": Phrase("take", "{unit}", "for an allowance of three"),
    "commit": Phrase("commit", "{number} {nation} {kind} to {mission} in the {theater}"),
    "shift": Phrase("send", "{number} strike{s}", "on from air superiority to ground attack"),
    "draw": Phrase("draw the event", "{event}"),
    "take": Phrase("give it to", "{nation}"),
    "divide": Phrase("give", "{number} of the points to Egypt", "and the rest to Syria"),
    "mobilize-barrage": Phrase("buy a barrage marker for", "{nation}"),
    "recon": Phrase("look", "at {place} with {number} strike{s}"),
    "look-ew": Phrase("play electronic warfare to look about", "{place}"),
    "raid": Phrase("raid", "{place} with {number} {kind}"),
    "strike": Phrase("strike the air defense with", "{number} Wild Weasel{s}"),
    "barrage": Phrase("barrage", "{place} with {nation}"),
    "attack": Phrase("attack at", "{place}"),
    "nation": Phrase("let", "{nation}", "fire"),
    "retreat": Phrase("give way"),
    "stay": Phrase("stay and fight on"),
    "hold": Phrase("hold the fire"),
    "ew": Phrase("play an electronic warfare marker"),
    "pass": Phrase("pass"),
    "remove-bridge": Phrase("take up the bridge at", "{place}"),
    "deploy": Phrase("set up the rest as suggested"),
    "roll": Phrase("roll", "{number}"),
    "end": Phrase("end {phase}"),
}

# by the title's package
PHRASES: Mapping[str, Mapping[str, Phrase]] = {
    "across_suez": ACROSS_SUEZ,
    "middle_east_battles": MIDDLE_EAST_BATTLES,
    "october_war": OCTOBER_WAR,
}

# What a phase is called where it is ended
PHASES = {
    "setup": "the set-up",
    "movement 1": "the first movement phase",
    "movement 2": "the second movement phase",
    "combat 1": "this step of the first combat phase",
    "combat 2": "this step of the second combat phase",
}

# What markers are called in an attack that is told in one clause
MARKERS = {
    "air": "{number} airstrike{s}",
    "british-air": "{number} British airstrike{s}",
    "french-air": "{number} French airstrike{s}",
    "british-guns": "the British naval guns",
    "french-guns": "the French naval guns",
    "support": "artillery support",
}

# What missions of strikes are called
MISSIONS = {
    "air-superiority": "air superiority",
    "strategic": "strategic attack",
    "ground-attack": "ground attack",
    "recon": "reconnaissance",
}

# Verbs that bring a unit somewhere from where it may then attack
COMING = ("move", "enter", "land", "drop", "lift")
