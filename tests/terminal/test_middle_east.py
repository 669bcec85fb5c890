"""The games of Middle East Battles in the terminal: the map, what is offered, the line mode."""

import random
import re
from typing import Any

import pytest

import bridgehead as bh
from bridgehead.core.kernels.kernel import JIT
from bridgehead.terminal.hexes import panels as widgets
from bridgehead.terminal.hexes import words
from bridgehead.terminal.hexes.aim import Aim
from bridgehead.terminal.hexes.counters import codes, short_strength
from bridgehead.terminal.hexes.mapview import ZOOMS, MapPicture, Scene
from bridgehead.terminal.hexes.session import HexSession as Session
from bridgehead.terminal.texts.help import commands_text, keys_text
from tests.titles.middle_east_battles.games import SUEZ_SETUP

from . import helpers
from .helpers import lines
from .test_aim import look
from .test_screen import play, shown, window

SUEZ, EL_ARISH = "suez-56", "el-arish-67"
BOTH = (SUEZ, EL_ARISH)
every_game = pytest.mark.parametrize("game", BOTH)


def started(game: str, **players: str) -> Session:
    """Return a session after the suggested set-up."""
    session = helpers.session(game, players=players)
    session.do("deploy")
    session.do("end")
    return session


def placed(game: str, side: str, phase: str, units: dict[str, str], **fields: Any) -> Session:
    """Return a session in a position of a few units; the others are off the map or gone."""
    out = dict.fromkeys(bh.load(game).units, "eliminated")
    start = {"turn": 1, "side": side, "phase": phase, "units": {**out, **units}, **fields}
    return helpers.session(game, start=start)


# The map


@every_game
@pytest.mark.parametrize("zoom", ZOOMS)
def test_every_hex_is_where_it_says(game: str, zoom: Any) -> None:
    loaded = bh.load(game)
    picture = MapPicture(loaded, Scene(units={}), zoom)
    for number in loaded.map.grid.hexes():
        x, y = picture.corner(number)
        assert picture.hex_at(x, y) == number
        assert picture.hex_at(x + zoom.width - 1, y + zoom.height - 1) == number
    assert picture.hex_at(0, 5) is None


def test_terrain_roads_water_and_places_can_be_told_apart_without_color() -> None:
    suez = "\n".join(MapPicture(bh.load(SUEZ), Scene(units={})).text())
    for sign in ("2810*", "2712#", "3413o", "2122^", "2517.", "4811x", "1930+", "≈≈≈≈≈", "~~~~~"):
        assert sign in suez, sign
    assert {"█", "▄", "▐", "▌", "═", "┄"} <= set(suez)
    desert = "\n".join(MapPicture(bh.load(EL_ARISH), Scene(units={})).text())
    for sign in ("2535F", "4620*", "4816T", "4830Y", "4840S", "1930x"):
        assert sign in desert, sign


@every_game
def test_every_code_is_short_and_its_own(game: str) -> None:
    options = bh.game_info(game).options
    loaded: Any = bh.load(game, **dict.fromkeys(options, True))
    counters, found = loaded.counters, codes(loaded)
    assert len(set(found.values())) == len(counters) == len(found)
    assert max(map(len, found.values())) <= 5
    assert all(len(short_strength(loaded, counter)) <= 4 for counter in counters)


def test_a_stack_shows_both_units() -> None:
    session = placed(SUEZ, "anglo_french", "combat", {"js-helicopter": "2517", "1-p": "2517"})
    text = MapPicture(session.game, Scene.of(session)).text()
    assert sum("JS" in line for line in text) == sum("1P" in line for line in text) == 1
    large = "\n".join(MapPicture(session.game, Scene.of(session), ZOOMS[2]).text())
    assert "JS hel1" in large
    assert "1P par4" in large
    said = words.hex_lines(session, "2517")
    assert "1 P: British paratroop battalion, on foot, strength 4" in said
    assert any(line.startswith("JS: British helicopter squadron, in the air") for line in said)


# The screen, by keys


def test_units_are_set_up_and_the_rest_is_deployed() -> None:
    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("tab")
        unit = app.aim.unit
        assert app.aim.verb == "place"
        await pilot.press("enter")
        assert app.session.position.units[unit].isdigit()
        await pilot.press("u")
        assert app.session.position.units[unit] == "off"
        await pilot.press("d")
        await pilot.pause()
        assert "as suggested" in window(app)
        await pilot.press("y")
        await pilot.pause()
        assert app.aim.decision.plain == ("end",)
        await pilot.press("e")
        await pilot.pause()
        assert app.session.to_move == "anglo_french"
        assert "Egypt" in shown(app, "strip")

    play(steps, helpers.session(SUEZ))


def test_boxes_lifts_and_the_ways_of_a_unit() -> None:
    async def steps(app: Any, pilot: Any) -> None:
        await pilot.press("i")
        await pilot.pause()
        await pilot.press("escape")
        app._act(app.aim.choose("1-p", "drop"))
        assert "drops from the air" in shown(app, "notice") or app.notice.text
        await pilot.press("v")
        assert (app.aim.unit, app.aim.verb) == ("1-p", "lift")
        await pilot.press("v")  # from the box nobody is lifted off the map (ruling 20)
        assert app.aim.verb == "drop"
        app.aim.cursor = "2612"
        await pilot.press("enter")
        assert "[9.11] 2612 is city" in shown(app, "notice")
        app.aim.cursor = "2517"
        await pilot.press("enter")
        assert app.session.position.units["1-p"] == "2517"
        app._act(app.aim.choose("2-p", "lift"))
        app.aim.cursor = "2518"
        await pilot.press("enter")
        assert app.session.position.units["js-helicopter"] == "2518"
        await pilot.press("x")
        assert "no engineer" in shown(app, "notice")
        await pilot.press("p")
        await pilot.pause()
        assert "world opinion" in window(app)

    play(steps, started(SUEZ, egypt="x"))


def test_a_crossing_names_engineer_and_hex() -> None:
    game = bh.load(SUEZ)
    side = next(iter(sorted(game.map.hexsides["suez_canal"])))
    near = next(n for n in game.map.grid.neighbors(side[0])
                if game.map.terrain_of(n) not in ("sea", "lake") and n != side[1]
                and tuple(sorted((n, side[0]))) not in game.map.hexsides["suez_canal"])  # fmt: skip
    units = {"3-engineer": side[0], "rs": near}
    aim = Aim(placed(SUEZ, "anglo_french", "movement", units))
    assert "cross 3-engineer" in aim.ways["rs"]
    aim.choose("rs", "move")
    assert str(aim.cross()).startswith("RS: choose the hex on the far bank")
    assert side[1] in aim.goals()
    aim.cursor = side[1]
    aim.enter()
    assert aim.session.position.units["rs"] == side[1]


def test_entering_is_two_steps() -> None:
    session = started(EL_ARISH)
    aim = Aim(session)
    assert str(aim.choose("79-7-tal", "enter")).startswith("79/7/Tal: choose the hex")
    aim.cursor = "4819"
    aim.enter()
    assert (aim.step, aim.unit, aim.verb) == ("onward", "79-7-tal", "move")
    assert aim.cursor == "4819"
    goals = aim.goals()
    assert "4819" in goals
    aim.cursor = goals[0]
    aim.enter()
    assert session.position.units["79-7-tal"] == goals[0]
    assert aim.step == "movement"


FIRST, SECOND = "3430", "3431"  # two Egyptians, and two Israelis next to both of them
ATTACK = {
    "79-7-tal": "3331", "82-7-tal": "3531", "1-tal-artillery": "3435", "14-armor": FIRST,
    "pla-inf": SECOND, "7-artillery": "3428",
}  # fmt: skip


def in_attack(**fields: Any) -> Aim:
    """Return what aims at a hex of Egypt's, in an attack that can have all there is."""
    given = {"turn": 2, "airstrikes": {"air": 5}, **fields}
    session = placed(EL_ARISH, "israel", "combat", ATTACK, **given)
    aim = Aim(session)
    aim.cursor = FIRST
    notice = aim.enter()
    assert aim.draft is not None, notice
    return aim


def test_an_attack_with_range_markers_several_hexes_and_both_tables() -> None:
    aim = in_attack()
    assert {"79-7-tal", "82-7-tal"} & set(aim.attackers)
    assert "1-tal-artillery" in aim.candidates
    assert "1-tal-artillery" not in aim.attackers
    assert aim.draft.more == (SECOND,)
    text = str(widgets.decision_text(aim))
    assert "air 0/5" in text
    aim.cursor = "3435"
    assert "joins" in str(aim.toggle())
    before = aim.odds().attack
    assert str(aim.change_markers(3)) == "air: 3 of 5"
    assert aim.odds().attack == before + 3
    assert {"mobile", "frontal"} == set(aim.odds().tables)
    text = str(widgets.decision_text(aim))
    assert "mobile " in text
    assert "frontal " in text
    assert "of 6" in text
    aim.cursor = SECOND
    assert f"the attack is on {FIRST} and {SECOND}" in str(aim.toggle())
    assert aim.draft.hexes == [FIRST, SECOND]
    assert f"the attack is on {FIRST}" in str(aim.toggle())
    aim.marks()


def test_an_attack_is_fired_protected_and_the_table_chosen() -> None:
    aim = in_attack()
    session = aim.session
    notice = aim.fire()
    while session.to_move not in ("dice", None) and aim.step in ("fpf", "table"):
        said = str(widgets.decision_text(aim))
        if aim.step == "fpf":
            assert session.to_move == "egypt"
            assert "No (more) protective fire" in said
            assert any(choice.startswith("fpf ") for choice in aim.choices())
            aim.next()
            aim.enter()
            assert "protectors" in aim.decision.data["combat"] or aim.step != "fpf"
            if aim.step == "fpf":
                aim.end()
        else:
            assert aim.choices() == ["frontal", "mobile"]
            assert "Frontal assault" in said
            aim.enter()
    assert session.to_move == "dice", notice
    while session.to_move == "dice":
        session.step()
    aim.clear()
    assert any("79/7/Tal" in line.event.text for line in session.log)


def test_a_stack_is_added_one_by_one() -> None:
    units = {"1-p": "2517", "js-helicopter": "2517", "3ng-inf": "2516"}
    aim = Aim(placed(SUEZ, "anglo_french", "combat", units, airstrikes={}))
    aim.cursor = "2516"
    aim.enter()
    assert aim.attackers == ["1-p", "js-helicopter"]
    assert aim.draft.must
    aim.cursor = "2517"
    seen = []
    for _ in range(4):
        aim.toggle()
        seen.append(tuple(aim.attackers))
    assert len(set(seen)) == 4
    aim.toggle()
    assert aim.attackers == []
    assert "at least one attacker" in str(aim.fire())
    aim.toggle()
    assert aim.obstacle is not None
    assert aim.obstacle.case in str(widgets.decision_text(aim))


@pytest.mark.slow_for("el-arish-67-2")
@pytest.mark.parametrize(("game", "seed"), [(SUEZ, 3), (EL_ARISH, 2)])
def test_keys_alone_play_on(game: str, seed: int) -> None:
    """What the screen offers leads through a game; every kind of decision is looked at."""
    rng = random.Random(seed)
    session = started(game)
    aim = Aim(session)
    steps: set[str] = set()
    for count in range(1500 if JIT else 60):
        while not session.waits_for_person and session.step() is not None:
            aim.clear()
        if session.is_over:
            break
        if aim.step not in steps or count % 60 == 0:
            steps.add(aim.step)
            look(aim, rng)
        key = rng.random()
        if key < 0.35:
            aim.next(rng.choice((1, 1, 1, -1)))
        elif key < 0.40 and aim.decision.hexes:
            aim.cursor = rng.choice([h for found in aim.decision.hexes.values() for h in found])
            aim.cursor = aim.cursor if len(aim.cursor) == 4 else "2517"
        elif key < 0.50 and aim.goals():
            aim.cursor = rng.choice(aim.goals())
        elif key < 0.54 and aim.moving:
            aim.next_way()
        elif key < 0.78:
            aim.enter()
        elif key < 0.82:
            aim.toggle()
        elif key < 0.85:
            aim.change_markers(1)
        elif key < 0.92:
            aim.fire()
        elif not aim.forgotten() or rng.random() < 0.6:
            aim.end()
    if JIT:
        assert {"movement", "combat", "retreat", "fpf"} <= steps


@pytest.mark.slow
def test_windows_and_the_night() -> None:
    async def steps(app: Any, pilot: Any) -> None:
        assert "NIGHT" in shown(app, "headline")
        await pilot.press("question_mark")
        await pilot.pause()
        assert "airstrikes and naval guns" in window(app)
        await pilot.press("escape", "r", *"fpf")
        await pilot.pause()
        await pilot.press("escape", "z", "z", "z", "t")

    fields = {"airstrikes": {"air": 2}}
    start = {"turn": 4, "side": "israel", "phase": "movement", **fields}
    play(steps, helpers.session(EL_ARISH, start=start))


# The line mode

PLACED = "".join(f"place {unit} {hex_}\n" for unit, hex_ in SUEZ_SETUP.items())
SCRIPTS = {
    SUEZ: PLACED
    + """end
map 2612
hex 2612
why 1-p 2612
why drop 1-p 2416
drop 1-p 2416
undo
drop 1-p 2416
legal 2-p
path 2-p 2518 drop
enter js-helicopter 2417
legal
end
odds 2415 with 1-p british-air 3
odds 2415 also 2612 with 1-p
attack 2415 with 1-p british-air 3
points
line
help
units anglo_french
help 9.11
log 2
fire
""",
    EL_ARISH: """deploy
end
enter 79-7-tal 4819 4720
path 82-7-tal 4819 enter
enter 82-7-tal 4819
legal
undo
why move 79-7-tal 4521
points
help 10.4
log 3
""",
}


def test_a_session_at_suez() -> None:
    written = lines(SCRIPTS[SUEZ], helpers.session(SUEZ))
    assert "\x1b" not in written
    assert max(map(len, written.splitlines())) <= 100
    assert "2612 Governorate: city, costs 2" in written
    assert "[9.11] 2612 is city: drops need clear ground" in written
    assert "drop 1-p 2416 is legal" in written
    assert "taken back: drop 1-p 2416" in written
    assert "drop 2-p 1632 1730" in written
    assert "british air" in written
    assert "mobile, column" in written or "frontal, column" in written
    assert "does not stand next to all of the defending hexes" in written
    assert "Egypt: 8 victory points" in written
    assert "there is no line of communication" in written
    assert "british-air N french-air N british-guns french-guns" in written
    assert re.search(r"turn 1, Anglo-French, declare> ", written)


def test_a_session_at_el_arish() -> None:
    written = lines(SCRIPTS[EL_ARISH], helpers.session(EL_ARISH))
    assert max(map(len, written.splitlines())) <= 100
    assert "turn 1, Israel, onward> " in written
    assert "taken back: enter 82-7-tal 4819" in written
    assert "79/7/Tal" in written
    assert "Israel: 0 victory points" in written


@every_game
def test_a_whole_game_between_computers_is_told(game: str) -> None:
    if not JIT:
        pytest.skip("takes minutes in plain Python")
    session = helpers.session(game, players=dict.fromkeys(bh.game_info(game).sides, "x"))
    written = lines("points\nlog 3\n", session)
    assert re.search(r"^(ANGLO-FRENCH WIN|ISRAEL WINS|EGYPT WINS|A DRAW)$", written, re.M)
    assert "victory points" in written
    assert len(session.log) > 100


@every_game
def test_the_help_names_what_there_is(game: str) -> None:
    loaded = bh.load(game)
    text = commands_text(loaded)
    for name in loaded.markers:
        assert name in text
    assert "engineer" in str(keys_text(loaded))
    assert all(command in text for command in ("odds", "why", "path", "points", "undo"))


def test_the_last_turn_is_the_western_sides_secret() -> None:
    fields = {"turn": 8, "last_turn": 9}
    start = {"side": "egypt", "phase": "movement", **fields}
    both = helpers.session(SUEZ, start=start)
    egypt = helpers.session(SUEZ, start=start, players={"anglo_french": "x"})
    west = helpers.session(SUEZ, start=start, players={"egypt": "x"})
    assert words.turn_label(both) == words.turn_label(egypt) == "Turn 8"
    assert words.turn_label(west) == "Turn 8 of 9"
    assert words.turn_label(started(EL_ARISH)) == "Turn 1 of 11"
