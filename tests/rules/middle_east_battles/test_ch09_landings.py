"""9.11 to 9.16: coming onto the map at Suez, engineers, waterways."""

from .helpers import (
    SUEZ,
    combat,
    cost,
    declare,
    fight,
    illegal,
    legal,
    odds_now,
    play,
    pos,
    reach,
    verb,
)

BOX = {"1-p": "off", "2-p": "off", "3-p": "off"}


def test_9_11_two_drops_in_the_first_turn_one_later():
    p = play(pos(SUEZ, BOX, turn=1), "drop 1-p 2418", "drop 2-p 2419")
    illegal(p, "drop 3-p 2420", "9.11")
    p = play(pos(SUEZ, BOX, turn=2), "drop 1-p 2418")
    illegal(p, "drop 3-p 2420", "9.11")


def test_9_11_before_anything_else():
    p = play(pos(SUEZ, {**BOX, "3-rcp": "2420"}, turn=1), "drop 1-p 2418", "move 3-rcp 2421")
    illegal(p, "drop 2-p 2419", "9.11")


def test_9_11_paratroops_alone():
    p = pos(SUEZ, {**BOX, "40-cdo": "off", "rs": "off", "3-rcp": "2420"}, turn=1)
    illegal(p, "drop 40-cdo 2418", "9.11")
    illegal(p, "drop rs 2418", "9.11")
    illegal(p, "drop 3-rcp 2418", "9.11")


def test_9_11_onto_clear_ground():
    p = pos(SUEZ, {**BOX, "4-inf": "2418", "js-helicopter": "2420", "rs": "2421"}, turn=1)
    for hex_ in ("1929", "2411", "2419", "2420"):  # airfield, beach, a zone, beside a helicopter
        assert hex_ in reach(p, "1-p", "drop")
    for hex_ in ("2222", "2612", "3413", "2004"):  # rough, city, oil tank, sea
        illegal(p, f"drop 1-p {hex_}", "9.11")
    illegal(p, "drop 1-p 2418", "5.5")
    illegal(p, "drop 1-p 2421", "5.11")


def test_9_11_no_further_move():
    p = play(pos(SUEZ, BOX, turn=1), "drop 1-p 2418")
    illegal(p, "move 1-p 2419", "5.6")


def landed(mark="landed", **units):
    """Return a combat phase in which 1-p has landed next to an Egyptian."""
    return combat(SUEZ, {"4-inf": "2418", "1-p": "2419", **units}, **{mark: ["1-p"]})


def test_9_11_they_must_attack_and_an_a1_eliminates_them():
    p = landed()
    illegal(p, "end", "7.3")
    fight(p, "2418", "1-p", roll=6)  # +2: BR
    assert p.step == "retreat"
    p = fight(landed(**{"1r-inf": "2420"}), "2418 2420", "1-p", roll=2)  # 0: D1 … A1 at 5
    p = fight(landed(**{"1r-inf": "2420"}), "2418 2420", "1-p", roll=5)
    assert p.units["1-p"] == "eliminated"
    assert p.units["4-inf"] == "2418"


def test_9_11_only_they_are_lost_by_an_a1():
    p = combat(SUEZ, {"4-inf": "2418", "gds": "2419", "11-p": "2417"}, landed=["gds"])
    fight(p, "2418", "gds", "11-p", roll=5)  # 2 - 2, French and British: A1
    assert p.units["gds"] == "eliminated"
    assert {a.split()[1] for a in verb(p, "retreat")} == {"11-p"}


def test_9_11_they_do_not_advance():
    p = fight(landed(), "2418", "1-p", roll=1)  # D2
    while p.step == "retreat":
        play(p, sorted(legal(p))[0])
    assert p.step == "combat"
    p = fight(landed(**{"2-p": "2417"}), "2418", "1-p", "2-p", roll=1)
    while p.step == "retreat":
        play(p, sorted(legal(p))[0])
    illegal(p, "advance 1-p 2418", "9.11")
    play(p, "advance 2-p 2418")


def test_9_11_the_mark_ends_with_the_player_turn():
    p = play(pos(SUEZ, BOX, turn=1), "drop 1-p 2418")
    assert p.to_dict()["landed"] == ["1-p"]
    play(p, "end", "end")
    assert "landed" not in p.to_dict()


# Helicopters


def test_9_12_helicopters_come_and_go():
    p = pos(SUEZ, {"js-helicopter": "off", "845-helicopter": "2411"})
    assert cost(p, "js-helicopter", "2411", "enter") >= 2
    play(p, "enter js-helicopter 4811", "return 845-helicopter")
    assert p.units["845-helicopter"] == "off"
    illegal(p, "enter 845-helicopter 2411", "5.6")
    illegal(p, "return js-helicopter", "5.6")


def test_9_12_flights_are_counted_from_the_first_all_sea_hex():
    # 1632 touches 1532, which is one of those hexes
    p = pos(SUEZ, {"js-helicopter": "off"})
    grid = p.game.map.grid
    sea = min(grid.distance(h, "2411") for h in p.game.map.areas["features"]["helicopter_sea"])
    assert cost(p, "js-helicopter", "2411", "enter") == 1 + sea
    illegal(p, "enter js-helicopter 2004", "5.14")


def test_9_12_only_helicopters():
    p = pos(SUEZ, {"1-p": "off", "4-inf": "2418", "2-p": "2411"})
    illegal(p, "enter 1-p 2411", "9.12")
    illegal(p, "return 2-p", "9.12")


def test_9_12_js_lifts_a_foot_unit_from_the_box():
    p = pos(SUEZ, {"js-helicopter": "off", "45-cdo": "off", "4-inf": "2418"}, turn=1)
    play(p, "lift 45-cdo 2419")  # in a zone
    assert p.units["45-cdo"] == p.units["js-helicopter"] == "2419"
    assert p.to_dict()["landed"] == ["45-cdo", "js-helicopter"]
    illegal(p, "move js-helicopter 2420", "5.6")
    illegal(p, "move 45-cdo 2420", "5.6")


def test_9_12_and_from_the_map():
    p = pos(SUEZ, {"js-helicopter": "2411", "1-rcp": "2421"})
    play(p, "lift 1-rcp 3607")
    assert p.units["1-rcp"] == p.units["js-helicopter"] == "3607"


def test_9_12_who_cannot_be_lifted():
    p = pos(
        SUEZ, {"js-helicopter": "off", "a-6-rtr": "off", "845-helicopter": "off", "45-cdo": "off"}
    )
    illegal(p, "lift a-6-rtr 2418", "9.12")
    illegal(p, "lift 845-helicopter 2418", "9.12")
    p = pos(SUEZ, {"js-helicopter": "eliminated", "45-cdo": "off"})
    illegal(p, "lift 45-cdo 2418", "9.12")
    p = play(pos(SUEZ, {"js-helicopter": "2411", "45-cdo": "off"}), "move js-helicopter 2412")
    illegal(p, "lift 45-cdo 2418", "9.12")
    p = play(pos(SUEZ, {"js-helicopter": "2411", "45-cdo": "2417"}), "move 45-cdo 2418")
    illegal(p, "lift 45-cdo 2421", "5.6")


def test_9_12_where_it_cannot_land():
    units = {"js-helicopter": "off", "45-cdo": "off", "4-inf": "2418", "rs": "2420",
             "845-helicopter": "2416"}  # fmt: skip
    p = pos(SUEZ, units)
    for hex_ in ("2612", "2222", "3413", "2004"):
        illegal(p, f"lift 45-cdo {hex_}", "9.12")
    illegal(p, "lift 45-cdo 2418", "5.5")
    illegal(p, "lift 45-cdo 2420", "9.12")
    illegal(p, "lift 45-cdo 2416", "9.12")  # one helicopter is too many here


def test_9_12_the_hex_it_leaves_is_free_for_it():
    p = pos(SUEZ, {"js-helicopter": "2411", "1-rcp": "2421"})
    play(p, "lift 1-rcp 2411")


def test_9_12_sixty_points_for_the_whole_flight():
    p = pos(SUEZ, {"js-helicopter": "4811", "45-cdo": "off"})
    illegal(p, "lift 45-cdo 4709", "9.12")
    assert "2411" in reach(p, "45-cdo", "lift")
    assert cost(p, "45-cdo", "2411", "lift") <= 60


def test_9_12_off_the_map_together():
    p = pos(SUEZ, {"js-helicopter": "4511", "1-rcp": "4510"})
    play(p, "liftoff 1-rcp 4811")
    assert p.units["1-rcp"] == p.units["js-helicopter"] == "exited"
    assert p.points["anglo_french"] == 4
    illegal(pos(SUEZ, {"js-helicopter": "2411", "1-rcp": "2412"}), "liftoff 1-rcp 2411", "9.10")
    p = play(pos(SUEZ, {"js-helicopter": "4511"}), "exit js-helicopter 4811")
    assert p.points["anglo_french"] == 2


def test_ruling_20_nobody_is_lifted_straight_off_from_the_box():
    for joint in ("off", "4511"):
        p = pos(SUEZ, {"js-helicopter": joint, "1-p": "off", "1-rcp": "4510"}, turn=1)
        assert "1-p" not in {text.split()[1] for text in legal(p) if text.startswith("liftoff")}
        illegal(p, "liftoff 1-p 4807", "9.10", "box")
        assert "1929" in reach(p, "1-p", "lift")
        play(p, "liftoff 1-rcp 4807")  # it stands on the map, wherever JS comes from
        assert p.points["anglo_french"] == 4


def test_9_12_lifts_count_against_nothing_else():
    p = pos(SUEZ, {**BOX, "js-helicopter": "off", "45-cdo": "off"}, turn=1)
    play(p, "drop 1-p 2418", "drop 2-p 2420", "lift 45-cdo 1929")


# Amphibious landings

FLEET = dict.fromkeys(("40-cdo", "42-cdo", "rs", "wy", "ash", "rf", "rwk", "a-6-rtr"), "off")
BEACHES = ("2410", "2411", "2412", "2413", "2314", "2315", "2316", "2216")


def test_9_13_from_turn_four():
    illegal(pos(SUEZ, FLEET, turn=3), "land rs 2411", "9.13")
    play(pos(SUEZ, FLEET, turn=4), "land rs 2411", "land a-6-rtr 2510")


def test_9_13_six_then_three():
    p = pos(SUEZ, FLEET, turn=4)
    play(p, *(f"land {unit} {hex_}" for unit, hex_ in zip(list(FLEET)[:6], BEACHES, strict=False)))
    illegal(p, "land rwk 2315", "9.13")
    p = pos(SUEZ, FLEET, turn=5, amphibious=True)
    play(p, "land rs 2411", "land wy 2412", "land ash 2413")
    illegal(p, "land rf 2314", "9.13")


def test_9_13_the_first_phase_with_a_landing_counts():
    p = play(pos(SUEZ, FLEET, turn=4), "land rs 2411", "end")
    assert p.to_dict()["amphibious"] is True
    p = play(pos(SUEZ, FLEET, turn=4), "end")
    assert "amphibious" not in p.to_dict()


def test_9_13_on_the_mediterranean_coast():
    p = pos(SUEZ, {**FLEET, "4-inf": "2412", "yl": "2413", "845-helicopter": "2704"}, turn=4)
    for hex_ in ("2801", "1632", "2510", "2411", "2704"):  # city, a zone, beside a helicopter
        assert hex_ in reach(p, "rs", "land")
    illegal(p, "land rs 2418", "9.13")
    illegal(p, "land rs 2004", "9.13")
    illegal(p, "land rs 2412", "5.5")
    illegal(p, "land rs 2413", "5.11")


def test_9_13_not_helicopters_nor_egyptians_nor_twice():
    p = pos(SUEZ, {**FLEET, "js-helicopter": "off", "yl": "2413", "4-inf": "2418"}, turn=4)
    illegal(p, "land js-helicopter 2411", "9.13")
    illegal(p, "land yl 2411", "9.13")
    play(p, "land rs 2411")
    illegal(p, "land rs 2412", "5.6")
    illegal(p, "move rs 2412", "5.6")
    p = pos(SUEZ, {"4-inf": "off"}, side="egypt", step="movement", turn=4)
    illegal(p, "land 4-inf 2411", "9.13")


# Crossings: 2510 and 2610 west of the canal, 2609 and 2709 east of it


def crossing(**units):
    """Return a unit and an engineer at the canal."""
    return pos(SUEZ, {"1-p": "2511", "3-engineer": "2610", **units})


def test_9_14_the_canal_is_closed():
    assert "2609" not in reach(pos(SUEZ, {"1-p": "2610"}), "1-p")
    illegal(pos(SUEZ, {"1-p": "2610"}), "move 1-p 2609", "9.14")


def test_9_14_an_engineer_helps_across():
    p = crossing()
    assert verb(p, "cross") == {"cross 1-p 3-engineer 2609", "cross 1-p 3-engineer 2710"} & legal(p)
    play(p, "cross 1-p 3-engineer 2609")
    assert p.units["1-p"] == "2609"
    assert p.to_dict()["brought_over"] == ["1-p"]
    illegal(p, "move 1-p 2608", "5.6")
    illegal(p, "move 3-engineer 2611", "9.14")


def test_9_14_any_number_and_other_engineers_and_vehicles():
    p = crossing(**{"9-p-engineer": "2611", "a-6-rtr": "2711"})
    play(p, "cross 1-p 3-engineer 2609")
    assert "cross 9-p-engineer 3-engineer 2609" not in legal(p)  # taken
    illegal(p, "cross 9-p-engineer 3-engineer 2609", "5.11")


def test_9_14_who_is_not_helped():
    p = crossing(**{"845-helicopter": "2511", "2-p": "2513", "4-inf": "3708", "1-rcp": "off"})
    illegal(p, "cross 845-helicopter 3-engineer 2609", "9.14")
    illegal(p, "cross 2-p 3-engineer 2609", "9.14")
    illegal(p, "cross 3-engineer 3-engineer 2609", "9.14")
    illegal(p, "cross 1-rcp 3-engineer 2609", "9.14")
    illegal(p, "cross 1-p 3-engineer 2512", "9.14")
    p = crossing(**{"1-p": "2609"})
    illegal(p, "cross 1-p 3-engineer 2611", "9.14")  # water between them


def test_9_14_neither_may_have_moved():
    p = play(crossing(), "move 3-engineer 2611")
    illegal(p, "cross 1-p 3-engineer 2609", "9.14")
    p = play(crossing(**{"1-p": "2512"}), "move 1-p 2511")
    illegal(p, "cross 1-p 3-engineer 2609", "5.6")
    illegal(crossing(**{"3-engineer": "off"}), "cross 1-p 3-engineer 2609", "9.14")


def test_9_14_onto_free_land():
    p = crossing(**{"4-inf": "2609"})
    illegal(p, "cross 1-p 3-engineer 2609", "5.5")
    p = crossing(**{"2-p": "2609"})
    illegal(p, "cross 1-p 3-engineer 2609", "5.11")
    p = crossing(**{"845-helicopter": "2609", "4-inf": "2608"})
    play(p, "cross 1-p 3-engineer 2609")  # beside a helicopter, into a zone


def test_9_14_nobody_crosses_to_water():
    p = pos(SUEZ, {"1-p": "2412", "3-engineer": "2411"})
    assert not verb(p, "cross")
    illegal(p, "cross 1-p 3-engineer 2311", "5.7", "9.14")


def test_9_14_an_a1_eliminates_who_crossed_and_he_may_advance():
    p = landed("brought_over", **{"1r-inf": "2420"})
    fight(p, "2418 2420", "1-p", roll=5)
    assert p.units["1-p"] == "eliminated"
    p = fight(landed("brought_over"), "2418", "1-p", roll=1)
    while p.step == "retreat":
        play(p, sorted(legal(p))[0])
    assert "2418" in reach(p, "1-p", "advance")


def test_9_14_the_engineer_does_not_advance():
    p = combat(SUEZ, {"4-inf": "2418", "3-engineer": "2419", "1-p": "2417"}, fixed=["3-engineer"])
    fight(p, "2418", "1-p", "3-engineer", roll=1)
    while p.step == "retreat":
        play(p, sorted(legal(p))[0])
    illegal(p, "advance 3-engineer 2418", "9.14")


def test_9_14_egypts_engineer_helps_nobody():
    units = {"4-inf": "2511", "2-engineer": "2610"}
    p = pos(SUEZ, units, side="egypt", step="movement", options=("what_if",))
    assert not verb(p, "cross")
    illegal(p, "cross 4-inf 3-engineer 2609", "9.14")


def test_9_15_an_engineer_against_a_city():
    units = {"4-inf": "2612", "1-p": "2611", "3-engineer": "2613", "9-p-engineer": "2712"}
    p = declare(combat(SUEZ, units), "2612", "1-p", "3-engineer", "9-p-engineer")
    assert sorted(s.columns for s in odds_now(p).shifts) == [-1, 1]
    assert {s.case for s in odds_now(p).shifts} == {"7.6", "9.15"}
    units = {"4-inf": "2418", "1-p": "2419", "3-engineer": "2417"}
    p = declare(combat(SUEZ, units), "2418", "1-p", "3-engineer")
    assert odds_now(p).shifts == ()


def test_9_15_alone_too_and_not_egypts():
    p = declare(combat(SUEZ, {"4-inf": "2612", "3-engineer": "2613"}), "2612", "3-engineer")
    assert sorted(s.columns for s in odds_now(p).shifts) == [-1, 1]
    p = combat(SUEZ, {"gds": "2612", "2-engineer": "2613"}, "egypt", options=("what_if",))
    declare(p, "2612", "2-engineer")
    assert sum(s.columns for s in odds_now(p).shifts) == -1


def test_9_16_no_retreat_over_the_small_waterways_without_a_bridge():
    # 3712 and 3713 lie beyond the Raswa Channel, all else is in a zone
    units = {"4-inf": "3812", "1-p": "3912", "2-p": "3913"}
    p = fight(combat(SUEZ, units), "3812", "1-p", "2-p", roll=5, table="mobile")  # 6, D1
    assert p.units["4-inf"] == "eliminated"
    units = {"4-inf": "3812", "1-p": "3813"}
    p = fight(combat(SUEZ, units), "3812", "1-p", roll=2, table="mobile")  # 2: D2
    illegal(p, "retreat 4-inf 3712", "9.16")


def test_9_16_by_a_bridge_it_is_allowed():
    units = {"4-inf": "3811", "1-p": "3812", "2-p": "3912"}
    p = fight(combat(SUEZ, units), "3811", "1-p", "2-p", roll=5, table="mobile")
    assert reach(p, "4-inf", "retreat") == {"3711"}
    play(p, "retreat 4-inf 3711")


def test_9_16_an_advance_may_cross_them():
    units = {"4-inf": "3812", "1-p": "3712", "2-p": "3713"}
    p = fight(combat(SUEZ, units), "3812", "1-p", "2-p", roll=5, table="mobile")
    while p.step == "retreat":
        play(p, sorted(legal(p))[0])
    assert "3812" in reach(p, "1-p", "advance")
