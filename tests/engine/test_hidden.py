"""What a side does not know is not sent to a program that plays for it; what is sent is enough."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.core.kernels.kernel import JIT
from bridgehead.engine import ExternalPlayer, sight
from bridgehead.engine.protocol import encode
from bridgehead.titles.october_war.player import thinking
from tests.engine.conftest import EXAMPLE
from tests.titles.october_war.games import load, scatter, walk
from tests.titles.october_war.test_hidden import exchange, flight

MOST = 250 if JIT else 12


@pytest.fixture
def listener(tmp_path: Path) -> Any:
    """Return what plays one decision through another program, and returns the bytes it was sent."""
    heard, script = tmp_path / "heard", tmp_path / "listener.py"
    listens = f"    open({str(heard)!r}, 'a').write(line)\n"
    source = EXAMPLE.read_text(encoding="utf-8")
    script.write_text(source.replace("    asked = {", f"{listens}    asked = {{", 1))

    def hear(position: bh.Position) -> bytes:
        heard.unlink(missing_ok=True)
        with ExternalPlayer(f"engine:{sys.executable} {script}", seed=1) as player:
            player.choose(position)
        return heard.read_bytes()

    return hear


@pytest.mark.slow_for("crowd")
@pytest.mark.plain
@pytest.mark.parametrize("kind", ["game", "crowd"])
def test_exchanged_counters_change_no_byte(kind: str) -> None:
    draw = random.Random(3)
    start = scatter("fog", 3) if kind == "crowd" else None
    differed = 0
    for position, _ in walk("fog", 3, start, MOST):
        side = position.to_move
        if side in (None, "dice"):
            continue
        twin = exchange(position, side, draw)
        differed += twin != position
        assert encode(sight.sent(position, side)) == encode(sight.sent(twin, side))
    assert differed > 3


def test_exchanged_counters_change_no_byte_of_a_talk(listener: Any) -> None:
    position = scatter("fog", 3)
    side = position.to_move
    twin = exchange(position, side, random.Random(5))
    assert twin != position
    assert encode(position.to_dict()) != encode(twin.to_dict())
    heard = listener(position)
    assert heard == listener(twin)
    asked = json.loads(heard.splitlines()[2])
    assert asked["request"] == "choose"
    hidden = set(position.game.units) - set(asked["view"]["units"])
    assert hidden
    told = heard.decode()
    assert not any(f'"{unit}"' in told for unit in hidden)


def test_the_last_turn_is_the_secret_of_the_west(listener: Any) -> None:
    game = bh.load("suez-56")

    def heard(side: str, last_turn: int) -> bytes:
        data = {"game": game.id, "turn": 8, "side": side, "last_turn": last_turn}
        position = game.position(data)
        assert position.to_move == side
        return bytes(listener(position))

    assert heard("egypt", 9) == heard("egypt", 11)
    assert heard("anglo_french", 9) != heard("anglo_french", 11)


def determinized(position: Any, side: str) -> bytes:
    """Return what a player who thinks makes of a position that its side knows in part."""
    game = position.game
    state, work = position.arrays[1].copy(), np.zeros(1, game.work_type)
    thinking.determinize(game.board, state, work, game.sides.index(side), np.random.default_rng(3))
    return bytes(state.tobytes())


@pytest.mark.slow_for("crowd")
@pytest.mark.plain
@pytest.mark.parametrize("kind", ["game", "crowd"])
def test_a_view_is_enough_to_play_from(kind: str) -> None:
    """What is made of a view has the view, the legal actions and the players' choices."""
    start = scatter("fog", 8) if kind == "crowd" else None
    looked = 0
    for position, _ in walk("fog", 8, start, MOST):
        side, game = position.to_move, position.game
        if side in (None, "dice"):
            continue
        view = json.loads(encode(sight.sent(position, side)))["view"]
        guessed = sight.from_view(game, view)
        assert guessed.view(side) == position.view(side)
        assert guessed.legal_codes().tolist() == position.legal_codes().tolist()
        if JIT:
            assert determinized(guessed, side) == determinized(position, side)
            choices = [players.create(game, "sergeant", 1).choose(p) for p in (guessed, position)]
            assert choices[0] == choices[1]
        looked += bool(view["hidden"])
    assert looked > 3


@pytest.mark.plain
def test_somebody_unknown_flies() -> None:
    position, _ = flight("140-para", "abu-suweir", "eg-cdo-1")
    guessed = sight.from_view(position.game, position.view("israel"))
    assert guessed.to_move == position.to_move == "israel"
    assert guessed.units[guessed.to_dict()["flyer"]] == "gebel-shabrawet"


@pytest.mark.slow
@pytest.mark.plain
@pytest.mark.parametrize("game_id", ["across-suez-1980", "suez-56", "el-arish-67"])
def test_a_view_of_the_other_titles_is_enough_too(game_id: str) -> None:
    game: Any = bh.load(game_id)
    recruit, draw = players.create(game, "recruit", 2), random.Random(2)
    position = game.start()
    for _ in range(150 if JIT else 40):
        side = position.to_move
        if side is None:
            break
        if side == "dice":
            position.push(draw.choice(list(position.legal_actions())))
            continue
        sent = json.loads(encode(sight.sent(position, side)))
        guessed = sight.from_view(game, sent["view"])
        assert guessed.view(side) == position.view(side)
        assert list(guessed.legal_actions()) == sent["legal"]
        position.push(recruit.choose(position))


@pytest.mark.plain
def test_views_that_make_no_sense() -> None:
    game = load("fog")
    position = scatter("fog", 3)
    view = position.view(position.to_move)
    place = next(iter(view["hidden"]))
    for field, value, reason in (
        ("hidden", {**view["hidden"], place: view["hidden"][place] + 1}, "counts"),
        ("hidden", {}, "not named"),
        ("hidden", {place: "many"}, "no number"),
        ("hidden", {place: -1}, "no number"),
        ("hidden", [], "objects"),
        ("hidden", {**view["hidden"], "nowhere": 0, place: 0}, "not named"),
        ("takeoff", "haifa", "nobody hidden"),
    ):
        with pytest.raises(bh.InvalidPosition, match=reason):
            sight.from_view(game, {**view, field: value})
    moved = {**view["hidden"], "nowhere": view["hidden"][place]}
    del moved[place]
    with pytest.raises(bh.InvalidPosition, match="nowhere"):
        sight.from_view(game, {**view, "hidden": moved})


def test_without_fog_all_is_told() -> None:
    position = scatter("open", 3)
    assert not sight.hides(position.view(position.to_move))
    assert sight.hides(scatter("fog", 3).view("arab"))
    for side in position.game.sides:
        guessed = sight.from_view(position.game, position.view(side))
        assert guessed.view(side) == position.view(side)
        assert guessed.units == position.units
