"""October War in the terminal: the maps, the menus, what each side may see, both programs."""

import io
import random
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.titles.games import title_of
from bridgehead.terminal import run
from bridgehead.terminal.points import lines as told
from bridgehead.terminal.points.app import PointApp
from bridgehead.terminal.points.chart import Chart, PointScene
from bridgehead.terminal.points.look import courses
from bridgehead.terminal.points.menu import menu
from bridgehead.terminal.points.plain import PointLineGame
from bridgehead.terminal.points.session import PointSession
from bridgehead.terminal.points.theater_sheet import HEIGHT, ZOOMS, sheet_of
from bridgehead.terminal.screen.app import HandoverScreen
from bridgehead.terminal.screen.look import terminal_look
from bridgehead.titles.october_war import state

from . import helpers
from .test_screen import shown, window

GAME = "october-war"
# A battle that Israel can begin, a hidden stack beside it, a bridge
FARM = {
    "turn": 2, "side": "israel", "phase": "combat 1", "step": "battles",
    "units": {
        "14-armor": "chinese-farm", "armor-1": "chinese-farm", "hq-143": "tasa",
        "217-armor": "tasa", "16-inf-div": "chinese-farm", "eg-armor-1": "chinese-farm",
        "2-inf-div": "ismailia", "eg-inf-1": "el-firdan", "7-armor": "kuneitra",
        "tac-1": "sinai:ground-attack",
    },
    "control": {"chinese-farm": "arab", "fort-hizayon": "arab"},
    "bridges": {"el-firdan": "arab"}, "known": ["14-armor"],
}  # fmt: skip
MOVE = {**FARM, "phase": "movement 1", "step": "movement"}
COMMIT = {"turn": 1, "side": "arab", "phase": "air commitment", "step": "commit"}


def session(start: dict[str, Any] | None = FARM, **players: str) -> PointSession:
    game = bh.load(GAME)
    position = None if start is None else game.position({"game": GAME, **start})
    record = bh.Record.new(game, "seeded", seed=3, start=position)
    return PointSession(record, players, seed=1, make=helpers.stumbler)


def lines(script: str, played: PointSession, encoding: str = "utf-8") -> str:
    sink = io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")
    assert PointLineGame(played, io.StringIO(script), sink).run() == 0
    sink.seek(0)
    return sink.read()


def play(steps: Any, played: PointSession, size: tuple[int, int] = (120, 44)) -> PointApp:
    import asyncio

    app = PointApp(played, pace=0, intro=False)

    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await pilot.pause()
            await steps(app, pilot)

    asyncio.run(go())
    return app


# The maps


@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("theater", ["sinai", "golan"])
def test_every_point_is_where_it_says_and_none_covers_another(theater: str, zoom: Any) -> None:
    game = bh.load(GAME)
    sheet = sheet_of(game.map, theater, zoom, courses(GAME))
    points = [point for point in game.map.points if point.theater == theater]
    assert set(sheet.cells) == {p.id for p in points} | {
        area.id for area in game.map.reserves if theater in area.edges
    }
    for place, (x, y) in sheet.cells.items():
        assert sheet.place_at(x, y) == place
        assert sheet.place_at(x + zoom.cell - 1, y + HEIGHT - 1) == place
        assert 0 <= x <= sheet.width - zoom.cell
        assert 0 <= y <= sheet.height - HEIGHT
    east = {point.id: point.x for point in points}
    for point in points:  # what lies well to the east is drawn to the east
        for other in points:
            if east[other.id] > east[point.id] + 250:
                assert sheet.cells[other.id][0] > sheet.cells[point.id][0]
    if zoom is ZOOMS[0]:
        assert sheet.width <= 100
    assert {way.kind for way in sheet.ways} >= {"road", "edge"}


def test_stacks_hidden_stacks_control_and_bridges_are_drawn() -> None:
    played = session(players_arab(), israel="human", arab="x")
    scene = PointScene.of(played.game.map, played.seen)
    text = "\n".join(Chart(played.game, "sinai", scene).text())
    assert "╬" in text
    assert "(BHizayon" in text  # taken by the Arabs
    assert "[.Tasa" in text
    assert "(#Ismaila" in text
    stacks, looks = scene.stacks, terminal_look(GAME).sides
    assert stacks["tasa"]["israel"].text(looks["israel"]).endswith("/2]")
    assert stacks["ismailia"]["arab"].text(looks["arab"]) == "?1)"
    assert stacks["chinese-farm"]["arab"].count == 2
    other = session(players_arab(), israel="x", arab="human")
    assert (
        PointScene.of(other.game.map, other.seen).stacks["tasa"]["israel"].text(looks["israel"])
        == "?2]"
    )


def players_arab() -> dict[str, Any]:
    return {**FARM, "known": ["14-armor", "16-inf-div", "eg-armor-1"]}


def test_the_cursor_goes_from_point_to_point() -> None:
    sheet = sheet_of(bh.load(GAME).map, "sinai")
    assert sheet.beside("el-firdan", 1, 0) == "fort-hizayon"
    assert sheet.beside("fort-hizayon", -1, 0) == "el-firdan"
    assert sheet.beside("fort-hizayon", 0, 1) == "fort-purkan"
    assert sheet.beside("port-said", 0, -1) is None


# Menus


def test_every_action_is_on_the_menu_once() -> None:
    for start in (None, FARM, MOVE, COMMIT):
        position = session(start).position
        entries = menu(position, position.view(position.to_move)["units"])
        found = [text for entry in entries for text in entry.actions()]
        assert sorted(found) == sorted(position.legal_actions())


def test_a_game_of_random_menus_and_every_step_has_words() -> None:
    """Every decision of a game is on a menu, told to both, and hidden from who may not know."""
    played = session(None, israel="x", arab="x")
    draw = random.Random(4)
    for _ in range(24):
        position = played.position
        if position.to_move is None:
            break
        asked = played.decisions.steps[position.step]
        assert (asked.who == "dice") == (position.to_move == "dice")
        if position.to_move == "dice":
            played.step()
            continue
        texts = list(position.legal_actions())
        plain = [text for text in texts if text in ("deploy", "end", "pass")]
        entries = menu(position, position.view(position.to_move)["units"])
        assert sum(1 for entry in entries for _ in entry.actions()) == len(texts)
        played._do(plain[0] if plain and draw.random() < 0.8 else draw.choice(texts))
    assert played.log


def test_all_verbs_have_words() -> None:
    words = title_of("october-war").decisions.verbs
    assert all(words[verb].in_hand for verb, objects in state.VERBS if objects.startswith("unit"))
    assert all(words[verb].says for verb, _ in state.VERBS)


# Line by line


def test_output_is_plain_and_narrow() -> None:
    script = "show\nmenu\nlegal\nboxes\nair\nevents\nstacks\nstack tasa\nhelp\nlog\nbattle\n"
    written = lines(script, session(FARM))
    assert "\x1b" not in written
    assert max(map(len, written.splitlines())) <= 100
    assert "Error" not in written


def test_a_menu_is_gone_through_by_numbers() -> None:
    written = lines("menu\nmenu 217-armor\n1\n1\n0\nlog\n", session(MOVE, arab="x"))
    assert "217 armor brigade (Tasa)" in written
    assert "move to" in written
    assert "   0 back" in written


def test_a_battle_is_told_with_columns_and_shifts() -> None:
    script = "attack chinese-farm\nbattle\nmenu\nfire 16-inf-div\n"
    written = lines(script, session(FARM))
    assert "Battle at Chinese Farm: Israel attacks, round 1" in written
    assert "terrain \N{MINUS SIGN}1 [15.6]" in written
    assert "column" in written
    assert "---- the Arab states look now ----" in written
    told = " ".join(written.split())  # lines are wrapped
    assert "Egyptian 16 infantry division at Chinese Farm, strength 18" in told
    assert "die" in written


def test_what_is_wrong_is_answered_and_the_game_goes_on() -> None:
    script = (
        "move 217-armor tas\n99\nstack nowhere\nmap mars\nstacks mars\nwhy\nundo\nfly\n"
        "help 99.9\nwhy move 217-armor kuneitra\nmove 217-armor refidim\n"
    )
    written = lines(script, session(MOVE, arab="x"))
    for answer in (
        "unknown point 'tas'", "the menu has", "unknown point 'nowhere'",
        "is neither a theater nor a point", "the form is: stacks", "the form is: why",
        "217 armor brigade moves from Tasa to Refidim",
    ):  # fmt: skip
        assert answer in written, answer


def test_a_poor_terminal_gets_ascii() -> None:
    assert lines("show\n", session(FARM), "ascii").isascii()


def test_commitments_stay_hidden_from_the_other_and_stacks_too() -> None:
    start = {**COMMIT, "units": {**FARM["units"], "eg-tac-1": "ready", "eg-tac-2": "ready",
                                  "tac-1": "ready"}}  # fmt: skip
    script = "commit tac egypt sinai ground-attack 1\nair\nend\nair\nstack tasa\nstack ismailia\n"
    written = lines(script, session(start))
    arab, israel = written.split("---- Israel looks now ----")
    assert "ground attack 1 TAC (Egypt)" in arab
    assert "Egypt commits 1 TAC strike to" in arab
    assert "ground attack" not in israel.replace("ground attack 1 to", "")
    assert "Egypt commits" not in israel
    assert "The Arab side has committed its strikes" in israel
    assert "217 armor brigade" in israel
    assert "217" not in arab.split("---- the Arab states look now ----")[1]
    assert "2 infantry division" not in israel.split("Ismailia (ismailia)")[1]
    assert "Arab states: 1 hidden counter" in israel


def test_one_person_sees_no_curtain_and_only_its_own_view() -> None:
    written = lines("show\nstack tasa\n", session(MOVE, israel="x", arab="human"))
    assert "looks now" not in written
    assert "hidden counter" in written
    assert "217" not in written


def test_nobody_sees_more_than_both_where_computers_play() -> None:
    played = session(FARM, israel="x", arab="x")
    assert played.viewer is None
    assert "217" not in "\n".join(told.stack_lines(played.game, played.seen))


def test_run_plays_and_keeps_a_record(tmp_path: Any, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("deploy\nend\nsave\nquit\n"))
    path = tmp_path / "g.json"
    status = run(bh.load(GAME), players={}, dice="seeded", seed=1, record_path=path, plain=True)
    assert status == 0
    assert "set up your counters" in capsys.readouterr().out
    assert bh.Record.load(path).actions == ["deploy", "end"]
    with pytest.raises(BridgeheadError, match="start again"):
        helpers.session().load(path)


# The screen


def test_a_curtain_stands_between_two_people() -> None:
    async def steps(app: Any, pilot: Any) -> None:
        assert isinstance(app.screen, HandoverScreen)
        assert shown(app, "details") == ""
        await pilot.press("enter")
        await pilot.pause()
        assert "Israel: choose a battle" in shown(app, "decision")
        assert "217" in "\n".join(told.stack_lines(app.session.game, app.session.seen))
        await pilot.press("enter")  # the battle begins: the Arabs fire first
        await pilot.pause()
        assert isinstance(app.screen, HandoverScreen)
        assert shown(app, "decision") == ""
        assert shown(app, "log") == ""
        await pilot.press("enter")
        await pilot.pause()
        assert app.session.viewer == "arab"
        assert "Arab states: choose who fires" in shown(app, "decision")
        assert "column" in shown(app, "decision")
        await pilot.press("f")
        await pilot.pause()
        assert "terrain" in window(app)
        await pilot.press("escape")

    play(steps, session(FARM))


def test_counters_are_moved_by_menu_cursor_and_text() -> None:
    async def steps(app: Any, pilot: Any) -> None:
        labels = [entry.label for entry in app.aim.entries]
        at = next(n for n, label in enumerate(labels) if label.startswith("217 armor"))
        for _ in range(at):
            await pilot.press("tab")
        assert app.aim.cursor == "tasa"
        await pilot.press("enter")
        app.aim.go("refidim")
        await pilot.press("enter")
        await pilot.pause()
        if app.aim.levels:  # several ways: the shortest is the first
            await pilot.press("enter")
            await pilot.pause()
        assert app.session.view["units"]["217-armor"] == "refidim"
        await pilot.press("u")
        assert app.session.view["units"]["217-armor"] == "tasa"
        await pilot.press("colon")
        await pilot.pause()
        await pilot.press(*"move 217-armor nowhere".replace(" ", "~").replace("~", " "))
        await pilot.press("enter")
        await pilot.pause()
        assert "unknown point" in shown(app, "notice")
        await pilot.press("m")
        await pilot.pause()
        await pilot.press("escape")
        await pilot.press("escape", "x")
        assert app.aim.theater == "golan"
        await pilot.press("z", "i")
        await pilot.pause()
        assert "Tasa" in window(app)
        await pilot.press("escape", "B")
        await pilot.pause()
        assert "casualties" in window(app)
        await pilot.press("escape", "b")
        await pilot.pause()
        assert "How you win" in window(app)
        assert "Sudden victory in the Sinai" in window(app)
        await pilot.press("escape", "question_mark")
        await pilot.pause()
        assert "Tab or n, N" in window(app)
        await pilot.press("escape", "e")
        await pilot.pause()
        assert app.session.position.phase != "movement 1"

    play(steps, session(MOVE, arab="x"))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
def test_the_set_up_on_screens_of_other_sizes(size: tuple[int, int]) -> None:
    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("tab", "enter")
        assert app.aim.levels
        await pilot.press("enter")
        await pilot.pause()
        assert len(app.session.record.actions) == 1
        await pilot.press("d")
        await pilot.pause()
        assert "as suggested" in window(app)
        await pilot.press("y")
        await pilot.pause()
        assert "end" in app.aim.decision.plain
        await pilot.press("left", "up", "down", "right", "p")
        await pilot.pause()
        assert "Israel" in window(app)
        await pilot.press("escape")

    play(steps, session(None, arab="x"), size)


class Terminal(io.StringIO):
    """Input that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_at_a_terminal_the_curtain_waits() -> None:
    source, sink = Terminal("\nattack chinese-farm\n\nquit\n"), io.StringIO()
    assert PointLineGame(session(FARM), source, sink).run() == 0
    written = sink.getvalue()
    before, first, second = written.split("When only you are looking, press Enter.")
    assert "217 armor" not in before
    assert first.startswith(" \n\n\n")
    assert "Arab states: your decision" in first
    assert "Israel attacks at Chinese Farm" in second
    assert "\n" * 50 in second
