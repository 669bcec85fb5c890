"""10.1 to 10.6 and 10.10: length, set-up, arrivals, airstrikes, the air drop of El Arish '67."""

import pytest

from bridgehead.core.positions.decision import Decision
from bridgehead.core.positions.position import EVERYTHING
from bridgehead.core.words.offers import summed
from bridgehead.titles.middle_east_battles import TITLE

from .helpers import (
    CENTER,
    EL,
    NORTH,
    combat,
    cost,
    fight,
    gained,
    game,
    illegal,
    legal,
    play,
    pos,
    reach,
    retreat,
    verb,
)

THIRD = ("1-3-inf", "2-3-inf", "3-3-inf", "3-armor", "3-artillery", "3-antitank", "3-antiaircraft")


def test_10_1_the_sides():
    assert game(EL).sides == ("israel", "egypt")
    assert game(EL).options == ()


def test_10_2_eleven_turns_of_which_two_are_at_night():
    assert [turn for turn in range(1, 12) if pos(EL, {}, turn=turn).is_night] == [4, 8]
    p = play(combat(EL, {}, "egypt", turn=10), "end")
    assert (p.turn, p.phase) == (11, "start")
    assert play(combat(EL, {}, "egypt", turn=11), "end").phase == "over"


def groups(p):
    return {action.split()[1] for action in verb(p, "place")}


def test_10_3_the_order_of_the_groups_and_their_hexes():
    p = game(EL).start()
    assert groups(p) == {"sf-artillery", "sf-missile"}
    illegal(p, "place 14-armor 4620", "10.3")
    illegal(p, "place sf-artillery 4619", "10.3")
    play(p, "place sf-artillery 4444")
    illegal(p, "place sf-missile 4444", "10.3")
    play(p, "place sf-missile 4443")
    assert groups(p) == {"14-armor", "pla-inf"}
    assert reach(p, "pla-inf", "place") == {"4620", "4619", "4720", "4721", "4621", "4521", "4520"}
    play(p, "place 14-armor 4619", "place pla-inf 4620")
    assert len(groups(p)) == 7
    assert "2-armor" in groups(p)
    assert reach(p, "2-armor", "place") >= {"3844", "3836", "4644"}
    illegal(p, "place 2-armor 3835", "10.3")
    assert "4843" not in reach(p, "2-armor", "place")  # too far, and the eastern edge
    for row, unit in enumerate(sorted(groups(p))):
        play(p, f"place {unit} {3844 - row}")
    assert len(groups(p)) == 9
    assert reach(p, "7-armor", "place") >= {"4717", "2233"}
    illegal(p, "place 7-armor 4816", "10.3")  # on the eastern edge
    illegal(p, "place 7-armor 2245", "10.3")
    play(p, "deploy", "end")


def test_10_3_the_last_group_anywhere_but_on_the_eastern_edge():
    p = play(game(EL).start(), "deploy")
    sf = p.units["sf-inf"]
    assert not sf.startswith("48")
    off = [unit for unit, place in p.units.items() if place == "off" and unit.endswith("-inf")]
    assert set(off) == {"1-3-inf", "2-3-inf", "3-3-inf"}


def egypt(units, **more):
    """Return an Egyptian Movement Phase."""
    return pos(EL, units, side="egypt", step="movement", **more)


def test_10_4_the_example_of_a_column():
    # by a clear hex without a road: 1, 2, 3 points
    p = egypt(dict.fromkeys(THIRD, "off"))
    for n, unit in enumerate(THIRD[:3], start=1):
        assert cost(p, unit, "1944", "enter") == n
        play(p, f"enter {unit} 1944")
        assert p.step == "onward"
        play(p, f"move {unit} {['2043', '1943', '1944'][n - 1]}")


def test_10_4_by_road_half_a_point_more_each():
    p = egypt(dict.fromkeys(THIRD, "off"))
    assert cost(p, "3-armor", "1951", "enter") == 0.5
    assert cost(p, "3-armor", "1947", "enter") == 1
    assert cost(p, "3-armor", "1933", "enter") == 2
    play(p, "enter 3-armor 1951")
    assert cost(p, "3-armor", "2151") == 1.5
    play(p, "move 3-armor 2151")
    assert cost(p, "3-antitank", "1951", "enter") == 1


def test_10_4_the_whole_entry_in_one_line():
    p = egypt({"3-armor": "off"})
    assert p.push("enter 3-armor 1951 2151") == ["enter 3-armor 1951", "move 3-armor 2151"]
    assert p.units["3-armor"] == "2151"


def test_10_4_a_column_keeps_to_its_hex_for_the_phase():
    p = egypt({"3-armor": "off", "3-antitank": "off", "1-4a": "off"})
    play(p, "enter 3-armor 1951", "move 3-armor 2050")
    illegal(p, "enter 3-antitank 1944", "10.4")
    assert reach(p, "3-antitank", "enter") == {"1951"}
    assert len(reach(p, "1-4a", "enter")) > 20  # another column
    assert cost(p, "1-4a", "1951", "enter") == 1  # but the count runs on
    play(p, "end", "end", "roll 1", "roll 1", "end", "end", "stay")
    assert len(reach(p, "3-antitank", "enter")) > 20


def test_10_4_too_far_back_in_the_column():
    p = egypt({"1-3-inf": "off"}, entered={"1944": 4})
    illegal(p, "enter 1-3-inf 1944", "10.4")
    play(egypt({"1-3-inf": "off"}, entered={"1944": 3}), "enter 1-3-inf 1944", "move 1-3-inf 1944")


def test_10_4_who_enters_when_and_where():
    p = egypt({"1-3-inf": "off", "1-4a": "off", "1-shf": "off"}, turn=1)
    assert reach(p, "1-3-inf", "enter")
    assert reach(p, "1-4a", "enter")
    illegal(p, "enter 1-shf 1944", "10.4")
    assert reach(egypt({"1-shf": "off"}, turn=5), "1-shf", "enter")
    illegal(p, "enter 1-3-inf 4830", "10.4")
    illegal(p, "move 1-3-inf 1944", "10.4")
    p = egypt({"1-3-inf": "1944"})
    illegal(p, "enter 1-3-inf 1944", "10.4")


def test_10_4_a_hex_inland_is_no_other_entry():
    ways = egypt({"1-3-inf": "off"}).movement("1-3-inf", "enter")
    assert ways.why_not("4830").text == "1-3-inf enters by 1928 to 1952, not by 4830"
    inland = ways.why_not("4518").text
    assert inland.endswith("goes on from there as far as its points last: not to 4518")


def test_10_4_an_entry_is_finished_first():
    p = play(egypt({"1-3-inf": "off", "3-armor": "2642"}), "enter 1-3-inf 1944")
    assert {a.split()[1] for a in legal(p)} == {"1-3-inf"}
    illegal(p, "end", "10.4")
    illegal(p, "move 3-armor 2641", "10.4")
    illegal(p, "enter 1-3-inf 1945", "10.4")
    illegal(p, "move 1-3-inf 2444", "5.10")
    play(p, "move 1-3-inf 1944")


def test_10_4_not_onto_an_enemy_but_into_his_zone():
    p = egypt({"1-3-inf": "off", "79-7-tal": "1944"})
    illegal(p, "enter 1-3-inf 1944", "5.5")
    play(p, "enter 1-3-inf 1943")
    assert legal(p) == {"move 1-3-inf 1943"}
    p = egypt({"1-3-inf": "off", "3-armor": "1943", "79-7-tal": "1944"})
    illegal(p, "enter 1-3-inf 1943", "5.11")  # it would have to stop on a friend


def test_10_4_past_a_friend_on_the_entry_hex():
    p = egypt({"1-3-inf": "off", "3-armor": "1944"})
    play(p, "enter 1-3-inf 1944")
    assert "1944" not in reach(p, "1-3-inf")
    assert cost(p, "1-3-inf", "1945") == 1 + 2 + 1


def test_10_4_at_night_with_halved_allowances_and_into_no_zone():
    p = egypt({"1-3-inf": "off", "79-7-tal": "1944"}, turn=4)
    illegal(p, "enter 1-3-inf 1943", "5.15")
    assert p.movement("1-3-inf", "enter").allowance == 2
    p = egypt({"1-3-inf": "off"}, turn=4, entered={"1944": 2})
    illegal(p, "enter 1-3-inf 1944", "10.4")


def test_10_4_points_for_the_fourth_division_and_shazli():
    p = egypt({"1-4a": "off", "2-4a": "off"}, turn=5)
    play(p, "enter 1-4a 1944", "move 1-4a 2043")
    assert gained(p, "4th division enters") == 5
    play(p, "enter 2-4a 1944", "move 2-4a 1944")
    assert gained(p, "4th division enters") == 5
    p = play(egypt({"1-shf": "off"}, turn=5), "enter 1-shf 1944", "move 1-shf 1944")
    assert gained(p, "shazli force enters") == 5
    p = play(egypt({"1-3-inf": "off"}), "enter 1-3-inf 1944", "move 1-3-inf 1944")
    assert p.points["israel"] == 0


@pytest.mark.parametrize(
    ("unit", "first", "last"),
    [
        ("79-7-tal", 4816, 4824),
        ("1-shn-yof", 4825, 4836),
        ("1-zi-shr", 4837, 4848),
        ("sc-artillery", 4816, 4852),
        ("sc-helicopter", 4816, 4852),
    ],
)
def test_10_5_the_spans_of_the_divisions(unit, first, last):
    p = pos(EL, {unit: "off"}, turn=1)
    assert reach(p, unit, "enter") == {str(n) for n in range(first, last + 1)}
    illegal(p, f"enter {unit} 1944", "10.5")
    if last < 4852:
        illegal(p, f"enter {unit} {last + 1}", "10.5")


def test_10_5_the_count_of_a_hex_is_the_same_for_all():
    p = pos(EL, {"79-7-tal": "off", "sc-artillery": "off", "sc-helicopter": "off"})
    assert cost(p, "79-7-tal", "4819", "enter") == 0.5
    play(p, "enter 79-7-tal 4819", "move 79-7-tal 4620")
    assert cost(p, "sc-artillery", "4819", "enter") == 1
    assert cost(p, "sc-helicopter", "4819", "enter") == 1
    play(p, "enter sc-helicopter 4819", "move sc-helicopter 4821")
    assert cost(p, "sc-artillery", "4819", "enter") == 1  # helicopters are not counted


def test_10_5_line_of_play_of_the_rulings():
    p = pos(EL, {"79-7-tal": "off"}, turn=1)
    play(p, "enter 79-7-tal 4819")
    assert cost(p, "79-7-tal", "3326") == 8
    play(p, "move 79-7-tal 3326", "end", "end", "stay", "end", "end", "roll 1", "roll 1")
    assert cost(p, "79-7-tal", "1929", "exit") == 7.5
    play(p, "exit 79-7-tal 1929")
    assert p.points["israel"] == 2


def test_10_5_one_matt_battalion_by_any_edge_or_from_the_air():
    p = pos(EL, {"1-ma": "off", "2-ma": "off", "3-ma": "off"}, turn=1)
    assert {"1944", "3052", "4816", "4852", "1928"} <= reach(p, "1-ma", "enter")
    assert reach(p, "1-ma", "drop")
    play(p, "enter 1-ma 1944", "move 1-ma 2043")
    assert gained(p, "matt enters") == 10
    assert reach(p, "2-ma", "enter") == {str(n) for n in range(4816, 4853)}
    illegal(p, "enter 2-ma 1944", "10.5")
    illegal(p, "drop 2-ma 2642", "10.10")


def test_10_5_by_the_eastern_edge_the_privilege_is_kept():
    p = pos(EL, {"1-ma": "off", "2-ma": "off"}, turn=1)
    play(p, "enter 1-ma 4852", "move 1-ma 4851")
    assert "1944" in reach(p, "2-ma", "enter")
    assert gained(p, "matt enters") == 10


def test_10_6_airstrikes_by_two_dice_one_at_night_none_in_turn_one():
    p = pos(EL, {}, turn=2, phase="start")
    assert (p.step, p.to_move) == ("air roll", "dice")
    play(p, "roll 6", "roll 5")
    assert p.air == {"air": 11}
    p = play(pos(EL, {}, turn=4, phase="start"), "roll 6")
    assert p.air == {"air": 6}
    assert p.step == "movement"
    assert pos(EL, {}, turn=1).air == {"air": 0}


@pytest.mark.parametrize(
    ("turn", "said"),
    [
        (
            2,
            [
                "The die shows 6: 6 airstrikes so far.",
                "The die shows 5: 6 + 5 = 11 airstrikes this turn.",
            ],
        ),
        (4, ["The die shows 1: 1 airstrike this turn."]),
    ],
)
def test_10_6_each_die_says_what_it_adds(turn, said):
    p = pos(EL, {}, turn=turn, phase="start")
    for line in said:
        text = f"roll {line[14]}"
        assert p.describe(text, EVERYTHING)[0].text == line
        play(p, text)


def test_10_6_unused_airstrikes_are_lost():
    p = play(combat(EL, {}, "egypt", turn=2, airstrikes={"air": 9}), "end", "roll 1", "roll 1")
    assert p.air == {"air": 2}


def test_10_6_the_202nd_from_turn_five_by_tals_hexes():
    p = pos(EL, {"1-202": "off"} if "1-202" in game(EL).units else {brigade(): "off"}, turn=5)
    unit = brigade()
    assert reach(p, unit, "enter") == {str(n) for n in range(4816, 4825)}
    illegal(p, f"drop {unit} 2642", "10.10")
    illegal(pos(EL, {unit: "off"}, turn=4), f"enter {unit} 4816", "10.6")
    play(p, f"enter {unit} 4816", f"move {unit} 4816")
    assert p.points["egypt"] == 0


def brigade():
    """Return a unit of the 202nd."""
    return next(unit for unit in game(EL).units if "202" in unit)


DROP = {"1-ma": "off", "2-ma": "off", "1-2-inf": CENTER, "sc-helicopter": "2651"}


def test_10_10_one_drop_in_the_game():
    p = play(pos(EL, DROP), "drop 1-ma 2646")
    assert gained(p, "air drop") == 2
    assert gained(p, "matt enters") == 10
    illegal(p, "drop 2-ma 2645", "10.10")
    illegal(pos(EL, DROP, privilege=True), "drop 2-ma 2645", "10.10")


def test_10_10_first_of_all():
    p = play(pos(EL, {**DROP, "79-7-tal": "3344"}), "move 79-7-tal 3345")
    illegal(p, "drop 1-ma 2646", "10.10")


def test_10_10_onto_clear_ground():
    p = pos(EL, {**DROP, "79-7-tal": "3345"})
    for hex_ in (NORTH, "2431", "4717", "2250", "2651"):
        assert hex_ in reach(p, "1-ma", "drop")
    for hex_ in ("2540", "2228", "4421", "2620"):
        illegal(p, f"drop 1-ma {hex_}", "10.10")
    illegal(p, f"drop 1-ma {CENTER}", "5.5")
    illegal(p, "drop 1-ma 3345", "5.11")
    illegal(p, "drop 79-7-tal 2646", "10.10")


def test_10_10_no_further_move_no_advance_and_an_a1_is_the_end():
    p = play(pos(EL, DROP), f"drop 1-ma {NORTH}")
    illegal(p, "move 1-ma 2640", "5.6")
    play(p, "end")
    illegal(p, "end", "7.3")
    fight(p, CENTER, "1-ma", roll=2)  # -2: A1
    assert p.units["1-ma"] == "eliminated"
    assert gained(p, "western units eliminated") == 4
    p = combat(EL, {"7-antitank": CENTER, "1-ma": NORTH}, landed=["1-ma"])
    fight(p, CENTER, "1-ma", roll=3)  # +2: D1
    retreat(p, "7-antitank 2643")
    assert p.step == "combat"
    illegal(p, f"advance 1-ma {CENTER}", "7.16")


def test_10_10_only_it_is_lost_when_others_attack_with_it():
    units = {"1-2-inf": CENTER, "1-ma": NORTH, "sc-helicopter": "2542"}
    p = fight(combat(EL, units, landed=["1-ma"]), CENTER, "1-ma", "sc-helicopter", roll=6)
    assert p.units["1-ma"] == "eliminated"
    assert {a.split()[1] for a in verb(p, "retreat")} == {"sc-helicopter"}


def test_10_10_at_night_too_without_having_to_attack():
    p = play(pos(EL, DROP, turn=4), f"drop 1-ma {NORTH}", "end")
    play(p, "end")


def test_10_10_the_games_other_landings_are_not_known():
    p = pos(EL, {"1-ma": "off", "79-7-tal": CENTER, "sc-helicopter": "2647"})
    illegal(p, "land 1-ma 4717", "10.5")
    illegal(p, "lift 1-ma 4717", "10.5")
    illegal(p, "return sc-helicopter", "10.5")


def limits(p):
    return [(one.text, one.case, one.units) for one in TITLE.screen.limits(p, Decision.of(p))]


def test_10_7_what_matt_and_a_drop_give_egypt_is_told_before():
    p = pos(EL, {"1-ma": "off", "2-ma": "off", "79-7-tal": "1944"}, turn=1)
    matt = (
        "The first unit of the Matt Brigade that comes in gives Egypt 10 victory points",
        "10.7",
    )
    drop = ("A drop from the air gives Egypt 2 victory points", "10.7")
    assert [found[:2] for found in limits(p)] == [matt, drop]
    assert all(set(units) <= {"1-ma", "2-ma"} for _, _, units in limits(p))
    before = p.points["egypt"]
    play(p, "drop 1-ma 2642")
    assert p.points["egypt"] - before == 12
    assert limits(p) == []  # given once, and one drop in a turn


def test_10_8_what_shazli_and_the_fourth_division_give_israel_is_told_before():
    p = egypt({"1-shf": "off", "1-4a": "off"}, turn=5)
    shazli = "The first unit of the Shazli Force that comes in gives Israel 5 victory points"
    fourth = "The first unit of the 4th Division that comes in gives Israel 5 victory points"
    assert [found[:2] for found in limits(p)] == [(fourth, "10.8"), (shazli, "10.8")]


def test_10_7_what_several_arrivals_give_is_told_in_one_sentence_with_the_sum():
    p = egypt({"1-shf": "off", "1-4a": "off"}, turn=5)
    told = summed(TITLE.screen.limits(p, Decision.of(p)))
    assert [(one.text, one.case, set(one.units)) for one in told] == [
        (
            "Coming in gives Israel up to 10 victory points: 5 for the first unit of the 4th "
            "Division that comes in, 5 for the first unit of the Shazli Force that comes in",
            "10.8",
            {"1-shf", "1-4a"},
        )
    ]
    one = egypt({"1-shf": "off"}, turn=5)
    assert summed(TITLE.screen.limits(one, Decision.of(one))) == TITLE.screen.limits(
        one, Decision.of(one)
    )
