"""Styles of play, and the ranks that overlook things."""

from __future__ import annotations

import math
from typing import Any

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.titles.games import title_of
from bridgehead.core.titles.title_file import PLAYERS, title_file
from bridgehead.players.learned.heuristic_weights import OVERLOOKS, board_of, changed, styled
from bridgehead.players.ranks.handicap import CORPORAL_UNITS
from bridgehead.players.ranks.spelling import spelled
from bridgehead.players.search.agent import Agent, empty_net
from tests.players.games import play

GAMES = [info.id for info in bh.games()]
TITLES = ("across-suez-1980", "suez-56", "october-war")
compiled = pytest.mark.skipif(not JIT, reason="search takes minutes in plain Python")


@pytest.mark.plain
@pytest.mark.parametrize("game_id", GAMES)
def test_styles_change_numbers_that_there_are(game_id: str) -> None:
    game: Any = bh.load(game_id)
    assert players.styles(game_id) == ("cautious", "bold")
    usual = title_of(game_id).heuristic_weights.usual(game_id, game.sides[0])
    for style in ("cautious", "bold", OVERLOOKS):
        found = changed(game_id, usual, style)
        factors = {name: found[name] / usual[name] for name in usual if usual[name]}
        others = {name: factor for name, factor in factors.items() if not math.isclose(factor, 1.0)}
        assert len(others) >= 5
        assert tuple(found) == tuple(usual)
    package = title_of(game_id).package
    said = title_file(package, PLAYERS)
    for factors in (*said["styles"].values(), said[OVERLOOKS]):
        assert set(factors) <= set(usual)


@pytest.mark.plain
def test_a_style_is_that_of_the_side_that_is_played() -> None:
    game: Any = bh.load("across-suez-1980")
    agent = Agent(game, empty_net(game), seed=1, rank="captain", style="bold")
    plain, both = board_of(game, "captain"), board_of(game, "captain", "bold")
    for side in range(2):
        agent.play_for(side)
        own, other = agent.board[0]["weights"][side], agent.board[0]["weights"][1 - side]
        assert own.tolist() == both[0]["weights"][side].tolist()
        assert own.tolist() != plain[0]["weights"][side].tolist()
        assert other.tolist() == plain[0]["weights"][1 - side].tolist()


@pytest.mark.plain
def test_a_sergeants_style_begins_with_the_numbers_of_its_game() -> None:
    game: Any = bh.load("suez-56")
    board = styled(game, ["bold", OVERLOOKS])
    names = list(title_of(game.id).heuristic_weights.NAMES)
    kill = names.index("kill")
    before = game.board[0]["weights"][0]
    assert board[0]["weights"][0][kill] == pytest.approx(1.4 * before[kill])
    assert board[0]["weights"][0][names.index("dread")] == 0.0
    assert before[names.index("dread")] > 0.0  # the game's own board is left alone


@pytest.mark.plain
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("general:style=bald", r"'bald' \(did you mean bold\?\); there are cautious, bold"),
        ("general:bold", r"after a colon write a style \(general:style=cautious\) or a number"),
        ("general:style=", r"after a colon write a style \(general:style=cautious\) or a number"),
        ("general:units=4:units=5", r"a number of units \(general:units=5\), each once"),
        ("sergeant:units=0", r"units is a number from 1 to 99 \(sergeant:units=5\)"),
        ("sergeant:units=few@3", "units is a number from 1 to 99"),
        ("recruit:style=bold", "recruit plays at random, so it has no style"),
        ("general@3:style=bold", r"a style or units stand before the time \(general:style"),
        ("colonel:style=bold", "has no player 'colonel:style=bold'; there are"),
        ("corporal@3", "corporal does not look ahead, so it takes no thinking time"),
    ],
)
def test_a_style_that_makes_no_sense_is_refused(name: str, said: str) -> None:
    with pytest.raises(bh.UnknownPlayer, match=said):
        players.check("across-suez-1980", name)


@pytest.mark.plain
def test_the_parts_of_a_name() -> None:
    game = "across-suez-1980"
    assert players.check(game, "general:style=bold@3%10") == ("general", 3.0, None)
    assert players.check(game, "captain:style=cautious@20n") == ("captain", None, 20)
    assert players.style_of("captain:style=cautious@20n%10") == "cautious"
    assert players.style_of("lieutenant@2") == ""
    assert spelled("general:units=3:style=bold") == ("general", "bold", 3)
    assert players.check(game, "corporal:units=3:style=bold%10") == ("corporal", None, None)


@compiled
@pytest.mark.parametrize(
    "name", ["sergeant:style=bold", "corporal:style=cautious", "lieutenant@8n"]
)
@pytest.mark.parametrize("game_id", TITLES)
def test_they_play_legally_and_repeat_themselves(game_id: str, name: str) -> None:
    game = bh.load(game_id)
    games = []
    for _ in range(2):
        position = game.start()
        sides = {side: players.create(game, name, seed) for seed, side in enumerate(game.sides)}
        assert play(position, sides, 3, 60)
        games.append(position)
    assert games[0] == games[1]


@compiled
def test_a_corporal_and_who_moves_few_units_forget_the_others() -> None:
    game = bh.load("el-arish-67")
    first: Any = game.start()
    verbs = title_of(game.id).decisions.verbs
    sides = {side: players.create(game, "sergeant", 1) for side in game.sides}
    while first.to_move != "israel":
        first.push(sides[first.to_move].choose(first))
    moved = {}
    for name in ("corporal", "corporal:units=3", "sergeant", "general:units=2@6n"):
        player, position, units = players.create(game, name, 1), first.copy(), set()
        while verbs[(action := player.choose(position)).split()[0]].moves:
            units.add(action.split()[1])
            position.push(action)
        moved[name] = len(units)
    assert (moved["corporal:units=3"], moved["general:units=2@6n"]) == (3, 2)
    assert moved["corporal"] == CORPORAL_UNITS < moved["sergeant"]


def attacks(game: Any, name: str, seed: int) -> int:
    """Return how many attacks a player makes in a game against the usual sergeant, as each side."""
    found = 0
    for own in game.sides:
        position: Any = game.start()
        sides = {
            side: players.create(game, name if side == own else "sergeant", seed)
            for side in game.sides
        }
        dice = players.create(game, "recruit", seed)
        while position.to_move is not None:
            mover = position.to_move
            action = (dice if mover == "dice" else sides[mover]).choose(position)
            found += mover == own and action.startswith("attack ")
            position.push(action)
    return found


@compiled
@pytest.mark.slow
@pytest.mark.parametrize("game_id", ["across-suez-1980", "suez-56"])
def test_the_bold_attack_more_than_the_cautious(game_id: str) -> None:
    game = bh.load(game_id)
    bold, cautious = (
        sum(attacks(game, f"sergeant:style={style}", seed) for seed in range(4))
        for style in ("bold", "cautious")
    )
    assert bold > cautious
