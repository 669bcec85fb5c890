"""7.1 to 7.5, 7.18, 7.19: who attacks whom, and what must be attacked."""

from .helpers import (
    CENTER,
    EL,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SUEZ,
    combat,
    declare,
    decline,
    fight,
    illegal,
    legal,
    odds_now,
    play,
    retreat,
)

TWO = {"1-2-inf": CENTER, "2-2-inf": NORTHEAST}  # two Egyptians next to each other


def test_7_1_adjacent_units_must_fight():
    p = combat(EL, {"1-2-inf": CENTER, "79-7-tal": NORTH})
    assert legal(p) == {f"attack {CENTER}"}
    illegal(p, "end", "7.3")
    illegal(p, f"attack {SOUTH}", "7.1")
    fight(p, CENTER, "79-7-tal", roll=2)
    assert p.step in ("combat", "retreat", "advance")


def test_7_1_nobody_attacks_from_a_distance():
    p = combat(EL, {"1-2-inf": CENTER, "79-7-tal": "2640", "82-7-tal": NORTH})
    play(p, f"attack {CENTER}")
    illegal(p, "with 79-7-tal", "7.1")
    p = combat(EL, {"1-2-inf": CENTER, "79-7-tal": "2640"})
    assert legal(p) == {"end"}
    illegal(p, f"attack {CENTER}", "7.1")


def test_7_1_own_units_are_not_attacked_and_enemies_do_not_join():
    p = combat(EL, {"1-2-inf": CENTER, "79-7-tal": NORTH})
    illegal(p, f"attack {NORTH}", "7.1")
    play(p, f"attack {CENTER}")
    illegal(p, "with 1-2-inf", "7.1")


def test_7_2_thirteen_against_four_in_rough():
    # 13 - 4 = +9, two columns left: from 9..11 to 4..5
    units = {"pla-inf": "2540", "79-7-tal": "2539", "82-7-tal": "2639", "9-7-tal": "2640"}
    p = play(combat(EL, units), "attack 2540", "with 79-7-tal", "with 82-7-tal", "with 9-7-tal")
    odds = odds_now(p)
    assert (odds.attack, odds.defense, odds.differential) == (13, 4, 9)
    assert [(shift.columns, shift.case) for shift in odds.shifts] == [(-2, "7.6")]
    assert odds.column_label == "4..5"


def test_7_2_order_of_an_attack():
    p = combat(
        EL, {"1-2-inf": CENTER, "79-7-tal": NORTH, "82-7-tal": NORTHWEST}, airstrikes={"air": 2}
    )
    illegal(p, "with 79-7-tal", "7.2")
    illegal(p, "fire", "7.2")
    play(p, f"attack {CENTER}")
    illegal(p, "fire", "7.2", "7.3")
    illegal(p, f"attack {CENTER}", "7.2")
    illegal(p, "end", "7.2")
    illegal(p, "air 3", "8.18")
    play(p, "with 79-7-tal", "with 82-7-tal", "air 2", "fire")


def test_7_2_attackers_in_the_order_of_the_list_and_markers_last():
    units = {
        "1-2-inf": CENTER,
        "79-7-tal": NORTH,
        "1-tal-artillery": "2640",
        "2-tal-artillery": "2540",
    }
    p = combat(EL, units, airstrikes={"air": 3})
    play(p, f"attack {CENTER}", "with 79-7-tal", "with 2-tal-artillery")
    illegal(p, "with 1-tal-artillery", "7.2")
    illegal(p, "with 79-7-tal", "7.2")
    play(p, "air 2")
    illegal(p, "air 1", "7.2")
    illegal(p, "with 1-tal-artillery", "7.2")
    play(p, "fire")


def test_7_2_a_whole_attack_in_one_line():
    units = {"1-2-inf": CENTER, "79-7-tal": NORTH, "82-7-tal": NORTHWEST}
    p = combat(EL, units, airstrikes={"air": 3})
    done = p.push(f"attack {CENTER} with 82-7-tal 79-7-tal air 2 fire")
    assert done == [f"attack {CENTER}", "with 79-7-tal", "with 82-7-tal", "air 2", "fire"]
    assert p.step == "table"
    assert p.air["air"] == 1


def test_7_2_the_result_is_applied_before_the_next_attack():
    units = {"1-2-inf": CENTER, "79-7-tal": NORTH, "2-2-inf": "2647", "82-7-tal": "2646"}
    p = combat(EL, units)
    fight(p, CENTER, "79-7-tal", roll=5)  # -1, mobile: A1
    illegal(p, "attack 2647", "4.2")
    play(p, "retreat 79-7-tal 2640")
    assert p.step in ("combat", "advance")


def test_7_3_each_bound_unit_attacks_once():
    units = {"1-2-inf": CENTER, "79-7-tal": NORTH, "82-7-tal": SOUTH, "2-2-inf": "2645"}
    p = combat(EL, units)  # 82-7-tal is next to 1-2-inf alone
    play(p, f"attack {CENTER}", "with 79-7-tal")
    refused = illegal(p, "fire", "7.3")
    assert "82-7-tal" in refused.reason
    play(p, "with 82-7-tal", "fire")


def test_7_3_each_owed_enemy_is_attacked():
    # 79-7-tal is the only one next to both; 82-7-tal next to the center alone
    units = {**TWO, "79-7-tal": NORTH}
    p = combat(EL, units)
    refused = illegal(p, f"attack {NORTHEAST}", "7.3")
    assert "1-2-inf" in refused.reason
    assert legal(p) == {f"attack {CENTER}"}  # and then the other one also
    play(p, f"attack {CENTER}")
    assert legal(p) == {f"also {NORTHEAST}"}
    illegal(p, "with 79-7-tal", "7.3")
    play(p, f"also {NORTHEAST}", "with 79-7-tal", "fire")


def test_7_3_a_second_attacker_frees_the_first():
    units = {**TWO, "79-7-tal": NORTH, "82-7-tal": SOUTH}
    p = combat(EL, units)
    assert legal(p) == {f"attack {CENTER}", f"attack {NORTHEAST}"}
    fight(p, NORTHEAST, "79-7-tal", roll=5)
    decline(retreat(p, "79-7-tal 2640"))
    illegal(p, "end", "7.3")
    fight(p, CENTER, "82-7-tal", roll=5)


def test_7_3_who_is_needed_elsewhere_does_not_join():
    units = {**TWO, "79-7-tal": NORTH, "82-7-tal": SOUTH}
    p = play(combat(EL, units), f"attack {CENTER}")
    illegal(p, "with 79-7-tal", "7.3")
    play(p, "with 82-7-tal", "fire")


def test_7_3_no_unit_attacks_or_is_attacked_twice():
    units = {**TWO, "79-7-tal": NORTH, "82-7-tal": SOUTH}
    p = combat(EL, units, attacked=["1-2-inf"], fought=["82-7-tal"], bound=["79-7-tal", "82-7-tal"],
               owed=["1-2-inf", "2-2-inf"])  # fmt: skip
    illegal(p, f"attack {CENTER}", "7.3")
    p = combat(EL, units, attacked=["2-2-inf"], fought=["79-7-tal"], bound=["79-7-tal", "82-7-tal"],
               owed=["1-2-inf", "2-2-inf"])  # fmt: skip
    play(p, f"attack {CENTER}")
    illegal(p, "with 79-7-tal", "7.3")


def test_7_3_all_who_could_have_attacked():
    units = {"1-2-inf": CENTER, "79-7-tal": NORTH}
    p = combat(EL, units, fought=["79-7-tal"], bound=["79-7-tal"], owed=["1-2-inf"], turn=1)
    illegal(p, f"attack {CENTER}", "7.3")
    play(p, "end")


def test_7_3_the_whole_stack_defends():
    units = {"79-7-tal": CENTER, "sc-helicopter": CENTER, "7-armor": NORTH}
    p = play(combat(EL, units, "egypt"), f"attack {CENTER}", "with 7-armor")
    assert odds_now(p).defense == 5 + 2


def test_7_3_in_a_hex_with_one_that_was_attacked_the_other_defends():
    units = {"79-7-tal": CENTER, "sc-helicopter": CENTER, "7-armor": NORTH}
    p = combat(EL, units, "egypt", attacked=["79-7-tal"], bound=["7-armor"],
               owed=["79-7-tal", "sc-helicopter"], fought=[])  # fmt: skip
    play(p, f"attack {CENTER}", "with 7-armor")
    assert odds_now(p).defense == 2


def test_7_3_units_of_the_same_stack_attack_together_or_not():
    units = {"1-p": "2418", "js-helicopter": "2418", "4-inf": "2419", "1r-inf": "2518"}
    p = combat(SUEZ, units)
    play(p, "attack 2419", "with 1-p", "fire")
    play(p, "mobile", "roll 1")
    assert p.step == "retreat"


def test_7_3_duties_lapse_with_the_enemy():
    # the only enemy of both is eliminated by the first; nothing is left to do
    units = {"7-antitank": CENTER, "79-7-tal": NORTH, "82-7-tal": SOUTH}
    bound = ["79-7-tal", "82-7-tal"]
    p = combat(
        EL, units, attacked=["7-antitank"], fought=["79-7-tal"], bound=bound, owed=["7-antitank"]
    )
    play(p, "end")


def test_7_3_an_arrival_next_to_an_enemy_adds_no_duty():
    units = {"7-antitank": CENTER, "79-7-tal": NORTH, "2-2-inf": "2644"}
    p = combat(EL, units)
    fight(p, CENTER, "79-7-tal", roll=1)  # +3: D2
    retreat(p, "7-antitank 2743 2843")
    play(p, "advance 79-7-tal 2743")  # next to the other one
    play(p, "end")


def test_7_4_a_lone_unit_attacks_all_its_neighbors():
    units = {**TWO, "3-2-inf": NORTHWEST, "79-7-tal": NORTH}
    p = combat(EL, units)
    play(p, f"attack {NORTHWEST}", f"also {CENTER}", f"also {NORTHEAST}")
    illegal(p, f"also {CENTER}", "7.4")
    play(p, "with 79-7-tal", "fire")
    assert odds_now(p).defense == 18


def test_7_4_hexes_that_do_not_touch_each_other():
    units = {"1-2-inf": NORTHEAST, "2-2-inf": NORTHWEST, "79-7-tal": NORTH}
    declare(combat(EL, units), f"{NORTHEAST} {NORTHWEST}", "79-7-tal")


def test_7_4_attackers_are_next_to_all_hexes():
    units = {**TWO, "79-7-tal": NORTH, "82-7-tal": SOUTH}
    p = play(combat(EL, units), f"attack {CENTER}")
    illegal(p, f"also {NORTHEAST}", "7.3")  # 82-7-tal would have nobody to attack
    p = play(combat(EL, {**units, "3-2-inf": "2644"}), f"attack {CENTER}", f"also {NORTHEAST}")
    illegal(p, "with 82-7-tal", "7.4")
    play(p, "with 79-7-tal", "fire")
    units = {"1-2-inf": CENTER, "2-2-inf": "2639", "79-7-tal": SOUTH, "82-7-tal": "2640"}
    illegal(play(combat(EL, units), "attack 2639"), f"also {CENTER}", "7.4")


def test_7_4_several_hexes_combine_against_one():
    units = {"1-2-inf": CENTER, "79-7-tal": NORTH, "82-7-tal": SOUTH, "1-av-tal": SOUTHEAST}
    p = declare(combat(EL, units), CENTER, "79-7-tal", "82-7-tal", "1-av-tal")
    assert odds_now(p).attack == 14


def test_7_4_the_first_hex_is_named_by_attack_and_all_before_the_units():
    units = {**TWO, "79-7-tal": NORTH, "82-7-tal": SOUTH}
    p = combat(EL, units)
    illegal(p, f"also {CENTER}", "7.4")
    play(p, f"attack {CENTER}", "with 82-7-tal")
    illegal(p, f"also {NORTHEAST}", "7.4")


def test_7_5_a_strength_is_not_divided():
    units = {**TWO, "79-7-tal": NORTH, "82-7-tal": SOUTH}
    p = fight(combat(EL, units), NORTHEAST, "79-7-tal", roll=5)
    decline(retreat(p, "79-7-tal 2640"))
    play(p, f"attack {CENTER}")
    illegal(p, "with 79-7-tal", "7.3")


def test_7_18_suez_british_and_french_lose_a_column():
    units = {"4-inf": "2418", "1-p": "2419", "1-rcp": "2417"}
    p = declare(combat(SUEZ, units), "2418", "1-p", "1-rcp")
    assert [(s.columns, s.case) for s in odds_now(p).shifts] == [(-1, "7.18")]
    p = declare(combat(SUEZ, {"4-inf": "2418", "1-p": "2419", "2-p": "2417"}), "2418", "1-p", "2-p")
    assert odds_now(p).shifts == ()


def test_7_18_suez_markers_have_a_nation_too_and_js_is_british():
    units = {"4-inf": "2418", "1-p": "2419"}
    p = declare(combat(SUEZ, units), "2418", "1-p", markers=["french-air 1"])
    assert [s.columns for s in odds_now(p).shifts] == [-1]
    p = declare(combat(SUEZ, units), "2418", "1-p", markers=["british-air 1", "british-guns"])
    assert odds_now(p).shifts == ()
    units = {"4-inf": "2418", "1-rcp": "2419", "js-helicopter": "2417"}
    p = declare(combat(SUEZ, units), "2418", "1-rcp", "js-helicopter")
    assert [s.columns for s in odds_now(p).shifts] == [-1]


def test_7_18_no_two_israeli_divisions_in_an_attack():
    units = {"1-2-inf": CENTER, "79-7-tal": NORTH, "1-shn-yof": SOUTH}
    p = play(combat(EL, units), f"attack {CENTER}", "with 79-7-tal")
    illegal(p, "with 1-shn-yof", "7.18")
    play(p, "fire")  # the other division is released


def test_7_18_ranged_artillery_too():
    units = {"1-2-inf": CENTER, "79-7-tal": NORTH, "yof-artillery": "2640"}
    p = play(combat(EL, units), f"attack {CENTER}", "with 79-7-tal")
    illegal(p, "with yof-artillery", "7.18")


def test_7_18_southern_command_joins_anybody():
    units = {"1-2-inf": CENTER, "79-7-tal": NORTH, "sc-artillery": "2640", "sc-helicopter": SOUTH}
    p = declare(combat(EL, units), CENTER, "79-7-tal", "sc-artillery", "sc-helicopter")
    assert odds_now(p).attack == 5 + 4 + 2
    units = {"1-2-inf": CENTER, "sc-helicopter": NORTH, "sc-artillery": "2640"}
    declare(combat(EL, units), CENTER, "sc-helicopter", "sc-artillery")


def test_7_18_the_brigades_count_as_divisions():
    units = {"1-2-inf": CENTER, "1-ma": NORTH, "79-7-tal": SOUTH}
    p = play(combat(EL, units), f"attack {CENTER}", "with 79-7-tal")
    illegal(p, "with 1-ma", "7.18")


def test_7_18_a_released_unit_may_still_attack_another():
    units = {"1-2-inf": CENTER, "2-2-inf": "2644", "79-7-tal": NORTH, "1-shn-yof": SOUTH}
    p = combat(EL, units)
    fight(p, CENTER, "79-7-tal", roll=6)
    decline(retreat(p, "79-7-tal 2640"))
    illegal(p, "end", "7.3")
    fight(p, "2644", "1-shn-yof", roll=6)


def test_7_19_nobody_has_to_attack_at_night():
    for turn in (4, 8):
        play(combat(EL, {"1-2-inf": CENTER, "79-7-tal": NORTH}, turn=turn), "end")
        play(combat(EL, {"1-2-inf": CENTER, "79-7-tal": NORTH}, "egypt", turn=turn), "end")


def test_7_19_an_attack_binds_its_cluster():
    units = {**TWO, "79-7-tal": NORTH, "82-7-tal": SOUTH}
    p = combat(EL, units, turn=4)
    fight(p, NORTHEAST, "79-7-tal", roll=6, night=2)
    decline(retreat(p, "79-7-tal 2640"))
    illegal(p, "end", "7.19")
    fight(p, CENTER, "82-7-tal", roll=6, night=2)


def test_7_19_the_tests_hold_for_the_first_attack_already():
    p = combat(EL, {**TWO, "79-7-tal": NORTH}, turn=4)
    illegal(p, f"attack {NORTHEAST}", "7.19")
    play(p, f"attack {CENTER}", f"also {NORTHEAST}", "with 79-7-tal", "fire")


def test_7_19_another_cluster_is_left_alone():
    units = {"1-2-inf": CENTER, "79-7-tal": NORTH, "2-2-inf": "2651", "82-7-tal": "2650"}
    p = fight(combat(EL, units, turn=4), CENTER, "79-7-tal", roll=6, night=2)
    play(decline(retreat(p, "79-7-tal 2640")), "end")


def test_7_19_egyptians_in_forts_stay_out_of_the_cluster():
    units = {"79-7-tal": "4420", "7-armor": "4419", "14-armor": "4421"}
    p = declare(combat(EL, units, "egypt", turn=4), "4420", "7-armor")
    assert "14-armor" not in p.to_dict().get("bound", [])
    units["14-armor"] = "4320"
    p = play(combat(EL, units, "egypt", turn=4), "attack 4420")
    illegal(p, "with 7-armor", "7.19")  # in the open the other one must join, and comes first
    play(p, "with 14-armor")
    illegal(p, "fire", "7.19")
    play(p, "with 7-armor", "fire")


def test_7_19_a_barrage_from_range_binds_nobody():
    units = {"1-2-inf": CENTER, "79-7-tal": NORTH, "1-tal-artillery": "2638"}
    p = fight(combat(EL, units, turn=4), CENTER, "1-tal-artillery", roll=6, night=1)
    assert p.step == "combat"
    play(p, "end")


def test_7_19_egypts_night_die_less_one():
    for face in range(1, 7):
        p = combat(EL, {"1-2-inf": CENTER, "79-7-tal": NORTH}, "egypt", turn=8)
        declare(p, NORTH, "1-2-inf")
        assert (p.step, p.to_move) == ("night roll", "dice")
        play(p, f"roll {face}")
        shifts = [(s.columns, s.case) for s in odds_now(p).shifts]
        assert shifts == ([(1 - face, "7.19")] if face > 1 else [])


def test_7_19_israels_night_die_odd_or_even():
    for face in range(1, 7):
        p = declare(combat(EL, {"1-2-inf": CENTER, "79-7-tal": NORTH}, turn=4), CENTER, "79-7-tal")
        play(p, "frontal", f"roll {face}")
        assert [s.columns for s in odds_now(p).shifts] == [-2 if face % 2 else -1]
        assert p.step == "roll"


def test_7_19_not_lost_by_day():
    p = declare(combat(EL, {"1-2-inf": CENTER, "79-7-tal": NORTH}), CENTER, "79-7-tal")
    play(p, "frontal")
    assert p.step == "roll"


def test_7_3_a_barrage_alone_may_take_an_enemy_off_ones_hands():
    # the gun takes the center; the unit next to both attacks the other one alone
    units = {**TWO, "79-7-tal": NORTH, "1-tal-artillery": "2638"}
    p = combat(EL, units)
    assert legal(p) == {f"attack {CENTER}", f"attack {NORTHEAST}"}
    fight(p, CENTER, "1-tal-artillery", roll=6)
    play(p, f"attack {NORTHEAST}", "with 79-7-tal", "fire")


def test_7_3_a_barrage_alone_may_not_leave_an_adjacent_unit_without_an_enemy():
    units = {"1-2-inf": CENTER, "79-7-tal": NORTH, "1-tal-artillery": "2638"}
    p = play(combat(EL, units), f"attack {CENTER}")
    illegal(p, "with 1-tal-artillery", "7.3")  # 79-7-tal must join, and is named first
    play(p, "with 79-7-tal", "with 1-tal-artillery", "fire")


def test_7_3_an_attack_out_of_a_fort_is_under_the_same_tests():
    # two Israelis next to the fort; 7-armor is bound to the first alone
    units = {"79-7-tal": "4420", "14-armor": "4421", "7-armor": "4419", "82-7-tal": "4422"}
    p = play(combat(EL, units, "egypt"), "attack 4420")
    play(p, "with 14-armor")
    illegal(p, "fire", "7.3")
    play(p, "with 7-armor", "fire")


def test_7_3_partners_of_a_stack_attack_apart():
    units = {"1-p": "2418", "js-helicopter": "2418", "4-inf": "2417", "1r-inf": "2419"}
    p = combat(SUEZ, units)
    fight(p, "2417", "1-p", roll=1, table="mobile")
    while p.step in ("retreat", "advance"):
        play(p, "stay" if p.step == "advance" else sorted(legal(p))[0])
    fight(p, "2419", "js-helicopter", roll=6, table="mobile")
