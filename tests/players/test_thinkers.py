"""Captain and general: legal, reproducible, blind to what is hidden, sensible where it is plain."""

from __future__ import annotations

import json
import math
import random
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.core.errors import UnknownPlayer
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.titles.games import title_of
from bridgehead.players.learned import weights
from bridgehead.players.search import search as search_module
from bridgehead.players.search.agent import Agent, InterruptedThoughtError
from bridgehead.players.search.search import ROUND, Budget, Candidate, Evolution, Screening
from tests.players import ranks
from tests.players.games import play
from tests.tiers import at_night, first
from tests.titles.october_war.games import load as load_october
from tests.titles.october_war.games import scatter
from tests.titles.october_war.test_hidden import exchange

GAMES = [info.id for info in bh.games()]
TITLES = ("across-suez-1980", "suez-56", "october-war")
TWO_FIRST = sorted(GAMES, key=lambda game: game not in TITLES[:2])
RANKS = ("captain", "general")
compiled = pytest.mark.skipif(not JIT, reason="search takes minutes in plain Python")
DECISIONS = 40


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_has_them(game_id: str) -> None:
    assert players.names(game_id) == ranks.RANKS


@compiled
@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("game_id", first(2, TWO_FIRST))
def test_what_they_choose_is_legal(game_id: str, rank: str) -> None:
    game = bh.load(game_id)
    for seed in range(2):
        position = game.start()
        opening = {side: players.create(game, "recruit", seed) for side in game.sides}
        play(position, opening, seed, 150 * seed)
        sides = {side: players.create(game, f"{rank}@8n", seed) for side in game.sides}
        before = position.copy()
        assert play(position, sides, seed, DECISIONS)
        assert before != position


@compiled
@pytest.mark.parametrize("rank", RANKS)
@pytest.mark.parametrize("game_id", first(1, TITLES))
def test_the_same_looks_and_seed_choose_the_same(game_id: str, rank: str) -> None:
    game = bh.load(game_id)
    found = []
    for _ in range(2):
        sides = {side: players.create(game, f"{rank}@12n", 7) for side in game.sides}
        found.append(play(game.start(), sides, 1, DECISIONS))
    assert found[0] == found[1]


@compiled
@pytest.mark.parametrize("game_id", first(2, TITLES))
def test_a_thought_names_legal_plans_and_chances(game_id: str) -> None:
    game = bh.load(game_id)
    position = game.start()
    thinker = players.thinker(game, "general@60n", seed=3)
    for _ in range(4):
        while position.to_move == "dice":
            position.push(position.legal_actions()[0])
        before = position.copy()
        thought = thinker.think(position)
        assert position == before
        assert thought.side == position.to_move
        assert thought.best is thought.lines[0]
        assert 20 <= thought.looks <= 90
        for line in thought.lines:
            assert 0 <= line.chance <= 1
            assert line.action == line.plan[0]
            assert line.action in position.legal_actions()
        follow = position.copy()
        for action in thought.best.plan:
            if action not in follow.legal_actions():
                # it met with something that it could not know
                assert game_id in title_of(game_id).hiding
                break
            follow.push(action)
        position.push(thought.best.action)


@compiled
def test_a_plan_is_thought_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = bh.load("across-suez-1980")
    searches = []
    search = Screening.run

    def count(self: Screening) -> Any:
        searches.append(1)
        return search(self)

    monkeypatch.setattr(Screening, "run", count)
    position = game.start()
    thinker: Any = players.create(game, "general@30n", 1)
    thinker.uses_book = False
    chosen = []
    while position.to_move == "israel" and len(chosen) < 60:
        chosen.append(thinker.choose(position))
        position.push(chosen[-1])
    assert len(chosen) > 5
    assert len(searches) == 1
    # who is shown another position than expected thinks anew
    other = game.start()
    thinker.choose(other)
    assert len(searches) == 2


@compiled
@pytest.mark.parametrize("way", [Evolution, Screening])
def test_a_lost_game_is_seen_to_be_lost(way: Any) -> None:
    """Six units are across, the line is open, and Egypt has nobody left."""
    game = bh.load("across-suez-1980")
    six = ("matt-1", "matt-2", "matt-3", "reshef-1", "reshef-2", "amir-1")
    units = dict.fromkeys(six, "across")
    bridge = game.units[int(game.board[0].bridge_unit)]
    position = game.position(
        {"game": game.id, "turn": 7, "side": "egypt", "units": units | {bridge: "0112"}}
    )
    agent = Agent(game, weights.load(game.id).net, 1)
    found = way(agent, position.arrays[1], Budget(rollouts=60)).run()
    assert all(one.prospects < 0.2 for one in found)  # Egypt has nobody left to cut the line with
    assert players.thinker(game, "general@30n", 1).chance(position) > 0.9


class Ends(Budget):
    """Time that is up after nine rollouts."""

    def is_left(self, part: float = 1.0) -> bool:
        return self.spent < 9


@compiled
def test_time_that_is_up_ends_a_round_of_looks_and_a_plan_half_looked_at_is_left() -> None:
    game = bh.load("across-suez-1980")
    agent = Agent(game, weights.load(game.id).net, 1, "captain")
    state = game.start().arrays[1]
    for budget, looks in ((Budget(seconds=0.0), 1), (Budget(rollouts=1), ROUND)):
        search = Evolution(agent, state, budget)
        plan = search.sergeants()
        search.rollout(plan, ROUND)
        assert len(plan.points) == looks
    search = Evolution(agent, state, Ends())
    (only,) = search.run()
    assert len(only.points) == ROUND
    assert len(Evolution(agent, state, Budget(rollouts=9)).run()) == 2


@compiled
@pytest.mark.parametrize("seconds", [0.01, 0.04, 0.07, 0.11])
def test_no_rollout_is_begun_that_would_not_end_in_time(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock on which nothing but rollouts takes time: they all take the same."""
    game = bh.load("across-suez-1980")
    agent = Agent(game, weights.load(game.id).net, 1, "captain")
    clock, rollout = [0.0], agent.rollout

    def slowly(*args: Any) -> float:
        clock[0] += seconds
        return rollout(*args)

    monkeypatch.setattr(agent, "rollout", slowly)
    monkeypatch.setattr(search_module, "time", SimpleNamespace(perf_counter=lambda: clock[0]))
    found = Evolution(agent, game.start().arrays[1], Budget(seconds=0.3)).run()
    assert clock[0] <= 0.3 + 1e-9
    assert clock[0] > 0.3 - 2 * seconds, "time is left over"
    assert found


def test_counted_rollouts_do_not_ask_how_long_they_take() -> None:
    budget = Budget(rollouts=10, spent=9)
    budget.took(1000.0)
    assert budget.is_left()
    assert not budget.is_over()


@compiled
@pytest.mark.parametrize(("doubt", "believed"), [(1.0, True), (2.0, False)])
def test_a_plan_needs_the_proof_that_the_title_asks_for(doubt: float, believed: bool) -> None:
    game = bh.load("across-suez-1980")
    agent = Agent(game, weights.load(game.id).net, 1, "captain")
    agent.doubt = doubt
    search = Evolution(agent, game.start().arrays[1], Budget(seconds=0.0))
    error = agent.spread / math.sqrt(31 * 30)
    best = Candidate((1,), {}, points=[0.5] * 30)
    found = Candidate((2,), {}, points=[0.5 + 1.3 * error] * 30)
    assert search._beats(found, best) is believed
    assert not search._beats(best, found)


@compiled
@pytest.mark.parametrize(("behind", "tested"), [(0.5, True), at_night(0.0, True), (-0.3, False)])
def test_a_plan_that_is_hardly_ahead_is_given_up_where_the_player_is_impatient(
    behind: float, tested: bool
) -> None:
    game = bh.load("across-suez-1980")
    agent = Agent(game, weights.load(game.id).net, 1, "captain")
    assert agent.behind == 0.5
    agent.behind = behind
    search = Evolution(agent, game.start().arrays[1], Budget(rollouts=1000))
    best = search.sergeants()
    error = agent.spread / math.sqrt(7 * 6)
    best.points, best.total = [0.5] * ROUND, 0.5 * ROUND
    found = Candidate(best.plan, best.ends, points=[0.5 + 0.2 * error] * ROUND)
    search._beats(found, best)
    assert (len(found.points) > ROUND) is tested


@pytest.mark.plain
def test_the_general_of_middle_east_battles_is_impatient_and_the_captain_is_not() -> None:
    for game_id in ("suez-56", "el-arish-67"):
        game = bh.load(game_id)
        net = weights.load(game_id).net
        assert Agent(game, net, 1).behind < 0.0 < Agent(game, net, 1, "captain").behind


@compiled
@pytest.mark.slow
def test_what_is_hidden_changes_nothing() -> None:
    game = load_october("fog")
    compared = 0
    for seed in range(6):
        draw = random.Random(seed)
        position = scatter("fog", seed)
        if position.to_move in (None, "dice"):
            continue
        twin = exchange(position, position.to_move, draw)
        if twin is None or twin == position:
            continue
        for rank in RANKS:
            name = f"{rank}@12n"
            chosen = [players.create(game, name, 5).choose(one) for one in (position, twin)]
            assert chosen[0] == chosen[1]
            thoughts = [players.thinker(game, name, 5).think(one) for one in (position, twin)]
            assert thoughts[0].lines == thoughts[1].lines
            compared += 1
    assert compared


@compiled
def test_the_last_turn_that_the_west_wrote_down_changes_nothing_for_egypt() -> None:
    game = bh.load("suez-56")
    position = game.position({"game": "suez-56", "side": "egypt", "turn": 8})
    twin = position.copy()
    position._state[0]["last_turn"], twin._state[0]["last_turn"] = 9, 11
    assert position.view("egypt") == twin.view("egypt")
    for rank in RANKS:
        chosen = [players.create(game, f"{rank}@20n", 5).choose(one) for one in (position, twin)]
        assert chosen[0] == chosen[1]


@compiled
def test_the_time_is_kept() -> None:
    game = bh.load("across-suez-1980")
    position = game.start()
    players.thinker(game, "general@6n", seed=1).think(position)  # compiled
    for rank in RANKS:
        began = time.perf_counter()
        thought = players.thinker(game, rank, seed=1, seconds=0.2).think(position)
        assert 0.2 <= thought.seconds <= time.perf_counter() - began
        assert thought.seconds < 2  # the machine may be busy; a rollout takes milliseconds


@compiled
def test_a_limit_of_time() -> None:
    """A limit shortens one's own time, and ends; who counts rollouts does not look at the clock."""
    position = bh.load("across-suez-1980").start()

    def seconds(name: str, *limits: float | None) -> float:
        thinker = players.thinker(position.game, name, seed=1)
        for limit in limits:
            thinker.limit(limit)
        return thinker.think(position).seconds

    assert 0.1 <= seconds("general@30", 0.1) < 3
    assert 0.1 <= seconds("general@0.1", 30) < 3
    assert 0.1 <= seconds("general", 30, 0.1) < 3
    assert seconds("captain@0.3", 0.1, None) >= 0.3
    assert players.thinker(position.game, "captain@12n", seed=1).think(position).looks < 40


@compiled
def test_the_chance_at_the_end_is_what_happened() -> None:
    game = bh.load("across-suez-1980")
    position = game.start()
    position.push("resign")
    thinker = players.thinker(game, "captain@5n", seed=1)
    assert thinker.measure(position) == (0.0, 0.0)
    with pytest.raises(ValueError, match="no side has to decide"):
        thinker.think(position)
    with pytest.raises(ValueError, match="no side has to decide"):
        thinker.choose(position)


@compiled
def test_measuring_is_repeatable_and_has_an_error() -> None:
    game = bh.load("across-suez-1980")
    thinker = players.thinker(game, "general@5n", seed=2)
    position = game.start()
    chance, error = thinker.measure(position, 24)
    assert thinker.measure(position, 24) == (chance, error)
    assert thinker.chance(position, 24) == chance
    assert 0 < chance < 1
    assert 0 < error < 0.2


# Names


@pytest.mark.plain
def test_thinking_leaves_no_deadline_behind() -> None:
    """A chance that is asked for after a thought takes the time that it needs."""
    game = bh.load("across-suez-1980")
    one = players.thinker(game, "general", seed=1, seconds=0.01)
    units = {"reshef-1": "0512", "16-7": "0513"}
    last = {"game": game.id, "turn": 7, "side": "egypt", "phase": "combat", "units": units}
    position = game.position(last)
    one.think(position)
    assert 0 <= one.chance(position, 1) <= 1


@pytest.mark.plain
@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("colonel", "no player 'colonel'"),
        ("generl@3", "did you mean general"),
        ("general@", "a time in seconds"),
        ("general@0", "a time in seconds"),
        ("general@-1", "a time in seconds"),
        ("general@1e3", "a time in seconds"),
        ("general@0n", "a number of looks"),
        ("sergeant@3", "sergeant does not look ahead"),
    ],
)
def test_names_that_make_no_sense_say_why(name: str, part: str) -> None:
    game = bh.load("across-suez-1980")
    for use in (lambda: players.check(game.id, name), lambda: players.create(game, name)):
        with pytest.raises(UnknownPlayer, match=part):
            use()


@pytest.mark.plain
def test_names_that_make_sense() -> None:
    check = players.check
    assert check("october-war", "general") == ("general", None, None)
    assert check("october-war", "general@2.5") == ("general", 2.5, None)
    assert check("suez-56", "captain@300n") == ("captain", None, 300)
    assert check("suez-56", "sergeant") == ("sergeant", None, None)
    game = bh.load("across-suez-1980")
    assert players.create(game, "captain@300n").name == "captain@300n"
    with pytest.raises(UnknownPlayer, match="recruit does not think ahead"):
        players.thinker(game, "recruit")


# Weights


@pytest.mark.parametrize("game_id", GAMES)
def test_the_weights_tell_how_they_were_made(game_id: str) -> None:
    data = weights.read(weights.path_of(game_id))
    assert data["game"] == game_id
    assert data["command"].startswith(f"bridgehead train {game_id} ")
    assert weights.path_of(game_id).stat().st_size < 300_000
    found = data["held_out"]
    assert found["brier"] < found["base_brier"]
    assert sum(row["positions"] for row in found["reliability"]) == found["positions"]
    assert np.isfinite(weights.load(game_id).net).all()


@pytest.mark.plain
def test_weights_that_do_not_fit_say_so(tmp_path: Any) -> None:
    game_id = "across-suez-1980"
    data = json.loads(weights.path_of(game_id).read_text())
    path = tmp_path / "w.json"
    with pytest.raises(weights.UnusableWeightsError, match="the weights cannot be read"):
        weights.read(path)
    path.write_text("[1]")
    with pytest.raises(weights.UnusableWeightsError, match="not a weights file"):
        weights.read(path)
    with pytest.raises(weights.UnusableWeightsError, match="bridgehead train"):
        weights.judgement_of(game_id, data | {"features": ["one"]})
    with pytest.raises(weights.UnusableWeightsError, match="not as many"):
        weights.judgement_of(game_id, data | {"net": data["net"][:-1]})
    weights.write(path, game_id, weights.load(game_id), {"command": "x"})
    again = weights.judgement_of(game_id, weights.read(path))
    assert (again.net == weights.load(game_id).net).all()
    assert again.calibration == weights.load(game_id).calibration


@pytest.mark.plain
def test_a_calibration_orders_as_prospects_do_and_leaves_what_is_decided() -> None:
    chances = [weights.calibrated((0.7, -1.5), p) for p in (0.0, 0.1, 0.5, 0.9, 1.0)]
    assert chances == sorted(chances)
    assert chances[0] == 0.0
    assert chances[-1] == 1.0
    assert weights.calibrated((1.0, 0.0), 0.3) == pytest.approx(0.3)


@pytest.mark.parametrize("name", ["general@600", "captain@1000000n"])
def test_a_thought_can_be_interrupted(name: str) -> None:
    game = bh.load("across-suez-1980")
    thinker: Any = players.create(game, name, seed=1)
    thinker.uses_book = False
    asked = 0

    def after_some() -> bool:
        nonlocal asked
        asked += 1
        return asked > 40

    thinker.interrupt(after_some)
    for think in (thinker.choose, thinker.think, lambda position: thinker.measure(position, 600)):
        asked = 0
        with pytest.raises(InterruptedThoughtError):
            think(game.start())
        assert asked == 41
    thinker.interrupt(None)
    thinker._rollouts, thinker._seconds = 6, None
    assert thinker.choose(game.start()) in game.start().legal_actions()


def test_a_thinker_tells_a_plan_without_foolish_moves_first() -> None:
    position = bh.load("across-suez-1980").start()
    told: list[Any] = []

    def think(faults: Any) -> Any:
        thinker = players.thinker(position.game, "general@120n", seed=1)
        thinker.tell_first(told.append)
        thinker.tell_apart(lambda plan: plan[0], faults)
        return thinker.think(position)

    best = think(lambda plan: 0).best.plan
    thought = think(lambda plan: int(plan == best))
    assert told[0].plan == thought.best.plan == best
    assert told[1].plan == thought.lines[1].plan != best
