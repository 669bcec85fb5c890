"""The ladder: points, tables and ratings that agree, a test that stops it, faults told."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.core.errors import UnknownPlayer
from bridgehead.core.titles import games as registry
from bridgehead.core.workers import Processes
from bridgehead.lab import ladder as module
from bridgehead.lab import matches
from bridgehead.lab.elo import difference
from bridgehead.lab.ladder import Ladder, ladder
from bridgehead.lab.pairs import Pair, PairTask, Played
from bridgehead.lab.sprt import Sprt
from tests import urn
from tests.lab import compiled_only, opponents
from tests.lab.opponents import another_recruit, last

URN = urn.Urn()


@pytest.fixture
def urn_game(monkeypatch: pytest.MonkeyPatch) -> bh.Game:
    monkeypatch.setitem(registry._games, urn.ID, urn.INFO)
    return URN


def reproducible(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key not in ("seconds", "times")}


@compiled_only
def test_points_wins_and_pairings_agree() -> None:
    game = bh.load("across-suez-1980")
    found = ladder(game, ["recruit", "sergeant"], pairs=10, seed=4)
    assert found["game"] == "across-suez-1980"
    assert (found["pairs"], found["games"], found["complete"]) == (10, 20, True)
    assert sum(found["score"].values()) == pytest.approx(1)
    assert found["score"]["sergeant"] > 0.8
    assert found["elo"]["sergeant"]["rating"] > 0 > found["elo"]["recruit"]["rating"]
    assert found["elo"]["sergeant"]["error"] > 0
    (pairing,) = found["pairings"]
    assert pairing["players"] == ["recruit", "sergeant"]
    assert pairing["score"] == found["score"]["recruit"]
    assert (pairing["pairs"], sum(pairing["counts"])) == (10, 10)
    assert sum(pairing["endings"].values()) == 20
    ahead, error = difference(pairing["counts"])
    assert pairing["elo"]["difference"] == pytest.approx(ahead, abs=0.1)
    assert pairing["elo"]["error"] == pytest.approx(error, abs=0.1)
    won = {name: sum(sides.values()) for name, sides in pairing["wins"].items()}
    assert won["recruit"] == found["wins"]["recruit"]["sergeant"]
    assert won["recruit"] + won["sergeant"] + pairing["draws"] == 20
    assert all(wins <= 10 for sides in pairing["wins"].values() for wins in sides.values())
    result = found["results"]["sergeant"]
    assert (result["games"], result["wins"]) == (20, won["sergeant"])
    assert sum(result["sides"].values()) / 2 == pytest.approx(found["score"]["sergeant"])
    assert found["times"] == {"recruit": None, "sergeant": None}


def games(*winners: str) -> list[Pair]:
    """Pairs from texts like "AB": the winner of each game by name, "=" for a draw."""
    found = []
    for i, (first, second) in enumerate(winners):
        one = {"A": 0, "B": 1, "=": matches.DRAW}[first]
        two = {"B": 0, "A": 1, "=": matches.DRAW}[second]
        found.append(Pair(i, (Played(one, "time", 7, 9), Played(two, "held", 7, 9))))
    return found


def test_a_summary_by_hand(urn_game: bh.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    made = games("AA", "AB", "BB", "A=", "=A")
    monkeypatch.setattr(module, "play_pairs", lambda task: [made[i] for i in task.numbers])
    found = ladder(urn_game, ["recruit", last], pairs=5)
    assert found["score"] == {"recruit": 0.6, "last": 0.4}
    assert found["wins"] == {"recruit": {"last": 5}, "last": {"recruit": 3}}
    assert found["results"]["recruit"] == {
        "games": 10, "wins": 5, "draws": 2, "losses": 3, "sides": {"red": 0.7, "blue": 0.5},
    }  # fmt: skip
    assert found["results"]["last"]["sides"] == {"red": 0.5, "blue": 0.3}
    (pairing,) = found["pairings"]
    assert pairing["counts"] == [1, 0, 1, 2, 1]
    assert pairing["wins"] == {"recruit": {"red": 3, "blue": 2}, "last": {"red": 2, "blue": 1}}
    assert (pairing["score"], pairing["draws"]) == (0.6, 2)
    assert pairing["endings"] == {"held": 5, "time": 5}
    ahead, error = difference([1, 0, 1, 2, 1])
    assert found["elo"]["recruit"]["rating"] == pytest.approx(ahead / 2, abs=0.1)
    assert found["elo"]["recruit"]["error"] == pytest.approx(error / 2, abs=0.1)


def test_better_and_leads_by_hand(urn_game: bh.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each wins with the first side; the first player once by more, once by less, once alike."""
    leads = ((8.0, 3.0), (1.0, 3.0), (2.0, 2.0))
    made = [
        Pair(i, tuple(Played(0, "points", 7, 9, lead=lead) for lead in pair))  # type: ignore[arg-type]
        for i, pair in enumerate(leads)
    ]
    monkeypatch.setattr(module, "play_pairs", lambda task: [made[i] for i in task.numbers])
    (pairing,) = ladder(urn_game, ["recruit", last], pairs=3)["pairings"]
    assert (pairing["score"], pairing["better"]) == (0.5, 0.5)
    assert pairing["leads"] == {
        "recruit": {"red": 3.67, "blue": -2.67},
        "last": {"red": 2.67, "blue": -3.67},
    }
    monkeypatch.setattr(module, "play_pairs", lambda task: games("AA", "AB", "BB"))
    (pairing,) = ladder(urn_game, ["recruit", last], pairs=3, seed=2)["pairings"]
    assert pairing["better"] == 0.5
    assert pairing["leads"]["recruit"] == {"red": None, "blue": None}


@pytest.mark.slow
@compiled_only
def test_processes_do_not_change_the_result() -> None:
    game = bh.load("across-suez-1980")
    who = ["recruit", another_recruit, "sergeant"]
    seen: list[int] = []
    one = ladder(game, who, pairs=3, seed=4)
    two = ladder(game, who, pairs=3, seed=4, processes=2, progress=seen.append)
    assert reproducible(one) == reproducible(two)
    assert seen[-1] == one["games"] == 18
    assert seen == sorted(seen)
    assert len(one["pairings"]) == 3
    assert one["times"]["another_recruit"]["decisions"] > 100
    assert one["times"]["recruit"]["decisions"] > 100  # against another_recruit


class Backwards(Processes):
    """Do the last task first."""

    def share(self, work: Any, tasks: Any, *, in_order: bool = False) -> Any:
        for place in reversed(range(len(tasks))):
            yield place, work(tasks[place])


def test_nor_does_the_order_in_which_pairs_are_finished(urn_game: bh.Game) -> None:
    who = ["recruit", another_recruit, last]
    one = ladder(urn_game, who, pairs=8)
    assert reproducible(ladder(urn_game, who, pairs=8, workers=Backwards())) == reproducible(one)


def decided(task: PairTask) -> list[Pair]:
    """Pairs of which the first player wins three of four."""
    return [games(*["AA", "AA", "AB", "A="] * 100)[i] for i in task.numbers]


def test_a_test_stops_the_match(urn_game: bh.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "play_pairs", decided)
    test = Sprt(0, 200)
    found = ladder(urn_game, ["recruit", last], pairs=300, sprt=test)
    verdict = found["sprt"]
    assert verdict["accepted"] == "H1"
    assert found["complete"]
    count = verdict["pairs"]
    (pairing,) = found["pairings"]
    assert found["games"] == 2 * count == 2 * pairing["pairs"] == 2 * sum(pairing["counts"])
    assert verdict["llr"] == pytest.approx(test.llr(pairing["counts"]), abs=1e-3)
    before = list(pairing["counts"])
    before[round(2 * games(*["AA", "AA", "AB", "A="] * 100)[count - 1].points)] -= 1
    assert test.llr(before) < test.upper <= test.llr(pairing["counts"])
    assert verdict["lower"] == -verdict["upper"] == pytest.approx(-2.9444)


def test_pairs_beyond_the_decision_do_not_count(
    urn_game: bh.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "play_pairs", decided)
    alone = ladder(urn_game, ["recruit", last], pairs=40, sprt=Sprt(0, 200))
    split = module.split_pairs

    def whole(*words: Any) -> Any:  # all pairs in one task, so that far too many are played
        tasks = split(*words)
        numbers = tuple(i for task in tasks for i in task.numbers)
        return [PairTask(tasks[0].recipe, tasks[0].players, tasks[0].seed, numbers)]

    monkeypatch.setattr(module, "split_pairs", whole)
    assert reproducible(ladder(urn_game, ["recruit", last], pairs=40, sprt=Sprt(0, 200))) == (
        reproducible(alone)
    )
    assert alone["sprt"]["pairs"] < 40


def test_an_undecided_test_ends_with_its_pairs(urn_game: bh.Game) -> None:
    found = ladder(urn_game, ["recruit", last], pairs=3, sprt=Sprt(0, 5))
    assert found["sprt"]["accepted"] is None
    assert found["sprt"]["pairs"] == 3
    assert found["complete"]


def test_faults_are_counted_and_told(urn_game: bh.Game) -> None:
    found = ladder(urn_game, [opponents.breaks_down, "recruit", last], pairs=2)
    assert found["faults"] == {"breaks_down": 8, "recruit": 0, "last": 0}
    assert found["results"]["breaks_down"]["losses"] == 8
    assert found["score"]["breaks_down"] == 0
    assert found["reasons"][0] == {
        "player": "breaks_down",
        "opponent": "recruit",
        "pair": 0,
        "side": "red",
        "reason": "fails: RuntimeError: out of ideas",
    }
    assert len(found["reasons"]) == 8
    assert found["pairings"][0]["endings"] == {"fault": 4}


ENGINE = Path(__file__).parent / "engine.py"


@pytest.fixture
def _views_list_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines choose from the list in the view, which the urn's view is too simple to have."""
    view = urn.UrnPosition.view

    def with_actions(self: Any, side: str | None) -> dict[str, Any]:
        return {**view(self, side), "legal_actions": list(self.legal_actions())}

    monkeypatch.setattr(urn.UrnPosition, "view", with_actions)


@pytest.mark.usefixtures("_views_list_actions")
def test_an_engine_takes_part(urn_game: bh.Game) -> None:
    name = f"engine:{sys.executable} {ENGINE}"
    found = ladder(urn_game, ["recruit", name], pairs=1)
    assert found["faults"] == {"recruit": 0, name: 0}
    assert found["times"][name]["decisions"] == 2 + 3 + 3  # as red it looks twice first
    assert found["games"] == 2


def test_an_engine_that_fails_loses(urn_game: bh.Game) -> None:
    name = f"engine:{sys.executable} {ENGINE} breaks"
    found = ladder(urn_game, ["recruit", name], pairs=1)
    assert found["faults"][name] == 2
    assert found["score"][name] == 0
    assert "ended with status 3" in found["reasons"][0]["reason"]


def test_an_engine_that_cannot_be_started_is_refused(urn_game: bh.Game) -> None:
    with pytest.raises(UnknownPlayer, match="no-such-program"):
        ladder(urn_game, ["recruit", "engine:no-such-program"], pairs=1)
    with pytest.raises(UnknownPlayer):
        ladder(urn_game, ["recruit", "engine: "], pairs=1)
    with pytest.raises(bh.BridgeheadError, match="status"):
        ladder(urn_game, ["recruit", f"engine:{sys.executable} -c 1"], pairs=1)


def test_interrupted_it_tells_what_there_is(
    urn_game: bh.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_pairs = module.play_pairs

    def interrupted(task: PairTask) -> list[Pair]:
        if task.numbers[0] == 3:
            raise KeyboardInterrupt
        return play_pairs(task)

    monkeypatch.setattr(module, "play_pairs", interrupted)
    match = Ladder(urn_game, ["recruit", last, another_recruit], pairs=50)
    with pytest.raises(KeyboardInterrupt):
        match.play()
    found = match.found()
    assert not found["complete"]
    assert found["games"] == match.games == 18
    assert [pairing["pairs"] for pairing in found["pairings"]] == [3, 3, 3]
    assert found["seconds"] > 0


def test_before_anything_was_played(urn_game: bh.Game) -> None:
    found = Ladder(urn_game, ["recruit", last], pairs=2).found()
    assert found["games"] == 0
    assert found["score"] == {"recruit": None, "last": None}
    assert found["elo"]["recruit"]["rating"] == 0
    assert found["pairings"][0]["score"] is None


def test_a_player_that_cannot_be_made_is_refused(
    urn_game: bh.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once, and not after it has lost all its games."""

    def fails(*words: Any) -> Any:
        raise bh.BridgeheadError("no weights")

    monkeypatch.setattr(players, "create", fails)
    match = Ladder(urn_game, ["recruit", last], pairs=2)
    with pytest.raises(bh.BridgeheadError, match="no weights"):
        match.play()
    assert match.games == 0


@pytest.mark.parametrize(
    ("who", "reason"),
    [
        (["recruit"], "at least two different"),
        (["recruit", "recruit"], "at least two different"),
        (["recruit", "colonel"], "no player 'colonel'"),
        (["recruit", "colonel@2"], "no player 'colonel"),
        (["recruit", "sergeant@2"], "sergeant does not look ahead"),
        (["recruit", "captain@soon"], "after the @"),
    ],
)
def test_what_makes_no_sense_is_refused(who: list[str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        ladder(bh.load("across-suez-1980"), who, pairs=1)
    with pytest.raises(ValueError, match="pairs is 0"):
        ladder(bh.load("across-suez-1980"), ["recruit", "sergeant"], pairs=0)


def test_a_test_of_three_is_refused(urn_game: bh.Game) -> None:
    with pytest.raises(ValueError, match="exactly two players"):
        Ladder(urn_game, ["recruit", last, another_recruit], pairs=1, sprt=Sprt(0, 5))


def test_as_many_processes_as_there_are_cores() -> None:
    assert 1 <= matches.cores() <= (os.cpu_count() or 1)


@compiled_only
def test_the_python_of_the_page_about_ladders(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parent.parent.parent / "docs" / "ladder.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(compile(code, "ladder.md", "exec"), {})
    assert capsys.readouterr().out == "{'recruit': 0.0, 'sergeant': 1.0}\n"
