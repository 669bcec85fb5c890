"""The hint in the terminal: a window on the screen, a word in the line mode."""

import asyncio
import io
import threading
from collections.abc import Callable
from typing import Any

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError
from bridgehead.players.advice.hints import Hint
from bridgehead.terminal.hexes.app import HexApp as GameApp
from bridgehead.terminal.hexes.plain import HexLineGame as LineGame
from bridgehead.terminal.hexes.session import HexSession as Session
from bridgehead.terminal.points.app import PointApp
from bridgehead.terminal.points.session import PointSession
from tests.waiting import awaited

from ..players.fakes import Oracle
from . import helpers
from .test_screen import shown, window

PLAN = ("move erez-1 0415", "end")
SENTENCE = "Move Erez 1 to 0415, then end the movement phase."


def advised(think: Any, start: dict[str, Any] | None = None) -> Session:
    game = bh.load(helpers.Y1980)
    position = None if start is None else game.position({"game": game.id, **start})
    record = bh.Record.new(game, "seeded", seed=3, start=position)
    return Session(record, {}, make=helpers.stumbler, think=lambda game, seed: think)


def screen(steps: Callable[[Any, Any], Any], session: Any, app: Any = GameApp) -> Any:
    made = app(session, pace=0, intro=False)

    async def run() -> None:
        async with made.run_test(size=(100, 40)) as pilot:
            await pilot.pause()
            await steps(made, pilot)

    asyncio.run(run())
    return made


def test_c_opens_a_window_with_the_plan_and_the_chance():
    oracle = Oracle(plans=[(PLAN, 0.63), (("end",), 0.4)])

    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("c")
        await awaited(lambda: len(app.screen_stack) > 1)
        await pilot.pause()
        told = window(app)
        assert SENTENCE in told
        assert "Israel has the better chances: about 63 %." in told
        assert "about 40 %: End the movement phase." in told
        assert "the hint: move erez-1 0415, about 63 %" in shown(app, "notice")
        await pilot.press("escape")
        assert len(app.screen_stack) == 1

    app = screen(steps, advised(oracle))
    assert not app.session.record.actions, "a hint is not carried out"


class Slow(Oracle):
    """Thinks until it is let go on."""

    def __init__(self) -> None:
        super().__init__(plans=[(PLAN, 0.63)])
        self.go = threading.Event()

    def think(self, position: Any) -> Any:
        assert self.go.wait(10)
        return super().think(position)


def test_the_screen_lives_on_while_it_thinks_and_an_old_hint_is_not_shown():
    slow = Slow()

    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("c")
        assert "thinking" in shown(app, "notice")
        await pilot.press("c")  # it is at it already
        app._act(app.aim.do("move erez-1 0415"))
        assert len(app.session.record.actions) == 1
        slow.go.set()
        await awaited(lambda: not app._thinking)
        assert len(app.screen_stack) == 1
        assert slow.thoughts == 1

    screen(steps, advised(slow))


def test_nobody_is_asked_when_it_is_not_ones_decision():
    async def steps(app: Any, pilot: Any) -> None:
        app.session.record.do("resign")
        app.session._forget()
        await pilot.press("c")
        assert "not your decision" in shown(app, "notice")

    screen(steps, advised(Oracle(plans=[(PLAN, 0.5)])))


class Refuser(Oracle):
    """Knows nothing of this game."""

    def think(self, position: Any) -> Any:
        raise BridgeheadError("no idea")


def test_a_refusal_is_a_notice():
    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("c")
        await awaited(lambda: "no idea" in shown(app, "notice"))
        assert len(app.screen_stack) == 1
        assert not app._thinking

    screen(steps, advised(Refuser(plans=[])))


def test_october_war_has_the_key_too():
    game = bh.load("october-war")
    record = bh.Record.new(game, "seeded", seed=3)
    oracle = Oracle(plans=[(("deploy", "end"), 0.5)])
    session = PointSession(record, {"arab": "recruit"}, seed=1, make=helpers.stumbler,
                           think=lambda game, seed: oracle)  # fmt: skip

    async def steps(app: Any, pilot: Any) -> None:
        await awaited(lambda: app.session.waits_for_person)
        await pilot.press("c")
        await awaited(lambda: len(app.screen_stack) > 1)
        await pilot.pause()
        assert "Set up the rest as suggested, then end the set-up." in window(app)
        assert "The game is open: about 50 % for Israel." in window(app)

    screen(steps, session, PointApp)


def test_the_line_mode_has_a_word():
    oracle = Oracle(plans=[(PLAN, 0.63), (("end",), 0.4)])
    told = lines("hint\n", advised(oracle))
    assert SENTENCE in told
    assert "Israel has the better chances: about 63 %." in told
    assert "or, about 40 %: End the movement phase." in told
    assert "oracle, 8 looks ahead" in told
    assert "hint" in lines("help\n", advised(oracle))


def test_the_line_mode_tells_of_the_analysis_when_the_game_is_over():
    told = lines("resign\nhint\n", advised(Oracle(plans=[])))
    assert "bridgehead analyse FILE shows what decided the game." in told
    assert "it is not your decision now" in told


def test_the_screen_tells_of_the_analysis_when_the_game_is_over():
    async def steps(app: Any, pilot: Any) -> None:
        app._act(app.aim.do("resign"))
        await awaited(lambda: len(app.screen_stack) > 1)
        await pilot.pause()
        assert "bridgehead analyse FILE shows" in window(app)

    screen(steps, advised(Oracle(plans=[])))


def test_the_thinker_is_made_once():
    made = []

    def think(game: Any, seed: int) -> Oracle:
        made.append(game.id)
        return Oracle(plans=[(PLAN, 0.5)])

    record = bh.Record.new(bh.load(helpers.Y1980), "seeded", seed=3)
    session = Session(record, {}, make=helpers.stumbler, think=think)
    assert isinstance(session.hint(session.position.copy()), Hint)
    session.hint(session.position.copy())
    assert made == [helpers.Y1980]


def lines(script: str, session: Session) -> str:
    sink = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")
    assert LineGame(session, io.StringIO(script), sink).run() == 0
    sink.seek(0)
    return sink.read()


MOVES = ("move erez-1 0415", "move matt-1 0515", "move raviv-1 1306", "end")


def test_the_steps_unfold_and_the_plan_is_played_one_by_one():
    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("c")
        await awaited(lambda: len(app.screen_stack) > 1)
        await pilot.pause()
        assert "2  move matt-1 0515" not in window(app)
        await pilot.press("s")
        await pilot.pause()
        assert "  1  move erez-1 0415" in window(app)
        assert "  4  end" in window(app)
        await pilot.press("p")
        await awaited(lambda: len(app.session.record.actions) == 4)
        await awaited(lambda: len(app.screen_stack) == 1)

    app = screen(steps, advised(Oracle(plans=[(MOVES, 0.63)])))
    assert list(app.session.record.actions) == list(MOVES)


def test_a_key_stops_the_plan():
    async def steps(app: Any, pilot: Any) -> None:
        app.pace = 30.0  # the second move would come after half a minute
        await pilot.press("c")
        await awaited(lambda: len(app.screen_stack) > 1)
        await pilot.press("p")
        await awaited(lambda: len(app.session.record.actions) == 1)
        assert "Any key stops it" in str(app.screen.query_one("#playing").render())
        await pilot.press("x")
        await awaited(lambda: len(app.screen_stack) == 1)
        assert app._plan == []

    app = screen(steps, advised(Oracle(plans=[(MOVES, 0.63)])))
    assert list(app.session.record.actions) == [MOVES[0]]


def test_a_plan_stops_before_the_dice():
    start = {"turn": 5, "side": "israel", "phase": "combat",
             "units": {"reshef-1": "0510", "16-8": "0511"}}  # fmt: skip
    fired = ("attack 0511", "with reshef-1", "fire")

    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("c")
        await awaited(lambda: len(app.screen_stack) > 1)
        await pilot.press("p")
        await awaited(lambda: len(app.session.record.actions) == 2)
        await awaited(lambda: len(app.screen_stack) == 1)

    app = screen(steps, advised(Oracle(plans=[(fired, 0.63)]), start))
    assert list(app.session.record.actions) == list(fired[:2])


def test_line_by_line_the_steps_are_told_and_played():
    session = advised(Oracle(plans=[(MOVES, 0.63)]))
    sink = io.StringIO()
    game = LineGame(session, io.StringIO("hint\nhint steps\nhint play\nhint now\n"), sink)
    game.run()
    told = sink.getvalue()
    assert "hint steps tells all 4 steps, hint play plays them." in told
    assert "  2  move matt-1 0515" in told
    assert "the form is: hint, hint steps or hint play" in told
    assert list(session.record.actions) == list(MOVES)
    assert session._thinker.thoughts == 1, "the same position is thought about once"
