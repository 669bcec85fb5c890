"""What looking ahead needs of PyTorch and of the compiler is little: settings, choices, margins."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.search import net as nets
from bridgehead.learning import expert, sharing
from bridgehead.learning.lookahead import Effort, Follower, Lookahead, check_open
from bridgehead.learning.lookahead import EvaluatedPlan as Plan
from bridgehead.players.search.agent import empty_net
from tests.lab import compiled_only

GAME = "across-suez-1980"


def plan_of(judged: float, *points: float) -> Plan:
    return Plan((0,), None, judged, np.array(points))


def player(effort: Effort, margin: float = 0.0) -> Lookahead:
    made: Any = Lookahead.__new__(Lookahead)
    made.effort, made.margin, made.agent = effort, margin, Spread()
    return made  # type: ignore[no-any-return]


class Spread:
    spread = 0.05


@pytest.mark.plain
def test_a_draft_must_be_better_by_more_than_a_standard_error() -> None:
    looking = player(Effort(rollouts=4))
    best = plan_of(0.5, 0.4, 0.5, 0.6, 0.5)
    assert looking._beats(
        plan_of(0.1, 0.5, 0.6, 0.7, 0.6), best
    )  # 0.1 each time, whatever is judged
    assert not looking._beats(plan_of(0.9, 0.41, 0.51, 0.61, 0.51), best)
    assert not looking._beats(plan_of(0.9, 0.0, 1.0, 0.2, 1.0), best)  # 0.05 on average, uncertain
    assert not looking._beats(plan_of(0.9, 0.9, 0.9), best)  # it was given up


@pytest.mark.plain
def test_without_rollouts_a_draft_must_be_judged_better_by_a_margin() -> None:
    alone = player(Effort(rollouts=0), margin=0.1)
    assert alone._beats(plan_of(0.65), plan_of(0.5))
    assert not alone._beats(plan_of(0.55), plan_of(0.5))


@pytest.mark.plain
def test_the_margin_is_the_one_that_gains_most_on_drafts_not_learned_from() -> None:
    learning: Any = expert.Learning.__new__(expert.Learning)
    learning.gains = np.zeros((0, 2))
    assert learning.margin() == expert.MARGINS[-1]  # nothing is known: the first plan is kept
    learning.gains = np.array([[0.005, -0.3], [0.03, -0.1], [0.05, 0.2], [0.2, 0.1]])
    assert learning.margin() == 0.04
    learning.gains = np.array([[0.2, -0.1], [0.3, -0.2]])
    assert learning.margin() == expert.MARGINS[-1]


@pytest.mark.plain
def test_a_plan_is_followed_only_into_the_position_that_it_expects() -> None:
    class Counting:
        def after(self, state: Any, plan: Any) -> Any:
            return state + plan[0]

    asked = []

    def think() -> tuple[int, ...]:
        asked.append(1)
        return (1, 2, 3)

    follower = Follower(Counting())  # type: ignore[arg-type]
    assert follower.next(np.array([0]), think) == 1
    assert follower.next(np.array([1]), think) == 2
    assert follower.next(np.array([7]), think) == 1
    assert len(asked) == 2


@pytest.mark.plain
def test_wrong_settings_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for option, value, told in (
        ("--rollouts", "0", "rollouts is 0; it must be more than 0"),
        ("--rounds", "-1", "rounds is -1; it must be 0 or more"),
        ("--drafts", "0", "drafts is 0; it must be 1 or more"),
        ("--sergeants", "2", "sergeants is 2.0; it must be above 0, at most 1"),
    ):
        assert expert.main([GAME, "--out", str(tmp_path), option, value]) == 1
        assert told in capsys.readouterr().err
    with pytest.raises(SystemExit):
        expert.main([GAME])


@pytest.mark.plain
def test_a_game_that_hides_something_is_refused() -> None:
    game: Any = bh.load("suez-56")
    with pytest.raises(BridgeheadError, match="suez-56 hides something"):
        Lookahead(game, 0, empty_net(game), Effort())
    check_open(bh.load("el-arish-67"))


@pytest.mark.plain
def test_who_plays_the_games_is_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        expert.main([GAME, "--out", str(tmp_path), "--processes", "2", "--ray", "auto"])
    assert "not allowed with argument" in capsys.readouterr().err
    given = argparse.Namespace(processes=0, ray=None)
    with pytest.raises(BridgeheadError, match="processes is 0; it must be 1 or more"):
        sharing.workers_of(given, GAME).__enter__()


@pytest.mark.plain
def test_the_kernels_judge_as_the_network_does() -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is the extra `learn`")
    from bridgehead.learning.evaluation import Evaluation

    torch.manual_seed(2)
    network = Evaluation(bh.load(GAME), hidden=5)
    x = np.random.default_rng(3).normal(2.0, 3.0, (20, len(network.mean))).astype(np.float32)
    x[:, 4] = 1.0  # never varies
    network.scale_to(x)
    x[0] *= 50.0  # beyond what was seen
    flat = network.flat()
    assert len(flat) == nets.size(len(network.mean), 5)
    with torch.no_grad():
        expected = torch.sigmoid(network(torch.from_numpy(x))).numpy()
    assert float(np.ptp(expected)) > 0.05
    found = [nets.judge(flat, row.astype(np.float64)) for row in x]
    assert found == pytest.approx(expected.tolist(), abs=1e-5)


@pytest.mark.plain
def test_a_decided_game_is_not_thought_about() -> None:
    game: Any = bh.load(GAME)
    net = empty_net(game).copy()
    net[-1] = -10.0  # the first side has lost, it says of everything
    position = game.start()
    for side in (0, 1):
        looking = Lookahead(game, side, net, Effort())
        best, tried = looking.think(position.arrays[1], np.random.default_rng(1))
        assert tried == [best]
        assert not len(best.points)


@pytest.mark.slow
@compiled_only
def test_the_best_plan_was_tested_and_can_be_carried_out() -> None:
    game: Any = bh.load(GAME)
    looking = Lookahead(game, 0, empty_net(game), Effort(drafts=3, rounds=2, rollouts=2))
    position = game.start()
    while position.to_move != "israel":
        position.push(position.legal_actions()[0])
    state = position.arrays[1].copy()
    best, tried = looking.think(state, np.random.default_rng(1))
    assert best in tried
    assert tried[0].plan == looking.agent.principal_line(state)[0]
    assert 1 < len(tried) == len({one.plan for one in tried})
    assert len(best.points) == 2
    for one in tried:
        assert len(one.points) == 2 or one.points[0] <= tried[0].points[0]
    for code in best.plan:
        assert position.to_move == "israel"
        position.push(game.grammar.decode(code))
    assert position.arrays[1].tobytes() == best.after.tobytes()
    assert looking.think(state, np.random.default_rng(1))[0].plan == best.plan
