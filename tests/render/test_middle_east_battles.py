"""The two maps of Middle East Battles, drawn from plain views."""

import re
import tomllib
import xml.etree.ElementTree as ET
from collections import Counter
from importlib.resources import files

import pytest

from bridgehead import render
from bridgehead.render.hexes.counters import symbol
from bridgehead.render.hexes.geometry import COUNTER, COUNTER_DROP, SIDE
from bridgehead.render.hexes.panel import points_text
from bridgehead.render.hexes.printed import printed
from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS
from bridgehead.titles.middle_east_battles.formats.mapfile import own_map
from bridgehead.titles.middle_east_battles.screen.style import style

SVG = "{http://www.w3.org/2000/svg}"
SUEZ, ARISH = "suez-56", "el-arish-67"
GAMES = tuple(EDITIONS)
LOOKS = {game: render.Style.of(style(game)) for game in GAMES}

ON_THE_MAP = {
    SUEZ: {"4-inf": "2415", "js-helicopter": "1929", "3-p": "1929", "1-rcp": "3512",
           "ps-coastal": "2411", "rf": "eliminated", "11-p": "exited", "2r-inf": "eliminated"},
    ARISH: {"14-armor": "4620", "1-ma": "3946", "sc-helicopter": "3946", "79-7-tal": "4819",
            "1-tal-artillery": "4720", "63-shr": "eliminated", "1-ba-tal": "exited"},
}  # fmt: skip


def units_of(game):
    data = files("bridgehead.titles.middle_east_battles").joinpath(f"data/{EDITIONS[game].charts}")
    return tomllib.loads(data.joinpath("units.toml").read_text(encoding="utf-8"))["unit"]


def in_play(game, what_if=False):
    return [u["id"] for u in units_of(game) if what_if or u["setup"] != "what_if"]


def view(game, **given):
    units = dict.fromkeys(in_play(game), "off") | ON_THE_MAP[game]
    points = dict.fromkeys(EDITIONS[game].sides, 2.5)
    return {"turn": 2, "side": "egypt", "phase": "combat", "units": units, "points": points} | given


def scene(game, position=None, what_if=False, **given):
    return render.position_scene(
        own_map(game),
        LOOKS[game],
        units_of(game),
        position or view(game),
        in_play=in_play(game, what_if),
        **given,
    )


def tree(shown, **given):
    return ET.fromstring(render.svg(shown, **given))


def with_data(root, key):
    return {e.get(f"data-{key}"): e for e in root.iter() if e.get(f"data-{key}") is not None}


def placed(element):
    found = re.match(
        r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?$", element.get("transform")
    ).groups("1")
    return tuple(float(number) for number in found)


@pytest.mark.parametrize("game", GAMES)
def test_the_style_covers_all_that_a_map_and_a_unit_may_be(game):
    look, schema = LOOKS[game], EDITIONS[game].map.schema
    assert set(look.terrain) == set(schema.terrain)
    assert set(look.hexsides) == set(schema.hexsides)
    assert set(look.paths) == set(schema.paths)
    assert set(look.features) == set(schema.areas["features"])
    assert set(look.sides) == set(EDITIONS[game].sides)
    for unit in units_of(game):
        assert unit["type"] in look.types
        assert unit["size"] in look.sizes
        group = look.groups[look.group_of(unit)]
        assert all(str(unit[key]) == value for key, value in group.of)
    assert look.night == (frozenset((4, 8)) if game == ARISH else frozenset())
    assert (len(look.turns), look.sure_turns) == ((11, 11) if game == ARISH else (12, 6))


def test_every_symbol_differs():
    kinds = LOOKS[SUEZ].types.values()
    drawn = [(symbol(k.symbol, k.echelon), k.letters, k.glyph) for k in kinds]
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize(
    ("game", "unit", "texts"),
    [
        (SUEZ, "4-inf", ["4", "2"]),
        (SUEZ, "ps-coastal", ["PS", "1", "1", "1", "40"]),
        (ARISH, "79-7-tal", ["79/7/Tal", "5"]),
        (ARISH, "1-tal-artillery", ["1/Tal", "4", "2", "1", "7"]),
        (ARISH, "sf-missile", ["SF", "0", "3", "1", "2"]),
    ],
)
def test_counters_bear_strength_or_four_corner_numbers(game, unit, texts):
    e = with_data(tree(scene(game)), "unit")[unit]
    assert [t.text for t in e.iter(f"{SVG}text")] == texts


def test_counters_have_the_colors_of_their_nation_or_division():
    seen = {}
    for game in GAMES:
        shown = with_data(tree(scene(game)), "unit")
        look = LOOKS[game]
        for unit in units_of(game):
            if unit["id"] in shown:
                name = look.group_of(unit)
                uses = [u.get("href") for u in shown[unit["id"]].iter(f"{SVG}use")]
                kind = f"#symbol-{unit['type']}-{unit['size']}"
                assert uses == [f"#body-group-{name}", f"#band-group-{name}", kind]
                group = look.groups[name]
                seen[unit.get("division", unit.get("nation"))] = (group.fill, group.ink)
    israel = {"tal", "yoffe", "sharon", "matt", "sc", "202"}
    colors = {seen[name] for name in (*israel, "british", "french", "egypt", "7")}
    assert len(colors) == 9  # French and Southern Command are both white on dark blue [2.14]
    white = {name for name, (_, ink) in seen.items() if ink == "#ffffff"}
    assert white == {"french", "sc", "202"}


def test_a_unit_says_what_it_is():
    for game, unit, said in (
        (SUEZ, "1-rcp", "1 RCP, Anglo-French, French, parachute regiment, strength 4, in 3512"),
        (SUEZ, "4-inf", "4, Egypt, infantry battalion, strength 2, in 2415"),
        (SUEZ, "1ng-inf", "1NG, Egypt, National Guard battalion, strength 2, not arrived"),
        (ARISH, "1-tal-artillery",
         "1/Tal, Israel, Tal, artillery group, barrage 4, FPF 2, defense 1, range 7, in 4720"),
        (ARISH, "1-ba-tal", "1/Ba/Tal, Israel, Tal, armor battalion, strength 5, off the map"),
    ):  # fmt: skip
        e = with_data(tree(scene(game), interactive=True), "unit")[unit]
        assert e.find(f"{SVG}title").text == said
        assert e.get("aria-label") == said


@pytest.mark.parametrize("total", [1, 2, 3, 4, 5, 6])
def test_units_of_one_hex_lie_beside_each_other(total):
    ids = [f"militia-{k}" for k in range(1, total + 1)]
    position = view(SUEZ)
    position["units"] |= dict.fromkeys(ids, "2612")
    shown = with_data(tree(scene(SUEZ, position)), "unit")
    cx, cy = own_map(SUEZ).grid.center("2612", SIDE)
    places = [placed(shown[unit]) for unit in ids]
    for k, (x, y, scale) in enumerate(places):
        half = COUNTER * scale / 2
        assert abs(x - cx) + half < SIDE
        assert abs(y - cy - COUNTER_DROP) + half < SIDE * 0.8
        for x2, y2, _ in places[:k]:
            assert max(abs(x - x2), abs(y - y2)) >= COUNTER * scale


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_in_no_hex_lies_in_a_box(game):
    position = view(game)
    root = tree(scene(game, position))
    shown, boxes = with_data(root, "unit"), with_data(root, "box")
    scale = LOOKS[game].furniture
    turn = next(e for e in root.iter() if e.get("id") == "panel").get("transform")
    ox, oy = (float(n) for n in re.match(r"translate\((\S+) (\S+)\)", turn).groups())
    seen = Counter()
    for unit in units_of(game):
        place = position["units"].get(unit["id"])
        if place not in ("off", "exited", "eliminated"):
            continue
        assert shown[unit["id"]].get("data-place") == place
        e = boxes[f"{place}-{unit['side']}"]
        x, y, wide, high = (float(e.get(key)) for key in ("x", "y", "width", "height"))
        at = placed(shown[unit["id"]])
        half = COUNTER * at[2] / 2 / scale
        px, py = (at[0] - ox) / scale, (at[1] - oy) / scale
        assert x <= px - half < px + half <= x + wide
        assert y <= py - half < py + half <= y + high
        seen[place] += 1
    assert seen["off"] > 30
    assert seen["exited"] == 1
    places = [placed(e)[:2] for e in shown.values()]
    assert len(set(places)) == len(places)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("place", ["eliminated", "exited", "off"])
def test_there_is_room_for_all(game, place):
    """Also the last of a whole army lies in its box, and the sheet keeps its size."""
    ids = in_play(game, what_if=True)
    sides = {u["id"]: u["side"] for u in units_of(game)}
    boxes = {(box.place, box.side) for box in LOOKS[game].boxes}
    units = {u: place if (place, sides[u]) in boxes else "off" for u in ids}
    root = tree(scene(game, view(game, units=units), what_if=True))
    assert set(with_data(root, "unit")) == set(ids)
    empty = tree(scene(game, view(game, units=dict.fromkeys(ids, "off")), what_if=True))
    assert root.get("viewBox") == empty.get("viewBox")


def test_a_unit_of_a_side_without_such_a_box_is_not_drawn_anywhere():
    """Egyptians never leave Port Said; a position that says so is drawn without them."""
    position = view(SUEZ)
    position["units"]["4-inf"] = "exited"
    assert "4-inf" not in with_data(tree(scene(SUEZ, position)), "unit")


def test_turns_points_and_the_last_turn():
    root = tree(scene(SUEZ, view(SUEZ, turn=8, last_turn=9)))
    turns = with_data(root, "turn")
    assert sorted(map(int, turns)) == list(range(1, 13))
    assert [t for t in turns if turns[t].get("opacity")] == ["10", "11", "12"]
    assert "8 November" not in "".join(turns["9"].itertext())
    assert "last" in "".join(turns["9"].itertext())
    points = with_data(root, "points")
    assert {side: "".join(e.itertext()) for side, e in points.items()} == {
        "anglo_french": "Anglo-French2½", "egypt": "Egypt2½"
    }  # fmt: skip
    hidden = with_data(tree(scene(SUEZ, view(SUEZ, turn=8))), "turn")
    assert [t for t in hidden if hidden[t].get("opacity")] == ["7", "9", "10", "11", "12"]
    bare = {key: value for key, value in view(SUEZ).items() if key != "points"}
    assert not with_data(tree(scene(SUEZ, bare)), "points")
    assert [points_text(n) for n in (0, 0.5, 7.5, 14.0)] == ["0", "½", "7½", "14"]


def test_nights_are_those_of_el_arish_alone():
    for turn in range(1, 12):
        assert scene(ARISH, view(ARISH, turn=turn)).night == (turn in (4, 8))
        assert not scene(SUEZ, view(SUEZ, turn=turn)).night


def test_the_map_has_its_signs():
    suez, arish = (tree(render.map_scene(own_map(game), LOOKS[game])) for game in GAMES)
    for root, game in ((suez, SUEZ), (arish, ARISH)):
        assert set(with_data(root, "objective")) == set(own_map(game).objectives)
        assert sorted(with_data(root, "hex")) == own_map(game).grid.hexes()
        names = {e.get("data-name"): e.text for e in root.iter() if e.get("data-name")}
        for number, name in own_map(game).objectives.items():
            assert number in names, name
    assert {"airfield", "helicopter_sea"} == set(with_data(suez, "feature"))
    assert {"airfield", "town", "village"} == set(with_data(arish, "feature"))
    assert set(with_data(suez, "exit")) == {"exit"}
    assert set(with_data(arish, "exit")) == {"west_edge"}
    assert set(with_data(arish, "entry")) == {"T", "Y", "S"}
    assert not with_data(suez, "entry")
    courses = {e.get("data-kind") for e in suez.iter() if e.get("data-kind")}
    assert set(own_map(SUEZ).hexsides) <= courses
    for root in (suez, arish):
        ids = [e.get("id") for e in root.iter() if e.get("id")]
        assert len(ids) == len(set(ids))


def test_the_compass_shows_where_north_is():
    for game, way in ((SUEZ, (-1, 0)), (ARISH, (0, -1))):
        root = tree(render.map_scene(own_map(game), LOOKS[game]))
        rose = next(e for e in root.iter() if e.get("id") == "compass")
        ring, letter = rose.find(f"{SVG}circle"), rose.find(f"{SVG}text")
        dx = float(letter.get("x")) - float(ring.get("cx"))
        dy = float(letter.get("y")) - float(ring.get("cy"))
        assert letter.text == "N"
        assert (round(dx / 150), round(dy / 150)) == way or (way[0] * dx + way[1] * dy > 90)
        assert abs(dx * way[1]) + abs(dy * way[0]) < 20


@pytest.mark.parametrize(
    ("game", "number", "said"),
    [
        (SUEZ, "1929", "1929, El Gamil Airfield, Clear, airfield, road"),
        (SUEZ, "2810", "2810, Canal Company, City, objective, road, Suez Canal toward 2809"),
        (SUEZ, "3413", "3413, Oil tanks"),
        (SUEZ, "4811", "4811, Clear, exit hex, road, Suez Canal toward 4810"),
        (SUEZ, "2801", "2801, Clear, Mediterranean coast"),
        (SUEZ, "1704", "1704, Sea, helicopters come and go"),
        (SUEZ, "3812", "3812, Clear, Raswa Channel toward 3712 3713"),
        (ARISH, "4620", "4620, Rafiah, Fortification, town, objective, road, trail"),
        (ARISH, "4852", "4852, Rough, eastern edge, road"),
        (ARISH, "4824", "4824, Clear, eastern edge, entry T"),
        (ARISH, "2228", "2228, El Arish, City, objective, road"),
    ],
)
def test_a_hex_says_what_is_in_it(game, number, said):
    assert render.describe_hex(own_map(game), LOOKS[game], number) == said


def test_marks_shrink_with_their_counters():
    position = view(SUEZ, phase="movement", moved=["3-p"], landed={"3-p": 1, "1-rcp": 1})
    root = tree(scene(SUEZ, position))
    marks = [e for e in root.iter() if e.get("data-of")]
    told = sorted((e.get("data-of"), e.get("data-mark")) for e in marks)
    assert told == [("1-rcp", "landed"), ("3-p", "landed"), ("3-p", "moved")]
    for e in marks:
        assert (e.get("transform") is not None) == (e.get("data-of") == "3-p")


@pytest.mark.slow
def test_who_has_moved_is_not_dimmed_in_combat():
    for phase, dimmed in (("movement", True), ("combat", False)):
        root = tree(scene(SUEZ, view(SUEZ, phase=phase, moved=["3-p"])))
        assert any(e.get("class") == "veil" for e in root.iter()) == dimmed


@pytest.mark.parametrize("game", GAMES)
def test_layers_are_the_groups_of_the_picture(game):
    shown = scene(game, parts=frozenset(("panel",)), highlights={"4820": "target"})
    there = {e.get("id"): e for e in tree(shown, interactive=True).iter() if e.get("id")}
    for key, text in render.layers(shown, interactive=True).items():
        name = key if key == "panel" else f"layer-{key}"
        e = ET.fromstring(f'<svg xmlns="{SVG[1:-1]}">{text}</svg>')[0]
        assert ET.tostring(e) == ET.tostring(there[name])
    for unit in in_play(game):
        assert there[f"unit-{unit}"].get("role") == "img"
    assert all(f"hex-{number}" in there for number in own_map(game).grid.hexes())


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_used_is_defined_before_it_comes(game):
    ids = in_play(game, what_if=True)
    there = set(re.findall(r'\bid="([^"]+)"', render.svg(scene(game, what_if=True))))
    every = view(game, units=dict.fromkeys(ids, "4820"), moved=ids)
    every |= dict.fromkeys(render.MARKS, ids)
    text = "".join(render.layers(scene(game, every, what_if=True)).values())
    assert set(re.findall(r'href="#([^"]+)"', text)) <= there


@pytest.mark.parametrize("game", GAMES)
def test_the_map_is_drawn_once_for_all_positions(game):
    render.svg(scene(game), interactive=True)
    before = printed.cache_info()
    for turn in (1, 2, 3):
        text = render.svg(scene(game, view(game, turn=turn)), interactive=True)
    after = printed.cache_info()
    assert (after.misses - before.misses, after.hits - before.hits) == (0, 3)
    assert len(text) < 700_000


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"groups": {"tal": {"fill": "#ffffff", "ink": "#000000", "rim": "#000000"}}}, "tal.of"),
        ({"boxes": [{"place": "sea", "side": "egypt", "label": "x"}]}, "not one of off, exited"),
        ({"boxes": [{"place": "off", "side": "x", "label": "x"}]}, "boxes.0..side"),
        ({"features": {"town": {"label": "Town", "drawn": "tower"}}}, "features.town.drawn"),
        ({"numbers": "movement"}, "not one of strength-movement"),
        ({"stacks": "heap"}, "not one of pile, beside"),
    ],
)
def test_a_broken_style_says_what_is_wrong(change, reason):
    with pytest.raises(ValueError, match=reason):
        render.Style.of({**style(ARISH), **change})


def test_what_is_not_there_is_refused():
    with pytest.raises(ValueError, match="points of: 'france' is unknown"):
        scene(SUEZ, view(SUEZ, points={"france": 1}))
    with pytest.raises(ValueError, match="'aboard' is not on the map"):
        scene(SUEZ, view(SUEZ, units={"3-p": "aboard"}))
