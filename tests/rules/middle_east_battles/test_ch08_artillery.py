"""8.0 Artillery, protective fire, airstrikes and naval gunfire."""

import pytest

from bridgehead.terminal.hexes.words import idle_lines
from bridgehead.titles.middle_east_battles import TITLE

from .helpers import (
    CENTER,
    EL,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SUEZ,
    combat,
    declare,
    decline,
    fight,
    illegal,
    legal,
    odds_now,
    play,
    protect,
    reach,
    retreat,
    verb,
)

GUNS = ("1-tal-artillery", "2-tal-artillery")
BARRAGE = {"1-2-inf": CENTER, "1-tal-artillery": "2638", "2-tal-artillery": "2637"}


def test_8_1_adjacent_or_from_range_and_both_fires_in_a_turn():
    p = fight(combat(EL, BARRAGE), CENTER, *GUNS, roll=6)
    assert p.step == "combat"
    play(p, "end", "stay", "end")
    units = {"79-7-tal": CENTER, "1-tal-artillery": "2646", "1-2-inf": NORTH}
    p = declare(combat(EL, units, "egypt", airstrikes={"air": 0}), CENTER, "1-2-inf")
    assert verb(p, "fpf") == {"fpf 1-tal-artillery"}


def test_8_2_nobody_has_to_barrage():
    p = combat(EL, BARRAGE)
    assert legal(p) == {f"attack {CENTER}", "end"}
    play(p, "end")


def test_8_3_range_counts_the_target_not_the_gun():
    units = {"1-2-inf": CENTER, "1-tal-artillery": "2635"}  # seven hexes
    declare(combat(EL, units), CENTER, "1-tal-artillery")
    units = {"1-2-inf": CENTER, "79-7-tal": NORTH, "1-tal-artillery": "2634"}
    p = play(combat(EL, units), f"attack {CENTER}")
    illegal(p, "with 1-tal-artillery", "8.3")


def test_8_3_protective_fire_is_counted_to_the_defender():
    units = {"7-antitank": CENTER, "7-artillery": "2650", "79-7-tal": NORTH}
    p = declare(combat(EL, units), CENTER, "79-7-tal")
    assert p.step == "table"
    units = {"7-antitank": CENTER, "7-artillery": "2649", "79-7-tal": NORTH, "2-artillery": "2650"}
    p = declare(combat(EL, units), CENTER, "79-7-tal")
    assert verb(p, "fpf") == {"fpf 7-artillery"}
    illegal(p, "fpf 2-artillery", "8.3")


def test_8_4_a_barrage_alone_is_on_one_hex():
    units = {"1-2-inf": CENTER, "2-2-inf": NORTHEAST, "1-tal-artillery": "2638"}
    p = play(combat(EL, units, airstrikes={"air": 4}), f"attack {CENTER}")
    assert not verb(p, "also")
    illegal(p, f"also {NORTHEAST}", "8.4")
    play(p, "with 1-tal-artillery", "air 1", "fire")


def test_8_5_fire_from_range_never_suffers():
    units = {"1-2-inf": CENTER, "2-2-inf": NORTHEAST, "tal-recon": NORTH, "1-tal-artillery": "2638"}
    p = combat(EL, units)
    declare(p, f"{CENTER} {NORTHEAST}", "tal-recon", "1-tal-artillery")
    play(p, "mobile", "roll 5")  # 6 - 12: AE at 6, A1 at 5
    assert {a.split()[1] for a in verb(p, "retreat")} == {"tal-recon"}


FIRE_ALONE = {"1-2-inf": CENTER, "1-tal-artillery": "2638", "2-tal-artillery": "2637"}


@pytest.mark.parametrize(
    ("strikes", "die", "steps"),
    [
        (0, 1, 2),
        (0, 2, 2),
        (0, 3, 0),
        (0, 4, 0),
        (0, 6, 0),
        (2, 1, 3),
        (8, 1, 4),
        (8, 6, 0),
        (10, 1, "DE"),
    ],
)
def test_8_6_fire_alone_is_mobile_and_harms_with_de_and_d2_to_d4(strikes, die, steps):
    # 8 - 6 = 2 and airstrikes
    p = combat(EL, FIRE_ALONE, airstrikes={"air": 10})
    declare(p, CENTER, *GUNS, markers=[f"air {strikes}"] if strikes else [])
    assert p.step == "roll"
    illegal(p, "frontal", "7.8")
    play(p, f"roll {die}")
    made = 0
    while p.step == "retreat":
        play(p, sorted(legal(p))[0])
        made += 1
    if steps == "DE":
        assert p.units["1-2-inf"] == "eliminated"
    else:
        assert made == steps
        assert p.units["1-2-inf"] != "eliminated"
    assert p.step == "combat"  # nobody advances: nobody was adjacent


def test_8_6_also_against_a_city_or_a_fort_and_for_egypt():
    p = combat(EL, {"14-armor": "4421", "1-tal-artillery": "4418", "2-tal-artillery": "4518"})
    declare(p, "4421", *GUNS)
    assert p.step == "roll"
    assert odds_now(p).column_label == "0"  # 2, two columns left
    assert list(odds_now(p).table) == ["D1", "D1", "BR", "BR", "A1", "A1"]
    p = combat(EL, {"79-7-tal": CENTER, "7-artillery": "2646", "1-2-inf": NORTH}, "egypt",
               bound=[], owed=[], airstrikes={"air": 0})  # fmt: skip
    declare(p, CENTER, "7-artillery")
    assert p.step == "roll"
    assert "AX" not in odds_now(p).table


def test_8_6_adjacent_artillery_counts_as_fire_alone_and_takes_its_own_side():
    units = {"1-2-inf": CENTER, "1-tal-artillery": NORTH}
    p = fight(combat(EL, units), CENTER, "1-tal-artillery", roll=1)  # 4 - 6: BR
    assert p.to_move == "israel"  # the defender stays, the adjacent gun retreats
    retreat(p, "1-tal-artillery 2640")
    assert p.units["1-2-inf"] == CENTER
    p = fight(combat(EL, units), CENTER, "1-tal-artillery", roll=2)  # A1
    retreat(p, "1-tal-artillery 2640")


SHELLED = {"79-7-tal": CENTER, "7-artillery": "2646", "1-2-inf": NORTH}


@pytest.mark.parametrize(
    ("side", "units", "guns", "idle"),
    [
        ("israel", BARRAGE, GUNS, {"A1", "BR", "AE", "D1"}),
        ("egypt", SHELLED, ("7-artillery",), {"A1", "BR", "AE", "D1"}),
        ("israel", {**BARRAGE, "2-tal-artillery": NORTH}, GUNS, {"D1"}),
        ("israel", {**BARRAGE, "79-7-tal": NORTH}, (*GUNS, "79-7-tal"), set()),
    ],
)
def test_8_6_odds_name_the_results_that_do_nothing(side, units, guns, idle):
    strikes = {"air": 0}
    p = combat(EL, units, side, bound=[], owed=[], airstrikes=strikes)
    p = declare(p, CENTER, *(gun for gun in p.game.units if gun in guns))
    if p.step == "table":
        play(p, "mobile")
    odds = odds_now(p)
    assert set(odds.idle) == idle == set(odds.to_dict()["idle"])
    lines = idle_lines(odds)
    assert lines == [] if not idle else lines[0].startswith("no effect by fire alone: ")
    for face, result in enumerate(odds.table, start=1):
        trial = p.copy()
        trial.push(f"roll {face}")
        if result in idle:
            assert (trial.step, trial.units) == ("combat", p.units)
        else:
            assert trial.step != "combat" or trial.units != p.units


def test_8_7_combined_attacks_add_up():
    units = {"1-2-inf": CENTER, "79-7-tal": NORTH, "1-tal-artillery": "2638"}
    p = combat(EL, units, airstrikes={"air": 5})
    declare(p, CENTER, "79-7-tal", "1-tal-artillery", markers=["air 3"])
    assert odds_now(p).attack == 5 + 4 + 3


def test_8_8_range_to_one_of_several_hexes_is_enough():
    units = {"1-2-inf": CENTER, "2-2-inf": NORTHEAST, "79-7-tal": NORTH, "1-tal-artillery": "2735"}
    p = combat(EL, units)
    assert p.game.map.grid.distance("2735", CENTER) == 8
    declare(p, f"{CENTER} {NORTHEAST}", "79-7-tal", "1-tal-artillery")


def test_8_8_protective_fire_too_needs_range_to_one_defender():
    units = {"1-2-inf": CENTER, "2-2-inf": NORTHEAST, "79-7-tal": NORTH, "7-artillery": "2649"}
    p = combat(EL, units)
    assert p.game.map.grid.distance("2649", NORTHEAST) == 8
    declare(p, f"{CENTER} {NORTHEAST}", "79-7-tal")
    protect(p, "7-artillery")
    assert odds_now(p).defense == 14


def test_8_7_a_gun_attacks_once_in_a_phase():
    units = {**BARRAGE, "2-2-inf": "2641", "82-7-tal": "2640"}
    p = fight(combat(EL, units), CENTER, "1-tal-artillery", roll=6)
    play(p, "attack 2641")
    illegal(p, "with 1-tal-artillery", "7.3")
    play(p, "with 82-7-tal", "with 2-tal-artillery", "fire")


def test_8_9_adjacent_artillery_must_attack_with_its_barrage_strength():
    units = {"1-2-inf": CENTER, "1-tal-artillery": NORTH}
    p = combat(EL, units)
    illegal(p, "end", "7.3")
    declare(p, CENTER, "1-tal-artillery")
    assert odds_now(p).attack == 4


def test_8_9_it_does_not_fire_from_range_beside_an_enemy():
    units = {"1-2-inf": CENTER, "2-2-inf": "2645", "1-tal-artillery": NORTH, "79-7-tal": "2646"}
    p = play(combat(EL, units), "attack 2645")
    illegal(p, "with 1-tal-artillery", "8.9")


def test_8_9_it_shares_losses_retreats_and_advances():
    units = {"7-antitank": CENTER, "79-7-tal": NORTH, "1-tal-artillery": NORTHWEST}
    p = combat(EL, units)
    fight(p, CENTER, "79-7-tal", "1-tal-artillery", roll=5, table="mobile")  # 9 - 2 = 7: D1
    retreat(p, f"7-antitank {SOUTH}")
    assert reach(p, "1-tal-artillery", "advance") == {CENTER}


def test_8_9_released_by_another_division_it_may_fire_elsewhere():
    units = {"1-2-inf": CENTER, "2-2-inf": "2646", "1-tal-artillery": NORTH, "1-shn-yof": SOUTH,
             "79-7-tal": "2647"}  # fmt: skip
    p = combat(EL, units)
    declare(p, CENTER, "1-shn-yof")
    protect(p)
    play(p, "mobile", "roll 6")  # A1
    play(p, sorted(verb(p, "retreat"))[0])
    declare(decline(p), "2646", "79-7-tal", "1-tal-artillery")
    assert odds_now(p).attack == 9


DEFENSE = {"7-antitank": CENTER, "79-7-tal": NORTH, "7-artillery": "2646"}


def test_8_10_who_may_give_protective_fire():
    p = declare(combat(EL, DEFENSE), CENTER, "79-7-tal")
    assert (p.step, p.to_move) == ("fpf", "egypt")
    assert legal(p) == {"fpf 7-artillery", "done"}
    illegal(p, "fpf 7-antitank", "8.10")
    illegal(p, "fpf 79-7-tal", "8.10")
    play(p, "fpf 7-artillery")
    illegal(p, "fpf 7-artillery", "8.10")
    play(p, "done")
    assert odds_now(p).defense == 2 + 2


@pytest.mark.parametrize(
    ("more", "rule"),
    [
        ({"shaken": ["7-artillery"]}, "8.10"),
        ({"attacked": ["7-artillery"], "bound": ["79-7-tal"], "owed": ["7-antitank"]}, "8.10"),
        ({"displaced": ["7-artillery"]}, "7.14"),
        ({"protected": ["7-artillery"]}, "7.5"),
    ],
)
def test_8_10_who_may_not(more, rule):
    units = {**DEFENSE, "2-artillery": "2647"}
    p = declare(combat(EL, units, **more), CENTER, "79-7-tal")
    assert legal(p) == {"fpf 2-artillery", "done"}
    illegal(p, "fpf 7-artillery", rule)


def test_8_10_not_next_to_an_enemy():
    units = {**DEFENSE, "1-shn-yof": "2647", "2-artillery": "2644"}
    p = combat(EL, units, bound=["79-7-tal"], owed=["7-antitank"])
    declare(p, CENTER, "79-7-tal")
    illegal(p, "fpf 7-artillery", "8.10")


def test_8_10_retreated_in_its_own_last_combat_phase():
    units = {"1-tal-artillery": NORTH, "79-7-tal": "2638", "1-2-inf": CENTER}
    p = fight(combat(EL, units), CENTER, "1-tal-artillery", roll=2)  # A1
    retreat(p, "1-tal-artillery 2541")
    assert "1-tal-artillery" in p.to_dict().get("shaken", [])


def test_8_10_once_in_a_phase():
    units = {**DEFENSE, "2-2-inf": "2649", "82-7-tal": "2650"}
    p = combat(EL, units)
    fight(p, CENTER, "79-7-tal", roll=6, table="mobile", fpf=["7-artillery"])
    while p.step in ("retreat", "advance"):
        play(p, "stay" if p.step == "advance" else sorted(legal(p))[0])
    declare(p, "2649", "82-7-tal")
    assert p.step == "table"


def test_8_11_it_adds_to_the_defense_and_suffers_nothing():
    p = combat(EL, DEFENSE, airstrikes={"air": 20})
    fight(p, CENTER, "79-7-tal", roll=1, table="mobile", markers=["air 12"], fpf=["7-artillery"])
    assert p.units["7-antitank"] == "eliminated"  # 17 - 4 = 13
    assert p.units["7-artillery"] == "2646"


def test_8_11_several_western_guns_protect_together():
    units = {
        "79-7-tal": CENTER,
        "1-tal-artillery": "2646",
        "2-tal-artillery": "2647",
        "1-2-inf": NORTH,
    }
    p = declare(combat(EL, units, "egypt", airstrikes={"air": 3}), CENTER, "1-2-inf")
    protect(p, *GUNS, "air 3")
    assert odds_now(p).defense == 5 + 2 + 2 + 3


def test_8_12_none_against_fire_alone():
    units = {**BARRAGE, "7-artillery": "2646"}
    p = declare(combat(EL, units), CENTER, *GUNS)
    assert p.step == "roll"
    illegal(p, "fpf 7-artillery", "8.12")
    units = {"1-2-inf": CENTER, "1-tal-artillery": NORTH, "7-artillery": "2646"}
    assert declare(combat(EL, units), CENTER, "1-tal-artillery").step == "roll"


def test_8_13_artillery_defends_with_its_defense():
    units = {"7-artillery": CENTER, "79-7-tal": NORTH}
    p = declare(combat(EL, units), CENTER, "79-7-tal")
    assert p.step == "table"
    assert odds_now(p).defense == 1
    units = {"7-artillery": CENTER, "7-antiaircraft": "2644", "79-7-tal": NORTH}
    p = declare(combat(EL, units), CENTER, "79-7-tal")
    illegal(p, "fpf 7-artillery", "8.13")


def test_8_14_nothing_blocks_fire():
    # over rough and a town, over friends and enemies
    units = {"1-2-inf": "2540", "2-2-inf": "2541", "1-tal-artillery": "2545", "79-7-tal": "2539"}
    p = combat(EL, units)
    declare(p, "2540", "79-7-tal", "1-tal-artillery")


def test_8_15_the_ground_helps_against_guns_hexsides_do_not():
    p = declare(
        combat(EL, {"1-2-inf": "2540", "1-tal-artillery": "2537"}), "2540", "1-tal-artillery"
    )
    assert [s.columns for s in odds_now(p).shifts] == [-2]
    p = declare(
        combat(EL, {"1-2-inf": "4046", "1-tal-artillery": "4146"}), "4046", "1-tal-artillery"
    )
    assert odds_now(p).shifts == ()
    units = {"1-2-inf": "4046", "79-7-tal": "4146", "1-tal-artillery": "3946"}
    p = declare(combat(EL, units), "4046", "79-7-tal", "1-tal-artillery")
    assert [s.columns for s in odds_now(p).shifts] == [-1]


EGYPT = {"79-7-tal": CENTER, "1-2-inf": NORTH, "7-artillery": "2638", "2-artillery": "2637"}


def test_8_16_one_egyptian_gun_from_range_in_an_attack():
    p = play(combat(EL, EGYPT, "egypt"), f"attack {CENTER}", "with 7-artillery")
    illegal(p, "with 2-artillery", "8.16")
    play(p, "with 1-2-inf", "fire")
    assert odds_now(p).attack == 4 + 3


def test_8_16_any_number_from_next_to_the_target():
    units = {
        "79-7-tal": CENTER,
        "7-artillery": NORTH,
        "2-artillery": SOUTH,
        "3-artillery": NORTHWEST,
    }
    p = declare(combat(EL, units, "egypt"), CENTER, "7-artillery", "2-artillery", "3-artillery")
    assert odds_now(p).attack == 12


def test_8_16_one_egyptian_gun_protects_a_defense():
    units = {**DEFENSE, "2-artillery": "2647"}
    p = declare(combat(EL, units), CENTER, "79-7-tal")
    play(p, "fpf 7-artillery")
    illegal(p, "fpf 2-artillery", "8.16")
    play(p, "done")


def test_8_16_protectors_tell_what_they_add_and_whom_they_keep_silent():
    p = declare(combat(EL, {**DEFENSE, "2-artillery": "2647"}), CENTER, "79-7-tal")
    first, second = TITLE.screen.protectors(p)
    assert [(one.unit, one.value) for one in (first, second)] == [
        ("7-artillery", 2), ("2-artillery", 2)
    ]  # fmt: skip
    assert [(bar.unit, bar.case) for bar in first.bars] == [("2-artillery", "8.16")]
    assert [(bar.unit, bar.case) for bar in second.bars] == [("7-artillery", "8.16")]
    protect(p, "7-artillery")
    assert TITLE.screen.strengths(p)["7-artillery"] == 2  # not its barrage strength, 4
    assert TITLE.screen.protectors(p) == []


def test_8_16_an_observer_next_to_the_target():
    units = {"79-7-tal": CENTER, "7-artillery": "2638"}
    illegal(combat(EL, units, "egypt"), f"attack {CENTER}", "7.1")
    units["7-antitank"] = "2640"  # near, not adjacent
    illegal(combat(EL, units, "egypt"), f"attack {CENTER}", "7.1")
    units["7-antitank"] = NORTH
    declare(combat(EL, units, "egypt"), CENTER, "7-artillery", "7-antitank")
    units = {"79-7-tal": CENTER, "82-7-tal": "2646", "1-2-inf": "2647", "7-artillery": "2638"}
    p = combat(EL, units, "egypt")
    illegal(p, f"attack {CENTER}", "7.1")


def test_8_16_not_for_israel():
    opened = combat(EL, BARRAGE)
    values = TITLE.screen.attack_offer(opened, CENTER).values
    assert {unit: values[unit] for unit in GUNS} == dict.fromkeys(GUNS, 4)
    p = declare(opened, CENTER, *GUNS)
    assert odds_now(p).attack == 8


def test_8_17_any_number_into_a_fortification_and_double():
    units = {"79-7-tal": "4444", "1-2-inf": "4443", "7-artillery": "4441", "2-artillery": "4541"}
    p = combat(EL, units, "egypt", bound=[], owed=[])
    offer = TITLE.screen.attack_offer(p, "4444")
    doubled = {"7-artillery": 8, "2-artillery": 8}
    assert offer.values == doubled | {"1-2-inf": 6}  # before they are chosen, too
    declare(p, "4444", "7-artillery", "2-artillery", "1-2-inf")
    assert odds_now(p).attack == 8 + 8 + 6  # out of a fortification at full strength
    assert TITLE.screen.strengths(p) == doubled | {"1-2-inf": 6}


def test_8_17_next_to_a_fortification_too_and_an_observer_is_needed():
    units = {"79-7-tal": "4420", "1-2-inf": "4419", "7-artillery": "4518", "2-artillery": "4618"}
    p = declare(combat(EL, units, "egypt"), "4420", "1-2-inf", "7-artillery", "2-artillery")
    assert odds_now(p).attack == 3 + 8 + 8
    del units["1-2-inf"]
    illegal(combat(EL, units, "egypt"), "attack 4420", "7.1")


def test_8_17_protective_fire_is_doubled_and_not_limited():
    units = {"14-armor": "4421", "7-artillery": "4424", "2-artillery": "4524", "79-7-tal": "4420"}
    p = declare(combat(EL, units), "4421", "79-7-tal")
    assert [(one.value, one.bars) for one in TITLE.screen.protectors(p)] == [(4, ()), (4, ())]
    protect(p, "7-artillery", "2-artillery")
    assert odds_now(p).defense == 6 + 4 + 4
    assert TITLE.screen.strengths(p) == {"79-7-tal": 5, "7-artillery": 4, "2-artillery": 4}


def test_8_17_adjacent_guns_are_not_doubled():
    units = {"79-7-tal": "4421", "7-artillery": "4420"}
    p = declare(combat(EL, units, "egypt"), "4421", "7-artillery")
    assert odds_now(p).attack == 4


def test_8_18_airstrikes_serve_once_in_a_turn():
    p = combat(EL, {"1-2-inf": CENTER, "79-7-tal": NORTH}, airstrikes={"air": 5})
    declare(p, CENTER, "79-7-tal", markers=["air 4"])
    assert p.air == {"air": 1}
    units = {"1-2-inf": CENTER, "2-2-inf": "2647", "79-7-tal": NORTH, "82-7-tal": "2648"}
    p = combat(EL, units, airstrikes={"air": 5})
    fight(p, CENTER, "79-7-tal", roll=6, markers=["air 4"])
    while p.step in ("retreat", "advance"):
        play(p, "stay" if p.step == "advance" else sorted(legal(p))[0])
    play(p, "attack 2647", "with 82-7-tal")
    illegal(p, "air 2", "8.18")
    play(p, "air 1", "fire")


def test_8_18_what_is_left_protects_in_the_same_turn():
    p = combat(EL, {"79-7-tal": CENTER, "1-2-inf": NORTH}, "egypt", airstrikes={"air": 2})
    declare(p, CENTER, "1-2-inf")
    assert p.to_move == "israel"
    play(p, "air 2", "done")
    assert odds_now(p).defense == 7
    assert p.air == {"air": 0}


def test_8_18_alone_and_anywhere():
    p = combat(EL, {"1-2-inf": CENTER}, airstrikes={"air": 6})
    declare(p, CENTER, markers=["air 6"])
    assert p.step == "roll"
    assert odds_now(p).attack == 6


def test_8_18_suez_has_seven_and_five_each_turn():
    p = combat(SUEZ, {"4-inf": "2418"})
    assert p.air == {"british-air": 7, "french-air": 5}
    declare(p, "2418", markers=["british-air 7", "french-air 5"])
    play(p, "roll 6")
    while p.turn == 2:
        play(p, sorted(legal(p))[0] if "end" not in legal(p) else "end")
    assert p.air == {"british-air": 7, "french-air": 5}


def test_8_18_egypt_has_none():
    p = play(combat(EL, {"79-7-tal": CENTER, "1-2-inf": NORTH}, "egypt"), f"attack {CENTER}")
    illegal(p, "air 1", "8.18")


def test_8_19_naval_guns_fire_four_and_two():
    units = {"4-inf": "2418", "1-p": "2419"}
    p = declare(combat(SUEZ, units), "2418", "1-p", markers=["british-guns"])
    assert odds_now(p).attack == 8
    p = combat(SUEZ, {"4-inf": "2418", "1-p": "2419"}, "egypt")
    declare(p, "2419", "4-inf")
    protect(p, "british-guns")
    assert odds_now(p).defense == 4 + 2


def test_8_19_a_unit_of_the_nation_next_to_the_target():
    units = {"4-inf": "2418", "1-p": "2419"}
    p = play(combat(SUEZ, units), "attack 2418", "with 1-p")
    illegal(p, "french-guns", "8.19")
    p = play(combat(SUEZ, {"4-inf": "2418", "1-p": "2421"}), "attack 2418")
    illegal(p, "british-guns", "8.19")
    units = {"4-inf": "2418", "1-rcp": "2419", "845-helicopter": "2417"}
    play(combat(SUEZ, units), "attack 2418", "with 845-helicopter", "with 1-rcp", "british-guns")


def test_8_19_once_in_each_combat_phase():
    units = {"4-inf": "2418", "1-p": "2419", "1r-inf": "2808", "2-p": "2807"}
    p = combat(SUEZ, units)
    fight(p, "2418", "1-p", roll=6, markers=["british-guns"])
    while p.step in ("retreat", "advance"):
        play(p, "stay" if p.step == "advance" else sorted(legal(p))[0])
    play(p, "attack 2808", "with 2-p")
    illegal(p, "british-guns", "8.19")
    p = combat(SUEZ, {"4-inf": "2418", "1-p": "2419"}, guns_used=["british-guns"])
    illegal(play(p, "attack 2418", "with 1-p"), "british-guns", "8.19")


def test_8_19_for_protection_a_unit_next_to_an_attacker():
    units = {"4-inf": "2418", "1-p": "2419", "1-rcp": "2420"}
    p = declare(combat(SUEZ, units, "egypt"), "2419", "4-inf")
    illegal(p, "french-guns", "8.19")
    play(p, "british-guns")
    illegal(p, "british-air 1", "7.2")  # airstrikes come before guns
    play(p, "done")
    units["1-rcp"] = "2417"
    p = combat(SUEZ, units, "egypt", bound=["4-inf"], owed=["1-p"])
    protect(declare(p, "2419", "4-inf"), "french-air 2", "british-guns", "french-guns")
    assert odds_now(p).defense == 4 + 2 + 2 + 2


def test_8_19_not_in_el_arish():
    p = combat(EL, {"1-2-inf": CENTER, "79-7-tal": NORTH})
    play(p, f"attack {CENTER}", "with 79-7-tal")
    illegal(p, "guns", "notation")
