"""Map files: a good one is read as it stands, a bad one refused by file, line, key, reason."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bridgehead as bh
from bridgehead.core.maps.hexmap import MapSchema, hexside, load_map, parse_map
from bridgehead.titles.across_suez.formats.mapfile import SCHEMA as PRINTED
from bridgehead.titles.across_suez.formats.mapfile import own_map

pytestmark = [pytest.mark.plain]

SCHEMA = MapSchema(
    terrain=("clear", "sand", "lake"),
    hexsides=("ridge", "canal"),
    paths=("road", "trail"),
    entries=("A",),
    areas={"shore": ("north", "south")},
    landmarks={"0203": "the story begins there"},
)
GOOD = """\
[map]
name = "Small"
reconstructed = "all of it"

[grid]
columns = [1, 3]
rows = [1, 4]
shifted_down = "even"
absent = "0204"

[terrain]
sand = "0101 0102"
lake = "0301"
clear = "0203"

[hexsides]
ridge = "0101/0102 0202/0102"

[paths]
road = ["0101 0102 0202", "0103 0203"]

[names]
"0202" = "Middle"

[path_names]
Main = "0101 0202"

[entries]
A = "0103"

[shore]
north = "0101 0201"
"""


def test_a_good_map_is_read_as_it_stands() -> None:
    found = parse_map(GOOD, SCHEMA)
    assert (found.name, found.reconstructed) == ("Small", "all of it")
    assert len(found.grid.hexes()) == 11
    assert "0204" not in found.grid
    assert found.terrain == {"0101": "sand", "0102": "sand", "0301": "lake"}
    assert found.terrain_of("0203") == found.terrain_of("0303") == "clear"
    assert found.hexsides == {
        "ridge": frozenset({("0101", "0102"), ("0102", "0202")}),
        "canal": frozenset(),
    }
    assert found.paths == {"road": (("0101", "0102", "0202"), ("0103", "0203")), "trail": ()}
    assert found.path_steps("road") == {("0101", "0102"), ("0102", "0202"), ("0103", "0203")}
    assert found.on_path("road") == {"0101", "0102", "0202", "0103", "0203"}
    assert found.on_path("trail") == frozenset()
    assert found.names == {"0202": "Middle"}
    assert found.path_names == {"Main": ("0101", "0202")}
    assert found.entries == {"A": "0103"}
    assert found.areas == {"shore": {"north": ("0101", "0201"), "south": ()}}


def test_its_text_gives_the_same_map_again() -> None:
    found = parse_map(GOOD, SCHEMA)
    again = parse_map(found.text, SCHEMA)
    assert again == found
    assert again.digest == found.digest
    assert parse_map(GOOD + "\n", SCHEMA).digest != found.digest


def test_a_map_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(GOOD.replace('name = "Small"', ""), encoding="utf-8")
    assert load_map(path, SCHEMA).name == "small"
    path.write_bytes(GOOD.replace("\n", "\r\n").encode())
    assert load_map(path, SCHEMA) == parse_map(GOOD, SCHEMA)


def test_a_hexside_has_one_name() -> None:
    assert hexside("0202", "0102") == hexside("0102", "0202") == ("0102", "0202")


# (what is written instead of what, the line and key named, the reason)
FAULTS = {
    "hex in two terrains": (
        'lake = "0301"',
        'lake = "0301 0102"',
        ":13: [terrain.lake]",
        "0102 is already sand: a hex has one terrain",
    ),
    "hex twice in one terrain": (
        'lake = "0301"',
        'lake = "0301 0301"',
        ":13: [terrain.lake]",
        "0301 is already lake",
    ),
    "unknown terrain": (
        'lake = "0301"',
        'jungle = "0301"',
        ":13: [terrain.jungle]",
        "is unknown; there are clear, sand, lake",
    ),
    "terrain on no hex of the grid": (
        'lake = "0301"',
        'lake = "0401"',
        ":13: [terrain.lake]",
        "0401 is not on the grid",
    ),
    "terrain on an absent hex": (
        'lake = "0301"',
        'lake = "0204"',
        ":13: [terrain.lake]",
        "0204 is not on the grid",
    ),
    "no hex number": (
        'lake = "0301"',
        'lake = "31"',
        ":13: [terrain.lake]",
        "'31' is not a hex number: four digits",
    ),
    "terrain that is no text": (
        'lake = "0301"',
        'lake = ["0301"]',
        ":13: [terrain.lake]",
        "must be hex numbers in a string",
    ),
    "unknown table": ("[names]", "[nanes]", ":22: [nanes]", "is unknown; a map has entries,"),
    "a table that is a value": (
        "[map]\n",
        "stated = 3\n[map]\n",
        ": [stated]",
        "must be a table",
    ),
    "a name that is no text": ('"0202" = "Middle"', '"0202" = 5', ":23: [names.0202]", "a string"),
    "a name for no hex": ('"0202" =', '"0909" =', ":23: [names.0909]", "0909 is not on the grid"),
    "the map's name is no text": (
        'name = "Small"',
        "name = 5",
        ":2: [map.name]",
        "must be a string",
    ),
    "no grid": (
        '[grid]\ncolumns = [1, 3]\nrows = [1, 4]\nshifted_down = "even"\nabsent = "0204"\n',
        "",
        ": [grid]",
        "is missing",
    ),
    "columns backwards": (
        "columns = [1, 3]",
        "columns = [3, 1]",
        ":6: [grid.columns]",
        "must be two numbers, first and last",
    ),
    "columns that are truths": (
        "columns = [1, 3]",
        "columns = [true, true]",
        ":6: [grid.columns]",
        "must be two numbers",
    ),
    "rows beyond two digits": (
        "rows = [1, 4]",
        "rows = [1, 100]",
        ":7: [grid.rows]",
        "two numbers",
    ),
    "rows missing": ("rows = [1, 4]\n", "", ": [grid.rows]", "must be two numbers"),
    "shifted sideways": (
        'shifted_down = "even"',
        'shifted_down = "left"',
        ":8: [grid.shifted_down]",
        'must be "even" or "odd", not \'left\'',
    ),
    "unknown key of the grid": (
        'absent = "0204"',
        'missing = "0204"',
        ":9: [grid.missing]",
        "is unknown",
    ),
    "absent beyond the grid": ('absent = "0204"', 'absent = "0205"', ":9: [grid.absent]", "0205"),
    "hexside of hexes apart": (
        "0101/0102 0202/0102",
        "0101/0103",
        ":17: [hexsides.ridge]",
        "0101 and 0103 do not share a hexside",
    ),
    "hexside of one hex": (
        "0101/0102 0202/0102",
        "0101",
        ":17: [hexsides.ridge]",
        "'0101' is not a hexside: write two hexes, as in 1509/1609",
    ),
    "hexside that is no hex": (
        "0202/0102",
        "0202/",
        ":17: [hexsides.ridge]",
        "'' is not a hex number",
    ),
    "hexsides in a list": ('ridge = "0101/0102 0202/0102"', "ridge = []", ":17:", "in a string"),
    "unknown hexside": (
        'ridge = "0101',
        'river = "0101',
        ":17: [hexsides.river]",
        "is unknown; there are ridge, canal",
    ),
    "path with a gap": (
        '"0103 0203"',
        '"0103 0303"',
        ":20: [paths.road]",
        "0103 and 0303 do not share a hexside",
    ),
    "path of one hex": ('"0103 0203"', '"0103"', ":20: [paths.road]", "fewer than two hexes"),
    "path in no list": (
        'road = ["0101 0102 0202", "0103 0203"]',
        'road = "0101 0102"',
        ":20: [paths.road]",
        "must be a list of strings",
    ),
    "path of numbers": ('"0103 0203"', "[101]", ":20: [paths.road]", "hex numbers in a string"),
    "unknown path": ("road =", "rail =", ":20: [paths.rail]", "is unknown; there are road, trail"),
    "path name with one end": (
        'Main = "0101 0202"',
        'Main = "0101"',
        ":26: [path_names.Main]",
        "must be the two end hexes of a path",
    ),
    "entry missing": ('A = "0103"', "", ":28: [entries]", "entry hex A is missing"),
    "entry unknown": ('A = "0103"', 'Z = "0103"', ":29: [entries.Z]", "is unknown; there are A"),
    "entry off the map": (
        'A = "0103"',
        'A = "0904"',
        ":29: [entries.A]",
        "0904 is not on the grid",
    ),
    "entry of two hexes": ('A = "0103"', 'A = "0103 0102"', ":29: [entries.A]", "not a hex number"),
    "entry that is a number": ('A = "0103"', "A = 103", ":29: [entries.A]", "in a string"),
    "unknown area": (
        "north =",
        "east =",
        ":32: [shore.east]",
        "is unknown; there are north, south",
    ),
    "area off the map": ("0101 0201", "0101 0299", ":32: [shore.north]", "0299 is not on the grid"),
    "landmark absent": (
        'absent = "0204"',
        'absent = "0204 0203"',
        ":14: [terrain.clear]",
        "0203 is not on the grid",
    ),
    "no TOML": ('lake = "0301"', "lake = 0301", ": no TOML:", "line 13"),
    "a key twice": ('lake = "0301"', 'sand = "0301"', ": no TOML:", "line 13"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_map_is_refused_with_file_line_key_and_reason(fault: str, tmp_path: Path) -> None:
    old, new, place, reason = FAULTS[fault]
    assert GOOD.count(old) == 1
    path = tmp_path / "bad.toml"
    path.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(bh.InvalidMap) as caught:
        load_map(path, SCHEMA)
    assert str(caught.value).startswith(f"{path}{place}")
    assert reason in str(caught.value)


def test_a_landmark_must_be_on_the_map() -> None:
    without = re.sub(r'clear = "0203"\n|, "0103 0203"', "", GOOD)
    text = without.replace('absent = "0204"', 'absent = "0204 0203"')
    with pytest.raises(bh.InvalidMap, match=r"map:5: \[grid\] 0203 must be on the map: the story"):
        parse_map(text, SCHEMA)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(bh.InvalidMap, match=r"nothing\.toml: cannot be read: .*No such file"):
        load_map(tmp_path / "nothing.toml", SCHEMA)
    with pytest.raises(bh.InvalidMap, match="cannot be read"):
        load_map(tmp_path, SCHEMA)
    path = tmp_path / "latin.toml"
    path.write_bytes('[map]\nname = "é"\n'.encode("latin-1"))
    with pytest.raises(bh.InvalidMap, match=r"latin\.toml: cannot be read: .*UTF-8"):
        load_map(path, SCHEMA)


@pytest.mark.parametrize("text", ["", "x" * 10, "[" * 5000, "a = " + "[" * 100_000, "a = '\ud800'"])
def test_texts_that_are_no_map(text: str) -> None:
    with pytest.raises(bh.InvalidMap, match=r"^map(:1)?: "):
        parse_map(text, SCHEMA)


# Maps with objectives, spans of entry hexes, and north elsewhere

WIDE = replace(SCHEMA, entries=("A",), spans=("east", "west"), objectives=True)
WIDER = (
    'north = "left"\n'
    + GOOD.replace('A = "0103"', 'A = "0103"\neast = "0301 0302"\nwest = "0101"')
    + '\n[objectives]\n"0202" = "Middle"\n"0103" = "South"\n'
)


def test_a_map_with_spans_and_objectives() -> None:
    found = parse_map(WIDER, WIDE)
    assert found.entries == {"A": "0103"}
    assert found.spans == {"east": ("0301", "0302"), "west": ("0101",)}
    assert found.objectives == {"0202": "Middle", "0103": "South"}
    assert found.north == "left"
    small = parse_map(GOOD, SCHEMA)
    assert (small.spans, small.objectives, small.north) == ({}, {}, "top")


WIDE_FAULTS = {
    "north in the middle": (
        'north = "left"',
        'north = "middle"',
        ": [north]",
        "must be one of top, right, bottom, left, not 'middle'",
    ),
    "north that is no text": ('north = "left"', "north = [1]", ": [north]", "must be one of"),
    "span missing": ('west = "0101"', "", ":29: [entries]", "entry span west is missing"),
    "span of no hex": ('west = "0101"', 'west = ""', ":32: [entries.west]", "names no hex"),
    "span off the map": ('west = "0101"', 'west = "0901"', ":32: [entries.west]", "0901 is not"),
    "span in a list": ('west = "0101"', 'west = ["0101"]', ":32: [entries.west]", "in a string"),
    "span unknown": (
        'west = "0101"',
        'west = "0101"\nwset = "0101"',
        ":33: [entries.wset]",
        "is unknown; there are A, east, west",
    ),
    "objective off the map": (
        '"0103" = "South"',
        '"0909" = "South"',
        ":39: [objectives.0909]",
        "0909 is not on the grid",
    ),
    "objective without a name": (
        '"0103" = "South"',
        '"0103" = 1',
        ":39: [objectives.0103]",
        "must be a string",
    ),
}


@pytest.mark.parametrize("fault", WIDE_FAULTS)
def test_bad_spans_objectives_and_norths_are_refused(fault: str) -> None:
    old, new, place, reason = WIDE_FAULTS[fault]
    assert WIDER.count(old) == 1
    with pytest.raises(bh.InvalidMap) as caught:
        parse_map(WIDER.replace(old, new), WIDE)
    assert str(caught.value).startswith(f"map{place}")
    assert reason in str(caught.value)


def test_objectives_are_unknown_where_the_title_has_none() -> None:
    with pytest.raises(bh.InvalidMap, match=r"map:37: \[objectives\] is unknown; a map has"):
        parse_map(WIDER, replace(WIDE, objectives=False))


LINES = GOOD.splitlines()


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_damaged_map_is_read_or_refused(data: st.DataObject) -> None:
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        kind = data.draw(st.sampled_from(["drop", "swap", "value", "character"]))
        if kind == "drop":
            del lines[at]
        elif kind == "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == "value" and "=" in lines[at]:
            value = data.draw(
                st.sampled_from(
                    ["1", "-1", '""', "[]", "{}", "true", '["0101"]', "1979-05-27", '"x"']
                )
            )
            lines[at] = lines[at].split("=")[0] + "= " + value
        elif lines[at]:
            place = data.draw(st.integers(0, len(lines[at]) - 1))
            character = data.draw(st.characters(codec="utf-8"))
            lines[at] = lines[at][:place] + character + lines[at][place + 1 :]
    try:
        found = parse_map("\n".join(lines), SCHEMA, source="damaged.toml")
    except bh.InvalidMap as refusal:
        assert str(refusal).startswith("damaged.toml:")  # noqa: PT017
    else:
        assert parse_map(found.text, SCHEMA, source="damaged.toml") == found


# The package's own map


def test_the_map_of_the_package() -> None:
    found = own_map()
    assert len(found.grid.hexes()) == 349
    assert found.entries == {"A": "0401", "B": "1301", "C": "1708", "D": "0921"}
    assert found.names["0112"] == "Matzmed"
    assert found.reconstructed
    for kind in ("bar_lev", "chinese_farm", "swamp", "elevated_sand"):
        for number in found.stated[kind].split():
            assert found.terrain_of(number) == kind
    for pair in found.stated["ridge"].split():
        assert hexside(*pair.split("/")) in found.hexsides["ridge"]
    assert set(found.stated["road"].split()) <= found.on_path("road")
    assert {name: found.entries[name] for name in found.stated["entries"]} == found.stated[
        "entries"
    ]
    assert parse_map(found.text, PRINTED, source="across_suez/data/map.toml") == found


def test_named_roads_run_between_their_ends() -> None:
    found = own_map()
    paths = [path for kind in ("road", "trail") for path in found.paths[kind]]
    for ends in found.path_names.values():
        assert any({path[0], path[-1]} == set(ends) for path in paths)


def test_a_game_is_loaded_with_a_map_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(own_map().text.replace('name = "Across', 'name = "My Across'), encoding="utf-8")
    mine = bh.load("across-suez-1980", map=path)
    assert mine.map.name == "My Across Suez, reconstructed terrain"
    assert not mine.own_map
    assert mine == bh.load("across-suez-1980", map=str(path))
    assert mine != bh.load("across-suez-1980")
    path.write_text(own_map().text, encoding="utf-8")
    assert bh.load("across-suez-1980", map=path).own_map
    with pytest.raises(bh.InvalidMap, match="cannot be read"):
        bh.load("across-suez-1980", map=tmp_path / "none.toml")
