"""18, 19.1 to 19.7, 55 to 57, 9: commitment, air superiority and strategic attacks."""

import pytest

from .battle_helpers import at, commit, eg_tac, legal, losses, play, pos, tac, verb, where

ALL = {**tac(20), **eg_tac(10), **at("ready", "sy-tac-1", "sy-tac-2", "ww-1", "eg-ssm-1",
       "eg-ssm-2", "sy-ssm-1")}  # fmt: skip


def start(side="arab", turn=2, **more):
    p = pos(ALL, "arab", "air commitment", turn=turn, **more)
    return play(p, "end") if side == "israel" else p


def orders(p, kind, nation):
    return {a.rsplit(" ", 1)[0] for a in legal(p) if a.startswith(f"commit {kind} {nation} ")}


@pytest.mark.parametrize(("kind", "nation", "theaters", "missions"), [
    ("tac", "egypt", "sinai", "air-superiority strategic ground-attack recon"),
    ("tac", "syria", "golan", "air-superiority strategic ground-attack recon"),
    ("tac", "iraq", "sinai", "air-superiority strategic ground-attack recon"),
    ("tac", "libya", "sinai", "air-superiority strategic ground-attack recon"),
    ("tac", "algeria", "sinai", "air-superiority strategic ground-attack recon"),
    ("ssm", "egypt", "sinai", "strategic ground-attack"),
    ("ssm", "syria", "golan", "strategic ground-attack"),
])  # fmt: skip
def test_18_4_and_18_5_arab_missions_and_theaters(kind, nation, theaters, missions):
    assert orders(start(), kind, nation) == {
        f"commit {kind} {nation} {t} {m}" for t in theaters.split() for m in missions.split()
    }


@pytest.mark.parametrize(("kind", "missions"), [
    ("tac", "air-superiority strategic ground-attack recon"),
    ("wild-weasel", "air-superiority ground-attack recon"),
])  # fmt: skip
def test_18_4_israeli_missions_in_both_theaters(kind, missions):
    assert orders(start("israel"), kind, "israel") == {
        f"commit {kind} israel {t} {m}" for t in ("sinai", "golan") for m in missions.split()
    }


def test_18_3_each_side_in_order_and_each_mission_once():
    p = start()
    play(p, "commit tac egypt sinai strategic 2")
    assert "commit tac egypt sinai strategic 1" not in legal(p)
    assert "commit tac egypt sinai air-superiority 1" not in legal(p)
    assert "commit tac egypt sinai recon 4" in legal(p)
    assert "commit tac egypt sinai recon 5" not in legal(p), "six in all"
    assert verb(p, "end") == {"end"}
    assert where(p, "eg-tac-1", "eg-tac-3") == ["sinai:strategic", "ready"]


def test_6_3_2_ten_israeli_tac_on_turn_one():
    p = start("israel", turn=1)
    assert "commit tac israel sinai strategic 10" in legal(p)
    assert "commit tac israel sinai strategic 11" not in legal(p)
    play(p, "commit tac israel sinai strategic 7")
    assert "commit tac israel golan recon 3" in legal(p)
    assert "commit tac israel golan recon 4" not in legal(p)
    assert "commit wild-weasel israel golan recon 1" in legal(p), "TAC alone are counted"
    assert "commit tac israel sinai strategic 20" in legal(start("israel", turn=2))


# Air superiority


def test_19_3_more_than_ten_factors_are_several_dice():
    p = commit({**tac(20), **eg_tac(10)}, "tac egypt sinai recon 6",
               "tac israel sinai air-superiority 13")  # fmt: skip
    play(p, "roll 6")  # the ten: four are lost
    assert p.step == "superiority roll"
    play(p, "roll 4")  # three: A
    found = where(p, *(f"eg-tac-{n}" for n in range(1, 7)))
    assert (found.count("eliminated"), found.count("refit")) == (4, 1)


def test_19_2_wild_weasels_count_two():
    p = commit({**at("ready", "ww-1", "ww-2"), **eg_tac(6)},
               "wild-weasel israel sinai air-superiority 2")  # fmt: skip
    play(p, "roll 5")  # column 4: one
    assert where(p, *(f"eg-tac-{n}" for n in range(1, 7))).count("eliminated") == 1


def test_19_3_the_side_with_more_tac_fires_first():
    p = commit(ALL, "tac egypt sinai air-superiority 3", "tac israel sinai air-superiority 5")
    assert (p.step, p.to_move, p.to_dict()["side"]) == ("superiority roll", "dice", "israel")
    play(p, "roll 2")  # A: one of three goes before the answer
    assert where(p, "eg-tac-1", "eg-tac-2", "eg-tac-3").count("refit") == 1
    assert p.to_dict()["side"] == "arab"
    play(p, "roll 5")  # column 2 now: A
    assert where(p, *(f"tac-{n}" for n in range(1, 21))).count("refit") == 1
    p = commit(ALL, "tac egypt sinai air-superiority 5", "tac israel sinai air-superiority 3")
    assert p.to_dict()["side"] == "arab"


def test_56_wild_weasels_are_not_counted_for_who_fires_first():
    p = commit({**at("ready", "ww-1", "ww-2", "tac-1"), **eg_tac(6)},
               "tac egypt sinai air-superiority 2", "tac israel sinai air-superiority 1",
               "wild-weasel israel sinai air-superiority 2")  # fmt: skip
    assert p.to_dict()["side"] == "arab"


def test_19_3_equal_numbers_are_simultaneous():
    p = commit(ALL, "tac egypt sinai air-superiority 5", "tac israel sinai air-superiority 5")
    play(p, "roll 6")
    assert p.step == "superiority roll"
    assert "eliminated" not in where(p, "eg-tac-1", "eg-tac-2")
    play(p, "roll 6")
    assert where(p, *(f"eg-tac-{n}" for n in range(1, 7))).count("eliminated") == 2
    assert where(p, *(f"tac-{n}" for n in range(1, 21))).count("eliminated") == 2
    assert losses(p) == {"israel": 2, "egypt": 2}


def test_19_4_losses_this_mission_then_others_of_the_theater_then_ready():
    p = commit({**tac(20), **eg_tac(4)}, "tac egypt sinai air-superiority 1",
               "tac egypt sinai recon 1", "tac israel sinai air-superiority 10")  # fmt: skip
    play(p, "roll 6")  # four
    assert where(p, *(f"eg-tac-{n}" for n in range(1, 5))) == ["eliminated"] * 4
    p = commit({**tac(20), **eg_tac(6), **at("ready", "eg-ssm-1", "sy-tac-1")},
               "tac egypt sinai air-superiority 1", "tac egypt sinai recon 1",
               "tac israel sinai air-superiority 10")  # fmt: skip
    play(p, "roll 2")
    assert where(p, "eg-tac-1", "eg-tac-2", "eg-tac-3") == ["eliminated", "eliminated", "ready"]
    p = commit({**tac(20), **at("ready", "eg-tac-1", "eg-ssm-1", "sy-tac-1")},
               "tac israel sinai air-superiority 10")  # fmt: skip
    play(p, "roll 6")
    assert where(p, "eg-tac-1", "eg-ssm-1", "sy-tac-1") == ["eliminated", "ready", "ready"]


def test_19_4_the_owner_chooses():
    arabs = ("tac egypt sinai air-superiority 2", "tac libya sinai air-superiority 1")
    p = commit({**tac(20), **eg_tac(7)}, *arabs, "tac israel sinai air-superiority 9")
    play(p, "roll 2")
    assert (p.step, p.to_move) == ("superiority loss", "arab")
    assert legal(p) == {"lose eg-tac-1", "lose libya-tac"}
    play(p, "lose libya-tac")
    assert p.units["libya-tac"] == "permanently-eliminated"
    assert losses(p) == {"egypt": 1}


def test_33_allied_strikes_are_out_for_good_on_a_refit_too():
    p = commit({**tac(20), **at("ready", "libya-tac")}, "tac libya sinai air-superiority 1",
               "tac israel sinai air-superiority 5")  # fmt: skip
    play(p, "roll 2")
    assert p.units["libya-tac"] == "permanently-eliminated"
    assert losses(p) == {}


def test_56_who_has_more_left_has_air_superiority():
    p = commit(ALL, "tac egypt sinai air-superiority 3", "tac israel sinai air-superiority 5")
    play(p, "roll 1", "roll 1")
    assert p.to_dict()["air_master"] == {"sinai": "israel"}
    p = commit(ALL, "tac egypt sinai air-superiority 3", "tac israel sinai air-superiority 3")
    play(p, "roll 1", "roll 1")
    assert "air_master" not in p.to_dict()
    p = commit(ALL, "tac syria golan air-superiority 1")
    play(p, "roll 1")
    assert p.to_dict()["air_master"] == {"golan": "arab"}


def test_19_3_7_one_side_alone_may_shift_half_to_ground_attack():
    p = commit(ALL, "tac israel golan air-superiority 5")
    play(p, "roll 1")
    assert (p.step, p.to_move) == ("shift", "israel")
    assert legal(p) == {"shift 1", "shift 2", "shift 3", "pass"}
    play(p, "shift 3")
    boxes = where(p, *(f"tac-{n}" for n in range(1, 21)))
    assert (boxes.count("golan:ground-attack"), boxes.count("used")) == (3, 2)
    p = commit(ALL, "tac syria golan air-superiority 1", "tac israel golan air-superiority 5")
    play(p, "roll 6")
    assert p.step != "shift", "the other side had committed some"


def test_19_3_ew_adds_one_column_to_every_die():
    p = commit({**tac(20), **eg_tac(6)}, "tac israel sinai air-superiority 4", ew={"israel": 1})
    assert (p.step, p.to_move) == ("superiority ew", "israel")
    q = play(p.copy(), "ew", "roll 2")  # column 5: A
    assert where(q, *(f"eg-tac-{n}" for n in range(1, 7))).count("refit") == 1
    assert "ew" not in q.to_dict()
    play(p, "pass", "roll 2")
    assert "refit" not in where(p, *(f"eg-tac-{n}" for n in range(1, 7)))
    assert p.to_dict()["ew"]["israel"] == 1


def test_19_1_nothing_to_fight_for_nothing_asked():
    p = commit(ALL, ew={"israel": 2})
    assert p.phase not in ("air superiority", "strategic attack")


# Strategic attacks


def test_19_5_the_order_of_the_attacks():
    p = commit(ALL, "tac egypt sinai strategic 2", "tac syria golan strategic 2",
               "tac israel sinai strategic 2", "tac israel golan strategic 2")  # fmt: skip
    seen = []
    while p.phase == "strategic attack":
        data = p.to_dict()
        seen.append((data["side"], data.get("air_theater", "sinai")))
        play(p, "roll 1", "roll 1")
    assert seen == [("israel", "sinai"), ("israel", "golan"), ("arab", "sinai"), ("arab", "golan")]


def test_9_both_arab_attacks_hit_the_one_israeli_index():
    p = commit(ALL, "tac egypt sinai strategic 3", "tac syria golan strategic 2")
    play(p, "roll 1", "roll 6", "roll 1", "roll 6")
    assert losses(p) == {"israel": 2}


def test_18_9_ssm_meet_no_air_defense_and_are_used_up():
    p = commit(ALL, "ssm egypt sinai strategic 2")
    assert p.step == "strategic roll"
    play(p, "roll 6")  # 2 each: column 4
    assert losses(p) == {"israel": 2}
    assert where(p, "eg-ssm-1", "eg-ssm-2") == ["available", "available"]
    p = commit(ALL, "tac egypt sinai strategic 1", "ssm egypt sinai strategic 1")
    assert p.step == "strategic defense roll"
    play(p, "roll 5")
    assert where(p, "eg-tac-1", "eg-ssm-1") == ["eliminated", "sinai:strategic"]


def test_26_3_ew_ignores_elim_never_ar_and_adds_a_column():
    p = commit(tac(20), "tac israel sinai strategic 4", ew={"israel": 1})
    assert p.step == "strategic ew"
    play(p, "ew", "roll 6")
    boxes = where(p, *(f"tac-{n}" for n in range(1, 21)))
    assert (boxes.count("eliminated"), boxes.count("refit")) == (0, 1)
    play(p, "roll 4")  # three and one: column 4
    assert losses(p) == {"egypt": 1}


def test_57_column_ten_at_most():
    p = commit(tac(20), "tac israel sinai strategic 20", ew={"israel": 1})
    play(p, "ew", "roll 1", "roll 6")
    assert losses(p) == {"egypt": 4}
    assert set(where(p, "tac-1", "tac-20")) == {"used"}


def test_57_nothing_is_left_to_attack_with():
    p = commit(tac(20), "tac israel sinai strategic 1")
    play(p, "roll 5")
    assert p.phase != "strategic attack"
    assert losses(p) == {"israel": 1}
