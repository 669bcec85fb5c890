"""4.0 How to win."""

import pytest

from bridgehead.titles.october_war import TITLE

from .helpers import administration, end_turn, game, illegal, play, pos

POINTS = {point.id: point for point in game().map.points}


def with_feature(*names):
    return [id_ for id_, point in POINTS.items() if set(names) & set(point.features)]


SINAI = with_feature("bar_lev", "pass")
GOLAN = with_feature("purple_line_fort")
ARAB_FORTS = with_feature("arab_fort")


def arab(points):
    return dict.fromkeys(points, "arab")


def ends(p):
    end_turn(p)
    return (p.result.winner, p.result.ending) if p.result else None


def test_4_1_the_arabs_win_in_the_sinai():
    p = administration({"15-armor": "refidim"}, control=arab(SINAI))
    assert ends(p) == ("arab", "arab sudden death sinai")


def test_4_1_the_arabs_win_in_the_golan():
    p = administration({"sy-armor-1": "nafah"}, control=arab(GOLAN))
    assert ends(p) == ("arab", "arab sudden death golan")


@pytest.mark.parametrize("point", [*SINAI[:2], "mitla-pass", "gidi-pass"])
def test_4_1_one_point_of_the_list_is_missing(point):
    held = [one for one in SINAI if one != point]
    assert ends(administration({"15-armor": "refidim"}, control=arab(held))) is None


def test_4_1_the_objective_must_be_occupied_and_on_the_same_map():
    control = arab(SINAI) | {"refidim": "arab"}
    assert ends(administration({"15-armor": "tasa"}, control=control)) is None
    assert ends(administration({"sy-armor-1": "nafah"}, control=arab(SINAI))) is None


@pytest.mark.parametrize("point", ["fayid", "suez-city", "sasa", "kudna"])
def test_4_1_an_israeli_in_an_arab_place_on_either_map_forbids_it(point):
    units = {"15-armor": "refidim", "para-1": point}
    assert ends(administration(units, control=arab(SINAI))) is None


def test_4_1_kuneitra_is_no_arab_place():
    units = {"15-armor": "refidim", "para-1": "kuneitra"}
    assert ends(administration(units, control=arab(SINAI))) is not None


def israel_everywhere(**changes):
    forts = dict(zip([f"armor-{n}" for n in range(1, 9)], ARAB_FORTS, strict=False))
    return forts | {"para-1": "port-said", "para-2": "ismailia"} | changes


def test_4_1_israel_wins_with_two_cities_and_every_syrian_fort():
    assert len(ARAB_FORTS) == 6
    assert ends(administration(israel_everywhere())) == ("israel", "israeli sudden death")


@pytest.mark.parametrize(
    "changes",
    [
        {"para-2": "abu-suweir"},
        {"armor-1": "tasa"},
        {"eg-inf-1": "fort-budapest"},
        {"sy-inf-1": "wasit"},
    ],
)
def test_4_1_israel_lacks_a_city_a_fort_or_has_arabs_on_its_side(changes):
    assert ends(administration(israel_everywhere(**changes))) is None


def test_4_1_it_is_tested_at_the_end_of_the_turn_only():
    p = pos({"15-armor": "refidim"}, phase="combat 2", step="battles", control=arab(SINAI))
    assert p.result is None
    play(p, "end")
    assert p.result is None


# Victory points

ISRAELI_ITEMS = [
    ({"armor-1": "el-firdan"}, {}, 2),
    ({"armor-1": "fayid"}, {}, 5),
    ({"armor-1": "suez-city"}, {}, 1),
    ({"armor-1": "cairo-road"}, {}, 10),
    ({"armor-1": "to-damascus-katana"}, {}, 10),
    ({"armor-1": "kudna"}, {}, 0),
    ({}, {"kudna": "israel"}, 3),
    ({"armor-1": "sasa"}, {}, 0),
    ({"armor-1": "el-firdan", "armor-2": "el-firdan"}, {}, 2),
]
ARAB_ITEMS = [
    ({}, {"fort-budapest": "arab"}, 2),
    ({}, {"fort-107": "arab"}, 2),
    ({}, {"mitla-pass": "arab"}, 5),
    ({}, {"mitla-pass": "arab", "gidi-pass": "arab"}, 10),
    ({"15-armor": "refidim"}, {}, 10),
    ({}, {"refidim": "arab"}, 0),
    ({"15-armor": "tasa"}, {}, 0),
]


@pytest.mark.parametrize(("units", "control", "worth"), ISRAELI_ITEMS)
def test_4_2_what_israel_scores(units, control, worth):
    assert pos(units, control=control).points == {"israel": worth, "arab": 0}


@pytest.mark.parametrize(("units", "control", "worth"), ARAB_ITEMS)
def test_4_2_what_the_arabs_score(units, control, worth):
    assert pos(units, control=control).points == {"israel": 0, "arab": worth}


def test_4_2_casualty_points_count_once_for_israel_and_twice_for_the_arabs():
    p = pos({}, casualties={"israel": 7, "egypt": 10, "syria": 5})
    assert p.points == {"israel": 15, "arab": 14}


def test_4_2_option_city_points():
    assert pos({"armor-1": "suez-city"}, options=["city_points"]).points["israel"] == 10


LEVELS = [
    (24, "draw", "draw"),
    (25, "israel", "minor victory"),
    (50, "israel", "minor victory"),
    (51, "israel", "major victory"),
]


@pytest.mark.parametrize(("lead", "winner", "ending"), LEVELS)
def test_4_3_levels_of_victory(lead, winner, ending):
    p = administration({}, turn=9, casualties={"egypt": lead})
    assert ends(p) == (winner, ending)


@pytest.mark.parametrize(
    ("israel", "egypt", "winner", "ending"),
    [(12, 0, "draw", "draw"), (13, 1, "arab", "minor victory"), (26, 1, "arab", "major victory")],
)
def test_4_3_levels_for_the_arabs(israel, egypt, winner, ending):
    p = administration({}, turn=9, casualties={"israel": israel, "egypt": egypt})
    assert ends(p) == (winner, ending)


def test_4_3_a_side_may_resign():
    p = pos({"15-armor": "fayid"})
    p.push("resign")
    assert (p.result.winner, p.result.ending) == ("israel", "resigned")
    illegal(p, "end", "4.4")


def test_4_4_the_game_ends_after_turn_nine():
    assert ends(administration({}, turn=8)) is None
    assert ends(administration({}, turn=9)) == ("draw", "draw")


def test_4_4_the_turn_of_a_ceasefire_is_played_out():
    p = administration({}, turn=4, ceasefire=1)
    assert ends(p) == ("draw", "draw")
    p = pos({"15-armor": "fayid"}, turn=4, ceasefire=1)
    play(p, "end")
    assert p.result is None


def test_4_4_sudden_death_comes_before_the_count():
    p = administration({"15-armor": "refidim"}, turn=9, control=arab(SINAI))
    assert ends(p) == ("arab", "arab sudden death sinai")


# --- the options `any_lead` and `bid` --------------------------------------------------------

ANY_LEAD = [
    (0, 1, "israel", "minor victory"), (0, 0, "draw", "draw"), (1, 1, "arab", "minor victory"),
    (0, 50, "israel", "minor victory"), (0, 51, "israel", "major victory"),
]  # fmt: skip


@pytest.mark.parametrize(("israel", "egypt", "winner", "ending"), ANY_LEAD)
def test_4_3_option_any_lead_wins(israel, egypt, winner, ending):
    casualties = {"israel": israel, "egypt": egypt}
    p = administration({}, turn=9, casualties=casualties, options=["any_lead"])
    assert ends(p) == (winner, ending)


BIDS = [
    (24, ["bid=israel:1"], "israel", "minor victory"),
    (24, ["bid=israel:0.5"], "draw", "draw"),
    (25, ["bid=arab:0.5"], "draw", "draw"),
    (50, ["bid=israel:1"], "israel", "major victory"),
    (51, ["bid=arab:0.5"], "israel", "minor victory"),
    (0, ["bid=arab:25"], "arab", "minor victory"),
    (0, ["any_lead", "bid=arab:0.5"], "arab", "minor victory"),
    (2, ["any_lead", "bid=arab:2"], "draw", "draw"),
    (2, ["any_lead", "bid=arab:1.5"], "israel", "minor victory"),
]


@pytest.mark.parametrize(("lead", "options", "winner", "ending"), BIDS)
def test_4_3_option_bid_counts_with_either_margin(lead, options, winner, ending):
    p = administration({}, turn=9, casualties={"egypt": lead}, options=options)
    assert ends(p) == (winner, ending)


def test_4_1_a_bid_changes_no_sudden_death():
    options = ["any_lead", "bid=israel:100"]
    p = administration({"15-armor": "refidim"}, control=arab(SINAI), options=options)
    assert ends(p) == ("arab", "arab sudden death sinai")


def test_4_2_a_bid_is_among_the_points_and_named():
    p = pos({}, casualties={"egypt": 3}, options=["bid=arab:1.5"])
    assert p.points == {"israel": 3, "arab": 1.5}
    told = TITLE.screen.ledger(p)["arab"]
    assert told == {"points": 1.5, "entries": [{"name": "bid", "points": 1.5, "case": "4.2"}]}


def test_4_3_goals_tell_the_lead_that_wins():
    lead = TITLE.goals(pos({}, casualties={"egypt": 1}, options=["any_lead"]), None)[0]
    assert (lead.side, lead.have, lead.need, lead.met) == ("israel", 1, 51, True)
    lead = TITLE.goals(pos({}, casualties={"egypt": 1}), None)[0]
    assert (lead.side, lead.have, lead.need, lead.met) == ("israel", 1, 25, False)


def worth(*options):
    p = administration({}, turn=9, casualties={"egypt": 10}, options=options)
    assert ends(p)
    return TITLE.thinking.worth(*p.arrays)


def test_4_3_what_a_finished_game_is_worth_knows_both_options():
    assert worth("any_lead") - worth() == pytest.approx(0.25)
    assert worth("any_lead", "bid=arab:10") == pytest.approx(0.5)
    assert worth("bid=arab:20") == pytest.approx(1 - worth())
