"""12.0 Terrain and combat."""

import pytest

from .helpers import check_attack, custom, every_edition, pos, result_of

# Defender's hex, attackers' hexes, the shift. Every defender has a way out.
PLACES = [
    pytest.param("0508", "0507 0607", 0, id="clear"),
    pytest.param("0604", "0605 0505", 0, id="sand"),
    pytest.param("1618", "1617 1518", -1, id="elevated-sand"),
    pytest.param("0616", "0615", -1, id="bar-lev"),
    pytest.param("0910", "0909 0810", -2, id="chinese-farm"),
    pytest.param("1317", "1316", -2, id="only-across-ridge"),
    pytest.param("1609", "1510 1509", -2, id="two-only-across-ridge"),
    pytest.param("1609", "1509 1608", -1, id="across-ridge-and-not"),
    pytest.param("1317", "1316 1216", -1, id="across-ridge-and-not-too"),
    pytest.param("1317", "1216", -1, id="not-across-the-ridge"),
    pytest.param("1014", "1015", 0, id="ridge-but-sand"),
    pytest.param("1509", "1609", 0, id="ridge-but-clear"),
    pytest.param("0306", "0406", -1, id="road-into-elevated-sand"),
    pytest.param("0306", "0307", -2, id="road-hex-across-ridge"),
    pytest.param("0612", "0611", 0, id="road-in-clear"),
]


@every_edition
@pytest.mark.parametrize("side", ["israel", "egypt"])
@pytest.mark.parametrize(("target", "hexes", "shift"), PLACES)
def test_12_1_shift_of_the_terrain(edition, target, hexes, shift, side):
    strong = ["keren-1", "keren-2"] if side == "israel" else ["25-1", "25-2"]
    defender = "14-21-1" if side == "israel" else "reshef-2"
    attackers = dict(zip(strong, hexes.split(), strict=False))
    p = pos(edition, {**attackers, defender: target}, side=side, phase="combat")
    check_attack(p, target, attackers, shift=shift)


@every_edition
@pytest.mark.parametrize(
    ("hex_", "shift"), [("0112", -1), ("0616", -1), ("0910", -2), ("1709", -1), ("0804", -1)]
)
def test_12_1_one_column_or_two(edition, hex_, shift):
    near = {"0112": "0111", "0616": "0615", "0910": "0909", "1709": "1708", "0804": "0803"}[hex_]
    p = pos(edition, {"keren-1": near, "16-1": hex_}, phase="combat")
    assert sum(entry.columns for entry in p.odds(hex_, ["keren-1"]).shifts) == shift


@every_edition
def test_12_1_the_attackers_terrain_is_no_matter(edition):
    p = pos(edition, {"keren-1": "0910", "14-21-1": "0909"}, phase="combat")
    check_attack(p, "0909", ["keren-1"], shift=0)
    p = pos(edition, {"keren-1": "1609", "14-21-1": "1608"}, phase="combat")
    check_attack(p, "1608", ["keren-1"], shift=0)


@every_edition
def test_12_2_exclusively_across_the_ridge(edition):
    units = {"keren-1": "1316", "keren-2": "1216", "16-7": "1317"}
    p = pos(edition, units, phase="combat")
    check_attack(p, "1317", ["keren-1"], shift=-2)
    check_attack(p, "1317", ["keren-2"], shift=-1)
    check_attack(p, "1317", ["keren-1", "keren-2"], shift=-1)


@every_edition
def test_12_2_sixteen_seven_behind_the_ridge_example(edition):
    p = pos(edition, {"baram-3": "1316", "16-7": "1317"}, phase="combat")
    check_attack(p, "1317", ["baram-3"], shift=-2)
    # Three against two would be column 0 to 1; the ridge makes it -3 and less.
    assert p.odds("1317", ["baram-3"]).column == 0
    assert result_of(p, "1317", "baram-3", roll=1) == "Ar"


@every_edition
def test_12_2_no_ridge_no_second_column(edition):
    # The ridge of 1014 lies under a defender in plain sand: no shift at all.
    p = pos(edition, {"keren-1": "1015", "14-21-1": "1014"}, phase="combat")
    check_attack(p, "1014", ["keren-1"], shift=0)


@every_edition
def test_ruling_18_ridge_counts_for_those_who_attack(edition):
    # keren-2 stands on the open side and does not attack: the ridge covers the whole attack.
    units = {"keren-1": "1316", "keren-2": "1217", "14-21-1": "1317"}
    p = pos(edition, units, phase="combat")
    assert sum(shift.columns for shift in p.odds("1317", ["keren-1"]).shifts) == -2
    assert sum(shift.columns for shift in p.odds("1317", ["keren-1", "keren-2"]).shifts) == -1


@every_edition
def test_12_3_the_better_terrain_counts(edition):
    # 0306 has a road and elevated sand, 0910 a road and the farm: the road takes nothing away.
    p = pos(edition, {"keren-1": "0406", "14-21-1": "0306"}, phase="combat")
    check_attack(p, "0306", ["keren-1"], shift=-1)
    p = pos(edition, {"keren-1": "0810", "14-21-1": "0910"}, phase="combat")
    check_attack(p, "0910", ["keren-1"], shift=-2)


@every_edition
def test_12_3_roads_and_trails_give_nothing(edition):
    p = pos(edition, {"keren-1": "0611", "14-21-1": "0612"}, phase="combat")
    check_attack(p, "0612", ["keren-1"], shift=0)
    p = pos(edition, {"keren-1": "1202", "14-21-1": "1203"}, phase="combat")
    check_attack(p, "1203", ["keren-1"], shift=0)


@every_edition
def test_ruling_9_the_map_names_the_terrain_that_counts(edition, tmp_path):
    # The same hex, once as sand and once as elevated sand: cost alike, shelter not.
    own = custom(
        tmp_path,
        edition,
        {"0702 0703 0604 0605": "0702 0703 0605", "0205 0305 0306": "0205 0305 0306 0604"},
    )
    p = pos(edition, {"keren-1": "0505", "14-21-1": "0604"}, phase="combat", on=own)
    check_attack(p, "0604", ["keren-1"], shift=-1)
    p = pos(edition, {"matt-2": "0705"}, on=own)
    assert p.movement("matt-2").cost("0604") == 3
