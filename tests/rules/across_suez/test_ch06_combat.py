"""6.0 Combat: announcement, losses, retreats and advances."""

import pytest

import bridgehead as bh

from .helpers import case, declare, every_edition, fight, illegal, legal, play, pos, reach, verb

FACING = {"raviv-1": "0507", "25-1": "0508"}
PAIR = {"erez-1": "0507", "raviv-1": "0607", "25-1": "0508"}


# --- 6.0, 6.1: the announcement ---------------------------------------------------------------


@every_edition
def test_6_0_the_result_is_applied_before_the_next_attack(edition):
    units = {**FACING, "raviv-2": "0908", "16-4": "0909"}
    p = pos(edition, units, phase="combat")
    fight(p, "0508", "raviv-1", roll=1)
    illegal(p, "attack 0909", *(case(edition, rule) for rule in ("3.0", "4.0", "6.1", "6.4")))
    play(p, "retreat 25-1 0509")
    illegal(p, "attack 0909", *(case(edition, rule) for rule in ("3.0", "6.1", "6.5")))
    play(p, "stay", "attack 0909")


@every_edition
def test_6_1_attackers_are_announced_before_the_roll(edition):
    p = pos(edition, PAIR, phase="combat")
    play(p, "attack 0508")
    illegal(p, "fire", case(edition, "6.1"))
    illegal(p, "support", case(edition, "6.1"))
    illegal(p, "end", case(edition, "6.1"))
    play(p, "with erez-1")
    illegal(p, "with erez-1", case(edition, "6.1"), case(edition, "5.3"))
    illegal(p, "end", case(edition, "6.1"))


@every_edition
def test_6_1_attackers_in_the_order_of_the_list(edition):
    p = pos(edition, PAIR, phase="combat")
    play(p, "attack 0508", "with raviv-1")
    assert legal(p) == {"support", "fire"}
    illegal(p, "with erez-1", case(edition, "6.1"))


@every_edition
def test_6_1_nobody_joins_after_the_artillery(edition):
    p = pos(edition, PAIR, phase="combat")
    play(p, "attack 0508", "with erez-1", "support")
    assert legal(p) == {"fire"}
    illegal(p, "with raviv-1", case(edition, "6.1"))


@every_edition
def test_6_1_no_change_once_the_attack_is_fired(edition):
    p = declare(pos(edition, PAIR, phase="combat"), "0508", "erez-1")
    assert p.to_move == "dice"
    assert list(p.legal_actions()) == [f"roll {n}" for n in range(1, 7)]
    for action in ("with raviv-1", "support", "fire"):
        illegal(p, action, case(edition, "6.1"), case(edition, "3.0"))
    play(p, "roll 4")
    assert {action.split()[1] for action in legal(p)} == {"erez-1"}


@every_edition
def test_6_1_a_whole_attack_in_one_line(edition):
    steps = pos(edition, PAIR, phase="combat")
    declare(steps, "0508", "erez-1", "raviv-1", support=True)
    for line in (
        "attack 0508 with erez-1 raviv-1 support fire",
        "attack 0508 with raviv-1 erez-1 support fire",
    ):
        p = pos(edition, PAIR, phase="combat")
        p.push(line)
        assert p == steps


@every_edition
def test_6_1_a_refused_line_changes_nothing(edition):
    p = pos(edition, {**PAIR, "raviv-2": "0506"}, phase="combat")
    illegal(p, "attack 0508 with erez-1 raviv-2 fire", case(edition, "5.0"))
    assert legal(p) == {"attack 0508", "end"}


@every_edition
@pytest.mark.parametrize("text", ["roll 0", "roll 7", "roll", "roll x"])
def test_6_1_the_die_has_six_faces(edition, text):
    p = declare(pos(edition, FACING, phase="combat"), "0508", "raviv-1")
    with pytest.raises(bh.IllegalAction):
        p.push(text)
    assert p.to_move == "dice"


# --- 6.3: the results -------------------------------------------------------------------------


@every_edition
@pytest.mark.parametrize(
    ("attackers", "defender", "side", "other"),
    [
        ({"erez-3": "0507"}, "25-1", "israel", "egypt"),
        ({"16-2": "0507", "16-3": "0607"}, "keren-1", "egypt", "israel"),
    ],
)
def test_6_3_ae_eliminates_every_attacker(edition, attackers, defender, side, other):
    bystander = {"raviv-1": "0408"} if side == "israel" else {"25-1": "0408"}
    units = {**attackers, **bystander, defender: "0508"}
    p = pos(edition, units, side=side, phase="combat")
    fight(p, "0508", *attackers, roll=6)
    assert {p.units[unit] for unit in attackers} == {"eliminated"}
    assert {p.units[unit] for unit in bystander} == {"0408"}
    assert p.units[defender] == "0508"
    assert p.to_move == other
    assert legal(p) == {f"advance {defender} {hex_}" for hex_ in attackers.values()} | {"stay"}


@every_edition
def test_6_3_in_the_corner_too(edition):
    p = pos(edition, {"erez-3": "0101", "25-1": "0102"}, phase="combat")
    fight(p, "0102", "erez-3", roll=6)
    assert p.units["erez-3"] == "eliminated"
    p = pos(edition, {"keren-1": "0101", "16-2": "0102"}, phase="combat")
    fight(p, "0102", "keren-1", roll=5)
    assert legal(p) == {"lose keren-1"}


@every_edition
def test_6_3_ar_moves_every_attacker_back(edition):
    units = {"erez-2": "0507", "erez-3": "0607", "raviv-1": "0408", "25-1": "0508"}
    p = pos(edition, units, phase="combat")
    fight(p, "0508", "erez-2", "erez-3", roll=4)
    assert p.to_move == "israel"
    assert reach(p, "erez-2", "retreat") == {"0406", "0506", "0606"}
    assert reach(p, "erez-3", "retreat") == {"0606", "0707", "0708"}
    assert len(legal(p)) == 6
    play(p, "retreat erez-2 0606")
    assert legal(p) == {"retreat erez-3 0707", "retreat erez-3 0708"}
    play(p, "retreat erez-3 0707")
    assert p.to_move == "egypt"
    assert legal(p) == {"advance 25-1 0507", "advance 25-1 0607", "stay"}
    assert p.units["raviv-1"] == "0408"


@every_edition
def test_6_3_dr_moves_the_defender_back(edition):
    p = pos(edition, FACING, phase="combat")
    fight(p, "0508", "raviv-1", roll=3)
    assert p.to_move == "egypt"
    assert legal(p) == {"retreat 25-1 0408", "retreat 25-1 0509", "retreat 25-1 0608"}
    play(p, "retreat 25-1 0608")
    assert p.units["25-1"] == "0608"
    assert p.units["raviv-1"] == "0507"
    assert p.to_move == "israel"
    assert legal(p) == {"advance raviv-1 0508", "stay"}


@every_edition
def test_6_3_de_eliminates_the_defender(edition):
    units = {"keren-1": "0507", "keren-2": "0607", "25-1": "0508"}
    p = pos(edition, units, phase="combat")
    fight(p, "0508", "keren-1", "keren-2", roll=1)
    assert p.units["25-1"] == "eliminated"
    assert p.units["keren-1"] == "0507"
    assert p.to_move == "israel"
    assert legal(p) == {"advance keren-1 0508", "advance keren-2 0508", "stay"}


@every_edition
def test_6_3_ee_costs_a_single_attacker_his_life(edition):
    p = pos(edition, {"keren-1": "0507", "16-2": "0508"}, phase="combat")
    fight(p, "0508", "keren-1", roll=5)
    assert p.units["16-2"] == "eliminated"
    assert p.to_move == "israel"
    assert legal(p) == {"lose keren-1"}
    play(p, "lose keren-1")
    assert p.units["keren-1"] == "eliminated"
    # Nobody is left to advance.
    assert legal(p) == {"end"}


@every_edition
def test_6_3_ee_attacker_chooses_and_the_survivor_may_advance(edition):
    units = {"erez-2": "0507", "erez-3": "0607", "raviv-1": "0408", "16-2": "0508"}
    p = pos(edition, units, phase="combat")
    fight(p, "0508", "erez-2", "erez-3", roll=5)
    assert p.units["16-2"] == "eliminated"
    assert legal(p) == {"lose erez-2", "lose erez-3"}
    illegal(p, "lose raviv-1", case(edition, "6.3"))
    illegal(p, "stay", *(case(edition, rule) for rule in ("3.0", "6.3")))
    play(p, "lose erez-3")
    assert p.units["erez-3"] == "eliminated"
    assert legal(p) == {"advance erez-2 0508", "stay"}
    play(p, "advance erez-2 0508")
    assert p.units["erez-2"] == "0508"


@every_edition
def test_6_3_ee_one_unit_is_enough_where_it_is_as_strong(edition):
    p = pos(edition, PAIR, phase="combat")
    fight(p, "0508", "erez-1", "raviv-1", roll=6)
    assert legal(p) == {"lose erez-1", "lose raviv-1"}
    play(p, "lose raviv-1")
    assert legal(p) == {"advance erez-1 0508", "stay"}


@every_edition
def test_6_3_ee_losses_until_the_defenders_strength_is_reached(edition):
    units = {"reshef-2": "0507", "erez-2": "0607", "erez-3": "0407", "25-1": "0508"}
    p = pos(edition, units, phase="combat")
    fight(p, "0508", "reshef-2", "erez-2", "erez-3", roll=6)
    assert legal(p) == {"lose reshef-2", "lose erez-2", "lose erez-3"}
    play(p, "lose erez-3")
    # Two points are gone of the four that are due.
    assert legal(p) == {"lose reshef-2", "lose erez-2"}
    play(p, "lose erez-2")
    assert legal(p) == {"advance reshef-2 0508", "stay"}


@every_edition
def test_6_3_ee_egypt_pays_in_the_same_way(edition):
    units = {"14-21-1": "0507", "25-1": "0607", "raviv-1": "0508"}
    p = pos(edition, units, side="egypt", phase="combat")
    fight(p, "0508", "14-21-1", "25-1", roll=5)
    assert p.units["raviv-1"] == "eliminated"
    assert p.to_move == "egypt"
    q = play(p.copy(), "lose 25-1")
    assert legal(q) == {"advance 14-21-1 0508", "stay"}
    play(p, "lose 14-21-1")
    assert legal(p) == {"lose 25-1"}
    play(p, "lose 25-1")
    assert legal(p) == {"end"}


@every_edition
def test_ruling_21_losses_stop_as_soon_as_they_suffice(edition):
    # Three points are due and three are paid: the second unit is safe.
    units = {"reshef-2": "0507", "erez-2": "0607", "14-21-1": "0508"}
    p = pos(edition, units, phase="combat")
    fight(p, "0508", "reshef-2", "erez-2", roll=5)
    play(p, "lose reshef-2")
    assert verb(p, "lose") == set()
    assert p.units["erez-2"] == "0607"
    illegal(p, "lose erez-2", *(case(edition, rule) for rule in ("6.3", "6.5", "3.0")))
