"""Closed hexsides, on maps of one's own, and the zones of the reprint (6.0)."""

import pytest

from .helpers import (
    OLD,
    REPRINT,
    Y1980,
    case,
    custom,
    fight,
    illegal,
    legal,
    play,
    pos,
    reach,
)

LAKE_LINE = 'lake = ""                  # hexsides'
CANAL_LINE = 'canal = ""                 # the canal'

# Edition and kind of hexside where it is closed, and where it is an open one.
CLOSED = [(Y1980, "lake"), (REPRINT, "lake"), (REPRINT, "canal")]
OPEN = [(Y1980, "canal")]
closed_hexsides = pytest.mark.parametrize(("edition", "kind"), CLOSED)
open_hexsides = pytest.mark.parametrize(("edition", "kind"), OPEN)
SIDE = "0508/0509"


def own_map(tmp_path, edition, kind, pairs, **options):
    """Load the game with these hexsides all lake, or canal."""
    line = LAKE_LINE if kind == "lake" else CANAL_LINE
    return custom(tmp_path, edition, {line: line.replace('""', f'"{pairs}"')}, **options)


# --- movement ---------------------------------------------------------------------------------


@closed_hexsides
def test_ruling_10_no_move_across(edition, kind, tmp_path):
    p = pos(edition, {"matt-2": "0508"}, on=own_map(tmp_path, edition, kind, SIDE))
    assert p.movement("matt-2").cost("0509") == 1.5
    assert p.movement("matt-2").path("0509") == ["0508", "0408", "0509"]
    p = pos(edition, {"matt-2": "0509"}, on=own_map(tmp_path, edition, kind, SIDE))
    assert p.movement("matt-2").path("0508") == ["0509", "0408", "0508"]


@open_hexsides
def test_ruling_10_canal_hexsides_are_open_in_the_first_editions(edition, kind, tmp_path):
    p = pos(edition, {"matt-2": "0508"}, on=own_map(tmp_path, edition, kind, SIDE))
    assert p.movement("matt-2").cost("0509") == 1


@closed_hexsides
def test_4_2_cut_off_by_closed_hexsides(edition, kind, tmp_path):
    own = own_map(tmp_path, edition, kind, "0101/0102 0101/0201")
    p = pos(edition, {"matt-2": "0101"}, on=own)
    assert reach(p, "matt-2") == set()
    assert p.movement("matt-2").why_not("0102").case == case(edition, "4.2")
    illegal(p, "move matt-2 0303", case(edition, "4.2"))


@closed_hexsides
def test_ruling_10_no_line_of_communication_across(edition, kind, tmp_path):
    own = own_map(tmp_path, edition, kind, "0111/0112 0112/0211 0112/0212")
    assert pos(edition, {"baram-4": "0112"}, on=own).line_of_communication() is None
    own = own_map(tmp_path, edition, kind, "0112/0211 0112/0212")
    assert pos(edition, {"baram-4": "0112"}, on=own).line_of_communication()[1] == "0111"


@open_hexsides
def test_ruling_10_a_line_across_the_canal_in_the_first_editions(edition, kind, tmp_path):
    own = own_map(tmp_path, edition, kind, "0111/0112 0112/0211 0112/0212")
    assert pos(edition, {"baram-4": "0112"}, on=own).line_of_communication() is not None


# --- combat -----------------------------------------------------------------------------------


@closed_hexsides
def test_ruling_10_attacks_across(edition, kind, tmp_path):
    own = own_map(tmp_path, edition, kind, SIDE)
    p = pos(edition, {"raviv-1": "0509", "25-1": "0508"}, phase="combat", on=own)
    assert legal(p) == {"attack 0508", "end"}
    fight(p, "0508", "raviv-1", roll=1)
    assert p.to_move == "egypt"


@closed_hexsides
def test_ruling_10_bombardment_across(edition, kind, tmp_path):
    own = own_map(tmp_path, edition, kind, SIDE)
    units = {"raviv-1": "0509", "25-1": "0508"}
    p = pos(edition, units, side="egypt", phase="bombardment", on=own)
    assert legal(p) == {"bombard 0509", "end"}


@closed_hexsides
def test_ruling_10_no_retreat_across(edition, kind, tmp_path):
    own = own_map(tmp_path, edition, kind, SIDE)
    p = pos(edition, {"raviv-1": "0507", "25-1": "0508"}, phase="combat", on=own)
    fight(p, "0508", "raviv-1", roll=1)
    assert reach(p, "25-1", "retreat") == {"0408", "0608"}
    illegal(p, "retreat 25-1 0509", case(edition, "6.4"), case(edition, "4.2"))


@open_hexsides
def test_ruling_10_a_retreat_across_the_canal_in_the_first_editions(edition, kind, tmp_path):
    own = own_map(tmp_path, edition, kind, SIDE)
    p = pos(edition, {"raviv-1": "0507", "25-1": "0508"}, phase="combat", on=own)
    fight(p, "0508", "raviv-1", roll=1)
    assert reach(p, "25-1", "retreat") == {"0408", "0509", "0608"}


@closed_hexsides
def test_ruling_10_no_advance_across(edition, kind, tmp_path):
    own = own_map(tmp_path, edition, kind, SIDE)
    units = {"keren-1": "0509", "keren-2": "0507", "25-1": "0508"}
    p = pos(edition, units, phase="combat", on=own)
    fight(p, "0508", "keren-1", "keren-2", roll=1)
    assert legal(p) == {"advance keren-2 0508", "stay"}
    illegal(p, "advance keren-1 0508", case(edition, "6.5"), case(edition, "4.2"))


@closed_hexsides
def test_house_R11_no_possible_advance_is_not_asked(edition, kind, tmp_path):
    own = own_map(tmp_path, edition, kind, SIDE)
    units = {"keren-1": "0509", "25-1": "0508", "raviv-1": "0407", "raviv-2": "0607"}
    p = pos(edition, units, phase="combat", on=own)
    fight(p, "0508", "keren-1", roll=1)
    assert p.units["25-1"] == "eliminated"
    assert legal(p) == {"end"}


# --- zones ------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["lake", "canal"])
def test_reprint_6_0_no_zone_across_a_closed_hexside(kind, tmp_path):
    own = own_map(tmp_path, REPRINT, kind, SIDE)
    p = pos(REPRINT, {"matt-2": "0509", "16-1": "0508"}, on=own)
    # Not in a zone, matt-2 goes straight into the one of 16-1, and has to stop there.
    assert p.movement("matt-2").path("0408") == ["0509", "0408"]
    assert p.movement("matt-2").cost("0408") == 0.5
    p = pos(REPRINT, {"matt-2": "0510", "16-1": "0508"}, on=own)
    assert p.movement("matt-2").path("0409") in (["0510", "0409"], ["0510", "0509", "0409"])
    assert p.movement("matt-2").path("0408")[1] == "0509"


@pytest.mark.parametrize("kind", ["lake", "canal"])
@pytest.mark.parametrize("edition", OLD)
def test_house_R15_zones_reach_across_in_the_first_editions(edition, kind, tmp_path):
    own = own_map(tmp_path, edition, kind, SIDE)
    p = pos(edition, {"matt-2": "0509", "16-1": "0508"}, on=own)
    assert p.movement("matt-2").path("0408") == ["0509", "0409", "0408"]
    assert p.movement("matt-2").cost("0408") == 2


@pytest.mark.parametrize("kind", ["lake", "canal"])
def test_reprint_6_0_retreat_beside_an_enemy_behind_a_closed_hexside(kind, tmp_path):
    # raviv-2 at 0510 touches 0509 across the closed hexside only.
    own = own_map(tmp_path, REPRINT, kind, "0509/0510")
    units = {"raviv-1": "0507", "raviv-2": "0510", "25-1": "0508"}
    p = pos(REPRINT, units, phase="combat", on=own)
    fight(p, "0508", "raviv-1", roll=1)
    assert reach(p, "25-1", "retreat") == {"0408", "0509", "0608"}
    old = pos(Y1980, units, phase="combat", on=own_map(tmp_path, Y1980, kind, "0509/0510"))
    fight(old, "0508", "raviv-1", roll=1)
    assert reach(old, "25-1", "retreat") == {"0408", "0608"}


@pytest.mark.parametrize("kind", ["lake", "canal"])
def test_reprint_12_1_behind_a_closed_hexside_nobody_is_confused(kind, tmp_path):
    own = own_map(tmp_path, REPRINT, kind, SIDE)
    units = {"matt-2": "0509", "16-1": "0508"}
    assert reach(pos(REPRINT, units, turn=1, on=own), "matt-2")
    p = pos(REPRINT, units, turn=1, phase="combat", on=own)
    assert legal(p) == {"attack 0508", "end"}


@pytest.mark.parametrize("edition", OLD)
def test_9_1_behind_a_closed_hexside_in_the_first_editions(edition, tmp_path):
    own = own_map(tmp_path, edition, "lake", SIDE)
    units = {"matt-2": "0509", "16-1": "0508"}
    assert reach(pos(edition, units, turn=1, on=own), "matt-2") == set()
    assert legal(pos(edition, units, turn=1, phase="combat", on=own)) == {"attack 0508"}


@pytest.mark.parametrize("kind", ["lake", "canal"])
def test_reprint_14_1_no_zone_across_a_closed_hexside_cuts_the_line(kind, tmp_path):
    # 16-1 at 0111 would control 0112, where nobody stands.
    own = own_map(tmp_path, REPRINT, kind, "0111/0112")
    units = {"16-1": "0111", "raviv-1": "0211"}
    assert pos(REPRINT, units, on=own).line_of_communication() is not None
    old = own_map(tmp_path, Y1980, kind, "0111/0112")
    assert pos(Y1980, units, on=old).line_of_communication() is None


def test_house_R7_no_waiting_behind_a_closed_hexside(tmp_path):
    own = own_map(tmp_path, REPRINT, "canal", "0102/0201 0101/0201")
    units = {"raviv-1": "0101", "erez-3": "0201", "25-1": "0102"}
    p = pos(REPRINT, units, phase="combat", on=own)
    fight(p, "0102", "raviv-1", "erez-3", roll=6)
    assert p.units["raviv-1"] == "eliminated"
    assert legal(p) == {"retreat erez-3 0301", "retreat erez-3 0302"}


def test_house_R7_a_unit_waits_for_a_hex_that_will_be_left(tmp_path):
    # 0201 lies next to 25-1 but behind a closed hexside, out of its zone: raviv-1 in the corner
    # has no other way, and may take it once erez-3 is gone.
    own = own_map(tmp_path, REPRINT, "canal", "0102/0201")
    units = {"raviv-1": "0101", "erez-3": "0201", "25-1": "0102"}
    p = pos(REPRINT, units, phase="combat", on=own)
    assert p.odds("0102", ["raviv-1", "erez-3"]).column == 3
    fight(p, "0102", "raviv-1", "erez-3", roll=6)
    assert p.units["raviv-1"] == "0101"
    assert legal(p) == {"retreat erez-3 0301", "retreat erez-3 0302"}
    play(p, "retreat erez-3 0301")
    assert legal(p) == {"retreat raviv-1 0201"}
    play(p, "retreat raviv-1 0201")
    # The way to 0201 is closed for 25-1; the corner is open.
    assert legal(p) == {"advance 25-1 0101", "stay"}


def test_house_R7_of_two_that_wait_the_first_of_the_list_is_lost(tmp_path):
    own = own_map(tmp_path, REPRINT, "canal", "0101/0102 0102/0201")
    friends = {"raviv-1": "0301", "raviv-2": "0302", "matt-1": "0202"}
    units = {"reshef-1": "0101", "erez-3": "0201", "25-1": "0102", **friends}
    p = pos(REPRINT, units, phase="combat", on=own)
    fight(p, "0102", "reshef-1", "erez-3", roll=6)
    assert p.units["reshef-1"] == "eliminated"
    assert legal(p) == {"retreat erez-3 0101"}


@pytest.mark.parametrize("kind", ["lake", "canal"])
def test_reprint_15_5_1_beside_an_enemy_behind_a_closed_hexside(kind, tmp_path):
    # 0509 is not in the zone of 16-1: a unit may come down there, and does not attack.
    own = own_map(tmp_path, REPRINT, kind, SIDE, airborne_operations=True)
    p = pos(REPRINT, {"ii-23": "off", "16-1": "0508"}, on=own)
    assert "0507" not in reach(p, "ii-23", "land")
    play(p, "land ii-23 0509")
    assert p.to_dict()["landed"] == ["ii-23"]
    play(p, "end")
    assert legal(p) == {"end"}
    illegal(p, "attack 0508", "15.5.1", case(REPRINT, "5.0"))
