"""Scenarios as data: what a file may say, and how a game is played with one."""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.cli import main
from bridgehead.core.errors import InvalidData, InvalidPosition, InvalidRecord, UnknownOption
from bridgehead.core.scenarios import scenario_files
from bridgehead.core.scenarios.goals import wins
from bridgehead.core.scenarios.scenario import Scenario, read
from bridgehead.core.titles.games import games, load_with, title_of
from bridgehead.titles import own_games

pytestmark = pytest.mark.plain

GAME = "across-suez-1980"
HEAD = """
format = 1
games = ["across-suez-1980"]
name = "Test"
history = "Something has happened."
suits = "Testers."
side = "israel"
minutes = 10
last_turn = 2
"""
EVERY = [(info.id, name) for info in games() for name in info.scenarios]


def scenario(text: str, id_: str = "test", game: str = GAME, side: str = "israel") -> Scenario:
    head = HEAD.replace(GAME, game).replace('side = "israel"', f'side = "{side}"')
    return read(head + text, id_, f"{id_}.toml")


@contextmanager
def loaded(text: str, game: str = GAME, side: str = "israel") -> Iterator[Any]:
    """Load a game with a scenario of this text."""
    one = scenario(text, game=game, side=side)
    scenario_files.add(one, game)
    try:
        yield bh.load(game, scenario=one.id)
    finally:
        scenario_files.remove(one, game)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[victory]\n", "[victory.conditions] is missing"),
        ("minute = 3\n", "[minute] is unknown"),
        ('[[victory.conditions]]\nside = "israel"\n', "must have one of hold, reach, across"),
        (
            '[[victory.conditions]]\nside = "israel"\nhold = ["0910"]\nacross = 2\n',
            "[victory.conditions 1] must have one of hold",
        ),
        (
            '[[victory.conditions]]\nside = "israel"\nhold = ["0910"]\ncount = 2\n',
            "[victory.conditions 1.count] is 2, but there are 1 places",
        ),
        (
            '[[victory.conditions]]\nside = "israel"\nlose_at_most = 1\nat_once = true\n',
            "[victory.conditions 1.at_once]: lose_at_most is tested at the end of the last turn",
        ),
        (
            '[[victory.conditions]]\nside = "israel"\nacross = 1\ncount = 2\n',
            "[victory.conditions 1.count] goes with hold and reach",
        ),
        (
            '[[victory.conditions]]\nside = "israel"\nline = "closed"\n',
            "must be one of open, cut, not 'closed'",
        ),
        ('[[balance]]\nplayers = "x"\ngames = 3\nwins = { israel = 4 }\n', "are more than 3 games"),
        ("history =", "test.toml"),
        (
            '[[victory.conditions]]\nside = "israel"\nhold = ["0910", "0910"]\n',
            "[victory.conditions 1] names 0910 twice",
        ),
        ('[start]\nturn = "2"\n', "[start.turn] must be a whole number from 1 to 99, not '2'"),
        ("[start]\nturn = [1]\n", "[start.turn] must be a whole number from 1 to 99, not [1]"),
    ],
)
def test_a_file_that_says_something_wrong_is_refused(text: str, told: str) -> None:
    with pytest.raises(InvalidData) as found:
        scenario(text)
    assert str(found.value).startswith("test.toml: ") or "test.toml" in str(found.value)
    assert told in str(found.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[[victory.conditions]]\nside = "syria"\nacross = 2\n', "must be israel or egypt"),
        ('[[victory.conditions]]\nside = "israel"\nhold = ["9999"]\n', "9999 is not a place"),
        (
            '[[victory.conditions]]\nside = "israel"\neliminate = 1\nunits = ["amir-*"]\n',
            "'amir-*' matches none of the units that can count here",
        ),
        (
            'units = ["amir-1", "16-*"]\n[[victory.conditions]]\nside = "israel"\nacross = 2\n',
            "asks for 2 units, but only 1 can count here",
        ),
        (
            '[[victory.conditions]]\nside = "israel"\npoints_ahead = 2\n',
            "across-suez-1980 has no victory points",
        ),
        (
            'units = ["amir-1", "16-*"]\n[[victory.conditions]]\nside = "israel"\n'
            "lose_at_most = 1\n",
            "is always met, because only 1 units count here",
        ),
        (
            '[[victory.conditions]]\nside = "egypt"\nhold = ["0910"]\nat_once = true\n',
            "[victory.conditions 1]: is met at the start, so egypt would win at once",
        ),
        (
            '[start]\nphase = "over"\nresult = { winner = "israel" }\n',
            "[start] the game is over there",
        ),
        (
            '[[balance]]\nplayers = "x"\ngames = 9\nwins = { syria = 4 }\n',
            "[balance 1.wins] is by side: israel and egypt",
        ),
        ("[start]\nturn = 3\n", "[last_turn] must be from 3, the first turn, to 7"),
        ('[start]\nside = "syria"\n', "[start] position, side"),
        ('[start.units]\nreshef-1 = "0114"\n', "no unit can stand in lake"),
        ('units = ["16-*"]\n[start.units]\namir-1 = "0910"\n', "amir-1] is not a unit in play"),
        (
            '[victory]\notherwise = "syria"\n[[victory.conditions]]\nside = "israel"\nacross = 2\n',
            "[victory.otherwise] must be israel, egypt or draw",
        ),
    ],
)  # fmt: skip
def test_what_does_not_fit_the_game_is_refused(text: str, told: str) -> None:
    with pytest.raises(InvalidData) as found, loaded(text):
        pass
    assert str(found.value).startswith("test.toml: ")
    assert told in str(found.value)


def test_an_unknown_scenario_is_named_with_those_that_there_are() -> None:
    with pytest.raises(UnknownOption, match=r"has no scenario 'first-nigt'.*mean first-night"):
        bh.load(GAME, scenario="first-nigt")
    with pytest.raises(UnknownOption, match="only one scenario"):
        load_with(GAME, ["scenario=first-night", "scenario=corridor"])


@pytest.mark.parametrize(("game_id", "name"), EVERY)
def test_a_shipped_scenario_starts_where_a_side_is_to_decide(game_id: str, name: str) -> None:
    game: Any = bh.load(game_id, scenario=name)
    position = game.start()
    assert position.to_move in game.sides
    assert position.legal_actions()
    assert game.position(position.to_dict()) == position
    assert pickle.loads(pickle.dumps(position)) == position
    goals = title_of(game_id).goals(position, None)
    if game.scenario.conditions:
        assert len(goals) == len(game.scenario.conditions)
        assert not any(goal.met and goal.group for goal in goals), "it would be over at once"
        for side in game.sides:
            assert wins(game, side)
    assert game.scenario.side in game.sides
    for balance in title_of(game_id).briefing_of(game).balance:
        assert re.fullmatch(r"\d+ games between (general|captain)s", balance.source)


def test_the_side_without_conditions_is_told_what_it_has_to_prevent() -> None:
    told = wins(bh.load(GAME, scenario="first-night"), "egypt")
    goal = "eliminate 8 enemy units"
    assert told == f"You win if Israel does not achieve this by the end: {goal}."


@pytest.mark.parametrize(("game_id", "name"), EVERY)
def test_a_record_of_a_scenario_is_read_again(game_id: str, name: str, tmp_path: Path) -> None:
    record = bh.Record.new(bh.load(game_id, scenario=name), "seeded", seed=1)
    for _ in range(5):
        if record.position.to_move == "dice":
            record.roll()
        else:
            record.do(record.position.legal_actions()[0])
    record.save(tmp_path / "game.json")
    again = bh.Record.load(tmp_path / "game.json")
    assert again.game == record.game
    assert again.position == record.position
    assert f"scenario={name}" in again.game.options


def test_a_record_brings_its_scenario_along(tmp_path: Path) -> None:
    text = '[[victory.conditions]]\nside = "israel"\nacross = 2\n'
    with loaded(text) as game:
        record = bh.Record.new(game, "seeded", seed=1)
        record.do(record.position.legal_actions()[0])
        record.save(tmp_path / "game.json")
        packed = pickle.dumps(record.position)
    with pytest.raises(UnknownOption):  # it is not among those of the game any more
        bh.load(GAME, scenario="test")
    again = bh.Record.load(tmp_path / "game.json")
    assert again.game.scenario == game.scenario
    assert again.position == record.position == pickle.loads(packed)
    data = record.to_dict()
    with pytest.raises(InvalidRecord, match="record, scenario: must be an object"):
        bh.Record.from_dict({**data, "scenario": {"digest": "x"}})
    text = data["scenario"]["text"]
    for change, told in (
        ({"text": text + "last_turn = 1"}, "record, scenario: "),
        ({"text": text.replace("last_turn = 2", "last_turn = 3")}, "was played with a text of"),
        ({"digest": 3}, "was played with a text of digest 3; the text here has"),
    ):
        with pytest.raises(InvalidRecord, match=told):
            bh.Record.from_dict({**data, "scenario": {**data["scenario"], **change}})
    other = {"text": text.replace(GAME, "across-suez-1995")}
    with pytest.raises(InvalidRecord, match=r"\[games\] are across-suez-1995, not"):
        bh.Record.from_dict({**data, "scenario": other})


@pytest.mark.parametrize("key", ["name", "history", "suits"])
def test_a_text_that_says_nothing_is_refused(key: str) -> None:
    head = HEAD.replace(f"{key} = ", f'{key} = " " # ')
    with pytest.raises(InvalidData, match=rf"test.toml: \[{key}\] is empty"):
        read(head, "test", "test.toml")


def test_a_game_that_there_is_not_or_twice_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    file = folder / "mine.toml"
    for given, told in (
        ('"nothing"', "mine.toml: [games] unknown game 'nothing'"),
        (f'"{GAME}", "{GAME}"', f"mine.toml: [games] names {GAME} twice"),
    ):
        file.write_text(HEAD.replace(f'"{GAME}"', given))
        with pytest.raises(InvalidData) as found:
            own_games.add_folder(tmp_path)
        assert told in str(found.value)


def test_every_file_is_checked_even_if_one_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, other = tmp_path / "good.toml", tmp_path / "other.toml"
    good.write_text(HEAD)
    other.write_text(HEAD.replace(GAME, "nothing"))
    files = [str(tmp_path / "none.toml"), str(other), str(good)]
    assert main(["scenarios", "check", "--quick", "--json", *files]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["checked"] == 1
    assert [error.partition(": ")[0] for error in found["errors"]] == files[:2]


def test_a_line_and_a_branch_know_a_scenario_that_was_changed() -> None:
    text = '[[victory.conditions]]\nside = "israel"\nacross = {}\n'
    with loaded(text.format(2)) as game:
        line, digest = game.start().to_line(), bh.Record.new(game, "open").digest()
        assert game.from_line(line) == game.start()
    with loaded(text.format(3)) as game:
        for read_line in (game.from_line, bh.from_line):
            with pytest.raises(InvalidPosition, match="was written with"):
                read_line(line)
        assert bh.Record.new(game, "open").digest() != digest


def test_without_a_scenario_the_board_asks_nothing() -> None:
    for info in games():
        board = getattr(bh.load(info.id), "board", None)
        if board is not None and "conditions" in (board.dtype.names or ()):
            assert board[0].conditions == 0


def test_files_of_your_own_are_found_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    file = folder / "mine.toml"
    file.write_text(HEAD + '[[victory.conditions]]\nside = "israel"\nacross = 1\n')
    assert own_games.add_folder(tmp_path) == []
    try:
        assert bh.load(GAME, scenario="mine").scenario.name == "Test"  # type: ignore[union-attr]
    finally:
        scenario_files.remove(scenario_files.read_file(file), GAME)
    assert main(["scenarios", "check", "--quick", str(file)]) == 0
    file.write_text(HEAD + '[[victory.conditions]]\nside = "israel"\nhold = ["9999"]\n')
    assert main(["scenarios", "check", "--quick", str(file)]) == 1
    assert "mine.toml: [victory.conditions 1]: 9999 is not a place" in capsys.readouterr().err


def test_the_list_of_scenarios(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [(one["game"], one["id"]) for one in found] == EVERY
    assert main(["scenarios", GAME]) == 0
    told = capsys.readouterr().out
    assert "bridgehead play across-suez-1980 --scenario first-night" in told
    assert "bridgehead play suez-56" not in told
    assert main(["scenarios", "across-suez"]) == 2
    assert "invalid choice: 'across-suez'" in capsys.readouterr().err


def test_shipped_scenarios_are_even_and_the_documentation_says_how_they_ended() -> None:
    told = (Path(__file__).parents[2] / "docs/scenarios.md").read_text(encoding="utf-8")
    for info in games():
        for name, one in info.scenarios.items():
            (measured,) = one.balance
            first, second = (measured.wins[side] for side in info.sides)
            drawn = measured.games - first - second
            assert measured.games == 100
            assert all(35 <= won + drawn / 2 <= 65 for won in (first, second)), name
            assert drawn <= 40, name
            end = f"`{name}` | `{measured.players}` | {first} | {second} | {drawn} |"
            assert end in told, end
