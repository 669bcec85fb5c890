"""Data of one's own: changes are played with, what cannot be is refused, records carry them."""

from __future__ import annotations

import json
import os
import random
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.titles.data_report import changes
from bridgehead.core.titles.dataset import ABOUT, from_folder, from_texts, own_data
from bridgehead.core.titles.games import game_info
from tests.tiers import first

pytestmark = pytest.mark.plain

GAMES = tuple(info.id for info in bh.games())
ACROSS, SUEZ, ARISH, OCTOBER = "across-suez-1980", "suez-56", "el-arish-67", "october-war"


def texts_of(game: str) -> dict[str, str]:
    rules = game_info(game).data
    return {file: rules.own_text(file) for file in rules.files}


def changed(game: str, file: str, old: str, new: str) -> dict[str, str]:
    """Return a file of a game with a text in it exchanged."""
    text = texts_of(game)[file]
    assert old in text, old
    return {file: text.replace(old, new, 1)}


@pytest.fixture
def folder(tmp_path: Path) -> Callable[..., Path]:
    def make(texts: dict[str, str]) -> Path:
        for file, text in texts.items():
            (tmp_path / file).write_text(text, encoding="utf-8")
        return tmp_path

    return make


@pytest.mark.parametrize("game", GAMES)
def test_the_packages_data_are_sound_and_its_own(game: str) -> None:
    rules = game_info(game).data
    own = own_data(rules)
    shapes = rules.shapes()
    for file in rules.files[1:]:
        shapes[file].check(own[file], "")
    rules.check(own)
    assert from_texts(rules, texts_of(game)) is own
    assert own.own
    assert own.own_map
    assert own.own_tables
    assert own.texts == {}
    assert bh.load(game).own_data
    assert not changes(rules, own)


@pytest.mark.parametrize("game", GAMES)
def test_comments_make_no_difference(game: str, folder: Callable[..., Path]) -> None:
    texts = {
        file: f"{text}\n# mine\n" for file, text in texts_of(game).items() if "map" not in file
    }
    assert bh.load(game, data=folder(texts)) == bh.load(game)


CHANGES = {  # game, file, what is there, what is put there, and how the board tells
    "across strength": (ACROSS, "units.toml", "strength = 3", "strength = 9",
                        lambda board: int(board.strength[0]) == 9),
    "across chart": (ACROSS, "tables.toml", "trail = 4", "trail = 6", None),
    "across turns": (ACROSS, "tables.toml", "count = 7", "count = 5",
                     lambda board: int(board.turns) == 5),
    "suez strength": (SUEZ, "units.toml", "strength = 2 ", "strength = 7 ",
                      lambda board: int(board.strength[0]) == 7),
    "suez chart": (SUEZ, "tables.toml", "A1 A1 A1 BR BR D1", "A1 A1 A1 BR BR D4", None),
    "suez set-up": (SUEZ, "setup.toml", '4-inf = "4011"', '4-inf = "4012"', None),
    "arish allowance": (ARISH, "tables.toml", "israel = { moto_mech = 8",
                        "israel = { moto_mech = 9", None),
    "october strength": (OCTOBER, "units.toml", "strength = 12", "strength = 15",
                         lambda board: int(board.strength.max()) == 15),
    "october chart": (OCTOBER, "tables.toml", "allowance = 2", "allowance = 3",
                      lambda board: int(board.allowance) == 3),
    "october event": (OCTOBER, "events.toml", "amount = 3", "amount = 5", None),
    "october names": (OCTOBER, "units.toml", '"Southern Command"', '"The South"', None),
}  # fmt: skip


@pytest.mark.slow_for(
    "arish allowance",
    "october chart",
    "october event",
    "october names",
    "october strength",
    "suez chart",
    "suez set-up",
    "suez strength",
)
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_played_with_and_carried_by_the_record(
    name: str, folder: Callable[..., Path], tmp_path: Path
) -> None:
    game, file, old, new, told = CHANGES[name]
    played = bh.load(game, data=folder(changed(game, file, old, new)))
    assert not played.own_data
    assert played.own_map
    assert played != bh.load(game)
    assert played.data.texts.keys() == {file}
    if told is not None:
        assert told(played.board[0])  # type: ignore[attr-defined]
        assert not told(bh.load(game).board[0])  # type: ignore[attr-defined]
    record = bh.Record.new(played, "seeded", seed=1)
    draw = random.Random(3)
    while record.position.to_move is not None and len(record.actions) < 40:
        if record.position.to_move == "dice":
            record.roll()
        else:
            record.do(draw.choice(record.position.legal_actions()))
    for path in list(tmp_path.glob("*.toml")):
        path.unlink()  # the record needs no folder
    path = tmp_path / "game.json"
    record.save(path)
    again = bh.Record.load(path)
    assert again.game == played
    assert again.position == record.position
    data = json.loads(path.read_text())
    assert data["data"]["digest"] == played.data.digest
    assert list(data["data"]["files"]) == [file]
    position = record.position
    assert played.position(position.to_dict()) == position
    with pytest.raises(bh.InvalidPosition, match="data"):
        bh.load(game).position(position.to_dict())


@pytest.mark.parametrize("game", GAMES)
def test_records_tell_the_digest_of_the_packages_data(game: str) -> None:
    data = bh.Record.new(bh.load(game)).to_dict()
    assert data["data"] == {"digest": bh.load(game).data.digest}
    assert "text" not in data["map"]
    old = {key: value for key, value in data.items() if key != "data"}
    assert bh.Record.from_dict(old).game == bh.load(game)  # written before there were data
    data["data"] = {"digest": "0" * 64}
    with pytest.raises(bh.InvalidRecord, match="data: was played with data of digest"):
        bh.Record.from_dict(data)


@pytest.mark.parametrize(
    "bad", [7, [], {"files": 7}, {"files": {"units.toml": 7}}, {"files": {"../x": ""}},
            {"files": {"units.toml": "a" + ".a" * 20_000 + "=1"}}, {"files": {"units.toml": "x"}}]
)  # fmt: skip
def test_a_record_with_hostile_data_is_refused(bad: Any) -> None:
    data = bh.Record.new(bh.load(ACROSS)).to_dict()
    data["data"] = bad
    with pytest.raises(bh.InvalidRecord, match="record"):
        bh.Record.from_dict(data)


def test_a_map_alone_is_a_data_set(folder: Callable[..., Path]) -> None:
    texts = changed(ACROSS, "map.toml", "name = ", "name = 'Mine' #")
    path = folder(texts)
    by_map = bh.load(ACROSS, map=path / "map.toml")
    by_data = bh.load(ACROSS, data=path)
    assert by_map == by_data
    assert by_map.data.own_tables
    assert not by_map.own_map
    with pytest.raises(bh.InvalidData, match="both"):
        bh.load(ACROSS, map=path / "map.toml", data=path)


BAD = {  # game, file, what is there, what is put there, words of the refusal
    "no number": (ACROSS, "units.toml", "strength = 3", 'strength = "3"', "strength.*whole number"),
    "too strong": (ACROSS, "units.toml", "strength = 3", "strength = 31", "from 0 to 30"),
    "true": (ACROSS, "units.toml", "strength = 3", "strength = true", "whole number"),
    "a type": (ACROSS, "units.toml", 'type = "mechanized"', 'type = "navy"', "type.*armor"),
    "a key": (ACROSS, "units.toml", "strength = 3", "strenght = 3", "strength.* is missing"),
    "another key": (ACROSS, "units.toml", "strength = 3", "strength = 3\nx = 3", "x.*is unknown"),
    "an id": (ACROSS, "units.toml", 'id = "reshef-1"', 'id = "Reshef 1"', "lower-case"),
    "an id twice": (ACROSS, "units.toml", 'id = "reshef-1"', 'id = "reshef-2"', "appears twice"),
    "off the map": (ACROSS, "units.toml", 'hex = "0210"', 'hex = "9999"', "not on the map"),
    "in the lake": (ACROSS, "units.toml", 'hex = "0210"', 'hex = "0115"', "land"),
    "one hex": (ACROSS, "units.toml", 'hex = "0210"', 'hex = "0308"', "starts in 0308"),
    "no bridge": (ACROSS, "units.toml", 'type = "bridge"', 'type = "armor"', "bridge"),
    "control": (ACROSS, "units.toml", 'name = "Reshef 1"', 'name = "\\u001b[2J"', "printable"),
    "a cost": (ACROSS, "tables.toml", "sand = 6", "sand = 16", "from 1 to 15"),
    "two costs": (ACROSS, "tables.toml", "sand = 6", "sand = 12", "more than 15 together"),
    "turns": (ACROSS, "tables.toml", "count = 7", "count = 8", "from 1 to 7"),
    "a row": (ACROSS, "tables.toml", '"Ar Dr Dr Dr Dr De De"', '"Ar Dr"', "7 words"),
    "a result": (ACROSS, "tables.toml", '"Ar Dr Dr Dr Dr De De"', '"Ar Dr Dr Dr Dr De XX"', "XX"),
    "columns": (ACROSS, "tables.toml", '"2..3"', '"-2..3"', "go up"),
    "fixed": (ACROSS, "tables.toml", 'bridge_at = "0112"', 'bridge_at = "0113"', "rules fix"),
    "suez type": (SUEZ, "units.toml", 'type = "infantry"', 'type = "navy"', "type"),
    "suez nation": (SUEZ, "units.toml", 'nation = "egypt"', 'nation = "french"', "nation"),
    "suez values": (SUEZ, "units.toml", "strength = 2", "barrage = 2", "either a strength"),
    "suez hexside": (SUEZ, "tables.toml", "manzala_canal_hexside = { move = 4",
                     "manzala_canal_hexside = { move = 14", "15 is the most"),
    "suez turns": (SUEZ, "tables.toml", "optional_last = 12", "optional_last = 13", "12"),
    "suez set-up": (SUEZ, "setup.toml", '4-inf = "4011"', "", "4-inf.*missing"),
    "suez hex": (SUEZ, "setup.toml", '4-inf = "4011"', '4-inf = "x"', "hex number"),
    "arish entry": (ARISH, "units.toml", 'entry = "west"', 'entry = "north"', "entry"),
    "october ids": (OCTOBER, "units.toml", '"hq-sc", "hq-nc"', '"hq-sc"', "count is 2"),
    "october count": (OCTOBER, "units.toml", "count = 2\nids", "count = 1\nids", "count"),
    "october zone": (OCTOBER, "units.toml", 'zone = "sinai-rear"', 'zone = "moon"', "zone"),
    "october point": (OCTOBER, "units.toml", 'box = "breakdown-any"', 'point = "moon"', "moon"),
    "october key": (OCTOBER, "units.toml", 'key = "israel.hq-front"', 'key = "x"', "rules fix"),
    "october walk": (OCTOBER, "tables.toml", "allowance = 2", "allowance = 5", "from 1 to 4"),
    "october shift": (OCTOBER, "tables.toml", "unsupplied = -2", "unsupplied = -3", "rules fix"),
    "october event": (OCTOBER, "events.toml", 'op = "gain_ew"', 'op = "win"', "rules fix"),
    "october set-up": (OCTOBER, "setup.toml", "garrison-1 =", "garrison-99 =", "no counter"),
    "hostile": (OCTOBER, "setup.toml", "[suggested]", "a" + ".a" * 20_000 + "=1\n[suggested]",
                "is the limit"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_played_with_is_refused(name: str, folder: Callable[..., Path]) -> None:
    game, file, old, new, words = BAD[name]
    path = folder(changed(game, file, old, new))
    with pytest.raises(bh.InvalidData, match=words) as refused:
        bh.load(game, data=path)
    assert str(path) in str(refused.value)
    assert len(str(refused.value)) < 1500


def test_folders_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(bh.InvalidData, match="not a folder"):
        bh.load(ACROSS, data=tmp_path / "none")
    with pytest.raises(bh.InvalidData, match=r"contains none of map.toml, units.toml"):
        bh.load(ACROSS, data=tmp_path)
    (tmp_path / "map.toml").mkdir()
    with pytest.raises(bh.InvalidData, match="cannot be read"):
        bh.load(ACROSS, data=tmp_path)


@pytest.mark.parametrize("file", [ABOUT, "units.toml"])
def test_a_pipe_or_a_device_in_a_folder_is_not_read(file: str, tmp_path: Path) -> None:
    rules = game_info("el-arish-67").data
    (tmp_path / "tables.toml").write_text(rules.own_text("tables.toml"), encoding="utf-8")
    os.mkfifo(tmp_path / file)  # whoever opened it would wait for ever
    with pytest.raises(bh.InvalidData, match=f"{file}: cannot be read: it is not a file"):
        from_folder(rules, tmp_path)
    (tmp_path / file).unlink()
    (tmp_path / file).symlink_to("/dev/zero")
    with pytest.raises(bh.InvalidData, match=f"{file}: cannot be read: it is not a file"):
        from_folder(rules, tmp_path)


def test_data_say_which_game_they_are_for(folder: Callable[..., Path]) -> None:
    about = 'game = "across-suez-reprint"\nformat = 1\nname = "Mine"\n'
    path = folder(changed(ACROSS, "units.toml", "strength = 3", "strength = 9") | {ABOUT: about})
    assert bh.load(ACROSS, data=path).data.name == "Mine"  # the editions share their data
    with pytest.raises(bh.InvalidData, match=r"across-suez-reprint; the data of this game"):
        bh.load(SUEZ, data=path)
    for bad in ("format = 2", 'format = 1\nnmae = "x"'):
        (path / ABOUT).write_text(f'game = "{ACROSS}"\n{bad}\n')
        with pytest.raises(bh.InvalidData, match=re.escape(ABOUT)):
            bh.load(ACROSS, data=path)


def test_what_the_rulebook_states_is_told() -> None:
    rules = game_info(ACROSS).data
    data = from_texts(rules, changed(ACROSS, "units.toml", "strength = 3", "strength = 9"))
    (one,) = changes(rules, data)
    assert one.to_dict() == {
        "file": "units.toml", "where": "unit.reshef-1.strength", "ours": "3", "theirs": "9",
        "stated": "printed on the counters (SPI 1980)",
    }  # fmt: skip
    rules = game_info(ARISH).data
    data = from_texts(rules, changed(ARISH, "tables.toml", "AE AE A1", "AE A1 A1"))
    assert [change.stated for change in changes(rules, data)] == [""]  # the chart is reconstructed


NUMBER = re.compile(r"(?<![\w.\"-])-?\d+(?![\w.\"])")


def _bent(text: str, draw: random.Random) -> str:
    """Return a file with two numbers of it changed."""
    places = [found for found in NUMBER.finditer(text) if "#" not in _line_before(text, found)]
    for found in sorted(draw.sample(places, k=2), key=lambda one: -one.start()):
        number = draw.choice([0, 1, 2, 5, 9, 15, 30, 99, -1, int(found[0]) + 1])
        text = f"{text[: found.start()]}{number}{text[found.end() :]}"
    return text


def _line_before(text: str, found: re.Match[str]) -> str:
    return text[text.rfind("\n", 0, found.start()) + 1 : found.start()]


@pytest.mark.slow_for("0-el-arish-67", "0-october-war")
@pytest.mark.parametrize("game", [ACROSS, SUEZ, ARISH, OCTOBER])
@pytest.mark.parametrize("seed", first(1, range(60)))
def test_numbers_changed_at_random_are_refused_or_can_be_played(game: str, seed: int) -> None:
    draw = random.Random(f"{game} {seed}")
    rules = game_info(game).data
    played = None
    for _ in range(20):
        file = draw.choice(rules.files[1:])
        text = rules.own_text(file)
        if len(NUMBER.findall(text)) < 12:
            continue
        try:
            data = from_texts(rules, {file: _bent(text, draw)})
            played = bh.load(game, data=data)
        except bh.InvalidData:
            continue
        if not played.own_data:
            break
    position = (played or bh.load(game)).start()
    for _ in range(60):
        if position.to_move is None:
            break
        position.push(draw.choice(position.legal_actions()))
    assert position.game.position(position.to_dict()) == position


@pytest.mark.parametrize("seed", first(20, range(2000)))
def test_files_cut_and_mixed_are_refused_with_a_reason(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    game = draw.choice((ACROSS, SUEZ, ARISH, OCTOBER))
    rules = game_info(game).data
    file = draw.choice(rules.files)
    lines = rules.own_text(file).splitlines()
    for _ in range(draw.randint(1, 4)):
        if draw.random() < 0.5 and len(lines) > 2:
            lines.pop(draw.randrange(len(lines)))
        else:
            lines.insert(draw.randrange(len(lines)), draw.choice(lines))
    (tmp_path / file).write_text("\n".join(lines), encoding="utf-8")
    try:
        data = from_folder(rules, tmp_path)
        bh.load(game, data=data).start()
    except bh.InvalidData as error:
        told = str(error)
    else:
        told = str(tmp_path)
    assert str(tmp_path) in told


def test_every_file_of_every_title_is_toml_that_is_read_within_bounds() -> None:
    for game in GAMES:
        for file, text in texts_of(game).items():
            assert tomllib.loads(text), file
