"""26, 23.1, 61, 62: whose markers serve where, and the signals unit's. First fire: test_ch15."""

from .battle_helpers import at, battle, legal, play, pos, raid, tac, verb


def test_61_arab_markers_serve_their_own_theater():
    units = {"eg-cdo-1": "ismailia", "armor-1": "fort-purkan", "sy-inf-1": "kudna",
             "armor-2": "fort-111"}  # fmt: skip
    p = pos(units, "arab", "movement 1", looking=1, ew={"egypt": 1})
    assert "look-ew fort-purkan" in legal(p)
    assert "look-ew fort-111" not in legal(p)
    p = pos(units, "arab", "movement 1", looking=1, ew={"syria": 1})
    assert "look-ew fort-purkan" not in legal(p)
    assert "look-ew fort-111" in legal(p)


def test_62_the_signals_unit_gives_one_marker_in_the_north():
    units = ("armor-1", "sy-inf-1")
    p = battle("um-butne", units, others={"mh": "mt-hermon"})
    assert p.step == "attacker ew", "the points on the line count"
    play(p, "ew")
    assert p.to_move == "israel"
    assert p.to_dict()["signals_used"] == 1
    assert battle("kudna", units, others={"mh": "mt-hermon"}).step == "fire", "south of it"
    assert battle("tasa", units, others={"mh": "mt-hermon"}).step == "fire"
    assert battle("um-butne", units, others={"mh": "eliminated"}).step == "fire"
    used = battle("um-butne", units, others={"mh": "mt-hermon"}, signals_used=1)
    assert used.step == "fire"


def test_62_it_is_used_first():
    p = battle("um-butne", ("armor-1", "sy-inf-1"), others={"mh": "mt-hermon"}, ew={"israel": 2})
    play(p, "ew")
    assert p.to_dict()["ew"]["israel"] == 2
    p = battle("um-butne", ("armor-1", "sy-inf-1"), others={"mh": "mt-hermon"}, signals_used=1,
               ew={"israel": 2})  # fmt: skip
    play(p, "ew")
    assert p.to_dict()["ew"]["israel"] == 1


def test_62_it_answers_in_defense_too():
    p = battle("um-butne", ("armor-1", "sy-inf-1"), "arab", others={"mh": "mt-hermon"},
               ew={"syria": 1})  # fmt: skip
    play(p, "ew")
    assert (p.step, p.to_move) == ("defender ew", "israel")


def test_62_for_raids_and_looks_but_not_for_the_battles_of_the_sky():
    box = {**tac(2, "golan:ground-attack"), "mh": "mt-hermon"}
    assert raid({"sy-inf-1": "um-butne", **box}, "um-butne tac 2").step == "raid ew"
    assert raid({"sy-inf-1": "tsil", **box}, "tsil tac 2").step == "air defense"
    p = pos({"sy-inf-1": "um-butne", "mh": "mt-hermon", "sy-inf-2": "tsil"}, "israel", "movement 1",
            looking=1, control={"mt-hermon": "arab"})  # fmt: skip
    assert "look-ew um-butne" in legal(p)
    assert "look-ew tsil" not in legal(p)
    p = pos({"mh": "mt-hermon", **tac(3)}, "arab", "air commitment")
    play(p, "end", "commit tac israel golan air-superiority 2", "end")
    assert p.step == "superiority roll"


def test_62_every_game_turn_anew():
    p = pos({"mh": "mt-hermon", "armor-1": "tasa"}, "israel", "combat 2", signals_used=1)
    play(p, "end")
    while p.turn == 2:
        play(p, sorted(legal(p))[-1])
    assert "signals_used" not in p.to_dict()


def test_26_3_a_marker_with_a_raid_is_gone():
    units = {**at("el-firdan", "eg-mech-1", "eg-inf-1"), **tac(3, "sinai:ground-attack")}
    p = raid(units, "el-firdan tac 3", ew={"israel": 1})
    assert legal(p) == {"ew", "pass"}
    play(p, "ew")
    assert "ew" not in p.to_dict()
    assert p.to_dict()["raid_ew"] == [1]


def test_46_a_marker_once_a_battle():
    p = battle("tasa", ("armor-1", "eg-inf-1"), ew={"israel": 3, "egypt": 3})
    play(p, "ew", "ew")
    assert p.step == "fire"
    assert verb(p, "ew") == set()
