"""The conditions of scenarios in Across Suez, one by one, and how they end a game."""

from __future__ import annotations

from typing import Any

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.core.titles.games import title_of
from bridgehead.lab.simulate import simulate
from tests.core.test_scenarios import loaded

OURS, THEIRS = {"side": "israel"}, {"side": "egypt"}
BOTH, BRIDGE = {"units": ["16-1", "16-2"]}, {"units": ["baram-4"]}
DEAD = {"16_1": "eliminated", "16_2": "eliminated"}
UNITS = {
    "reshef-1": "0210",
    "reshef-2": "across",
    "baram-4": "0112",
    "16-1": "0910",
    "16-2": "0512",
}


def standing(game: Any, **units: str) -> dict[str, tuple[float, bool]]:
    """Return the progress of each condition, by its text, with these units."""
    changed = {name.replace("_", "-"): place for name, place in units.items()}
    position = game.position({"game": game.id, "units": {**UNITS, **changed}})
    return {goal.text: (goal.have, goal.met) for goal in title_of(game.id).goals(position, None)}


def condition(**keys: object) -> str:
    text = "\n".join(f"{key} = {_toml(value)}" for key, value in keys.items())
    return f"[[victory.conditions]]\n{text}\n"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value).replace("'", '"')


@pytest.mark.plain
@pytest.mark.parametrize(
    ("keys", "units", "text", "have", "met"),
    [
        ({**OURS, "hold": ["0210", "0910"]}, {}, "Hold 0210 and Chinese Farm (0910)", 1, False),
        ({**OURS, "hold": ["0210", "0910"], "count": 1}, {}, None, 1, True),
        ({**THEIRS, "hold": ["0910", "0512"]}, {}, None, 2, True),
        ({**OURS, "reach": ["0112"], **BRIDGE}, {}, "Baram 4 at Matzmed (0112)", 1, True),
        ({**OURS, "reach": ["0112"], **BRIDGE}, {"baram_4": "0211"}, None, 0, False),
        ({**OURS, "across": 1}, {}, "One unit across", 1, True),
        ({**OURS, "across": 2}, {}, "2 units across", 1, False),
        ({**OURS, "eliminate": 2, **BOTH}, {}, "Eliminate 16/1 and 16/2", 0, False),
        ({**OURS, "eliminate": 2, **BOTH},
         DEAD, None, 2, True),
        ({**THEIRS, "lose_at_most": 1, **BOTH}, {"16_1": "eliminated"},
         "Lose at most 1 of 16/1 and 16/2", 1, True),
        ({**THEIRS, "lose_at_most": 0, **BOTH}, {"16_1": "eliminated"}, None, 1, False),
        ({**OURS, "line": "open"}, {"16_2": "1708"}, "Line of communication open", 0, False),
        ({**THEIRS, "line": "cut"}, {"16_2": "1708"}, "Line of communication cut", 1, True),
        ({**OURS, "line": "open"}, DEAD, None, 1, True),
    ],
)  # fmt: skip
def test_a_condition_is_met_by_what_stands_on_the_map(
    keys: dict[str, object], units: dict[str, str], text: str | None, have: float, met: bool
) -> None:
    with loaded(condition(**keys)) as game:
        ((said, found),) = standing(game, **units).items()
        assert found == (have, met)
        assert text in (None, said)


def ended(text: str, side: str = "egypt", **units: str) -> Any:
    """Return the result after Egypt has ended its last Combat Phase."""
    changed = {name.replace("_", "-"): place for name, place in units.items()}
    with loaded(text) as game:
        position = game.position(
            {"game": game.id, "turn": 2, "side": side, "phase": "combat", "units": UNITS | changed}
        )
        position.push("end")
        return position.result


ACROSS, HELD = condition(side="israel", across=1), condition(side="egypt", hold=["0910"])


@pytest.mark.plain
def test_one_side_has_conditions_and_the_other_wins_otherwise() -> None:
    assert ended(ACROSS).winner == "israel"
    assert ended(ACROSS, reshef_2="0211").winner == "egypt"


@pytest.mark.plain
def test_both_sides_have_conditions_and_both_or_neither_is_a_draw() -> None:
    assert ended(ACROSS + HELD).winner == "draw"
    assert ended(ACROSS + HELD, reshef_2="0211").winner == "egypt"
    assert ended(ACROSS + HELD, **{"16_1": "0911"}).winner == "israel"
    assert ended(ACROSS + HELD, reshef_2="0211", **{"16_1": "0911"}).winner == "draw"
    chosen = '[victory]\notherwise = "israel"\n' + ACROSS + HELD
    assert ended(chosen, reshef_2="0211", **{"16_1": "0911"}).winner == "israel"


@pytest.mark.plain
def test_the_result_says_which_condition_decided() -> None:
    found = ended(ACROSS + condition(side="israel", line="open"), **{"16_2": "1708"})
    assert (found.winner, found.ending, found.case) == ("egypt", "scenario", "")
    assert found.reason == "the last turn has ended without “line of communication open”"
    assert ended(ACROSS).reason == "the last turn has ended with “one unit across”"


@pytest.mark.plain
def test_what_wins_at_once_does_not_wait_for_the_last_turn() -> None:
    text = condition(side="israel", reach=["0310"], units=["reshef-1"], at_once=True)
    with loaded(text) as game:
        position = game.position({"game": game.id, "turn": 1, "units": UNITS})
        position.push("move reshef-1 0309")
        assert position.result is None
        position.pop()
        position.push("move reshef-1 0310")
        assert position.result.winner == "israel"
        assert position.to_move is None
        assert game.position(position.to_dict()) == position


@pytest.mark.plain
def test_with_conditions_the_games_own_victory_does_not_count() -> None:
    text = condition(side="israel", across=6)
    with loaded(text) as game:  # 14.2: moved off Matzmed, the bridge unit loses the game
        position = game.position({"game": game.id, "turn": 1, "units": UNITS})
        position.push("move baram-4 0211")
        assert position.result is None
    with loaded("") as game:
        position = game.position({"game": game.id, "turn": 1, "units": UNITS})
        position.push("move baram-4 0211")
        assert position.result.ending == "bridge moved"
        assert ended("").ending == "time"


@pytest.mark.plain
def test_units_that_are_not_in_play_are_out() -> None:
    with loaded('units = ["16-*", "amir-*"]\n[start.units]\namir-1 = "1608"\n') as game:
        units = game.start().units
        assert set(units) == {unit for unit in game.units if unit.startswith(("16-", "amir-"))}
        assert units["amir-1"] == "1608"
        assert units["amir-2"] == "off"


@pytest.mark.plain
def test_a_last_turn_of_its_own_ends_the_game() -> None:
    with loaded("") as game:
        position = game.position({"game": game.id, "turn": 2, "side": "egypt", "phase": "combat"})
        position.push("end")
        assert position.result.winner == "egypt"


@pytest.mark.parametrize(
    ("game_id", "decisions", "rolls"),
    [("across-suez-1980", 6513, 851), ("across-suez-reprint", 6017, 781)],
)
def test_without_a_scenario_games_are_what_they_were_before_there_were_any(
    game_id: str, decisions: int, rolls: int
) -> None:
    found = simulate(bh.load(game_id), 20, 5, {"israel": "sergeant", "egypt": "sergeant"})
    assert (found.decisions, found.rolls) == (decisions, rolls)


def test_captain_and_general_judge_a_scenario_by_its_own_victory() -> None:
    """A scenario that is won already, and a net that would say otherwise."""
    text = condition(side="egypt", hold=["1401"])
    with loaded(text) as game:
        position = game.position(
            {
                "game": game.id, "turn": 2, "side": "egypt", "phase": "combat",
                "units": {"16-11": "1401", "reshef-1": "across"},
            }
        )  # fmt: skip
        for name in ("lieutenant", "captain@12n", "general@12n"):
            thought = players.thinker(game, name, 1).think(position)
            assert thought.chance == 1.0
        assert players.thinker(game, "general@12n", 1).measure(position)[0] == 0.0
