"""Another program as a player: what it is sent, what it may answer, what happens if it does not."""

from __future__ import annotations

import json
import os
import pickle
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.engine import EngineFailure, ExternalPlayer, check_spec, is_engine
from bridgehead.engine.client import read_spec
from bridgehead.engine.process import EngineTimeout, Process
from tests.engine.conftest import EXAMPLE, Make
from tests.waiting import wait_until

GAME = "across-suez-1980"


def play(game: bh.Game, sides: dict[str, players.Player], most: int) -> bh.Position:
    """Play a game between players, to its end or for some decisions."""
    position, random = game.start(), np.random.default_rng(4)
    for _ in range(most):
        mover = position.to_move
        if mover is None:
            break
        legal = position.legal_actions()
        if mover == "dice":
            position.push(legal[int(random.integers(len(legal)))])
        else:
            position.push(sides[mover].choose(position))
    return position


@pytest.mark.parametrize("side", ["israel", "egypt"])
def test_the_example_plays_a_whole_game(side: str) -> None:
    game = bh.load(GAME)
    with ExternalPlayer(f"engine:{sys.executable} {EXAMPLE}", seed=3) as example:
        sides: dict[str, players.Player] = dict.fromkeys(
            game.sides, players.create(game, "recruit", 1)
        )
        position = play(game, {**sides, side: example}, 2000)
        assert example.introduction["name"] == "Ten lines"
    assert position.result is not None


@pytest.mark.slow
def test_our_engine_plays_as_another_program() -> None:
    """What the sergeant chooses behind the protocol is what it chooses before it."""
    game = bh.load(GAME)
    here = players.create(game, "sergeant")
    command = f"engine:{sys.executable} -m bridgehead engine --player sergeant"
    with ExternalPlayer(command) as there:
        position = game.start()
        for _ in range(6):
            action = there.choose(position)
            assert action == here.choose(position)
            position.push(action)


def test_what_is_sent(make: Make, tmp_path: Path) -> None:
    """The whole talk of two games, word by word."""
    heard = tmp_path / "heard"
    script = tmp_path / "listener.py"
    listens = f"    print(line, end='', file=open({str(heard)!r}, 'a'))\n"
    source = EXAMPLE.read_text(encoding="utf-8")
    script.write_text(source.replace("    asked = {", f"{listens}    asked = {{", 1))
    game = bh.load("across-suez-reprint", commandos=True)
    position = game.start()
    side = position.to_move
    player = ExternalPlayer(f"engine@2:{sys.executable} {script}", seed=5)
    assert not heard.exists()  # nothing is started before it is needed
    first = player.choose(position)
    position.push(first)
    if position.to_move == side:
        player.choose(position)
    player.begin(6)
    player.choose(game.start())
    player.close()
    talk = [json.loads(line) for line in heard.read_text(encoding="utf-8").splitlines()]
    kinds = [asked["request"] for asked in talk]
    assert kinds == ["hello", "new", "choose", "choose", "new", "choose", "quit"]
    assert talk[0]["protocol"] == 1
    assert talk[0]["program"] == {"name": "Bridgehead", "version": bh.__version__}
    new = {"request": "new", "game": game.id, "options": list(game.options), "side": side}
    assert talk[1] == {"id": 2, **new, "seed": 5}
    assert talk[4] == {"id": 5, **new, "seed": 6}
    asked = talk[2]
    assert (asked["side"], asked["seconds"]) == (side, 2)
    assert asked["legal"] == list(game.start().legal_actions())
    view = game.start().view(side)
    assert asked["legal"] == view.pop("legal_actions")
    assert asked["view"] == view
    assert len({asked["id"] for asked in talk}) == len(talk)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("illegal", ["illegal action", "9999", "right would be", '"legal"']),
        ("not now", ["illegal action", "roll 4"]),
        ("no action", ["not in the list", '"act"']),
        ("number", ["not in the list", '"action":7']),
        ("wrong id", ["the wrong id", '"id":"other"', "id 1"]),
        ("no id", ["the wrong id"]),
        ("silence", ["has not answered", "within 0.3 s", '"request":"choose"']),
        ("crash", ["ended with status 1", "ZeroDivisionError"]),
        ("garbage", ["not valid JSON", "thinking ..."]),
        ("not a number", ["NaN is not a number of JSON", '"action": NaN']),
        ("no object", ["not an object"]),
        ("not UTF-8", ["not UTF-8"]),
        ("endless line", ["1048576 bytes at most"]),
        ("protocol", ["hello", '"protocol": 1']),
        ("nameless", ["hello", '"name"']),
        ("always an error", ["with an error", "KeyError"]),
        ("another game", ["does not play across-suez-1980", "el-arish-67"]),
    ],
)
def test_a_bad_engine_is_told_what_is_wrong(make: Make, fault: str, words: list[str]) -> None:
    position = bh.load(GAME).start()
    before = position.to_dict()
    player = ExternalPlayer(f"engine@0.1:{make(fault)}", grace=0.2 if fault == "silence" else 30)
    with player, pytest.raises(EngineFailure) as failure:
        player.choose(position)
    for word in words:
        assert word in str(failure.value)
    assert isinstance(failure.value, bh.BridgeheadError)
    assert isinstance(failure.value, EngineTimeout) == (fault == "silence")
    assert position.to_dict() == before


@pytest.mark.skipif(os.name == "nt", reason="asks for processes as POSIX does")
def test_who_does_not_leave_is_killed(make: Make) -> None:
    player = ExternalPlayer(f"engine:{make('silence')}", grace=0.2)
    process = player.start()
    assert process.wait(0) is None
    began = time.monotonic()
    player.kill()
    player.kill()
    assert time.monotonic() - began < 2
    assert process.wait(0) is not None


@pytest.mark.skipif(os.name == "nt", reason="shells differ")
def test_what_a_script_has_started_ends_with_it(tmp_path: Path) -> None:
    script = tmp_path / "engine.sh"
    script.write_text(f"sleep 600 & echo $! > {tmp_path}/child\nexec {sys.executable} {EXAMPLE}\n")
    with ExternalPlayer(f"engine:sh {script}") as player:
        player.choose(bh.load(GAME).start())
        child = int((tmp_path / "child").read_text())
        os.kill(child, 0)
    wait_until(lambda: not _runs(child))


def _runs(process: int) -> bool:
    """Whether a process runs: one that has ended and that nobody has asked about does not."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_it_starts_again_after_a_failure(make: Make) -> None:
    position = bh.load(GAME).start()
    with ExternalPlayer(f"engine:{make('')}") as player:
        first = player.start()
        player.kill()
        assert player.choose(position) in position.legal_actions()
        assert player.start() is not first


def test_it_travels_before_it_starts(make: Make) -> None:
    player = ExternalPlayer(f"engine@3:{make('')}", seed=9, grace=4)
    copies = [pickle.loads(pickle.dumps(player))]
    position = bh.load(GAME).start()
    with player:
        player.choose(position)
        copies.append(pickle.loads(pickle.dumps(player)))
        for copy in copies:
            assert (copy.name, copy.seconds, copy.seed, copy.limit) == (player.name, 3, 9, 7)
            assert copy.introduction == {}
            with copy:
                assert copy.choose(position) in position.legal_actions()


def test_nobody_is_asked_where_the_dice_move(make: Make) -> None:
    position = bh.load(GAME).start()
    position.push("resign")
    with pytest.raises(ValueError, match="no side has to decide"):
        ExternalPlayer(f"engine:{make('')}").choose(position)


def test_names() -> None:
    assert is_engine("engine:x")
    assert is_engine("engine@0.5:x y")
    assert not any(is_engine(name) for name in ("engine", "general@2", "engines:x", None, 3))
    assert read_spec("engine:my player 'two words'") == (["my", "player", "two words"], None)
    assert read_spec("engine@0.5:a b:c") == (["a", "b:c"], 0.5)
    check_spec(f"engine:{sys.executable} x.py")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("sergeant", "write engine:COMMAND LINE"),
        ("engine:", "names no command"),
        ("engine:  ", "names no command"),
        ("engine:'open", "not a command line"),
        ("engine@:x", "not a number of seconds"),
        ("engine@0:x", "not a number of seconds"),
        ("engine@nan:x", "not a number of seconds"),
        ("engine@300n:x", "not a number of seconds"),
        ("engine:no-such-program-here", "cannot start the program"),
    ],
)
def test_names_that_make_no_sense(name: str, reason: str) -> None:
    with pytest.raises(bh.UnknownPlayer, match=reason):
        check_spec(name)


def test_a_program_that_cannot_be_started() -> None:
    with pytest.raises(EngineFailure, match="cannot be started"):
        Process(["/no/such/program"])
