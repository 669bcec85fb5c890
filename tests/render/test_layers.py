"""What a page replaces from position to position, and what it finds to hold on to."""

import re
import xml.etree.ElementTree as ET

import pytest

from bridgehead import render
from bridgehead.titles.across_suez.formats.mapfile import own_map
from bridgehead.titles.across_suez.screen.style import style

SVG = "{http://www.w3.org/2000/svg}"
CHANGING = {"units", "marks", "zones", "highlights", "line", "night"}

NIGHT = {"turn": 1}
DAY = {
    "turn": 3,
    "units": {"16-1": "0512", "16-2": "0810", "matt-1": "0713", "sharon": "across"},
    "moved": ["matt-1"],
    "fought": ["16-1"],
    "attacked": ["16-2"],
}
LAST_NIGHT = {"turn": 7, "phase": "combat", "units": {"16-1": "0512"}, "side": "egypt"}
OVER = {"zones": {"egypt": ["0909", "0911"]}, "line": ["0112", "0211"]}
OVER_HEXES = {"highlights": {"0910": "target"}}


def elements(text):
    return {e.get("id"): e for e in ET.fromstring(text).iter() if e.get("id")}


def group(text):
    """A group on its own, in the namespace that it has inside the root."""
    return ET.fromstring(f'<svg xmlns="{SVG[1:-1]}">{text}</svg>')[0]


def name_of(key):
    return key if key in ("panel", "header") else f"layer-{key}"


def same(a, b):
    return ET.tostring(a) == ET.tostring(b)


@pytest.mark.parametrize("interactive", [False, True])
@pytest.mark.parametrize("parts", [render.PARTS, frozenset(), frozenset(("panel",))])
@pytest.mark.parametrize("position", [NIGHT, DAY, LAST_NIGHT])
@pytest.mark.parametrize("given", [{}, OVER, OVER_HEXES])
def test_layers_are_the_groups_of_the_picture(scene, position, given, parts, interactive):
    shown = scene(position, parts=parts, **given)
    there = elements(render.svg(shown, interactive=interactive))
    found = render.layers(shown, interactive=interactive)
    assert set(found) == CHANGING | (parts & {"panel", "header"})
    for key, text in found.items():
        e = group(text)
        assert e.get("id") == name_of(key)
        assert same(e, there[name_of(key)])


@pytest.mark.parametrize("parts", [render.PARTS, frozenset()])
def test_a_picture_turns_into_any_other_of_its_game(scene, units, parts):
    ids = [unit["id"] for unit in units]
    scenes = [
        scene(position, in_play=ids, parts=parts, **given)
        for position, given in ((NIGHT, {}), (DAY, OVER), (LAST_NIGHT, OVER_HEXES))
    ]
    for first in scenes:
        for then in scenes:
            root = ET.fromstring(render.svg(first, interactive=True))
            parents = {child: parent for parent in root.iter() for child in parent}
            for key, text in render.layers(then, interactive=True).items():
                (old,) = [e for e in root.iter() if e.get("id") == name_of(key)]
                above = parents[old]
                above[list(above).index(old)] = group(text)
            root.attrib.pop("class", None)
            wanted = ET.fromstring(render.svg(then, interactive=True))
            assert wanted.attrib.pop("class", None) == ("night" if then.night else None)
            assert same(root, wanted)


def test_whatever_a_unit_needs_is_defined_before_it_comes(scene, units):
    """Also for those not yet on the map, and for marks that nobody has yet."""
    ids = [unit["id"] for unit in units]
    there = set(elements(render.svg(scene({"turn": 1, "units": {}}, in_play=ids))))
    every = {"turn": 5, "units": dict.fromkeys(ids, "0910"), "moved": ids}
    every |= dict.fromkeys(render.MARKS, ids)
    found = render.layers(scene(every, in_play=ids, zones={"israel": ["0910"], "egypt": ["0910"]}))
    used = {word for text in found.values() for word in re.findall(r"#([a-z]+-[\w-]+)", text)}
    assert {f"mark-{mark}" for mark in render.MARKS} <= used
    assert used <= there


def test_the_night_is_a_class_of_the_root(scene):
    night, day = (ET.fromstring(render.svg(scene({"turn": turn}))) for turn in (1, 2))
    assert night.get("class") == "night"
    assert day.get("class") is None
    (rules,) = [e.text for e in day.iter(f"{SVG}style")]
    assert [e.text for e in night.iter(f"{SVG}style")] == [rules]
    for selector in re.findall(r"([^{}]+)\{", rules):
        assert re.match(r"(svg\.night )?#layer-", selector)  # nothing else on a page is meant
    for name in ("ridges", "paths", "hexes", "numbers", "names"):
        one, other = (elements(ET.tostring(root))[f"layer-{name}"] for root in (night, day))
        assert same(one, other)


def test_the_night_is_seen(scene):
    text = render.svg(scene({"turn": 1}))
    by_night = render.png(text, 300)
    assert by_night != render.png(text.replace(' class="night"', ""), 300)


def test_hexes_and_units_of_an_interactive_picture_have_names(scene, hexmap):
    root = ET.fromstring(render.svg(scene(DAY), interactive=True))
    assert root.get("role") == "group"
    named = [e for e in root.iter() if e.get("data-hex") or e.get("data-unit")]
    assert len(named) > len(hexmap.grid.hexes())
    for e in named:
        assert e.get("role") == "img"
        assert e.get("aria-label") == e.find(f"{SVG}title").text


def test_a_hex_is_described_without_a_picture(hexmap, look):
    assert render.describe_hex(hexmap, look, "0910") == "0910, Chinese Farm, road, trail"


def test_a_picture_is_one_image_where_nothing_else_is_asked(scene):
    text = render.svg(scene(DAY))
    assert ET.fromstring(text).get("role") == "img"
    assert text.count("role=") == 1
    assert "aria-label" not in text


def test_what_is_drawn_once_belongs_to_its_map_and_style(scene, hexmap, units):
    """Another style's colors are its own, whatever was drawn before."""
    render.svg(scene(DAY))
    data = style()
    other = {**data, "sides": {**data["sides"]}, "title": "Another"}
    other["sides"]["egypt"] = {**data["sides"]["egypt"], "ink": "#123456"}
    look = render.Style.of(other)
    assert "#123456" in render.layers(render.position_scene(hexmap, look, units, DAY))["units"]
    assert "#123456" not in render.layers(scene(DAY))["units"]
    assert own_map() is hexmap
