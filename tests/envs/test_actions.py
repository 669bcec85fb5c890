"""The dense numbering: every legal action has a number, the same everywhere."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError, IllegalAction
from bridgehead.core.words.notation import RESIGN
from bridgehead.envs import ActionSpace
from bridgehead.envs.spaces import spaces
from tests.envs.walks import positions
from tests.secrecy.worlds import PAIRS

pytestmark = pytest.mark.plain


def covered(title: str, seeds: range, onward: int) -> int:
    """See that all legal actions have numbers; return how many were looked at."""
    spaces: dict[object, ActionSpace] = {}
    seen = 0
    for seed in seeds:
        for position in positions(title, seed, onward):
            game = position.game
            space = spaces.setdefault(game, ActionSpace(game))
            codes, indices = position.legal_codes(), space.legal(position)
            assert np.array_equal(space.codes[indices], codes)
            mask = space.mask(position)
            assert mask.sum() == len(codes)
            assert mask[indices].all()
            seen += len(codes)
    return seen


@pytest.mark.slow_for("middle-east-battles", "october-war")
@pytest.mark.parametrize("title", PAIRS)
def test_every_legal_action_has_a_number(title: str) -> None:
    assert covered(title, range(1), 3) > 5


@pytest.mark.slow
@pytest.mark.parametrize("title", PAIRS)
def test_every_legal_action_of_many_games_has_a_number(title: str) -> None:
    assert covered(title, range(100, 300), 40) > 10_000


@pytest.mark.parametrize("game_id", [info.id for info in bh.games()])
def test_numbers_codes_and_texts_are_one_to_one(game_id: str) -> None:
    space = ActionSpace(bh.load(game_id))
    assert (np.diff(space.codes) > 0).all()
    for index in {0, space.n - 1, *range(0, space.n, space.n // 97)}:
        assert space.index(space.code(index)) == index
        assert space.index_of(space.text(index)) == index
    parts, grammar = space.parts(), space.game.grammar
    for index in range(0, space.n, space.n // 31):
        unit, verb, place = grammar.split(space.code(index))
        named = -1 if unit == grammar.packing.no_unit else unit
        found = tuple(int(parts[name][index]) for name in ("unit", "verb", "place"))
        assert found == (named, verb, place)


def test_every_counter_of_the_allies_cup_can_be_drawn() -> None:
    """Two of them are strikes. What the dice can decide is told apart, never taken for another."""
    game = bh.load("october-war")
    made = spaces(game)
    encode, cup = game.grammar.encode, 0
    for unit, told in game.start().to_dict()["units"].items():
        if "cup" in str(told):
            cup += 1
            code = encode(f"draw-unit {unit}")
            assert made.actions.index_of(f"draw-unit {unit}") >= 0
            assert made.chance[made.chance_indices([code])].tolist() == [code]
    assert cup == 12
    with pytest.raises(BridgeheadError, match="'end' is not what the dice decide in october-war"):
        made.chance_indices([encode("end")])


@pytest.mark.slow
def test_the_numbering_is_the_same_in_another_process() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import bridgehead as bh; from bridgehead.envs import ActionSpace\n"
         "print(ActionSpace(bh.load('suez-56')).digest)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    space = ActionSpace(bh.load("suez-56"))
    assert told.stdout.strip() == space.digest
    assert space.digest != ActionSpace(bh.load("suez-56", what_if=True)).digest


def test_what_has_no_number_is_refused_with_a_reason() -> None:
    space = ActionSpace(bh.load("across-suez-1980"))
    with pytest.raises(BridgeheadError, match="they are 0 to 47857"):
        space.text(space.n)
    with pytest.raises(BridgeheadError, match="'resign' has no number in across-suez-1980"):
        space.index(RESIGN)
    with pytest.raises(BridgeheadError, match="'place reshef-1 0101' has no number"):
        space.index_of("place reshef-1 0101")
    with pytest.raises(IllegalAction, match="no verb"):
        space.index_of("walk reshef-1 0101")
