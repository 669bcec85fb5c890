"""9.0 Reorganization."""

import pytest

from .helpers import field, hit, illegal, legal, play, pos, verb, where

ARMOR = ["armor-1", "armor-2", "armor-3"]


def phase(units, side="arab", **more):
    return pos(units, side=side, phase="reorganization", **more)


def all_in(units, place):
    return dict.fromkeys(units, place)


CHART = [
    ("arab", "4-armor-div", ["eg-armor-1", "eg-armor-2", "eg-mech-1"]),
    ("arab", "6-mech-div", ["eg-mech-1", "eg-mech-2", "eg-armor-1"]),
    ("arab", "16-inf-div", ["eg-inf-1", "eg-inf-2", "eg-inf-3"]),
    ("arab", "1-armor-div", ["sy-armor-1", "sy-armor-2", "sy-mech-1"]),
    ("arab", "5-mech-div", ["sy-inf-1", "sy-inf-2", "sy-mech-1"]),
    ("arab", "iraq-3-div", ["iraq-6", "iraq-12", "iraq-8"]),
    ("israel", "14-armor", ARMOR),
    ("israel", "4-mech", ["mech-1", "mech-2", "mech-3"]),
    ("israel", "31-para", ["para-1", "para-2", "para-3"]),
    ("israel", "gal-t", ["infantry-1", "infantry-2", "infantry-3"]),
    ("israel", "golani", ["golani-a", "golani-b", "golani-c"]),
    ("israel", "202-para", ["202-a", "202-b", "202-c"]),
]
HOME = {"arab": "breakdown", "israel": "breakdown-any"}


def reserve_of(unit):
    if unit.startswith(("1-", "5-", "iraq")):
        return "syrian-reserve"
    return "egyptian-reserve" if "div" in unit else "israeli-reserve"


@pytest.mark.parametrize(("side", "large", "parts"), CHART)
def test_9_1_the_chart_combining(side, large, parts):
    place = reserve_of(large)
    p = phase(all_in(parts, place) | {large: HOME[side]}, side)
    play(p, f"combine {large} {place}")
    assert where(p, large) == [place]
    assert where(p, *parts) == [HOME[side]] * 3


@pytest.mark.parametrize(("side", "large", "parts"), CHART)
def test_9_2_the_chart_breaking_down(side, large, parts):
    place = reserve_of(large)
    p = phase(all_in(parts, HOME[side]) | {large: place}, side)
    play(p, f"break {large}")
    assert where(p, large) == [HOME[side]]
    assert where(p, *parts) == [place] * 3


def test_9_1_only_brigades_of_one_nation():
    units = {"eg-armor-1": "cairo-road", "libya": "cairo-road", "eg-mech-1": "cairo-road"}
    p = phase(units | {"4-armor-div": "breakdown"})
    illegal(p, "combine 4-armor-div cairo-road", "9.3")


def test_9_3_all_components_in_one_point():
    units = {"armor-1": "tasa", "armor-2": "tasa", "armor-3": "refidim"}
    p = phase(units | {"14-armor": "breakdown-sinai"}, "israel")
    assert not verb(p, "combine")
    illegal(p, "combine 14-armor tasa", "9.3")
    p = phase(all_in(ARMOR, "tasa") | {"14-armor": "breakdown-sinai"}, "israel")
    assert verb(p, "combine") == {"combine 14-armor tasa"}


def test_9_3_components_need_a_line_of_communication():
    control = dict.fromkeys(
        ["refidim", "um-hashiba", "makhshir", "missouri", "chinese-farm", "baluza"], "arab"
    )
    units = all_in(ARMOR, "tasa") | {"14-armor": "breakdown-sinai"}
    p = phase(units, "israel", control=control)
    assert not verb(p, "combine")
    reason = illegal(p, "combine 14-armor tasa", "9.3").reason
    assert "line of communication" in reason


def test_9_3_used_battalions_lie_in_available_while_a_brigade_is_unmobilized():
    units = all_in(ARMOR, "tasa") | {"14-armor": "breakdown-sinai"}
    p = play(phase(units | {"17-armor": "available"}, "israel"), "combine 14-armor tasa")
    assert where(p, *ARMOR) == ["available"] * 3
    p = play(phase(units, "israel"), "combine 14-armor tasa")
    assert where(p, *ARMOR) == ["breakdown-any"] * 3


def test_9_4_breaking_down_needs_no_line():
    control = dict.fromkeys(["refidim", "um-hashiba", "makhshir", "missouri"], "arab")
    control |= {"chinese-farm": "arab", "baluza": "arab"}
    p = phase({"14-armor": "tasa"} | all_in(ARMOR, "available"), "israel", control=control)
    assert "break 14-armor" in legal(p)


def test_9_4_components_come_from_breakdown_available_refit_eliminated():
    boxes = {
        "eg-inf-1": "eliminated", "eg-inf-2": "refit", "eg-inf-3": "available",
        "eg-inf-4": "breakdown", "eg-inf-5": "breakdown",
    }  # fmt: skip
    p = play(phase({"16-inf-div": "fayid"} | boxes), "break 16-inf-div")
    parts = {unit for unit in boxes if p.units[unit] == "fayid"}
    assert parts == {"eg-inf-3", "eg-inf-4", "eg-inf-5"}


def test_9_4_refit_before_eliminated():
    boxes = {"eg-inf-1": "eliminated", "eg-inf-2": "refit", "eg-inf-3": "refit",
             "eg-inf-4": "refit", "eg-inf-5": "deversoir"}  # fmt: skip
    p = play(phase({"16-inf-div": "fayid"} | boxes), "break 16-inf-div")
    assert where(p, "eg-inf-1", "eg-inf-5") == ["eliminated", "deversoir"]


def test_9_4_small_units_do_not_break_down():
    p = phase({"15-armor": "fayid", "16-inf-div": "fayid"} | all_in(
        ["eg-inf-1", "eg-inf-2", "eg-inf-3"], "available"))  # fmt: skip
    illegal(p, "break 15-armor", "9.4")


def test_9_4_no_endless_exchange_in_one_phase():
    """[O1] What was broken down is not formed again, what was formed not broken down."""
    parts = ["eg-inf-1", "eg-inf-2", "eg-inf-3"]
    p = phase({"16-inf-div": "fayid", "pg": "fayid"} | all_in(parts, "available"))
    play(p, "break 16-inf-div")
    assert p.phase != "reorganization" or "combine 16-inf-div fayid" not in legal(p)
    p = phase(all_in(parts, "cairo-road") | {"16-inf-div": "breakdown", "2-inf-div": "fayid"}
              | all_in(["eg-inf-4", "eg-inf-5", "eg-inf-6"], "available"))  # fmt: skip
    play(p, "combine 16-inf-div cairo-road")
    illegal(p, "break 16-inf-div", "9.4")
    assert "break 2-inf-div" in legal(p)


def test_9_4_parts_may_be_regrouped_into_another_division():
    parts = ["eg-inf-1", "eg-inf-2", "eg-inf-3"]
    p = phase({"16-inf-div": "cairo-road", "2-inf-div": "breakdown"} | all_in(parts, "available"))
    play(p, "break 16-inf-div")
    assert "combine 2-inf-div cairo-road" in legal(p)
    illegal(p, "combine 16-inf-div cairo-road", "9.5")


def test_9_5_a_brigade_not_mobilized_yet_cannot_be_formed():
    p = phase(all_in(ARMOR, "israeli-reserve") | {"17-armor": "available"}, "israel")
    illegal(p, "combine 17-armor israeli-reserve", "9.5")


def test_9_5_each_third_battalion_mobilized_frees_a_brigade():
    units = all_in(["armor-16", "armor-17"], "available") | {"17-armor": "available"}
    p = pos(units, side="israel", phase="mobilization", points={"israel": 9},
            thirds={"armor": 2}, turn=4)  # fmt: skip
    play(p, "mobilize armor-16 israeli-reserve")
    assert where(p, "17-armor") == ["breakdown-any"]


def test_9_5_a_brigade_tied_to_a_theater_is_formed_there():
    p = phase(all_in(ARMOR, "wasit") | {"14-armor": "breakdown-sinai"}, "israel")
    illegal(p, "combine 14-armor wasit", "9.5")
    p = phase(all_in(ARMOR, "wasit") | {"17-armor": "breakdown-any"}, "israel")
    assert "combine 17-armor wasit" in legal(p)


def test_9_5_a_brigade_broken_down_goes_to_the_box_of_its_theater():
    for place, box in (("tasa", "sinai"), ("wasit", "golan"), ("israeli-reserve", "any")):
        p = phase({"17-armor": place} | all_in(ARMOR, "available"), "israel")
        assert where(play(p, "break 17-armor"), "17-armor") == [f"breakdown-{box}"]


def test_9_5_units_must_be_in_play():
    p = phase({"16-inf-div": "breakdown", "2-inf-div": "fayid"} | all_in(
        ["eg-inf-1", "eg-inf-2", "eg-inf-3"], "available"))  # fmt: skip
    illegal(p, "break 16-inf-div", "9.5")
    illegal(p, "combine 2-inf-div fayid", "9.3")


def test_9_6_golani_and_202_battalions_form_only_their_own_brigade():
    golani = ["golani-a", "golani-b", "golani-c"]
    p = phase(all_in(golani, "gonen") | {"golani": "breakdown-golan", "4-mech": "breakdown-any"},
              "israel")  # fmt: skip
    assert verb(p, "combine") == {"combine golani gonen"}
    drops = ["202-a", "202-b", "202-c"]
    p = phase(all_in(drops, "gonen") | {"202-para": "breakdown-any", "31-para": "breakdown-golan"},
              "israel")  # fmt: skip
    assert verb(p, "combine") == {"combine 202-para gonen"}


def test_9_6_they_are_not_drawn_for_other_brigades():
    p = phase(
        {"4-mech": "tasa"}
        | all_in(["golani-a", "golani-b", "golani-c"], "available")
        | {"31-para": "tasa"}
        | all_in(["para-1", "para-2", "para-3"], "available"),
        "israel",
    )
    illegal(p, "break 4-mech", "9.8")


def test_9_7_eliminating_a_large_unit_is_breaking_it_down_and_four_hits():
    parts = ["eg-inf-1", "eg-inf-2", "eg-inf-3"]
    units = {"16-inf-div": "tasa", "pg": "tasa", "armor-1": "tasa"} | all_in(parts, "breakdown")
    p = hit(units, "tasa", "arab", 4)
    play(p, "break 16-inf-div", *(f"eliminate {unit}" for unit in parts))
    assert p.casualties["egypt"] == 3
    assert where(p, "16-inf-div", "pg") == ["breakdown", "tasa"]


def test_9_8_without_components_it_goes_whole_and_takes_four_hits():
    units = {"16-inf-div": "tasa", "pg": "tasa", "armor-1": "tasa", "eg-inf-1": "fayid"}
    p = hit(units, "tasa", "arab", 4)
    assert "eliminate 16-inf-div" in legal(p)
    illegal(p, "break 16-inf-div", "9.8")
    play(p, "eliminate 16-inf-div")
    assert where(p, "16-inf-div", "pg") == ["permanently-eliminated", "tasa"]
    assert p.casualties["egypt"] == 3
    p = phase({"16-inf-div": "permanently-eliminated"} | all_in(
        ["eg-inf-1", "eg-inf-2", "eg-inf-3"], "cairo-road"))  # fmt: skip
    illegal(p, "combine 16-inf-div cairo-road", "9.5")


def test_9_8_battalions_raised_from_refit_raise_the_limit():
    boxes = {"armor-1": "refit", "armor-2": "eliminated", "armor-3": "available"}
    p = play(phase({"14-armor": "tasa", "17-armor": "tasa"} | boxes, "israel"), "break 14-armor")
    assert field(p, "extra") == {"armor": 2, "mechanized": 0}
    boxes = all_in(["para-1", "para-2", "para-3"], "refit")
    p = play(phase({"31-para": "tasa", "14-armor": "tasa"} | boxes | all_in(ARMOR, "available"),
                   "israel"), "break 31-para")  # fmt: skip
    assert field(p, "extra", None) is None


def test_9_8_task_forces_after_three_and_six_conversions():
    three = all_in(ARMOR, "tasa")
    units = three | {
        "tf-a": "breakdown-any",
        "tf-b": "breakdown-any",
        "14-armor": "breakdown-sinai",
    }

    def forces(conversions):
        p = phase(units, "israel", conversions=conversions)
        return {a.split()[1] for a in verb(p, "combine")} - {"14-armor"}

    assert [forces(n) for n in (2, 3, 5)] == [set(), {"tf-a"}, {"tf-a"}]
    units["tf-a"] = "gonen"  # while both lie there they are alike, and tf-a is the first
    assert [forces(n) for n in (5, 6)] == [set(), {"tf-b"}]
    p = phase(units, "israel", conversions=5)
    illegal(p, "combine tf-b tasa", "9.8")
    mech = all_in(["mech-1", "mech-2", "mech-3"], "tasa") | {"tf-mech": "breakdown-any"}
    assert not verb(phase(mech, "israel", conversions=2), "combine")
    assert verb(phase(mech, "israel", conversions=3), "combine") == {"combine tf-mech tasa"}


def test_9_9_two_armor_and_a_mechanized_battalion_once_the_event_has_come():
    units = {"armor-1": "tasa", "armor-2": "tasa", "mech-1": "tasa", "14-armor": "breakdown-sinai"}
    p = phase(units | {"armor-3": "refidim"}, "israel")
    illegal(p, "combine-arms 14-armor tasa", "9.9")
    p = phase(units | {"pg": "fayid"}, "israel", combined_arms=1)
    assert verb(p, "combine-arms") == {"combine-arms 14-armor tasa"}
    play(p, "combine-arms 14-armor tasa")
    assert where(p, "14-armor", "armor-1", "mech-1") == ["tasa", "breakdown-any", "breakdown-any"]
    assert field(p, "back") == ["14-armor"]
    assert field(p, "conversions") == 0


def test_9_9_conversion_turns_a_brigade_over_and_gives_an_armor_battalion():
    units = {"14-armor": "tasa", "mech-1": "tasa", "armor-1": "refit", "armor-2": "available"}
    p = phase(units, "israel", combined_arms=1)
    play(p, "convert 14-armor")
    assert where(p, "14-armor", "mech-1", "armor-2", "armor-1") == [
        "tasa", "breakdown-any", "tasa", "refit",
    ]  # fmt: skip
    assert field(p, "back") == ["14-armor"]
    assert field(p, "conversions") == 1


def test_9_9_no_conversion_without_event_battalion_or_mechanized_battalion():
    units = {"14-armor": "tasa", "mech-1": "tasa", "armor-1": "available"}
    illegal(phase(units | {"7-armor": "gonen"} | all_in(["armor-2", "armor-3"], "available"),
                  "israel"), "convert 14-armor", "9.9")  # fmt: skip
    for change in ({"mech-1": "refidim"}, {"armor-1": "permanently-eliminated"}):
        p = phase(units | change, "israel", combined_arms=1)
        illegal(p, "convert 14-armor", "9.9")
    p = phase(units | {"4-mech": "tasa"}, "israel", combined_arms=1)
    illegal(p, "convert 4-mech", "9.9")


def test_9_9_a_combined_arms_brigade_breaks_into_two_armor_and_a_mechanized():
    boxes = all_in([*ARMOR, "mech-1", "mech-2"], "available")
    p = phase({"14-armor": "tasa"} | boxes, "israel", back=["14-armor"], combined_arms=1)
    play(p, "break 14-armor")
    parts = {unit for unit in boxes if p.units[unit] == "tasa"}
    assert parts == {"armor-1", "armor-2", "mech-1"}
    assert field(p, "back", []) == []


def test_9_9_reorganization_comes_before_mobilization():
    p = pos({"15-armor": "fayid", "eg-inf-1": "available"}, phase="event", owner="dice", turn=3)
    play(p, "draw arab-option")
    assert p.phase == "mobilization"
    illegal(p, "combine 16-inf-div fayid", "6.2")
