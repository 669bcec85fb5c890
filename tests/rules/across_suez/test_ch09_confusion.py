"""9.0 The confusion of the first turn."""

import pytest

from .helpers import case, every_edition, fight, game, illegal, legal, play, pos, reach, verb

BOTH_SIDES = pytest.mark.parametrize(
    ("unit", "enemy", "other", "side"),
    [("raviv-1", "25-1", "matt-2", "israel"), ("25-1", "reshef-1", "16-1", "egypt")],
)


def moving(p):
    """Return the units that may move."""
    return {action.split()[1] for action in verb(p, "move")}


@every_edition
@BOTH_SIDES
def test_9_1_a_unit_in_an_enemy_zone_may_not_move(edition, unit, enemy, other, side):
    p = pos(edition, {unit: "0507", enemy: "0508", other: "0303"}, turn=1, side=side)
    assert moving(p) == {other}
    assert dict(p.movement(unit).destinations) == {}
    assert p.movement(unit).why_not("0506").case == case(edition, "9.1")
    illegal(p, f"move {unit} 0506", case(edition, "9.1"))


@every_edition
@BOTH_SIDES
def test_9_1_in_the_corner_too(edition, unit, enemy, other, side):
    p = pos(edition, {unit: "0101", enemy: "0102", other: "0303"}, turn=1, side=side)
    assert moving(p) == {other}


@every_edition
@BOTH_SIDES
def test_9_1_other_units_move_even_into_enemy_zones(edition, unit, enemy, other, side):
    p = pos(edition, {unit: "0507", enemy: "0508", other: "0406"}, turn=1, side=side)
    assert {"0407", "0306"} <= reach(p, other)
    play(p, f"move {other} 0407")


@every_edition
@BOTH_SIDES
@pytest.mark.parametrize("turn", [2, 4, 7])
def test_9_1_only_in_the_first_turn(edition, unit, enemy, other, side, turn):
    p = pos(edition, {unit: "0507", enemy: "0508", other: "0303"}, turn=turn, side=side)
    assert moving(p) == {unit, other}
    play(p, f"move {unit} 0506")


@every_edition
def test_9_1_units_held_at_the_start(edition):
    p = game(edition).start()
    held = {"reshef-2", "reshef-3", "matt-2", "matt-3"}
    on_map = {"reshef-1", "erez-1", "erez-2", "erez-3", "matt-1", "raviv-1", "raviv-2", "sharon"}
    assert moving(p) == on_map
    for unit in held:
        illegal(p, f"move {unit} 0101", case(edition, "9.1"))


@every_edition
@BOTH_SIDES
def test_9_2_who_may_attack_must(edition, unit, enemy, other, side):
    p = pos(
        edition, {unit: "0507", enemy: "0508", other: "0303"}, turn=1, side=side, phase="combat"
    )
    assert legal(p) == {"attack 0508"}
    illegal(p, "end", case(edition, "9.2"))
    fight(p, "0508", unit, roll=1)
    play(p, f"retreat {enemy} 0509", "stay")
    assert legal(p) == {"end"}
    play(p, "end")


@every_edition
@BOTH_SIDES
@pytest.mark.parametrize("turn", [2, 4, 7])
def test_9_2_only_in_the_first_turn(edition, unit, enemy, other, side, turn):
    units = {unit: "0507", enemy: "0508", other: "0607"}
    p = pos(edition, units, turn=turn, side=side, phase="combat")
    assert legal(p) == {"attack 0508", "end"}
    play(p, "attack 0508", f"with {min(unit, other, key=list(p.units).index)}")
    assert "fire" in legal(p)


@every_edition
def test_9_2_nobody_in_contact_nobody_forced(edition):
    p = pos(edition, {"raviv-1": "0506", "25-1": "0508"}, turn=1, phase="combat")
    assert legal(p) == {"end"}


@every_edition
def test_ruling_16_all_who_have_no_other_enemy_must_join(edition):
    units = {"erez-1": "0507", "raviv-1": "0607", "25-1": "0508"}
    p = pos(edition, units, turn=1, phase="combat")
    play(p, "attack 0508")
    assert legal(p) == {"with erez-1"}
    illegal(p, "with raviv-1", case(edition, "9.2"))
    play(p, "with erez-1")
    assert legal(p) == {"with raviv-1"}
    illegal(p, "fire", case(edition, "9.2"))
    play(p, "with raviv-1")
    assert legal(p) == {"fire"}
    play(p, "fire", "roll 1")
    assert p.to_move == "egypt"


@every_edition
def test_ruling_16_who_has_another_enemy_need_not_join(edition):
    units = {"erez-1": "0507", "raviv-1": "0607", "25-1": "0508", "25-2": "0707"}
    p = pos(edition, units, turn=1, phase="combat")
    assert legal(p) == {"attack 0508", "attack 0707"}
    play(p, "attack 0508")
    assert legal(p) == {"with erez-1"}
    play(p, "with erez-1")
    assert legal(p) == {"with raviv-1", "fire"}
    play(p, "fire", "roll 1", "retreat 25-1 0509", "stay")
    assert legal(p) == {"attack 0707"}
    illegal(p, "end", case(edition, "9.2"))
    play(p, "attack 0707")
    assert legal(p) == {"with raviv-1"}


@every_edition
def test_ruling_16_one_enemy_each_is_enough(edition):
    # raviv-1 touches both enemies; whichever it attacks, it need not attack the other.
    units = {"erez-1": "0507", "raviv-1": "0607", "25-1": "0508", "25-2": "0707"}
    p = pos(edition, units, turn=1, phase="combat")
    play(p, "attack 0508", "with erez-1", "with raviv-1", "fire", "roll 1", "retreat 25-1 0509")
    play(p, "stay")
    assert legal(p) == {"end"}


@every_edition
def test_ruling_16_an_enemy_already_attacked_forces_nobody(edition):
    # 25-1 has been attacked and advances beside raviv-2, who can do nothing about it.
    units = {"erez-1": "0507", "raviv-2": "0506", "25-1": "0508"}
    p = pos(edition, units, turn=1, phase="combat")
    fight(p, "0508", "erez-1", roll=4)
    play(p, "retreat erez-1 0606", "advance 25-1 0507")
    assert legal(p) == {"end"}
    illegal(p, "attack 0507", case(edition, "5.4"))


@every_edition
def test_ruling_16_a_zone_entered_by_an_advance_forces_too(edition):
    # raviv-2 touches nobody until 25-1, attacked by nobody yet, comes beside it: it cannot.
    # The advancing victor, who has fought, is not forced again.
    units = {"raviv-1": "0507", "25-1": "0508", "25-2": "0510"}
    p = pos(edition, units, turn=1, phase="combat")
    fight(p, "0508", "raviv-1", roll=1)
    play(p, "retreat 25-1 0608", "advance raviv-1 0508")
    assert legal(p) == {"end"}


@every_edition
def test_house_R9_held_units_at_the_start_must_fight(edition):
    p = play(game(edition).start(), "end")
    assert p.phase == "combat"
    illegal(p, "end", case(edition, "9.2"))
    forced = {"reshef-2", "reshef-3", "matt-2", "matt-3"}
    joined = set()
    # Whatever is chosen, the phase can be closed, and by then every unit in contact has fought.
    while "end" not in legal(p):
        action = p.legal_actions()[0]
        if action.startswith("with "):
            joined.add(action.split()[1])
        p.push("roll 1" if p.to_move == "dice" else action)
    assert forced <= joined
