"""16.3 to 16.5, 52, 53: retreats instead of hits, where they lead, by air, static units."""

from .battle_helpers import at, battle, fire, legal, losses, play, pos, verb, where


def test_16_3_arabs_cancel_one_hit_and_the_rest_is_taken_first():
    p = battle("el-firdan", ("14-armor", "eg-inf-1", "eg-mech-1", "eg-inf-2"), flew=["14-armor"])
    fire(p, "14-armor", 4)  # two hits
    assert "retreat" in legal(p)
    play(p, "retreat")
    assert (p.step, p.to_dict()["hits"]) == ("damage", 1)
    play(p, "eliminate eg-inf-1")
    assert p.step == "retreat"
    while p.step == "retreat":
        play(p, sorted(legal(p))[0])
    assert p.step == "battles"
    assert losses(p) == {"egypt": 1}


def test_16_3_israelis_cancel_two():
    units = ("4-armor-div", "armor-1", "mech-1", "mech-2")
    p = battle("tasa", units, "arab", flew=["4-armor-div"])
    play(p, "hold", "fire 4-armor-div", "roll 6")  # 13: three hits
    play(p, "retreat")
    assert p.to_dict()["hits"] == 1
    p = battle("tasa", units, "arab", flew=["4-armor-div"])
    play(p, "hold", "fire 4-armor-div", "roll 4", "retreat")
    assert p.step == "retreat"
    assert losses(p) == {}


def test_16_3_all_must_go():
    p = battle("el-firdan", ("armor-1", "eg-inf-1", "eg-mech-1"), flew=["armor-1"])
    fire(p, "armor-1", 5)
    play(p, "retreat", "withdraw eg-inf-1 ismailia")
    assert verb(p, "withdraw") == legal(p)
    assert all(" eg-mech-1 " in action for action in legal(p))


def test_16_4_friendly_points_without_enemies_with_a_line():
    units = {**at("el-firdan", "armor-1", "eg-inf-1", "eg-mech-1"), "mech-1": "qantara-west"}
    p = pos(units, flew=["armor-1"])
    play(p, "attack el-firdan", "hold", "fire armor-1", "roll 5", "retreat")
    assert verb(p, "withdraw") == {"withdraw eg-inf-1 ismailia", "withdraw eg-mech-1 ismailia"}


def test_16_4_not_into_what_the_enemy_controls():
    units = at("el-firdan", "armor-1", "eg-inf-1", "eg-mech-1")
    p = pos(units, flew=["armor-1"], control={"qantara-west": "israel"})
    play(p, "attack el-firdan", "hold", "fire armor-1", "roll 5", "retreat")
    assert verb(p, "withdraw") == {"withdraw eg-inf-1 ismailia", "withdraw eg-mech-1 ismailia"}


def test_16_4_without_a_line_from_there_no_retreat_but_for_airmobile_units():
    units = at("tasa", "14-armor", "eg-inf-1", "140-para")
    p = pos(units, control={"missouri": "arab"})
    play(p, "attack tasa", "hold", "fire 14-armor", "roll 2")  # 12: R
    assert "retreat" in legal(p)
    play(p, "retreat")
    assert "withdraw 140-para missouri" in legal(p)
    assert not any("eg-inf-1" in action for action in legal(p))
    play(p, "withdraw 140-para missouri")
    assert p.units["eg-inf-1"] == "tasa", "who has no way stays [52]"
    assert p.step == "attacker stays"


def test_16_4_nobody_has_a_way_so_a_hit_is_taken():
    p = battle("tasa", ("14-armor", "eg-inf-1", "eg-mech-1"))
    fire(p, "14-armor", 2)
    assert legal(p) == {"eliminate eg-inf-1", "eliminate eg-mech-1"}
    play(p, "eliminate eg-inf-1")
    assert p.step == "attacker stays"


def test_16_4_room():
    full = {"4-armor-div": "ismailia", **at("qantara-west", "6-mech-div", "eg-mech-2")}
    units = {**at("el-firdan", "armor-1", "2-inf-div", "eg-mech-1"), **full}
    p = pos(units, flew=["armor-1"])
    play(p, "attack el-firdan", "hold", "fire armor-1", "roll 5", "retreat")
    assert legal(p) == {"withdraw eg-mech-1 ismailia"}, "the only way there is"
    play(p, "withdraw eg-mech-1 ismailia")
    assert (p.step, legal(p)) == ("retreat", {"stay"}), "that there is no room is not told [O43]"
    play(p, "stay")
    assert where(p, "eg-mech-1", "2-inf-div") == ["ismailia", "el-firdan"]


def test_16_4_mechanized_units_not_onto_a_mountain():
    units = {**at("masaade", "armor-1", "airmobile-1", "3-armor-div")}
    p = pos(units, "arab", flew=["3-armor-div"])
    play(p, "attack masaade", "hold", "fire 3-armor-div", "roll 3")
    if p.step == "damage":
        play(p, "retreat")
    assert "withdraw airmobile-1 mt-hermon" in legal(p)
    assert "withdraw armor-1 mt-hermon" not in legal(p)


def test_16_4_over_the_canal_by_a_bridge():
    units = {**at("fort-matzmed", "armor-1", "6-mech-div"), "eg-inf-1": "deversoir"}
    p = pos(units, "israel", flew=["armor-1"])
    play(p, "attack fort-matzmed", "hold", "fire armor-1", "roll 5")
    assert p.units["6-mech-div"] == "breakdown", "no way: a hit is taken"
    p = pos(units, "israel", flew=["armor-1"], bridges={"deversoir": "arab"})
    play(p, "attack fort-matzmed", "hold", "fire armor-1", "roll 5", "retreat")
    play(p, "withdraw 6-mech-div deversoir")
    assert p.units["6-mech-div"] == "deversoir"


def test_52_over_the_canal_on_foot_with_an_engineer_at_either_end():
    for engineer, goes in (("deversoir", True), ("fort-matzmed", True), ("ismailia", False)):
        units = {**at("fort-matzmed", "armor-1", "eg-inf-1"), "eg-eng-1": engineer,
                 "eg-mech-1": "fort-matzmed"}  # fmt: skip
        p = pos(units, "israel", flew=["armor-1"])
        play(p, "attack fort-matzmed", "hold", "fire armor-1", "roll 5")
        assert ("retreat" in legal(p)) == goes
        if goes:
            play(p, "retreat")
            assert not any("eg-mech-1" in action for action in legal(p))


def test_16_4_amphibious_units_over_the_canal_and_a_lake():
    p = pos(at("fort-matzmed", "armor-1", "130-amph", "eg-inf-1"), flew=["armor-1"])
    play(p, "attack fort-matzmed", "hold", "fire armor-1", "roll 5", "retreat")
    assert legal(p) == {"withdraw 130-amph deversoir"}
    p = pos(at("chinese-farm", "14-armor", "130-amph", "eg-inf-1"), flew=["14-armor"])
    play(p, "attack chinese-farm", "hold", "fire 14-armor", "roll 2", "retreat")
    assert legal(p) == {"withdraw 130-amph fayid"}, "two points, to the far shore"


def test_16_4_israeli_commandos_over_a_lake():
    p = pos(at("geneifa", "s-13", "eg-armor-1", "infantry-1"), "arab")
    play(p, "attack geneifa", "hold", "fire eg-armor-1", "roll 6")
    assert {"retreat"} <= legal(p)
    play(p, "retreat")
    assert "withdraw s-13 gidi-junction" in legal(p)


def test_16_4_from_an_edge_point_into_the_reserve_area():
    p = pos(at("jebel-libni", "armor-1", "4-armor-div", "mech-1"), "arab", flew=["4-armor-div"])
    play(p, "attack jebel-libni", "hold", "fire 4-armor-div", "roll 1", "retreat")
    assert "withdraw armor-1 israeli-reserve" in legal(p)
    p = pos(at("salhiya", "14-armor", "eg-inf-1", "eg-mech-1"), flew=["14-armor"])
    play(p, "attack salhiya", "hold", "fire 14-armor", "roll 2", "retreat")
    assert "withdraw eg-inf-1 egyptian-reserve" in legal(p)


def test_16_4_airmobile_units_may_fly():
    units = at("el-firdan", "armor-1", "140-para", "eg-inf-1")
    p = pos(units, flew=["armor-1"])
    play(p, "attack el-firdan", "hold", "fire armor-1", "roll 5", "retreat")
    flights = verb(p, "fly")
    assert "fly 140-para abu-suweir" in flights
    assert "fly 140-para fort-hizayon" not in flights, "a friendly-controlled point"
    assert "fly 140-para cairo-road" not in flights, "no objective"
    play(p, "fly 140-para abu-suweir")
    assert (p.step, p.to_move) == ("sam ask", "israel"), "always asked with fog [71]"
    play(p, "pass")
    assert p.step == "retreat roll"
    play(p, "roll 6")
    assert p.units["140-para"] == "abu-suweir"


def test_52_after_an_aborted_flight_they_walk_if_they_can():
    units = at("el-firdan", "armor-1", "140-para", "eg-inf-1")
    p = pos(units, flew=["armor-1"])
    play(p, "attack el-firdan", "hold", "fire armor-1", "roll 5", "retreat")
    play(p, "fly 140-para abu-suweir", "pass", "roll 2")
    assert p.step == "retreat"
    assert all(action.startswith("withdraw 140-para ") for action in legal(p))
    play(p, "withdraw 140-para ismailia")
    assert p.step == "retreat"


def test_52_a_crash_is_no_casualty_point():
    units = at("el-firdan", "armor-1", "140-para", "eg-inf-1")
    p = pos(units, flew=["armor-1"])
    play(p, "attack el-firdan", "hold", "fire armor-1", "roll 5", "retreat")
    play(p, "fly 140-para abu-suweir", "pass", "roll 1")
    assert p.units["140-para"] == "refit"
    assert losses(p) == {}


def test_16_4_8_static_units_are_eliminated_when_the_others_go():
    units = {**at("fort-milano", "garrison-1", "armor-1", "4-armor-div")}
    p = pos(units, "arab", flew=["4-armor-div"])
    play(p, "attack fort-milano", "hold", "fire 4-armor-div", "roll 2")  # 12: R
    play(p, "retreat", "withdraw armor-1 baluza")
    assert p.units["garrison-1"] == "eliminated"
    assert losses(p) == {"israel": 1}
    assert p.step == "battles"


def test_16_4_static_units_alone_cannot_retreat():
    p = pos(at("fort-milano", "garrison-1", "garrison-2", "4-armor-div"), "arab",
            flew=["4-armor-div"])  # fmt: skip
    play(p, "attack fort-milano", "hold", "fire 4-armor-div", "roll 2")
    assert p.to_dict()["rounds"] == 2, "nobody has a way, so nobody is asked"
    assert sorted(where(p, "garrison-1", "garrison-2")) == ["eliminated", "fort-milano"]


def test_19_city_brigades_stay_in_africa():
    units = {**at("fort-purkan", "ismailia-bde", "armor-1"), "eg-eng-1": "ismailia"}
    p = pos(units, flew=["armor-1"])
    play(p, "attack fort-purkan", "hold", "fire armor-1", "roll 5")
    assert "retreat" in legal(p)
    play(p, "retreat")
    assert legal(p) == {"withdraw ismailia-bde ismailia"}


def test_53_the_attacker_retreats_at_the_end_of_a_round():
    p = battle("el-firdan", ("14-armor", "eg-inf-1", "eg-mech-1", "para-1"), flew=["14-armor"],
               control={"fort-hizayon": "israel"}, bridges={"el-firdan": "israel"})  # fmt: skip
    fire(p, "14-armor", 6)
    play(p, "eliminate eg-inf-1")
    assert p.step == "battles"
