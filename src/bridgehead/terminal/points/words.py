"""Texts about a decision in titles of points: the side to decide, and the question."""

from __future__ import annotations

from typing import Any

from bridgehead.core.titles.games import point_title
from bridgehead.render import point_style_of
from bridgehead.terminal.screen.sides import label
from bridgehead.terminal.texts.common import ending, prompt, winner


def asked(position: Any) -> str:
    """Return the side to decide and the question."""
    return prompt(position.game, position.to_move, position.step)


def turn_line(position: Any) -> str:
    """Return turn and date: "Turn 2 of 9, October 8-9"."""
    turns = point_style_of(position.game).style.turns
    date = f", {turns[position.turn - 1]}" if position.turn <= len(turns) else ""
    last = point_title(position.game.id).screen.turns(position.game)
    return f"Turn {position.turn} of {last}{date}"


def phase_line(position: Any) -> str:
    """Return the phase, with its side if it is not one of both sides."""
    if point_title(position.game.id).screen.has_shared_phase(position):
        return f"{position.phase} phase"
    return f"{position.phase} phase, {label(position.game, position.side)}"


def headline(position: Any) -> str:
    """Return turn, phase and the side to decide, in one line."""
    if position.result is not None:
        return f"{turn_line(position)} · {winner(position)}: {position.result.reason}"
    return f"{turn_line(position)} · {phase_line(position)} · {asked(position)}"


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
