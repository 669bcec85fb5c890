import re
import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from bridgehead import render
from bridgehead.render.hexes.geometry import COUNTER, COUNTER_DROP, SIDE

SVG = "{http://www.w3.org/2000/svg}"


def tree(scene, **given):
    return ET.fromstring(render.svg(scene, **given))


def with_data(root, key):
    return {e.get(f"data-{key}"): e for e in root.iter() if e.get(f"data-{key}") is not None}


def place_of(element):
    found = re.match(r"translate\((\S+) (\S+)\)", element.get("transform"))
    return float(found[1]), float(found[2])


def layer(root, name):
    found = [e for e in root.iter() if e.get("id") == f"layer-{name}"]
    assert len(found) == 1
    return found[0]


def test_layers_are_there_once(scene):
    root = tree(scene())
    names = "terrain night ridges paths hexes zones highlights line numbers names boxes entries"
    for name in [*names.split(), "units", "marks"]:
        layer(root, name)


def test_every_hex_once_at_its_place_with_its_number(scene, hexmap):
    root = tree(scene())
    hexes = [e for e in root.iter() if e.get("data-hex")]
    assert sorted(e.get("data-hex") for e in hexes) == hexmap.grid.hexes()
    for e in hexes:
        x, y = hexmap.grid.center(e.get("data-hex"), SIDE)
        assert float(e.get("x")) == pytest.approx(x, abs=0.06)
        assert float(e.get("y")) == pytest.approx(y, abs=0.06)
    numbers = [e.text for e in layer(root, "numbers")]
    assert sorted(numbers) == hexmap.grid.hexes()


def test_a_hex_says_what_is_in_it(scene):
    hexes = with_data(tree(scene()), "hex")
    said = {number: e.find(f"{SVG}title").text for number, e in hexes.items()}
    assert said["0910"] == "0910, Chinese Farm, road, trail"
    assert said["0112"] == "0112, Matzmed, Bar Lev fort, road, trail"
    assert said["0401"] == "0401, Clear, road, entry A"
    assert "ridge toward" in said["1609"]


def test_every_unit_once_at_its_place(scene, hexmap, printed):
    root = tree(scene())
    found = [e.get("data-unit") for e in root.iter() if e.get("data-unit")]
    assert sorted(found) == sorted(printed)
    shown = with_data(root, "unit")
    for name, unit in printed.items():
        if "hex" in unit:
            x, y = hexmap.grid.center(unit["hex"], SIDE)
            at = place_of(shown[name])
            assert at == pytest.approx((x, y + COUNTER_DROP), abs=0.06)
            assert shown[name].get("data-place") == unit["hex"]


def test_counters_bear_name_numbers_symbol_and_colors(scene, printed, look):
    for name, e in with_data(tree(scene()), "unit").items():
        unit = printed[name]
        texts = [t.text for t in e.iter(f"{SVG}text")]
        assert texts == [unit["name"], f"{unit['strength']}-{unit['movement']}"]
        uses = {u.get("href"): u for u in e.iter(f"{SVG}use")}
        assert set(uses) == {
            f"#body-{unit['side']}", f"#band-{unit['side']}", f"#symbol-{unit['type']}"
        }  # fmt: skip
        assert uses[f"#band-{unit['side']}"].get("fill") == look.formation_color(name)
        assert look.sides[unit["side"]].label in e.find(f"{SVG}title").text


def test_ids_are_unique_and_everything_used_is_defined(scene, units):
    every = {unit["id"]: unit.get("hex", "off") for unit in units}
    for shown in (scene(), scene({"turn": 4, "units": every, "moved": ["16-1"]})):
        text = render.svg(shown)
        ids = Counter(re.findall(r'\bid="([^"]+)"', text))
        assert max(ids.values()) == 1
        used = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
        assert used <= set(ids)


def test_symbols_are_defined_once_and_only_those_in_use(scene, printed):
    ids = [e.get("id") for e in tree(scene()).iter() if (e.get("id") or "").startswith("symbol-")]
    assert sorted(ids) == sorted({f"symbol-{unit['type']}" for unit in printed.values()})


def test_arriving_units_stand_in_the_row_of_their_turn(scene, printed):
    root = tree(scene())
    shown = with_data(root, "unit")
    rows = {}
    for turn, e in with_data(root, "turn").items():
        box = e.find(f"{SVG}rect")
        rows[int(turn)] = (float(box.get("y")), float(box.get("y")) + float(box.get("height")))
        left = float(box.get("x"))
    assert sorted(rows) == [1, 2, 3, 4, 5, 6, 7]
    for name, unit in printed.items():
        if "turn" in unit:
            x, y = place_of(shown[name])
            top, bottom = rows[unit["turn"]]
            assert x > left
            assert top + COUNTER / 2 < y < bottom - COUNTER / 2


def box_of(root, name):
    e = with_data(root, "box")[name]
    x, y = float(e.get("x")), float(e.get("y"))
    return x, y, x + float(e.get("width")), y + float(e.get("height"))


def test_boxes_hold_the_units_across_and_eliminated(scene, printed):
    crossed = [name for name, unit in printed.items() if unit["side"] == "israel"][:20]
    root = tree(scene({"turn": 6, "units": {**dict.fromkeys(crossed, "across"), "16-1": "0512"}}))
    shown = with_data(root, "unit")
    assert set(shown) == set(printed)
    where = Counter()
    for name, e in shown.items():
        x, y = place_of(e)
        for box in ("across", "eliminated-israel", "eliminated-egypt"):
            x0, y0, x1, y1 = box_of(root, box)
            if x0 < x < x1 and y0 < y < y1:
                where[box] += 1
                side = printed[name]["side"]
                expected = "across" if name in crossed else f"eliminated-{side}"
                assert box == expected
    assert where == {"across": 20, "eliminated-israel": 3, "eliminated-egypt": 21}
    places = {place_of(e) for e in shown.values()}
    assert len(places) == len(shown)


def test_marks_of_what_units_have_done(scene):
    position = {
        "turn": 2,
        "moved": ["matt-1", "matt-2"],
        "fought": ["matt-2"],
        "attacked": ["16-1"],
    }
    root = tree(scene(position))
    marks = sorted((e.get("data-of"), e.get("data-mark")) for e in layer(root, "marks"))
    assert marks == [
        ("16-1", "attacked"), ("matt-1", "moved"), ("matt-2", "fought"), ("matt-2", "moved")
    ]  # fmt: skip
    shown = with_data(root, "unit")
    assert "moved" in shown["matt-1"].get("class").split()
    assert "(moved, fought)" in shown["matt-2"].find(f"{SVG}title").text


def test_optional_units_show_where_named_or_in_play(scene):
    position = {"turn": 5, "units": {"i-35": "0401", "16-1": "0512"}}
    assert "i-35" in with_data(tree(scene(position)), "unit")
    assert "6-ku" not in with_data(tree(scene(position)), "unit")
    assert set(with_data(tree(scene(position, in_play=["16-1", "6-ku"])), "unit")) == {
        "16-1", "6-ku"
    }  # fmt: skip


def test_night_is_shaded_and_said(scene):
    for turn in range(1, 8):
        root = tree(scene({"turn": turn}))
        assert len(layer(root, "night")) == (turn in (1, 4, 7))
        assert (f"Turn {turn} · night" in "".join(root.itertext())) == (turn in (1, 4, 7))


def test_highlights_zones_and_line_are_drawn(scene):
    root = tree(
        scene(
            highlights={"0910": "target", "0810": "attacker", "0808": "reachable"},
            zones={"egypt": ["0909", "0911"], "israel": ["0308"]},
            line=["0112", "0211", "0311"],
        )
    )
    kinds = {e.get("data-highlight"): e.get("data-kind") for e in layer(root, "highlights")}
    assert kinds == {"0910": "target", "0810": "attacker", "0808": "reachable"}
    assert [e.get("data-zone") for e in layer(root, "zones")] == ["egypt", "israel"]
    assert len(layer(root, "line")) == 1


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"highlights": {"9999": "target"}}, "highlight: '9999' is not on the map"),
        ({"highlights": {"0910": "glowing"}}, "highlight: 'glowing' is unknown"),
        ({"zones": {"egypt": ["0000"]}}, "zone: '0000' is not on the map"),
        ({"zones": {"france": ["0910"]}}, "side: 'france' is unknown"),
        ({"line": ["0112", "0221"]}, "line of communication: '0221' is not on the map"),
        ({"parts": frozenset(("frame",))}, "part: 'frame' is unknown"),
        ({"position": {"units": {"16-1": "0000"}}}, "16-1: '0000' is not on the map"),
    ],
)
def test_what_is_not_there_is_refused(scene, given, reason):
    with pytest.raises(ValueError, match=re.escape(reason)):
        scene(**given)


def test_the_map_alone(hexmap, look):
    whole = tree(render.map_scene(hexmap, look))
    bare = tree(render.map_scene(hexmap, look, parts=frozenset()))
    assert hexmap.reconstructed.split(".")[0] in "".join(whole.itertext())
    assert float(bare.get("width")) < float(whole.get("width"))
    assert not with_data(bare, "unit")
    assert set(with_data(bare, "entry")) == {"A", "B", "C", "D"}


def test_the_file_is_small_and_may_carry_its_fonts(scene):
    assert len(render.svg(scene())) < 300_000
    assert "font/ttf;base64" in render.svg(scene(), embed_fonts=True)
