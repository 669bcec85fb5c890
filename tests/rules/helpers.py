"""What the case tests of every title share: legal actions as sets, play, refusals."""

from typing import Any

import pytest

import bridgehead as bh


def legal(p: Any) -> set[str]:
    """Return the legal actions as a set, after a look that they are listed once each."""
    actions = list(p.legal_actions())
    assert len(actions) == len(set(actions)), actions
    return set(actions)


def verb(p: Any, word: str) -> set[str]:
    """Return the legal actions that begin with `word`."""
    return {action for action in legal(p) if action.split()[0] == word}


def reach(p: Any, unit: str, word: str = "move") -> set[str]:
    """Return the hexes to which `unit` may be brought by `word` now."""
    head = f"{word} {unit} "
    return {action.removeprefix(head) for action in legal(p) if action.startswith(head)}


def play(p: Any, *actions: str) -> Any:
    """Push each action, which must be listed as legal, and return the position."""
    for action in actions:
        assert action in p.legal_actions(), (action, list(p.legal_actions()))
        p.push(action)
    return p


def illegal(p: Any, action: str, *cases: str) -> bh.IllegalAction:
    """Push an action that must be refused, for one of `cases`, and leave the position as it was."""
    before = p.copy()
    assert action not in p.legal_actions(), action
    with pytest.raises(bh.IllegalAction) as refusal:
        p.push(action)
    assert p == before, "a refused action changed the position"
    assert refusal.value.case in cases, (action, refusal.value.case, refusal.value.reason, cases)
    assert refusal.value.reason
    return refusal.value
