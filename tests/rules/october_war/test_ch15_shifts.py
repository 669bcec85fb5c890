"""15.6, 15.7, 48 to 50: every shift of both sides' fire, alone; brackets; the ends of the table."""

import pytest

from .battle_helpers import AT_THE_BRIDGE, BRIDGEHEAD, at, battle, column, play, pos

RUNNERS = {"arab": ("140-para", "150-para"), "israel": ("airmobile-1", "airmobile-2")}


def fight(point, shooter, side, beside=(), near=None, others=(), **more):
    """Fight with a shooter of a side against airmobile units, which can always leave."""
    other = "arab" if side == "israel" else "israel"
    attacker = more.pop("attacker", side)
    control = {near: other} if near else {}
    more["control"] = {**control, **more.get("control", {})}
    more.setdefault("flew", [shooter])  # who has flown has a LOC in this turn [15]
    return battle(point, (shooter, *beside, *RUNNERS[other]), attacker, others, **more)


# Terrain: the point, a neighbor to retreat to, the shift of an Israeli, of an Arab attack
TERRAIN = [
    ("tasa", "missouri", 0, 0),  # open
    ("missouri", "tasa", 0, 0),  # desert
    ("chinese-farm", "tasa", -1, -1),  # rough
    ("gidi-pass", "um-hashiba", -1, -1),  # pass
    ("mt-hermon", "masaade", -2, -2),  # mountain
    ("refidim", "tasa", -1, -1),  # objective
    ("qantara-west", "el-cap", -1, 0),  # town
    ("kuneitra", "wasit", -1, 0),  # a town, though no Arab one
    ("ismailia", "abu-suweir", -3, 0),  # city
    ("kudna", "um-butne", -2, 0),  # Arab fort
    ("fort-milano", "baluza", 0, -1),  # Israeli fort in the Sinai
    ("fort-111", "hushniya", 0, -3),  # Israeli fort in the Golan
]


@pytest.mark.parametrize(("point", "near", "israel", "arab"), TERRAIN)
@pytest.mark.parametrize("side", ["israel", "arab"])
def test_15_6_terrain_shifts_the_attackers_fire(point, near, israel, arab, side):
    # infantry of 6 and 9: Gal T and a division
    unshifted = {"israel": 6, "arab": 9}[side]
    shooter, shift = {"israel": ("gal-t", israel), "arab": ("2-inf-div", arab)}[side]
    p = fight(point, shooter, side, near=near)
    assert unshifted + shift in column(p, shooter)


@pytest.mark.parametrize(("point", "near", "israel", "arab"), TERRAIN)
def test_15_6_terrain_never_shifts_the_defenders_fire(point, near, israel, arab):
    p = fight(point, "golani", "israel", near=near, attacker="arab")
    assert 9 in column(p, "golani")


@pytest.mark.parametrize(("shooter", "columns"), [
    ("9-mech", 5), ("14-armor", 11), ("gal-t", 6), ("engineer-1", 2),
])  # fmt: skip
def test_15_6_a_marsh_shifts_the_mechanized_class_alone(shooter, columns):
    p = fight("tina-plain", shooter, "israel", near="baluza")
    assert columns in column(p, shooter)


def test_15_6_a_marsh_does_not_shift_the_defender():
    p = fight("tina-plain", "golani", "israel", near="baluza", attacker="arab")
    assert column(p, "golani") == {9}, "mechanized, too"


# Water [49]


@pytest.mark.parametrize(("by_water", "expected"), [
    (["gal-t"], {5}), ([], {6, 7}),
])  # fmt: skip
def test_15_6_everybody_came_over_water(by_water, expected):
    p = fight("tasa", "gal-t", "israel", near="missouri", by_water=by_water)
    assert column(p, "gal-t") == expected


def test_49_one_attacker_by_land_is_enough_to_lose_the_shift():
    p = fight("tasa", "gal-t", "israel", ("infantry-1",), near="missouri", by_water=["gal-t"])
    assert column(p, "gal-t") == {6, 7}


def test_49_an_amphibious_crossing_is_shifted_and_one_with_an_engineer_is_not():
    units = {"130-amph": "deversoir", "airmobile-1": "fort-matzmed", "airmobile-2": "fort-matzmed"}
    p = pos(units, "arab", "movement 1")
    play(p, "cross 130-amph fort-matzmed", "end", "attack fort-matzmed")
    # 3 + 0, the fort -1, the water -1; no LOC over the canal: -2
    assert 1 in column(p, "130-amph")
    units = {
        "eg-inf-1": "deversoir",
        "eg-eng-1": "deversoir",
        **at("fort-matzmed", "airmobile-1", "armor-1"),
    }
    # 18 against armor, the fort -1, no LOC -2: the water does not count. Columns 15 and 16 are
    # alike: with a headquarters it is 16, and would be 17 if it were 16 without
    for others in ({}, {"hq-2": "deversoir"}):
        p = pos({**units, "16-inf-div": "deversoir", **others}, "arab", "movement 1")
        play(p, "cross 16-inf-div fort-matzmed", "end", "attack fort-matzmed")
        assert column(p, "16-inf-div") == {15, 16}


def test_49_over_a_lake():
    units = {
        "130-amph": "fayid",
        **at("chinese-farm", "airmobile-1", "airmobile-2"),
        "hq-2": "fayid",
    }
    p = pos(units, "arab", "movement 1")
    play(p, "move 130-amph great-bitter-lake chinese-farm", "end", "attack chinese-farm")
    assert 1 in column(p, "130-amph")  # LOC over the lake: 3, rough -1, water -1


def test_49_a_bridge_takes_the_shift_away():
    units = {"6-mech-div": "deversoir", "eg-inf-1": "deversoir",
             **at("fort-matzmed", "airmobile-1", "airmobile-2")}  # fmt: skip
    p = pos(units, "arab", "movement 1", bridges={"deversoir": "arab"})
    play(p, "move 6-mech-div fort-matzmed", "end", "attack fort-matzmed")
    assert column(p, "6-mech-div") == {10}  # 11 and the fort


# Engineers [23.3, 49]


def test_23_3_an_engineer_against_a_fort_or_city():
    for point, near, base in (("kudna", "um-butne", 4), ("ismailia", "abu-suweir", 3)):
        alone = fight(point, "gal-t", "israel", near=near)
        helped = fight(point, "gal-t", "israel", ("engineer-1",), near=near)
        two = fight(point, "gal-t", "israel", ("engineer-1", "engineer-2"), near=near)
        assert column(alone, "gal-t") == {base}
        assert column(helped, "gal-t") == {base + 1}
        assert column(two, "gal-t") == {base + 1}, "once only"


def test_23_3_no_engineer_shift_elsewhere_or_in_defense():
    p = fight("qantara-west", "gal-t", "israel", ("engineer-1",), near="el-cap")
    assert column(p, "gal-t") == {5}, "a town is no city"
    p = fight("fort-milano", "gal-t", "israel", ("engineer-1",), near="baluza")
    assert column(p, "gal-t") == {6, 7}, "a fort of one's own side"
    p = fight("kudna", "golani", "israel", ("engineer-1",), near="um-butne", attacker="arab")
    assert column(p, "golani") == {9}


def test_23_3_arab_engineers_against_israeli_forts_of_their_own_nation():
    units = ("sy-eng",)
    p = fight(
        "fort-111", "1-armor-div", "arab", units, near="hushniya", control={"fort-113": "arab"}
    )
    assert column(p, "1-armor-div") == {9}  # 11 - 3 + 1
    p = fight("fort-111", "iraq-3-div", "arab", units, near="hushniya")
    play(p, "nation iraq")
    assert column(p, "iraq-3-div") == {8}, "another nation's engineer"


# Elites [23.1, 49]


def test_23_1_elite_attackers():
    p = fight("tasa", "para-1", "israel", ("mech-1",), near="missouri")
    assert column(p, "para-1") == {4}
    assert column(p, "mech-1") == {2}, "only the Elite unit itself"
    for unit, columns in (("247-para", 10), ("golani", 10), ("sm", 4), ("airmobile-1", 4),
                          ("golani-a", 4), ("202-a", 4)):  # fmt: skip
        p = fight("tasa", unit, "israel", near="missouri")
        assert column(p, unit) == {columns}


def test_23_1_elites_in_defense_are_not_shifted():
    p = fight("tasa", "para-1", "israel", near="missouri", attacker="arab")
    assert column(p, "para-1") == {3}


def test_15_6_the_option_limits_elites_to_cities_and_forts():
    option = ("elite_city_or_fort",)
    p = fight("tasa", "para-1", "israel", near="missouri", options=option)
    assert column(p, "para-1") == {3}
    p = fight("kudna", "247-para", "israel", near="um-butne", options=option)
    assert column(p, "247-para") == {8}
    p = fight("ismailia", "247-para", "israel", near="abu-suweir", options=option)
    assert column(p, "247-para") == {6, 7}


# Morale [67], supply [48], headquarters [17.2] of both sides' fire


def test_28_the_morale_check_shifts_israeli_attackers():
    p = fight("tasa", "gal-t", "israel", near="missouri", morale=["fort-milano"],
              control={"fort-milano": "arab"})  # fmt: skip
    assert column(p, "gal-t") == {5}
    p = fight("tasa", "golani", "israel", near="missouri", morale=["fort-milano"],
              control={"fort-milano": "arab"}, attacker="arab")  # fmt: skip
    assert column(p, "golani") == {9}, "not in defense"
    p = fight("el-firdan", "2-inf-div", "arab", near="qantara-west", morale=["fort-milano"],
              control={"fort-milano": "arab"})  # fmt: skip
    assert column(p, "2-inf-div") == {9}, "never Arabs"


def test_15_6_out_of_supply_in_attack_and_defense():
    p = fight("el-firdan", "gal-t", "israel", near="qantara-west", flew=[],
              control={"qantara-west": "arab"})  # fmt: skip
    assert column(p, "gal-t") == {4}
    p = fight("el-firdan", "9-mech", "israel", near="qantara-west", flew=[], attacker="arab",
              control={"qantara-west": "arab"})  # fmt: skip
    assert column(p, "9-mech") == {4}
    p = fight("tasa", "6-mech-div", "arab", near="missouri", flew=[])
    assert column(p, "6-mech-div") == {9}  # 11 - 2
    p = fight("tasa", "6-mech-div", "arab", near="missouri", flew=[], attacker="israel")
    assert column(p, "6-mech-div") == {9}


def test_13_supply_over_a_bridge():
    p = fight("tasa", "2-inf-div", "arab", near="missouri", flew=[], others=AT_THE_BRIDGE,
              **BRIDGEHEAD)  # fmt: skip
    assert column(p, "2-inf-div") == {9}


def test_13_israelis_in_a_fort_of_theirs_never_need_a_line():
    p = fight("fort-milano", "gal-t", "israel", near="baluza", flew=[],
              control={"fort-orkal": "arab", "fort-hizayon": "arab", "baluza": "arab",
                       "makhshir": "arab"}, attacker="arab")  # fmt: skip
    assert column(p, "gal-t") == {6, 7}


@pytest.mark.parametrize("attacker", ["israel", "arab"])
@pytest.mark.parametrize(("hq", "at_", "columns"), [
    ("hq-252", "tasa", 5), ("hq-143", "tasa", 6), ("hq-143", "refidim", 6), ("hq-252", "baluza", 5),
    ("hq-143", "gidi-pass", 4), ("hq-143", "israeli-reserve", 4), ("hq-nc", "um-hashiba", 6),
])  # fmt: skip
def test_17_2_one_headquarters_in_the_point_or_a_neighbor(hq, at_, columns, attacker):
    p = fight("tasa", "armor-1", "israel", others={hq: at_}, near="missouri", attacker=attacker)
    assert columns in column(p, "armor-1")


@pytest.mark.parametrize("attacker", ["israel", "arab"])
def test_17_2_the_arab_headquarters_too(attacker):
    p = fight("el-firdan", "eg-mech-1", "arab", others={"hq-2": "ismailia"}, near="fort-hizayon",
              attacker=attacker)  # fmt: skip
    assert column(p, "eg-mech-1") == {4}


def test_17_2_the_example_of_hq_143():
    p = fight("tasa", "recon-1", "israel", ("hq-143",), near="missouri")
    assert column(p, "recon-1") == {5}  # 3 + 2
    assert column(p, "hq-143") == {3}, "a headquarters helps itself"


def test_17_3_the_best_headquarters_alone():
    p = fight("tasa", "armor-1", "israel", ("hq-252",), near="missouri",
              others={"hq-143": "refidim", "hq-sc": "baluza"})  # fmt: skip
    assert 6 in column(p, "armor-1")


def test_22_2_allies_get_nothing_from_others_headquarters():
    p = fight("el-firdan", "libya", "arab", others={"hq-2": "ismailia"}, near="fort-hizayon",
              attacker="israel")  # fmt: skip
    assert column(p, "libya") == {4}
    p = fight("um-butne", "iraq-6", "arab", others={"hq-7": "khan-arnabeh"}, near="fort-109-110",
              attacker="israel")  # fmt: skip
    assert column(p, "iraq-6") == {4}


def test_48_shifts_are_added():
    # Fort, engineer, elite, headquarters, no supply: 9 - 2 + 1 + 1 + 2 - 2
    p = fight("kudna", "247-para", "israel", ("engineer-1", "hq-36"), near="um-butne", flew=[],
              control={"um-butne": "arab", "fort-111": "arab", "fort-113": "arab"})  # fmt: skip
    assert column(p, "247-para") == {9}


def test_48_the_first_column_is_the_least():
    p = fight("ismailia", "infantry-1", "israel", near="abu-suweir")
    assert column(p, "infantry-1") == {1}
    p = fight("mt-hermon", "hq-nc", "israel", near="masaade")
    assert column(p, "hq-nc") == {1}, "one is where the shifts begin"


def test_54_a_static_sam_fires_in_column_one():
    p = fight("el-firdan", "eg-sam-site-1", "arab", near="qantara-west", attacker="israel")
    assert column(p, "eg-sam-site-1") == {1}
    p = fight("el-firdan", "eg-sam-site-1", "arab", near="qantara-west", attacker="israel",
              others={"hq-2": "ismailia"})  # fmt: skip
    assert column(p, "eg-sam-site-1") == {2}


# Brackets [15.7, 23.2, 50]


@pytest.mark.parametrize("attacker", ["israel", "arab"])
@pytest.mark.parametrize(("enemy", "columns"), [("armor-1", 18), ("mech-1", 9), ("14-armor", 18)])
def test_15_7_anti_armor_strength_in_attack_and_defense(enemy, columns, attacker):
    p = fight("el-firdan", "2-inf-div", "arab", (enemy,), near="fort-hizayon", attacker=attacker)
    assert columns in column(p, "2-inf-div")


def test_15_7_combined_arms_are_no_armor():
    p = fight("el-firdan", "2-inf-div", "arab", ("14-armor",), near="fort-hizayon",
              back=["14-armor"])  # fmt: skip
    assert column(p, "2-inf-div") == {9}
    p = fight("el-firdan", "2-inf-div", "arab", ("14-armor", "armor-1"), near="fort-hizayon",
              back=["14-armor"])  # fmt: skip
    assert column(p, "2-inf-div") == {18}, "a pure armor unit is there too"


def test_50_an_egyptian_mechanized_division_is_no_armor():
    p = fight("tasa", "antitank-1", "israel", ("6-mech-div",), near="missouri")
    assert column(p, "antitank-1") == {2}
    p = fight("tasa", "antitank-1", "israel", ("eg-armor-1",), near="missouri")
    assert column(p, "antitank-1") == {6, 7}


def test_9_9_the_back_of_a_brigade_has_its_own_strength():
    p = fight("tasa", "14-armor", "israel", near="missouri", back=["14-armor"])
    assert column(p, "14-armor") == {10}  # two armor battalions of 4, a mechanized one of 2


def test_23_2_rockets_use_their_bracket_to_attack_only():
    p = fight("el-firdan", "eg-mlrs-1", "arab", near="fort-hizayon")
    assert column(p, "eg-mlrs-1") == {5}
    p = fight(
        "el-firdan", "eg-mlrs-1", "arab", ("armor-1",), near="fort-hizayon", attacker="israel"
    )
    assert column(p, "eg-mlrs-1") == {1}


def test_15_7_the_example_of_the_rulebook():
    # an armored brigade and an infantry battalion against a unit with anti-tank ability
    units = ("14-armor", "infantry-1")
    p = fight("um-butne", "5-mech-div", "arab", units, near="fort-109-110", attacker="israel")
    assert column(p, "5-mech-div") == {15, 16}
    p = fight("um-butne", "5-mech-div", "arab", units, near="fort-109-110", attacker="israel",
              back=["14-armor"])  # fmt: skip
    assert column(p, "5-mech-div") == {9}
