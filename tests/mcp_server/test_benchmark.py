"""The benchmark for language models: budgets, scores, and the same again for the same seed."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from benchmarks import language_models as benchmark
from benchmarks.language_models import Game, Played, Task
from examples.random_agent import RandomAgent
from mcp import Client

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs" / "language-models.md").read_text(encoding="utf-8")
SHORT = Task(opponent="recruit", games=1)


class Lawless:
    """Sends nonsense for ever."""

    async def play(self, client: Client, game: Game) -> None:
        while True:
            await client.call_tool("act", {"game_id": game.game_id, "actions": ["fly 0101"]})


class Leaver:
    """Makes one decision and goes."""

    async def play(self, client: Client, game: Game) -> None:
        page = await client.call_tool("legal_actions", {"game_id": game.game_id, "limit": 1})
        actions = page.structured_content["actions"]
        await client.call_tool("act", {"game_id": game.game_id, "actions": actions})


class Resigner:
    """Gives up at once."""

    async def play(self, client: Client, game: Game) -> None:
        assert game.game_id in game.prompt
        assert game.side in game.prompt
        await client.call_tool("resign", {"game_id": game.game_id})


def play(task: Task, agent: Any, side: str = "israel", records: Path | None = None) -> Played:
    return anyio.run(benchmark.play, task, agent, side, 3, records)


@pytest.mark.slow  # test_tools.py plays a whole game by day
def test_the_random_agent_plays_the_same_game_twice(tmp_path: Path) -> None:
    one = play(SHORT, RandomAgent(3), records=tmp_path)
    assert one == play(SHORT, RandomAgent(3))
    assert not one.ending.startswith("forfeit")
    assert one.calls >= 2 * one.decisions > 20
    (record,) = tmp_path.iterdir()
    data = json.loads(record.read_text(encoding="utf-8"))
    assert data["result"]["ending"] == one.ending


@pytest.mark.parametrize(
    ("agent", "task", "ending", "calls"),
    [
        (Lawless(), Task(opponent="recruit", illegal=4), "forfeit: illegal actions", 5),
        (Lawless(), Task(opponent="recruit", calls=7), "forfeit: budget", 7),
        (Leaver(), SHORT, "forfeit: unfinished", 2),
        (Resigner(), SHORT, "resigned", 1),
        (object(), SHORT, "forfeit: agent failed", 0),
    ],
    ids=["illegal", "budget", "unfinished", "resigned", "failed"],
)
def test_what_loses_a_game_before_its_end(agent: Any, task: Task, ending: str, calls: int) -> None:
    found = play(task, agent)
    assert (found.result, found.ending, found.calls) == ("loss", ending, calls)


def test_the_score() -> None:
    games = [
        Played("israel", 1, "win", "points", 5.0, 7, 30, 10, 100, 1.0),
        Played("egypt", 1, "draw", "draw", -1.0, 7, 40, 0, 50, 1.0),
        Played("israel", 2, "loss", "forfeit: budget", None, 2, 20, 0, 60, 1.0),
        Played("egypt", 2, "loss", "time", -4.0, 7, 0, 0, 30, 1.0),
    ]
    found = benchmark.score(games)
    assert found["points"] == 1.5
    assert found["rate"] == 0.375
    assert (found["wins"], found["draws"], found["forfeits"]) == (1, 1, 1)
    assert found["lead"] == 0.0
    assert found["illegal_share"] == 0.1
    assert found["calls"] == 60
    low, high = benchmark.wilson(8, 10)  # Agresti and Coull's textbook interval
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)


def test_the_command_writes_what_the_docs_describe(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "results.json"
    words = ["--agent", "tests.mcp_server.test_benchmark:Seeded", "--opponent", "recruit",
             "--games", "1", "-o", str(path)]  # fmt: skip
    assert benchmark.main(words) == 0
    found = json.loads(path.read_text(encoding="utf-8"))
    (shown,) = re.findall(r"```json\n(.*?)```", DOCS, re.DOTALL)
    example = json.loads(shown)
    assert found.keys() == example.keys()
    assert found["task"].keys() == example["task"].keys()
    assert found["score"]["all"].keys() == example["score"]["all"].keys()
    assert found["games"][0].keys() == example["games"][0].keys()
    assert "israel" in capsys.readouterr().out


class Seeded(Resigner):
    """An agent as the command makes one: from a seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--agent", "examples.random_agent"], "MODULE:CLASS"),
        (["--agent", "no.such.module:Agent"], "cannot be loaded"),
        (["--command", "no-such-program"], "no such program"),
        (["--command", "true", "--opponent", "general@100"], "at most 5 seconds"),
        (["--command", "true", "--game", "suez-57"], "unknown game"),
        (["--command", "true", "--games", "0"], "more than 0"),
    ],
)
def test_bad_arguments(words: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert benchmark.main(words) == 1
    assert reason in capsys.readouterr().err


@pytest.mark.slow
def test_a_program_of_its_own_plays_over_http() -> None:
    agent = benchmark.CommandAgent(f"{sys.executable} {ROOT / 'examples' / 'random_agent.py'}")
    assert play(SHORT, agent) == play(SHORT, RandomAgent(3))
