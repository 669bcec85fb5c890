"""Pictures of points and routes: only what a view holds is in them, and a page finds it."""

import json
import re
import tomllib
import xml.etree.ElementTree as ET
from importlib.resources import files

import pytest

from bridgehead import render
from bridgehead.render.points import PARTS, scene_of
from bridgehead.render.points.ground import ground_of
from bridgehead.render.points.signs import called
from bridgehead.titles.october_war.formats import board
from bridgehead.titles.october_war.formats.mapfile import own_map
from bridgehead.titles.october_war.screen.style import points_style, style

SVG = "{http://www.w3.org/2000/svg}"
BARE = frozenset()
UNIT_IDS = tuple(unit["id"] for unit in board.counters())
VIEW = {
    "turn": 2,
    "side": "arab",
    "phase": "combat 1",
    "viewer": "arab",
    "units": {
        "2-inf-div": "fort-hizayon",
        "eg-eng-1": "el-firdan",
        "eg-sam-1": "el-firdan",
        "16-inf-div": "chinese-farm",
        "14-armor": "chinese-farm",
        "4-armor-div": "egyptian-reserve",
        "1-armor-div": "kudna",
        "tac-1": "ready",
        "tac-2": "sinai:ground-attack",
        "ww-1": "turn-track:3",
        "antitank-1": "event-only",
        "antitank-2": "event-only",
        "jordan-40": "allies-cup",
        "armor-21": "permanently-eliminated",
    },
    "hidden": {"tasa": 3, "gidi-pass": 1, "nafah": 2, "israeli-reserve": 11},
    "control": {"fort-hizayon": "arab", "beit-jinn": "israel"},
    "bridges": {"el-firdan": "arab"},
    "battle": "chinese-farm",
    "moved": ["2-inf-div"],
    "fought": ["16-inf-div"],
    "points": {"egypt": 3},
    "casualties": {"israel": 12, "syria": 61},
    "event": "soviet-resupply",
    "pool": ["arab-option", "us-resupply"],
    "air_master": {"golan": "israel"},
}
ON_SINAI = ["2-inf-div", "eg-eng-1", "eg-sam-1", "16-inf-div", "14-armor", "4-armor-div"]


@pytest.fixture(scope="module")
def look():
    return render.PointStyle.of(style(), points_style())


@pytest.fixture(scope="module")
def draw(look):
    def drawn(view=VIEW, theater="both", **given):
        return render.points_svg(own_map(), look, board.counters(), view, theater, **given)

    return drawn


@pytest.fixture(scope="module")
def layers(look):
    def found(view=VIEW, theater="both", **given):
        return render.points_layers(own_map(), look, board.counters(), view, theater, **given)

    return found


@pytest.fixture(scope="module")
def displays(look):
    def drawn(view=VIEW, **given):
        return render.displays(view, look, board.counters(), **given)

    return drawn


def parts_of(text, key):
    return {e.get(key): e for e in ET.fromstring(text).iter() if e.get(key)}


def words_of(text):
    return [e.text for e in ET.fromstring(text).iter(f"{SVG}text")]


# Points


@pytest.mark.parametrize("theater", ["both", "sinai", "golan"])
def test_every_point_and_reserve_area_of_a_theater_is_there_once(draw, theater):
    root = ET.fromstring(draw(theater=theater, parts=BARE, interactive=True))
    pointmap = own_map()
    wanted = {p.id for p in pointmap.points if theater in ("both", p.theater)}
    wanted |= {r.id for r in pointmap.reserves if theater == "both" or theater in r.rect}
    (layer,) = [e for e in root.iter() if e.get("id") == "layer-hexes"]
    found = [e for e in layer if e.get("data-hex")]
    assert sorted(e.get("data-hex") for e in found) == sorted(wanted)
    for e in found:
        assert e.get("role") == "img"
        assert e.get("aria-label") == e.find(f"{SVG}title").text
        float(e.get("x"))
        float(e.get("y"))
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))


def test_the_theaters_lie_side_by_side():
    pointmap = own_map()
    both = ground_of(pointmap, ("sinai", "golan"))
    golan = ground_of(pointmap, ("golan",))
    hermon = pointmap.point("mt-hermon")
    assert golan.centers["mt-hermon"] == (hermon.x, hermon.y)
    assert both.centers["mt-hermon"][0] == hermon.x + both.box["golan"].x
    assert both.box["golan"].x > pointmap.theaters[0].width


def test_the_canvas_alone_is_as_large_as_the_theater(draw):
    assert ET.fromstring(draw(theater="golan", parts=BARE)).get("viewBox") == "0 0 1400 1370"


def test_points_are_told_in_words(draw):
    told = parts_of(draw(parts=BARE), "id")["hex-nafah"].find(f"{SVG}title").text
    assert told == "Nafah, objective, an objective of the Arab states"


def test_a_nameless_point_bears_no_name(draw):
    names = parts_of(draw(parts=BARE), "data-name")
    assert "nafah" in names
    assert "south-of-el-hara" not in names


def test_routes_are_drawn_by_kind(draw):
    kinds = set(parts_of(draw(theater="sinai", parts=BARE), "data-path"))
    assert kinds == {"road", "canal", "lake", "red_sea"}
    assert set(parts_of(draw(theater="golan", parts=BARE), "data-path")) == {"road"}


def test_no_name_lies_on_another():
    """The names of a theater, as wide as they are drawn."""
    from bridgehead.render.markup import width_of
    from bridgehead.render.points import signs

    for theater in ("sinai", "golan"):
        boxes = []
        for text in signs.names(
            ground_of(own_map(), (theater,)), render.point_style_of("october-war")
        ):
            for e in ET.fromstring(text).iter("text"):
                wide = width_of(e.text, 16, True)
                shift = {None: 0, "end": 1, "middle": 0.5}[e.get("text-anchor")]
                left, y = float(e.get("x")) - shift * wide, float(e.get("y"))
                boxes.append((left, left + wide, y - 12, y + 2, e.text))
        for k, (left, right, top, bottom, name) in enumerate(boxes):
            for l2, r2, t2, b2, other in boxes[k + 1 :]:
                apart = right <= l2 or r2 <= left or bottom <= t2 or b2 <= top
                assert apart, (name, other)


# Counters


def test_only_what_the_view_holds_is_drawn(draw):
    text = draw(parts=BARE, interactive=True)
    assert set(parts_of(text, "data-unit")) == {*ON_SINAI, "1-armor-div"}
    sheet = draw()
    shown = set(parts_of(sheet, "data-unit"))
    in_air = {"tac-1", "tac-2"}
    assert shown == set(VIEW["units"]) - in_air - {"antitank-2"}  # the second of a pair is counted
    for id_ in UNIT_IDS:
        if id_ not in VIEW["units"]:
            assert f'"unit-{id_}"' not in sheet


def test_hidden_counters_lie_face_down(draw):
    root = ET.fromstring(draw(parts=BARE))
    found = {
        e.get("data-hex"): (e.get("data-hidden"), e.get("data-count"))
        for e in root.iter()
        if e.get("data-hidden")
    }
    assert found == {
        "tasa": ("israel", "3"),
        "gidi-pass": ("israel", "1"),
        "nafah": ("israel", "2"),
        "israeli-reserve": ("israel", "11"),
    }


def test_a_spectator_sees_face_down_counters_of_both_sides(look):
    view = {"units": {}, "viewer": "spectator", "hidden": {"tasa": 2, "sasa": 1, "fayid": 4},
            "control": {"fayid": "israel"}}  # fmt: skip
    scene = scene_of(own_map(), look, board.counters(), view)
    assert scene.hidden == {"tasa": {"israel": 2}, "sasa": {"arab": 1}, "fayid": {"israel": 4}}


def test_exchanged_hidden_counters_change_nothing(draw):
    """What is drawn is a function of the view alone."""
    again = json.loads(json.dumps(VIEW))
    assert draw() == draw(again)


def test_a_pile_says_how_many(draw):
    root = ET.fromstring(draw(parts=BARE))
    counts = {e.get("data-hex"): e.get("data-count") for e in root.iter()
              if e.get("class") == "count"}  # fmt: skip
    assert counts == {"el-firdan": "2"}


@pytest.mark.parametrize(
    ("unit", "printed"),
    [
        ("2-inf-div", {"2", "9", "[18]"}),
        ("14-armor", {"14", "12"}),
        ("hq-143", {"143", "HQ", "1", "2"}),
        ("golani-a", {"GOL A", "3"}),
    ],
)
def test_what_is_printed_on_a_counter(draw, unit, printed):
    units = parts_of(draw({"units": {unit: "tasa"}}, parts=BARE), "data-unit")
    assert {e.text for e in units[unit].iter(f"{SVG}text")} == printed


def test_a_combined_arms_brigade_has_its_other_side(draw):
    units = parts_of(draw({"units": {"14-armor": "tasa"}, "back": ["14-armor"]}), "data-unit")
    assert {e.text for e in units["14-armor"].iter(f"{SVG}text")} == {"14", "10", "CA"}


def test_moved_counters_are_dimmed_and_marked_until_they_may_fight(draw):
    root = ET.fromstring(draw({**VIEW, "phase": "movement 1"}, parts=BARE))
    marks = {(e.get("data-of"), e.get("data-mark")) for e in root.iter() if e.get("data-mark")}
    assert marks == {("2-inf-div", "moved"), ("16-inf-div", "fought")}
    for phase, dimmed in (("movement 1", True), ("combat 1", False)):
        units = parts_of(draw({**VIEW, "phase": phase}, parts=BARE), "data-unit")
        assert any(e.get("class") == "veil" for e in units["2-inf-div"].iter()) == dimmed
        assert not any(e.get("class") == "veil" for e in units["14-armor"].iter())


@pytest.mark.parametrize("place", ["el-firdan", "chinese-farm", "egyptian-reserve", "tasa"])
def test_a_place_is_spread_out(draw, layers, place):
    root = ET.fromstring(draw(parts=BARE, open_at=place))
    (layer,) = [e for e in root.iter() if e.get("id") == "layer-open"]
    assert [e.get("data-open") for e in layer if e.get("data-open")] == [place]
    inside = {e.get("data-unit") for e in layer if e.get("data-unit")}
    assert inside == {unit for unit, where in VIEW["units"].items() if where == place}
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    assert 'data-open=""' not in layers()["open"]


def test_an_opened_stack_stays_on_the_canvas(draw):
    units = dict.fromkeys(list(UNIT_IDS)[:40], "nakhl")
    root = ET.fromstring(draw({"units": units}, "sinai", parts=BARE, open_at="nakhl"))
    (box,) = [e for e in root.iter(f"{SVG}g") if e.get("data-open")]
    (rect,) = box.iter(f"{SVG}rect")
    left, top = float(rect.get("x")), float(rect.get("y"))
    assert left >= 0
    assert top >= 0
    assert left + float(rect.get("width")) <= 1640
    assert top + float(rect.get("height")) <= 1560


def test_a_full_reserve_area_keeps_its_counters(draw):
    ids = [c["id"] for c in board.counters() if c["side"] == "israel" and c["class"] != "air"]
    units = dict.fromkeys(ids, "israeli-reserve")
    found = parts_of(draw({"units": units}, "sinai", parts=BARE), "data-unit")
    assert len(found) == len(ids)
    for e in found.values():
        x, y = map(float, re.findall(r"-?[\d.]+", e.get("transform"))[:2])
        assert 1545 < x < 1620
        assert 110 < y < 1300


# What is laid over the map


def test_control_shows_where_it_has_changed(draw):
    root = ET.fromstring(draw(parts=BARE))
    found = {e.get("data-control"): e.get("data-of") for e in root.iter() if e.get("data-control")}
    assert found == VIEW["control"]
    assert "data-control" not in draw({"units": {}, "control": {"tasa": "israel"}})


def test_a_bridge_lies_on_the_canal(draw):
    bridges = parts_of(draw(theater="sinai", parts=BARE), "data-bridge")
    assert bridges["el-firdan"].get("data-of") == "arab"
    x, y = map(float, re.findall(r"-?[\d.]+", bridges["el-firdan"].get("transform"))[:2])
    assert (x, y) == pytest.approx((500, 525), abs=3)


def test_the_battle_and_the_last_way_are_shown(draw):
    text = draw(parts=BARE, path=("el-firdan", "fort-hizayon"))
    assert set(parts_of(text, "data-battle")) == {"chinese-farm"}
    assert "data-way" in text
    assert "data-way" not in draw(parts=BARE)
    assert set(parts_of(draw(parts=BARE, battle="kudna"), "data-battle")) == {"kudna"}


def test_highlights_are_drawn_on_points_and_reserve_areas(draw):
    given = {"tasa": "target", "israeli-reserve": "reachable"}
    found = parts_of(draw(highlights=given, parts=BARE), "data-highlight")
    assert {place: e.get("data-kind") for place, e in found.items()} == given


@pytest.mark.parametrize(
    "given",
    [
        {"theater": "cairo"},
        {"theme": "blue"},
        {"open_at": "nowhere"},
        {"path": ("tasa", "0910")},
        {"highlights": {"tasa": "lovely"}},
        {"highlights": {"nowhere": "target"}},
        {"parts": frozenset(("footer",))},
    ],
)
def test_what_is_unknown_is_refused(draw, given):
    with pytest.raises(ValueError, match=r"unknown|not on the map"):
        draw(**given)


# The page


CHANGING = {"control", "line", "highlights", "units", "marks", "open"}


@pytest.mark.parametrize("parts", [BARE, PARTS, frozenset(("panel",))])
def test_layers_are_the_groups_of_the_picture(draw, layers, parts):
    for view in (VIEW, {"units": {"14-armor": "tasa"}, "turn": 5}):
        whole = draw(view, parts=parts, interactive=True)
        found = layers(view, parts=parts)
        assert set(found) == CHANGING | (parts & {"panel", "header"})
        for name, text in found.items():
            prefix = "" if name in ("panel", "header") else "layer-"
            assert text.startswith(f'<g id="{prefix}{name}"')
            assert text in whole


def test_whatever_a_unit_needs_is_defined_before_it_comes(draw, layers, displays):
    there = set(parts_of(draw({"units": {}}, parts=BARE), "id"))
    every = {"units": dict.fromkeys(UNIT_IDS, "tasa"), "moved": list(UNIT_IDS)}
    for text in (*layers(every).values(), *layers(VIEW).values()):
        assert set(re.findall(r'href="#([\w-]+)"', text)) <= there
    alone = displays({"units": dict.fromkeys(UNIT_IDS, "refit")})
    assert set(re.findall(r'href="#([\w-]+)"', alone)) <= set(parts_of(alone, "id"))


def test_the_themes_are_rules_of_style(draw):
    light, dark = (ET.fromstring(draw(theme=theme)) for theme in ("light", "dark"))
    assert light.get("class") == "points"
    assert dark.get("class") == "points dark"
    (rules,) = [e.text for e in light.iter(f"{SVG}style")]
    assert [e.text for e in dark.iter(f"{SVG}style")] == [rules]
    for selector in re.findall(r"([^{}]+)\{", rules):
        assert re.match(r"svg\.points(\.dark)? \.[\w-]+$", selector)
    used = {word for e in light.iter() for word in (e.get("class") or "").split()}
    known = set(re.findall(r"\.([\w-]+)\{", rules))
    assert {"sea", "road", "channel", "border", "t-rough", "name"} <= used & known


def test_a_png_is_drawn_of_both_themes(draw):
    light, dark = (render.png(draw(theme=theme), 400) for theme in ("light", "dark"))
    assert light[:8] == dark[:8] == b"\x89PNG\r\n\x1a\n"
    assert light != dark


def test_fonts_travel_where_asked(draw):
    assert "@font-face" in draw(embed_fonts=True)
    assert "@font-face" not in draw()


# Displays


def test_displays_say_what_the_view_holds(displays):
    text = displays()
    words = words_of(text)
    assert "Drawn: Soviet Resupply" in words
    assert "Golan: air superiority Israel" in words
    assert "Sinai: air superiority open" in words
    assert "Israel, still to be drawn: US Resupply" in words
    stocks = parts_of(text, "data-stock")
    shown = {name: [t.text for t in e.iter(f"{SVG}text")] for name, e in stocks.items()}
    assert shown["egypt"] == ["Egypt", "3", "0", "0", "0", "/ 60"]
    assert shown["israel"] == ["Israel", "0", "0", "0", "12", "/ 70"]
    assert "61" in shown["syria"]


def test_strikes_are_counted_in_their_boxes(displays):
    root = ET.fromstring(displays())
    found = {e.get("data-units"): e.get("data-count") for e in root.iter()
             if e.get("class") == "strikes"}  # fmt: skip
    assert found == {"tac-1": "1", "tac-2": "1"}
    boxes = set(parts_of(displays(), "data-box"))
    assert {"sinai:ground-attack-israel", "ready-israel", "used-egypt"} <= boxes
    assert {"event-only-israel", "allies-cup-ally", "turn-track:3"} <= boxes


def test_equal_counters_in_a_box_are_one_with_a_number(displays):
    units = parts_of(displays(), "data-unit")
    assert "antitank-1" in units
    assert "antitank-2" not in units
    assert units["antitank-1"].get("data-hex") is None  # a box is no place of the map


def test_displays_of_an_empty_view(displays):
    root = ET.fromstring(displays({}))
    assert root.get("id") == "displays"
    assert len(parts_of(displays({}), "data-turn")) == 9


# The style


def test_the_style_serves_every_counter(look):
    kinds = {c["type"] for c in board.counters()}
    assert kinds <= set(look.style.types)
    terrain = {p.terrain for p in own_map().points}
    assert terrain <= set(look.style.terrain)
    assert set(look.style.terrain) == set(look.dark)
    data = tomllib.loads(
        files("bridgehead.titles.october_war").joinpath("data/style.toml").read_text("utf-8")
    )
    assert set(data["points"]["short"]) <= set(UNIT_IDS)
    for counter in board.counters():
        assert look.style.group_of(counter)
        short = look.short_name(counter["id"])
        assert 1 <= len(short) <= 8, counter["id"]


@pytest.mark.parametrize("kind", ["scenery", "labels"])
def test_unknown_kinds_of_scenery_are_refused(kind):
    given = {"theater": "sinai", "kind": "swamp"}
    more = {"shape": []} if kind == "scenery" else {"text": "", "x": 0, "y": 0, "size": 9}
    with pytest.raises(ValueError, match="swamp"):
        render.PointStyle.of(style(), {kind: [{**given, **more}]})


def test_points_are_called_by_their_whole_names():
    names = {point.id: called(point) for point in own_map().points}
    assert names["to-damascus-katana"] == "To Damascus (Katana)"
    assert names["south-of-el-hara"] == "South of El Hara"
