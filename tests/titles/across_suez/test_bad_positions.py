"""Positions given as data that cannot be: each is refused with its field and the reason."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bridgehead as bh
from bridgehead.core.kernels.kernel import JIT

pytestmark = [pytest.mark.plain]

GAME: Any = bh.load("across-suez-1980")
UNITS = {"matt-1": "1409", "matt-2": "1408", "baram-4": "off", "16-1": "1509", "16-2": "0910"}


def position(**fields: Any) -> dict[str, Any]:
    return {"game": "across-suez-1980", "turn": 2, "units": UNITS, **fields}


def combat(**fields: Any) -> dict[str, Any]:
    """Return a position in a combat, after its roll by default."""
    fight = {
        "step": "retreat",
        "hex": "1509",
        "target": "16-1",
        "attackers": {"matt-1": "1409"},
        "result": "Dr",
    }
    return position(phase="combat", combat={**fight, **fields})


def test_what_the_bad_ones_are_made_of_is_good() -> None:
    assert GAME.position(position()).phase == "movement"
    assert GAME.position(combat()).to_move == "egypt"


REFUSED: dict[str, tuple[Any, str]] = {
    "a list": ([], "a position is an object of fields, not []"),
    "nothing": (None, "a position is an object of fields, not None"),
    "no game": ({"turn": 2}, "position, game: is missing: a position must name its game"),
    "another game": (
        {"game": "across-suez-1995"},
        "position, game: is 'across-suez-1995', not 'across-suez-1980'",
    ),
    "game a number": ({"game": 1980}, "position, game: is 1980, not 'across-suez-1980'"),
    "another format": (position(format=2), "position, format: is 2; this version reads format 1"),
    "unknown field": (
        position(weather="hot"),
        "position, weather: is unknown; there are format, g",
    ),
    "options it has not": (
        position(options=["marines"]),
        "position, options: are ['marines'], but the game was loaded with ()",
    ),
    "options a text": (position(options="marines"), "position, options: are 'marines'"),
    "another map": (
        position(map={"name": "Mine", "digest": "00"}),
        "position, map: differs from the game's, 'Across Suez, reconstructed terrain'",
    ),
    "turn 0": (position(turn=0), "position, turn: is 0; there are turns 1 to 7"),
    "turn 9": (position(turn=9), "position, turn: is 9; there are turns 1 to 7"),
    "turn a text": (position(turn="2"), "position, turn: is '2'"),
    "turn a truth": (position(turn=True), "position, turn: is True"),
    "turn a fraction": (position(turn=2.0), "position, turn: is 2.0"),
    "turn nothing": (position(turn=None), "position, turn: is None"),
    "side unknown": (
        position(side="syria"),
        "position, side: is 'syria'; it must be one of israel, eg",
    ),
    "side in capitals": (position(side="Israel"), "position, side: is 'Israel'"),
    "phase unknown": (
        position(phase="supply"),
        "position, phase: is 'supply'; it must be one of setup, movement, bombardment, combat, "
        "over",
    ),
    "phase a list": (position(phase=["combat"]), "position, phase: is ['combat']"),
    "bombardment by Israel": (
        position(phase="bombardment", side="israel"),
        "position, phase: bombardment is Egypt's alone, and not at night",
    ),
    "bombardment at night": (
        position(phase="bombardment", side="egypt", turn=1),
        "position, phase: bombardment is Egypt's alone, and not at night",
    ),
    "setting up where nothing is": (
        position(phase="setup", turn=1),
        "position, phase: nothing is set up by the players in this game",
    ),
    "units a list": (position(units=["matt-1"]), "position, units: is an object: unit id to place"),
    "unknown unit": (
        position(units={"matt-9": "1409"}),
        "position, units: 'matt-9' is not a unit of across-suez-1980",
    ),
    "unit of another edition": (
        position(units={"i-35": "1409"}),
        "position, units: 'i-35' is not a unit of across-suez-1980",
    ),
    "two units in a hex": (
        position(units={"matt-1": "1409", "16-1": "1409"}),
        "position, units: 16-1 and matt-1 are both on 1409",
    ),
    "unit in a lake": (
        position(units={"matt-1": "0315"}),
        "position, units: matt-1 on 0315: no unit can stand in lake",
    ),
    "unit in a swamp": (
        position(units={"matt-1": "0313"}),
        "position, units: matt-1 on 0313: no unit can stand in swamp",
    ),
    "unit off the map": (
        position(units={"matt-1": "1801"}),
        "position, units, matt-1: '1801' is not a hex of the map",
    ),
    "unit nowhere": (
        position(units={"matt-1": None}),
        "position, units, matt-1: None is not a hex",
    ),
    "unit on a number": (position(units={"matt-1": 1409}), "position, units, matt-1: 1409 is no s"),
    "Egyptian across": (
        position(units={"16-1": "across"}),
        "position, units: 16-1 cannot be across the canal",
    ),
    "bridge across": (
        position(units={"baram-4": "across"}),
        "position, units: baram-4 cannot be across the canal",
    ),
    "moved a text": (
        position(moved="matt-1"),
        "position, moved: is 'matt-1'; it must be a list of uni",
    ),
    "moved unknown": (position(moved=["matt-9"]), "position, moved: 'matt-9' is not a unit"),
    "landed a number": (position(landed=[5]), "position, landed: 5 is not a unit"),
    "fought an object": (
        position(fought={}),
        "position, fought: is {}; it must be a list of units",
    ),
    "attacked unknown": (position(attacked=[None]), "position, attacked: None is not a unit"),
    "bombarded unknown": (position(bombarded=["x"]), "position, bombarded: 'x' is not a unit"),
    "ferried too many": (
        position(ferried=3),
        "position, ferried: is 3; it must be a number from 0 to 2",
    ),
    "ferried below none": (
        position(ferried=-1),
        "position, ferried: is -1; it must be a number from",
    ),
    "supported a text": (
        position(supported="1"),
        "position, supported: is '1'; it must be a number",
    ),
    "bombardments a truth": (
        position(bombardments=True),
        "position, bombardments: is True; it must be",
    ),
    "bridge open a number": (
        position(bridge_open=1),
        "position, bridge_open: is 1; it must be true or false",
    ),
    "bombarding in movement": (
        position(bombarding="1409"),
        "position, bombarding: belongs to the phase bombardment",
    ),
    "bombarding off the map": (
        position(phase="bombardment", side="egypt", bombarding="1801"),
        "position, bombarding: '1801' is not a hex of the map",
    ),
    "bombarding nobody": (
        position(phase="bombardment", side="egypt", bombarding="0101"),
        "position, bombarding: no unit stands on 0101",
    ),
    "bombarding oneself": (
        position(phase="bombardment", side="egypt", bombarding="1509"),
        "position, bombarding: an Israeli unit is bombarded, none other",
    ),
    "combat a text": (
        position(phase="combat", combat="1509"),
        "position, combat: is '1509'; it must be an object of fields",
    ),
    "combat in movement": (
        position(combat={"hex": "1509"}),
        "position, combat: belongs to the phase combat",
    ),
    "combat with a field more": (combat(odds="3:1"), "position, combat.odds: is unknown"),
    "combat at an unknown step": (
        combat(step="battle"),
        "position, combat.step: is 'battle'; one of attackers, roll, loss, retreat, advance",
    ),
    "combat nowhere": (combat(hex="1801"), "position, combat.hex: '1801' is not a hex of the map"),
    "combat without a hex": (
        position(phase="combat", combat={}),
        "position, combat.hex: None is not a hex of the map",
    ),
    "combat against nobody": (
        position(phase="combat", combat={"hex": "0101"}),
        "position, combat.hex: no unit stands on 0101",
    ),
    "combat against an unknown unit": (combat(target="16-99"), "position, combat.target: '16-99'"),
    "combat against oneself": (
        combat(hex="1408", target="matt-2"),
        "position, combat.target: is on the attacker's own side",
    ),
    "attackers a list": (
        combat(attackers=["matt-1"]),
        "position, combat.attackers: is an object: unit id to the hex it attacks from",
    ),
    "attacker unknown": (combat(attackers={"x": "1409"}), "position, combat.attackers: 'x' is no"),
    "attacker from nowhere": (
        combat(attackers={"matt-1": "1801"}),
        "position, combat.attackers: '1801' is not a hex of the map",
    ),
    "attacker from afar": (
        combat(attackers={"matt-1": "1407"}),
        "position, combat.attackers: matt-1 cannot attack from 1407",
    ),
    "attacker of the other side": (
        combat(attackers={"16-2": "1409"}),
        "position, combat.attackers: 16-2 cannot attack from 1409",
    ),
    "nobody attacks": (combat(attackers={}), "position, combat.attackers: is empty"),
    "support a number": (combat(support=1), "position, support: is 1; it must be true or false"),
    "a result before the roll": (
        combat(step="roll"),
        "position, combat.result: there is none at step roll",
    ),
    "a loss before the roll": (
        combat(step="attackers", result=None, loss_due=2),
        "position, combat.result: there is none at step attackers",
    ),
    "target elsewhere before the roll": (
        combat(step="roll", result=None, target="16-2"),
        "position, combat.target: does not stand on the attacked hex",
    ),
    "no result after the roll": (
        combat(result=None),
        "position, combat.result: is None; at step retreat one of Ar, Dr",
    ),
    "a result of another step": (
        combat(result="De"),
        "position, combat.result: is 'De'; at step retreat one of Ar, Dr",
    ),
    "a loss where none is due": (
        combat(loss_due=2),
        "position, combat.loss_due: is 2 at step retreat",
    ),
    "no loss where one is due": (
        combat(step="loss", result="Ee"),
        "position, combat.loss_due: is 0 at step loss",
    ),
    "a loss below none": (
        combat(step="loss", result="Ee", loss_due=-1),
        "position, combat.loss_due: is -1 at step loss",
    ),
    "a loss of a fraction": (
        combat(step="loss", result="Ee", loss_due=1.5),
        "position, combat.loss_due: is 1.5 at step loss",
    ),
    "a dead defender that stands": (
        combat(step="advance", result="De"),
        "position, combat.target: is not where it is at step advance after De",
    ),
    "nothing to decide": (
        position(
            phase="combat",
            side="israel",
            combat={"step": "attackers", "hex": "1509", "target": "16-1"},
            fought=["matt-1", "matt-2"],
        ),
        "position, combat: leaves nothing to decide at this step",
    ),
    "over without a result": (
        position(phase="over"),
        "position, result: belongs to the phase over, which needs one",
    ),
    "a result while it goes on": (
        position(result={"winner": "egypt"}),
        "position, result: belongs to the phase over, which needs one",
    ),
    "a result in a text": (
        position(phase="over", result="egypt"),
        "position, result: names a winner: israel or egypt",
    ),
    "an unknown winner": (
        position(phase="over", result={"winner": "draw"}),
        "position, result: names a winner: israel or egypt",
    ),
    "an unknown ending": (
        position(phase="over", result={"winner": "egypt", "ending": "sandstorm"}),
        "position, result: has no known ending; one of held, time, bridge moved, bridge lost, res",
    ),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_a_position_that_cannot_be_is_refused(fault: str) -> None:
    data, reason = REFUSED[fault]
    with pytest.raises(bh.InvalidPosition) as caught:
        GAME.position(data)
    assert reason in str(caught.value)


def test_a_position_needs_the_options_of_its_game() -> None:
    game = bh.load("across-suez-reprint", marines=True, commandos=True)
    for options in (["commandos", "marines"], ["marines", "commandos"]):
        given = {"game": "across-suez-reprint", "options": options}
        assert game.position(given) == game.position({"game": "across-suez-reprint"})
    for options in ([], ["marines"], [5], {"marines": True}):
        with pytest.raises(bh.InvalidPosition, match=r"position, options: are .*'marines', 'comma"):
            game.position({"game": "across-suez-reprint", "options": options})


def test_setting_up_belongs_to_israel_in_turn_1() -> None:
    game = bh.load("across-suez-reprint", commandos=True)
    given = {"game": "across-suez-reprint", "phase": "setup"}
    assert game.position(given).phase == "setup"
    for field in ({"turn": 2}, {"side": "egypt"}):
        with pytest.raises(bh.InvalidPosition, match="nothing is set up by the players"):
            game.position(given | field)


# Whatever stands in the fields: a position, or a refusal


UNIT = st.sampled_from([*UNITS, "matt-3", "16-3", "reshev-2"])
HEX = st.sampled_from(["1409", "1408", "1509", "0910", "1508", "0112", "0315", "1801"])
VALUE = (
    st.none()
    | st.booleans()
    | st.integers(-3, 120)
    | st.floats()
    | st.text(max_size=4)
    | UNIT
    | HEX
    | st.sampled_from(["israel", "egypt", "off", "across", "eliminated", "movement", "combat"])
)
ANY = (
    VALUE
    | st.lists(VALUE, max_size=3)
    | st.dictionaries(UNIT | st.text(max_size=4), VALUE, max_size=3)
)
UNIT_LIST = st.lists(UNIT, max_size=3)
FIGHT = st.fixed_dictionaries(
    {"hex": HEX},
    optional={
        "step": st.sampled_from(["attackers", "roll", "loss", "retreat", "advance"]),
        "target": UNIT,
        "attackers": st.dictionaries(UNIT, HEX, max_size=3),
        "support": st.booleans(),
        "result": st.sampled_from(["Ar", "Ae", "Ee", "Dr", "De"]),
        "loss_due": st.integers(0, 9),
    },
)
NEARLY = st.fixed_dictionaries(
    {"game": st.just("across-suez-1980")},
    optional={
        "turn": st.integers(1, 7),
        "side": st.sampled_from(["israel", "egypt"]),
        "phase": st.sampled_from(["movement", "bombardment", "combat", "combat", "over"]),
        "units": st.dictionaries(UNIT, HEX | st.sampled_from(["off", "across"]), max_size=6),
        "moved": UNIT_LIST,
        "landed": UNIT_LIST,
        "fought": UNIT_LIST,
        "attacked": UNIT_LIST,
        "bombarded": st.lists(UNIT, max_size=2),
        "ferried": st.integers(0, 2),
        "supported": st.integers(0, 9),
        "bombardments": st.integers(0, 2),
        "bridge_open": st.booleans(),
        "combat": FIGHT,
        "bombarding": HEX,
        "result": st.fixed_dictionaries({"winner": st.sampled_from(["israel", "egypt"])}),
    },
)
FIELDS = (
    "format", "options", "map", "turn", "side", "phase", "units", "moved", "fought", "ferried",
    "bridge_open", "combat", "bombarding", "result", "to_move", "legal_actions",
)  # fmt: skip


def check(data: Any) -> None:
    """Read data: either they are refused, or the position can be written, read and played."""
    try:
        found = GAME.position(data)
    except bh.InvalidPosition as refusal:
        assert "position" in str(refusal)  # noqa: PT017
        return
    assert GAME.position(json.loads(json.dumps(found.to_dict()))) == found
    for _ in range(3):
        if found.to_move is None:
            break
        actions = found.legal_actions()
        assert len(actions) > 0
        found.push(actions[0])
        found.to_dict()


@settings(
    max_examples=300 if JIT else 40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
@given(NEARLY)
def test_nearly_sound_data_are_a_position_or_refused(data: Any) -> None:
    check(data)


@settings(max_examples=300 if JIT else 40, deadline=None)
@given(st.dictionaries(st.sampled_from(FIELDS), ANY, max_size=3), st.booleans())
def test_any_data_are_a_position_or_refused(fields: Any, fighting: bool) -> None:
    check({**(combat() if fighting else position()), **fields})


@settings(max_examples=200 if JIT else 40, deadline=None)
@given(
    st.sampled_from(["step", "hex", "target", "attackers", "support", "result", "loss_due", "x"]),
    ANY,
)
def test_any_field_of_a_combat_is_read_or_refused(field: str, value: Any) -> None:
    check(combat(**{field: value}))


# What was once let through.

ONCE_LET_THROUGH: dict[str, Any] = {
    "a list as step": combat(step=[]),
    "an object as hex": combat(hex={}),
    "an attacker in a list of hexes": combat(attackers={"matt-1": []}),
    "a list bombarded": position(phase="bombardment", side="egypt", bombarding=[]),
    "a unit in a list of hexes": position(units={"matt-1": []}),
    "a loss beyond all strength": combat(step="loss", result="Ee", loss_due=40_000),
    "a unit named twice in two spellings": position(units={"reshev-2": "1409", "reshef-2": "1408"}),
    "a map that is no object": position(map=5),
    "two attackers from one hex": combat(
        step="roll", result=None, attackers={"matt-1": "1409", "matt-2": "1409"}
    ),
    "an eliminated attacker before the roll": combat(
        step="roll", result=None, attackers={"matt-3": "1409"}
    ),
    "an attacker elsewhere before the roll": combat(
        step="roll", result=None, attackers={"matt-1": "1408"}
    ),
    "a retreat from another hex than the attacked one": combat(target="16-2"),
    "support for Egypt": position(
        phase="combat",
        side="egypt",
        combat={"step": "roll", "hex": "1409", "attackers": {"16-1": "1509"}, "support": True},
    ),
    "support at night": combat(step="roll", result=None, support=True) | {"turn": 1},
    "a loss for a defender that stands": combat(step="loss", result="Ee", loss_due=3),
    "an ending of the other side": position(
        phase="over", result={"winner": "egypt", "ending": "held"}
    ),
}


@pytest.mark.parametrize("fault", ONCE_LET_THROUGH)
def test_what_was_once_let_through(fault: str) -> None:
    with pytest.raises(bh.InvalidPosition):
        GAME.position(ONCE_LET_THROUGH[fault])


def test_three_units_bombarded_are_one_too_many() -> None:
    with pytest.raises(bh.InvalidPosition, match="bombardments"):
        GAME.position(position(bombarded=["matt-1", "matt-2", "16-1"], bombardments=1))
