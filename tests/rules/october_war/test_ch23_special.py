"""23.0 Special units and strikes."""

import pytest

from .helpers import (
    combat,
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
    stock,
    where,
)


def attack(point, attackers, defenders, side="israel", **more):
    units = dict.fromkeys([*attackers, *defenders], point)
    return play(combat(units, side, **({"turn": 3} | more)), f"attack {point}")


def test_23_1_the_signals_unit_gives_a_marker_a_turn_north_of_the_line():
    mh = {"mh": "mt-hermon", "sy-inf-1": "kuneitra", "armor-1": "kuneitra"}
    p = play(combat(mh, "israel", turn=3, ew={"israel": 1}), "attack kuneitra")
    assert p.step == "attacker ew"
    play(p, "ew")
    assert (stock(p, "ew", "israel"), field(p, "signals_used")) == (1, 1)
    used = play(combat(mh, "israel", turn=3, signals_used=1), "attack kuneitra")
    assert used.step == "fire"
    gone = play(combat(mh | {"mh": "eliminated"}, "israel", turn=3), "attack kuneitra")
    assert gone.step == "fire"


@pytest.mark.parametrize(
    ("point", "asked"),
    [("kuneitra", True), ("hushniya", False), ("south-of-el-hara", True), ("tasa", False)],
)
def test_23_1_only_on_the_line_or_north_of_it(point, asked):
    units = {"mh": "mt-hermon", "sy-inf-1": point, "armor-1": point}
    p = play(combat(units, "israel", turn=3), f"attack {point}")
    assert (p.step == "attacker ew") == asked


def test_23_1_who_holds_mt_hermon_sees_all_stacks_in_the_north():
    units = {"mh": "mt-hermon", "sy-inf-1": "kafr-shams", "sy-inf-2": "nawa", "armor-1": "wasit"}
    seen = pos(units).view("israel")
    assert seen["units"]["sy-inf-1"] == "kafr-shams"
    assert seen["hidden"] == {"nawa": 1}
    units = {"sy-inf-1": "mt-hermon", "armor-1": "wasit", "armor-2": "nafah"}
    seen = pos(units, control={"mt-hermon": "arab"}).view("arab")
    assert seen["units"]["armor-1"] == "wasit"
    assert seen["hidden"] == {"nafah": 1}


def test_23_1_recon_and_commandos_need_no_line_in_the_second_phase():
    cut = dict.fromkeys(
        ["refidim", "um-hashiba", "makhshir", "missouri", "chinese-farm", "baluza"], "arab"
    )
    units = {"recon-1": "tasa", "sm": "tasa", "airmobile-1": "tasa"}
    p = second(units, "israel", control=cut, moved=["recon-1", "sm"])
    assert max(len(way.split()) for way in reach(p, "recon-1")) == 1
    assert reach(p, "sm")
    illegal(p, "move airmobile-1 refidim", "14.1")


def answer(p, unit, die):
    """Answer to a shot: (what must go, hits)."""
    shoot(p, unit, die)
    return field(p, "must_go"), field(p, "hits")


def elite(unit, **more):
    bridge = {"bridges": {"el-firdan": "israel"}}  # for a line of communication
    p = attack("el-firdan", [unit], ["eg-inf-1", "eg-inf-2", "eg-at-1"], **bridge, **more)
    return play(p, "hold")


def test_23_1_elite_units_attack_one_column_better():
    """Strength 3: para-1 at column 4, recon-1 at column 3."""
    assert answer(elite("recon-1"), "recon-1", 5) == (1, 0)
    assert answer(elite("para-1"), "para-1", 5) == (2, 0)
    assert answer(elite("golani-a"), "golani-a", 5) == (2, 0)
    assert answer(elite("sm"), "sm", 5) == (2, 0)


def test_23_1_with_the_option_only_against_cities_and_forts():
    option = {"options": ["elite_city_or_fort"]}
    assert answer(elite("para-1", **option), "para-1", 5) == (1, 0)


def test_23_2_guards_combine_with_nobody():
    units = {"pg": "cairo-road", "15-armor": "cairo-road", "eg-mech-1": "cairo-road"}
    p = pos(units | {"4-armor-div": "breakdown"}, phase="reorganization")
    illegal(p, "combine 4-armor-div cairo-road", "9.3")
    units = {"130-amph": "cairo-road", "eg-inf-1": "cairo-road", "eg-inf-2": "cairo-road"}
    p = pos(units | {"16-inf-div": "breakdown"}, phase="reorganization")
    illegal(p, "combine 16-inf-div cairo-road", "9.3")


def test_23_2_rocket_brigades_are_strong_in_attack_only():
    """5 in attack (a 4 is an r), 1 in defense (nothing)."""
    p = attack("fayid", ["eg-mlrs-1"], ["mech-1", "para-1"], "arab", control={"el-firdan": "arab"})
    play(p, "hold")
    assert shoot(p, "eg-mlrs-1", 4).step in ("damage", "battles", "attacker stays")
    p = attack("fayid", ["mech-1"], ["eg-mlrs-1", "eg-inf-1"])
    assert shoot(p, "eg-mlrs-1", 4).step == "fire"


def test_23_3_an_engineer_shifts_attacks_on_a_city_or_fort():
    """recon-1, strength 3, at a fort: 2 for it, with the engineer 2 better than nothing."""

    def shot(attackers):
        p = attack("kudna", attackers, ["sy-inf-1", "sy-mlrs", "sy-armor-1"])
        return answer(play(p, "hold"), "217-armor", 3)

    assert shot(["217-armor"]) == (0, 1)  # 12, -2: column 10
    assert shot(["217-armor", "engineer-1"]) == (0, 1)  # column 11

    def weak(attackers):
        p = attack("kudna", attackers, ["sy-inf-1", "sy-mlrs", "sy-armor-1"])
        return answer(play(p, "hold"), "recon-1", 6)

    assert weak(["recon-1"]) == (1, 0)  # column 1
    assert weak(["recon-1", "engineer-1"]) == (2, 0)  # column 2


# Flights


ROWS = [
    ("israel", {}, "AASSSS"),
    ("arab", {}, "EAASSS"),
    ("arab", {"turn": 1}, "AASSSS"),
    ("arab", {"air_master": {"sinai": "israel"}}, "EEAASS"),
    ("israel", {"air_master": {"sinai": "arab"}}, "EEAASS"),
    ("arab", {"air_master": {"golan": "israel"}}, "EAASSS"),
    ("arab", {"turn": 1, "air_master": {"sinai": "israel"}}, "EEAASS"),
]


@pytest.mark.parametrize(("side", "more", "row"), ROWS)
def test_23_4_the_airmobile_movement_table(side, more, row):
    unit, start = ("airmobile-1", "um-hashiba") if side == "israel" else ("eg-cdo-1", "fayid")
    found = ""
    for die in range(1, 7):
        p = movement({unit: start}, side, **more)
        play(p, f"fly {unit} tasa", "pass", f"roll {die}")
        found += {"tasa": "S", start: "A"}.get(p.units[unit], "E")
    assert found == row


def test_23_4_under_a_friendly_umbrella_or_into_the_reserve_the_good_row():
    p = movement({"eg-cdo-1": "fayid", "eg-sam-1": "deversoir"}, known=["eg-sam-1"])
    assert where(play(p, "fly eg-cdo-1 ismailia", "pass", "roll 3"), "eg-cdo-1") == ["ismailia"]
    p = movement({"eg-cdo-1": "fayid"})
    assert where(play(p, "fly eg-cdo-1 ismailia", "pass", "roll 3"), "eg-cdo-1") == ["fayid"]
    p = movement({"eg-cdo-1": "salhiya"})
    play(p, "fly eg-cdo-1 egyptian-reserve", "pass", "roll 3")
    assert where(p, "eg-cdo-1") == ["egyptian-reserve"]


def test_20_12_a_hidden_sam_unit_is_shown_for_the_good_row():
    """[O44] The die would tell of it: who uses its umbrella shows it."""
    p = movement({"eg-cdo-1": "fayid", "eg-sam-1": "deversoir", "eg-sam-2": "salhiya"})
    play(p, "fly eg-cdo-1 ismailia", "pass")
    assert (p.step, p.to_move) == ("umbrella", "arab")
    assert p.game.position(p.to_dict()) == p
    assert legal(p) == {"show-sam eg-sam-1", "pass"}
    illegal(p, "show-sam eg-sam-2", "20.3")
    hidden = play(p.copy(), "pass")
    assert "eg-sam-1" not in hidden.shown("israel")
    assert where(play(hidden, "roll 3"), "eg-cdo-1") == ["fayid"], "the plain row: an A"
    play(p, "show-sam eg-sam-1")
    assert "eg-sam-1" in p.shown("israel")
    assert where(play(p, "roll 3"), "eg-cdo-1") == ["ismailia"]


def test_20_12_who_flies_is_asked_whatever_it_has():
    p = play(movement({"eg-cdo-1": "fayid", "eg-sam-1": "salhiya"}), "fly eg-cdo-1 tasa", "pass")
    assert (p.step, legal(p)) == ("umbrella", {"pass"})
    assert p.game.position(p.to_dict()) == p
    for more in ({"turn": 1}, {"air_master": {"sinai": "israel"}}, {"known": ["eg-sam-1"]}):
        p = movement({"eg-cdo-1": "fayid", "eg-sam-1": "salhiya"}, **more)
        assert play(p, "fly eg-cdo-1 tasa", "pass").step == "flight roll"
    p = movement({"eg-cdo-1": "salhiya", "eg-sam-1": "fayid"})
    assert play(p, "fly eg-cdo-1 egyptian-reserve", "pass").step == "flight roll"


def test_23_4_up_to_four_points_over_any_routes():
    p = movement({"eg-cdo-1": "fayid"})
    flights = reach(p, "eg-cdo-1", "fly")
    assert {"chinese-farm", "tasa", "makhshir", "geneifa"} <= flights
    assert "romani" not in flights
    illegal(p, "fly eg-cdo-1 bir-el-abd", "23.4")
    illegal(p, "fly eg-cdo-1 great-bitter-lake", "23.4")


def test_23_4_not_into_an_objective():
    p = movement({"eg-cdo-1": "um-hashiba"})
    illegal(p, "fly eg-cdo-1 refidim", "23.4")
    p = movement({"airmobile-1": "fayid"}, "israel")
    illegal(p, "fly airmobile-1 cairo-road", "23.4")


def test_23_4_not_into_or_out_of_a_known_enemy_umbrella():
    units = {"eg-cdo-1": "fayid", "ad-a": "missouri", "15-armor": "fayid"}
    p = movement(units, known=["ad-a"])
    illegal(p, "fly eg-cdo-1 tasa", "23.4")
    illegal(p, "fly eg-cdo-1 chinese-farm", "23.4")
    assert "fly eg-cdo-1 baluza" in legal(p) or "geneifa" in reach(p, "eg-cdo-1", "fly")
    p = movement(units | {"eg-cdo-1": "chinese-farm"}, known=["ad-a"])
    illegal(p, "fly eg-cdo-1 geneifa", "23.4")


def test_23_4_a_hidden_sam_unit_may_be_shown_to_forbid_it():
    p = movement({"eg-cdo-1": "fayid", "ad-a": "missouri"})
    play(p, "fly eg-cdo-1 tasa")
    assert (p.step, p.to_move, legal(p)) == ("sam ask", "israel", {"show-sam ad-a", "pass"})
    play(p, "show-sam ad-a")
    assert (p.step, p.to_move, p.units["eg-cdo-1"]) == ("movement", "arab", "fayid")
    assert "move eg-cdo-1 geneifa" in legal(p)  # the flight has not happened
    illegal(p, "fly eg-cdo-1 tasa", "23.4")


def test_23_4_the_other_side_is_asked_even_with_nothing_to_show():
    p = play(movement({"eg-cdo-1": "fayid", "armor-1": "tasa"}), "fly eg-cdo-1 tasa")
    assert (p.step, legal(p)) == ("sam ask", {"pass"})


def test_23_4_landing_among_enemies_is_a_battle():
    p = movement({"eg-cdo-1": "fayid", "armor-1": "tasa"})
    play(p, "fly eg-cdo-1 tasa", "pass", "roll 6", "end")
    assert legal(p) == {"attack tasa"}


def test_23_4_aborted_counts_as_moved():
    p = movement({"eg-cdo-1": "fayid", "15-armor": "fayid"})
    play(p, "fly eg-cdo-1 tasa", "pass", "roll 2")
    illegal(p, "move eg-cdo-1 deversoir", "13.4")
    illegal(p, "fly eg-cdo-1 tasa", "13.4")


def test_23_4_who_has_flown_has_a_line_for_the_turn():
    p = play(movement({"eg-cdo-1": "fayid"}), "fly eg-cdo-1 tasa", "pass", "roll 6")
    assert field(p, "flew") == ["eg-cdo-1"]


def test_23_5_a_drop_goes_eight_points_from_a_depot_or_the_reserve():
    p = movement({"202-a": "israeli-reserve"}, "israel")
    flights = reach(p, "202-a", "fly")
    assert {"baluza", "fort-milano", "wasit"} <= flights
    assert "refidim" not in flights
    p = movement({"202-a": "tasa", "depot-1": "tasa"}, "israel")
    assert "deversoir" in reach(p, "202-a", "fly")
    p = movement({"202-a": "tasa"}, "israel")
    illegal(p, "fly 202-a missouri", "23.5")


@pytest.mark.parametrize("die", [1, 6])
def test_23_5_each_battalion_once_in_the_game_even_if_aborted(die):
    p = movement({"202-a": "israeli-reserve", "armor-1": "tasa"}, "israel")
    play(p, "fly 202-a tasa", "pass", f"roll {die}")
    assert field(p, "dropped") == ["202-a"]
    p = movement({"202-a": "israeli-reserve"}, "israel", dropped=["202-a"])
    assert not reach(p, "202-a", "fly")
    illegal(p, "fly 202-a tasa", "23.5")


def test_23_5_the_brigade_does_not_drop():
    p = movement({"202-para": "israeli-reserve"}, "israel")
    assert moves(p, "202-para")
    illegal(p, "fly 202-para tasa", "13.8")


def test_23_4_a_unit_lost_in_flight_costs_no_casualty_point():
    p = play(movement({"eg-cdo-1": "fayid"}), "fly eg-cdo-1 tasa", "pass", "roll 1")
    assert p.casualties["egypt"] == 0
    p = hit({"eg-cdo-1": "tasa", "eg-cdo-2": "tasa", "armor-1": "tasa"}, "tasa", "arab")
    assert p.step == "damage"
