"""8.0 Events, 28.0 the events."""

import pytest

from .helpers import field, illegal, legal, play, pos, stock, verb, where

ARAB = {
    "arab-allies", "arab-ceasefire", "jordanian-front", "arab-major-operation",
    "arab-morale-check", "oil-embargo", "arab-option", "arab-satellite-recon", "soviet-resupply",
}  # fmt: skip
ISRAEL = {
    "israeli-ceasefire", "combined-arms", "electronic-warfare", "major-operation-a",
    "major-operation-b", "israeli-morale-check", "israeli-option", "israeli-satellite-recon",
    "us-resupply",
}  # fmt: skip
KEEP = {"15-armor": "fayid", "armor-1": "refidim"}


def event(name, units=None, turn=3, **more):
    """Draw an event; something is left to do after it, so that play stops there."""
    side = "arab" if name in ARAB else "israel"
    p = pos(KEEP | (units or {}), turn=turn, side=side, phase="event", owner="dice", **more)
    return play(p, f"draw {name}")


def pool(p):
    return set(field(p, "pool", sorted(ARAB | ISRAEL - {"electronic-warfare"})))


def test_8_1_the_phasing_side_draws_from_its_own_pool():
    p = pos(KEEP, phase="event", owner="dice", turn=3)
    assert legal(p) == {f"draw {name}" for name in ARAB}
    illegal(p, "draw us-resupply", "8.1")
    p = pos(KEEP, phase="event", side="israel", owner="dice", turn=3)
    assert legal(p) == {f"draw {name}" for name in ISRAEL - {"electronic-warfare"}}


def test_8_1_an_empty_pool_gives_no_event():
    p = pos({**KEEP, "eg-inf-1": "available"}, phase="reorganization", turn=3, pool=[])
    assert field(p, "pool", None) == []


def test_8_2_dice_come_before_the_choice():
    p = event("arab-major-operation")
    assert p.step == "event roll"
    play(p, "roll 3")
    assert legal(p) == {"take egypt", "take syria"}
    illegal(p, "take jordan", "28.0")
    play(p, "take syria", "roll 5", "take egypt")
    assert (stock(p, "ew", "syria"), stock(p, "points", "egypt")) == (3, 5 + 3)


def test_8_3_discard_return_and_stays():
    assert "arab-option" not in pool(event("arab-option"))
    assert "oil-embargo" not in pool(event("oil-embargo"))
    p = play(event("oil-embargo"), "take egypt")
    assert "oil-embargo" in pool(p)
    assert "combined-arms" not in pool(event("combined-arms"))


def test_8_3_option_return_events_wait_for_us_resupply():
    held = {"oil-embargo", "arab-morale-check"}
    option = {"options": ["hold_return_events"]}
    p = pos(KEEP, phase="event", owner="dice", turn=3, **option)
    assert legal(p) == {f"draw {name}" for name in ARAB - held}
    illegal(p, "draw oil-embargo", "8.3")
    p = event("us-resupply", **option)
    play(p, "roll 1", "roll 1", "roll 1", "roll 1")
    assert held | {"electronic-warfare"} <= set(field(p, "pool"))


# Arab events


ALLIES = {"algeria": "allies-cup", "saudi": "allies-cup", "jordan-40": "allies-cup",
          "jordan-99": "allies-cup", "kuwait-1": "allies-cup"}  # fmt: skip


def test_28_0_arab_allies_three_dice_draws_and_a_die_each():
    p = event("arab-allies", ALLIES)
    play(p, "roll 1", "roll 1", "roll 2")
    assert p.step == "ally draw"
    assert legal(p) == {f"draw-unit {unit}" for unit in ALLIES}
    play(p, "draw-unit saudi", "roll 2", "draw-unit jordan-40", "roll 6")
    assert where(p, "saudi", "jordan-40") == ["turn-track:5", "turn-track:9"]
    play(p, "draw-unit algeria", "roll 1", "draw-unit kuwait-1", "roll 1")
    assert p.phase != "event"


def test_28_0_an_ally_that_would_come_past_turn_nine_is_out():
    p = event("arab-allies", ALLIES, turn=5)
    play(p, "roll 1", "roll 1", "roll 2", "draw-unit saudi", "roll 5")
    assert where(p, "saudi") == ["permanently-eliminated"]


def test_28_0_an_allowance_of_three_may_be_one_division_of_choice():
    p = event("arab-allies", ALLIES | {"iraq-3-div": "allies-cup"})
    play(p, "roll 1", "roll 1", "roll 1")
    assert legal(p) == {"division iraq-3-div", "pass"}
    illegal(p, "division saudi", "10.12")
    play(p, "division iraq-3-div", "roll 1")
    assert where(p, "iraq-3-div") == ["turn-track:4"]
    assert p.step not in ("ally draw", "ally arrival roll")


def test_28_0_a_division_takes_three_and_is_put_back_where_fewer_are_left():
    p = event("arab-allies", ALLIES | {"iraq-3-div": "allies-cup"})
    play(p, "roll 1", "roll 1", "roll 2")
    assert "draw-unit iraq-3-div" in legal(p)
    play(p, "draw-unit saudi", "roll 1", "draw-unit algeria", "roll 1")
    illegal(p, "draw-unit iraq-3-div", "10.12")
    illegal(p, "draw-unit saudi", "10.12")


def test_28_0_jordanian_front_three_points_and_one_jordanian():
    p = event("jordanian-front")
    assert (field(p, "jordan_cut"), field(p, "jordan_limit")) == (3, 1)
    p = event("israeli-option", {"mech-1": "available"}, jordan_cut=3)
    assert (p.phase, stock(p, "points", "israel")) == ("mobilization", 7 - 3)
    assert field(p, "jordan_cut") == 0


def test_28_0_jordanian_front_takes_a_second_jordanian_off_the_track():
    waiting = {"jordan-40": "turn-track:4", "jordan-99": "turn-track:6"}
    p = event("jordanian-front", waiting)
    assert where(p, "jordan-40", "jordan-99") == ["turn-track:4", "permanently-eliminated"]
    p = event("arab-allies", ALLIES, jordan_limit=1, jordan_came=1)
    play(p, "roll 1", "roll 1", "roll 2")
    illegal(p, "draw-unit jordan-40", "28.0")


def test_28_0_jordanian_front_counts_one_that_has_come():
    p = event("jordanian-front", {"jordan-99": "turn-track:6"}, jordan_came=1)
    assert where(p, "jordan-99") == ["permanently-eliminated"]


@pytest.mark.parametrize(("die", "control", "gate"), [
    (1, {}, 1), (1, {"suez-city": "israel"}, -1), (2, {"suez-city": "israel"}, 1),
    (2, {"suez-city": "israel", "cairo-road": "israel"}, -1),
    (1, {"fayid": "israel"}, 1),
])  # fmt: skip
def test_28_0_arab_morale_check_in_the_sinai(die, control, gate):
    """A town is not counted; the objectives are the Israeli ones."""
    p = event("arab-morale-check", {"eg-inf-1": "available"}, control=control)
    play(p, f"roll {die}", "roll 6")
    assert p.phase == "mobilization"
    assert stock(p, "points", "egypt") == (0 if gate < 0 else 3 + 1)
    assert stock(p, "points", "syria") == 2 + 1
    assert "arab-morale-check" in pool(p)


def test_28_0_arab_morale_check_in_the_golan_counts_forts_there():
    control = {"kudna": "israel", "tel-shams": "israel", "sasa": "israel"}
    p = event("arab-morale-check", {"eg-inf-1": "available"}, control=control)
    play(p, "roll 1", "roll 2")
    assert (stock(p, "points", "egypt"), stock(p, "points", "syria")) == (4, 0)


def test_28_0_oil_embargo_takes_stored_points_too():
    p = event("oil-embargo", points={"israel": 5})
    play(p, "take syria")
    assert (stock(p, "points", "israel"), stock(p, "points", "syria")) == (3, 1 + 2)
    assert stock(event("oil-embargo", points={"israel": 1}), "points", "israel") == 0


@pytest.mark.parametrize("name", ["arab-option", "israeli-option"])
def test_28_0_option_does_nothing(name):
    p = event(name)
    assert p.phase != "event"
    assert name not in pool(p)


def test_28_0_satellite_recon_shows_what_stands_there_now():
    units = {"armor-2": "israeli-reserve"}
    p = event("arab-satellite-recon", units)
    assert p.view("arab")["units"]["armor-1"] == "refidim"
    assert p.view("arab")["units"]["armor-2"] == "israeli-reserve"
    p = event("israeli-satellite-recon", {"eg-inf-1": "egyptian-reserve"})
    assert p.view("israel")["units"]["15-armor"] == "fayid"
    assert p.view("israel")["units"]["eg-inf-1"] == "egyptian-reserve"


def test_28_0_soviet_resupply_counters_points_and_a_marker():
    units = {
        "eg-tac-6": "event-only", "sy-tac-4": "eliminated", "eg-sam-5": "event-only",
        "eg-sam-site-1": "eliminated", "sy-sam-site-1": "refit", "libya-tac": "eliminated",
    }  # fmt: skip
    p = event("soviet-resupply", units)
    play(p, "roll 4")
    assert "arrive eg-tac-6 ready" in legal(p)
    assert "arrive eg-sam-5 egyptian-reserve" in legal(p)
    illegal(p, "arrive eg-tac-5 ready", "10.12")
    illegal(p, "arrive libya-tac ready", "10.12")
    illegal(p, "arrive eg-sam-5 fayid", "10.10")
    sites = {a.split()[2] for a in verb(p, "arrive") if "eg-sam-site-1" in a}
    assert "fayid" in sites
    assert not sites & {"tasa", "sasa", "egyptian-reserve"}
    sites = {a.split()[2] for a in verb(p, "arrive") if "sy-sam-site-1" in a}
    assert {"sasa", "kudna"} <= sites
    assert not sites & {"wasit", "fayid"}
    play(p, "arrive eg-tac-6 ready", "arrive sy-tac-4 ready", "arrive sy-sam-site-1 kudna", "end")
    play(p, "roll 3")
    assert legal(p) == {f"divide {n}" for n in range(4)}
    illegal(p, "divide 4", "28.0")
    play(p, "divide 1", "take egypt")
    assert (stock(p, "points", "egypt"), stock(p, "points", "syria")) == (1 + 3, 2 + 2)
    assert stock(p, "ew", "egypt") == 1
    assert where(p, "eg-tac-6", "sy-tac-4", "sy-sam-site-1") == ["ready", "ready", "kudna"]


# Israeli events


def test_28_0_ceasefire_before_turn_three_goes_back():
    p = event("israeli-ceasefire", turn=2)
    assert "israeli-ceasefire" in pool(p)
    assert (field(p, "ceasefires"), field(p, "ceasefire")) == (0, 0)


@pytest.mark.parametrize("name", ["israeli-ceasefire", "arab-ceasefire"])
def test_28_0_the_first_ceasefire_on_a_one_the_second_always(name):
    p = event(name)
    assert p.step == "event roll"
    play(p, "roll 1")
    assert field(p, "ceasefire") == 1
    p = play(event(name), "roll 2")
    assert (field(p, "ceasefires"), field(p, "ceasefire")) == (1, 0)
    p = event(name, ceasefires=1)
    assert field(p, "ceasefire") == 1


def test_28_0_option_without_ceasefires():
    p = event("arab-ceasefire", options=["no_ceasefire"])
    assert (p.step != "event roll", field(p, "ceasefire")) == (True, 0)


def test_28_0_combined_arms_opens_the_rule():
    units = {"217-armor": "refidim", "mech-1": "refidim", "armor-2": "available"}
    p = event("combined-arms", units)
    assert field(p, "combined_arms") == 1
    assert "convert 217-armor" in legal(p)


def test_28_0_electronic_warfare_waits_for_us_resupply():
    p = event("us-resupply")
    play(p, "roll 1", "roll 1", "roll 1", "roll 1")
    assert "electronic-warfare" in pool(p)
    p = event("electronic-warfare", pool=["electronic-warfare"])
    play(p, "roll 4")
    assert stock(p, "ew", "israel") == 4


@pytest.mark.parametrize("name", ["major-operation-a", "major-operation-b"])
def test_28_0_israeli_major_operations(name):
    p = play(event(name), "roll 2", "roll 4")
    # 7 points come on turn 3
    assert (stock(p, "ew", "israel"), stock(p, "points", "israel")) == (2, 4 + 7)


def test_28_0_ew_beyond_the_counter_mix_is_not_gained():
    p = play(event("major-operation-a", ew={"israel": 4}), "roll 6", "roll 1")
    assert stock(p, "ew", "israel") == 6
    p = play(event("arab-major-operation", ew={"egypt": 3, "syria": 3}), "roll 6", "take egypt")
    assert (stock(p, "ew", "egypt"), stock(p, "ew", "syria")) == (5, 3)


def test_28_0_israeli_morale_check_lasts_until_a_point_is_retaken():
    control = {"fort-milano": "arab", "nafah": "arab"}
    p = play(event("israeli-morale-check", control=control), "roll 2")
    assert set(field(p, "morale", [])) == {"fort-milano", "nafah"}
    p = play(event("israeli-morale-check", control=control), "roll 3")
    assert field(p, "morale", []) == []
    p = pos({"armor-1": "baluza"}, side="israel", morale=["fort-milano", "nafah"], control=control)
    play(p, "move armor-1 fort-milano")
    assert field(p, "morale", []) == []


def test_28_0_the_morale_check_shifts_the_fire_of_israeli_attackers():
    """recon-1 has strength 3; the Arabs answer an r, and nothing comes of a dash."""

    def shot(morale):
        p = pos(
            {"recon-1": "tasa", "armor-1": "tasa", "15-armor": "tasa", "pg": "tasa"},
            side="israel", phase="combat 1", step="fire",
            owner="israel", battle="tasa", first="israel", firing="israel", rounds=1,
            morale=morale, control={"fort-milano": "arab"},
        )  # fmt: skip
        return play(p, "fire recon-1", "roll 5").step

    assert shot([]) == "damage"  # column 3: r
    assert shot(["fort-milano"]) == "fire"  # column 2: nothing


def test_28_0_us_resupply_strikes_antitank_units_and_points():
    units = {
        "ww-1": "event-only", "tac-1": "eliminated", "tac-2": "refit", "tac-3": "ready",
        "antitank-1": "event-only", "antitank-2": "event-only", "depot-1": "refidim",
        "ww-2": "permanently-eliminated", "armor-2": "eliminated",
    }  # fmt: skip
    p = event("us-resupply", units)
    play(p, "roll 1", "roll 2")
    assert verb(p, "arrive") == {"arrive ww-1 ready", "arrive tac-1 ready", "arrive tac-2 ready"}
    illegal(p, "arrive ww-2 ready", "10.12")
    illegal(p, "arrive armor-2 israeli-reserve", "10.12")
    play(p, "arrive ww-1 ready", "arrive tac-1 ready", "arrive tac-2 ready", "roll 2")
    assert verb(p, "arrive") == {"arrive antitank-1 refidim", "arrive antitank-1 israeli-reserve"}
    play(p, "arrive antitank-1 refidim", "arrive antitank-2 israeli-reserve", "roll 5")
    assert stock(p, "points", "israel") == 5 + 7
    assert where(p, "ww-1", "antitank-1") == ["ready", "refidim"]
