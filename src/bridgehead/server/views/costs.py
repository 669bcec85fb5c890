"""The cost of an attack besides its odds: victory points given away, results without effect."""

from __future__ import annotations

from typing import Any

from bridgehead.core.positions.decision import step_of
from bridgehead.core.titles.games import hex_title

STEPS = 8  # at most, decisions between the last attacker and the roll


def of_attack(position: Any) -> dict[str, Any]:
    """Return the victory points lost by firing the attack being declared, and its results' effects.

    `points` has the entries of the victory points that firing changes. `effects` says for each
    result which units it eliminates at once, and whether it does anything at all. Empty if the
    attack cannot be fired.
    """
    if "fire" not in position.legal_actions():
        return {"points": [], "effects": {}}
    trial = position.copy()
    trial.push("fire")
    return {"points": _given(position, trial), "effects": _effects(trial)}


def _given(before: Any, after: Any) -> list[dict[str, Any]]:
    """Return the victory point entries that have grown."""
    ledger = hex_title(before.game.id).screen.ledger
    was, now = ledger(before), ledger(after)
    if was is None or now is None:
        return []
    found = []
    for side, told in now.items():
        old = {entry["name"]: entry["points"] for entry in was[side]["entries"]}
        for entry in told["entries"]:
            more = entry["points"] - old.get(entry["name"], 0)
            if more > 0:
                found.append({**entry, "points": more, "side": side})
    return found


def _effects(fired: Any) -> dict[str, dict[str, Any]]:
    """Return the effects of each possible result, if the defender adds no support fire."""
    found: dict[str, dict[str, Any]] = {}
    for trial in _rolling(fired):
        for face, result in enumerate(_column(trial), start=1):
            roll = f"roll {face}"
            if result not in found and roll in trial.legal_actions():
                found[result] = _effect(trial, roll)
    return found


def _rolling(position: Any) -> list[Any]:
    """Return the position at the time of the roll, once for each table that can be chosen."""
    trials = [position]
    for _ in range(STEPS):
        waiting = [trial for trial in trials if _step(trial) != "roll" and trial.result is None]
        if not waiting:
            break
        trials = [trial for trial in trials if _step(trial) == "roll"]
        for trial in waiting:
            actions = trial.legal_actions()
            declining = hex_title(trial.game.id).decisions.declining(actions)
            wanted = [declining or actions[0]] if declining or trial.to_move == "dice" else actions
            for action in wanted:
                copy = trial.copy()
                copy.push(action)
                trials.append(copy)
    return [trial for trial in trials if _step(trial) == "roll"]


def _column(position: Any) -> list[str]:
    """Return the result of each face of the die that is to be rolled."""
    odds = position.pending_odds()
    if odds is None:
        return []
    told = odds.to_dict()
    return [*(told["tables"][told["on"]] if "tables" in told else told)["table"]]


def _effect(position: Any, roll: str) -> dict[str, Any]:
    """Return the immediate effects of a roll."""
    trial = position.copy()
    trial.push(roll)
    gone = [
        unit
        for unit, place in trial.units.items()
        if place == "eliminated" and position.units[unit] != "eliminated"
    ]
    moved = any(trial.units[unit] != place for unit, place in position.units.items())
    steps = hex_title(trial.game.id).decisions.steps
    works = moved or trial.result is not None or steps[_step(trial)].result
    return {"gone": gone, "works": works}


def _step(position: Any) -> str:
    return step_of(position, position.to_dict())
