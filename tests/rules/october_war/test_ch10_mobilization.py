"""10.0 Mobilization."""

import pytest

from .helpers import field, illegal, legal, play, pos, stock, verb, where


def phase(units, side="israel", points=9, turn=3, **more):
    stocks = {"israel": points, "egypt": points, "syria": points}
    return pos(units, side=side, phase="mobilization", turn=turn, points=stocks, **more)


def buys(p):
    return {a.split()[1] for a in verb(p, "mobilize")}


def test_10_0_from_available_and_from_refit_at_the_price_of_mobilization():
    units = {"armor-16": "available", "armor-17": "refit", "armor-18": "eliminated",
             "mech-1": "breakdown-any", "recon-1": "permanently-eliminated"}  # fmt: skip
    p = phase(units)
    assert buys(p) == {"armor-16", "armor-17"}
    illegal(p, "mobilize armor-18 israeli-reserve", "10.0")
    play(p, "mobilize armor-17 israeli-reserve", "end")
    assert stock(p, "points", "israel") == 8


def income(side, turn):
    """Go from the reorganization phase into mobilization with nothing saved."""
    units = {"armor-16": "available", "eg-mech-1": "available", "sy-mech-1": "available",
             "217-armor": "tasa", "16-inf-div": "fayid",
             **dict.fromkeys(["armor-1", "armor-2", "armor-3"], "breakdown-any"),
             **dict.fromkeys(["eg-inf-1", "eg-inf-2", "eg-inf-3"], "breakdown")}  # fmt: skip
    p = play(pos(units, side=side, phase="reorganization", turn=turn), "end")
    assert p.phase == "mobilization"
    return field(p, "points")


@pytest.mark.parametrize("turn", [2, 3, 4, 5, 9])
def test_10_1_points_come_at_the_start_of_the_phase(turn):
    israel = [0, 6, 7, 8, 8, 8, 8, 8, 8][turn - 1]
    assert income("israel", turn) == {"israel": israel, "egypt": 0, "syria": 0}
    egypt, syria = [0, 2, 3, 3, 3, 4, 3, 2, 2][turn - 1], [0, 2, 2, 3, 3, 2, 2, 2, 2][turn - 1]
    assert income("arab", turn) == {"israel": 0, "egypt": egypt, "syria": syria}


def test_10_1_points_are_saved():
    p = play(phase({"armor-16": "available"}), "end")
    assert stock(p, "points", "israel") == 9


def test_10_2_half_costs_are_rounded_up_when_the_phase_ends():
    three = dict.fromkeys(["infantry-1", "infantry-2", "infantry-3"], "available")
    p = phase(three)
    play(p, "mobilize infantry-1 israeli-reserve", "end")
    assert stock(p, "points", "israel") == 8
    p = phase(three)
    play(p, "mobilize infantry-1 israeli-reserve", "mobilize infantry-2 israeli-reserve", "end")
    assert stock(p, "points", "israel") == 8


def test_10_2_what_cannot_be_paid_is_not_offered():
    units = {"armor-16": "available", "infantry-1": "available", "infantry-2": "available",
             "infantry-3": "available", "recon-1": "available"}  # fmt: skip
    p = phase(units, points=1)
    assert buys(p) == {"armor-16", "infantry-1"}
    illegal(p, "mobilize recon-1 israeli-reserve", "10.2")
    play(p, "mobilize infantry-1 israeli-reserve")
    assert buys(p) == {"infantry-2"}
    illegal(p, "mobilize armor-16 israeli-reserve", "10.2")
    play(p, "mobilize infantry-2 israeli-reserve")
    assert p.phase != "mobilization" or not buys(p)


ISRAELI_PRICES = [
    ("hq-143", 3), ("armor-16", 1), ("mech-1", 1), ("golani-a", 1), ("para-1", 2), ("202-a", 2),
    ("recon-1", 2), ("airmobile-1", 3), ("sm", 3), ("engineer-1", 2),
]  # fmt: skip
ARAB_PRICES = [
    ("hq-2", 4, "egypt"), ("pg", 3, "egypt"), ("15-armor", 2, "egypt"), ("eg-mech-1", 1, "egypt"),
    ("eg-inf-1", 1, "egypt"), ("suez-bde", 1, "egypt"), ("140-para", 3, "egypt"),
    ("eg-cdo-1", 3, "egypt"), ("130-amph", 2, "egypt"), ("eg-mlrs-1", 2, "egypt"),
    ("eg-at-1", 1, "egypt"), ("eg-eng-1", 2, "egypt"), ("eg-ssm-1", 3, "egypt"),
    ("hq-7", 4, "syria"), ("rg", 3, "syria"), ("sy-armor-1", 2, "syria"), ("sy-ssm-1", 3, "syria"),
    ("sy-inf-1", 1, "syria"), ("sy-cdo", 3, "syria"), ("sy-mlrs", 2, "syria"),
]  # fmt: skip


@pytest.mark.parametrize(("unit", "price"), ISRAELI_PRICES)
def test_10_3_israel_has_one_stock(unit, price):
    p = phase({unit: "available", "armor-21": "available"})
    play(p, f"mobilize {unit} israeli-reserve", "end")
    assert field(p, "points") == {"israel": 9 - price, "egypt": 9, "syria": 9}


@pytest.mark.parametrize(("unit", "price", "nation"), ARAB_PRICES)
def test_10_4_egypt_and_syria_pay_for_their_own(unit, price, nation):
    p = phase({unit: "available", "eg-mech-7": "available"}, "arab")
    place = "ready" if "ssm" in unit else f"{'egyptian' if nation == 'egypt' else 'syrian'}-reserve"
    play(p, f"mobilize {unit} {place}", "end")
    assert stock(p, "points", nation) == 9 - price
    assert stock(p, "points", "syria" if nation == "egypt" else "egypt") == 9


def test_10_4_allies_are_never_mobilized():
    p = phase({"libya": "available", "eg-mech-1": "available"}, "arab")
    assert buys(p) == {"eg-mech-1"}
    illegal(p, "mobilize libya egyptian-reserve", "10.4")


def test_10_4_one_nation_has_no_points_for_the_other():
    p = pos({"eg-mech-1": "available", "sy-mech-1": "available"}, phase="mobilization",
            points={"egypt": 0, "syria": 5})  # fmt: skip
    assert buys(p) == {"sy-mech-1"}
    illegal(p, "mobilize eg-mech-1 egyptian-reserve", "10.2")


def test_10_5_large_units_are_formed_not_mobilized():
    p = phase({"17-armor": "available", "armor-16": "available"})
    illegal(p, "mobilize 17-armor israeli-reserve", "10.5")


@pytest.mark.parametrize(
    ("unit", "kind", "limit"), [("armor-16", "armor", 12), ("mech-1", "mechanized", 15)]
)
def test_10_5_twelve_armor_and_fifteen_mechanized_battalions(unit, kind, limit):
    units = {unit: "available", "para-4": "available"}
    assert unit in buys(phase(units, bought={kind: limit - 1}))
    p = phase(units, bought={kind: limit})
    assert unit not in buys(p)
    illegal(p, f"mobilize {unit} israeli-reserve", "10.5")
    assert unit in buys(phase(units, bought={kind: limit}, extra={kind: 1}))


def test_10_5_golani_counts_against_fifteen_and_frees_no_brigade():
    p = phase({"golani-a": "refit", "mech-1": "available", "4-mech": "available"})
    play(p, "mobilize golani-a israeli-reserve")
    assert field(p, "bought") == {"armor": 0, "mechanized": 1}
    assert field(p, "thirds", None) is None


def test_10_5_twelve_and_fifteen_purchases_free_all_brigades():
    units = {f"armor-{n}": "available" for n in range(10, 22)}
    units |= dict.fromkeys(["17-armor", "19-armor", "179-armor", "274-armor"], "available")
    p = phase(units, points=20)
    for n in range(10, 22):
        play(p, f"mobilize armor-{n} israeli-reserve")
    assert where(p, "17-armor", "19-armor", "179-armor", "274-armor") == ["breakdown-any"] * 4


def test_10_5_barrage_markers_up_to_the_counters():
    p = phase({"eg-mech-1": "available"}, "arab", barrage={"egypt": 2, "syria": 2})
    assert verb(p, "mobilize-barrage") == {"mobilize-barrage egypt"}
    illegal(p, "mobilize-barrage syria", "10.5")
    illegal(p, "mobilize-barrage israel", "10.0")
    play(p, "mobilize-barrage egypt", "end")
    assert (stock(p, "barrage", "egypt"), stock(p, "points", "egypt")) == (3, 8)


@pytest.mark.parametrize("unit", ["recon-1", "engineer-1", "sm"])
def test_10_6_from_turn_five_one_free_unit_a_turn(unit):
    units = {unit: "available", "recon-2": "available", "armor-16": "available"}
    p = phase(units, turn=4)
    illegal(p, f"free {unit} israeli-reserve", "10.6")
    p = phase(units, turn=5)
    illegal(p, "free armor-16 israeli-reserve", "10.6")
    play(p, f"free {unit} israeli-reserve")
    illegal(p, "free recon-2 israeli-reserve", "10.6")
    play(p, "end")
    assert stock(p, "points", "israel") == 9


def test_10_6_it_is_lost_if_it_is_not_taken():
    p = phase({"recon-1": "available", "recon-2": "available"}, turn=5, free_used=1)
    assert not verb(p, "free")
    p = pos({"recon-1": "available", "217-armor": "tasa",
             **dict.fromkeys(["armor-1", "armor-2", "armor-3"], "breakdown-any")},
            side="israel", phase="reorganization", turn=6, free_used=1)  # fmt: skip
    play(p, "end")
    assert verb(p, "free") == {"free recon-1 israeli-reserve"}


def test_10_7_special_units_come_by_us_resupply_only():
    p = phase({"antitank-1": "available", "ww-1": "available", "ad-a": "available",
               "garrison-1": "refit", "tac-1": "refit", "armor-16": "available"})  # fmt: skip
    assert buys(p) == {"armor-16"}
    for unit in ("antitank-1", "ad-a", "garrison-1"):
        illegal(p, f"mobilize {unit} israeli-reserve", "10.7")
    illegal(p, "mobilize tac-1 ready", "10.7")


def test_10_8_in_the_reserve_or_with_a_depot_that_has_a_line_and_room():
    units = {"armor-16": "available", "depot-1": "tasa", "depot-2": "gonen", "depot-3": "hushniya"}
    cut = dict.fromkeys(["fort-111", "rafid-junction", "yehudiya", "nafah", "fort-109-110"], "arab")
    p = phase(units, control=cut)
    assert verb(p, "mobilize") == {
        "mobilize armor-16 tasa", "mobilize armor-16 gonen", "mobilize armor-16 israeli-reserve",
    }  # fmt: skip
    illegal(p, "mobilize armor-16 hushniya", "10.8")
    illegal(p, "mobilize armor-16 refidim", "10.8")
    full = {"217-armor": "tasa", "421-armor": "tasa", "armor-1": "tasa", "armor-2": "tasa"}
    p = phase(units | full)  # eight and the depot
    illegal(p, "mobilize armor-16 tasa", "12.1")


def test_10_9_israeli_strikes_come_ready():
    p = pos({"tac-1": "refit", "tac-2": "refit"}, side="israel", phase="refit",
            points={"israel": 5})  # fmt: skip
    play(p, "refit tac-1", "roll 6")
    assert where(p, "tac-1") == ["ready"]


def test_10_10_arabs_in_the_reserve_of_their_front():
    p = phase({"eg-mech-1": "available", "sy-mech-1": "available"}, "arab")
    illegal(p, "mobilize eg-mech-1 syrian-reserve", "10.10")
    illegal(p, "mobilize sy-mech-1 fayid", "10.10")
    assert "mobilize sy-mech-1 syrian-reserve" in legal(p)


def arriving(unit, **more):
    units = {unit: "turn-track:3", "eg-mech-1": "available", "217-armor": "tasa"}
    parts = dict.fromkeys(["eg-inf-1", "eg-inf-2", "eg-inf-3"], "breakdown")
    units |= {"16-inf-div": "fayid", **parts, **more.pop("units", {})}
    return play(pos(units, phase="reorganization", turn=3, **more), "end")


@pytest.mark.parametrize("unit", ["pla-2", "algeria", "saudi", "kuwait-1", "tunisia", "sudan"])
def test_10_10_other_allies_in_either_reserve(unit):
    p = arriving(unit)
    assert legal(p) == {f"arrive {unit} egyptian-reserve", f"arrive {unit} syrian-reserve"}
    illegal(p, f"arrive {unit} fayid", "10.10")
    illegal(p, "arrive eg-mech-1 egyptian-reserve", "10.12")


@pytest.mark.parametrize(
    ("unit", "place"), [("iraq-3-div", "syrian-reserve"), ("libya", "egyptian-reserve")]
)
def test_10_10_iraq_comes_to_the_golan_libya_to_the_sinai(unit, place):
    assert where(arriving(unit), unit) == [place]


def test_10_10_jordanians_at_sheikh_meskin_if_no_israeli_is_there():
    p = arriving("jordan-40")
    assert legal(p) == {"arrive jordan-40 sheikh-meskin", "arrive jordan-40 syrian-reserve"}
    p = arriving("jordan-40", units={"armor-1": "sheikh-meskin"})
    assert where(p, "jordan-40") == ["syrian-reserve"]


def test_10_10_jordanians_leave_the_reserve_by_sheikh_meskin_and_may_fight_their_way_in():
    p = pos(
        {"jordan-40": "syrian-reserve", "armor-1": "sheikh-meskin", "morocco": "syrian-reserve"}
    )
    assert "move jordan-40 sheikh-meskin" in legal(p)
    illegal(p, "move morocco sheikh-meskin", "25.3")


def test_10_11_arab_strikes_come_ready_iraqs_too():
    assert where(arriving("iraq-tac-1"), "iraq-tac-1") == ["ready"]
    p = pos({"iraq-tac-1": "ready"}, phase="air commitment")
    assert "commit tac iraq sinai recon 1" in legal(p)
    illegal(p, "commit tac iraq golan recon 1", "18.5")


def test_10_12_reinforcements_arrive_in_order_and_cannot_be_put_off():
    p = arriving("algeria", units={"saudi": "turn-track:3", "sudan": "turn-track:4"})
    illegal(p, "end", "6.2")
    play(p, "arrive algeria egyptian-reserve", "arrive saudi syrian-reserve")
    assert p.step == "mobilization"
    assert where(p, "sudan") == ["turn-track:4"]
    assert stock(p, "points", "egypt") == 3
