"""A phase on one list: several choices tried in order before any of them is made.

It is for steps with `sheet` in the title's `data/decisions.toml`. No rule is decided here: each
choice is tried on a copy of the position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bridgehead import players
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.titles.games import point_title
from bridgehead.server.views import positions

ADVISER = "sergeant"  # it needs no time
ENDED = "nothing more can be done after the choices before it, so the phase has ended"
LONGEST = 200  # choices of a suggestion


def sheet(position: Any, actions: Sequence[str]) -> dict[str, Any]:
    """Return what a list of choices leads to, each tried after those before it.

    `refused` has for each why it is not possible there, or None; `actions` what could follow;
    `purses` the points of the phase, and how many are left; `outlook` what the next turns bring.
    What a die decides on the way is left open: a roll is taken as one that asks nothing.
    """
    trial = _begin(position)
    screen = point_title(position.game.id).screen
    refused = [_tried(trial, action, position) for action in actions]
    return {
        "refused": refused,
        "actions": _choices(trial) if _same(trial, position) else [],
        "purses": _purses(position, trial),
        "outlook": list(screen.outlook(trial, position.to_move)),
    }


def suggested(position: Any) -> list[str]:
    """Return what a quick computer player would choose in the phase."""
    trial, found = _begin(position), list[str]()
    decisions = point_title(position.game.id).decisions
    player = players.create(position.game, ADVISER, 1)
    while _same(trial, position) and len(found) < LONGEST:
        action = player.choose(trial)
        if decisions.is_declining(action) or _tried(trial, action, position) is not None:
            break
        found.append(action)
    return found


def _purses(position: Any, trial: Any) -> list[dict[str, Any]]:
    screen, side = point_title(position.game.id).screen, position.to_move
    pairs = zip(screen.purses(position, side), screen.purses(trial, side), strict=True)
    return [
        {"stock": before.stock, "points": before.points, "left": after.points - after.spent}
        for before, after in pairs
    ]


def _begin(position: Any) -> Any:
    """Return a copy to try on. BridgeheadError if the step has no list."""
    if not point_title(position.game.id).decisions.steps[position.step].sheet:
        raise BridgeheadError(f"what: {position.step!r} is decided one choice at a time")
    return position.copy()


def _same(trial: Any, position: Any) -> bool:
    """Whether the same side is still asked the same."""
    return bool(trial.step == position.step and trial.to_move == position.to_move)


def _choices(trial: Any) -> list[str]:
    """Return the legal actions but those that end the phase."""
    decisions = point_title(trial.game.id).decisions
    return [text for text in trial.legal_actions() if not decisions.is_declining(text)]


def _tried(trial: Any, action: str, position: Any) -> dict[str, str] | None:
    """Carry out a choice on the copy; return why it is not possible, None if it is."""
    if point_title(trial.game.id).decisions.is_declining(action):
        raise BridgeheadError(f"actions: {action!r} ends the phase; a list has what is done in it")
    if not _same(trial, position):
        return {"case": "", "text": ENDED}
    error = trial.why_not(action)
    if error is not None:
        return {"case": error.case, "text": positions.named(trial.game, error.reason)}
    trial.push(action)
    while trial.to_move == "dice" and trial.phase == position.phase:
        trial.push(_simplest(trial, position))
    return None


def _simplest(trial: Any, position: Any) -> str:
    """Return the first result of a die after which the side is asked the same again."""
    results: list[str] = list(trial.legal_actions())
    for text in results:
        then = trial.copy()
        then.push(text)
        if _same(then, position):
            return text
    return results[0]
