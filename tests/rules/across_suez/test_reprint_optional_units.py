"""15.1 to 15.4 The optional units: who may be had, and how they arrive by land."""

import pytest

import bridgehead as bh

from .helpers import (
    OLD,
    OPTIONS,
    REPRINT,
    check_attack,
    every_edition,
    game,
    illegal,
    legal,
    play,
    pos,
    reach,
    verb,
)

BESIDE_RESHEF = {
    "0110", "0111", "0207", "0208", "0209", "0307", "0309", "0310", "0311", "0408", "0508", "0509",
    "0607", "0609", "0709",
}  # fmt: skip
LATE = ["6-ku", "aj-pal", "i-130", "cdo-a", "cdo-b"]
OPTION_OF = {
    "6-ku": "kuwaiti_palestinian",
    "aj-pal": "kuwaiti_palestinian",
    "i-130": "marines",
    "cdo-a": "commandos",
    "cdo-b": "commandos",
}
EXTRA = {
    "airborne_units": {"i-35", "ii-23"},
    "kuwaiti_palestinian": {"6-ku", "aj-pal"},
    "marines": {"i-130"},
    "commandos": {"ha-1", "ha-2", "cdo-a", "cdo-b"},
    "airborne_operations": {"i-35", "ii-23", "1-1", "2-1", "3-1"},
    "amphibious_operations": {"i-130", "ii-130", "iii-130"},
}


def placed(p, unit):
    """Return the hexes where `unit` may be placed."""
    return reach(p, unit, "place")


# --- which units there are --------------------------------------------------------------------


@pytest.mark.parametrize("option", OPTIONS)
def test_house_R3_each_option_brings_its_units(option):
    plain = set(game(REPRINT).start().units)
    assert len(plain) == 45
    assert set(game(REPRINT, option).start().units) - plain == EXTRA[option]


def test_house_R3_all_options_together():
    units = set(game(REPRINT, *OPTIONS).start().units)
    assert units - set(game(REPRINT).start().units) == set().union(*EXTRA.values())


@pytest.mark.parametrize("edition", OLD)
@pytest.mark.parametrize("option", OPTIONS)
def test_ruling_reprint_7_no_options_in_the_first_editions(edition, option):
    with pytest.raises(bh.UnknownOption):
        bh.load(edition, **{option: True})


def test_ruling_reprint_7_options_are_off_unless_asked_for():
    p = game(REPRINT).start()
    assert p.phase == "movement"
    assert set().union(*EXTRA.values()).isdisjoint(p.units)
    with pytest.raises(bh.UnknownOption):
        bh.load(REPRINT, paratroopers=True)


@every_edition
def test_ruling_reprint_7_no_optional_unit_without_its_option(edition):
    p = pos(edition, {"reshef-1": "0210"}, turn=5, side="egypt")
    with pytest.raises(bh.IllegalAction):
        p.push("enter 6-ku 0921")


# --- 15.1 -------------------------------------------------------------------------------------


def test_reprint_15_1_i_35_arrives_in_turn_four_at_1609():
    units = {"i-35": "off", "16-1": "0101"}
    p = pos(REPRINT, units, turn=3, options=["airborne_units"])
    assert legal(p) == {"end"}
    illegal(p, "enter i-35 1609", "11.1", "15.1")
    p = pos(REPRINT, units, turn=4, options=["airborne_units"])
    movement = p.movement("i-35")
    assert movement.allowance == 4
    assert movement.cost("1609") == 3
    assert movement.path("1608") == ["1609", "1608"]
    assert set(movement.destinations) == {"1609", "1608"}
    play(p, "enter i-35 1609")
    assert p.units["i-35"] == "1609"
    p = pos(REPRINT, units, turn=5, options=["airborne_units"])
    assert p.movement("i-35").cost("1607") == 5


def test_reprint_15_1_ii_23_starts_beside_reshef():
    p = game(REPRINT, "airborne_units").start()
    assert (p.phase, p.to_move) == ("setup", "israel")
    assert placed(p, "ii-23") == BESIDE_RESHEF
    assert len(legal(p)) == len(BESIDE_RESHEF) + 1
    play(p, "place ii-23 0207", "end")
    assert (p.turn, p.phase, p.to_move) == (1, "movement", "israel")
    assert p.units["ii-23"] == "0207"
    assert verb(p, "move")


def test_reprint_15_1_place_where_it_is_allowed_only():
    p = game(REPRINT, "airborne_units").start()
    for hex_ in ("0101", "0211", "0407", "0210", "0612"):
        illegal(p, f"place ii-23 {hex_}", "15.1")


def test_reprint_15_1_a_unit_not_placed_stays_away():
    p = play(game(REPRINT, "airborne_units").start(), "end")
    assert p.units["ii-23"] == "off"
    for _ in range(7):
        assert not any(action.split()[1:2] == ["ii-23"] for action in p.legal_actions())
        if p.phase != "movement":
            break
        p = pos(REPRINT, {"ii-23": "off"}, turn=min(p.turn + 1, 7), options=["airborne_units"])


def test_house_R4_i_35_is_diverted_inland():
    # The enemy on 1609 controls all around it; two hexes away the map is free.
    units = {"i-35": "off", "16-1": "1609"}
    p = pos(REPRINT, units, turn=5, options=["airborne_units"])
    movement = p.movement("i-35")
    for hex_ in ("1408", "1409", "1410", "1508", "1607", "1708"):
        assert movement.cost(hex_) == 1, hex_
        assert movement.path(hex_) == [hex_]
    for hex_ in ("1511", "1611", "1711"):
        assert movement.cost(hex_) == 3, hex_
    assert "1609" not in movement.destinations
    # From there it goes on, into enemy zones too.
    assert movement.cost("1509") == 2
    assert movement.cost("1407") == 2


def test_ruling_reprint_5_diverted_outside_enemy_zones():
    units = {"i-35": "off", "16-1": "1609", "16-2": "1507"}
    p = pos(REPRINT, units, turn=5, options=["airborne_units"])
    movement = p.movement("i-35")
    # 1508 and 1607 are in the zone of 16-2: no way in, only hexes to go to.
    assert movement.cost("1409") == 1
    assert movement.cost("1508") == 1.5
    assert movement.path("1508") == ["1408", "1508"]
    assert movement.cost("1607") == 1.5
    assert movement.path("1607") == ["1708", "1607"]


def test_house_R4_no_diversion_from_a_controlled_1609():
    units = {"i-35": "off", "16-1": "1608"}
    p = pos(REPRINT, units, turn=5, options=["airborne_units"])
    assert p.movement("i-35").destinations == {"1609": 3}


def test_house_R4_a_friend_on_1609_is_passed():
    units = {"i-35": "off", "raviv-1": "1609"}
    p = pos(REPRINT, units, turn=5, options=["airborne_units"])
    movement = p.movement("i-35")
    assert "1609" not in movement.destinations
    assert movement.path("1608") == ["1609", "1608"]


# --- 15.2, 15.3 and the Egyptian commandos of 15.4 --------------------------------------------


@pytest.mark.parametrize("unit", LATE)
def test_reprint_15_2_to_15_4_egyptian_arrivals_at_d(unit):
    units = {unit: "off", "raviv-1": "0101"}
    options = [OPTION_OF[unit]]
    p = pos(REPRINT, units, turn=4, side="egypt", options=options)
    assert legal(p) == {"end"}
    illegal(p, f"enter {unit} 0921", "11.1", "15.2", "15.3", "15.4")
    p = pos(REPRINT, units, turn=5, side="egypt", options=options)
    assert p.movement(unit).cost("0921") == 0.5
    assert p.movement(unit).path("0820") == ["0921", "0820"]
    play(p, f"enter {unit} 0921")
    assert p.units[unit] == "0921"


@pytest.mark.parametrize("unit", ["6-ku", "aj-pal"])
def test_reprint_15_2_kuwaitis_and_palestinians(unit):
    p = pos(REPRINT, {unit: "off"}, turn=5, side="egypt", options=["kuwaiti_palestinian"])
    assert unit in p.units
    assert p.movement(unit).allowance == (10 if unit == "6-ku" else 8)
    assert unit not in game(REPRINT, "marines").start().units


def test_reprint_15_3_marines_by_land():
    p = pos(REPRINT, {"i-130": "off"}, turn=5, side="egypt", options=["marines"])
    assert verb(p, "land") == set()
    assert p.movement("i-130").allowance == 10
    assert "i-130" in {action.split()[1] for action in verb(p, "enter")}
    assert "ii-130" not in p.units


@pytest.mark.parametrize(
    ("unit", "option", "side", "shift"),
    [
        ("i-35", "airborne_units", "israel", 1),
        ("ii-23", "airborne_units", "israel", 1),
        ("ha-1", "commandos", "israel", 1),
        ("cdo-a", "commandos", "egypt", 1),
        ("i-130", "marines", "egypt", 1),
        ("1-1", "airborne_operations", "egypt", 1),
        ("6-ku", "kuwaiti_palestinian", "egypt", 1),
        ("aj-pal", "kuwaiti_palestinian", "egypt", 1),
    ],
)
def test_ruling_reprint_1_optional_units_count_as_infantry(unit, option, side, shift):
    tank, infantry, enemy = (
        ("raviv-1", "matt-1", "25-1") if side == "israel" else ("25-1", "16-1", "raviv-1")
    )
    units = {tank: "0507", unit: "0607", enemy: "0508"}
    p = pos(REPRINT, units, side=side, phase="combat", options=[option])
    check_attack(p, "0508", [tank, unit], shift=shift)
    units = {infantry: "0507", unit: "0607", enemy: "0508"}
    p = pos(REPRINT, units, side=side, phase="combat", options=[option])
    check_attack(p, "0508", [infantry, unit], shift=0)


# --- placing the commandos --------------------------------------------------------------------


def test_reprint_15_4_israeli_commandos_start_beside_reshef():
    p = game(REPRINT, "commandos").start()
    assert p.phase == "setup"
    assert placed(p, "ha-1") == placed(p, "ha-2") == BESIDE_RESHEF
    illegal(p, "place ha-1 0101", "15.4")
    illegal(p, "place cdo-a 0209", "15.4", "5.1")
    play(p, "place ha-1 0209")
    assert placed(p, "ha-1") == set()
    assert placed(p, "ha-2") == BESIDE_RESHEF - {"0209"}
    illegal(p, "place ha-2 0209", "15.4", "5.2(4)")
    play(p, "place ha-2 0607")
    assert legal(p) == {"end"}
    play(p, "end")
    assert (p.turn, p.side, p.phase) == (1, "israel", "movement")
    assert p.units["ha-1"] == "0209"
    assert p.units["ha-2"] == "0607"


def test_ruling_reprint_2_an_enemy_zone_is_no_bar():
    # 0408 and 0508 are beside Egyptian units.
    p = game(REPRINT, "commandos").start()
    play(p, "place ha-1 0408", "place ha-2 0508")


def test_ruling_reprint_2_before_the_first_turn_only():
    p = play(game(REPRINT, "commandos").start(), "place ha-1 0209", "end")
    assert verb(p, "place") == set()
    illegal(p, "place ha-2 0209", "15.4", "4.0")


def test_ruling_reprint_2_in_any_order_and_none_need_be_placed():
    p = play(game(REPRINT, "commandos", "airborne_units").start(), "place ha-2 0209")
    assert {action.split()[1] for action in verb(p, "place")} == {"ha-1", "ii-23"}
    play(p, "end")
    assert p.units["ha-1"] == p.units["ii-23"] == "off"


def test_3_0_nothing_is_set_up_without_such_units():
    for options in ((), ("marines",), ("amphibious_operations",), ("kuwaiti_palestinian",)):
        assert game(REPRINT, *options).start().phase == "movement"
