"""5.0 Who may attack whom."""

import pytest

from .helpers import case, every_edition, fight, illegal, legal, play, pos, verb

FACING = {"raviv-1": "0507", "25-1": "0508"}


@every_edition
@pytest.mark.parametrize(
    ("attacker", "defender", "side"), [("raviv-1", "25-1", "israel"), ("25-1", "raviv-1", "egypt")]
)
@pytest.mark.parametrize("hex_", ["0507", "0607", "0608", "0509", "0408", "0407"])
def test_5_0_adjacent_units_may_attack(edition, attacker, defender, side, hex_):
    p = pos(edition, {attacker: hex_, defender: "0508"}, side=side, phase="combat")
    assert legal(p) == {"attack 0508", "end"}
    play(p, "attack 0508")
    assert legal(p) == {f"with {attacker}"}


@every_edition
def test_5_0_no_attack_from_a_distance(edition):
    p = pos(edition, {"raviv-1": "0506", "25-1": "0508"}, phase="combat")
    assert legal(p) == {"end"}
    illegal(p, "attack 0508", case(edition, "5.0"))


@every_edition
def test_5_0_only_adjacent_units_join_an_attack(edition):
    p = pos(edition, {**FACING, "raviv-2": "0506"}, phase="combat")
    play(p, "attack 0508")
    assert legal(p) == {"with raviv-1"}
    illegal(p, "with raviv-2", case(edition, "5.0"))


@every_edition
def test_5_0_an_attack_needs_an_enemy_in_the_hex(edition):
    p = pos(edition, {**FACING, "raviv-2": "0506"}, phase="combat")
    illegal(p, "attack 0607", case(edition, "5.0"))
    illegal(p, "attack 0506", case(edition, "5.0"))
    play(p, "attack 0508")
    illegal(p, "with 25-1", case(edition, "4.0"), case(edition, "5.0"), case(edition, "6.1"))


@every_edition
def test_5_0_the_defenders_friends_are_no_attackers(edition):
    # 25-2 touches 25-1, and 25-3 touches nobody but 25-2.
    units = {**FACING, "25-2": "0509", "25-3": "0610"}
    p = pos(edition, units, phase="combat")
    assert legal(p) == {"attack 0508", "end"}
    illegal(p, "attack 0610", case(edition, "5.0"))
    play(p, "attack 0508")
    assert legal(p) == {"with raviv-1"}
    illegal(p, "with 25-2", case(edition, "4.0"), case(edition, "5.0"), case(edition, "6.1"))


@every_edition
@pytest.mark.parametrize("side", ["israel", "egypt"])
def test_5_1_attacking_is_voluntary(edition, side):
    p = pos(edition, FACING, side=side, phase="combat")
    assert "end" in legal(p)
    play(p, "end")
    assert p.units["raviv-1"] == "0507"
    assert p.units["25-1"] == "0508"
    assert (p.side, p.phase) != (side, "combat")


@every_edition
def test_5_1_some_may_attack_and_others_not(edition):
    units = {**FACING, "raviv-2": "0908", "16-4": "0909"}
    p = pos(edition, units, phase="combat")
    fight(p, "0508", "raviv-1", roll=1)
    play(p, "retreat 25-1 0509", "stay")
    assert legal(p) == {"attack 0909", "end"}
    play(p, "end")
    assert p.side == "egypt"


@every_edition
def test_5_2_one_enemy_hex_is_the_object_of_an_attack(edition):
    units = {**FACING, "25-2": "0607"}
    p = pos(edition, units, phase="combat")
    assert legal(p) == {"attack 0508", "attack 0607", "end"}
    assert p.odds("0508", ["raviv-1"]).defense == 4
    play(p, "attack 0508", "with raviv-1")
    illegal(p, "attack 0607", *(case(edition, rule) for rule in ("6.1", "3.0")), "5.2", "7.2")
    play(p, "fire", "roll 1")
    assert {action.split()[1] for action in verb(p, "retreat")} == {"25-1"}
    assert p.units["25-2"] == "0607"


@every_edition
def test_5_3_a_unit_attacks_once_a_phase(edition):
    units = {**FACING, "25-2": "0607", "raviv-2": "0606"}
    p = pos(edition, units, phase="combat")
    fight(p, "0508", "raviv-1", roll=1)
    play(p, "retreat 25-1 0509", "stay")
    # raviv-1 still touches 0607, but only raviv-2 has an attack left.
    assert legal(p) == {"attack 0607", "end"}
    play(p, "attack 0607")
    assert legal(p) == {"with raviv-2"}
    illegal(p, "with raviv-1", case(edition, "5.3"))


@every_edition
def test_5_3_no_second_attack_when_all_neighbours_have_fought(edition):
    p = pos(edition, {**FACING, "25-2": "0607"}, phase="combat")
    fight(p, "0508", "raviv-1", roll=1)
    play(p, "retreat 25-1 0509", "stay")
    assert legal(p) == {"end"}
    illegal(p, "attack 0607", case(edition, "5.3"), case(edition, "5.0"))


@every_edition
def test_5_3_the_count_starts_anew_each_phase(edition):
    p = pos(edition, FACING, phase="combat", turn=2, fought=["raviv-1"])
    assert legal(p) == {"end"}
    play(p, *["end"] * 3)
    assert (p.turn, p.side, p.phase) == (2, "egypt", "combat")
    play(p, "end", "end")
    assert (p.turn, p.side, p.phase) == (3, "israel", "combat")
    assert legal(p) == {"attack 0508", "end"}


@every_edition
def test_5_4_a_unit_is_attacked_once_a_phase(edition):
    p = pos(edition, {**FACING, "raviv-2": "0607"}, phase="combat")
    fight(p, "0508", "raviv-1", roll=4)
    play(p, "retreat raviv-1 0506", "stay")
    assert p.units["25-1"] == "0508"
    assert legal(p) == {"end"}
    illegal(p, "attack 0508", case(edition, "5.4"))


@every_edition
def test_5_4_the_defender_takes_part_whether_he_will_or_not(edition):
    p = pos(edition, FACING, phase="combat")
    fight(p, "0508", "raviv-1", roll=1)
    assert p.to_move == "egypt"
    assert {action.split()[0] for action in legal(p)} == {"retreat"}


@every_edition
def test_5_5_several_units_combine(edition):
    units = {"erez-1": "0507", "erez-2": "0607", "raviv-1": "0408", "25-1": "0508"}
    p = pos(edition, units, phase="combat")
    assert p.odds("0508", ["erez-1", "erez-2", "raviv-1"]).attack == 11
    play(p, "attack 0508")
    assert legal(p) == {"with erez-1", "with erez-2", "with raviv-1"}
    play(p, "with erez-1")
    assert legal(p) == {"with erez-2", "with raviv-1", "support", "fire"}
    play(p, "with erez-2", "with raviv-1")
    assert legal(p) == {"support", "fire"}


@every_edition
def test_5_5_other_adjacent_units_need_not_join(edition):
    units = {"erez-1": "0507", "erez-2": "0607", "raviv-1": "0408", "25-1": "0508"}
    p = pos(edition, units, phase="combat")
    assert p.odds("0508", ["erez-2"]).attack == 3
    fight(p, "0508", "erez-2", roll=6)
    assert p.units["erez-2"] == "eliminated"
    assert p.units["erez-1"] == "0507"
    assert p.units["raviv-1"] == "0408"


@every_edition
@pytest.mark.parametrize("goal", ["0001", "0100", "0221", "1801", "1722", "9999"])
def test_5_6_no_unit_moves_off_the_map(edition, goal):
    p = pos(edition, {"raviv-1": "0101", "25-1": "1111"})
    illegal(p, f"move raviv-1 {goal}", case(edition, "5.6"))


@every_edition
@pytest.mark.parametrize(
    ("attacker", "defender", "side"), [("raviv-1", "25-1", "israel"), ("25-1", "raviv-1", "egypt")]
)
def test_5_6_forced_off_the_map_is_eliminated(edition, attacker, defender, side):
    # The corner 0101: one neighbor holds the attacker, the other is in his zone.
    p = pos(edition, {attacker: "0102", defender: "0101"}, side=side, phase="combat")
    fight(p, "0101", attacker, roll=1)
    assert p.units[defender] == "eliminated"
    assert legal(p) == {f"advance {attacker} 0101", "stay"}


@every_edition
def test_5_6_no_retreat_off_the_map(edition):
    p = pos(edition, {"raviv-1": "0204", "25-1": "0105"}, phase="combat")
    fight(p, "0105", "raviv-1", roll=1)
    assert legal(p) == {"retreat 25-1 0106"}
    illegal(p, "retreat 25-1 0005", case(edition, "5.6"))
