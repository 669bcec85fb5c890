"""Data sets: what the rows say is what was played, and a file is there whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow", reason="pyarrow is in the dev group: pip install --group dev")
import pyarrow.parquet as pq  # noqa: E402

import bridgehead as bh  # noqa: E402
from bridgehead import players as computer  # noqa: E402
from bridgehead.core.errors import InvalidData, UnknownPlayer  # noqa: E402
from bridgehead.core.titles import games  # noqa: E402
from bridgehead.core.workers import Processes  # noqa: E402
from bridgehead.lab import dataset, dataset_file  # noqa: E402
from bridgehead.lab.dataset import Contents, metadata, state_type, write_dataset  # noqa: E402
from tests import urn  # noqa: E402
from tests.lab import compiled_only  # noqa: E402
from tests.lab.opponents import last  # noqa: E402

URN = urn.Urn()
plain = pytest.mark.plain


@pytest.fixture
def out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setitem(games._games, urn.ID, urn.INFO)
    return tmp_path / "games.parquet"


def rows_of(path: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return rows


@pytest.mark.parametrize(
    "game_id",
    [
        "across-suez-1980",
        pytest.param("suez-56", marks=pytest.mark.slow),
        pytest.param("october-war", marks=pytest.mark.slow),
    ],
)
@compiled_only
def test_the_rows_replay_the_games(game_id: str, tmp_path: Path) -> None:
    """Positions, codes, numbers of legal actions and results are those of the game played again."""
    game, path = bh.load(game_id), tmp_path / "games.parquet"
    write_dataset(game, path, 1, 3, contents=Contents(legal=True, rolls=True))
    position: Any = game.start()
    made = dict.fromkeys((*game.sides, "dice"), 0)
    rows = rows_of(path)
    for ply, row in enumerate(rows):
        assert (row["game"], row["ply"], row["side"]) == (0, ply, position.to_move)
        assert row["decision"] == made[row["side"]]
        made[row["side"]] += 1
        if ply % 20 == 0 or ply > len(rows) - 5:
            assert game.position(json.loads(row["position"])) == position
            assert row["legal"] == position.legal_codes().tolist()
            assert row["legal_count"] == len(row["legal"])
        assert game.grammar.decode(row["code"]) == row["action"]
        position.push(row["action"])
    assert min(made.values()) > 0
    result = position.result
    for row in rows:
        assert (row["winner"], row["ending"]) == (result.winner, result.ending)
        if row["side"] == "dice":
            assert (row["player"], row["result"], row["lead"]) == (None, None, None)
        elif result.winner != "draw":
            assert row["result"] == float(row["side"] == result.winner)
    leads = {row["side"]: row["lead"] for row in rows}
    if leads[game.sides[0]] is not None:
        assert leads[game.sides[0]] == -leads[game.sides[1]]


@compiled_only
def test_state_records_are_positions(tmp_path: Path) -> None:
    game, path = bh.load("across-suez-reprint", commandos=True), tmp_path / "games.parquet"
    write_dataset(game, path, 1, contents=Contents(positions="state"))
    about = metadata(path)
    states = np.frombuffer(b"".join(row["position"] for row in rows_of(path)), state_type(about))
    position = game.start()
    assert position.at(states[:1]) == position
    assert len(set(states["turn"].tolist())) == 7
    assert about["options"] == ["commandos"]
    assert bh.load(about["game"], **dict.fromkeys(about["options"], True)) == game


class Backwards(Processes):
    """Cuts the games into other tasks, and does them as it likes."""

    def share(self, work: Any, tasks: Any, *, in_order: bool = False) -> Any:
        found = {place: work(tasks[place]) for place in reversed(range(len(tasks)))}
        assert in_order
        yield from sorted(found.items())


@plain
def test_the_same_seed_gives_the_same_bytes(out: Path) -> None:
    other = out.with_name("other.parquet")
    write_dataset(URN, out, 30, 5)
    write_dataset(URN, other, 30, 5, workers=Backwards(7))
    assert out.read_bytes() == other.read_bytes()
    write_dataset(URN, other, 30, 6, force=True)
    assert out.read_bytes() != other.read_bytes()
    first = write_dataset(URN, other, 10, 5, force=True)
    assert rows_of(other) == rows_of(out)[: first.rows]  # game i depends on i alone
    assert first.rows == pq.read_metadata(other).num_rows
    assert sum(first.wins.values()) == 10


@plain
def test_row_groups_are_written_as_they_fill(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset_file, "ROWS", 50)
    sizes: list[int] = []

    def look(done: int) -> None:
        (part,) = out.parent.glob(".games.parquet.*.part")
        sizes.append(part.stat().st_size)

    whole = write_dataset(URN, out, 60, progress=look)
    found = pq.read_metadata(out)
    groups = [found.row_group(i).num_rows for i in range(found.num_row_groups)]
    assert set(groups[:-1]) == {50}
    assert sum(groups) == whole.rows > 300
    assert len(set(sizes)) > 3  # not all at the end
    assert not list(out.parent.glob(".*"))


@plain
def test_what_breaks_off_leaves_nothing(out: Path) -> None:
    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_dataset(URN, out, 30, progress=interrupt)
    assert not list(out.parent.iterdir())
    write_dataset(URN, out, 3)
    before = out.read_bytes()
    with pytest.raises(bh.BridgeheadError, match="--force replaces it"):
        write_dataset(URN, out, 30)
    with pytest.raises(KeyboardInterrupt):
        write_dataset(URN, out, 30, progress=interrupt, force=True)
    assert out.read_bytes() == before
    assert [path.name for path in out.parent.iterdir()] == [out.name]
    with pytest.raises(bh.BridgeheadError, match="there is no folder"):
        write_dataset(URN, out / "in" / "no.parquet", 1)
    with pytest.raises(bh.BridgeheadError, match="is a folder"):
        write_dataset(URN, out.parent, 1, force=True)


def wrong(game: bh.Game, seed: int) -> Any:
    """Break the rules with the third decision."""
    player: Any = last(game, seed)
    player.left, player.fault = 2, "breaks the rules"
    return player


@plain
def test_a_player_that_breaks_the_rules_is_named(out: Path) -> None:
    with pytest.raises(
        bh.BridgeheadError, match="game 0: red, played by wrong, chose 'draw amber'"
    ):
        write_dataset(URN, out, 3, players={"red": wrong})
    assert not list(out.parent.iterdir())
    with pytest.raises(UnknownPlayer, match="no player 'colonel'"):
        write_dataset(URN, out, 3, players={"red": "colonel"})


@plain
def test_a_file_tells_how_it_was_made(out: Path) -> None:
    write_dataset(URN, out, 2, 7, {"blue": last}, Contents(rolls=True), given=["--data", "my data"])
    about = metadata(out)
    assert about["command"] == (
        "bridgehead dataset urn recruit last --games 2 --seed 7 --rolls --data 'my data'"
    )
    assert (about["format"], about["version"]) == ("bridgehead-dataset", 1)
    assert about["program"] == bh.__version__
    assert about["players"] == {"red": "recruit", "blue": "last"}
    assert about["data"] == URN.data.digest
    with pytest.raises(InvalidData, match="not state"):
        state_type(about)
    pq.write_table(pa.table({"a": [1]}), out)
    with pytest.raises(InvalidData, match="no bridgehead-dataset"):
        metadata(out)
    out.write_text("games")
    with pytest.raises(InvalidData, match="cannot be read as Parquet"):
        metadata(out)


class Oracle:
    """Says how likely the first side wins, and knows less where it may see less."""

    def measure(self, position: Any, looks: int) -> tuple[float, float]:
        return looks / 100, 0.0

    def win_probability(self, position: Any, plan: Any, looks: int) -> float:
        return 0.5


@plain
@pytest.mark.parametrize("views", [False, True])
def test_a_win_probability_is_the_movers(
    out: Path, monkeypatch: pytest.MonkeyPatch, views: bool
) -> None:
    monkeypatch.setattr(dataset, "JIT", True)
    monkeypatch.setattr(computer, "thinker", lambda *words: Oracle())
    write_dataset(URN, out, 1, contents=Contents(side_views=views, evaluate=20))
    said = {row["side"]: row["win_probability"] for row in rows_of(out)}
    assert said == pytest.approx({"red": 0.5, "blue": 0.5} if views else {"red": 0.2, "blue": 0.8})


@compiled_only
def test_side_views_say_nothing_of_the_other_sides_decisions(tmp_path: Path) -> None:
    game, path = bh.load("suez-56"), tmp_path / "games.parquet"
    write_dataset(game, path, 1, contents=Contents(side_views=True))
    rows = rows_of(path)
    assert "ply" not in rows[0]
    sides = [row["side"] for row in rows]
    assert sides == sorted(sides, key=game.sides.index)
    for side in game.sides:
        own = [row["decision"] for row in rows if row["side"] == side]
        assert own == list(range(len(own)))
        assert len(own) > 10
    assert metadata(path)["positions"] == "view"


@plain
@pytest.mark.parametrize(
    ("contents", "reason"),
    [
        (Contents(positions="state", side_views=True), "a side's view is JSON"),
        (Contents(side_views=True, rolls=True), "a roll is nobody's decision"),
        (Contents(positions="png"), "positions are json or state"),
        (Contents(evaluate=-1), "0 or more rollouts"),
    ],
)
def test_what_makes_no_sense_is_refused(out: Path, contents: Contents, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        write_dataset(URN, out, 1, contents=contents)
    with pytest.raises(ValueError, match="games is 0"):
        write_dataset(URN, out, 0)


@pytest.mark.slow
@compiled_only
def test_processes_do_not_change_the_file(tmp_path: Path) -> None:
    game, one, two = bh.load("october-war"), tmp_path / "one.parquet", tmp_path / "two.parquet"
    who = {"israel": "sergeant", "arab": "recruit"}
    contents = Contents(side_views=True, legal=True)
    write_dataset(game, one, 4, 2, who, contents)
    write_dataset(game, two, 4, 2, who, contents, processes=2)
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.slow
@compiled_only
def test_evaluations_are_those_of_the_general(tmp_path: Path) -> None:
    game, path = bh.load("across-suez-1980"), tmp_path / "games.parquet"
    write_dataset(game, path, 1, 2, contents=Contents(evaluate=6))
    thinker = computer.thinker(game, "general", 99)
    for row in rows_of(path)[::40]:
        first, _ = thinker.measure(game.position(json.loads(row["position"])), 6)
        expected = first if row["side"] == "israel" else 1 - first
        assert row["win_probability"] == pytest.approx(expected)
