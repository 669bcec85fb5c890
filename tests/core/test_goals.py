"""Briefings and goals: what a newcomer is told of winning agrees with the rules."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.titles.briefing import Goal
from bridgehead.core.titles.games import game_info, games, package_of, title_of
from bridgehead.terminal.texts.goals import balance_line, briefing_text
from bridgehead.titles.across_suez.rules.canal import trace_line
from bridgehead.titles.across_suez.rules.victory import israel_holds
from bridgehead.titles.across_suez.screen.goals import line_with_breaks
from bridgehead.titles.middle_east_battles.rules.victory import (
    count_egypts_objectives,
    end_on_points,
)
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules.turn.victory import end_of_game, sudden_death
from tests.titles.across_suez import games as across_suez
from tests.titles.middle_east_battles import games as middle_east
from tests.titles.october_war import games as october_war

pytestmark = pytest.mark.plain

GAMES = [info.id for info in games() if info.id != "urn" and not info.id.startswith("test")]
OURS = [game for game in GAMES if package_of(game).startswith("bridgehead.titles")]


def goals(position: Any, viewer: str | None = None) -> tuple[Goal, ...]:
    return title_of(position.game.id).goals(position, viewer)


@pytest.mark.parametrize("game", OURS)
def test_every_game_has_a_briefing(game: str) -> None:
    loaded = bh.load(game)
    card = title_of(game).briefing(game)
    assert card is not None
    assert set(card.sides) == set(loaded.sides)
    assert card.easier in loaded.sides
    assert card.situation.count(". ") + card.situation.endswith(".") == 3
    assert card.balance_with(()) is card.balance[0]
    for balance in card.balance:
        assert set(balance.options) <= set(game_info(game).options)
        assert set(balance.wins) == set(loaded.sides)
        assert sum(balance.wins.values()) <= 100
        assert re.match(r"\d+ games between generals", balance.source)
    for told in card.sides.values():
        assert told.wins.endswith(".")
        assert 2 <= len(told.worries) <= 4
        assert 2 <= len(told.first) <= 4


@pytest.mark.parametrize("game", OURS)
def test_goals_name_places_of_the_map_and_cases(game: str) -> None:
    loaded = bh.load(game)
    places = set(loaded.hexes)
    for goal in goals(loaded.start()):
        assert set(goal.places) | set(goal.broken) | set(goal.marks) <= places
        assert goal.side in (None, *loaded.sides)
        assert goal.case[0].isdigit()
        assert json.loads(json.dumps(asdict(goal)))["text"] == goal.text  # plain numbers throughout


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("setting", across_suez.SETTINGS)
def test_across_suez_is_won_when_all_goals_are_met(setting: str, seed: int) -> None:
    for number in range(6):
        position = across_suez.scatter(setting, 100 * seed + number)
        found = goals(position)
        board, state, work = position.arrays
        assert all(goal.met for goal in found) == israel_holds(board[0], state[0], work[0])
        line, broken = line_with_breaks(position)
        assert bool(broken) != bool(trace_line(board[0], work[0]))
        assert line[0] == "0112"
        assert line[-1] == "1708"
        assert set(broken) <= set(line)


@pytest.mark.parametrize("setting", middle_east.SETTINGS)
def test_middle_east_battles_are_won_by_the_lead(setting: str) -> None:
    for number in range(6):
        position = middle_east.scatter(setting, number)
        before = goals(position)
        board, state, work = (part[0] for part in position.arrays)
        held = {goal.side: goal.have for goal in before if goal.text == "Objectives held"}
        assert held[position.game.sides[0]] + held["egypt"] <= len(position.game.map.objectives)
        if position.step not in ("continue", "continue roll"):
            count_egypts_objectives(board, state, work)
        end_on_points(board, state, work)  # counts the objectives of the West
        winner = position.result.winner
        for lead in (before[0], goals(position)[0]):
            assert lead.met == (winner != "draw")
            assert not lead.met or lead.side == winner
            points = position.points
            assert lead.have == abs(points[position.game.sides[0]] - points["egypt"])


def met(position: Any) -> bool:
    """Whether all goals of one of the three groups are met that end October War on the map."""
    found = {goal.text: goal.met for goal in goals(position)}
    sinai = found["Bar-Lev forts and passes"] and found["An objective in the Sinai"]
    golan = found["Purple Line forts"] and found["An objective on the Golan"]
    return (found["No Israeli in an Arab town, city or fort"] and (sinai or golan)) or (
        found["Egyptian cities"]
        and found["Syrian forts"]
        and found["No Arab in the Bar-Lev line or west of the Purple Line"]
    )


def test_october_war_is_not_won_on_the_map_before_a_group_is_met() -> None:
    for number in range(8):
        position = october_war.scatter("fog", number)
        assert not met(position)
        sudden_death(*(part[0] for part in position.arrays))
        assert position.result is None


@pytest.mark.parametrize(
    ("theater", "line", "clear"),
    [
        (st.SINAI, st.BAR_LEV | st.MOUNTAIN_PASS, True),
        (st.GOLAN, st.PURPLE_LINE_FORT, True),
        (st.GOLAN, st.PURPLE_LINE_FORT, False),
    ],
)
def test_the_arabs_win_on_the_map_when_a_group_is_met(theater: int, line: int, clear: bool) -> None:
    position = october_war.scatter("fog", 3)
    b, s, w = (part[0] for part in position.arrays)
    behind = [
        p for p in range(b.points)
        if b.theater[p] == theater and b.features[p] & st.ARAB_OBJECTIVE
    ]  # fmt: skip
    w.count[st.ARAB, behind[0]] = 1
    for p in range(b.points):
        if b.theater[p] == theater and b.features[p] & line:
            s.control[p] = st.ARAB
        if b.features[p] & st.ARAB_PLACE:
            w.count[st.ISRAEL, p] = int(not clear)
    told = met(position)
    sudden_death(b, s, w)
    assert told == clear
    assert (position.result is not None) == clear


def test_israel_wins_on_the_map_when_its_group_is_met() -> None:
    position = october_war.scatter("fog", 3)
    b, s, w = (part[0] for part in position.arrays)
    for p in range(b.points):
        w.count[st.ISRAEL, p] = int(b.features[p] & (st.EGYPTIAN_CITY | st.ARAB_FORT) > 0)
        if b.features[p] & (st.BAR_LEV | st.WEST_OF_PURPLE_LINE):
            w.count[st.ARAB, p] = 0
    assert met(position)
    sudden_death(b, s, w)
    assert position.result.winner == "israel"


@pytest.mark.slow
def test_october_war_is_won_on_points_by_the_level_that_is_told() -> None:
    for number in range(12):
        position = october_war.scatter("fog", number)
        lead = goals(position)[0]
        board, state, work = (part[0] for part in position.arrays)
        state.turn = board.last_turn
        end_of_game(board, state, work)
        assert lead.met == (position.result.winner != "draw")
        assert not lead.met or position.result.winner == lead.side


@pytest.mark.parametrize(
    ("game", "options", "wins"),
    [
        ("across-suez-1980", (), (48, 52)),
        ("across-suez-1995", (), (48, 52)),
        ("across-suez-reprint", (), (50, 50)),
        ("across-suez-reprint", ("airborne_units",), None),
        ("suez-56", (), (20, 9)),
        ("suez-56", ("any_lead",), (55, 35)),
        ("suez-56", ("what_if",), (35, 15)),
        ("suez-56", ("any_lead", "what_if"), None),
        ("suez-56", ("bid=egypt:2",), None),
        ("el-arish-67", (), (52, 33)),
        ("el-arish-67", ("any_lead",), (61, 39)),
        ("october-war", (), (31, 7)),
        ("october-war", ("any_lead",), None),
    ],
)
def test_the_balance_is_that_of_generals(
    game: str, options: tuple[str, ...], wins: tuple[int, int] | None
) -> None:
    """As docs/players.md has it; nothing is told of options with which nobody measured it."""
    card = title_of(game).briefing(game)
    assert card is not None
    found = card.balance_with(options)
    assert (found and tuple(found.wins.values())) == wins
    line = balance_line(game, options)
    assert line.startswith("Between the strongest players: ")
    if wins is None:
        assert line.endswith("not measured with these options.")
    else:
        assert f"about {wins[0]}," in line


def test_the_balance_was_measured_with_the_data_of_the_package_alone(tmp_path: Path) -> None:
    units = game_info("suez-56").data.own_text("units.toml")
    (tmp_path / "data.toml").write_text('game = "suez-56"\nformat = 1\nname = "Mine"\n')
    (tmp_path / "units.toml").write_text(units.replace("strength = 2 ", "strength = 3 ", 1))
    said = "Between the strongest players: not measured with these data."
    ours, mine = bh.load("suez-56"), bh.load("suez-56", data=tmp_path)
    assert said not in briefing_text(ours.start(), None).plain
    assert said in briefing_text(mine.start(), None).plain


def test_the_balance_with_a_measured_bid() -> None:
    assert balance_line("suez-56", ("bid=egypt:1",)) == (
        "Between the strongest players: about even with this bid (the Anglo-French scored 50% of "
        "400 games between generals)."
    )


def test_what_wins_at_once_stands_in_groups() -> None:
    found = goals(bh.load("october-war").start())
    groups = {goal.group: goal.side for goal in found if goal.group}
    assert sorted(groups.values()) == ["arab", "arab", "israel"]
    assert {goal.text for goal in found if not goal.group} >= {
        "Lead in victory points", "Turn", "Israeli casualties", "Israeli objectives"
    }  # fmt: skip


def secret_turn(last: int) -> Any:
    """Return a position of Suez '56 in turn 8, which the West has chosen to go on to."""
    position = bh.load("suez-56").start()
    position.state.turn, position.state.last_turn = 8, last
    return position


def test_the_secret_last_turn_is_told_to_the_west_alone() -> None:
    for viewer, known in (("anglo_french", True), ("egypt", False), (None, False)):
        one, other = (goals(secret_turn(last), viewer) for last in (9, 11))
        assert (one != other) == known
    assert goals(secret_turn(9), "anglo_french")[-1].need == 9
    assert goals(secret_turn(9), "egypt")[-1].need == 12
    early = goals(bh.load("suez-56").start(), "egypt")[-1]
    assert (early.need, early.note) == (6, "the Anglo-French may go on to turn 12")


def test_the_turns_of_el_arish_are_no_secret() -> None:
    turn = goals(bh.load("el-arish-67").start(), None)[-1]
    assert (turn.need, turn.note) == (11, "")
