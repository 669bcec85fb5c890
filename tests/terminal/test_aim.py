"""What the screen offers leads through whole games: keys alone, no action text typed."""

import random

import pytest

import bridgehead as bh
from bridgehead.terminal.hexes import panels as widgets
from bridgehead.terminal.hexes import words
from bridgehead.terminal.hexes.aim import Aim
from bridgehead.terminal.hexes.mapview import ZOOMS, MapPicture, Scene
from bridgehead.terminal.hexes.session import HexSession as Session
from bridgehead.terminal.screen.panels import log_text

from ..tiers import first
from . import helpers

OPTIONS = dict.fromkeys(bh.game_info(helpers.REPRINT).options, True)


def look(aim: Aim, rng: random.Random) -> None:
    """Look at everything that the screen would show."""
    marks = aim.marks()
    scene = Scene.of(aim.session, marks, aim.cursor)
    MapPicture(aim.session.game, scene, rng.choice(ZOOMS))
    for text in (
        widgets.headline(aim.session),
        widgets.strip_text(aim.session),
        widgets.details_text(aim),
        widgets.decision_text(aim),
        log_text(aim.session, 8, 30),
    ):
        assert str(text) or not aim.session.log
    assert len(widgets.hints(aim)) <= 100


@pytest.mark.parametrize(
    ("game", "options", "seed"),
    first(1, [(helpers.REPRINT, OPTIONS, 3), (helpers.Y1980, {}, 1), ("across-suez-1995", {}, 2)]),
)
def test_keys_alone_play_a_whole_game(game, options, seed):
    rng = random.Random(seed)
    session = helpers.session(game, **options)
    aim = Aim(session)
    hexes = list(session.game.map.grid.hexes())
    for count in range(4000):
        while not session.waits_for_person and session.step() is not None:
            aim.clear()
        if session.is_over:
            break
        if count % 25 == 0:
            look(aim, rng)
        key = rng.random()
        if key < 0.35:
            aim.next(rng.choice((1, 1, 1, -1)))
        elif key < 0.45:
            aim.cursor = rng.choice(hexes)
        elif key < 0.55 and aim.goals():
            aim.cursor = rng.choice(aim.goals())
        elif key < 0.80:
            aim.enter()
        elif key < 0.84:
            aim.toggle()
        elif key < 0.87:
            aim.toggle_support()
        elif key < 0.93:
            aim.fire()
        elif key < 0.95:
            aim.cross()
        else:
            assert isinstance(aim.forgotten(), list)
            aim.end()
    assert session.is_over, count
    assert words.result_lines(session)


def test_a_person_plays_recruit():
    loaded = bh.load(helpers.Y1980)
    session = Session(bh.Record.new(loaded, "seeded", seed=1), {"egypt": "recruit"}, seed=4)
    while not session.is_over:
        if session.step() is None:
            actions = session.position.legal_actions()
            session.do("end" if "end" in actions else actions[0])
    assert session.position.result.winner == "egypt"


def test_every_refusal_has_a_case():
    session = helpers.session(start=helpers.DAY)
    aim = Aim(session)
    aim.choose("reshef-1", "move")
    for number in session.game.map.grid.hexes():
        aim.cursor = number
        refusal = aim.refusal(number)
        if number in aim.goals() or number == "0210":
            assert refusal is None
        else:
            assert refusal is not None
            assert refusal.case


def test_an_attack_begins_with_the_smallest_force_and_says_who_is_needed_where_he_stands():
    units = {"14-armor": "4620", "7-armor": "4721", "79-7-tal": "4720"}
    start = {"turn": 2, "side": "egypt", "phase": "combat", "units": units}
    aim = Aim(helpers.session("el-arish-67", start))
    aim.go("4720")
    aim.enter()
    assert aim.attackers == ["14-armor", "7-armor"]
    warning = "Only 14 armor holds Rafiah (4620): an attack may make it retreat or advance."
    assert warning in str(widgets.decision_text(aim))
    crowd = {"reshef-1": "0510", "reshef-2": "0512", "reshef-3": "0411", "keren-1": "0611",
             "keren-2": "0610", "16-8": "0511"}  # fmt: skip
    aim = Aim(
        helpers.session(helpers.Y1980, {**start, "turn": 5, "side": "israel", "units": crowd})
    )
    aim.go("0511")
    aim.enter()
    assert len(aim.candidates) == 5
    assert aim.attackers == ["reshef-1", "keren-1"]
