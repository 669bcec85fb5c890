"""The screen, driven by keys and clicks."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.widgets import Input, Static

import bridgehead as bh
from bridgehead.terminal.hexes.app import HexApp as GameApp
from bridgehead.terminal.hexes.mapview import GUTTER, LARGE, NORMAL, WHOLE, ZOOMS, MapPicture, Scene
from bridgehead.terminal.screen.panels import MapView
from bridgehead.terminal.texts.goals import WINDOW, briefing_lines
from tests.waiting import awaited

from . import helpers

SIZES = [(100, 40), (80, 24), (160, 50)]


def play(
    steps: Callable[[Any, Any], Awaitable[None]],
    session: Any = None,
    size: tuple[int, int] = (100, 40),
    intro: bool = False,
) -> GameApp:
    """Run the screen through some steps and return it as it was left."""
    app = GameApp(session or helpers.session(), pace=0, intro=intro)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await pilot.pause()
            await steps(app, pilot)

    asyncio.run(run())
    return app


def shown(app: Any, name: str) -> str:
    """Return the text of a part of the screen."""
    return str(app.screen_stack[0].query_one(f"#{name}", Static).content)


def window(app: Any) -> str:
    """Return the text of the window on top."""
    assert len(app.screen_stack) > 1
    return "\n".join(str(part.content) for part in app.screen.query(Static))


def day(phase: str = "movement", **players: str) -> Any:
    return helpers.session(start={**helpers.DAY, "phase": phase}, players=players)


def test_a_unit_is_chosen_moved_and_taken_back():
    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("tab")
        assert app.aim.unit == "reshef-1" or app.aim.unit is not None
        app.aim.choose("erez-1", "move")
        app.aim.cursor = "0415"
        app.update()
        assert "costs 2, 8 left" in shown(app, "details")
        assert "via 0615 0515 0415" in shown(app, "details")
        await pilot.press("enter")
        assert app.session.position.units["erez-1"] == "0415"
        assert "Erez 1 moves from 0615 to 0415." in shown(app, "log")
        await pilot.press("u")
        assert app.session.position.units["erez-1"] == "0615"
        assert "taken back" in shown(app, "notice")

    play(steps)


def test_an_illegal_move_is_answered_with_its_case():
    async def steps(app: Any, pilot: Any) -> None:
        app.aim.cursor = "0308"
        await pilot.press("enter")
        assert "[9.1]" in shown(app, "notice")
        app.aim.choose("erez-1", "move")
        app.aim.cursor = "0101"
        await pilot.press("enter")
        assert "[4.3] enemy units bar every way" in shown(app, "notice")
        assert "[4.3]" in shown(app, "details")
        await pilot.press("r")
        await pilot.pause()
        assert app.screen.query_one(Input).value == "4.3"
        assert "Enemy units bar the way" in window(app)
        await pilot.press("escape")
        app.aim.cursor = "0112"
        await pilot.press("escape", "enter")
        assert "no unit is here" in shown(app, "notice")

    play(steps)


@pytest.mark.slow_for("size1", "size2")
@pytest.mark.parametrize("size", SIZES)
def test_an_attack_with_odds(size):
    async def steps(app: Any, pilot: Any) -> None:
        app.aim.cursor = "0910"
        await pilot.press("a")
        assert app.aim.attackers == ["matt-2", "matt-3"]
        said = shown(app, "decision")
        assert "chinese farm: 2 left [12.1]" in said
        assert "combined arms: 1 right [8.0]" in said
        assert "column 2 to 3" in said
        await pilot.press("s")
        assert "artillery support: 1 right [13.3]" in shown(app, "decision")
        app.aim.cursor = "0911"
        await pilot.press("space")
        assert app.aim.attackers == ["matt-3"]
        assert "-Matt 2" in shown(app, "decision")
        await pilot.press("space", "f")
        await pilot.pause()
        assert app.session.record.actions[:3] == ["attack 0910", "with matt-2", "with matt-3"]
        assert any(action.startswith("roll") for action in app.session.record.actions)
        assert "The die shows" in "".join(line.event.text for line in app.session.log)
        assert app.session.waits_for_person

    play(steps, day("combat"), size)


def test_what_an_attack_refuses():
    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("space")
        assert "choose the hex" in shown(app, "notice")
        await pilot.press("s")
        assert "choose the hex" in shown(app, "notice")
        app.aim.cursor = "0101"
        await pilot.press("enter")
        assert "[5.0] 0101 holds no enemy unit" in shown(app, "notice")
        app.aim.cursor = "0407"
        await pilot.press("enter", "s")
        assert "[13.5]" in shown(app, "notice")
        app.aim.cursor = "0810"
        await pilot.press("space")
        assert "[5.0]" in shown(app, "notice")
        await pilot.press("tab", "space", "f")
        assert "at least one attacker" in shown(app, "notice")
        await pilot.press("escape", "e")
        await pilot.pause()
        assert "[9.2]" in shown(app, "notice")

    game = helpers.session()
    game.do("end")
    play(steps, game)


def test_retreats_and_advances_are_chosen():
    async def steps(app: Any, pilot: Any) -> None:
        assert app.aim.step == "retreat"
        first = app.aim.cursor
        assert "Retreat 16/4" in shown(app, "decision")
        await pilot.press("tab")
        assert app.aim.cursor != first
        goal = app.aim.cursor
        await pilot.press("enter")
        assert app.session.position.units["16-4"] == goal
        assert app.aim.step == "advance"
        await pilot.press("e")
        await pilot.pause()
        assert app.aim.step == "combat"
        assert "No advance." in shown(app, "log")

    game = day("combat")
    game.do("attack 0910 with matt-2 matt-3 fire")
    game.record.do("roll 1")
    game._forget()
    play(steps, game)


def test_units_arrive_from_a_list_and_cross_the_canal():
    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("e")
        await pilot.pause()
        assert "Baram 1, Baram 4 can still arrive" in window(app)
        await pilot.press("n")
        await pilot.pause()
        assert app.session.decision.step == "movement"
        await pilot.press("i")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert (app.aim.unit, app.aim.verb, app.aim.cursor) == ("baram-1", "enter", "1708")
        await pilot.press("enter")
        assert app.session.position.units["baram-1"] == "1708"
        app.aim.choose("sharon", "move")
        app.update()
        assert "x crosses the canal" in shown(app, "decision")
        await pilot.press("x")
        assert app.session.position.units["sharon"] == "across"
        assert "2/6" in shown(app, "strip")
        await pilot.press("e")
        await pilot.pause()
        await pilot.press("y")
        await pilot.pause()
        assert app.session.decision.step == "combat"
        await pilot.press("i")
        await pilot.pause()
        assert "nobody can arrive now" in shown(app, "notice")

    play(steps, day())


@pytest.mark.slow
def test_save_and_quit(tmp_path):
    path = tmp_path / "g.json"

    async def steps(app: Any, pilot: Any) -> None:
        app.session.do("move erez-1 0415")
        await pilot.press("q")
        await pilot.pause()
        assert "not saved" in window(app)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("w")
        await pilot.pause()
        app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        await pilot.pause()
        assert f"saved to {path}" in shown(app, "notice")
        app.session.do("move erez-2 0513")
        await pilot.press("o")
        await pilot.pause()
        app.screen.query_one(Input).value = str(path)
        await pilot.press("enter")
        await pilot.pause()
        assert app.session.record.actions == ["move erez-1 0415"]
        await pilot.press("q")

    play(steps)
    assert bh.Record.load(path).actions == ["move erez-1 0415"]


@pytest.mark.slow_for("size1")
@pytest.mark.parametrize("size", SIZES[:2])
def test_windows_zooms_and_the_start(size):
    async def steps(app: Any, pilot: Any) -> None:
        assert "The terrain of the printed map is not public" in window(app)
        await pilot.press("enter")
        await pilot.press("question_mark")
        await pilot.pause()
        assert "take back a decision" in window(app)
        await pilot.press("j", "k", "escape")
        await pilot.press("r", *"br")
        await pilot.pause()
        await pilot.press("down", "up", "escape")
        await pilot.press("g")
        await pilot.pause()
        assert "nothing has happened yet" in window(app)
        await pilot.press("escape")
        view = app.query_one(MapView)
        for zoom in (WHOLE, LARGE, NORMAL):
            await pilot.press("z", "j", "l")
            assert view.zoom is zoom
        await pilot.press("t", "up", "left", "shift+tab")
        await pilot.resize_terminal(90, 30)
        await pilot.pause()

    play(steps, size=size, intro=True)


def test_the_mouse_chooses_and_moves():
    async def steps(app: Any, pilot: Any) -> None:
        view = app.query_one(MapView)

        async def click(number: str) -> None:
            x, y = view.picture.corner(number)
            await pilot.click(MapView, offset=(x - view.origin[0], y - view.origin[1]))
            await pilot.pause()

        app.aim.cursor = "0615"
        app.update()
        await click("0615")
        assert app.aim.unit == "erez-1"
        await click("0515")
        assert app.session.position.units["erez-1"] == "0515"

    play(steps)


def test_the_computer_plays_step_by_step_and_the_end_is_told():
    async def steps(app: Any, pilot: Any) -> None:
        await awaited(lambda: len(app.screen_stack) > 1)
        assert "WINS" in window(app)
        await pilot.press("enter")
        assert "wins" in shown(app, "headline")
        await pilot.press("enter")
        assert "not your decision" in shown(app, "notice")

    play(steps, helpers.session(players={"israel": "x", "egypt": "x"}))


def test_a_person_resigns():
    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("R")
        await pilot.pause()
        assert "Israel resigns?" in window(app)
        await pilot.press("y")
        await pilot.pause()
        assert "EGYPT WINS" in window(app)

    play(steps)


def test_optional_units_are_placed_before_the_first_turn():
    async def steps(app: Any, pilot: Any) -> None:
        assert app.aim.step == "setup"
        await pilot.press("tab")
        assert app.aim.verb == "place"
        await pilot.press("enter")
        assert app.session.position.units["ha-1"].isdigit()
        await pilot.press("e")
        await pilot.pause()
        assert "Ha/2 can still be placed" in window(app)
        await pilot.press("y")
        await pilot.pause()
        assert app.aim.step == "movement"

    play(steps, helpers.session(helpers.REPRINT, commandos=True))


def test_egypt_bombards():
    async def steps(app: Any, pilot: Any) -> None:
        assert app.aim.step == "bombardment"
        await pilot.press("tab", "enter")
        await pilot.pause()
        assert app.session.record.actions[0].startswith("bombard ")
        await pilot.press("e")
        await pilot.pause()
        assert "can still bombard" in window(app)
        await pilot.press("y")
        await pilot.pause()
        assert app.aim.step == "combat"

    start = {**helpers.DAY, "side": "egypt", "phase": "bombardment"}
    play(steps, helpers.session(start=start))


# The map as characters


@pytest.mark.parametrize("zoom", ZOOMS)
def test_every_hex_is_where_it_says(zoom):
    game = bh.load(helpers.Y1980)
    picture = MapPicture(game, Scene(units={}), zoom)
    for number in game.map.grid.hexes():
        x, y = picture.corner(number)
        for dx in (0, zoom.width - 1):
            for dy in (0, zoom.height - 1):
                assert picture.hex_at(x + dx, y + dy) == number
    assert picture.hex_at(0, 5) is None
    assert picture.hex_at(GUTTER, 0) is None
    assert picture.hex_at(10_000, 10) is None


def test_sides_are_told_apart_without_color():
    game = helpers.session()
    text = "\n".join(MapPicture(game.game, Scene.of(game)).text())
    assert "RAV1" in text
    assert "4-12]" in text
    assert "2-10)" in text


def test_every_code_is_short_and_its_own():
    from bridgehead.titles.across_suez.screen.terminal import code

    options = bh.game_info(helpers.REPRINT).options
    counters = bh.load(helpers.REPRINT, **dict.fromkeys(options, True)).counters
    codes = [code(counter) for counter in counters]
    assert len(set(codes)) == len(codes)
    assert max(map(len, codes)) <= 5


def test_b_shows_the_briefing_and_the_conditions_stand_in_a_line():
    async def steps(app: Any, pilot: Any) -> None:
        assert "Units across the canal 1/6" in shown(app, "goals")
        assert "Bridge unit at 0112 ✗" in shown(app, "goals")
        await pilot.press("b")
        await pilot.pause()
        assert "How you win: At the end of turn 7" in window(app)
        assert "Israel: Units across the canal: 1 of 6 [14.0]" in window(app)
        texts = app.screen.query_one(".window Static")
        told = [line for line in briefing_lines(helpers.Y1980, WINDOW) if "--side" not in line]
        assert max(map(len, told)) <= texts.size.width  # no line is broken twice
        await pilot.press("escape")
        assert len(app.screen_stack) == 1

    play(steps, day())


def test_enter_keeps_the_unit_that_tab_has_chosen():
    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("tab")
        unit = app.aim.unit
        assert "Enter go there" in shown(app, "hints")
        await pilot.press("enter")
        assert app.aim.unit == unit is not None
        assert "is chosen: go to a lit hex" in shown(app, "notice")
        await pilot.press("escape")
        assert app.aim.unit is None

    play(
        steps,
        helpers.session(start={**helpers.DAY, "units": {"reshef-1": "0210", "sharon": "0211"}}),
    )
