"""A ladder on disk: broken off and resumed it is the same, and a wrong file is refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.titles import games
from bridgehead.lab import ladder as module
from bridgehead.lab.ladder import Ladder, ladder
from bridgehead.lab.ladder_file import InvalidLadder, opened, pair_from_dict, pair_to_dict
from bridgehead.lab.pairs import Pair, PairTask, Played, play_pairs
from bridgehead.lab.sprt import Sprt
from tests import urn
from tests.lab import compiled_only, opponents
from tests.lab.opponents import another_recruit, last
from tests.processes import anybody_left
from tests.tiers import first
from tests.waiting import wait_until

ROOT = Path(__file__).parent.parent.parent
GAME = urn.Urn()
WHO = ["recruit", another_recruit, opponents.breaks_down]


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._games, urn.ID, urn.INFO)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ladder.jsonl"


def reproducible(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key not in ("seconds", "times")}


def decisions(found: dict[str, Any]) -> dict[str, int]:
    return {name: times["decisions"] for name, times in found["times"].items()}


def broken_off(monkeypatch: pytest.MonkeyPatch, path: Path, at: int, **words: Any) -> None:
    """Play a ladder of WHO that is interrupted when a pair is to be played."""

    def interrupted(task: PairTask) -> list[Pair]:
        if task.numbers[0] == at:
            raise KeyboardInterrupt
        return play_pairs(task)

    with monkeypatch.context() as patch:
        patch.setattr(module, "play_pairs", interrupted)
        with pytest.raises(KeyboardInterrupt):
            ladder(GAME, WHO, save=path, **words)


def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Keep the numbers of the pairs that are played from now on."""
    numbers: list[int] = []

    def noted(task: PairTask) -> list[Pair]:
        numbers.extend(task.numbers)
        return play_pairs(task)

    monkeypatch.setattr(module, "play_pairs", noted)
    return numbers


def test_resumed_it_is_the_same_as_in_one_run(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    whole = ladder(GAME, WHO, pairs=6, seed=3)
    broken_off(monkeypatch, path, 2, pairs=6, seed=3)
    held = path.read_text().splitlines()
    assert len(held) == 1 + 3 * 2
    numbers = played(monkeypatch)
    found = ladder(GAME, WHO, pairs=6, seed=3, save=path)
    assert sorted(numbers) == sorted(3 * [2, 3, 4, 5])
    assert reproducible(found) == reproducible(whole)
    assert decisions(found) == decisions(whole)
    assert path.read_text().splitlines()[: len(held)] == held


def test_a_finished_one_is_only_told(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    whole = ladder(GAME, WHO, pairs=3, save=path)
    before = path.read_bytes()
    numbers = played(monkeypatch)
    found = ladder(GAME, WHO, pairs=3, save=path)
    assert reproducible(found) == reproducible(whole)
    assert numbers == []
    assert path.read_bytes() == before
    for name, times in whole["times"].items():
        for key in ("mean", "p99", "longest"):
            assert found["times"][name][key] == pytest.approx(times[key], abs=1e-5, rel=1e-2)


def test_more_pairs_are_added_and_fewer_are_read(
    monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    ladder(GAME, WHO, pairs=2, save=path)
    numbers = played(monkeypatch)
    assert reproducible(ladder(GAME, WHO, pairs=4, save=path)) == (
        reproducible(ladder(GAME, WHO, pairs=4))
    )
    assert sorted(numbers[:6]) == [2, 2, 2, 3, 3, 3]
    assert reproducible(ladder(GAME, WHO, pairs=1, save=path)) == (
        reproducible(ladder(GAME, WHO, pairs=1))
    )


def test_wherever_the_last_line_is_cut(path: Path) -> None:
    who = ["recruit", last]
    whole = ladder(GAME, who, pairs=3, save=path)
    data = path.read_bytes()
    begin = data.rindex(b"\n", 0, -1)
    for size in [*range(0, data.index(b"\n"), 37), *range(begin, len(data), 23), len(data) - 1]:
        path.write_bytes(data[:size])
        assert reproducible(ladder(GAME, who, pairs=3, save=path)) == reproducible(whole)
        assert len(path.read_bytes().splitlines()) == 4
    path.write_bytes(data + b"\0" * 100)
    ladder(GAME, who, pairs=3, save=path)
    assert path.read_bytes() == data


def test_a_test_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    who, test = [last, opponents.breaks_down], Sprt(0, 200)
    whole = ladder(GAME, who, pairs=100, sprt=test)
    assert whole["sprt"]["accepted"] == "H1"
    ladder(GAME, who, pairs=3, save=path)
    numbers = played(monkeypatch)
    found = ladder(GAME, who, pairs=100, sprt=test, save=path)
    assert reproducible(found) == reproducible(whole)
    assert numbers == list(range(3, whole["sprt"]["pairs"]))
    numbers.clear()
    again = ladder(GAME, who, pairs=100, sprt=test, save=path)
    assert reproducible(again) == reproducible(whole)
    assert numbers == []


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ({"seed": 2}, "seed is 1 there, and 2 is asked for"),
        ({"players": ["recruit", last]}, r"players is \[.*breaks_down"),
        ({"players": WHO[::-1]}, "players is"),
        ({"game": "el-arish-67"}, 'ladder is "urn" there, and "el-arish-67"'),
    ],
)
def test_another_ladder_is_refused(path: Path, other: dict[str, Any], reason: str) -> None:
    ladder(GAME, WHO, pairs=1, save=path)
    before = path.read_bytes()
    words = {"players": WHO, "seed": 1, **other}
    game = bh.load(words.pop("game")) if "game" in words else GAME
    with pytest.raises(InvalidLadder, match=reason) as refused:
        ladder(game, pairs=1, save=path, **words)
    assert str(path) in str(refused.value)
    assert path.read_bytes() == before


def test_another_version_is_refused(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    ladder(GAME, WHO, pairs=1, save=path)
    monkeypatch.setattr(module, "__version__", "99")
    with pytest.raises(InvalidLadder, match=r'version is "0.*"99" is asked for'):
        ladder(GAME, WHO, pairs=1, save=path)


@pytest.mark.parametrize("text", ["", "\n", "no ladder at all", "[1]\n", '{"game": 1}\n', "\n\n{}"])
def test_a_file_that_holds_something_else_is_left_alone(path: Path, text: str) -> None:
    path.write_text(text)
    if not text:
        assert ladder(GAME, WHO, pairs=1, save=path)["games"] == 6
        return
    with pytest.raises(InvalidLadder, match="not a ladder file"):
        ladder(GAME, WHO, pairs=1, save=path)
    assert path.read_text() == text


@pytest.mark.parametrize(
    "line",
    ["{}", "7", "nonsense", '{"players":[0,7],"pair":0,"games":[]}',
     '{"players":[0,1],"pair":-1,"games":[]}', '{"players":[0,1],"pair":5,"games":[{},{}]}'],
)  # fmt: skip
def test_a_damaged_file_is_refused(path: Path, line: str) -> None:
    ladder(GAME, WHO, pairs=2, save=path)
    lines = path.read_text().splitlines(keepends=True)
    text = "".join([*lines[:2], line + "\n", *lines[2:]])
    path.write_text(text)
    with pytest.raises(InvalidLadder, match=r"ladder\.jsonl, line 3: is not a pair of games"):
        ladder(GAME, WHO, pairs=2, save=path)
    assert path.read_text() == text


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "none" / "ladder.jsonl"):
        with pytest.raises(bh.BridgeheadError, match="cannot be written"):
            ladder(GAME, WHO, pairs=1, save=place)


@pytest.mark.skipif(os.name == "nt", reason="locks")
def test_two_programs_do_not_play_the_same_ladder(path: Path) -> None:
    match = Ladder(GAME, WHO, pairs=1, save=path)
    with (
        opened(path, match.header(), GAME.sides),
        pytest.raises(InvalidLadder, match="another program"),
    ):
        match.play()
    match.play()
    assert match.games == 6


def test_pairs_come_back_as_they_were(path: Path) -> None:
    task = PairTask(module.Recipe.of(GAME), (opponents.breaks_down, "recruit"), 1, (0, 1))
    for pair in play_pairs(task):
        data = json.loads(json.dumps(pair_to_dict((0, 2), pair, GAME.sides)))
        meeting, again = pair_from_dict(data, 3, GAME.sides)
        assert (meeting, again.number, again.points) == ((0, 2), pair.number, pair.points)
        for old, new in zip(pair.games, again.games, strict=True):
            assert (new.winner, new.ending, new.turns) == (old.winner, old.ending, old.turns)
            assert (new.decisions, new.faulty, new.reason, new.lead) == (
                old.decisions, old.faulty, old.reason, old.lead
            )  # fmt: skip
            for was, now in zip(old.clocks, new.clocks, strict=True):
                assert (now.decisions, now.classes) == (was.decisions, was.classes)
                assert now.seconds == pytest.approx(was.seconds, abs=1e-5)


def test_leads_are_kept() -> None:
    pair = Pair(3, (Played(0, "points", 7, 9, lead=-2.5), Played(1, "points", 7, 9)))
    data = json.loads(json.dumps(pair_to_dict((0, 1), pair, GAME.sides)))
    assert [game.lead for game in pair_from_dict(data, 2, GAME.sides)[1].games] == [-2.5, None]


KILLED = """
import sys, time
from bridgehead.core.titles import games
from bridgehead.lab.ladder import ladder
from tests import urn
from tests.lab.opponents import another_recruit
games._games[urn.ID] = urn.INFO
def told(done):
    print(done, flush=True)
    time.sleep(0.02)  # the test kills this program before all pairs are played
ladder(urn.Urn(), ["recruit", another_recruit], 200, 1, 1, told, save=sys.argv[1])
"""


def start(script: Path, text: str, path: Path) -> subprocess.Popen[str]:
    script.write_text(text)
    return subprocess.Popen(
        [sys.executable, str(script), str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_killed_it_goes_on(tmp_path: Path, path: Path) -> None:
    with start(tmp_path / "killed.py", KILLED, path) as running:
        assert running.stdout is not None
        for _ in range(5):
            running.stdout.readline()
        running.kill()
    held = len(path.read_text().splitlines()) - 1
    assert 5 <= held < 200
    who = ["recruit", another_recruit]
    found = ladder(GAME, who, pairs=held + 5, save=path)
    assert reproducible(found) == reproducible(ladder(GAME, who, pairs=held + 5))


SLOW = """
import signal, sys
import bridgehead as bh
from bridgehead.lab.ladder import ladder
from tests.lab.opponents import another_recruit, slow
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    game = bh.load("across-suez-1980")
    told = lambda done: print(done, flush=True)
    players = ["recruit", another_recruit, slow]
    ladder(game, players, 3, 1, 2, told, save=sys.argv[1])
"""


@pytest.mark.skipif(os.name == "nt", reason="signals")
@compiled_only
@pytest.mark.parametrize("kind", first(0, ["SIGINT", "SIGKILL"]))
def test_workers_stop_in_the_middle_of_a_game(tmp_path: Path, path: Path, kind: str) -> None:
    """When the ladder is interrupted, and when it is killed: games that take long are left."""
    with start(tmp_path / "slow.py", SLOW, path) as running:
        assert running.stdout is not None
        running.stdout.readline()  # it is at work, and a slow game is next
        if kind == "SIGINT":
            os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to workers too
        else:
            running.kill()
        _, errors = running.communicate(timeout=30)
        wait_until(lambda: not anybody_left(running.pid))
    assert errors.count("KeyboardInterrupt") == (kind == "SIGINT"), errors
    assert len(path.read_text().splitlines()) >= 2
    with opened(path, json.loads(path.read_text().splitlines()[0]), ("israel", "egypt")) as file:
        assert len(file.held) >= 1
