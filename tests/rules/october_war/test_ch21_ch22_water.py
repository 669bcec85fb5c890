"""21.0 Amphibious operations, 22.0 Arab allies."""

import pytest

from .helpers import (
    administration,
    combat,
    control,
    end_turn,
    field,
    hit,
    illegal,
    legal,
    movement,
    moves,
    play,
    pos,
    reach,
    second,
    shoot,
    where,
)

CANAL = [
    ("port-said", "fort-budapest"), ("el-cap", "fort-orkal"), ("qantara-west", "fort-milano"),
    ("el-firdan", "fort-hizayon"), ("ismailia", "fort-purkan"), ("deversoir", "fort-matzmed"),
    ("geneifa", "fort-botzer"), ("shallufa", "fort-mafzeah"), ("suez-city", "port-tawfik"),
]  # fmt: skip
CROSSERS = [
    ("eg-inf-1", True), ("16-inf-div", True), ("140-para", True), ("eg-cdo-1", True),
    ("suez-bde", False), ("eg-mech-1", False), ("15-armor", False), ("6-mech-div", False),
    ("hq-2", False), ("eg-eng-2", False), ("eg-sam-1", False), ("eg-at-1", False),
]  # fmt: skip


@pytest.mark.parametrize(("unit", "crosses"), CROSSERS)
def test_21_1_who_crosses_with_an_engineers_help(unit, crosses):
    p = movement({unit: "deversoir", "eg-eng-1": "deversoir"})
    assert (f"cross {unit} fort-matzmed" in legal(p)) == crosses


@pytest.mark.parametrize(("west", "east"), CANAL)
def test_21_1_both_ways_at_every_route(west, east):
    p = movement({"eg-inf-1": west, "eg-eng-1": west})
    assert f"cross eg-inf-1 {east}" in legal(p)
    p = movement({"para-1": east, "engineer-1": east}, "israel")
    assert f"cross para-1 {west}" in legal(p)


def test_21_1_no_engineer_no_crossing():
    p = movement({"eg-inf-1": "deversoir", "eg-eng-1": "ismailia"})
    illegal(p, "cross eg-inf-1 fort-matzmed", "21.1")
    p = movement({"eg-inf-1": "deversoir", "eg-eng-1": "ismailia"})
    play(p, "move eg-eng-1 deversoir")
    illegal(p, "cross eg-inf-1 fort-matzmed", "21.1")  # an engineer that has moved


def test_21_1_it_is_the_whole_move_and_the_engineer_stays():
    p = movement({"eg-inf-1": "deversoir", "eg-inf-2": "deversoir", "eg-eng-1": "deversoir"})
    play(p, "cross eg-inf-1 fort-matzmed")
    assert where(p, "eg-inf-1") == ["fort-matzmed"]
    illegal(p, "move eg-inf-1 chinese-farm", "13.4")
    illegal(p, "move eg-eng-1 fayid", "21.1")
    assert "cross eg-inf-2 fort-matzmed" in legal(p)  # one engineer helps any number


def test_21_1_a_helping_engineer_may_bridge_before_or_after():
    units = {"eg-inf-1": "deversoir", "eg-eng-1": "deversoir", "eg-eng-2": "ismailia",
             "eg-inf-2": "ismailia"}  # fmt: skip
    p = movement(units)
    play(p, "cross eg-inf-1 fort-matzmed", "bridge eg-eng-1 fort-matzmed")
    play(p, "bridge eg-eng-2 fort-purkan", "move eg-inf-2 fort-purkan")
    assert field(p, "bridges") == {"deversoir": "arab", "ismailia": "arab"}


def test_21_1_nobody_crosses_where_no_canal_is():
    p = movement({"eg-inf-1": "fayid", "eg-eng-1": "fayid"})
    illegal(p, "cross eg-inf-1 chinese-farm", "21.1")


def test_21_2_an_engineer_at_the_canal_lays_a_bridge_as_its_move():
    p = movement({"eg-eng-1": "deversoir", "garrison-1": "fort-matzmed"})
    play(p, "bridge eg-eng-1 fort-matzmed")
    assert field(p, "bridges") == {"deversoir": "arab"}
    illegal(p, "move eg-eng-1 fayid", "13.4")


def test_21_2_not_after_moving_nor_without_a_line_nor_elsewhere():
    p = movement({"eg-eng-1": "fayid", "eg-inf-1": "fayid"})
    illegal(p, "bridge eg-eng-1 chinese-farm", "21.2")
    illegal(p, "bridge eg-inf-1 chinese-farm", "21.2")
    play(p, "move eg-eng-1 deversoir")
    illegal(p, "bridge eg-eng-1 fort-matzmed", "13.4")
    cut = dict.fromkeys(["ismailia", "fayid", "gebel-shabrawet"], "israel")
    p = movement({"eg-eng-1": "deversoir"}, control=cut)
    illegal(p, "bridge eg-eng-1 fort-matzmed", "21.2")


def test_21_2_in_the_second_phase_it_must_be_able_to_move():
    p = second({"eg-eng-1": "deversoir", "hq-2": "ismailia"})
    assert "bridge eg-eng-1 fort-matzmed" in legal(p)
    p = second({"eg-eng-1": "deversoir", "hq-2": "suez-city"})
    illegal(p, "bridge eg-eng-1 fort-matzmed", "14.1")


def test_21_2_line_of_play_a_division_crosses_the_new_bridge_and_attacks():
    """Bridge, march and battle in one phase: with LOC and without the water shift."""
    units = {"eg-eng-1": "deversoir", "6-mech-div": "deversoir", "garrison-1": "fort-matzmed",
             "eg-inf-1": "deversoir"}  # fmt: skip
    p = movement(units, turn=1)
    assert "cross eg-inf-1 fort-matzmed" in legal(p)  # infantry needs no bridge
    play(p, "bridge eg-eng-1 fort-matzmed", "move 6-mech-div fort-matzmed")
    assert field(p, "by_water", []) == []
    play(p, "end", "attack fort-matzmed")
    if "hold" in legal(p):
        play(p, "hold")
    # 11, -1 for the fort: column 10; unsupplied it would be 8, and a 3 an r
    shoot(p, "6-mech-div", 3)
    assert where(p, "garrison-1") == ["eliminated"]


def test_21_3_a_bridge_serves_its_owner_only():
    units = {"15-armor": "deversoir", "armor-1": "fort-matzmed"}
    p = movement({"15-armor": "deversoir"}, bridges={"deversoir": "arab"})
    assert "move 15-armor fort-matzmed" in legal(p)
    p = movement(units, "israel", bridges={"deversoir": "arab"})
    illegal(p, "move armor-1 deversoir", "13.7")
    p = movement({"eg-inf-1": "deversoir", "eg-eng-1": "deversoir"}, bridges={"deversoir": "arab"})
    illegal(p, "cross eg-inf-1 fort-matzmed", "21.3")


def test_21_3_a_bridge_is_no_point_of_its_own():
    units = {"15-armor": "ismailia", "eg-inf-1": "fort-matzmed"}
    p = movement(units, bridges={"deversoir": "arab"})
    assert "move 15-armor deversoir fort-matzmed" in legal(p)


def test_21_4_it_goes_with_the_last_ground_unit_at_its_ends():
    p = movement({"eg-eng-1": "deversoir", "15-armor": "fort-matzmed"},
                 bridges={"deversoir": "arab"}, control={"fort-matzmed": "arab"})  # fmt: skip
    play(p, "move eg-eng-1 fayid")
    assert field(p, "bridges") == {"deversoir": "arab"}
    play(p, "move 15-armor chinese-farm")
    assert field(p, "bridges", {}) == {}


def test_21_4_an_air_defense_unit_keeps_it():
    p = movement({"eg-sam-site-1": "deversoir", "15-armor": "deversoir"},
                 bridges={"deversoir": "arab"})  # fmt: skip
    play(p, "move 15-armor fayid")
    assert field(p, "bridges") == {"deversoir": "arab"}


def test_21_4_its_owner_may_remove_it_in_the_administrative_phase():
    units = {"15-armor": "deversoir", "armor-1": "fort-botzer"}
    p = administration(units, bridges={"deversoir": "arab", "geneifa": "israel"})
    assert legal(p) == {"remove-bridge deversoir", "end"}
    illegal(p, "remove-bridge geneifa", "21.4")
    play(p, "remove-bridge deversoir")
    assert p.side == "israel"  # nothing else to remove for the Arabs
    assert legal(p) == {"remove-bridge geneifa", "end"}
    end_turn(p)
    assert field(p, "bridges") == {"geneifa": "israel"}


def test_21_5_six_bridges_in_all():
    laid = dict.fromkeys(["port-said", "el-cap", "qantara-west", "el-firdan", "ismailia"], "arab")
    units = {"eg-eng-1": "deversoir"} | {
        f"eg-inf-{k + 1}": point for k, point in enumerate([*laid, "suez-city"])
    }
    p = movement(units, bridges=laid)
    assert "bridge eg-eng-1 fort-matzmed" in legal(p)
    p = movement(units | {"armor-1": "port-tawfik"}, bridges=laid | {"suez-city": "israel"})
    illegal(p, "bridge eg-eng-1 fort-matzmed", "21.5")


def test_21_5_one_bridge_to_a_route():
    p = movement({"eg-eng-1": "deversoir", "eg-inf-1": "deversoir"}, bridges={"deversoir": "arab"})
    illegal(p, "bridge eg-eng-1 fort-matzmed", "21.2")
    p = movement({"eg-eng-1": "deversoir", "armor-1": "fort-matzmed"},
                 bridges={"deversoir": "israel"})  # fmt: skip
    illegal(p, "bridge eg-eng-1 fort-matzmed", "21.2")


def test_21_6_lakes_and_the_red_sea():
    p = movement({"130-amph": "fayid"})
    assert {"fort-botzer", "chinese-farm"} <= moves(p, "130-amph")
    illegal(p, "move 130-amph great-bitter-lake", "21.6")
    p = movement({"130-amph": "adabiya", "15-armor": "adabiya", "eg-cdo-1": "adabiya"})
    assert "move 130-amph suez-bay ayun-musa" in legal(p)
    illegal(p, "move 15-armor suez-bay ayun-musa", "21.6")
    illegal(p, "move eg-cdo-1 suez-bay ayun-musa", "21.6")  # Israeli commandos only
    p = movement({"sm": "ras-sudar", "airmobile-1": "ras-sudar"}, "israel")
    assert "move sm gulf-of-suez ain-sukhna" in legal(p)
    illegal(p, "move airmobile-1 gulf-of-suez ain-sukhna", "21.6")


def test_21_6_the_far_shore_may_be_enemy_occupied():
    p = movement({"130-amph": "fayid", "armor-1": "chinese-farm"})
    play(p, "move 130-amph great-bitter-lake chinese-farm")
    assert where(p, "130-amph") == ["chinese-farm"]
    assert control(p, "chinese-farm") is None


def test_21_6_without_a_line_there_is_no_second_point_to_land():
    cut = dict.fromkeys(["deversoir", "gebel-shabrawet", "geneifa"], "israel")
    p = movement({"130-amph": "fayid"}, control=cut | {"chinese-farm": "israel"})
    illegal(p, "move 130-amph great-bitter-lake chinese-farm", "13.2")


def test_21_7_amphibious_units_cross_the_canal_alone_as_their_whole_move():
    p = movement({"130-amph": "deversoir"})
    play(p, "cross 130-amph fort-matzmed")
    illegal(p, "move 130-amph chinese-farm", "13.4")
    assert field(p, "by_water") == ["130-amph"]


def test_21_7_they_retreat_over_it_too():
    units = {"130-amph": "fort-matzmed", "15-armor": "fort-matzmed", "armor-1": "fort-matzmed"}
    p = hit(units, "fort-matzmed", "arab", hits=0, must_go=1)
    assert "withdraw 130-amph deversoir" in legal(p)
    illegal(p, "withdraw 15-armor deversoir", "16.4")


def test_21_7_israeli_commandos_retreat_over_it_too():
    units = {"s-13": "fort-matzmed", "armor-1": "fort-matzmed", "15-armor": "fort-matzmed"}
    p = hit(units, "fort-matzmed", "israel", hits=0, must_go=1, control={"deversoir": "israel"})
    assert "withdraw s-13 deversoir" in legal(p)
    illegal(p, "withdraw armor-1 deversoir", "16.4")


def must_go(p, unit, die):
    """Answer to a shot: 1 an r, 2 an R."""
    return field(shoot(p, unit, die), "must_go")


def landing(**more):
    """The amphibious brigade, strength 3, in rough ground against two units that can retreat."""
    units = {"130-amph": "chinese-farm", "armor-1": "chinese-farm", "para-1": "chinese-farm"}
    p = combat(units | more.pop("units", {}), turn=3, control={"fayid": "arab"}, **more)
    return play(p, "attack chinese-farm", "hold")


def test_21_8_who_comes_over_water_fires_one_column_lower():
    assert must_go(landing(), "130-amph", 6) == 2  # column 2, and a 6: R
    assert must_go(landing(by_water=["130-amph"]), "130-amph", 6) == 1  # column 1: r


def test_21_8_not_if_another_attacker_came_otherwise():
    more = {"units": {"eg-inf-1": "chinese-farm"}}
    assert must_go(landing(by_water=["130-amph"], **more), "130-amph", 6) == 2


def test_21_8_nor_with_an_engineers_aid():
    p = movement({"130-amph": "deversoir", "eg-inf-1": "deversoir", "eg-eng-1": "deversoir"})
    play(p, "cross eg-inf-1 fort-matzmed", "cross 130-amph fort-matzmed")
    assert field(p, "by_water", []) == []
    assert set(field(p, "helped")) == {"eg-eng-1"}


# 22.0


def test_22_1_in_attack_one_nation_fires_the_others_may_be_lost():
    p = combat({"libya": "tasa", "15-armor": "tasa", "armor-1": "tasa"}, turn=3)
    play(p, "attack tasa", "nation libya", "hold")
    assert legal(p) == {"fire libya", "hold"}
    illegal(p, "fire 15-armor", "22.1")
    p = hit({"libya": "tasa", "15-armor": "tasa", "armor-1": "tasa"}, "tasa", "arab")
    assert {"eliminate libya", "eliminate 15-armor"} <= legal(p)


def test_22_1_in_defense_all_fire():
    p = combat({"libya": "fayid", "15-armor": "fayid", "armor-1": "fayid"}, "israel", turn=3)
    play(p, "attack fayid")
    assert legal(p) >= {"fire libya", "fire 15-armor"}


def test_22_1_a_nation_without_attackers_cannot_be_named():
    p = combat({"libya": "tasa", "15-armor": "tasa", "armor-1": "tasa"}, turn=3)
    play(p, "attack tasa")
    illegal(p, "nation syria", "22.1")


def test_22_2_strikes_of_one_nation_against_a_point():
    units = {"eg-tac-1": "sinai:ground-attack", "libya-tac": "sinai:ground-attack",
             "armor-1": "tasa", "armor-2": "missouri"}  # fmt: skip
    p = pos(units, phase="combat 1", step="raids", turn=3)
    assert "raid tasa tac 1" in legal(p)
    illegal(p, "raid tasa tac 2", "22.2")
    play(p, "raid tasa tac 1")
    illegal(p, "raid tasa tac 1", "22.2")


def test_22_2_no_headquarters_of_another_nation_helps():
    def answer(unit):
        units = {unit: "tasa", "hq-2": "tasa", "armor-1": "tasa", "para-1": "tasa"}
        p = combat(units, turn=3, control={"tasa": "arab"})
        nation = "libya" if unit == "libya" else "egypt"
        play(p, "attack tasa", *([f"nation {nation}"] if nation == "libya" else []), "hold")
        return p

    p = answer("libya")  # strength 4, no line: column 2, a 6 is R
    assert must_go(p, "libya", 6) == 2
    illegal(answer("libya"), "fire hq-2", "22.1")


def test_22_3_allies_come_by_their_event_only():
    p = pos({"algeria": "allies-cup", "eg-inf-1": "available"}, phase="mobilization",
            points={"egypt": 9, "syria": 9}, turn=4)  # fmt: skip
    assert not any("algeria" in action for action in legal(p))


def test_22_4_lost_allies_are_out_for_good():
    p = hit({"libya": "tasa", "15-armor": "tasa", "armor-1": "tasa"}, "tasa", "arab")
    play(p, "eliminate libya")
    assert where(p, "libya") == ["permanently-eliminated"]
    p = pos({"libya": "refit", "15-armor": "refit"}, phase="refit", points={"egypt": 9})
    illegal(p, "refit libya", "22.4")
    assert not reach(p, "libya", "refit")
