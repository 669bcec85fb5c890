"""Pairs of games: the same dice twice, sides changed, faults lost, decisions timed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.titles import games
from bridgehead.lab.matches import DRAW, Recipe, create, play_through, random_of, seeds_of
from bridgehead.lab.pairs import Clock, Pair, PairTask, Played, play_game, play_pairs, split_pairs
from tests import urn
from tests.lab import compiled_only, opponents
from tests.lab.opponents import another_recruit, last

GAME = urn.Urn()


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._games, urn.ID, urn.INFO)


def pairs_of(first: Any, second: Any, count: int, seed: int = 1) -> list[Pair]:
    return play_pairs(PairTask(Recipe.of(GAME), (first, second), seed, tuple(range(count))))


def test_both_games_of_a_pair_have_the_same_dice() -> None:
    """The urn is decided by its dice alone: the same side must win both games of a pair."""
    pairs = pairs_of("recruit", last, 60)
    assert {pair.games[0].winner for pair in pairs} == {0, 1, DRAW}
    for pair in pairs:
        assert pair.games[0].winner == pair.games[1].winner
        assert pair.points == 1


def test_the_rolls_of_both_games_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rolled: list[str] = []
    push_code = urn.UrnPosition.push_code

    def seen(self: Any, code: int) -> None:
        if self.to_move == "dice":
            rolled.append(self.game.grammar.decode(code))
        push_code(self, code)

    monkeypatch.setattr(urn.UrnPosition, "push_code", seen)
    pairs_of("recruit", last, 1)
    assert len(rolled) == 2 * 2 * urn.TURNS
    assert rolled[: len(rolled) // 2] == rolled[len(rolled) // 2 :]


def test_the_players_change_sides() -> None:
    seated: list[tuple[str, str]] = []

    def noted(name: str) -> Any:
        class Noted(opponents.Last):
            def choose(self, position: bh.Position) -> object:
                seated.append((name, str(position.to_move)))
                return super().choose(position)

        return lambda game, seed: Noted()

    pairs_of(noted("a"), noted("b"), 1)
    half = len(seated) // 2
    assert set(seated[:half]) == {("a", "red"), ("b", "blue")}
    assert set(seated[half:]) == {("b", "red"), ("a", "blue")}


def test_the_seeds_are_those_of_the_sides() -> None:
    seeds: list[int] = []

    def noted(game: bh.Game, seed: int) -> Any:
        seeds.append(seed)
        return opponents.Last()

    pairs_of(noted, noted, 2, seed=5)
    assert seeds[0:2] == seeds[2:4] != seeds[4:6]
    assert seeds[0] != seeds[1]


@pytest.mark.parametrize("winners", [(0, 0, 1.0), (0, 1, 2.0), (1, 0, 0.0), (DRAW, 1, 1.5),
                                     (DRAW, DRAW, 1.0), (1, DRAW, 0.5)])  # fmt: skip
def test_points_of_a_pair(winners: tuple[int, int, float]) -> None:
    first, second = (Played(winner, "counted", 3, 10) for winner in winners[:2])
    assert Pair(0, (first, second)).points == winners[2]


@pytest.mark.parametrize(
    ("winners", "leads", "better"),
    [
        ((0, 0), (None, None), 0.5),  # nothing to tell them apart by
        ((0, 0), (9.0, 4.0), 1.0),  # each won with the first side, player 0 by more
        ((1, 1), (-20.0, -7.5), 0.0),  # each lost with it, player 0 by more
        ((1, 1), (-7.5, -7.5), 0.5),
        ((1, DRAW), (30.0, 0.0), 0.0),  # the results come first
        ((DRAW, 1), (-30.0, 30.0), 1.0),
    ],
)
def test_the_better_of_a_pair(winners: Any, leads: Any, better: float) -> None:
    """A faulty game has no lead, which counts as none."""
    first, second = (
        Played(winner, "counted", 3, 10, lead=lead)
        for winner, lead in zip(winners, leads, strict=True)
    )
    assert Pair(0, (first, second)).better == better


@compiled_only
@pytest.mark.parametrize("game_id", ["suez-56", "el-arish-67", "october-war"])
def test_the_lead_is_that_of_the_victory_points(game_id: str) -> None:
    """Games in kernels and games through the API tell the lead that the position counts."""
    game = bh.load(game_id)
    played = play_game(game, ("recruit", another_recruit), 2, 0)
    points = _replayed(game, ("recruit", another_recruit), 2).points
    assert played.lead == points[game.sides[0]] - points[game.sides[1]]
    (pair,) = play_pairs(PairTask(Recipe.of(game), ("sergeant", "recruit"), 1, (0,)))
    for one in pair.games:
        assert one.lead is not None
        if one.winner != DRAW and "points" in one.ending:
            assert (one.lead > 0) == (one.winner == 0)


def _replayed(game: Any, players: Any, seed: int) -> Any:
    """The end of the first game of a seed, played once more by hand."""
    random, position = random_of(seed, 0), game.start()
    sides = {
        side: create(game, player, one)
        for side, player, one in zip(game.sides, players, seeds_of(random, players), strict=True)
    }
    play_through(position, random, lambda side: position.push(sides[side].choose(position)))
    return position


FAULTS = {
    opponents.breaks_down: ("fails: RuntimeError: out of ideas", 3),
    opponents.breaks_the_rules: ("illegal: 'draw amber': [1.1] it is not the moment for that", 1),
    opponents.babbles: ("illegal: 'no action at all': [notation]", 1),
    opponents.says_nothing: ("did not answer with a string: None", 2),
    opponents.does_not_begin: ("cannot begin: OSError: no such program", 0),
}


@pytest.mark.parametrize("faulty", FAULTS, ids=lambda maker: maker.__name__)
def test_a_fault_loses_the_game(faulty: Any) -> None:
    reason, decisions = FAULTS[faulty]
    (pair,) = pairs_of(faulty, last, 1)
    for side, game in enumerate(pair.games):
        assert (game.winner, game.ending, game.faulty) == (1 - side, "fault", side)
        assert game.reason.startswith(reason)
        assert game.clocks[side].decisions == decisions
    assert pair.points == 0


def test_players_are_let_go_whatever_happens() -> None:
    made: list[opponents.Last] = []

    def kept(after: int, fault: str) -> Any:
        def make(game: bh.Game, seed: int) -> opponents.Last:
            made.append(opponents.Last(after, fault))
            return made[-1]

        return make

    pairs_of(kept(-1, ""), kept(1, "breaks down"), 1)
    pairs_of(kept(-1, ""), opponents.does_not_begin, 1)
    assert len(made) == 5  # in the last game of all, nobody else was there yet
    assert all(player.closed for player in made)


def test_an_interrupt_is_no_fault() -> None:
    def interrupted(game: bh.Game, seed: int) -> Any:
        class Interrupted(opponents.Last):
            def choose(self, position: bh.Position) -> object:
                raise KeyboardInterrupt

        return Interrupted()

    with pytest.raises(KeyboardInterrupt):
        pairs_of("recruit", interrupted, 1)


def test_a_clock_knows_mean_longest_and_quantiles() -> None:
    times = np.random.default_rng(1).lognormal(-3, 1, 5000)
    clock, halves = Clock(), (Clock(), Clock())
    for i, seconds in enumerate(times.tolist()):
        clock.add(seconds)
        halves[i % 2].add(seconds)
    assert clock.mean == pytest.approx(times.mean())
    assert clock.longest == times.max()
    for share in (0.5, 0.9, 0.99):
        assert clock.quantile(share) == pytest.approx(np.quantile(times, share), rel=0.03)
    assert clock.quantile(1) == pytest.approx(clock.longest, rel=0.03)
    halves[0].merge(halves[1])
    assert halves[0].classes == clock.classes
    assert halves[0].seconds == pytest.approx(clock.seconds)
    assert Clock().mean == Clock().quantile(0.99) == 0


def test_decisions_are_timed_by_side() -> None:
    game = play_game(GAME, ("recruit", last), 1, 0)
    assert len(game.clocks) == 2
    assert sum(clock.decisions for clock in game.clocks) == game.decisions
    for clock in game.clocks:
        assert 0 < clock.mean <= clock.longest
        assert sum(clock.classes.values()) == clock.decisions


@compiled_only
def test_kernels_play_pairs_as_they_play_games() -> None:
    from bridgehead.lab.matches import Task, play

    recipe = Recipe.of(bh.load("across-suez-1980"))
    pairs = play_pairs(PairTask(recipe, ("recruit", "sergeant"), 9, (3, 4, 5)))
    there = play(Task(recipe, ("recruit", "sergeant"), 9, 3, 3))
    back = play(Task(recipe, ("sergeant", "recruit"), 9, 3, 3))
    assert [pair.number for pair in pairs] == [3, 4, 5]
    assert [pair.games[0].winner for pair in pairs] == there.winners
    assert [pair.games[1].winner for pair in pairs] == back.winners
    assert not any(game.clocks for pair in pairs for game in pair.games)


def test_pairs_are_split_without_loss() -> None:
    recipe, numbers = Recipe.of(bh.load("across-suez-1980")), [1, 2, 5, *range(7, 2000)]
    fast = split_pairs(recipe, ("recruit", "sergeant"), 1, numbers, 2)
    slow = split_pairs(recipe, ("recruit", another_recruit), 1, numbers, 2)
    for pieces in (fast, slow):
        assert [i for piece in pieces for i in piece.numbers] == numbers
    assert len(fast) < 30
    assert {len(piece.numbers) for piece in slow} == {1}
