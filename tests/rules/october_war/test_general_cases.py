"""Cases of chapters 15 to 26 that say in general what others say in detail."""

import pytest

from .helpers import (
    administration,
    combat,
    end_turn,
    field,
    hit,
    illegal,
    legal,
    play,
    pos,
    reach,
    second,
    shoot,
    stock,
    where,
)


def battle(die, **more):
    """An Egyptian brigade, strength 5 without a line, against two battalions on open ground."""
    units = {"15-armor": "tasa", "25-armor": "tasa", "armor-1": "tasa", "mech-1": "tasa"}
    p = play(combat(units, turn=3, came=dict.fromkeys(["15-armor", "25-armor"], "missouri"),
                    control={"missouri": "arab"}, **more), "attack tasa", "hold")  # fmt: skip
    return shoot(p, "15-armor", die)


@pytest.mark.parametrize(("die", "must_go", "hits"), [(4, 0, 0), (5, 1, 0), (6, 0, 1)])
def test_15_5_a_dash_an_r_and_a_number(die, must_go, hits):
    p = battle(die)  # column 3
    assert (field(p, "must_go"), field(p, "hits")) == (must_go, hits or 0)
    assert (p.step == "fire") == (die == 4)


def test_15_10_a_round_without_a_result_ends_the_battle_and_the_attackers_go_back():
    p = play(battle(1), "hold")
    assert where(p, "15-armor", "25-armor", "armor-1") == ["missouri", "missouri", "tasa"]


def test_15_10_after_a_result_both_may_stay_for_another_round():
    p = play(battle(6), "eliminate armor-1", "hold", "stay")
    if p.step == "defender stays":
        play(p, "stay")
    assert (p.step, field(p, "rounds")) == ("fire", 2)


def test_15_10_it_ends_with_the_last_unit_of_a_side():
    p = play(battle(6), "eliminate armor-1")
    play(shoot(p, "25-armor", 6), "eliminate mech-1")
    assert (where(p, "mech-1"), p.step) == (["refit"], "battles")


def test_16_5_one_point_but_for_amphibious_units_over_a_lake():
    units = {"130-amph": "chinese-farm", "15-armor": "chinese-farm", "armor-1": "chinese-farm"}
    p = hit(units, "chinese-farm", "arab", 0, must_go=1)
    found = {a for a in legal(p) if a.startswith("withdraw 130-amph")}
    assert found == {"withdraw 130-amph fayid"}  # over the Great Bitter Lake
    illegal(p, "withdraw 15-armor fayid", "16.4")


def test_17_1_headquarters_let_others_move_and_move_themselves():
    p = second({"hq-2": "fayid", "15-armor": "fayid"})
    play(p, "move hq-2 geneifa")
    assert reach(p, "15-armor")
    p = second({"15-armor": "fayid", "hq-2": "eliminated", "pg": "egyptian-reserve"})
    illegal(p, "move 15-armor geneifa", "14.1")


def test_18_1_from_ready_to_used_and_back_at_the_end_of_the_turn():
    units = {"tac-1": "used", "eg-tac-1": "sinai:ground-attack", "15-armor": "deversoir"}
    p = end_turn(administration(units, bridges={"deversoir": "arab"}))
    assert where(p, "tac-1", "eg-tac-1") == ["ready", "ready"]


def test_18_2_one_mission_a_turn():
    p = pos({"tac-1": "ready", "tac-2": "ready"}, side="israel", phase="air commitment")
    play(p, "commit tac israel sinai ground-attack 1")
    illegal(p, "commit tac israel golan recon 2", "18.3")
    assert "commit tac israel golan recon 1" in legal(p)


def test_18_5_where_strikes_fly():
    p = pos({"eg-tac-1": "ready", "libya-tac": "ready", "sy-tac-1": "ready"}, turn=3,
            phase="air commitment")  # fmt: skip
    fronts = {tuple(a.split()[2:4]) for a in legal(p) if a.startswith("commit")}
    assert fronts == {("egypt", "sinai"), ("libya", "sinai"), ("syria", "golan")}
    p = pos({"tac-1": "ready"}, side="israel", phase="air commitment")
    fronts = {a.split()[3] for a in legal(p) if a.startswith("commit")}
    assert fronts == {"sinai", "golan"}


RAID = {"tac-1": "sinai:ground-attack", "tac-2": "sinai:ground-attack",
        "eg-tac-1": "sinai:ground-attack", "15-armor": "fayid", "25-armor": "fayid"}  # fmt: skip


def raid(units, die, **more):
    p = pos(RAID | units, side="israel", phase="combat 1", step="raids", turn=3, **more)
    play(p, "raid fayid tac 2")
    for action in ("end", "end"):
        if p.step in ("raids", "air defense"):
            play(p, action)
    return play(p, f"roll {die}") if p.step == "raid roll" else p


def test_18_7_strikes_of_both_sides_over_a_point_do_not_meet():
    p = raid({}, 1)
    assert where(p, "eg-tac-1") == ["sinai:ground-attack"]


def test_18_8_strikes_control_nothing_and_block_nobody():
    p = raid({}, 1)
    assert field(p, "control", {}) == {}
    assert p.points == {"israel": 0, "arab": 0}


@pytest.mark.parametrize(("die", "points"), [(3, 0), (4, 1), (6, 2)])
def test_19_7_a_number_goes_onto_the_index_and_a_does_nothing(die, points):
    """Four TAC: column 4, where a 3 is an A."""
    tacs = {f"tac-{n}": "sinai:strategic" for n in range(1, 5)}
    p = pos(tacs, phase="strategic attack", step="strategic roll", owner="dice", side="israel",
            air_side="israel", air_theater="sinai", turn=3)  # fmt: skip
    play(p, f"roll {die}")
    assert p.casualties == {"israel": 0, "egypt": points, "syria": 0}


@pytest.mark.parametrize("sam", ["eg-sam-1", "eg-sam-site-1"])
def test_20_2_mobile_and_static_units_fire_alike(sam):
    p = pos(RAID | {sam: "fayid"}, side="israel", phase="combat 1", step="raids", turn=3)
    play(p, "raid fayid tac 1", "end")
    assert f"fire-sam {sam}" in legal(p)


def test_20_1_air_defense_fires_before_the_attack_a_die_for_each_unit():
    units = {"eg-sam-1": "fayid", "eg-sam-2": "geneifa", "15-armor": "fayid"}
    p = pos(RAID | units, side="israel", phase="combat 1", step="raids", turn=3)
    play(p, "raid fayid tac 1", "end", "fire-sam eg-sam-1", "roll 3", "fire-sam eg-sam-2")
    assert p.step == "air defense roll"
    play(p, "roll 5")
    assert where(p, "tac-1") == ["refit"]


def test_20_5_ground_attacks_and_looks_have_rows_of_their_own():
    """A 5 hits a raid (AR); an air look is hit by a 6 only."""
    units = {"eg-sam-1": "fayid", "15-armor": "fayid", "tac-1": "sinai:recon"}
    look = {"side": "israel", "phase": "movement 1", "turn": 3, "looking": 1}
    for die, box in ((5, "used"), (6, "refit")):
        p = play(pos(units, **look), "recon fayid 1", "show-sam eg-sam-1", f"roll {die}")
        assert where(p, "tac-1") == [box]


def test_26_1_stocks_of_markers_have_the_counters_as_their_limit():
    p = pos({"armor-1": "tasa", "mech-1": "available"}, side="israel", phase="event", owner="dice",
            turn=3, ew={"israel": 5})  # fmt: skip
    play(p, "draw major-operation-b", "roll 6", "roll 1")
    assert stock(p, "ew", "israel") == 6
