"""Dice that draw, and actions that disclose something: with a tiny game made for it."""

from __future__ import annotations

import hashlib
import hmac
import itertools
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.dice.dice import Secrets, derived_draw, open_draw, seeded_draw
from bridgehead.core.positions.position import EVERYTHING
from bridgehead.core.titles import games
from tests import urn
from tests.rolls import derived_roll

pytestmark = [pytest.mark.plain]

GAME = urn.Urn()


@pytest.fixture
def keeper(tmp_path: Path) -> Secrets:
    return Secrets(tmp_path / "secrets")


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._games, urn.ID, urn.INFO)


def begin(kind: str, keeper: Secrets, seed: int | None = None) -> bh.Record:
    return bh.Record.new(GAME, kind, seed=seed, secrets=keeper)


def play(record: bh.Record) -> bh.Record:
    while record.position.to_move is not None:
        record.roll() if record.position.to_move == "dice" else record.do("end")
    return record


# The derivation


def documented(key: str, number: int, actions: list[str], outcomes: int) -> int:
    """What docs/notation.md says, written once more."""
    digest = hashlib.sha256("\n".join(actions).encode()).hexdigest() if actions else ""
    for block in itertools.count():
        message = f"{number}|{digest}|{block}".encode()
        for byte in hmac.new(key.encode(), message, hashlib.sha256).digest():
            if byte < 256 - 256 % outcomes:
                return byte % outcomes
    raise AssertionError


@pytest.mark.parametrize("outcomes", [1, 2, 5, 6, 9, 129, 255, 256])
def test_the_derivation_is_the_documented_one(outcomes: int) -> None:
    for number in range(1, 40):
        for actions in ([], ["end"], ["end", "draw coral"]):
            drawn = derived_draw("ab" * 32, number, actions, outcomes)
            assert drawn == documented("ab" * 32, number, actions, outcomes)
            assert 0 <= drawn < outcomes
            if outcomes == 6:
                assert drawn + 1 == derived_roll("ab" * 32, number, actions)


@pytest.mark.parametrize("outcomes", [5, 9, 18])
def test_draws_are_uniform(outcomes: int) -> None:
    found = Counter(seeded_draw(3, n, outcomes) for n in range(1, 500 * outcomes + 1))
    assert set(found) == set(range(outcomes))
    assert sum((count - 500) ** 2 / 500 for count in found.values()) < 45
    assert {open_draw(outcomes) for _ in range(60 * outcomes)} == set(range(outcomes))


@pytest.mark.parametrize("outcomes", [0, 257])
def test_what_a_byte_cannot_tell_apart_is_refused(outcomes: int) -> None:
    with pytest.raises(ValueError, match=f"a draw must have 1 to 256 outcomes, not {outcomes}"):
        derived_draw("key", 1, (), outcomes)


# Records


def test_the_dice_draw_one_of_the_legal_actions(keeper: Secrets) -> None:
    record = begin("seeded", keeper, 4)
    record.do("end")
    legal = list(record.position.legal_actions())
    assert legal == [f"draw {ball}" for ball in urn.BALLS]
    due = legal[seeded_draw(4, 1, 5)]
    assert record.next_action() == due
    assert record.roll() == due
    assert record.next_action() == f"roll {seeded_draw(4, 2, 6) + 1}"  # the draw has been counted
    record.roll()
    with pytest.raises(bh.IllegalAction, match="no roll is due now"):
        record.next_action()


def test_open_dice_draw_too(keeper: Secrets, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter([3, 0])
    monkeypatch.setattr("bridgehead.core.dice.dice.secrets.randbelow", lambda n: next(drawn) % n)
    record = begin("open", keeper)
    record.do("end")
    assert record.roll() == "draw diamond"
    assert record.roll() == "roll 1"
    assert record.verify().unchecked == ("2 rolls and draws: open dice cannot be recomputed",)


def test_every_ball_is_drawn_some_time(keeper: Secrets) -> None:
    for kind in ("open", "seeded", "committed"):
        seen = set()
        for seed in range(60):
            record = begin(kind, keeper, seed if kind == "seeded" else None)
            record.do("end")
            seen.add(record.roll())
        assert seen == {f"draw {ball}" for ball in urn.BALLS}


@pytest.mark.parametrize("kind", ["seeded", "committed"])
def test_games_with_draws_are_verified(keeper: Secrets, kind: str, tmp_path: Path) -> None:
    record = play(begin(kind, keeper, 9 if kind == "seeded" else None))
    told = f"all 6 rolls and draws are those of the {kind} dice"
    assert record.verify().checked[-1] == told
    record.save(tmp_path / "urn.json")
    again = bh.Record.load(tmp_path / "urn.json", secrets=Secrets(tmp_path / "friend"))
    assert again.verify().checked[-1] == told
    for number, text in enumerate(record.actions):
        verb, *thing = text.split()
        if verb == "end":
            continue
        if verb == "draw":
            other = next(ball for ball in urn.BALLS if f"draw {ball}" not in record.actions)
        else:
            other = str(int(thing[0]) % 6 + 1)
        kept = list(record.actions)
        record.actions[number] = f"{verb} {other}"
        with pytest.raises(bh.InvalidRecord) as caught:
            record.verify()
        assert str(caught.value) == (
            f"record, action {number + 1}, '{verb} {other}': the {kind} dice gave {thing[0]}"
        )
        record.actions[:] = kept


def test_committed_draws_wait_for_the_end(keeper: Secrets) -> None:
    record = begin("committed", keeper)
    record.do("end")
    assert not record.can_undo()  # what is drawn is fixed already
    record.roll()
    assert record.verify().unchecked == ("1 draws: the secret is disclosed when the game is over",)


# Undo


def test_a_draw_is_not_taken_back(keeper: Secrets) -> None:
    record = begin("open", keeper)
    record.do("end")
    assert record.can_undo()
    record.roll()
    assert not record.can_undo()
    record.roll()
    assert record.position.to_move == "blue"
    assert not record.can_undo()


def test_what_has_shown_a_hidden_unit_is_not_taken_back(keeper: Secrets) -> None:
    record = begin("open", keeper)
    record.do("look b1")
    before = record.position.copy()
    assert not record.can_undo()
    with pytest.raises(bh.IllegalAction, match="or an action that showed a hidden unit"):
        record.undo()
    assert record.position == before
    record.do("end")
    assert record.undo() == "end"
    assert not record.can_undo()


def test_by_default_nothing_is_hidden() -> None:
    position = bh.load("across-suez-1980").start()
    text = position.legal_actions()[0]
    assert position.shown("israel") == frozenset()
    assert position.public(text, None) == text
    assert position.describe(text, None) == position.describe(text, EVERYTHING)


# The tiny game itself


def test_the_tiny_game_round_trips() -> None:
    position: Any = GAME.start()
    for text in ("look b2", "end", "draw coral", "roll 5", "end"):
        position.push(text)
        assert GAME.position(position.to_dict()) == position
