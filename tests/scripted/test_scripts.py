"""Every script plays whole games by the rules, the same for a seed, and beats a random player."""

from __future__ import annotations

import functools
import inspect
import random
from typing import Any

import pytest
from benchmarks.scripted import BY_TITLE, october_war, scripts
from benchmarks.scripted.script import Script

import bridgehead as bh
from bridgehead import players
from bridgehead.core.kernels.kernel import JIT
from tests.players.games import play
from tests.secrecy import worlds

compiled = pytest.mark.skipif(not JIT, reason="whole games take minutes in plain Python")
GAMES = ("across-suez-1980", "suez-56", "october-war")
CASES = [
    pytest.param(
        game, script, id=f"{game}-{script.__name__}", marks=[pytest.mark.slow][: number > 0]
    )
    for game in GAMES
    for number, script in enumerate(scripts(game))
]
load = functools.cache(bh.load)


def played(
    game_id: str, script: type[Script], side: int, seed: int, decisions: int = 10_000
) -> tuple[Any, list[str]]:
    """Return a game against the recruit, as far as it went, and its actions, each checked."""
    game = load(game_id)
    position = game.start()
    seats: dict[str, Any] = {s: players.create(game, "recruit", seed) for s in game.sides}
    seats[game.sides[side]] = script(game, seed)
    return position, play(position, seats, seed, decisions)


@compiled
@pytest.mark.parametrize(("game_id", "script"), CASES)
def test_a_script_beats_the_recruit_and_repeats_itself(game_id: str, script: type[Script]) -> None:
    """Each has the second side."""
    position, actions = played(game_id, script, 1, 3)
    assert position.result is not None
    assert position.result.winner == load(game_id).sides[1]
    _, again = played(game_id, script, 1, 3, 120)
    assert actions[:120] == again


def test_there_are_three_styles_for_every_title() -> None:
    for found in BY_TITLE.values():
        assert len({script.style for script in found if script.style}) >= 3
    assert all(scripts(info.id) for info in bh.games())


@compiled
def test_what_october_war_hides_changes_no_choice() -> None:
    """Two worlds that differ in what a side cannot know get the same answer from its scripts."""
    draw, tried = random.Random(5), 0
    while tried < 6:
        pair = worlds.october_pair(draw)
        if pair.viewer is None or pair.one.to_move != pair.viewer or not pair.swapped:
            continue
        for script in october_war.General.__subclasses__():
            one, other = script(pair.one.game, 1), script(pair.other.game, 1)
            assert one.choose(pair.one) == other.choose(pair.other)
        tried += 1


def test_october_wars_scripts_ask_for_nothing_but_the_view() -> None:
    """What they read of a position is public, or goes through the view of their side."""
    names = ("position.units", "position.state", "position.to_dict", "position.arrays")
    assert not [name for name in names if name in inspect.getsource(october_war)]
