"""The log of a session: told to one reader, and when the game is over to everybody whole."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bridgehead.core.dice.dice import Secrets
from bridgehead.core.positions.position import EVERYTHING
from bridgehead.core.records.record import Record
from bridgehead.core.titles import games
from bridgehead.server.games import automatic_steps, sessions
from bridgehead.server.games.sessions import Session
from bridgehead.server.views import positions, story, title_data
from bridgehead.server.views.reader import SecretError
from bridgehead.server.views.story import Story
from tests import urn

ACTIONS = ("look b1", "end", "draw coral", "roll 4", "end")


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games._games, urn.ID, urn.INFO)
    monkeypatch.setattr(title_data, "game_data", lambda _: {"sureTurns": urn.TURNS, "hides": True})
    monkeypatch.setattr(story, "standing", lambda *_: None)  # it has no screen


class Shelf:
    """A store that keeps nothing."""

    def append(self, *_: Any) -> int:
        return 1

    def truncate(self, *_: Any) -> int:
        return 1


def session(tmp_path: Any, red: str = "human", blue: str = "recruit") -> Session:
    record = Record.new(
        urn.Urn(), players={"red": red, "blue": blue}, secrets=Secrets(tmp_path / "secrets")
    )
    return Session("id", record, Shelf(), 0)  # type: ignore[arg-type]


def play(session: Session, *actions: str | None) -> None:
    """Carry actions out, None is what the dice give."""

    async def all_of_them() -> None:
        for action in actions:
            await session._carry_out(action or session.record.next_action())

    asyncio.run(all_of_them())


def told(session: Session) -> list[str]:
    return [entry.text for entry in session.view.story.entries]


@pytest.mark.parametrize(
    ("reader", "action"),
    [(None, "look"), ("blue", "look"), ("red", "look b1"), (EVERYTHING, "look b1")],
)
def test_a_story_is_told_to_its_reader(reader: str | None, action: str) -> None:
    before: Any = urn.Urn().start()
    story = Story(before, reader)
    for n, text in enumerate(ACTIONS, start=1):
        after = before.copy()
        after.push(text)
        story.add(before, text, after, n)
        before = after
    assert story.actions == [action, *ACTIONS[1:]]
    assert [entry.text for entry in story.entries] == [
        f"It happens: {text}." for text in story.actions
    ]
    assert [entry.roll for entry in story.entries] == [None, None, None, 4, None]
    story.cut(1)
    assert story.actions == [action]
    assert len(story.entries) == 1


@pytest.mark.parametrize(
    ("players", "action"),
    [(("human", "recruit"), "look b1"), (("recruit", "human"), "look"),
     (("human", "human"), "look"), (("recruit", "recruit"), "look")],
)  # fmt: skip
def test_a_room_tells_what_its_page_may_read(
    tmp_path: Any, players: tuple[str, str], action: str
) -> None:
    one = session(tmp_path, *players)
    play(one, "look b1")
    assert one.view.story.actions == [action]
    assert told(one) == [f"It happens: {action}."]
    if action == "look b1":
        one.view.check_export()
    else:
        with pytest.raises(SecretError):
            one.view.check_export()
    play(one, "end")
    assert one._untold == 0


def test_the_end_of_the_game_tells_everything(tmp_path: Any) -> None:
    one = session(tmp_path, "recruit", "human")
    play(one, "look b2", "end", None, None)
    one._untold = None
    assert one.view.story.actions[0] == "look"
    play(one, "resign")
    assert one.view.story.actions == one.record.actions
    assert told(one)[0] == "It happens: look b2."
    assert one._untold == 0  # the connections are told all of it again
    one.view.check_export()


def test_what_was_no_secret_is_not_told_again(tmp_path: Any) -> None:
    one = session(tmp_path)
    play(one, "look b2")
    one._untold = None
    play(one, "resign")
    assert one._untold == 1


def test_the_dice_draw_in_a_room(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "position_facts", lambda *_, **__: {})
    monkeypatch.setattr(positions, "board", lambda *_: {})
    one = session(tmp_path)
    play(one, "end")
    assert asyncio.run(automatic_steps.step(one))
    assert one.record.actions[-1].startswith("draw ")
    assert one.view.roll is None
    assert one.record.position.to_move == "dice"


def test_a_look_cannot_be_undone_in_a_room(tmp_path: Any) -> None:
    one = session(tmp_path)
    play(one, "look b2")
    with pytest.raises(sessions.IllegalAction, match="hidden unit"):
        asyncio.run(one.undo(1))
