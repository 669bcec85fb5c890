"""15.1 to 15.4, 15.8 to 15.10, 45 to 47, 53, 54: which battle, who fires first, rounds, the end."""

from .battle_helpers import at, battle, fire, legal, losses, play, pos, verb, where


def stand_off(**more):
    """A battle at Tasa in which everybody can leave."""
    return battle("tasa", ("armor-1", "armor-2", "140-para", "eg-cdo-1"), "israel",
                  control={"missouri": "arab"}, **more)  # fmt: skip


def test_15_1_every_point_with_both_sides_must_be_fought():
    units = {**at("tasa", "armor-1", "eg-inf-1"), **at("baluza", "mech-1", "eg-inf-2")}
    p = play(pos(units, step="raids"), "end")
    assert p.step == "battles"
    assert legal(p) == {"attack baluza", "attack tasa"}
    assert p.to_move == "israel"


def test_15_1_theater_by_theater_the_attacker_choosing():
    units = {**at("tasa", "armor-1", "eg-inf-1"), **at("baluza", "mech-1", "eg-inf-2"),
             **at("nafah", "armor-2", "sy-inf-1"), "eg-inf-3": "missouri"}  # fmt: skip
    p = pos(units, control={"missouri": "arab"})
    assert legal(p) == {"attack baluza", "attack tasa", "attack nafah"}
    play(p, "attack tasa")
    fire(p, "armor-1", 6)
    while p.step != "battles":
        play(p, sorted(legal(p))[0])
    assert legal(p) == {"attack baluza"}, "the theater that was begun comes first"


def test_15_8_units_that_did_not_move_must_fight_in_the_second_phase_too():
    p = pos(at("tasa", "armor-1", "eg-inf-1"), "arab", "combat 2")
    assert legal(p) == {"attack tasa"}


def test_15_2_the_defender_fires_first():
    p = stand_off()
    assert (p.step, p.to_move) == ("fire", "arab")
    assert p.to_dict()["firing"] == "arab"


def test_15_4_each_unit_once_in_a_round_and_none_is_obliged():
    p = stand_off()
    assert legal(p) == {"fire 140-para", "fire eg-cdo-1", "hold"}
    play(p, "fire 140-para", "roll 1")
    assert legal(p) == {"fire eg-cdo-1", "hold"}
    play(p, "hold")
    assert p.to_move == "israel"
    assert legal(p) == {"fire armor-1", "hold"}, "of equal counters the first is named"


def test_47_the_first_result_is_applied_before_the_answer():
    p = battle("tasa", ("armor-1", "eg-armor-1", "eg-armor-2"))
    fire(p, "eg-armor-1", 6)
    play(p, "eliminate armor-1")
    assert p.step == "battles", "nobody is left to fire back"
    assert legal(p) == {"end"}
    assert p.to_dict()["control"]["tasa"] == "arab"


def test_15_3_7_a_round_without_any_result_sends_the_attackers_back():
    units = {"armor-1": "missouri", "eg-mech-1": "tasa"}
    p = pos(units, "israel", "movement 1", control={"tasa": "arab"})
    play(p, "move armor-1 tasa", "end", "attack tasa")
    play(p, "fire eg-mech-1", "roll 1", "fire armor-1", "roll 1")
    assert where(p, "armor-1", "eg-mech-1") == ["missouri", "tasa"]
    assert p.step == "battles"
    assert losses(p) == {}


def test_53_holding_fire_is_no_result_either():
    units = {"armor-1": "israeli-reserve", "eg-mech-1": "jebel-libni"}
    p = pos(units, "israel", "movement 1", control={"jebel-libni": "arab"})
    play(p, "move armor-1 jebel-libni", "end", "attack jebel-libni", "hold", "hold")
    assert p.units["armor-1"] == "israeli-reserve", "from off the map to the reserve area"


def test_53_airmobile_units_go_back_to_where_their_flight_began():
    units = {"airmobile-1": "tasa", "eg-mech-1": "baluza"}
    p = pos(units, "israel", "movement 1")
    play(p, "fly airmobile-1 baluza", "pass", "roll 6", "end", "attack baluza", "hold", "hold")
    assert p.units["airmobile-1"] == "tasa"


def test_53_without_room_to_go_back_a_retreat():
    units = {"armor-1": "missouri", "eg-mech-1": "tasa"}
    p = pos(units, "israel", "movement 1", control={"tasa": "arab"})
    play(p, "move armor-1 tasa", "end")
    data = p.to_dict()
    data["units"] |= at("missouri", "14-armor", "401-armor", "460-armor")
    p = p.game.position(data)
    play(p, "attack tasa", "hold", "hold")
    assert (p.step, legal(p)) == ("go back", {"stay"}), "whether there is room is not told [O43]"
    play(p, "stay")
    assert p.step == "retreat"
    assert "withdraw armor-1 missouri" not in legal(p)
    assert "withdraw armor-1 um-hashiba" in legal(p)


def test_53_without_any_way_the_attacker_is_eliminated():
    units = {"armor-1": "tasa", "eg-mech-1": "tasa", **at("missouri", "eg-inf-1")}
    ring = ("missouri", "chinese-farm", "baluza", "makhshir", "refidim", "um-hashiba")
    p = pos(units, control=dict.fromkeys(ring, "arab"))
    play(p, "attack tasa", "hold", "hold")
    assert p.units["armor-1"] == "eliminated"
    assert losses(p) == {"israel": 1}


def test_16_0_one_result_keeps_the_battle_going():
    p = stand_off()
    fire(p, "140-para", 5)  # 3, out of supply: column 1
    fire(p, "armor-1", 5)  # column 4: R
    assert p.step == "damage"
    play(p, "eliminate 140-para", "hold")
    assert (p.step, p.to_move) == ("attacker stays", "israel")
    assert legal(p) == {"retreat", "stay"}
    play(p, "stay")
    assert (p.step, p.to_move) == ("defender stays", "arab")
    play(p, "stay")
    assert p.to_dict()["rounds"] == 2
    assert (p.step, p.to_move) == ("fire", "arab"), "the same side fires first again"


def test_16_3_the_attacker_decides_first_then_the_defender():
    p = stand_off()
    play(p, "hold")
    fire(p, "armor-1", 5)
    play(p, "eliminate 140-para", "hold", "retreat")
    while p.step == "retreat":
        play(p, sorted(verb(p, "withdraw"))[0])
    assert p.step == "battles"
    assert p.units["eg-cdo-1"] == "tasa"
    assert p.to_dict()["control"]["tasa"] == "arab", "the winner controls the point [54]"


def test_16_6_no_advance():
    p = stand_off()
    play(p, "hold")
    fire(p, "armor-1", 5)
    play(p, "retreat")
    while p.step == "retreat":
        play(p, sorted(verb(p, "withdraw"))[0])
    assert p.step == "battles"
    assert where(p, "armor-1", "armor-2") == ["tasa", "tasa"]


def test_39_who_fought_is_remembered():
    p = stand_off()
    assert set(p.to_dict()["fought"]) == {"armor-1", "armor-2"}
    p = battle("tasa", ("armor-1", "eg-inf-1"), phase="combat 2")
    assert "fought" not in p.to_dict()


def test_15_9_static_units_fight_like_others():
    p = battle("fort-milano", ("garrison-1", "eg-armor-1", "eg-armor-2"), "arab")
    assert legal(p) == {"fire garrison-1", "hold"}


# Nations [12.3, 22.1, 45]


def test_22_1_one_nation_fires_in_attack_all_in_defense():
    units = ("sy-armor-1", "iraq-6", "armor-1")
    p = battle("um-butne", units, "arab")
    assert (p.step, p.to_move) == ("nation", "arab")
    assert legal(p) == {"nation syria", "nation iraq"}
    play(p, "nation iraq", "hold")
    assert legal(p) == {"fire iraq-6", "hold"}
    p = battle("um-butne", units, "israel")
    assert legal(p) == {"fire sy-armor-1", "fire iraq-6", "hold"}


def test_45_the_others_may_be_lost():
    p = battle("um-butne", ("sy-armor-1", "iraq-6", "armor-1"), "arab")
    play(p, "nation iraq", "fire armor-1", "roll 6")
    assert {"eliminate sy-armor-1", "eliminate iraq-6"} <= legal(p)


# First fire [15.2(2), 26.2, 46]


def test_26_2_the_attacker_alone_plays_and_fires_first():
    p = stand_off(ew={"israel": 1})
    assert (p.step, p.to_move) == ("attacker ew", "israel")
    play(p, "ew")
    assert (p.step, p.to_move) == ("fire", "israel")
    assert legal(p) == {"fire armor-1", "hold"}
    assert p.to_dict().get("ew", {}).get("israel", 0) == 0, "played markers are gone"


def test_26_2_the_defender_answers_and_fires_first():
    p = stand_off(ew={"israel": 1, "egypt": 1})
    play(p, "ew")
    assert (p.step, p.to_move) == ("defender ew", "arab")
    play(p, "ew")
    assert (p.step, p.to_move) == ("fire", "arab")
    assert "ew" not in p.to_dict()
    p = stand_off(ew={"israel": 1, "egypt": 1})
    play(p, "ew", "pass")
    assert (p.step, p.to_move) == ("fire", "israel")


def test_26_2_the_defender_is_asked_only_after_a_marker():
    p = stand_off(ew={"israel": 1, "egypt": 1})
    play(p, "pass")
    assert (p.step, p.to_move) == ("fire", "arab")
    assert p.to_dict()["ew"] == {"israel": 1, "egypt": 1, "syria": 0}
    p = stand_off(ew={"egypt": 3})
    assert p.step == "fire"


def test_61_egypts_markers_serve_the_sinai_syrias_the_golan():
    units = ("sy-armor-1", "armor-1")
    assert battle("um-butne", units, "arab", ew={"egypt": 2}).step == "fire"
    assert battle("um-butne", units, "arab", ew={"syria": 1}).step == "attacker ew"
    p = battle("fort-milano", ("eg-armor-1", "armor-1"), "arab", ew={"syria": 2})
    assert p.step == "fire"


def test_53_ew_is_not_played_again_in_the_next_round():
    p = stand_off(ew={"israel": 2})
    play(p, "ew", "fire armor-1", "roll 5", "eliminate 140-para", "hold", "hold", "stay", "stay")
    assert (p.step, p.to_move) == ("fire", "israel")
    assert p.to_dict()["ew"]["israel"] == 1


def test_6_3_1_syria_fires_first_in_the_south_on_turn_one():
    south = ("5-mech-div", "armor-1")
    p = battle("fort-111", south, "arab", turn=1, ew={"israel": 1, "syria": 1})
    assert (p.step, p.to_move) == ("fire", "arab"), "without a marker, and none can be played"
    p = battle("fort-111", south, "arab", turn=1, phase="combat 2")
    assert p.to_move == "arab"
    assert battle("fort-111", south, "arab", turn=2).to_move == "israel"
    north = battle("fort-107", south, "arab", turn=1)
    assert north.to_move == "israel"
    on_line = battle("fort-109-110", south, "arab", turn=1)
    assert on_line.to_move == "israel", "points on the line count as north [62]"


def test_46_only_syria_as_the_firing_nation_has_the_surprise():
    units = ("sy-armor-1", "morocco", "armor-1")
    p = battle("fort-111", units, "arab", turn=1)
    play(p, "nation morocco")
    assert p.to_move == "israel"
    p = battle("fort-111", units, "arab", turn=1)
    play(p, "nation syria")
    assert p.to_move == "arab"


def test_53_against_first_fire_the_defender_may_retreat_before_firing():
    p = stand_off(ew={"israel": 1})
    play(p, "ew", "hold")
    assert legal(p) == {"fire 140-para", "fire eg-cdo-1", "hold", "retreat"}
    play(p, "fire 140-para", "roll 1")
    assert "retreat" not in legal(p), "not after his first shot"
    p = stand_off(ew={"israel": 1})
    play(p, "ew", "hold", "retreat")
    while p.step == "retreat":
        play(p, sorted(verb(p, "withdraw"))[0])
    assert p.step == "battles"


def test_53_he_who_fires_first_is_not_asked_so():
    assert "retreat" not in legal(stand_off())
