"""A third scenario needs data and switches only: a made-up one, from outside of the package."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead import players, render
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.titles.games import title_of
from bridgehead.render.title_styles import style_of
from bridgehead.server.views import hello, title_data
from bridgehead.terminal.hexes.mapview import MapPicture, Scene
from bridgehead.terminal.hexes.session import HexSession
from bridgehead.titles import own_games
from bridgehead.titles.own_games import VARIABLE
from tests.titles.middle_east_battles.own_scenario import FOLDER, ID, added, changed

ROOT = Path(__file__).parents[3]
Choose = Callable[[Any], str]


@pytest.fixture(autouse=True)
def oasis() -> Iterator[Any]:
    with added():
        yield bh.load(ID)


def at_random(seed: int) -> Choose:
    draw = random.Random(seed)
    return lambda position: str(draw.choice(list(position.legal_actions())))


def sergeants(seed: int) -> Choose:
    drawn, kernels = np.random.default_rng(seed), title_of(ID).kernels
    assert kernels is not None
    kind = kernels.KINDS["sergeant"]

    def choose(position: Any) -> str:
        out = np.zeros(position.game.max_actions, np.int32)
        return str(position.game.grammar.decode(kernels.decide(*position.arrays, out, drawn, kind)))

    return choose


def play(game: Any, choose: Choose) -> bh.Record:
    """Play to the end, and check at each decision that the position can be saved and told."""
    record = bh.Record.new(game, "seeded", seed=1)
    position = game.start()
    while position.to_move is not None:
        text = choose(position)
        for event in position.describe(text):
            assert "gypt" not in event.text
            assert "srael" not in event.text
        position.push(text)
        record.actions.append(text)
        assert game.position(json.loads(json.dumps(position.to_dict()))) == position
    assert position.result.winner in (*game.sides, "draw")
    return record


def played(choose: Callable[[int], Choose]) -> str:
    """Return what comes of some games."""
    return repr([play(bh.load(ID), choose(seed)).actions for seed in range(2)])


@pytest.mark.plain
@pytest.mark.parametrize("choose", [at_random, sergeants])
def test_it_plays_to_the_end_and_a_record_replays(
    oasis: Any, choose: Callable[[int], Choose], tmp_path: Path
) -> None:
    record = play(oasis, choose(0))
    record.save(tmp_path / "game.json")
    again = bh.Record.load(tmp_path / "game.json")
    assert again.replay().result == record.replay().result
    assert again.game == oasis


@pytest.mark.slow
@pytest.mark.skipif(not JIT, reason="compares the compiled rules with the plain ones")
def test_compiled_and_plain_rules_agree() -> None:
    plain = subprocess.run(
        [sys.executable, "-m", __name__],
        env={**os.environ, "BRIDGEHEAD_JIT": "0", VARIABLE: str(FOLDER)},
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert plain.stdout.strip() == played(at_random) + played(sergeants)


@pytest.mark.plain
def test_what_its_switches_ask_for_can_be_done(oasis: Any) -> None:
    """A mixture that neither of the package's games has: entry by an edge, and militia."""
    board = oasis.board[0]
    assert (board.edge_entry, board.city_control, board.militia_from) == (1, 1, 2)
    for name in ("withdrawal", "crossings", "amphibious_from", "one_drop"):
        assert not board[name]
    position = oasis.start()
    position.push("deploy")
    position.push("end")
    assert (position.side, position.turn) == ("blue", 1)
    entering = {text.split()[2] for text in position.legal_actions() if text.startswith("enter ")}
    assert entering == {"0501", "0502", "0503", "0504"}
    refused = position.why_not("enter foot-2 0502")
    assert (refused.case, refused.reason) == ("10.6", "foot-2 may enter from turn 2 on")
    refused = position.why_not("enter tank-1 0101")
    assert refused.reason == "tank-1 enters by 0501 to 0504, not by 0101"
    militia = oasis.position({"game": ID, "turn": 2, "side": "red", "phase": "start",
                              "units": {"guard-1": "0302", "citizens": "off"}})  # fmt: skip
    assert militia.step == "militia roll"
    militia.push("roll 2")
    assert list(militia.legal_actions()) == ["place citizens 0302"]


@pytest.mark.plain
def test_the_page_the_picture_and_the_terminal_show_it(oasis: Any) -> None:
    data = title_data.game_data(ID)
    assert [side["label"] for side in data["sides"]] == ["Blue", "Red"]
    assert data["briefing"] is None
    assert data["lessons"] == []
    told = json.loads(hello.hello_text(oasis))
    assert len(told["hexes"]) == 20
    assert {unit["id"]: unit["arrives"] for unit in told["units"]}["foot-2"] == 2

    position = oasis.start()
    position.push("deploy")
    scene = render.position_scene(
        oasis.map, render.style_of(ID), oasis.counters, position.to_dict(), in_play=oasis.units
    )
    assert 'data-unit="guard-1"' in render.svg(scene)

    session = HexSession(bh.Record.new(oasis, "seeded", seed=1, start=position), {}, path=None)
    shown = "\n".join(MapPicture(oasis, Scene.of(session)).text())
    assert "inf2)" in shown  # brackets of the second side
    title = title_of(ID)
    assert title.rules_for(ID, "10.4")  # by `like`
    assert [goal.side for goal in title.goals(position, None)][1:3] == ["blue", "red"]


@pytest.mark.plain
def test_a_player_that_thinks_needs_weights(oasis: Any) -> None:
    with pytest.raises(bh.UnknownPlayer, match=f"has no player 'captain'.*train {ID}` learns"):
        players.create(oasis, "captain", 1)
    assert players.names(ID) == ("recruit", "corporal", "sergeant")


FAULTS = {
    "switch": ("edition.toml", "city_control = 1", "cities = 1",
               r"edition.toml: \[switches.cities\] is unknown; there are edge_entry, crossings"),
    "feature": ("edition.toml", 'exits = "west_edge"', 'exits = "west"',
                r"edition.toml: \[map.exits\] west is none of the features"),
    "sides": ("edition.toml", '[sides.red]\nname = "Red"\nadjective = "Red"', "",
              r"edition.toml: \[sides\] must be two"),
    "system": ("edition.toml", 'system = "middle_east_battles"', 'system = "chess"',
               r"edition.toml: \[system\] must be the title's package: across_suez, mid"),
    "box": ("edition.toml", "edge_entry = 1", "edge_entry = 0",
            r"edition.toml: \[map.flights\] is missing: without the switch edge_entry"),
    "own id": ("edition.toml", 'id = "oasis"', 'id = "suez-56"',
               r"\[id\] suez-56 is a game of the package"),
    "cases": ("edition.toml", 'like = "el-arish-67"', "", r"\[cases.win\] is missing"),
    "entry": ("units.toml", 'entry = "east"', "", r"\[unit tank-1\] has no entry"),
    "type": ("units.toml", 'type = "militia"', 'type = "crowd"', r"toml: \[unit citizens.type\]"),
    "points": ("tables.toml", "red_unit_eliminated = 2", "unit_eliminated = 2",
               "red_unit_eliminated.* is missing: no game can be set up"),
    "toml": ("tables.toml", "[crt]", "[crt", "tables.toml"),
    "map": ("map.toml", 'well = "0302', 'well = "0902', r"\[features.well\] 0902 is not on"),
    "place": ("setup.toml", 'guard-1 = "0302"', "", r"\[suggested.guard-1\] is missing"),
    "style": ("style.toml", "[sides.blue]", "[sides.blue", "style.toml: .*Expected"),
    "looks": ("style.toml", "[terrain.rough]", "[terrain.hills]",
              r"style.toml: \[terrain.rough\] is missing"),
    "look": ("style.toml", '[terrain.clear]\nlabel = "Clear"\nfill = "#f3e7c6"',
             "[terrain]\nclear = 3", r"oasis/style.toml: \[terrain.clear\] is missing"),
    "label": ("style.toml", 'label = "Red"', 'label = ["Red"]',
              r"style.toml: \[sides.red.label\] must be a text"),
    "systems": ("edition.toml", 'system = "middle_east_battles"', 'system = ["chess"]',
                r"edition.toml: \[system\] must be the title's package"),
    "other title's id": ("edition.toml", 'id = "oasis"', 'id = "october-war"',
                         "october-war: bridgehead.titles.october_war has a game with this id"),
    "like itself": ("edition.toml", 'like = "el-arish-67"', 'like = "oasis"',
                    r"\[like\] must be one of suez-56, el-arish-67"),
    "dice": ("edition.toml", "[sides.red]", "[sides.dice]", r"\[sides.dice\] is no side's id"),
    "names": ("edition.toml", 'name = "Red"', 'name = "Blue"',
              r"\[sides\] both have the name Blue: they must differ"),
    "bid": ("edition.toml", "[markers]", '[options]\nbid = "more"\n[markers]',
            r"\[options.bid\] is an option of every game"),
    "option": ("edition.toml", "late = { from = 2 }", 'late = { from = 2, option = "slow" }',
               r"\[setup.late.option\] slow is none of the options"),
    "ground": ("edition.toml", "pool = true", 'pool = true, terrain = "lava"',
               r"\[setup.town.terrain\] lava is none of \[map\] terrain"),
    "division": ("edition.toml", "[sides.blue]", 'paid_division = "4"\n[sides.blue]',
                 r"\[paid_division\] 4 is none of the divisions"),
    "carrier": ("edition.toml", "[sides.blue]", 'carrier = "ship"\n[sides.blue]',
                r"\[carrier\] in edition.toml: there is no unit ship"),
    "weight": ("edition.toml", "[markers]", "[weights]\nnight = nan\n[markers]",
               r"\[weights.night\] must be a finite number, not nan"),
    "charts": ("edition.toml", 'charts = "oasis"', 'charts = "sand"',
               r"\[turns.sand\] is missing in tables.toml"),
    "night": ("tables.toml", "night = [3]", "night = [33]",
              r"\[turns.oasis.night 1\] must be a whole number from 1 to 5, not 33"),
    "nowhere": ("edition.toml", 'inside = "well", within = 1', 'near = "0909"',
                r"oasis: \[terrain\] there is no hex to set up A in"),
}  # fmt: skip


@pytest.mark.plain
@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_is_said(fault: str, tmp_path: Path) -> None:
    file, old, new, told = FAULTS[fault]
    folder = changed(tmp_path, file, old, new)
    known = bh.games()
    with pytest.raises((bh.InvalidData, bh.InvalidMap), match=told), added(folder):
        pass
    assert bh.games() == known


FILES = ("edition.toml", "map.toml", "units.toml", "setup.toml", "tables.toml", "style.toml")


@pytest.mark.plain
@pytest.mark.parametrize("file", FILES)
def test_a_file_that_is_no_text_is_named(file: str, tmp_path: Path) -> None:
    folder = changed(tmp_path, file, "=", "=")
    (folder / file).write_bytes(b"\xff\xfe\x00")
    told = f"{file}: cannot be read: it is not UTF-8 text"
    with pytest.raises((bh.InvalidData, bh.InvalidMap), match=told), added(folder):
        pass


@pytest.mark.plain
@pytest.mark.parametrize("file", [file for file in FILES if file != "edition.toml"])
def test_a_missing_file_is_named(file: str, tmp_path: Path) -> None:
    folder = changed(tmp_path, file, "=", "=")
    (folder / file).unlink()
    told = f"{file}: is missing|is missing in {file}"
    with pytest.raises(bh.InvalidData, match=told), added(folder):
        pass


@pytest.mark.plain
def test_files_of_a_windows_editor_are_read(tmp_path: Path) -> None:
    folder = changed(tmp_path, "map.toml", "=", "=")
    for file in FILES:
        text = (folder / file).read_bytes().replace(b"\n", b"\r\n")
        (folder / file).write_bytes(b"\xef\xbb\xbf" + text)
    with added(folder):
        assert bh.load(ID).start().to_move == "red"


@pytest.mark.plain
def test_two_folders_with_one_id_are_refused(tmp_path: Path) -> None:
    folder = changed(tmp_path, "map.toml", "=", "=")
    with pytest.raises(bh.InvalidData, match=f"oasis is the game in {re.escape(str(FOLDER))}"):
        own_games.add_folder(folder)
    own_games.add_folder(FOLDER)  # the same again


STYLES = {
    'fill = "#f3e7c6"': ("fill = 7", "terrain.clear.fill: 7 is not a #rrggbb color"),
    'pattern = "scrub"': ("pattern = 7", "terrain.rough.pattern: 7 is not a text"),
    'label = "Well"': ("", "features.well.label is missing"),
    "lines = 1": ('lines = "1"', "boxes.lines: '1' is not a whole number"),
    "[terrain.clear]": ("[pens]\n[terrain.clear]", "style: 'pens' is unknown"),
    'tint = "#1d5fb4"': ("", "sides.blue.tint is missing"),
}


@pytest.mark.plain
@pytest.mark.parametrize("old", STYLES)
def test_what_is_wrong_in_a_style_is_said_when_it_is_drawn(old: str, tmp_path: Path) -> None:
    new, told = STYLES[old]
    folder = changed(tmp_path, "style.toml", old, new)
    with added(folder), pytest.raises(bh.InvalidData, match=re.escape(f"oasis, style: {told}")):
        style_of.__wrapped__(ID)


@pytest.mark.plain
@pytest.mark.slow
def test_commands_know_the_games_that_the_environment_names(tmp_path: Path) -> None:
    def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "bridgehead", *words],
            env={**os.environ, "BRIDGEHEAD_JIT": "0", VARIABLE: str(folder)},
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    assert "oasis  The Oasis (your own scenario)" in run(FOLDER, "games").stdout
    done = run(tmp_path, "games")
    assert done.returncode == 1
    assert done.stderr == (
        f"error: {tmp_path}: has neither __init__.py (a title) nor edition.toml (a game of a "
        "known title) nor a folder scenarios (BRIDGEHEAD_GAMES)\n"
    )


if __name__ == "__main__":
    print(played(at_random) + played(sergeants))
