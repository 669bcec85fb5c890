"""Texts about a decision in titles of points: the side to decide, and the question."""

from __future__ import annotations

from typing import Any

from bridgehead.core.registry import point_title
from bridgehead.render import point_style_of
from bridgehead.terminal.sides import label
from bridgehead.terminal.texts import ending, winner

PROMPTS = {
    "setup": "set up your counters, then end",
    "commit": "commit strikes to their missions, then end",
    "superiority ew": "an electronic warfare marker for air superiority?",
    "superiority loss": "choose the strikes that are lost",
    "shift": "send strikes on from air superiority to ground attack?",
    "strategic ew": "an electronic warfare marker for the strategic attack?",
    "strategic loss": "choose the strikes that are lost",
    "event take": "who gets it?",
    "event gain": "bring in what the event gives",
    "event divide": "divide the points: how many for Egypt?",
    "ally division": "a division for an allowance of three?",
    "reorganization": "form and break down counters, then end",
    "arrivals": "where do the reinforcements arrive?",
    "mobilization": "mobilize counters, then end",
    "refit": "choose counters to be refitted, then end",
    "refit arrival": "where does the refitted counter arrive?",
    "movement": "move your counters, then end",
    "ew counter": "play a marker against the enemy's look?",
    "sam ask": "show an air defense unit?",
    "umbrella": "show an air defense unit that covers the landing?",
    "recon loss": "choose the strike that is lost",
    "raids": "send strikes against points, then end",
    "raid ew": "an electronic warfare marker for the raid?",
    "wild weasels": "how many Wild Weasels strike the air defense?",
    "air defense": "which air defense units fire at the raid?",
    "air defense loss": "choose the strikes that are lost",
    "barrages": "fire barrages, then end",
    "battles": "choose a battle, or end",
    "nation": "which nation of the attackers fires?",
    "attacker ew": "an electronic warfare marker for the attack?",
    "defender ew": "an electronic warfare marker for the defense?",
    "fire": "choose who fires, or hold",
    "damage": "take the damage",
    "retreat": "where do they retreat?",
    "attacker stays": "stay for another round, or retreat?",
    "defender stays": "stay for another round, or retreat?",
    "go back": "where do they go back?",
    "bridges": "take bridges up, then end",
}
ROLLS = {
    "superiority roll": "the die of air superiority",
    "strategic roll": "the strategic attack's die",
    "strategic defense roll": "the air defense's die", "event draw": "an event is to be drawn",
    "event roll": "the event's die", "ally roll": "the allies' die",
    "ally draw": "allies are drawn",
    "ally arrival roll": "the ally's die of arrival", "refit roll": "the die of refit",
    "recon roll": "the die against reconnaissance", "flight roll": "the flight's die",
    "wild weasel roll": "the Wild Weasels' die", "air defense roll": "the air defense's die",
    "raid roll": "the raid's die", "barrage roll": "the barrage's die",
    "fire roll": "the die of fire", "retreat roll": "the die of the retreat by air",
    "go back roll": "the die of the way back by air",
}  # fmt: skip


def prompt(position: Any) -> str:
    """Return the side to decide and the question."""
    side, step = position.to_move, position.step
    if side is None:
        return "the game is over"
    if side == "dice":
        return ROLLS.get(step, "the die is to be rolled")
    return f"{label(position.game, side)}: {PROMPTS.get(step, step)}"


def turn_line(position: Any) -> str:
    """Return turn and date: "Turn 2 of 9, October 8-9"."""
    turns = point_style_of(position.game).style.turns
    date = f", {turns[position.turn - 1]}" if position.turn <= len(turns) else ""
    last = point_title(position.game.id).screen.turns(position.game)
    return f"Turn {position.turn} of {last}{date}"


SHARED = ("air commitment", "air superiority", "strategic attack", "administration")


def phase_line(position: Any) -> str:
    """Return the phase, with its side."""
    if position.phase in SHARED:
        return f"{position.phase} phase"
    return f"{position.phase} phase, {label(position.game, position.side)}"


def headline(position: Any) -> str:
    """Return turn, phase and the side to decide, in one line."""
    if position.result is not None:
        return f"{turn_line(position)} · {winner(position)}: {position.result.reason}"
    return f"{turn_line(position)} · {phase_line(position)} · {prompt(position)}"


def ledger(position: Any) -> dict[str, float]:
    """Return the present victory points of both sides."""
    found = point_title(position.game.id).screen.ledger(position)
    return {side: entry["points"] for side, entry in found.items()}


def result_lines(position: Any) -> list[str]:
    """Return lines about how a game ended."""
    if position.result is None:
        return []
    lines = ending(position)
    count = point_title(position.game.id).screen.counts(position)
    for side, points in ledger(position).items():
        name = label(position.game, side)
        lines.append(f"{name}: {points} victory points, {count[side]['eliminated']} counters lost")
    return lines
