"""15.3, 19, 20.9, 23.4: every cell of the charts, by real fire, raids, attacks and flights."""

import pytest

from tests.tiers import first

from .battle_helpers import (
    AIR,
    FACES,
    GROUND,
    aim,
    at,
    battle,
    commit,
    eg_tac,
    fire,
    game,
    losses,
    play,
    pos,
    raid,
    result,
    tac,
    unanswered,
    where,
)

# Israelis in defense at Tasa, which is open: only headquarters shift. The column, who fires, who
# stands beside it. No Israeli is stronger than 14.
SHOOTERS = {
    1: ("depot-1", ()), 2: ("infantry-1", ()), 3: ("recon-1", ()), 4: ("armor-1", ()),
    5: ("recon-1", ("hq-sc",)), 6: ("gal-t", ()), 7: ("gal-t", ("hq-252",)),
    8: ("gal-t", ("hq-sc",)), 9: ("golani", ()), 10: ("golani", ("hq-252",)),
    11: ("golani", ("hq-sc",)), 12: ("14-armor", ()), 13: ("14-armor", ("hq-252",)),
    14: ("14-armor", ("hq-sc",)),
}  # fmt: skip
# An Egyptian infantry division of 18 against armor: where, whether it has a LOC, its headquarters
DIVISION = {
    15: ("chinese-farm", False, ()),  # attacks on rough ground
    16: ("tasa", False, ()), 17: ("tasa", False, ("hq-2",)),
    18: ("tasa", True, ()), 19: ("tasa", True, ("hq-2",)),
}  # fmt: skip
ATTACKERS = ("140-para", "150-para", "eg-cdo-1", "eg-cdo-2")  # who can go to Missouri without LOC


def numbered(cells):
    return list(enumerate(cells.split(), 1))


RAIDED = {**at("el-firdan", "eg-mech-1", "eg-mech-2", "eg-inf-1"), "eg-inf-2": "ismailia"}


@pytest.mark.parametrize("face", first(2, FACES))
@pytest.mark.parametrize("column", SHOOTERS)
def test_15_3_every_cell_of_the_ground_table(column, face):
    shooter, beside = SHOOTERS[column]
    p = battle("tasa", (shooter, *beside, *ATTACKERS), "arab", control={"missouri": "arab"})
    play(p, f"fire {shooter}")
    assert result(p, f"roll {face}") == GROUND[face].split()[column - 1]


@pytest.mark.parametrize("face", first(2, FACES))
@pytest.mark.parametrize("column", DIVISION)
def test_15_3_the_cells_of_great_strengths(column, face):
    point, supplied, beside = DIVISION[column]
    units = ("2-inf-div", *beside, "armor-1", "airmobile-1", "airmobile-2")
    flew = ["2-inf-div"] if supplied else []  # who has flown has a LOC in this turn [15]
    p = battle(point, units, "arab", flew=flew)
    aim(p, "2-inf-div")
    assert result(p, f"roll {face}") == GROUND[face].split()[column - 1]


@pytest.mark.parametrize("face", first(2, FACES))
def test_15_3_columns_that_nobody_reaches(face):
    # the one look inside: no fire of these counters comes beyond column 19
    known = {"-": 0, "r": -1, "R": -2}
    row = [known.get(cell) if cell in known else int(cell) for cell in GROUND[face].split()]
    assert game().board[0].crt[face - 1].tolist() == row


# Barrages fall on the same table: 6 of Israel, 7 of Syria, 8 of Egypt
@pytest.mark.parametrize("face", first(2, FACES))
@pytest.mark.parametrize(("side", "nation", "point", "column"), [
    ("israel", "israel", "el-firdan", 6), ("arab", "egypt", "el-firdan", 8),
    ("arab", "syria", "um-butne", 7),
])  # fmt: skip
def test_24_1_a_barrage_uses_the_ground_table(side, nation, point, column, face):
    units = {
        "israel": {**RAIDED, "armor-1": "fort-hizayon"},
        "arab": {
            **at(point, "airmobile-1", "airmobile-2"),
            "eg-inf-1": "ismailia",
            "sy-inf-1": "kudna",
        },
    }[side]
    near = {"el-firdan": "qantara-west", "um-butne": "khan-arnabeh"}[point]
    control = {near: "israel"} if side == "arab" else {}
    p = pos(units, side, step="barrages", barrage={"israel": 1, "egypt": 1, "syria": 1},
            control={**control, "mt-hermon": "none"})  # fmt: skip
    play(p, f"barrage {nation} {point}")
    assert result(p, f"roll {face}") == GROUND[face].split()[column - 1]


@pytest.mark.parametrize("face", first(2, FACES))
@pytest.mark.parametrize("column", range(9))
def test_19_9_every_cell_of_the_air_table_by_raids(column, face):
    # seven strikes at most; an overstacked force adds one column; rough ground takes one away
    units, point, number = dict(RAIDED), "el-firdan", column
    if column == 0:
        units, point, number = at("geneifa", "eg-mech-1", "eg-inf-1"), "geneifa", 1
    elif column == 8:
        units |= at(point, "eg-inf-3", "eg-at-1")
        number = 7
    p = raid({**units, **tac(8, "sinai:ground-attack")}, f"{point} tac {number}")
    assert unanswered(p).step == "raid roll"
    cell = AIR[face].split()[column]
    assert result(p, f"roll {face}") == ("R" if cell == "A" else cell)


@pytest.mark.parametrize("face", first(2, FACES))
@pytest.mark.parametrize("column", range(1, 11))
def test_19_3_every_cell_of_the_air_table_by_air_superiority(column, face):
    p = commit({**tac(20), **eg_tac(10)}, "tac egypt sinai recon 6",
               f"tac israel sinai air-superiority {column}")  # fmt: skip
    assert p.step == "superiority roll"
    play(p, f"roll {face}")
    cell = AIR[face].split()[column]
    found = where(p, *(f"eg-tac-{n}" for n in range(1, 7)))
    assert found.count("refit") == (cell == "A")
    assert found.count("eliminated") == (int(cell) if cell.isdigit() else 0)
    assert losses(p) == ({"egypt": int(cell)} if cell.isdigit() else {})


@pytest.mark.parametrize("face", first(2, FACES))
@pytest.mark.parametrize("column", range(1, 11))
def test_19_6_every_cell_of_the_air_table_by_strategic_attacks(column, face):
    p = commit(tac(20), f"tac israel golan strategic {column}")
    play(p, "roll 1", f"roll {face}")
    cell = AIR[face].split()[column]
    assert losses(p) == ({"syria": int(cell)} if cell.isdigit() else {})


@pytest.mark.parametrize(("face", "cell"), numbered("- - AR AR E E+AR"))
def test_20_7_strategic_air_defense(face, cell):
    p = commit({**tac(6)}, "tac israel sinai strategic 6")
    assert p.step == "strategic defense roll"
    play(p, f"roll {face}")
    boxes = list(p.units.values())
    assert boxes.count("eliminated") - (len(p.game.units) - 6) == (1 if "E" in cell else 0)
    assert boxes.count("refit") == (1 if "AR" in cell else 0)
    assert p.step == "strategic roll"


@pytest.mark.parametrize(("face", "cell"), numbered("- - - - AR E"))
def test_20_8_air_defense_against_a_raid(face, cell):
    units = {**RAIDED, "eg-sam-1": "ismailia", **tac(3, "sinai:ground-attack")}
    p = raid(units, "el-firdan tac 3")
    play(p, "fire-sam eg-sam-1", f"roll {face}")
    found = sorted(p.units[f"tac-{n}"] for n in (1, 2, 3))
    home = "sinai:ground-attack"
    assert found == sorted([{"AR": "refit", "E": "eliminated"}.get(cell, home), home, home])


@pytest.mark.parametrize(("face", "cell"), numbered("- - - - - AR"))
def test_20_7_air_defense_against_an_air_look(face, cell):
    units = {**RAIDED, "eg-sam-1": "ismailia", **tac(1, "sinai:recon")}
    p = pos(units, step="raids", known=["eg-sam-1"], looking=1)
    play(p, "recon el-firdan 1", "pass")
    assert p.step == "recon roll"
    play(p, f"roll {face}")
    assert p.units["tac-1"] == ("refit" if cell == "AR" else "used")
    assert ("eg-mech-1" in p.shown("israel")) == (cell == "-")


ROWS = {"good": "A A S S S S", "plain": "E A A S S S", "bad": "E E A A S S"}


@pytest.mark.parametrize("face", first(2, FACES))
@pytest.mark.parametrize(("row", "turn", "master", "sam"), [
    ("plain", 2, {}, {}), ("good", 1, {}, {}), ("good", 2, {}, {"eg-sam-1": "ismailia"}),
    ("bad", 2, {"sinai": "israel"}, {}), ("bad", 1, {"sinai": "israel"}, {}),
    ("plain", 2, {"sinai": "arab"}, {}), ("plain", 2, {"golan": "israel"}, {}),
    ("bad", 2, {"sinai": "israel"}, {"eg-sam-1": "ismailia"}),
])  # fmt: skip
def test_23_4_every_row_of_the_airmobile_table(row, turn, master, sam, face):
    p = pos({"140-para": "gebel-shabrawet", **sam}, "arab", "movement 1", turn=turn,
            air_master=master)  # fmt: skip
    play(p, "fly 140-para ismailia", "pass")
    if p.step == "umbrella":
        play(p, "show-sam eg-sam-1")
    play(p, f"roll {face}")
    ends = {"S": "ismailia", "A": "gebel-shabrawet", "E": "refit"}
    assert p.units["140-para"] == ends[ROWS[row].split()[face - 1]]
    assert losses(p) == {}, "a failed flight costs no casualty point [8]"


@pytest.mark.parametrize("face", first(2, FACES))
@pytest.mark.parametrize(("row", "master"), [("good", {}), ("bad", {"sinai": "arab"})])
def test_23_4_israelis_fly_in_the_good_row(row, master, face):
    p = pos({"airmobile-1": "tasa"}, "israel", "movement 1", air_master=master)
    play(p, "fly airmobile-1 missouri", "pass", f"roll {face}")
    ends = {"S": "missouri", "A": "tasa", "E": "refit"}
    assert p.units["airmobile-1"] == ends[ROWS[row].split()[face - 1]]


def test_25_7_into_a_reserve_area_in_the_good_row():
    p = pos({"140-para": "gebel-shabrawet"}, "arab", "movement 1")
    play(p, "fly 140-para egyptian-reserve", "pass", "roll 3")
    assert p.units["140-para"] == "egyptian-reserve"


def test_15_3_a_shot_without_a_result_goes_on():
    p = battle("tasa", ("armor-1", "eg-armor-1"))
    fire(p, "eg-armor-1", 1)
    assert (p.step, p.to_move) == ("fire", "israel"), "he had nobody else to fire"
