"""The maps: ours keep what the rulebook states, others are told what they break."""

from __future__ import annotations

from pathlib import Path

import pytest

import bridgehead as bh
from bridgehead.core.maps.map_report import Difference, differences
from bridgehead.core.titles.games import game_info, title_of
from bridgehead.titles.middle_east_battles.formats import map_check
from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS
from bridgehead.titles.middle_east_battles.formats.mapfile import own_map

pytestmark = [pytest.mark.plain]

S, E = "suez-56", "el-arish-67"


def changed(path: Path, game: str, *edits: tuple[str, str]) -> Path:
    text = own_map(game).text
    for old, new in edits:
        assert old in text
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("game", EDITIONS)
def test_our_maps_are_sound(game: str) -> None:
    found = map_check.report(own_map(game), game)
    for key in ("errors", "statements", "warnings", "differences"):
        assert found[key] == []
    steps, points = (24, 14.5) if game == S else (29, 15.5)
    assert found["line_of_play"] == {"road_steps": steps, "points": points}
    told = map_check.line_in_words(found["line_of_play"])
    assert told.startswith(f"{steps} road steps; {points:g} points")


def test_what_suez_states() -> None:
    found = own_map(S)
    assert found.north == "left"
    assert len(found.grid.hexes()) == 1095
    assert (found.grid.columns, found.grid.rows) == ((12, 48), (1, 32))
    features = found.areas["features"]
    assert {features["mediterranean_coast"][0], features["mediterranean_coast"][-1]} == {
        "2801",
        "1632",
    }
    assert (features["helicopter_sea"][0], features["helicopter_sea"][-1]) == ("1704", "1232")
    assert features["exit"] == tuple(f"48{row:02d}" for row in range(7, 15))
    assert [n for n, terrain in found.terrain.items() if terrain == "oil_tank"] == ["3413"]
    assert all(found.hexsides.values())


def test_what_el_arish_states() -> None:
    found = own_map(E)
    assert found.north == "top"
    assert (found.grid.columns, found.grid.rows) == ((19, 48), (16, 52))
    features = found.areas["features"]
    assert features["east_edge"] == tuple(f"48{row}" for row in range(16, 53))
    assert features["west_edge"] == tuple(f"19{row}" for row in range(28, 53))
    assert found.spans == {
        "T": tuple(f"48{row}" for row in range(16, 25)),
        "Y": tuple(f"48{row}" for row in range(25, 37)),
        "S": tuple(f"48{row}" for row in range(37, 49)),
    }
    assert found.objectives["4620"] == "Rafiah"
    assert found.objectives["3844"] == "Abu Aweiqla"


@pytest.mark.parametrize("game", EDITIONS)
def test_named_roads_run_between_their_ends(game: str) -> None:
    found = own_map(game)
    runs = [path for paths in found.paths.values() for path in paths]
    for ends in found.path_names.values():
        assert any({path[0], path[-1]} == set(ends) for path in runs)


@pytest.mark.parametrize("game", EDITIONS)
def test_the_games_are_registered(game: str) -> None:
    info = game_info(game)
    assert info.edition == "Decision Games, 2004"
    assert info.sides[1] == "egypt"
    assert info.reconstructed == own_map(game).reconstructed
    assert info.reconstructed.count(".") == 1  # one sentence
    assert info.parse_map(own_map(game).text) == own_map(game)
    assert title_of(game).map_check is map_check
    assert list(info.options) == (["what_if", "any_lead"] if game == S else ["any_lead"])
    assert info.bids


# What another map breaks


def line(game: str, start: str) -> str:
    """Return the line of our map that begins so."""
    return next(one for one in own_map(game).text.splitlines() if one.startswith(start))


def part(game: str, start: str, end: str) -> str:
    """Return our map from one word to the next."""
    text = own_map(game).text
    return text[text.index(start) : text.index(end)]


# (the game, what is written instead of what, the hex that is named, the reason)
BROKEN: dict[str, tuple[str, tuple[str, str], str, str]] = {
    "end of the coast": (S, ('"""\n2801 2802', '"""\n2802'), "2801", "(9.13)"),
    "coast away from the sea": (S, ("2801 2802", "2801 3512 2802"), "3512", "must lie by the sea"),
    "end of the sea": (S, ('"""\n1704 1705 1706 1707 1607', '"""\n1705 1607'), "1704", "(9.12)"),
    "sea on land": (S, ('"""\n1704 1705 1706 1707 1607', '"""\n1704 3512'), "3512", "all sea"),
    "exit": (S, ("4807 4808 4809 4810", "4807 4808 4810"), "4809", "must be an exit hex (9.9)"),
    "no oil tank": (S, ('oil_tank = "3413"', ""), "", "there are 0"),
    "no channel": (S, (line(S, "raswa_channel ="), ""), "", "raswa channel hexsides"),
    "no bridge": (
        S,
        (part(S, "[paths]", "[features]"), ""),
        "",
        "the bridges (9.16)",
    ),
    "no objectives": (
        S,
        (part(S, "[objectives]", "[names"), ""),
        "",
        "objective hexes (9.8)",
    ),
    "an edge": (E, ("4816 4817 4818", "4817 4818"), "4816", "of the eastern edge (10.3)"),
    "the western edge": (E, ("1951 1952", "1951"), "1952", "of the western edge (10.4, 10.9)"),
    "a shorter span": (E, ('4824"\nY', '"\nY'), "4824", "must be in the entry span T (10.5)"),
    "a longer span": (E, ('S = "4837', 'S = "4836 4837'), "4836", "must not be in the entry span"),
    "sea at the edge": (E, ("4516 4517", "4816 4517"), "4816", "must be land, is sea"),
    "no fortifications": (E, (line(E, "fortification ="), ""), "", "there are 0"),
    "no coast": (
        E,
        (part(E, "coastal =", "town ="), ""),
        "",
        "there must be coastal hexes (10.3)",
    ),
    "no wadi": (
        E,
        (part(E, "wadi =", "[paths]"), ""),
        "",
        "wadi hexsides (5.8)",
    ),
}


@pytest.mark.slow_for(
    "a longer span",
    "a shorter span",
    "exit",
    "no bridge",
    "no channel",
    "no oil tank",
    "the western edge",
)
@pytest.mark.parametrize("fault", BROKEN)
def test_what_breaks_the_rulebook(fault: str, tmp_path: Path) -> None:
    game, edit, where, told = BROKEN[fault]
    path = changed(tmp_path / "mine.toml", game, edit)
    found = map_check.report(map_check.read(path, game), game)
    statements = [one for one in found["statements"] if told in one["text"]]
    assert where in [one["where"] for one in statements]


def test_a_map_that_states_nothing_else_is_sound(tmp_path: Path) -> None:
    """The coast between its ends is a reconstruction; so is the terrain of most hexes."""
    path = changed(
        tmp_path / "mine.toml", S, ("2022 2023 1924", "2022 1924"), ("2914 2915", "2914")
    )
    found = map_check.report(map_check.read(path, S), S)
    assert found["errors"] == found["statements"] == found["warnings"] == []
    assert found["differences"] == [
        {"what": "terrain", "where": "2915", "ours": "rough", "theirs": "clear"},
        {
            "what": "mediterranean_coast",
            "where": "2023",
            "ours": "mediterranean_coast",
            "theirs": "",
        },
    ]


def test_warnings_of_the_line_of_play(tmp_path: Path) -> None:
    path = changed(tmp_path / "s.toml", S, ("4411\n  4511 4611", "4411 4412\n 4512 4511 4611"))
    (steps, points) = map_check.report(map_check.read(path, S), S)["warnings"]
    assert "the shortest road has 26 steps from 2512 to 4811" in steps
    assert "should drive from 2411 and leave by 4811 for 14.5 points: that costs 15" in points
    path = changed(tmp_path / "e.toml", E, ("4819 4720 4620", "4720 4620"))
    (steps, points) = map_check.report(map_check.read(path, E), E)["warnings"]
    assert "there is no road from 4819 to 1929" in steps
    assert "enter at 4819" in points


def test_errors_are_told_once(tmp_path: Path) -> None:
    path = changed(tmp_path / "mine.toml", E, ("4516 4517", "4816 4517"))
    found = map_check.report(map_check.read(path, E), E)
    assert found["errors"] == []  # the statement says it
    assert found["line_of_play"] == {"road_steps": None, "points": None}
    path = changed(tmp_path / "wide.toml", E, ("rows = [16, 52]", "rows = [14, 60]"))
    found = map_check.report(map_check.read(path, E), E)
    assert "1152 is the most" in found["errors"][0]


FAULTS = {
    "two terrains": (S, ('oil_tank = "3413"', 'oil_tank = "2414"'), "2414 is already city"),
    "other game's terrain": (S, ("oil_tank =", "fortification ="), "[terrain.fortification]"),
    "other game's hexside": (E, ("wadi =", "suez_canal ="), "[hexsides.suez_canal]"),
    "a span too few": (E, ('Y = "', '# "'), "entry span Y is missing"),
    "an absent hex": (S, ('"3711" = "Raswa bridges"', '"1201" = "Sea"'), "1201 is not on the grid"),
    "north": (S, ('north = "left"', 'north = "up"'), "must be one of top"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_files_that_are_no_map(fault: str, tmp_path: Path) -> None:
    game, edit, told = FAULTS[fault]
    path = changed(tmp_path / "mine.toml", game, edit)
    with pytest.raises(bh.InvalidMap) as caught:
        map_check.read(path, game)
    assert str(caught.value).startswith(str(path))
    assert told in str(caught.value)


def test_a_landmark_is_needed() -> None:
    schema = EDITIONS[E].map.schema
    assert set(schema.landmarks) == {"4620", "3844"}


def test_differences_of_spans_objectives_and_north(tmp_path: Path) -> None:
    path = changed(
        tmp_path / "e.toml",
        E,
        ("# El Arish", 'north = "right"\n# El Arish'),
        ('"2927" = "El Jiradi"', ""),
        ("4823 4824", "4823"),
    )
    assert differences(own_map(E), map_check.read(path, E)) == [
        Difference("grid", "north", "top", "right"),
        Difference("east_edge", "4824", "east_edge", ""),
        Difference("objective", "2927", "objective", ""),
    ]
