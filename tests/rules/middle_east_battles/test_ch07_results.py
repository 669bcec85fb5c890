"""7.9 to 7.14: results, retreats, displacement."""

import pytest

from .helpers import (
    CENTER,
    EL,
    NORTH,
    NORTHEAST,
    NORTHWEST,
    SOUTH,
    SOUTHEAST,
    SOUTHWEST,
    SUEZ,
    combat,
    declare,
    decline,
    fight,
    gained,
    illegal,
    legal,
    lost,
    neighbors,
    play,
    reach,
    retreat,
    verb,
)

BEATEN = {"7-antitank": CENTER, "79-7-tal": NORTH, "82-7-tal": NORTHWEST, "9-7-tal": NORTHEAST}
# 13 - 2 = 11, column 9..11: mobile 1 is D4, 2 D3, 4 D2, 5 D1


def beaten(die, **more):
    """Return a position after an attack of Tal's three on the center, on the mobile table."""
    attackers = ["79-7-tal", "82-7-tal", "9-7-tal"]
    units = {**BEATEN, **more}
    return fight(combat(EL, units), CENTER, *attackers, roll=die, table="mobile")


@pytest.mark.parametrize(("die", "steps"), [(5, 1), (4, 2), (2, 3), (1, 4)])
def test_7_9_a_retreat_of_one_to_four(die, steps):
    p = beaten(die)
    way = [SOUTH, "2644", "2645", "2646"][:steps]
    retreat(p, f"7-antitank {' '.join(way)}")
    assert p.units["7-antitank"] == way[-1]
    assert p.step == "advance"


def test_7_9_de_leaves_the_attackers_alone():
    p = combat(
        EL, {"1-2-inf": CENTER, "79-7-tal": NORTH, "82-7-tal": NORTHWEST}, airstrikes={"air": 8}
    )
    fight(p, CENTER, "79-7-tal", "82-7-tal", roll=1, markers=["air 8"])
    assert p.units["1-2-inf"] == "eliminated"
    assert gained(p, "egyptian units eliminated") == 1
    assert p.step == "advance"


def test_7_9_ae_eliminates_the_adjacent_attackers_alone():
    units = {"1-2-inf": CENTER, "2-2-inf": NORTHEAST, "tal-recon": NORTH, "1-tal-artillery": "2638"}
    p = combat(EL, units)
    declare(p, f"{CENTER} {NORTHEAST}", "tal-recon", "1-tal-artillery")
    play(p, "mobile", "roll 6")  # 6 - 12 = -6
    assert p.units["tal-recon"] == "eliminated"
    assert p.units["1-tal-artillery"] == "2638"
    assert gained(p, "western units eliminated") == 4
    assert p.to_move == "egypt"  # who may advance


def test_7_9_a1_moves_every_adjacent_attacker():
    units = {"1-2-inf": CENTER, "tal-recon": NORTH, "tal-engineer": SOUTH}
    p = fight(combat(EL, units), CENTER, "tal-recon", "tal-engineer", roll=6)
    assert {a.split()[1] for a in verb(p, "retreat")} == {"tal-recon", "tal-engineer"}
    retreat(p, "tal-engineer 2644", "tal-recon 2640")
    assert p.to_move == "egypt"


def test_7_9_br_the_defenders_first():
    p = fight(combat(EL, {"1-2-inf": CENTER, "1-av-tal": NORTH}), CENTER, "1-av-tal", roll=1,
              table="mobile")  # fmt: skip
    assert p.to_move == "egypt"
    retreat(p, f"1-2-inf {SOUTH}")
    assert p.to_move == "israel"
    retreat(p, "1-av-tal 2640")
    assert p.step == "combat"  # nobody advances


def test_7_9_br_of_a_surrounded_defender():
    units = {"1-2-inf": CENTER, "1-av-tal": NORTH, "1-shn-yof": SOUTHEAST, "1-zi-shr": SOUTHWEST}
    p = fight(combat(EL, units, bound=["1-av-tal"], owed=["1-2-inf"]), CENTER, "1-av-tal", roll=1)
    assert p.units["1-2-inf"] == "eliminated"
    assert p.to_move == "israel"


def test_7_9_the_example_of_an_exchange():
    # two defends, three and four attack: the defender goes, then the three is enough
    units = {"7-antitank": CENTER, "9-7-tal": NORTH, "1-av-tal": NORTHWEST}
    p = fight(combat(EL, units), CENTER, "9-7-tal", "1-av-tal", roll=4, table="frontal")
    assert p.units["7-antitank"] == "eliminated"
    assert (p.step, p.to_move) == ("loss", "israel")
    assert legal(p) == {"lose 9-7-tal", "lose 1-av-tal"}
    play(p, "lose 9-7-tal")
    assert p.step == "advance"
    play(p, f"advance 1-av-tal {CENTER}")
    assert gained(p, "western units eliminated") == 4


def test_7_9_an_exchange_goes_on_until_it_is_enough_and_no_further():
    units = {"pla-inf": CENTER, "tal-recon": NORTH, "9-7-tal": NORTHWEST, "79-7-tal": SOUTHWEST}
    p = fight(
        combat(EL, units), CENTER, "tal-recon", "9-7-tal", "79-7-tal", roll=5, table="frontal"
    )
    illegal(p, "lose pla-inf", "7.9")
    play(p, "lose tal-recon")
    assert p.step == "loss"  # two of four
    illegal(p, "lose tal-recon", "7.9")
    play(p, "lose 9-7-tal")
    assert p.step == "advance"
    p = fight(
        combat(EL, units), CENTER, "tal-recon", "9-7-tal", "79-7-tal", roll=5, table="frontal"
    )
    play(p, "lose 79-7-tal")  # any he likes
    assert p.step == "advance"


def test_7_9_all_attackers_go_where_they_are_less():
    units = {"1-2-inf": CENTER, "79-7-tal": NORTH}
    p = fight(combat(EL, units), CENTER, "79-7-tal", roll=1, table="frontal")  # -1: EX
    assert {"1-2-inf", "79-7-tal"} <= lost(p)
    assert p.step == "combat"


def test_7_9_an_exchange_counts_printed_strengths():
    # Egypt's attack is halved for the column, not for the exchange
    units = {"79-7-tal": CENTER, "1-2-inf": NORTH, "2-2-inf": NORTHWEST, "pla-inf": SOUTHWEST}
    p = combat(EL, units, "egypt", airstrikes={"air": 0})
    fight(p, CENTER, "1-2-inf", "2-2-inf", "pla-inf", roll=4)  # 3 + 3 + 2 - 5 = 3
    assert p.units["79-7-tal"] == "eliminated"
    play(p, "lose 1-2-inf")
    assert p.step == "advance"


def test_7_9_fire_from_range_and_protective_fire_are_no_part_of_an_exchange():
    units = {"7-antitank": CENTER, "7-artillery": "2646", "tal-recon": NORTH,
             "1-tal-artillery": "2638"}  # fmt: skip
    p = combat(EL, units)
    fight(p, CENTER, "tal-recon", "1-tal-artillery", roll=4, table="frontal", fpf=["7-artillery"])
    # 6 - 4 = 2: EX; the defender's two points cost the one adjacent attacker
    assert {"7-antitank", "tal-recon"} <= lost(p)
    assert p.units["1-tal-artillery"] == "2638"
    assert p.units["7-artillery"] == "2646"


def test_7_9_artillery_counts_its_defense_and_its_barrage():
    units = {"7-artillery": CENTER, "7-antitank": NORTHWEST, "1-tal-artillery": NORTH,
             "tal-engineer": NORTHEAST}  # fmt: skip
    p = combat(EL, units, bound=["tal-engineer", "1-tal-artillery"], owed=["7-artillery"])
    fight(p, CENTER, "1-tal-artillery", "tal-engineer", roll=5, table="frontal")  # 6 - 1 = 5: EX
    assert legal(p) == {"lose 1-tal-artillery", "lose tal-engineer"}
    play(p, "lose tal-engineer")
    assert p.step in ("advance", "combat")


def test_7_9_ax_the_defender_retreats_and_the_attacker_pays():
    p = fight(combat(EL, {"7-antitank": CENTER, "79-7-tal": NORTH}), CENTER, "79-7-tal", roll=3,
              table="frontal")  # fmt: skip
    assert (p.step, p.to_move) == ("retreat", "egypt")  # +3: AX
    retreat(p, f"7-antitank {SOUTH}")
    assert p.step in ("loss", "combat", "advance")
    play(p, "lose 79-7-tal")
    assert p.units["79-7-tal"] == "eliminated"
    assert p.units["7-antitank"] == SOUTH


def test_7_9_ax_counts_a_defender_that_could_not_retreat():
    units = {"7-antitank": CENTER, "79-7-tal": NORTH, "1-shn-yof": SOUTHEAST, "1-zi-shr": SOUTHWEST}
    p = combat(EL, units, bound=["79-7-tal"], owed=["7-antitank"])
    fight(p, CENTER, "79-7-tal", roll=3, table="frontal")
    assert p.units["7-antitank"] == "eliminated"
    play(p, "lose 79-7-tal")


def test_7_10_each_step_leads_further_from_the_combat():
    p = beaten(4)
    illegal(p, "retreat 7-antitank 2644", "7.10")
    illegal(p, "retreat 79-7-tal 2640", "7.10")
    play(p, f"retreat 7-antitank {SOUTH}")
    illegal(p, f"retreat 7-antitank {CENTER}", "7.11")
    illegal(p, f"retreat 7-antitank {SOUTHWEST}", "7.10", "7.11")
    assert reach(p, "7-antitank", "retreat") == {"2644", "2744", "2544"}


def test_7_10_terrain_costs_nothing():
    # through rough and over a wadi
    units = {"7-antitank": "4146", "79-7-tal": "4245", "82-7-tal": "4246", "9-7-tal": "4145"}
    p = fight(combat(EL, units), "4146", "79-7-tal", "82-7-tal", "9-7-tal", roll=1, table="mobile")
    assert p.step == "retreat"
    assert reach(p, "7-antitank", "retreat")


def test_7_10_no_retreat_off_the_map_or_into_the_sea():
    units = {"7-antitank": "4819", "79-7-tal": "4818", "82-7-tal": "4719"}
    p = fight(combat(EL, units), "4819", "79-7-tal", "82-7-tal", roll=4, table="mobile")  # D2
    assert reach(p, "7-antitank", "retreat") == {"4820"}
    units = {"4-inf": "2411", "1-p": "2512", "2-p": "2412"}
    p = fight(combat(SUEZ, units), "2411", "1-p", "2-p", roll=4, table="mobile")  # D2
    assert reach(p, "4-inf", "retreat") == {"2410"}
    illegal(p, "retreat 4-inf 2311", "7.10")
    retreat(p, "4-inf 2410 2510")


def test_7_10_a_partial_retreat_is_lost_where_it_ends():
    p = beaten(4, **{"1-shn-yof": "2545", "1-zi-shr": "2745"})
    assert legal(p) == {f"retreat 7-antitank {SOUTH}"}  # as far as it can
    play(p, f"retreat 7-antitank {SOUTH}")
    assert p.units["7-antitank"] == "eliminated"
    assert reach(p, "79-7-tal", "advance") == {CENTER, SOUTH}


def test_7_11_no_retreat_into_an_enemy_zone():
    p = beaten(5)
    refused = illegal(p, f"retreat 7-antitank {SOUTHWEST}", "7.11")
    assert "zone" in refused.reason
    illegal(p, f"retreat 7-antitank {SOUTHEAST}", "7.11")
    illegal(p, f"retreat 7-antitank {NORTH}", "5.5")


def test_7_11_a_friend_does_not_make_a_zone_safe():
    attackers = ["79-7-tal", "82-7-tal", "9-7-tal"]
    p = combat(EL, {**BEATEN, "1-3-inf": SOUTHEAST}, bound=attackers, owed=["7-antitank"])
    fight(p, CENTER, *attackers, roll=5, table="mobile")
    assert reach(p, "7-antitank", "retreat") == {SOUTH}
    illegal(p, f"retreat 7-antitank {SOUTHEAST}", "7.11")


def test_7_12_open_hexes_before_friends():
    p = beaten(4, **{"1-3-inf": "2644"})
    play(p, f"retreat 7-antitank {SOUTH}")
    assert reach(p, "7-antitank", "retreat") == {"2544", "2744"}
    illegal(p, "retreat 7-antitank 2644", "7.12")


def test_7_12_the_whole_retreat_is_looked_at():
    # two steps: from SOUTH all that lead further are taken but one is enough
    p = beaten(4, **{"1-3-inf": "2644", "2-3-inf": "2544"})
    play(p, f"retreat 7-antitank {SOUTH}", "retreat 7-antitank 2744")
    assert p.step == "advance"


def test_7_12_only_ways_that_lead_all_the_way():
    # from the south-east a second step would end in a zone, wherever it goes
    units = {"7-antitank": CENTER, "79-7-tal": NORTH, "1-shn-yof": "2844", "1-zi-shr": "2942"}
    p = fight(combat(EL, units), CENTER, "79-7-tal", roll=1, table="mobile")  # D2
    assert reach(p, "7-antitank", "retreat") == {SOUTH, SOUTHWEST}
    illegal(p, f"retreat 7-antitank {SOUTHEAST}", "7.12")


def test_7_12_a_hex_with_a_helicopter_is_open():
    units = {"sc-helicopter": SOUTH, "79-7-tal": CENTER, "1-2-inf": NORTH, "2-2-inf": NORTHWEST,
             "3-2-inf": NORTHEAST}  # fmt: skip
    p = combat(EL, units, "egypt", airstrikes={"air": 0})
    fight(p, CENTER, "1-2-inf", "2-2-inf", "3-2-inf", roll=1)  # 9 - 5 = 4: D4
    play(p, f"retreat 79-7-tal {SOUTH}")
    assert p.step == "retreat"  # nobody is displaced
    assert p.units["sc-helicopter"] == SOUTH


def displaced(**more):
    """Return a retreat of one hex with a friend in the only hex it can go to."""
    return beaten(5, **{"1-3-inf": SOUTH}, **more)


def test_7_13_a_friend_is_displaced():
    p = displaced()
    play(p, f"retreat 7-antitank {SOUTH}")
    assert (p.step, p.to_move) == ("displace", "egypt")
    assert p.units["1-3-inf"] == SOUTH
    illegal(p, "displace 7-antitank 2644", "7.13")
    illegal(p, "displace 1-3-inf 2646", "7.13")
    play(p, "displace 1-3-inf 2644")
    assert p.units["1-3-inf"] == "2644"
    assert p.units["7-antitank"] == SOUTH
    assert p.step == "advance"


def test_7_13_a_displaced_unit_goes_as_if_it_retreated():
    p = displaced()
    play(p, f"retreat 7-antitank {SOUTH}")
    assert reach(p, "1-3-inf", "displace") == {"2644", "2543", "2544", "2743", "2744"} - {
        SOUTHWEST, SOUTHEAST}  # fmt: skip
    illegal(p, f"displace 1-3-inf {SOUTHEAST}", "7.11")


def test_7_13_the_retreat_goes_on_after_it():
    p = beaten(4, **{"1-3-inf": SOUTH})
    play(p, f"retreat 7-antitank {SOUTH}", "displace 1-3-inf 2544")
    assert (p.step, p.to_move) == ("retreat", "egypt")
    play(p, "retreat 7-antitank 2644")
    assert p.step == "advance"


def test_7_14_a_chain_of_displacements():
    more = {"2-3-inf": "2644", "3-3-inf": "2544", "3-armor": "2744"}
    p = displaced(**more)
    play(p, f"retreat 7-antitank {SOUTH}", "displace 1-3-inf 2644")
    assert (p.step, p.units["1-3-inf"]) == ("displace", SOUTH)
    play(p, "displace 2-3-inf 2645")
    assert p.units["2-3-inf"] == "2645"
    assert p.units["1-3-inf"] == "2644"
    assert p.units["7-antitank"] == SOUTH


def test_7_14_an_open_hex_first():
    p = displaced(**{"2-3-inf": "2644"})
    play(p, f"retreat 7-antitank {SOUTH}")
    assert reach(p, "1-3-inf", "displace") == {"2544", "2744"}
    illegal(p, "displace 1-3-inf 2644", "7.14")


def test_7_14_nobody_is_displaced_into_elimination():
    # the friend could go nowhere: the retreating unit is lost in its own hex
    p = displaced(**{"1-shn-yof": "2545", "1-zi-shr": "2745"})
    assert p.units["7-antitank"] == "eliminated"
    assert p.units["1-3-inf"] == SOUTH


def test_7_14_a_unit_may_be_displaced_again():
    # zones leave but one way, and the friend stands on it twice
    p = beaten(4, **{"1-3-inf": SOUTH, "1-shn-yof": "2443", "1-zi-shr": "2843"})
    play(p, f"retreat 7-antitank {SOUTH}", "displace 1-3-inf 2644")
    assert legal(p) == {"retreat 7-antitank 2644"}
    play(p, "retreat 7-antitank 2644", "displace 1-3-inf 2645")
    assert p.units["7-antitank"] == "2644"
    assert p.step == "advance"


def test_7_14_static_units_are_not_displaced():
    # the coastal battery on the only way back of a unit beside the sea
    units = {"4-inf": "2705", "ps-coastal": "2704", "1-p": "2706", "2-p": "2806", "3-p": "2805"}
    near = [u for u in ("1-p", "2-p", "3-p") if units[u] in neighbors(SUEZ, "2705")]
    p = combat(SUEZ, units, bound=near, owed=["4-inf"])
    fight(p, "2705", *near, roll=4, table="mobile")
    assert p.units["4-inf"] == "eliminated"
    assert p.units["ps-coastal"] == "2704"


def test_7_14_displaced_artillery_is_silent():
    units = {"1-2-inf": CENTER, "2-2-inf": "2640", "7-artillery": "2639", "7-antiaircraft": "2637",
             "79-7-tal": SOUTH, "82-7-tal": "2645"}  # fmt: skip
    p = combat(EL, units, "egypt", displaced=["7-artillery"], bound=["1-2-inf"], owed=["79-7-tal"])
    play(p, f"attack {SOUTH}")
    illegal(p, "with 7-artillery", "7.14")
    p = combat(EL, {"1-2-inf": CENTER, "79-7-tal": NORTH, "7-artillery": "2646"},
               displaced=["7-artillery"])  # fmt: skip
    declare(p, CENTER, "79-7-tal")
    assert p.step == "table"  # no protective fire


def test_7_12_among_several_the_owner_picks_and_finishes_one_first():
    units = {"1-2-inf": CENTER, "tal-recon": NORTH, "tal-engineer": SOUTH}
    p = fight(combat(EL, units), CENTER, "tal-recon", "tal-engineer", roll=6)
    play(p, "retreat tal-engineer 2644")
    illegal(p, "retreat tal-engineer 2645", "7.10")
    play(p, "retreat tal-recon 2640")
    units = {"7-antitank": CENTER, "7-tank": NORTHEAST, "79-7-tal": NORTH}
    p = combat(EL, units)
    declare(p, f"{CENTER} {NORTHEAST}", "79-7-tal")
    play(p, "mobile", "roll 1")  # 5 - 4 = 1: D2 for both
    play(p, f"retreat 7-antitank {SOUTH}")
    illegal(p, "retreat 7-tank 2843", "7.10")
    play(p, "retreat 7-antitank 2644")
    assert {a.split()[1] for a in verb(p, "retreat")} == {"7-tank"}


def test_7_12_a_static_unit_is_lost_where_it_must_retreat():
    units = {"ps-coastal": "2704", "1-p": "2705", "2-p": "2804"}
    p = fight(combat(SUEZ, units), "2704", "1-p", "2-p", roll=5, table="mobile")  # 8 - 1: D1
    assert p.units["ps-coastal"] == "eliminated"


def test_7_12_a_stack_retreats_unit_by_unit():
    units = {"79-7-tal": CENTER, "sc-helicopter": CENTER, "1-2-inf": NORTH, "2-2-inf": NORTHWEST,
             "3-2-inf": NORTHEAST}  # fmt: skip
    p = combat(EL, units, "egypt", airstrikes={"air": 0})
    fight(p, CENTER, "1-2-inf", "2-2-inf", "3-2-inf", roll=2)  # 9 - 7 = 2: D2
    assert {a.split()[1] for a in verb(p, "retreat")} == {"79-7-tal", "sc-helicopter"}
    retreat(p, "79-7-tal 2643 2644", "sc-helicopter 2643 2644")
    assert p.units["79-7-tal"] == p.units["sc-helicopter"] == "2644"
    decline(p)
