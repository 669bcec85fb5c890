"""Lines of the rulings that no case test above has: by ruling number."""

import pytest

from .helpers import (
    control,
    field,
    hit,
    illegal,
    legal,
    movement,
    moves,
    play,
    pos,
    reach,
    second,
    stock,
    where,
)


def test_15_a_line_is_looked_at_when_it_is_used():
    """Taking the point behind restores the line of the next unit in the same phase."""
    cut = dict.fromkeys(["refidim", "um-hashiba", "makhshir", "missouri", "chinese-farm"], "arab")
    cut["baluza"] = "arab"
    p = movement({"armor-1": "tasa", "armor-2": "jebel-libni"}, "israel", control=cut)
    illegal(p, "move armor-1 baluza romani", "13.2")
    play(p, "move armor-2 refidim")
    assert "move armor-1 baluza romani" in legal(p)


def test_17_a_second_headquarters_of_a_size_never_but_in_the_reserve():
    p = movement({"hq-143": "israeli-reserve", "hq-162": "israeli-reserve", "hq-36": "gonen"},
                 "israel")  # fmt: skip
    assert "israeli-reserve" in moves(p, "hq-36")
    illegal(p, "move hq-143 gonen", "17.4")


@pytest.mark.parametrize(("tally", "freed"), [(0, False), (1, False), (2, True)])
def test_24_infantry_brigades_are_freed_by_thirds_too(tally, freed):
    units = {"infantry-1": "available", "infantry-2": "available", "gal-t": "available"}
    p = pos(units, side="israel", phase="mobilization", points={"israel": 5}, turn=3,
            thirds={"infantry": tally})  # fmt: skip
    play(p, "mobilize infantry-1 israeli-reserve")
    assert (where(p, "gal-t") == ["breakdown-any"]) == freed


def test_36_reserve_units_may_move_in_either_phase():
    units = {"15-armor": "egyptian-reserve", "25-armor": "egyptian-reserve"}
    assert reach(movement(units), "15-armor")
    p = second(units, moved=["25-armor"])
    assert reach(p, "15-armor")
    illegal(p, "move 25-armor salhiya", "14.0")


def test_39_raids_and_barrages_do_not_count_as_fighting():
    p = second({"15-armor": "deversoir", "hq-2": "deversoir", "armor-1": "fayid"},
               barraged=["deversoir"])  # fmt: skip
    assert "move 15-armor fayid" in legal(p)


def test_40_a_crossing_into_an_enemys_point_is_a_battle():
    p = movement({"eg-inf-1": "deversoir", "eg-eng-1": "deversoir", "garrison-1": "fort-matzmed"})
    play(p, "cross eg-inf-1 fort-matzmed", "end")
    assert legal(p) == {"attack fort-matzmed"}


@pytest.mark.parametrize("unit", ["sm", "s-13"])
def test_40_israeli_commandos_cross_the_canal_alone(unit):
    p = movement({unit: "fort-matzmed"}, "israel")
    play(p, f"cross {unit} deversoir")
    assert where(p, unit) == ["deversoir"]
    assert field(p, "by_water") == [unit]
    illegal(p, f"move {unit} fayid", "13.4")


def test_40_arab_commandos_cross_the_canal_with_an_engineer_only():
    p = movement({"eg-cdo-1": "deversoir"})
    illegal(p, "cross eg-cdo-1 fort-matzmed", "21.1")
    p = movement({"eg-cdo-1": "deversoir", "eg-eng-1": "deversoir"})
    play(p, "cross eg-cdo-1 fort-matzmed")
    assert field(p, "helped") == ["eg-eng-1"]


def test_40_israeli_commandos_leave_the_engineer_free():
    p = movement({"sm": "fort-matzmed", "engineer-1": "fort-matzmed"}, "israel")
    play(p, "cross sm deversoir")
    assert field(p, "helped", []) == []
    assert any(action.startswith("move engineer-1") for action in legal(p))


def test_40_a_bound_engineer_helps_israeli_commandos():
    p = movement(
        {"sm": "fort-matzmed", "engineer-1": "fort-matzmed", "gal-t": "fort-matzmed"}, "israel"
    )
    play(p, "cross gal-t deversoir", "cross sm deversoir")
    assert field(p, "by_water", []) == []


def test_41_a_bridge_works_at_once_whatever_stands_on_the_far_side():
    units = {"eg-eng-1": "deversoir", "15-armor": "deversoir", "217-armor": "fort-matzmed"}
    p = play(movement(units), "bridge eg-eng-1 fort-matzmed")
    assert "move 15-armor fort-matzmed" in legal(p)


def test_42_a_jordanian_that_is_drawn_counts_when_it_comes():
    p = pos({"jordan-40": "turn-track:4", "jordan-99": "turn-track:5", "15-armor": "fayid"},
            phase="event", owner="dice", turn=4, jordan_came=0)  # fmt: skip
    play(p, "draw arab-option", "arrive jordan-40 sheikh-meskin")
    assert field(p, "jordan_came") == 1


def test_43_a_flight_counts_the_reserve_area_as_one_point():
    p = movement({"eg-cdo-1": "salhiya"})
    flights = reach(p, "eg-cdo-1", "fly")
    assert {"ain-sukhna", "suez-city"} <= flights  # by the Egyptian Reserve


def test_44_a_drop_that_was_used_stays_used_when_the_battalion_comes_back():
    units = {"202-a": "refit", "202-b": "refit"}
    p = pos(units, side="israel", phase="refit", points={"israel": 9}, dropped=["202-a"])
    play(p, "refit 202-a", "roll 6")
    if p.step == "refit arrival":
        play(p, "arrive 202-a israeli-reserve")
    assert field(p, "dropped") == ["202-a"]


def test_12_a_point_belongs_to_whoever_stood_in_it_last():
    p = movement({"15-armor": "fayid"}, control={"fayid": "israel", "geneifa": "israel"})
    play(p, "move 15-armor geneifa")
    assert control(p, "geneifa") is None


def test_31_refitted_and_mobilized_from_refit_without_a_die():
    p = pos({"para-1": "refit", "para-2": "refit"}, side="israel", phase="mobilization",
            points={"israel": 4}, turn=3)  # fmt: skip
    play(p, "mobilize para-1 israeli-reserve")
    assert where(p, "para-1") == ["israeli-reserve"]
    assert stock(p, "spent", "israel") == 4


def test_33_a_large_unit_has_its_parts_in_refit_or_eliminated():
    parts = dict.fromkeys(["eg-inf-1", "eg-inf-2", "eg-inf-3"], "breakdown")
    units = {"16-inf-div": "deversoir", "pg": "deversoir", "armor-1": "deversoir"}
    p = hit(units | parts, "deversoir", "arab", 2)
    play(p, "break 16-inf-div", "eliminate eg-inf-1")
    assert where(p, "eg-inf-1") == ["refit"]


@pytest.mark.parametrize(("unit", "place"), [("gonen", True), ("tasa", False)])
def test_62_points_on_the_line_count_as_north(unit, place):
    units = {"mh": "mt-hermon", "armor-1": unit, "sy-inf-1": unit}
    p = pos(units, side="israel", phase="combat 1", step="battles", turn=3)
    assert (play(p, f"attack {unit}").step == "attacker ew") == place
