"""Recorded games: each replays to its own end, and together they hold every ending and result."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import bridgehead as bh
from bridgehead.titles.october_war.state import ENDING_NAMES

FOLDER = Path(__file__).parent
RECORDS = sorted(FOLDER.glob("*.json"))
EDITIONS = ("across-suez-1980", "across-suez-1995", "across-suez-reprint")
ENDINGS = {"held", "time", "bridge moved", "resigned"}


BATTLES = ("suez-56", "el-arish-67")
# One game of each edition of Across Suez is replayed as plain Python: a longer one takes a minute.
PLAIN = {
    "1980-resigned", "1995-resigned", "reprint-resigned", "reprint-with-all-options-resigned",
}  # fmt: skip
IN_BOTH_MODES = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.plain] if path.stem in PLAIN else [])
    for path in RECORDS
]


@cache
def loaded(path: Path) -> bh.Record:
    """Return a record, replayed; tests only look at it."""
    return bh.Record.load(path)


@pytest.mark.slow_for("1980-resigned")
@pytest.mark.parametrize("path", IN_BOTH_MODES)
def test_a_recorded_game_replays_to_the_same_end(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    record = bh.Record.load(path)
    again = record.to_dict()
    assert again["data"] == {"digest": record.game.data.digest}
    for result in (data["result"], again["result"]):
        del result["reason"]  # a sentence, which may be put better one day
    assert again == data
    assert record.replay() == record.position
    assert record.verify().unchecked == ()


def test_every_edition_and_every_kind_of_ending() -> None:
    found = Counter()
    for path in RECORDS:
        data = json.loads(path.read_text(encoding="utf-8"))
        found[data["game"], data["result"]["ending"]] += 1
    wanted = {(edition, ending) for edition in EDITIONS for ending in ENDINGS}
    wanted.add(("across-suez-reprint", "bridge lost"))
    wanted |= {(game, ending) for game in BATTLES for ending in ("points", "draw", "resigned")}
    wanted |= {("october-war", ending) for ending in ENDING_NAMES if ending}
    wanted |= {("across-suez-1980", "scenario"), ("suez-56", "scenario")}
    assert wanted <= set(found)


@pytest.mark.slow
def test_either_side_wins_a_battle_on_points_and_suez_goes_on() -> None:
    ends = set()
    for path in RECORDS:
        record = loaded(path)
        if record.game.id in BATTLES:
            ends.add((record.game.id, record.position.result.winner))
            ends.add((record.game.id, record.position.turn))
    assert {("suez-56", "anglo_french"), ("suez-56", "egypt"), ("suez-56", "draw")} <= ends
    assert {("el-arish-67", "israel"), ("el-arish-67", "egypt"), ("el-arish-67", "draw")} <= ends
    assert ("suez-56", 6) in ends
    assert any(game == "suez-56" and isinstance(at, int) and at > 6 for game, at in ends)


@pytest.mark.parametrize("game", BATTLES)
def test_every_result_of_both_tables(game: str) -> None:
    seen = set()
    for path in RECORDS:
        record = loaded(path)
        if record.game.id != game:
            continue
        position = record.game.start()
        for action in record.actions:
            if action.startswith("roll") and position.step == "roll":
                seen.add(position.pending_odds().table[int(action[5:]) - 1])
            position.push(action)
    assert seen == {"A1", "BR", "AE", "DE", "EX", "AX", "D1", "D2", "D3", "D4"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_result_of_the_combat_table(edition: str) -> None:
    seen = set()
    for path in RECORDS:
        record = loaded(path)
        if record.game.id != edition:
            continue
        position = record.game.start()
        for action in record.actions:
            if action.startswith("roll") and position.phase == "combat":
                seen.add(position.pending_odds().table[int(action[5:]) - 1])
            elif action.startswith("roll"):
                seen.add("bombardment " + ("hits" if action == "roll 1" else "misses"))
            position.push(action)
    assert seen == {"Ar", "Ae", "Ee", "Dr", "De", "bombardment hits", "bombardment misses"}


def test_october_war_ends_on_every_level_for_either_side_and_by_a_ceasefire() -> None:
    ends = set()
    for path in RECORDS:
        if path.stem.startswith("october"):
            result = json.loads(path.read_text(encoding="utf-8"))["result"]
            ends.add((result["winner"], result["ending"]))
    assert {("israel", "major victory"), ("arab", "major victory")} <= ends
    assert {("israel", "minor victory"), ("arab", "minor victory")} <= ends
    assert ("draw", "draw") in ends
    ceasefire = bh.Record.load(FOLDER / "october-ceasefire.json")
    assert (ceasefire.position.turn, ceasefire.position.result.winner) == (4, "draw")


@pytest.mark.parametrize("game", ["across-suez-1980", "suez-56", "october-war"])
def test_a_record_goes_on_from_a_position_and_finds_its_way_back(game: str) -> None:
    played = bh.Record(bh.load(game))
    for _ in range(12):
        actions = played.position.legal_actions()
        played.do(str(actions[len(actions) // 2]))
    resumed = bh.Record(bh.load(game))
    resumed.resume(played.actions[:8], played.position_at(8))
    assert resumed.position == played.position_at(8)
    for action in played.actions[8:]:
        resumed.do(action)
    assert resumed.to_dict() == played.to_dict()
    assert [resumed.position_at(n) for n in (12, 10, 8)] == [
        played.position_at(n) for n in (12, 10, 8)
    ]
    assert resumed.can_undo() == played.can_undo()
    steps = [(n, before, action, after) for n, before, action, after in resumed.steps(2)]
    assert [step[0] for step in steps] == list(range(3, 13))
    assert [step[3] for step in steps] == [played.position_at(n) for n in range(3, 13)]
    resumed.cut(5)
    assert resumed.position == played.position_at(5)
    assert resumed.actions == played.actions[:5]
