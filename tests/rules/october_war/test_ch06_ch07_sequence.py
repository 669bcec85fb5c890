"""6.0 Sequence of play, 7.0 casualty points."""

import pytest

from .helpers import (
    administration,
    combat,
    end_turn,
    field,
    hit,
    illegal,
    legal,
    movement,
    play,
    pos,
    reach,
    second,
    shoot,
    stock,
    verb,
    where,
)


def test_6_1_only_the_phasing_side_moves():
    p = movement({"15-armor": "fayid", "armor-1": "tasa"})
    assert (p.side, p.to_move) == ("arab", "arab")
    illegal(p, "move armor-1 refidim", "6.1")
    assert not reach(p, "armor-1")


def test_6_2_a_turn_from_the_first_decision_to_the_last():
    units = {"15-armor": "fayid", "armor-1": "tasa", "eg-tac-1": "ready", "tac-1": "ready"}
    p = pos(units, turn=2, phase="air commitment")
    seen = []
    while p.turn == 2:
        if not seen or seen[-1] != (p.side, p.phase):
            seen.append((p.side, p.phase))
        play(p, "end" if "end" in p.legal_actions() else p.legal_actions()[0])
    one = ["event", "mobilization", "movement 1", "combat 1", "movement 2", "combat 2"]
    for name in ("reorganization", "refit", "mobilization"):  # asked only where something is done
        assert (("arab", name) in seen) <= (name != "reorganization")
    seen = [(side, phase) for side, phase in seen if phase in one and phase != "mobilization"]
    one.remove("mobilization")
    assert seen == [(side, phase) for side in ("arab", "israel") for phase in one]


def test_6_2_each_thing_has_its_phase():
    units = {"15-armor": "fayid", "armor-1": "tasa", "armor-2": "tasa", "25-armor": "tasa"}
    p = combat(units, "israel")
    illegal(p, "move armor-1 refidim", "6.2")
    illegal(p, "mobilize mech-1 israeli-reserve", "6.2")
    p = movement(units, "israel")
    illegal(p, "attack tasa", "6.2")
    illegal(p, "fire armor-1", "6.2")
    illegal(p, "roll 3", "6.2")


def test_6_2_a_combat_phase_cannot_end_while_a_battle_is_to_be_fought():
    p = combat({"15-armor": "tasa", "armor-1": "tasa"})
    assert legal(p) == {"attack tasa"}
    assert "Tasa" in illegal(p, "end", "15.0").reason


def test_6_2_who_fought_in_the_first_combat_phase_enters_no_enemy_point_in_the_second():
    units = {"15-armor": "tasa", "hq-2": "tasa", "armor-1": "missouri", "armor-2": "tasa"}
    p = combat(units, control={"tasa": "israel"}, points={"egypt": 0})
    play(p, "attack tasa", "hold")
    shoot(p, "15-armor", 6)
    while p.phase == "combat 1":
        play(p, next(a for a in ("end", "hold", "stay", *p.legal_actions()) if a in legal(p)))
    assert p.phase == "movement 2"
    assert "tasa" in where(p, "15-armor")
    illegal(p, "move 15-armor missouri", "6.2")
    assert "move 15-armor chinese-farm" in legal(p)


def test_6_2_a_unit_that_did_not_fight_may():
    units = {"15-armor": "tasa", "hq-2": "tasa", "armor-1": "missouri"}
    p = second(units, control={"tasa": "arab"})
    assert "move 15-armor missouri" in legal(p)
    p = second(units, control={"tasa": "arab"}, fought=["15-armor"])
    illegal(p, "move 15-armor missouri", "6.2")


def test_6_2_the_marker_advances_after_the_administrative_phase():
    p = end_turn(administration({"15-armor": "fayid"}, turn=3))
    assert p.turn == 4


def test_6_2_air_units_return_at_the_end_of_the_turn():
    units = {"tac-1": "used", "tac-2": "sinai:recon", "tac-3": "refit", "15-armor": "fayid"}
    p = administration(units)
    play(p, "end") if p.phase == "administration" else None
    assert where(p, "tac-1", "tac-2", "tac-3") == ["ready", "ready", "refit"]


SOUTH, NORTH = "hushniya", "wasit"


def first_shot(point, unit="sy-armor-1", **more):
    p = combat({unit: point, "armor-10": point}, **({"turn": 1} | more))
    play(p, f"attack {point}")
    return p


def test_6_3_syrians_south_of_the_line_fire_first_on_turn_one():
    p = first_shot(SOUTH, ew={"syria": 1, "israel": 1})
    assert (p.step, p.to_move) == ("fire", "arab")
    assert first_shot(SOUTH, phase="combat 2").to_move == "arab"
    assert first_shot(NORTH).to_move == "israel"
    assert first_shot(SOUTH, turn=2).to_move == "israel"


def test_6_3_only_where_syria_fires_and_only_in_the_golan():
    assert first_shot(SOUTH, "morocco").to_move == "israel"
    assert first_shot("tasa", "15-armor").to_move == "israel"


def test_6_3_a_point_on_the_line_counts_as_north():
    assert first_shot("kuneitra").to_move == "israel"


def test_6_3_ten_israeli_tac_fly_on_turn_one():
    tacs = {f"tac-{n}": "ready" for n in range(1, 21)}
    p = pos(tacs, turn=1, side="israel", phase="air commitment")
    assert "commit tac israel sinai air-superiority 10" in legal(p)
    illegal(p, "commit tac israel sinai air-superiority 11", "6.3")
    play(p, "commit tac israel sinai air-superiority 6")
    assert "commit tac israel golan ground-attack 4" in legal(p)
    illegal(p, "commit tac israel golan ground-attack 5", "6.3")
    p = pos(tacs, turn=2, side="israel", phase="air commitment")
    assert "commit tac israel sinai air-superiority 20" in legal(p)


def test_6_3_israel_may_not_pick_out_air_defense_units():
    units = {"eg-sam-1": "fayid", "15-armor": "fayid", "tac-1": "sinai:ground-attack"}
    more = {"raid_at": ["fayid"], "raids": 1, "raid": 1, "raid_stage": 3, "raid_ew": [1]}
    data = {
        "side": "israel", "phase": "combat 2", "step": "damage", "owner": "israel",
        "victim": "arab", "chooser": "israel", "source": "raid", "target": "fayid", "hits": 1,
        "known": ["eg-sam-1", "15-armor"], "task": {"tac-1": 1}, **more,
    }  # fmt: skip
    p = pos(units, turn=1, **data)
    assert legal(p) == {"eliminate 15-armor"}
    illegal(p, "eliminate eg-sam-1", "6.3")
    assert "eliminate eg-sam-1" in legal(pos(units, turn=2, **data))


# 7.0


def test_7_1_each_index_counts_its_own_losses():
    p = hit({"armor-1": "tasa", "15-armor": "tasa"}, "tasa", "israel")
    play(p, "eliminate armor-1")
    assert p.casualties == {"israel": 1, "egypt": 0, "syria": 0}


def test_7_2_israel_has_lost_above_seventy():
    p = hit({"armor-1": "tasa", "15-armor": "tasa"}, "tasa", "israel", casualties={"israel": 69})
    play(p, "eliminate armor-1")
    assert p.result is None
    p = hit({"armor-1": "tasa", "15-armor": "tasa"}, "tasa", "israel", casualties={"israel": 70})
    play(p, "eliminate armor-1")
    assert (p.result.winner, p.result.ending) == ("arab", "israeli casualties")


ARAB_LOSSES = [
    ("15-armor", "tasa", "egypt", "egyptian casualties"),
    ("sy-armor-1", "wasit", "syria", "syrian casualties"),
    ("libya", "tasa", "egypt", "egyptian casualties"),
    ("iraq-6", "wasit", "syria", "syrian casualties"),
]


@pytest.mark.parametrize(("unit", "point", "index", "ending"), ARAB_LOSSES)
def test_7_3_an_arab_index_above_sixty_loses(unit, point, index, ending):
    units = {unit: point, "armor-1": point}
    p = hit(units, point, "arab", casualties={index: 59})
    play(p, f"eliminate {unit}")
    assert p.result is None
    assert p.casualties[index] == 60
    p = hit(units, point, "arab", casualties={index: 60})
    play(p, f"eliminate {unit}")
    assert (p.result.winner, p.result.ending) == ("israel", ending)


def test_7_3_the_two_are_not_added_up():
    p = hit({"15-armor": "tasa", "armor-1": "tasa"}, "tasa", "arab",
            casualties={"egypt": 59, "syria": 60})  # fmt: skip
    play(p, "eliminate 15-armor")
    assert p.result is None


def test_7_3_not_while_israel_stands_above_sixty_and_then_never_again():
    more = {"casualties": {"egypt": 60, "israel": 61}}
    p = hit({"15-armor": "tasa", "25-armor": "tasa", "armor-1": "tasa"}, "tasa", "arab", 2, **more)
    play(p, "eliminate 15-armor", "eliminate 25-armor")
    assert (p.result, field(p, "closed"), p.casualties["egypt"]) == (None, 1, 62)
    more = {"casualties": {"egypt": 60, "israel": 60}}
    p = hit({"15-armor": "tasa", "armor-1": "tasa"}, "tasa", "arab", **more)
    play(p, "eliminate 15-armor")
    assert p.result.winner == "israel"


def test_7_3_seventy_one_stays_open():
    more = {"casualties": {"israel": 70}, "closed": 1}
    p = hit({"armor-1": "tasa", "15-armor": "tasa"}, "tasa", "israel", **more)
    play(p, "eliminate armor-1")
    assert p.result.winner == "arab"


def test_7_3_strikes_count_for_the_nation_they_are_based_with():
    units = {"libya-tac": "sinai:air-superiority", "tac-1": "sinai:air-superiority"}
    p = pos(units, phase="air superiority", step="superiority loss", owner="arab",
            air_theater="sinai", air_side="israel", air_lost={"arab": 1}, air_stage=4)  # fmt: skip
    if p.step == "superiority loss":
        play(p, "lose libya-tac")
    assert p.casualties["egypt"] == 1


def test_7_4_one_point_for_a_small_unit_three_for_a_large_one_lost_whole():
    p = hit({"16-inf-div": "tasa", "pg": "tasa", "armor-1": "tasa"}, "tasa", "arab", 3)
    play(p, "eliminate 16-inf-div")  # no brigade to break it down into
    assert p.casualties["egypt"] == 3
    assert where(p, "16-inf-div") == ["permanently-eliminated"]


def test_7_4_an_infantry_division_that_takes_two_hits_loses_one_brigade():
    boxes = dict.fromkeys(["eg-inf-1", "eg-inf-2", "eg-inf-3"], "available")
    p = hit({"16-inf-div": "tasa", "pg": "tasa", "armor-1": "tasa", **boxes}, "tasa", "arab", 2)
    illegal(p, "eliminate 16-inf-div", "9.7")
    play(p, "break 16-inf-div")
    assert p.casualties["egypt"] == 0
    play(p, "eliminate eg-inf-1")
    assert p.casualties["egypt"] == 1
    assert where(p, "16-inf-div", "eg-inf-2", "eg-inf-3") == ["breakdown", "tasa", "tasa"]


def test_7_4_sites_and_missiles_cost_nothing():
    p = hit({"eg-sam-site-1": "tasa", "15-armor": "tasa", "armor-1": "tasa"}, "tasa", "arab")
    play(p, "eliminate eg-sam-site-1")
    assert p.casualties["egypt"] == 0


def test_7_4_a_strike_in_refit_costs_a_point_only_when_it_is_destroyed_there():
    p = pos({"tac-1": "refit", "armor-1": "refit"}, side="israel", phase="refit",
            points={"israel": 3})  # fmt: skip
    assert p.casualties["israel"] == 0
    play(p, "refit tac-1", "roll 1")
    assert (p.casualties["israel"], p.units["tac-1"]) == (1, "permanently-eliminated")
    play(p, "refit armor-1", "roll 1")
    assert p.casualties["israel"] == 1


def test_7_4_a_failed_flight_costs_nothing():
    p = movement({"eg-cdo-1": "fayid"})
    play(p, "fly eg-cdo-1 tasa", "pass", "roll 1")
    assert p.casualties["egypt"] == 0
    assert where(p, "eg-cdo-1") == ["refit"]


def test_7_5_a_unit_that_comes_back_takes_no_point_away():
    p = pos({"armor-1": "refit"}, side="israel", phase="refit", points={"israel": 3},
            casualties={"israel": 9})  # fmt: skip
    play(p, "refit armor-1", "roll 6")
    if p.step == "refit arrival":
        play(p, "arrive armor-1 israeli-reserve")
    assert where(p, "armor-1") == ["israeli-reserve"]
    assert stock(p, "casualties", "israel") == 9
    assert not verb(p, "refit")
