"""11.0 Refit, and the lines of communication that decide who gets there."""

import pytest

from .helpers import field, hit, illegal, legal, movement, moves, play, pos, stock, verb, where


def phase(units, side="israel", turn=3, points=9, **more):
    stocks = {"israel": points, "egypt": points, "syria": points}
    return pos(units, side=side, phase="refit", turn=turn, points=stocks, **more)


def test_11_1_a_small_unit_with_a_line_goes_to_refit():
    p = hit({"armor-1": "tasa", "armor-2": "tasa", "15-armor": "tasa"}, "tasa", "israel")
    play(p, "eliminate armor-1")
    assert where(p, "armor-1") == ["refit"]


def test_11_1_without_a_line_to_eliminated():
    control = dict.fromkeys(
        ["refidim", "um-hashiba", "makhshir", "missouri", "chinese-farm", "baluza"], "arab"
    )
    units = {"armor-1": "tasa", "armor-2": "tasa", "15-armor": "tasa"}
    p = play(hit(units, "tasa", "israel", control=control), "eliminate armor-1")
    assert where(p, "armor-1") == ["eliminated"]


@pytest.mark.parametrize(
    ("unit", "box"),
    [
        ("garrison-1", "eliminated"),
        ("depot-1", "eliminated"),
        ("hq-sc", "refit"),
        ("ad-a", "refit"),
    ],
)
def test_11_1_what_has_no_price_of_refit_goes_to_eliminated(unit, box):
    p = hit({unit: "tasa", "armor-2": "tasa", "15-armor": "tasa"}, "tasa", "israel")
    assert where(play(p, f"eliminate {unit}"), unit) == [box]


def test_11_1_a_unit_that_flew_this_turn_has_a_line():
    units = {"eg-cdo-1": "tasa", "eg-cdo-2": "tasa", "armor-1": "tasa"}
    p = play(hit(units, "tasa", "arab", flew=["eg-cdo-1"]), "eliminate eg-cdo-1")
    assert where(p, "eg-cdo-1") == ["refit"]
    p = play(hit(units, "tasa", "arab", flew=["eg-cdo-1"]), "eliminate eg-cdo-2")
    assert where(p, "eg-cdo-2") == ["eliminated"]


# 11.2: a unit without LOC moves one point, so moves show what has one


def far(p, unit):
    return max(len(a.split()) - 2 for a in p.legal_actions() if a.startswith(f"move {unit} "))


def test_11_2_by_roads_over_own_points_to_the_reserve_area():
    assert far(movement({"armor-1": "tasa"}, "israel"), "armor-1") == 2
    cut = dict.fromkeys(["refidim", "um-hashiba", "makhshir", "missouri", "chinese-farm"], "arab")
    assert far(movement({"armor-1": "tasa"}, "israel", control=cut), "armor-1") == 2  # by Baluza
    cut["baluza"] = "arab"
    p = movement({"armor-1": "tasa"}, "israel", control=cut)
    assert far(p, "armor-1") == 1
    illegal(p, "move armor-1 baluza romani", "13.2")


def test_11_2_not_through_an_enemys_point():
    around = ["refidim", "um-hashiba", "makhshir", "missouri", "chinese-farm", "baluza"]
    enemies = {f"eg-inf-{k + 1}": point for k, point in enumerate(around)}
    assert far(movement({"armor-1": "tasa"} | enemies, "israel"), "armor-1") == 1


def test_11_2_the_own_point_may_be_shared():
    p = movement({"armor-1": "tasa", "eg-inf-1": "tasa"}, "israel")
    assert far(p, "armor-1") == 2


def test_11_2_over_the_canal_only_by_a_friendly_bridge():
    held = {"control": {"fort-matzmed": "arab", "chinese-farm": "arab", "missouri": "arab"}}
    units = {"15-armor": "chinese-farm", "eg-inf-1": "fort-matzmed"}
    assert far(movement(units, **held), "15-armor") == 1
    p = movement(units, bridges={"deversoir": "arab"}, **held)
    assert far(p, "15-armor") == 2
    shared = {"15-armor": "fort-matzmed", "armor-1": "fort-matzmed"}
    p = movement(shared, bridges={"deversoir": "arab"}, **held)
    assert far(p, "15-armor") == 2
    p = movement(shared, bridges={"deversoir": "israel"}, **held)
    assert far(p, "15-armor") == 1


def test_11_2_amphibious_and_commando_units_of_both_sides_over_lakes():
    held = {"control": {"chinese-farm": "arab", "missouri": "arab", "tasa": "arab"}}
    p = movement({"130-amph": "chinese-farm", "eg-cdo-1": "chinese-farm"}, **held)
    assert "tasa" in moves(p, "eg-cdo-1")
    assert far(p, "eg-cdo-1") == 2
    p = movement({"eg-inf-1": "chinese-farm"}, **held)
    assert far(p, "eg-inf-1") == 1


def test_11_2_israelis_in_an_israeli_fort_never_need_one():
    cut = dict.fromkeys(["fort-purkan", "chinese-farm"], "arab")
    p = hit({"armor-1": "fort-matzmed", "armor-2": "fort-matzmed", "15-armor": "fort-matzmed"},
            "fort-matzmed", "israel", control=cut)  # fmt: skip
    assert where(play(p, "eliminate armor-1"), "armor-1") == ["refit"]


def test_11_2_syrians_trace_to_the_syrian_reserve():
    cut = dict.fromkeys(["tel-shams", "beit-jinn", "kanaker"], "israel")
    cut |= {"to-damascus-katana": "israel"}
    p = movement({"sy-armor-1": "sasa"}, control=cut)
    assert far(p, "sy-armor-1") == 1


# 11.3 and 11.4

ISRAELI_PRICES = [
    ("hq-143", 4), ("armor-1", 1), ("mech-1", 1), ("para-1", 2), ("infantry-1", 1), ("recon-1", 2),
    ("airmobile-1", 4), ("sm", 4), ("engineer-1", 2), ("tac-1", 1), ("antitank-1", 2),
    ("ad-a", 2), ("ww-1", 2),
]  # fmt: skip
ARAB_PRICES = [
    ("hq-2", 6), ("pg", 4), ("15-armor", 2), ("eg-mech-1", 2), ("eg-inf-1", 1), ("140-para", 4),
    ("eg-cdo-1", 4), ("130-amph", 2), ("eg-mlrs-1", 2), ("eg-at-1", 1), ("eg-eng-1", 2),
    ("eg-sam-1", 4), ("eg-tac-1", 2),
]  # fmt: skip


@pytest.mark.parametrize(("unit", "halves"), ISRAELI_PRICES)
def test_11_3_israeli_prices_of_refit(unit, halves):
    p = play(phase({unit: "refit", "armor-21": "refit"}), f"refit {unit}", "roll 1")
    assert stock(p, "spent", "israel") == halves


@pytest.mark.parametrize(("unit", "halves"), ARAB_PRICES)
def test_11_3_arab_prices_of_refit(unit, halves):
    p = play(phase({unit: "refit", "25-armor": "refit"}, "arab"), f"refit {unit}", "roll 1")
    assert stock(p, "spent", "egypt") == halves


def test_11_3_what_is_not_refitted():
    p = phase({"eg-ssm-1": "refit", "15-armor": "refit", "25-armor": "eliminated"}, "arab")
    assert verb(p, "refit") == {"refit 15-armor"}
    illegal(p, "refit eg-ssm-1", "11.3")
    illegal(p, "refit 25-armor", "11.1")
    p = phase({"15-armor": "refit", "eg-inf-1": "refit"}, "arab", points=0)
    illegal(p, "refit 15-armor", "11.3")


def test_11_3_mobilization_and_refit_are_rounded_apart():
    units = {"infantry-1": "available", "infantry-2": "refit", "infantry-3": "available"}
    p = pos(units, side="israel", phase="mobilization", turn=3, points={"israel": 9})
    play(p, "mobilize infantry-1 israeli-reserve", "end", "refit infantry-2", "roll 1")
    if p.phase == "refit":
        play(p, "end")
    assert stock(p, "points", "israel") == 7


ISRAELI_RESULTS = [
    (1, "permanently-eliminated"), (2, "turn-track:5"), (3, "turn-track:4"), (4, "turn-track:4"),
    (5, "now"), (6, "now"),
]  # fmt: skip
ARAB_RESULTS = [
    (1, "permanently-eliminated"), (2, "permanently-eliminated"), (3, "turn-track:6"),
    (4, "turn-track:5"), (5, "turn-track:4"), (6, "now"),
]  # fmt: skip


@pytest.mark.parametrize(("die", "to"), ISRAELI_RESULTS)
def test_11_4_israeli_results(die, to):
    units = {"armor-1": "refit", "armor-2": "refit", "depot-1": "tasa"}
    p = play(phase(units), "refit armor-1", f"roll {die}")
    if to == "now":
        assert legal(p) == {"arrive armor-1 tasa", "arrive armor-1 israeli-reserve"}
        illegal(p, "arrive armor-2 tasa", "11.3")
        play(p, "arrive armor-1 tasa")
        to = "tasa"
    assert where(p, "armor-1") == [to]


@pytest.mark.parametrize(("die", "to"), ARAB_RESULTS)
def test_11_4_arab_results(die, to):
    p = play(phase({"15-armor": "refit", "25-armor": "refit"}, "arab"), "refit 15-armor",
             f"roll {die}")  # fmt: skip
    assert where(p, "15-armor") == ["egyptian-reserve" if to == "now" else to]


def test_11_4_past_turn_nine_never():
    p = play(phase({"armor-1": "refit", "armor-2": "refit"}, turn=8), "refit armor-1", "roll 2")
    assert where(p, "armor-1") == ["permanently-eliminated"]


def test_11_4_it_arrives_at_the_start_of_that_turns_mobilization_phase():
    units = {"armor-1": "turn-track:4", "217-armor": "tasa", "mech-1": "available"}
    parts = dict.fromkeys(["armor-4", "armor-2", "armor-3"], "breakdown-any")
    p = pos(units | parts | {"depot-1": "gonen"}, side="israel", phase="reorganization", turn=4)
    play(p, "end")
    assert p.step == "arrivals"
    play(p, "arrive armor-1 gonen")
    assert where(p, "armor-1") == ["gonen"]
    p = pos(units | parts, side="israel", phase="reorganization", turn=3)
    play(p, "end")
    assert where(p, "armor-1") == ["turn-track:4"]
    assert field(p, "points")["israel"] == 7


def test_11_4_refit_costs_no_purchase_of_the_limit():
    p = play(phase({"armor-1": "refit", "armor-2": "refit"}), "refit armor-1", "roll 6")
    assert field(p, "bought", None) is None
