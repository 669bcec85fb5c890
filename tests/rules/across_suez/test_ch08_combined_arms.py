"""8.0 Combined arms."""

import pytest

from .helpers import check_attack, every_edition, fight, legal, play, pos

NORTH = ("0507", "0607", "0407")

# Attackers, their side, the shift.
FORCES = [
    ("raviv-1 matt-1", "israel", 1),
    ("sharon matt-1", "israel", 1),
    ("raviv-1 matt-1 baram-4", "israel", 1),
    ("raviv-1 raviv-2 matt-1", "israel", 1),
    ("raviv-1 matt-1 matt-3", "israel", 1),
    ("raviv-1 raviv-2", "israel", 0),
    ("raviv-1 sharon", "israel", 0),
    ("matt-1 matt-3", "israel", 0),
    ("matt-1", "israel", 0),
    ("raviv-1", "israel", 0),
    ("25-1 16-1", "egypt", 1),
    ("25-1 25-4", "egypt", 1),
    ("25-1 16-1 16-4", "egypt", 1),
    ("16-1 16-4", "egypt", 0),
    ("25-1 25-2", "egypt", 0),
]


def stand(edition, attackers, side, **more):
    """Put the attackers north of 0508 and a defender of the other side there."""
    defender = "14-21-1" if side == "israel" else "reshef-2"
    units = dict(zip(attackers.split(), NORTH, strict=False))
    return pos(edition, {**units, defender: "0508"}, side=side, phase="combat", **more)


@every_edition
@pytest.mark.parametrize(("attackers", "side", "shift"), FORCES)
def test_8_0_armor_with_infantry_or_mechanized(edition, attackers, side, shift):
    p = stand(edition, attackers, side)
    check_attack(p, "0508", attackers.split(), shift=shift)


@every_edition
def test_8_0_wherever_the_attackers_stand(edition):
    for tank, infantry in (("0101", "0201"), ("0201", "0101")):
        units = {"reshef-2": tank, "reshef-1": infantry, "14-21-1": "0102"}
        odds = pos(edition, units, phase="combat").odds("0102", ["reshef-1", "reshef-2"])
        assert [shift.columns for shift in odds.shifts] == [1]


@every_edition
def test_8_0_reshef_1_and_reshef_2_example(edition):
    units = {"reshef-1": "0707", "reshef-2": "0607", "14-21-3": "0708"}
    p = pos(edition, units, phase="combat")
    check_attack(p, "0708", ["reshef-1", "reshef-2"], shift=1)


@every_edition
def test_8_0_only_the_attackers_count(edition):
    # A mechanized unit that stands by does not make it combined, nor does the defender.
    p = pos(edition, {"raviv-1": "0507", "matt-1": "0607", "16-4": "0508"}, phase="combat")
    check_attack(p, "0508", ["raviv-1"], shift=0)


@every_edition
@pytest.mark.parametrize(("attackers", "shift"), [("raviv-1 baram-4", 0), ("matt-1 baram-4", 0)])
def test_ruling_3_the_bridge_unit_is_neither_armor_nor_infantry(edition, attackers, shift):
    check_attack(stand(edition, attackers, "israel"), "0508", attackers.split(), shift=shift)


@every_edition
def test_ruling_3_the_bridge_unit_fights_with_one_point(edition):
    p = pos(edition, {"baram-4": "0507", "16-2": "0508"}, phase="combat")
    assert p.odds("0508", ["baram-4"]).attack == 1
    check_attack(p, "0508", ["baram-4"], shift=0)
    p = pos(edition, {"baram-4": "0508", "16-2": "0507"}, side="egypt", phase="combat")
    assert p.odds("0508", ["16-2"]).defense == 1


@every_edition
def test_ruling_4_armored_cavalry_counts_as_armor(edition):
    check_attack(stand(edition, "matt-1 sharon", "israel"), "0508", ["matt-1", "sharon"], shift=1)
    check_attack(stand(edition, "raviv-1 sharon", "israel"), "0508", ["raviv-1", "sharon"], shift=0)


@every_edition
def test_8_1_any_number_of_combined_arms_attacks(edition):
    units = {
        "raviv-1": "0507",
        "matt-1": "0607",
        "25-1": "0508",
        "raviv-2": "0908",
        "matt-3": "1007",
        "25-2": "1008",
    }
    p = pos(edition, units, phase="combat")
    # Seven against four would be an exchange on 5; with the shift the defender retreats.
    fight(p, "0508", "matt-1", "raviv-1", roll=5)
    assert p.to_move == "egypt"
    play(p, "retreat 25-1 0509", "stay")
    fight(p, "1008", "matt-3", "raviv-2", roll=5)
    assert p.to_move == "egypt"
    assert {action.split()[0] for action in legal(p)} == {"retreat"}


@every_edition
@pytest.mark.parametrize("turn", [4, 7])
def test_8_1_combined_arms_at_night(edition, turn):
    for attackers, side in (("raviv-1 matt-1", "israel"), ("25-1 16-1", "egypt")):
        p = stand(edition, attackers, side, turn=turn)
        check_attack(p, "0508", attackers.split(), shift=1)


@every_edition
def test_8_2_netted_against_terrain(edition):
    units = {"raviv-1": "0505", "matt-1": "0605", "14-21-1": "0604"}
    check_attack(pos(edition, units, phase="combat"), "0604", ["raviv-1", "matt-1"], shift=1)
    farm = {"raviv-1": "0909", "matt-1": "0810", "14-21-1": "0910"}
    check_attack(pos(edition, farm, phase="combat"), "0910", ["raviv-1", "matt-1"], shift=-1)
    fort = {"raviv-1": "0211", "matt-1": "0212", "14-21-1": "0112"}
    odds = pos(edition, fort, phase="combat").odds("0112", ["raviv-1", "matt-1"])
    assert sum(shift.columns for shift in odds.shifts) == 0


@every_edition
def test_8_2_netted_against_artillery(edition):
    p = stand(edition, "raviv-1 matt-1", "israel")
    check_attack(p, "0508", ["raviv-1", "matt-1"], shift=2, support=True)
    farm = {"raviv-1": "0909", "matt-1": "0810", "14-21-1": "0910"}
    p = pos(edition, farm, phase="combat")
    check_attack(p, "0910", ["raviv-1", "matt-1"], shift=0, support=True)
