"""What an action is said to lead to is what its rolls then do."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bridgehead.titles.october_war.screen.offers import forecast, shot
from tests.secrecy.worlds import october_pair
from tests.tiers import first
from tests.titles.october_war.games import scatter, walk

WAITING = ("pass", "end", "stay", "hold")


def actions(position: Any, verb: str, draw: random.Random, most: int = 3) -> list[str]:
    found = [text for text in position.legal_actions() if text.startswith(f"{verb} ")]
    return draw.sample(found, min(most, len(found)))


def until_roll(trial: Any, step: str) -> Any:
    """Let everybody decline until this roll is due; None if it never is."""
    for _ in range(40):
        if trial.step == step or trial.to_move is None:
            return trial if trial.step == step else None
        legal = list(trial.legal_actions())
        trial.push(next((text for text in WAITING if text in legal), legal[-1]))
    return None


@pytest.mark.parametrize("seed", first(2, range(40)))
def test_a_raid_is_rolled_as_it_was_told(seed: int) -> None:
    draw, position = random.Random(seed), scatter("open", seed, "combat 1")
    for text in actions(position, "raid", draw):
        told = forecast(position, text)
        assert told is not None
        trial = position.copy()
        trial.push(text)
        if trial.step == "raids":
            trial.push("end")
        while trial.step in ("raid ew", "wild weasels"):
            trial.push("pass")
        fires = {one.split()[1] for one in trial.legal_actions() if one.startswith("fire-sam ")}
        ids = {name: unit for unit, name in position.game.unit_names.items()}
        keys = {
            one["id"]: one["key"] for one in position.game.counters
        }  # equal ones are listed once
        answering = {(keys[unit], trial.units[unit]) for unit in fires}
        told_of = [ids[risk.name] for risk in told.risks]
        assert {(keys[unit], trial.units[unit]) for unit in told_of} == answering
        rolled = until_roll(trial, "raid roll")
        if rolled is None:
            assert told.rolls == ()
            continue
        seen = shot(rolled, "roll 1", None)
        assert seen is not None
        assert (told.rolls[0].strength, told.rolls[0].column) == (seen["strength"], seen["column"])
        hits = Counter(seen["results"])
        assert sorted(round(6 * one.share) for one in told.rolls[0].chances) == sorted(
            hits.values()
        )


@pytest.mark.parametrize("seed", first(2, range(40)))
def test_a_barrage_is_rolled_as_it_was_told(seed: int) -> None:
    draw, position = random.Random(seed), scatter("fog", seed, "combat 1")
    while position.step == "raids":
        position.push("end")
    if position.step != "barrages":
        return
    for text in actions(position, "barrage", draw):
        told, trial = forecast(position, text), position.copy()
        assert told is not None
        trial.push(text)
        seen = shot(trial, "roll 1", position.to_move)
        assert seen is not None
        assert (told.rolls[0].strength, told.rolls[0].column) == (seen["strength"], seen["column"])


@pytest.mark.parametrize("seed", first(3, range(40)))
def test_a_flight_ends_as_often_as_it_was_told(seed: int) -> None:
    draw, position = random.Random(seed), scatter("open", seed, "movement 1")
    for text in actions(position, "fly", draw):
        _, unit, place = text.split()
        told, trial = forecast(position, text), position.copy()
        assert told is not None
        trial.push(text)
        rolled = until_roll(trial, "flight roll")
        assert rolled is not None
        ends: Counter[str] = Counter()
        for face in range(1, 7):
            after = rolled.copy()
            after.push(f"roll {face}")
            at = after.units[unit]
            arrived = "arrives" if at == place else "is aborted"
            ends[arrived if at in position.game.places else "is shot down"] += 1
        share = {
            one.text.removeprefix("the flight "): round(6 * one.share)
            for one in told.rolls[0].chances
        }
        assert share == dict(ends)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_refits_and_air_battles_are_told_before_they_are_rolled(seed: int) -> None:
    wanted = {"refit": 4, "superiority ew": 4}
    for position, _ in walk("fog", seed, None, 900):
        if wanted.get(position.step, 0) <= 0:
            continue
        for text in list(position.legal_actions())[:3]:
            told, trial = forecast(position, text), position.copy()
            trial.push(text)
            if text == "end" or not trial.step.endswith("roll"):
                continue
            assert told is not None
            said = Counter(
                trial.describe(f"roll {face}")[0].text.split(": ", 1)[1] for face in range(1, 7)
            )
            for one in told.rolls[0].chances:
                count = sum(n for line, n in said.items() if line.endswith(f"{one.text}."))
                assert count == round(6 * one.share), (one.text, said)
            wanted[position.step] -= 1


@pytest.mark.parametrize("seed", first(2, range(60)))
def test_a_battle_is_told_as_it_begins(seed: int) -> None:
    draw, position = random.Random(seed), scatter("open", seed, "combat 1")
    for _ in range(40):
        if position.step == "battles" or position.to_move is None:
            break
        legal = list(position.legal_actions())
        position.push(next((text for text in WAITING if text in legal), legal[-1]))
    for text in actions(position, "attack", draw, 2) if position.step == "battles" else ():
        told = forecast(position, text)
        assert told is not None
        place = text.split()[1]
        there = [u for u, at in position.units.items() if at == place]
        assert {one.name for one in told.rolls} == {position.game.unit_names[u] for u in there}
        assert all(abs(sum(one.share for one in roll.chances) - 1) < 1e-9 for roll in told.rolls)


@pytest.mark.parametrize("seed", first(6, range(300)))
def test_what_is_hidden_changes_no_forecast(seed: int) -> None:
    draw = random.Random(f"forecast {seed}")
    pair = october_pair(draw)
    if pair.viewer is None or pair.one.to_move != pair.viewer:
        return
    for verb in ("raid", "barrage", "fly", "refit", "attack", "strike"):
        for text in actions(pair.one, verb, draw):
            if text in pair.other.legal_actions():
                assert forecast(pair.one, text) == forecast(pair.other, text), text
