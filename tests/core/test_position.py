"""Positions: push and pop, equality, resigning; an illegal action leaves everything as it was."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import bridgehead as bh

pytestmark = pytest.mark.plain

# Three Israeli units around an Egyptian one, far from everybody else
FIGHT = {
    "game": "across-suez-1980",
    "turn": 2,
    "phase": "combat",
    "units": {"matt-1": "1409", "matt-2": "1408", "reshef-2": "1510", "16-1": "1509"},
}

TOLD = ["attack 1509", "with reshef-2", "with matt-1", "with matt-2", "support", "fire"]


@pytest.fixture
def game() -> Any:
    return bh.load("across-suez-1980")


@pytest.fixture
def fight(game: Any) -> Any:
    return game.position(FIGHT)


def test_push_and_pop(game: Any) -> None:
    position = game.start()
    seen = [position.copy()]
    done = []
    for _ in range(40):
        actions = position.legal_actions()
        done += position.push(actions[len(actions) // 2])
        seen.append(position.copy())
    assert len(done) == 40
    for before in reversed(seen[:-1]):
        position.pop()
        assert position == before
        assert position.to_dict() == before.to_dict()
        assert list(position.legal_actions()) == list(before.legal_actions())
    with pytest.raises(IndexError, match="there is no action to take back"):
        position.pop()
    assert position == seen[0]


def test_a_copy_is_equal_and_its_own(game: Any) -> None:
    position = game.start()
    position.push(position.legal_actions()[0])
    twin = position.copy()
    assert twin == position
    assert hash(twin) == hash(position)
    assert {twin: 1}[position] == 1
    with pytest.raises(IndexError):
        twin.pop()
    twin.push("end")
    assert twin != position
    position.push("end")
    assert twin == position


def test_how_a_position_came_about_is_no_part_of_it(game: Any) -> None:
    one, other = game.start(), game.start()
    moves = [text for text in one.legal_actions() if text.startswith("move ")]
    first, second = moves[0], moves[-1]
    assert first.split()[1] != second.split()[1]
    one.push(first)
    one.push(second)
    other.push(second)
    other.push(first)
    assert one == other
    assert hash(one) == hash(other)


def test_what_positions_are_not_equal_to(game: Any) -> None:
    position = game.start()
    assert position != bh.load("across-suez-1995").start()
    assert position == bh.load("across-suez-1980").start()
    assert position != "start"
    assert position.__eq__(5) is NotImplemented


def test_a_whole_attack_in_one_line(fight: Any) -> None:
    step_by_step = fight.copy()
    for text in TOLD:
        step_by_step.push(text)
    told = fight.push("attack 1509 with reshef-2 matt-2 with matt-1 support fire")
    assert told == TOLD
    assert fight == step_by_step
    assert fight.to_move == "dice"
    for _ in told:  # each decision is taken back on its own
        fight.pop()
    assert fight == fight.game.position(FIGHT)


@pytest.mark.parametrize(
    "text",
    [
        "attack 1509 with matt-1 matt-3 fire",  # eliminated
        "attack 1509 with matt-1 nobody fire",
        "attack 1509 with matt-1 matt-1 fire",
        "attack 1509 with fire support",
        "attack 1509 with matt-1 support support",
        "attack 1509 and matt-1 fire",
        "attack 1508 with matt-1 matt-2 fire",
        "attack 9999 with matt-1 matt-2 fire",
        "attack 1509 with matt-1 fire support",
        "move matt-1 1408 1407 1406",
        "attack\t1509\twith\tmatt-3\tfire",
    ],
)
def test_an_attack_in_one_line_is_whole_or_not_at_all(fight: Any, text: str) -> None:
    before = fight.copy()
    with pytest.raises(bh.IllegalAction):
        fight.push(text)
    assert fight == before
    assert fight.legal_actions() == before.legal_actions()
    with pytest.raises(IndexError):
        fight.pop()


def test_texts_come_back_in_their_one_spelling(fight: Any) -> None:
    assert fight.push("  attack\t1509 ") == ["attack 1509"]
    assert fight.push("with  matt-1\n") == ["with matt-1"]
    fight.pop()
    fight.pop()
    told = fight.push("attack\t1509\twith\tmatt-1   fire")
    assert told == ["attack 1509", "with matt-1", "fire"]
    fight.pop()
    fight.pop()
    fight.pop()
    assert fight.push("attack 1509 with reshev-2 fire")[1] == "with reshef-2"
    fight.pop()
    fight.pop()
    assert fight.push("with reshev-2") == ["with reshef-2"]


@pytest.mark.parametrize(
    "text",
    ["end of turn", "", "roll 3", "move matt-1 1408", "move 16-1 1508", "attack 0101",
     "attack 0221", "attack 15", "with matt-1", "support", "fire", "stay", "lose matt-1",
     "place matt-1 1408"],
)  # fmt: skip
def test_an_illegal_action_changes_nothing(fight: Any, text: str) -> None:
    before, bytes_before = fight.copy(), fight._buffer.tobytes()
    with pytest.raises(bh.IllegalAction) as caught:
        fight.push(text)
    assert caught.value.case
    assert caught.value.reason
    assert fight == before
    assert fight._buffer.tobytes() == bytes_before
    assert fight.legal_actions() == before.legal_actions()
    assert text not in fight.legal_actions()


def test_the_dice_are_a_player(fight: Any) -> None:
    fight.push("attack 1509 with matt-1 fire")
    assert fight.to_move == "dice"
    assert fight.legal_actions() == [f"roll {face}" for face in range(1, 7)]
    for text in ("end", "attack 1509", "roll 7", "resign"):
        with pytest.raises(bh.IllegalAction):
            fight.push(text)
    assert fight.to_move == "dice"
    fight.push("roll 6")
    assert fight.to_move != "dice"


@pytest.mark.parametrize(("loser", "winner"), [("israel", "egypt"), ("egypt", "israel")])
def test_a_side_may_resign_at_its_decisions(game: Any, loser: str, winner: str) -> None:
    position = game.position({"game": "across-suez-1980", "side": loser})
    assert "resign" not in position.legal_actions()
    assert position.push("resign") == ["resign"]
    assert position.to_move is None
    assert (position.result.winner, position.result.ending) == (winner, "resigned")
    assert position.result.case
    assert loser in position.result.reason.lower()
    assert position.result.to_dict()["winner"] == winner
    assert len(position.legal_actions()) == 0
    for text in ("resign", "end", "roll 1"):
        with pytest.raises(bh.IllegalAction):
            position.push(text)
    position.pop()
    assert position.to_move == loser
    assert position.result is None


@pytest.mark.slow
def test_threads_list_their_own_legal_actions(game: Any) -> None:
    positions = [game.start(), game.position(FIGHT), game.position({"game": game.id, "turn": 3})]
    expected = [list(position.legal_actions()) for position in positions]
    wrong = []

    def look(position: Any, actions: list[str]) -> None:
        for _ in range(30):
            if list(position.copy().legal_actions()) != actions:
                wrong.append(position)

    threads = [
        threading.Thread(target=look, args=pair) for pair in zip(positions, expected, strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_views_of_sides_and_spectators(game: Any) -> None:
    position = game.start()
    assert position.view(None)["to_move"] == "israel"
    with pytest.raises(ValueError, match="'syria' is not a side; the sides are israel, egypt"):
        position.view("syria")
