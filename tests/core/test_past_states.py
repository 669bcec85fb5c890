"""What a position keeps: older states are compressed, and what can be computed again is freed."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.positions.past_states import BLOCK, Packed

pytestmark = pytest.mark.plain
COUNT = 10 * BLOCK + 5


def played(count: int = COUNT) -> tuple[Any, list[Any]]:
    """Return a record with random actions, and a copy of each position before one."""
    record, chance, before = bh.Record.new(bh.load("across-suez-1980")), random.Random(3), []
    for _ in range(count):
        before.append(record.position.copy())
        record.do(chance.choice(list(record.position.legal_actions())))
    return record, before


def size(history: list[bytes]) -> int:
    return sum(len(item) for item in {id(item): item for item in history}.values())


def test_every_earlier_position_is_found() -> None:
    record, before = played()
    assert [record.position_at(number) for number in range(COUNT)] == before
    history = record.position._history
    packed = [isinstance(item, Packed) for item in history]
    assert packed == [True] * 9 * BLOCK + [False] * (BLOCK + 5)  # what may be taken back is not
    states = record.position.state.nbytes
    assert size(history) < (BLOCK + 5) * states + 9 * BLOCK * states / 10


def test_all_is_taken_back_and_played_again() -> None:
    record, before = played()
    actions = list(record.actions)
    for count in (COUNT - 1, 9 * BLOCK + 1, 2 * BLOCK + 3, 0):
        record.cut(count)
        assert record.position == before[count]
        for action in actions[count:]:
            record.do(action)
        assert [record.position_at(number) for number in range(COUNT)] == before
    assert sum(isinstance(item, Packed) for item in record.position._history) == 9 * BLOCK


def test_a_position_keeps_its_packed_past_when_it_is_pickled() -> None:
    record, before = played()
    position = pickle.loads(pickle.dumps(record.position))
    for expected in reversed(before):
        position.pop()
        assert position == expected
    with pytest.raises(IndexError):
        position.pop()


def test_a_replayed_record_is_packed_too() -> None:
    record, before = played()
    position = record.replay()
    assert sum(isinstance(item, Packed) for item in position._history) == 9 * BLOCK
    assert position.past(0) == before[0]
    with pytest.raises(IndexError):
        position.past(COUNT)


def test_a_position_plays_on_after_its_work_was_dropped() -> None:
    record, _ = played(20)
    twin = record.position.copy()
    for _ in range(10):
        record.position.drop_work()
        actions = list(record.position.legal_actions())
        assert actions == list(twin.legal_actions())
        record.do(actions[-1])
        twin.push(actions[-1])
        assert record.position == twin
