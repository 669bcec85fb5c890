"""7.15 and 7.16: advance after combat; 7.17: Egyptian attack strengths."""

from bridgehead.titles.middle_east_battles import TITLE

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
    reach,
    retreat,
)

BEATEN = {"7-antitank": CENTER, "79-7-tal": NORTH, "82-7-tal": NORTHWEST, "9-7-tal": NORTHEAST}


def beaten(die, *way, **more):
    """Return a position after a won attack and a retreat."""
    p = combat(EL, {**BEATEN, **more})
    fight(p, CENTER, "79-7-tal", "82-7-tal", "9-7-tal", roll=die, table="mobile")
    return retreat(p, f"7-antitank {' '.join(way)}")


def test_7_15_along_the_path_as_far_as_one_likes():
    p = beaten(2, SOUTH, "2644", "2645")
    for unit in ("79-7-tal", "82-7-tal", "9-7-tal"):
        assert reach(p, unit, "advance") == {CENTER, SOUTH, "2644"}
    illegal(p, f"advance 79-7-tal {SOUTHEAST}", "7.15")
    illegal(p, "advance 79-7-tal 2645", "5.11", "7.15")
    play(p, "advance 79-7-tal 2644")
    assert reach(p, "79-7-tal", "advance") == set()
    illegal(p, f"advance 79-7-tal {SOUTH}", "7.15")
    assert reach(p, "82-7-tal", "advance") == {CENTER, SOUTH}
    illegal(p, "advance 82-7-tal 2644", "5.11")
    play(p, f"advance 82-7-tal {CENTER}", "stay")
    assert p.step == "combat"


def test_7_15_who_advanced_earlier_may_be_passed():
    p = beaten(2, SOUTH, "2644", "2645")
    play(p, f"advance 79-7-tal {CENTER}", "advance 82-7-tal 2644", f"advance 9-7-tal {SOUTH}")
    assert p.step == "combat"


def test_7_15_zones_are_ignored():
    p = beaten(2, SOUTH, "2644", "2645", **{"1-2-inf": "2845"})
    assert "2644" in reach(p, "79-7-tal", "advance")


def test_7_15_nobody_has_to_advance():
    p = play(beaten(5, SOUTH), "stay")
    assert p.step == "combat"
    assert p.units["79-7-tal"] == NORTH


def test_7_15_not_who_fired_from_range():
    units = {"7-antitank": CENTER, "79-7-tal": NORTH, "1-tal-artillery": "2640"}
    p = combat(EL, units)
    fight(p, CENTER, "79-7-tal", "1-tal-artillery", roll=1)  # 9 - 2: D3
    retreat(p, f"7-antitank {SOUTH} 2644 2645")
    illegal(p, f"advance 1-tal-artillery {CENTER}", "7.15")
    assert reach(p, "79-7-tal", "advance")


def test_7_15_not_who_did_not_take_part():
    p = beaten(5, SOUTH, **{"1-shn-yof": "2441"})
    illegal(p, f"advance 1-shn-yof {CENTER}", "7.15")


def test_7_15_after_de_into_the_hex():
    units = {"7-antitank": CENTER, "79-7-tal": NORTH, "82-7-tal": NORTHWEST}
    p = combat(EL, units, airstrikes={"air": 5})
    fight(p, CENTER, "79-7-tal", "82-7-tal", roll=1, markers=["air 5"])
    assert reach(p, "79-7-tal", "advance") == {CENTER}


def test_7_15_the_path_of_a_unit_lost_on_its_retreat_ends_where_it_was_lost():
    # two steps are due and the second leads into a zone on every side
    more = {"1-shn-yof": "2545", "1-zi-shr": "2745"}
    p = combat(EL, {**BEATEN, **more})
    fight(p, CENTER, "79-7-tal", "82-7-tal", "9-7-tal", roll=4, table="mobile")
    play(p, f"retreat 7-antitank {SOUTH}")
    assert p.units["7-antitank"] == "eliminated"
    assert reach(p, "79-7-tal", "advance") == {CENTER, SOUTH}


def test_7_15_the_defenders_advance_after_a1_and_ae():
    p = fight(combat(EL, {"1-2-inf": CENTER, "tal-recon": NORTH}), CENTER, "tal-recon", roll=6)
    retreat(p, "tal-recon 2640")
    assert (p.step, p.to_move) == ("advance", "egypt")
    assert reach(p, "1-2-inf", "advance") == {NORTH}
    illegal(p, f"advance tal-recon {NORTH}", "7.15")
    play(p, f"advance 1-2-inf {NORTH}")
    units = {"1-2-inf": CENTER, "2-2-inf": NORTHEAST, "79-7-tal": NORTH}
    p = combat(EL, units)
    declare(p, f"{CENTER} {NORTHEAST}", "79-7-tal")
    play(p, "mobile", "roll 6")  # -7: AE
    assert reach(p, "1-2-inf", "advance") == reach(p, "2-2-inf", "advance") == {NORTH}


def test_7_15_nobody_after_br():
    p = fight(combat(EL, {"1-2-inf": CENTER, "1-av-tal": NORTH}), CENTER, "1-av-tal", roll=1,
              table="mobile")  # fmt: skip
    retreat(p, f"1-2-inf {SOUTH}", "1-av-tal 2640")
    assert p.step == "combat"


def test_7_15_only_the_path_of_an_enemy_one_was_next_to():
    # two defenders; 82-7-tal is next to both, and both paths are open to it, one only
    units = {"7-antitank": CENTER, "7-tank": NORTHEAST, "79-7-tal": NORTH}
    p = combat(EL, units, airstrikes={"air": 9})
    declare(p, f"{CENTER} {NORTHEAST}", "79-7-tal", markers=["air 2"])
    play(p, "mobile", "roll 3")  # 7 - 4 = 3: D1
    retreat(p, f"7-antitank {SOUTH}", "7-tank 2842")
    assert reach(p, "79-7-tal", "advance") == {CENTER, NORTHEAST}
    play(p, f"advance 79-7-tal {CENTER}")
    assert p.step == "combat"


def test_7_15_no_advance_over_a_closed_hexside():
    units = {"4-inf": "2609", "1-p": "2610", "2-p": "2510"}
    p = combat(SUEZ, units)
    fight(p, "2609", "1-p", "2-p", roll=1, table="mobile")
    while p.step == "retreat":
        play(p, sorted(legal(p))[0])
    assert p.step == "combat"


def test_7_15_over_a_small_waterway_it_is_allowed():
    units = {"4-inf": "3812", "1-p": "3712", "2-p": "3711"}
    p = combat(SUEZ, units)
    near = [u for u in ("1-p", "2-p") if units[u] in p.game.map.grid.neighbors("3812")]
    fight(p, "3812", *near, roll=1, table="mobile")
    while p.step == "retreat":
        play(p, sorted(legal(p))[0])
    assert "3812" in reach(p, "1-p", "advance")


def test_7_16_at_once_or_not_at_all():
    p = play(beaten(5, SOUTH), "stay")
    illegal(p, f"advance 79-7-tal {CENTER}", "7.16")


def test_7_16_who_advanced_does_not_attack_again():
    p = beaten(2, SOUTH, "2644", "2645", **{"1-2-inf": "2545"})
    play(p, "advance 79-7-tal 2644")
    decline(p)
    illegal(p, "attack 2545", "7.1", "7.3")
    play(p, "end")


def test_7_16_a_defender_that_advanced_is_not_attacked_again():
    units = {"1-2-inf": CENTER, "tal-recon": NORTH, "1-shn-yof": "2639", "2-2-inf": "2638"}
    p = fight(combat(EL, units), CENTER, "tal-recon", roll=6)
    retreat(p, "tal-recon 2541")
    play(p, f"advance 1-2-inf {NORTH}")
    illegal(p, f"attack {NORTH}", "7.3")


def test_7_17_egyptians_attack_at_half_strength_each_rounded_down():
    units = {"79-7-tal": CENTER, "1-2-inf": NORTH, "7-antitank": NORTHEAST, "4a-cavalry": NORTHWEST}
    opened = combat(EL, units, "egypt")
    counted = {"1-2-inf": 3, "7-antitank": 1, "4a-cavalry": 1}
    assert TITLE.screen.attack_offer(opened, CENTER).values == counted
    p = declare(opened, CENTER, "1-2-inf", "7-antitank", "4a-cavalry")
    assert odds_now(p).attack == 3 + 1 + 1
    assert TITLE.screen.strengths(p) == counted
    units = {"1-p": "2418", "ps-armor": "2417", "ps-antitank": "2419", "4-inf": "2518"}
    p = declare(combat(SUEZ, units, "egypt"), "2418", "ps-armor", "ps-antitank", "4-inf")
    assert odds_now(p).attack == 0 + 0 + 1


def test_7_17_a_total_of_nothing_still_attacks():
    p = declare(combat(SUEZ, {"gds": "2418", "ps-armor": "2417"}, "egypt"), "2418", "ps-armor")
    assert odds_now(p).attack == 0


def test_7_17_artillery_is_not_halved():
    units = {"79-7-tal": CENTER, "7-artillery": NORTH}
    p = declare(combat(EL, units, "egypt"), CENTER, "7-artillery")
    assert odds_now(p).attack == 4


def test_7_17_full_strength_out_of_a_fortification():
    units = {"79-7-tal": "4420", "14-armor": "4421", "7-armor": "4419"}
    p = declare(combat(EL, units, "egypt"), "4420", "14-armor", "7-armor")
    assert odds_now(p).attack == 6 + 3


def test_7_17_defenders_are_never_halved():
    p = declare(combat(EL, {"1-2-inf": CENTER, "79-7-tal": NORTH}), CENTER, "79-7-tal")
    assert odds_now(p).defense == 6
