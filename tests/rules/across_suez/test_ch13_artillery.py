"""13.0 Egyptian bombardment and Israeli artillery support."""

import pytest

from .helpers import case, check_attack, every_edition, fight, illegal, legal, play, pos, verb

ONE = {"raviv-1": "0507", "25-1": "0508"}
THREE = {
    "raviv-1": "0507",
    "25-1": "0508",
    "raviv-2": "0908",
    "25-2": "0909",
    "matt-1": "1107",
    "25-3": "1108",
}


def guns(edition, units, **more):
    """Return a position at the decision to bombard."""
    return pos(edition, units, side="egypt", phase="bombardment", **more)


# --- bombardment ------------------------------------------------------------------------------


@every_edition
def test_13_0_targets_are_adjacent_to_egyptians(edition):
    p = guns(edition, {**ONE, "raviv-2": "0506"})
    assert legal(p) == {"bombard 0507", "end"}
    for hex_ in ("0506", "0508", "0607"):
        illegal(p, f"bombard {hex_}", case(edition, "13.0"))


@every_edition
def test_13_0_egyptians_side_by_side_are_no_targets(edition):
    p = guns(edition, {**ONE, "25-2": "0509", "16-1": "0608"})
    assert legal(p) == {"bombard 0507", "end"}
    illegal(p, "bombard 0509", case(edition, "13.0"))


@every_edition
def test_13_0_in_every_corner_of_the_map(edition):
    for gun, hex_ in (("0101", "0102"), ("0102", "0101"), ("1721", "1720"), ("1620", "1721")):
        p = guns(edition, {"25-1": gun, "reshef-1": hex_})
        assert legal(p) == {f"bombard {hex_}", "end"}


@every_edition
@pytest.mark.parametrize("roll", range(1, 7))
def test_13_0_a_one_eliminates(edition, roll):
    p = guns(edition, ONE)
    play(p, "bombard 0507")
    assert p.to_move == "dice"
    assert list(p.legal_actions()) == [f"roll {n}" for n in range(1, 7)]
    play(p, f"roll {roll}")
    assert p.units["raviv-1"] == ("eliminated" if roll == 1 else "0507")
    assert p.to_move == "egypt"


@every_edition
def test_13_0_two_bombardments_a_phase(edition):
    p = guns(edition, THREE)
    assert legal(p) == {"bombard 0507", "bombard 0908", "bombard 1107", "end"}
    play(p, "bombard 0908", "roll 6")
    assert legal(p) == {"bombard 0507", "bombard 1107", "end"}
    play(p, "bombard 1107", "roll 1")
    assert p.units["raviv-2"] == "0908"
    assert p.units["matt-1"] == "eliminated"
    assert legal(p) == {"end"}
    illegal(p, "bombard 0507", case(edition, "13.0"))
    play(p, "end")
    assert p.phase == "combat"


@every_edition
def test_13_0_bombardments_made_are_remembered_in_a_position(edition):
    p = guns(edition, THREE, bombardments=1, bombarded=["raviv-1"])
    assert legal(p) == {"bombard 0908", "bombard 1107", "end"}
    assert legal(guns(edition, THREE, bombardments=2)) == {"end"}


@every_edition
def test_13_0_bombarding_is_voluntary(edition):
    p = play(guns(edition, THREE), "end")
    assert (p.side, p.phase) == ("egypt", "combat")
    illegal(p, "bombard 0507", case(edition, "13.0"), case(edition, "3.0"))


@every_edition
def test_13_0_israel_does_not_bombard(edition):
    p = pos(edition, ONE, phase="combat")
    assert verb(p, "bombard") == set()
    illegal(p, "bombard 0508", case(edition, "13.0"), case(edition, "3.0"))


@every_edition
def test_13_1_bombardment_leaves_the_units_free_to_attack(edition):
    p = guns(edition, ONE)
    play(p, "bombard 0507", "roll 4", "end")
    assert legal(p) == {"attack 0507", "end"}
    fight(p, "0507", "25-1", roll=1)
    assert p.to_move == "israel"
    assert verb(p, "retreat")


@every_edition
def test_13_1_no_advance_after_a_bombardment(edition):
    p = guns(edition, ONE)
    play(p, "bombard 0507", "roll 1")
    assert legal(p) == {"end"}
    illegal(p, "advance 25-1 0507", case(edition, "3.0"), case(edition, "6.5"), "13.1")
    assert p.units["25-1"] == "0508"


@every_edition
def test_13_2_not_the_same_unit_twice(edition):
    p = guns(edition, THREE)
    play(p, "bombard 0507", "roll 6")
    assert "bombard 0507" not in legal(p)
    illegal(p, "bombard 0507", case(edition, "13.2"))


@every_edition
def test_13_2_with_one_target_the_second_is_lost(edition):
    p = guns(edition, ONE)
    play(p, "bombard 0507", "roll 6")
    assert legal(p) == {"end"}
    # It is not saved up either: two again, the turn after.
    play(p, "end", "end", "end", "end", "end")
    assert (p.turn, p.phase) == (3, "bombardment")
    assert legal(p) == {"bombard 0507", "end"}
    p = guns(edition, THREE, turn=3)
    play(p, "bombard 0507", "roll 6", "bombard 0908", "roll 6")
    assert legal(p) == {"end"}


@every_edition
def test_ruling_22_before_any_attack_of_the_phase(edition):
    p = play(guns(edition, THREE), "end")
    fight(p, "0507", "25-1", roll=1)
    play(p, min(verb(p, "retreat")), "stay")
    assert verb(p, "bombard") == set()
    illegal(p, "bombard 0908", case(edition, "3.0"), case(edition, "13.0"))


# --- support ----------------------------------------------------------------------------------


@every_edition
def test_13_3_support_is_one_column_to_the_right(edition):
    p = pos(edition, ONE, phase="combat")
    check_attack(p, "0508", ["raviv-1"], shift=0)
    check_attack(p, "0508", ["raviv-1"], shift=1, support=True)


@every_edition
def test_13_3_netted_on_the_chinese_farm_example(edition):
    p = pos(edition, {"keren-1": "0810", "14-21-1": "0910"}, phase="combat")
    check_attack(p, "0910", ["keren-1"], shift=-2)
    check_attack(p, "0910", ["keren-1"], shift=-1, support=True)


@every_edition
def test_13_3_announced_before_the_roll(edition):
    p = pos(edition, ONE, phase="combat")
    illegal(p, "support", case(edition, "6.1"), case(edition, "3.0"))
    play(p, "attack 0508", "with raviv-1", "support", "fire")
    assert p.to_move == "dice"
    illegal(p, "support", case(edition, "6.1"), case(edition, "3.0"))


@every_edition
def test_13_4_one_supported_attack_a_phase(edition):
    p = pos(edition, THREE, phase="combat")
    fight(p, "0508", "raviv-1", roll=1, support=True)
    play(p, "retreat 25-1 0509", "stay", "attack 0909", "with raviv-2")
    assert legal(p) == {"fire"}
    illegal(p, "support", case(edition, "13.4"))


@every_edition
def test_13_4_support_saved_for_a_later_attack_of_the_phase(edition):
    p = pos(edition, THREE, phase="combat")
    fight(p, "0508", "raviv-1", roll=1)
    play(p, "retreat 25-1 0509", "stay", "attack 0909", "with raviv-2")
    assert legal(p) == {"support", "fire"}


@every_edition
def test_13_4_one_support_an_attack(edition):
    p = pos(edition, {**ONE, "matt-2": "across", "matt-3": "across"}, phase="combat")
    play(p, "attack 0508", "with raviv-1", "support")
    assert legal(p) == {"fire"}
    illegal(p, "support", case(edition, "13.4"), case(edition, "6.1"))


@every_edition
def test_13_4_unused_support_is_not_kept(edition):
    p = pos(edition, {**THREE, "16-1": "0101"}, phase="combat")
    play(p, *["end"] * 4, "end")
    assert (p.turn, p.phase) == (3, "combat")
    fight(p, "0508", "raviv-1", roll=1, support=True)
    play(p, "retreat 25-1 0509", "stay", "attack 0909", "with raviv-2")
    assert legal(p) == {"fire"}


@every_edition
def test_13_4_four_across_make_five_attacks_example(edition):
    box = dict.fromkeys(["matt-2", "matt-3", "erez-1", "erez-2"], "across")
    for supported, left in ((4, True), (5, False)):
        p = pos(edition, {**ONE, **box}, phase="combat", supported=supported)
        play(p, "attack 0508", "with raviv-1")
        assert ("support" in legal(p)) is left


@every_edition
def test_13_4_support_is_israels_alone(edition):
    p = pos(edition, {**ONE, "matt-2": "across"}, side="egypt", phase="combat")
    play(p, "attack 0507", "with 25-1")
    assert legal(p) == {"fire"}
    illegal(p, "support", case(edition, "13.0 support"))


@every_edition
@pytest.mark.parametrize("turn", [1, 4, 7])
def test_13_5_no_artillery_at_night(edition, turn):
    p = pos(edition, {**ONE, "matt-2": "across"}, turn=turn, phase="combat")
    play(p, "attack 0508", "with raviv-1")
    assert legal(p) == {"fire"}
    illegal(p, "support", case(edition, "13.5"))
    p = play(pos(edition, ONE, turn=turn, side="egypt"), "end")
    assert p.phase == "combat"
    assert verb(p, "bombard") == set()
    illegal(p, "bombard 0507", case(edition, "13.5"))


@every_edition
@pytest.mark.parametrize("turn", [2, 3, 5, 6])
def test_13_5_artillery_by_day(edition, turn):
    p = pos(edition, ONE, turn=turn, phase="combat")
    play(p, "attack 0508", "with raviv-1", "support")
    p = play(pos(edition, ONE, turn=turn, side="egypt"), "end")
    assert legal(p) == {"bombard 0507", "end"}
