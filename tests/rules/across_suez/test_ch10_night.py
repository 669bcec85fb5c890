"""10.0 Night turns: movement and artillery. (Artillery at night: see also 13.5.)"""

import pytest

from .helpers import (
    OLD,
    REPRINT,
    case,
    every_edition,
    illegal,
    legal,
    night,
    old_editions,
    play,
    pos,
    reach,
)

UNITS = [
    ("reshef-1", "israel", 8),
    ("amir-4", "israel", 10),
    ("raviv-1", "israel", 12),
    ("sharon", "israel", 18),
    ("baram-4", "israel", 8),
    ("16-1", "egypt", 8),
    ("16-4", "egypt", 10),
]


@pytest.mark.parametrize("turn", range(1, 8))
@pytest.mark.parametrize(("unit", "side", "printed"), UNITS)
@old_editions
def test_10_0_two_points_less_at_night(edition, unit, side, printed, turn):
    p = pos(edition, {unit: "0210"}, turn=turn, side=side)
    movement = p.movement(unit)
    expected = printed - 2 if turn in (1, 4, 7) else printed
    assert movement.allowance == expected
    assert max(movement.destinations.values()) == expected
    assert set(movement.destinations) == reach(p, unit)


@pytest.mark.parametrize("turn", range(1, 8))
@pytest.mark.parametrize(("unit", "side", "printed"), UNITS)
def test_reprint_12_2_half_the_allowance_at_night(unit, side, printed, turn):
    p = pos(REPRINT, {unit: "0210"}, turn=turn, side=side)
    movement = p.movement(unit)
    expected = printed / 2 if turn in (1, 4, 7) else printed
    assert movement.allowance == expected
    assert max(movement.destinations.values()) == expected
    assert set(movement.destinations) == reach(p, unit)


def test_reprint_12_2_half_of_an_odd_number_keeps_its_half():
    # Sharon's 18 make nine points; what counts in half points is not rounded.
    assert pos(REPRINT, {"sharon": "0210"}, turn=4).movement("sharon").allowance == 9
    assert pos(REPRINT, {"amir-4": "0210"}, turn=4).movement("amir-4").allowance == 5


@every_edition
def test_10_0_a_move_of_the_day_is_too_long_at_night(edition):
    units = {"reshef-1": "0110"}
    play(pos(edition, units, turn=3), "move reshef-1 0102")
    p = pos(edition, units, turn=4)
    illegal(p, "move reshef-1 0102", case(edition, "4.1"))
    goal = "0104" if edition in OLD else "0106"
    beyond = "0103" if edition in OLD else "0105"
    illegal(p, f"move reshef-1 {beyond}", case(edition, "4.1"))
    play(p, f"move reshef-1 {goal}")


@every_edition
@pytest.mark.parametrize("turn", [4, 7])
def test_10_0_arriving_units_too(edition, turn):
    p = pos(edition, {"amir-1": "off"}, turn=turn)
    movement = p.movement("amir-1")
    assert movement.allowance == night(edition, 12)
    assert max(movement.destinations.values()) == night(edition, 12)


@every_edition
@pytest.mark.parametrize("turn", range(1, 8))
def test_10_0_no_artillery_at_night(edition, turn):
    dark = turn in (1, 4, 7)
    units = {"raviv-1": "0507", "25-1": "0508"}
    p = pos(edition, units, turn=turn, phase="combat")
    play(p, "attack 0508", "with raviv-1")
    assert legal(p) == ({"fire"} if dark else {"support", "fire"})
    p = play(pos(edition, units, turn=turn, side="egypt"), "end")
    assert p.phase == ("combat" if dark else "bombardment")
