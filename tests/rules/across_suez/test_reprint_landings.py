"""15.5 Airborne and 15.6 amphibious operations."""

import tomllib

import pytest

from .helpers import (
    MAP,
    REPRINT,
    case,
    fight,
    game,
    illegal,
    legal,
    play,
    pos,
    reach,
    verb,
)

AIR = ["airborne_operations"]
SEA = ["amphibious_operations"]
AIRBORNE = [
    ("i-35", "israel", 4),
    ("ii-23", "israel", 1),
    ("1-1", "egypt", 5),
    ("2-1", "egypt", 5),
    ("3-1", "egypt", 5),
]
MARINES = ["i-130", "ii-130", "iii-130"]
BANK = {f"01{row:02d}" for row in range(1, 12)}
SHORE = {"0617", "0718", "0719", "0819", "0820"}


def all_land():
    """Return every hex a unit may stand on."""
    with MAP.open("rb") as file:
        data = tomllib.load(file)
    (west, east), (north, south) = data["grid"]["columns"], data["grid"]["rows"]
    hexes = {f"{c:02d}{r:02d}" for c in range(west, east + 1) for r in range(north, south + 1)}
    closed = [*data["terrain"]["lake"].split(), *data["terrain"]["swamp"].split()]
    return hexes - set(data["grid"]["absent"].split()) - set(closed)


# --- 15.5 -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("unit", "side", "turn"), AIRBORNE)
def test_reprint_15_5_available_from_its_turn_on(unit, side, turn):
    if turn > 1:
        early = pos(REPRINT, {unit: "off"}, turn=turn - 1, side=side, options=AIR)
        assert legal(early) == {"end"}
        illegal(early, f"land {unit} 0101", "11.1", "15.5", "15.5.1", "15.5.2")
    for later in range(turn, 8):
        p = pos(REPRINT, {unit: "off"}, turn=later, side=side, options=AIR)
        play(p, f"land {unit} 0101")
        assert p.units[unit] == "0101"


def test_reprint_15_5_1_anywhere_outside_enemy_zones():
    units = {"ii-23": "off", "raviv-1": "0303", "16-1": "0508", "16-2": "0101"}
    p = pos(REPRINT, units, options=AIR)
    zones = {"0507", "0607", "0608", "0509", "0408", "0407", "0102", "0201"}
    assert reach(p, "ii-23", "land") == all_land() - zones - {"0303", "0508", "0101"}
    for hex_ in ("0507", "0102", "0508"):
        illegal(p, f"land ii-23 {hex_}", "15.5.1", case(REPRINT, "4.3"), case(REPRINT, "4.5"))
    illegal(p, "land ii-23 0303", "15.5.1", case(REPRINT, "4.4"))
    illegal(p, "land ii-23 0313", "15.5.1", case(REPRINT, "4.2"))


def test_reprint_15_5_1_no_ground_movement_in_the_turn_of_landing():
    p = pos(REPRINT, {"ii-23": "off", "16-1": "1203"}, options=AIR)
    play(p, "land ii-23 0303")
    assert legal(p) == {"end"}
    illegal(p, "move ii-23 0302", "5.1", "15.5.1")
    play(p, *["end"] * 5)
    assert p.turn == 3
    assert "0302" in reach(p, "ii-23")


def test_reprint_15_5_1_no_attack_in_the_turn_of_landing():
    # A friend's advance, or simply an enemy two hexes away who is there already.
    units = {"ii-23": "0507", "16-1": "0508"}
    p = pos(REPRINT, units, phase="combat", landed=["ii-23"], options=AIR)
    assert legal(p) == {"end"}
    illegal(p, "attack 0508", "15.5.1", case(REPRINT, "5.0"))
    p = pos(REPRINT, {**units, "raviv-1": "0607"}, phase="combat", landed=["ii-23"], options=AIR)
    play(p, "attack 0508")
    assert legal(p) == {"with raviv-1"}
    illegal(p, "with ii-23", "15.5.1")


def test_reprint_15_5_1_it_attacks_in_the_next_turn():
    p = pos(REPRINT, {"ii-23": "0507", "16-1": "0508"}, phase="combat", turn=3, options=AIR)
    assert legal(p) == {"attack 0508", "end"}


def test_reprint_15_5_1_it_defends_normally():
    units = {"ii-23": "off", "16-1": "0105", "16-2": "1203"}
    p = pos(REPRINT, units, options=AIR)
    play(p, "land ii-23 0103", "end", "end", "move 16-1 0104", "end", "end")
    assert p.phase == "combat"
    assert p.odds("0103", ["16-1"]).defense == 3
    fight(p, "0103", "16-1", roll=1)
    assert p.to_move == "israel"


def test_reprint_15_5_1_one_operation_in_the_game():
    p = pos(REPRINT, {"ii-23": "0303", "16-1": "1203"}, turn=3, options=AIR)
    assert verb(p, "land") == set()
    illegal(p, "land ii-23 0101", "15.5.1", "5.1")


def test_reprint_15_5_1_at_any_time_of_the_movement_phase():
    p = pos(REPRINT, {"ii-23": "off", "raviv-1": "0303", "16-1": "1203"}, options=AIR)
    play(p, "move raviv-1 0304", "land ii-23 0303")
    illegal(play(p, "end"), "land i-35 0101", "4.0", "5.1")


def test_reprint_15_5_without_the_option_nobody_lands():
    p = pos(REPRINT, {"ii-23": "off", "i-35": "off"}, turn=5, options=["airborne_units"])
    assert verb(p, "land") == set()
    assert {action.split()[1] for action in verb(p, "enter")} == {"i-35"}


def test_house_R3_with_both_options_i_35_comes_either_way():
    p = pos(REPRINT, {"i-35": "off"}, turn=5, options=["airborne_units", *AIR])
    assert {action.split()[0] for action in legal(p)} == {"enter", "land", "end"}
    p = pos(REPRINT, {"i-35": "off"}, turn=5, options=AIR)
    assert {action.split()[0] for action in legal(p)} == {"land", "end"}


def test_house_R3_ii_23_not_placed_may_still_land():
    p = play(game(REPRINT, "airborne_units", *AIR).start(), "end")
    assert "ii-23" in {action.split()[1] for action in verb(p, "land")}


def test_house_R6_nobody_who_landed_is_forced_to_attack():
    units = {"ii-23": "0507", "16-1": "0508"}
    p = pos(REPRINT, units, turn=1, phase="combat", landed=["ii-23"], options=AIR)
    assert legal(p) == {"end"}
    p = pos(REPRINT, units, turn=1, phase="combat", options=AIR)
    assert legal(p) == {"attack 0508"}


def test_house_R6_landing_counts_as_the_move():
    p = pos(REPRINT, {"ii-23": "off", "16-1": "1203"}, options=AIR)
    play(p, "land ii-23 0112")
    assert verb(p, "cross") == set()
    illegal(p, "cross ii-23", "5.1", "15.5.1")


# --- 15.6 -------------------------------------------------------------------------------------


def by_sea(units, **more):
    """Return a position of Egypt's turn with the amphibious operations."""
    more = {"turn": 5, "options": SEA} | more
    return pos(REPRINT, units, side="egypt", **more)


@pytest.mark.parametrize("unit", MARINES)
def test_reprint_15_6_from_turn_five_on(unit):
    p = by_sea({unit: "off"}, turn=4)
    assert legal(p) == {"end"}
    illegal(p, f"land {unit} 0101", "11.1", "15.6")
    for turn in (5, 6, 7):
        p = by_sea({unit: "off"}, turn=turn)
        play(p, f"land {unit} 0101")
        assert p.units[unit] == "0101"


def test_reprint_15_6_on_the_canal_bank_or_the_southern_shore():
    # Enemies on every hex of the bank and the shore but two close the rest.
    enemies = ["raviv-1", "raviv-2", "erez-1", "erez-2", "erez-3"]
    held = dict(zip(enemies, ["0102", "0105", "0108", "0111", "0718"], strict=True))
    p = by_sea({"ii-130": "off", **held})
    goals = reach(p, "ii-130", "land")
    assert goals.isdisjoint(held.values())
    # Everywhere on the bank an enemy zone ends the move where it began.
    assert {"0101", "0103", "0104", "0106", "0107", "0109", "0110"} <= goals
    assert "0201" not in goals
    assert "0204" not in goals
    assert "0617" in goals
    assert "0819" in goals


def test_reprint_15_6_landing_and_moving_on():
    units = {"ii-130": "off"}
    p = by_sea(units, turn=7)
    # Five points at night: one for the bank, four to go on.
    goals = reach(p, "ii-130", "land")
    assert goals >= BANK | SHORE
    assert {"0201", "0202", "0301", "0616", "0112"} <= goals
    assert goals.isdisjoint({"0501", "0605", "0705", "1203"})
    play(p, "land ii-130 0616")
    assert p.units["ii-130"] == "0616"
    assert legal(p) == {"end"}
    illegal(p, "move ii-130 0615", "5.1")


def test_reprint_15_6_the_landing_pays_the_hex_never_the_road():
    # Night, five points. From 0718 Lexicon and Akavish lead north; 1011 is just out of reach of a
    # unit that has paid a point for the shore, and would not be had it come by the road.
    goals = reach(by_sea({"ii-130": "off"}, turn=7), "ii-130", "land")
    assert {"0717", "0616", "0615", "0913", "0912"} <= goals
    assert "1011" not in goals


def test_reprint_15_6_units_north_and_south_only():
    # With bank and shore held, Matzmed and Lakekan themselves are no landing places.
    enemies = [
        "reshef-1",
        "raviv-2",
        "erez-1",
        "erez-2",
        "erez-3",
        "matt-1",
        "matt-2",
        "matt-3",
        "amir-1",
        "amir-2",
        "amir-3",
        "amir-4",
        "baram-1",
        "baram-2",
        "baram-3",
        "sharon",
    ]
    held = dict(zip(enemies, sorted(BANK | SHORE), strict=True))
    p = by_sea({"ii-130": "off", **held})
    assert legal(p) == {"end"}
    for hex_ in ("0112", "0616", "0515", "0101"):
        illegal(p, f"land ii-130 {hex_}", "15.6", case(REPRINT, "4.3"))


def test_reprint_15_6_no_landing_on_a_friend():
    # R6: a friend on the bank closes that hex as a landing place.
    p = by_sea({"ii-130": "off", "16-1": "0104"}, turn=7)
    assert "0104" not in reach(p, "ii-130", "land")
    illegal(p, "land ii-130 0104", "15.6", case(REPRINT, "4.4"))


def test_reprint_15_6_an_enemy_zone_ends_the_move():
    # 0203 controls 0103 and 0104 on the bank.
    p = by_sea({"ii-130": "off", "raviv-1": "0203"}, turn=7)
    goals = reach(p, "ii-130", "land")
    assert {"0103", "0104"} <= goals
    assert "0203" not in goals
    # 0302 could be reached from 0102 by 0202 and from 0103 by 0202: both end in the zone.
    play(p, "land ii-130 0103")
    assert p.units["ii-130"] == "0103"


def test_reprint_15_6_it_fights_in_the_turn_of_landing():
    p = by_sea({"ii-130": "off", "erez-3": "0203"})
    play(p, "land ii-130 0103", "end", "end")
    assert legal(p) == {"attack 0203", "end"}
    fight(p, "0203", "ii-130", roll=1)
    assert p.to_move == "israel"


def test_reprint_15_6_each_unit_once():
    p = by_sea(dict.fromkeys(MARINES, "off"))
    play(p, "land i-130 0101", "land iii-130 0102", "land ii-130 0103")
    assert legal(p) == {"end"}
    p = by_sea({"i-130": "0101"})
    assert verb(p, "land") == set()


def test_ruling_reprint_6_without_15_6_only_i_130_by_d():
    p = pos(REPRINT, {"i-130": "off"}, turn=5, side="egypt", options=["marines"])
    assert verb(p, "land") == set()
    assert "enter i-130 0921" in legal(p)
    p = by_sea({"i-130": "off"})
    assert verb(p, "enter") == set()
    p = by_sea({"i-130": "off"}, options=["marines", *SEA])
    assert "enter i-130 0921" in legal(p)
    assert "land i-130 0101" in legal(p)


@pytest.mark.parametrize("place", ["0303", "eliminated"])
def test_house_R6_only_who_waits_off_the_map_lands(place):
    p = by_sea({"ii-130": place})
    assert verb(p, "land") == set()
    p = pos(REPRINT, {"1-1": place}, turn=5, side="egypt", options=AIR)
    assert verb(p, "land") == set()
    illegal(p, "land 1-1 0101", "15.5.1", "5.1")


def test_house_R6_israel_has_no_landings_by_sea():
    p = pos(REPRINT, {"ii-130": "off", "raviv-1": "0303"}, turn=5, options=SEA)
    assert verb(p, "land") == set()
    illegal(p, "land ii-130 0101", "5.1")
