"""A phase on one list: tried on a copy, true to the rules, and without anything hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError
from bridgehead.server.planning import phase_sheets
from tests.server.test_october import deployed
from tests.titles.october_war.test_hidden import exchange

OWN: dict[str, Any] = {"turn": 3, "side": "israel", "owner": "israel", "looking": 0}
MOBILIZATION: dict[str, Any] = {
    **OWN, "phase": "mobilization", "step": "mobilization",
    "units": dict.fromkeys(["armor-16", "armor-17", "armor-18"], "available"),
    "points": {"israel": 3, "egypt": 0, "syria": 0},
}  # fmt: skip
REFIT: dict[str, Any] = {
    **OWN, "phase": "refit", "step": "refit", "points": {"israel": 9, "egypt": 0, "syria": 0},
    "units": dict.fromkeys(["hq-sc", "hq-nc", "hq-252", "hq-36"], "refit"),
}  # fmt: skip
REORGANIZATION: dict[str, Any] = {**OWN, "phase": "reorganization", "step": "reorganization"}
CASES = {"mobilization": MOBILIZATION, "refit": REFIT, "reorganization": REORGANIZATION}


def position(fields: dict[str, Any]) -> Any:
    """Return a position of October War."""
    return bh.load("october-war").position(deployed(**fields))


def test_the_list_says_what_the_rules_say_after_it() -> None:
    here = position(MOBILIZATION)
    chosen = ["mobilize armor-16 banias", "mobilize armor-17 refidim"]
    found = phase_sheets.sheet(here, chosen)
    assert found["refused"] == [None, None]
    assert found["purses"] == [{"stock": "israel", "points": 3, "left": 1.0}]
    for action in chosen:
        here.push(action)
    assert found["actions"] == [text for text in here.legal_actions() if text != "end"]


def test_one_that_is_refused_does_not_keep_the_others() -> None:
    here = position(REFIT | {"points": {"israel": 5, "egypt": 0, "syria": 0}})
    before = here.copy()
    found = phase_sheets.sheet(here, ["refit hq-sc", "refit hq-sc", "refit hq-nc"])
    assert [why and why["case"] for why in found["refused"]] == [None, "11.1", None]
    assert here == before  # nothing was done


def test_a_phase_that_ends_by_itself_leaves_the_rest_undone() -> None:
    here = position(MOBILIZATION | {"points": {"israel": 1, "egypt": 0, "syria": 0}})
    found = phase_sheets.sheet(here, ["mobilize armor-16 banias", "mobilize armor-17 banias"])
    assert [why and why["text"] for why in found["refused"]] == [None, phase_sheets.ENDED]
    assert found["purses"] == [{"stock": "israel", "points": 1, "left": 0}]
    assert found["actions"] == []


def test_a_roll_on_the_way_is_left_open() -> None:
    found = phase_sheets.sheet(position(REFIT), ["refit hq-sc", "refit hq-nc"])
    assert found["refused"] == [None, None]
    assert found["purses"][0]["left"] == 5.0
    assert found["actions"] == ["refit hq-252", "refit hq-36"]


@pytest.mark.parametrize("name", list(CASES))
def test_a_suggestion_is_possible(name: str) -> None:
    here = position(CASES[name])
    found = phase_sheets.suggested(here)
    assert not any(phase_sheets.sheet(here, found)["refused"])
    assert len(found) == {"mobilization": 3, "refit": 4, "reorganization": 0}[name]


def test_a_list_does_not_end_the_phase() -> None:
    with pytest.raises(BridgeheadError, match="ends the phase"):
        phase_sheets.sheet(position(REFIT), ["end"])
    with pytest.raises(BridgeheadError, match="one choice at a time"):
        phase_sheets.sheet(position({"looking": 0}), [])


@pytest.mark.parametrize("name", list(CASES))
def test_hidden_counters_do_not_change_it(name: str) -> None:
    here = position(CASES[name])
    other = exchange(here, "israel", random.Random(name))
    assert other != here
    tried = here.legal_actions()[:3]
    tried = [text for text in tried if text != "end"]
    assert phase_sheets.sheet(here, tried) == phase_sheets.sheet(other, tried)
    assert phase_sheets.suggested(here) == phase_sheets.suggested(other)
