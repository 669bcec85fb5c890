"""Views and the log in small positions: what is left out, what is said, what is told to whom."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.titles.october_war.games import load

pytestmark = [pytest.mark.plain]


def position(units: dict[str, str], **more: Any) -> Any:
    game = load("fog")
    return game.position({"game": game.id, "turn": 3, "units": units, **more})


UNITS = {"eg-inf-1": "ismailia", "hq-2": "ismailia", "armor-1": "tasa", "pg": "egyptian-reserve"}


def told(p: Any, text: str, viewer: str | None) -> list[str]:
    return [event.text for event in p.describe(text, viewer)]


def test_a_view_names_what_is_seen_and_counts_the_rest() -> None:
    p = position(UNITS, known=["hq-2"], moved=["hq-2", "eg-inf-1", "armor-1"])
    view = p.view("israel")
    assert view["hidden"] == {"ismailia": 1, "egyptian-reserve": 1}
    assert {u: view["units"][u] for u in ("hq-2", "armor-1")} == {
        "hq-2": "ismailia", "armor-1": "tasa"}  # fmt: skip
    assert view["moved"] == ["armor-1", "hq-2"]
    assert "pg" not in json.dumps(view)


def test_lists_of_hidden_units_alone_are_left_out() -> None:
    p = position(UNITS, moved=["eg-inf-1"], came={"eg-inf-1": "fayid"}, in_command=["eg-inf-1"],
                 tried=["eg-inf-1"])  # fmt: skip
    view = p.view("israel")
    assert not {"moved", "came", "in_command", "tried"} & set(view)
    assert {"moved", "came", "in_command", "tried"} <= set(p.view("arab"))


def test_a_spectator_sees_what_both_may() -> None:
    p = position(UNITS, known=["hq-2"])
    view = p.view(None)
    assert view["viewer"] == "spectator"
    assert view["hidden"] == {"ismailia": 1, "tasa": 1, "egyptian-reserve": 1}
    with pytest.raises(ValueError, match="is not a side"):
        p.view("egypt")


def test_a_move_is_told_without_its_name() -> None:
    p = position(UNITS, side="arab", phase="movement 1")
    text = "move eg-inf-1 el-firdan"
    assert p.public(text, "israel") == p.public(text, None) == "move ? el-firdan"
    assert p.public(text, "arab") == text
    assert told(p, text, "israel")[0] == "An Arab counter moves from Ismailia to El Firdan."
    assert told(p, text, "arab")[0].startswith("Egyptian infantry brigade 1 moves")


def test_a_known_unit_is_told_until_it_has_moved() -> None:
    p = position(UNITS, side="arab", phase="movement 1", known=["hq-2"])
    assert p.public("move hq-2 el-firdan", "israel") == "move hq-2 el-firdan"
    p.push("move hq-2 el-firdan")
    assert p.view("israel")["hidden"] == {"ismailia": 1, "el-firdan": 1, "egyptian-reserve": 1}


def test_the_log_tells_what_a_look_has_shown() -> None:
    p = position({**UNITS, "recon-1": "fort-purkan"}, side="israel", looking=1)
    found = " ".join(told(p, "look recon-1 ismailia", "israel"))
    assert "2nd Army" in found
    assert "infantry brigade" in found
    assert "2nd Army" not in " ".join(told(p, "look recon-1 ismailia", "arab"))


def test_arrivals_and_mobilization_are_told_without_names() -> None:
    p = position({**UNITS, "eg-mech-1": "available"}, side="arab", phase="mobilization",
                 points={"egypt": 6})  # fmt: skip
    text = "mobilize eg-mech-1 egyptian-reserve"
    assert p.public(text, "israel") == "mobilize ? egyptian-reserve"
    assert "mechanized" not in " ".join(told(p, text, "israel"))


def test_the_whole_truth_for_who_asks_for_everything() -> None:
    p = position(UNITS, side="arab", phase="movement 1")
    assert "infantry brigade 1" in p.describe("move eg-inf-1 el-firdan")[0].text
    assert p.public("move eg-inf-1 el-firdan", "everything") == "move eg-inf-1 el-firdan"


def test_the_log_says_one_strike_and_one_unit() -> None:
    plan = position({"tac-1": "ready", "tac-2": "ready"}, phase="air commitment", side="israel")
    for number, strikes in ((1, "1 TAC strike"), (2, "2 TAC strikes")):
        text = f"commit tac israel sinai ground-attack {number}"
        said = f"Israel commits {strikes} to ground attack in the Sinai."
        assert told(plan, text, "israel")[0] == said
    march = position({"sy-eng": "kuneitra", "sy-cdo": "kuneitra"}, side="arab", phase="movement 1")
    for unit in ("sy-eng", "sy-cdo"):
        text = next(a for a in march.legal_actions() if a.startswith(f"move {unit} "))
        assert " unit moves from Kuneitra" in told(march, text, "arab")[0]


def test_strikes_on_the_turn_track_are_no_plans() -> None:
    units = {"tac-1": "turn-track:4", "tac-2": "sinai:ground-attack", "tac-3": "ready"}
    p = position({**UNITS, **units}, phase="air commitment")
    shown = p.view("arab")["units"]
    assert [shown[u] for u in units] == ["turn-track:4", "ready", "ready"]
