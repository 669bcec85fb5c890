"""O43 to O48: who is asked, when and how often, tells nothing of what is hidden."""

import json
from typing import Any

import pytest

from .battle_helpers import at, legal, play, pos


def seen(position: Any) -> str:
    """All that Israel gets of a position."""
    return json.dumps([position.view("israel"), position.step, position.to_move])


@pytest.mark.parametrize("hidden", ["eg-mech-1", "eg-cdo-1"])
def test_9_3_whether_parts_stand_together_is_not_told(hidden):
    """The finding: swapping two counters changed whether Israel saw the phase at all."""
    other = {"eg-mech-1": "eg-cdo-1", "eg-cdo-1": "eg-mech-1"}[hidden]
    units = {"21-armor-div": "breakdown", "eg-armor-1": "fayid", "eg-armor-2": "fayid",
             hidden: "fayid", other: "salhiya", "eg-tac-1": "eliminated"}  # fmt: skip
    p = pos(units, "arab", "event", owner="dice", step="event draw", pool=["arab-option",
            "arab-ceasefire"])  # fmt: skip
    play(p, "draw arab-option")
    assert (p.step, p.to_move) == ("reorganization", "arab")
    assert ("combine 21-armor-div fayid" in legal(p)) == (hidden == "eg-mech-1")
    play(p, "end")
    assert p.phase == "mobilization" or p.step != "reorganization"


def test_9_3_where_nothing_can_be_exchanged_nobody_is_asked():
    """That no brigade is left is known to both."""
    p = pos({"21-armor-div": "breakdown", "eg-armor-1": "fayid"}, "arab", "event", owner="dice",
            step="event draw", pool=["arab-option", "arab-ceasefire"])  # fmt: skip
    play(p, "draw arab-option")
    assert p.step != "reorganization"


def test_16_4_whether_there_is_room_behind_is_not_told():
    """The finding: a retreat happened unasked where the other way out was full."""
    found = []
    for hidden in ("4-armor-div", "eg-mech-1"):
        other = {"4-armor-div": "eg-mech-1", "eg-mech-1": "4-armor-div"}[hidden]
        units = {**at("geneifa", "25-armor", "14-armor"), **at("fayid", hidden, "eg-armor-1"),
                 other: "cairo-road"}  # fmt: skip
        p = pos(units, flew=["14-armor"])
        play(p, "attack geneifa", "hold", "fire 14-armor", "roll 2")
        steps = [seen(p)]
        play(p, "retreat")
        steps.append(seen(p))
        assert p.step == "retreat"
        assert ("withdraw 25-armor fayid" in legal(p)) == (hidden == "eg-mech-1")
        play(p, "withdraw 25-armor kilometre-101")
        found.append([*steps, seen(p)])
    assert found[0] == found[1]


def surrounded(hidden: str) -> Any:
    """Return a battle at Geneifa; the only way out leads to Fayid, where a counter is hidden."""
    other = {"4-armor-div": "eg-mech-1", "eg-mech-1": "4-armor-div"}[hidden]
    units = {**at("geneifa", "25-armor", "eg-mech-2", "14-armor"), **at("fayid", hidden,
             "eg-armor-1"), **at("kilometre-101", "7-armor"), **at("shallufa", "188-armor"),
             other: "cairo-road"}  # fmt: skip
    p = pos(units, flew=["14-armor"])
    return play(p, "attack geneifa", "hold", "fire 14-armor", "roll 3")


def test_15_10_whether_there_is_a_way_out_after_a_round_is_not_told():
    full, free = (surrounded(hidden) for hidden in ("4-armor-div", "eg-mech-1"))
    for p in (full, free):
        play(p, "eliminate eg-mech-2")
        assert (p.step, p.to_move) == ("defender stays", "arab")
    assert legal(full) == {"stay"}
    assert "retreat" in legal(free)
    assert seen(full) == seen(free)


def test_16_1_whether_a_hit_can_be_answered_by_a_retreat_is_not_told():
    full, free = (surrounded(hidden) for hidden in ("4-armor-div", "eg-mech-1"))
    for p in (full, free):
        assert p.step == "damage"
    assert ("retreat" in legal(full), "retreat" in legal(free)) == (False, True)
    for p in (full, free):
        play(p, "eliminate eg-mech-2", "stay", "hold", "fire 14-armor", "roll 3")
        assert (p.step, p.to_move) == ("damage", "arab")
    assert legal(full) == {"eliminate 25-armor"}
    assert "retreat" in legal(free)
    assert seen(full) == seen(free)


def test_16_4_nobody_is_asked_where_all_can_see_that_there_is_no_way():
    p = pos(at("tasa", "14-armor", "eg-inf-1"))
    play(p, "attack tasa", "hold", "fire 14-armor", "roll 2")
    assert p.units["eg-inf-1"] != "tasa"


def test_17_2_the_headquarters_that_shifts_fire_is_shown():
    """[O45] The column is called out; who does not use one shows none."""
    units = {**at("el-firdan", "14-armor", "eg-inf-1", "eg-mech-1"), "hq-2": "ismailia"}
    p = pos(units, flew=["14-armor"])
    play(p, "attack el-firdan")
    assert "hq-2" not in p.shown("israel")
    q = play(p.copy(), "hold")
    assert "hq-2" not in q.shown("israel")
    play(p, "fire eg-inf-1")
    assert "hq-2" in p.shown("israel")
