"""A guided first game in the terminal: line by line, and on the screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bridgehead.core.errors import IllegalAction
from bridgehead.core.records.record import Record
from bridgehead.core.titles.lesson import Guide, lesson_of
from bridgehead.terminal.hexes.plain import HexLineGame
from bridgehead.terminal.hexes.session import HexSession
from bridgehead.terminal.points.plain import PointLineGame
from bridgehead.terminal.points.session import PointSession

from .helpers import Y1980, stumbler
from .test_screen import play, shown, window

GAMES = [Y1980, "suez-56", "october-war"]


def lesson(game: str = Y1980, record: Record | None = None, which: str = "") -> Any:
    """Return a session of a title's lesson."""
    found = lesson_of(game, which)
    make = PointSession if game == "october-war" else HexSession
    record = record or found.record()
    return make(record, record.players, seed=1, make=stumbler)


def told(session: Any, script: str) -> str:
    """Play a script in the line mode, and return what was written."""
    import io

    sink = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")
    game = PointLineGame if session.veils else HexLineGame
    assert game(session, io.StringIO(script), sink).run() == 0
    sink.seek(0)
    return sink.read()


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_played_line_by_line(game: str) -> None:
    found = lesson_of(game)
    script = [
        "next" if not step.asks else "\n".join(step.all or step.do[:1]) for step in found.steps
    ]
    session = lesson(game)
    written = told(session, "\n".join(script[:-1]) + "\n")
    flat = " ".join(written.split())
    for step in found.steps:
        assert " ".join(step.say.split()) in flat, step.say
    assert "leave continues the game without the lesson" in flat
    assert session.guide.at == len(found.steps) - 1


def test_not_yet_undo_and_leaving() -> None:
    session = lesson()
    written = " ".join(
        told(
            session,
            "next\nnext\nmove reshef-1 0309\nmove reshef-1 0101\nmove reshef-1 0509\nundo\nundo\n"
            "next\nleave\nleave\nmove reshef-1 0309\n",
        ).split()
    )
    assert "[lesson] That is legal, but the lesson shows something else here." in written
    assert "[4.1]" in written  # the rule comes first
    assert "taken back: move reshef-1 0509" in written
    assert "this is the start of the lesson" in written
    assert "there is nothing to continue" in written
    assert "this game is not a lesson" in written
    assert session.players == {"israel": "human", "egypt": "sergeant"}
    assert session.record.actions == ["move reshef-1 0309"]


def test_an_attack_is_taken_back_as_a_whole() -> None:
    session = lesson()
    while session.guide.wanted != ("attack 0609", "with reshef-1", "with erez-3", "with matt-2"):
        advance(session)
    before = session.position.copy()
    session.attack("0609", ["reshef-1", "erez-3", "matt-2"], support=False)
    while session.step() is not None:
        pass
    assert session.position.units["16-2"] == "eliminated"
    assert session.undo() == "attack 0609"
    assert session.position == before
    with pytest.raises(IllegalAction, match="the lesson shows something else"):
        session.attack("0609", ["reshef-1"], support=False)


def advance(session: Any) -> None:
    """Do what the lesson asks for."""
    guide = session.guide
    if guide.reads:
        session.read_on()
    else:
        session.do(guide.wanted[0])
        while session.step() is not None:
            pass


def test_a_kept_lesson_goes_on(tmp_path: Path) -> None:
    session = lesson()
    for _ in range(6):
        advance(session)
    path = session.save(tmp_path / "lesson.json")
    again = lesson(record=Record.load(path))
    assert isinstance(again.guide, Guide)
    assert again.guide.at == session.guide.at
    assert again.guide.because == session.guide.because


def test_the_lesson_on_the_screen() -> None:
    async def steps(app: Any, pilot: Any) -> None:
        assert "step 1 of 37" in shown(app, "lesson")
        await pilot.press("full_stop", "full_stop")
        assert "Choose Reshef 1 at 0210" in shown(app, "lesson")
        app.aim.choose("reshef-1", "move")
        app.aim.cursor = "0309"
        await pilot.press("enter")
        assert "the lesson shows something else" in shown(app, "notice")
        app.aim.cursor = "0509"
        await pilot.press("enter")
        assert "Every unit has a zone of control" in shown(app, "lesson")
        assert app.session.record.actions == ["move reshef-1 0509"]
        await pilot.press("u")
        assert app.session.record.actions == []
        await pilot.press("L")
        assert "Leave the lesson" in window(app)
        await pilot.press("y")
        assert app.session.guide is None
        assert not app.query_one("#lesson").display
        await pilot.press("full_stop")
        assert "nothing to continue" in shown(app, "notice")
        await pilot.press("L")
        assert "not a lesson" in shown(app, "notice")

    play(steps, lesson())


def test_the_screen_rests_when_the_lesson_is_over() -> None:
    session = lesson("suez-56", which="points-and-exits")
    while not (session.guide.over or not (session.guide.wanted or session.guide.reads)):
        advance(session)
    assert session.to_move == "dice"

    async def steps(app: Any, pilot: Any) -> None:
        await pilot.pause()
        assert session.to_move == "dice"  # nobody rolls in a lesson that is over
        assert "You have seen drops" in shown(app, "lesson")
        await pilot.press("L")
        await pilot.press("y")
        await pilot.pause()

    play(steps, session)
    assert session.to_move != "dice" or session.players["egypt"] == "sergeant"


def test_there_is_no_lesson_in_an_ordinary_game() -> None:
    async def steps(app: Any, pilot: Any) -> None:
        assert not app.query_one("#lesson").display

    play(steps)
