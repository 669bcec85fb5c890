"""The published JSON Schemas: positions of games fit, and what cannot be does not."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

import bridgehead as bh
from tests.titles.across_suez.games import SETTINGS, load, walk
from tests.titles.across_suez.test_bad_positions import GAME, REFUSED, combat, position

pytestmark = [pytest.mark.plain]


def validator(game: Any) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(game.schema())


VALIDATOR = validator(GAME)


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_schema_is_one(setting: str) -> None:
    game = load(setting)
    jsonschema.Draft202012Validator.check_schema(game.schema())
    assert json.loads(json.dumps(game.schema()))
    validator(game).validate({"game": game.id})


def test_positions_in_the_middle_of_things_fit() -> None:
    seen = set()
    for number, (found, _) in enumerate(walk("1980", seed=21)):
        if number % 25 == 0 or found.phase not in seen:
            seen.add(found.phase)
            validator(found.game).validate(found.to_dict())
    for given in (position(), combat(), position(phase="over", result={"winner": "egypt"})):
        VALIDATOR.validate(given)
        VALIDATOR.validate(GAME.position(given).to_dict())


# What a schema cannot see: what the rules know, and what one field means for another
BEYOND = {
    "another map", "turn a fraction",
    "options it has not", "bombardment by Israel", "bombardment at night",
    "setting up where nothing is", "two units in a hex", "unit in a lake", "unit in a swamp",
    "Egyptian across", "bridge across", "bombarding in movement", "bombarding nobody",
    "bombarding oneself", "combat in movement", "combat against nobody",
    "combat against oneself", "attacker from afar", "attacker of the other side",
    "nobody attacks", "a result before the roll",
    "a result of another step", "a loss where none is due",
    "no loss where one is due", "nothing to decide",
    "a dead defender that stands", "over without a result",
    "a result while it goes on",
}  # fmt: skip


@pytest.mark.parametrize("fault", sorted(set(REFUSED) - BEYOND))
def test_what_the_schema_refuses_too(fault: str) -> None:
    assert not VALIDATOR.is_valid(REFUSED[fault][0])


def test_the_start_of_a_record_fits() -> None:
    record = bh.Record.new(GAME, start=GAME.position(combat()))
    VALIDATOR.validate(record.to_dict()["start"])
