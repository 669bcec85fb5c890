"""What somebody meets who writes against the Python interface: plain values, exact answers."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

import bridgehead as bh
from bridgehead.titles.october_war.words.names import place_name

pytestmark = [pytest.mark.plain]

ACROSS, SUEZ, SINAI, OCTOBER = "across-suez-1980", "suez-56", "el-arish-67", "october-war"
GAMES = (ACROSS, "across-suez-1995", "across-suez-reprint", SUEZ, SINAI, OCTOBER)


def at(game: str, **fields: Any) -> Any:
    return bh.load(game).position({"game": game, **fields})


def suez(**fields: Any) -> Any:
    """Return a combat phase of Suez '56: British next to Egyptians at 4311."""
    units = {"1-p": "4211", "4-inf": "4311"}
    return at(SUEZ, **{"turn": 3, "phase": "combat", "units": units, **fields})


# Properties


@pytest.mark.parametrize(
    ("game", "name"),
    [(SUEZ, "points"), (SUEZ, "ledger"), (SINAI, "entries"), (OCTOBER, "points"),
     (OCTOBER, "casualties")],
)  # fmt: skip
def test_points_and_the_like_are_plain_dicts(game: str, name: str) -> None:
    found = getattr(bh.load(game).start(), name)
    assert type(found) is dict
    assert json.loads(json.dumps(found)) == found


def test_the_ledger_of_a_position_can_be_given_to_another() -> None:
    ledger = {"anglo_french": {"units exited": 3}, "egypt": {"world opinion": 8, "air drop": 0.5}}
    nested = at(SUEZ, ledger=ledger)
    flat = at(SUEZ, ledger={"units exited": 3, "world opinion": 8, "air drop": 0.5})
    assert nested == flat
    assert nested.ledger == ledger
    assert nested.points == {"anglo_french": 3, "egypt": 8.5}
    assert at(SUEZ, ledger=nested.ledger) == at(SUEZ, ledger=nested.entries) == nested
    schema = jsonschema.Draft202012Validator(bh.load(SUEZ).schema())
    for given in (nested.ledger, nested.entries):
        schema.validate({"game": SUEZ, "ledger": given})
    assert not schema.is_valid({"game": SUEZ, "ledger": {"egypt": {"units exited": 3}}})


@pytest.mark.parametrize(
    ("ledger", "reason"),
    [
        ({"egypt": {"units exited": 3}}, "ledger, egypt: 'units exited' is no entry of this side"),
        ({"egypt": {"gold": 3}}, "ledger, egypt: 'gold' is no entry"),
        ({"israel": {"units exited": 3}}, "'israel' is unknown"),
        ({"egypt": 3}, "ledger, egypt: is 3; it must be an object"),
        ({"egypt": {"air drop": 1}, "air drop": 1}, "'air drop' is given twice"),
        ({"egypt": {"air drop": "many"}}, "air drop: 'many' is no number of points"),
        ({"air drop": float("nan")}, "air drop: nan is no number of points"),
        ({"air drop": float("inf")}, "air drop: inf is no number of points"),
        ({"air drop": 10**400}, "air drop: 1000+ is no number of points"),
    ],
)
def test_a_ledger_that_cannot_be_is_refused(ledger: Any, reason: str) -> None:
    with pytest.raises(bh.InvalidPosition, match=reason):
        at(SUEZ, ledger=ledger)


# An attack in one line


@pytest.mark.parametrize("text", ["attack 4311 fire", "attack 4311 also 4411 fire"])
def test_an_attack_without_an_attacker_is_told_so(text: str) -> None:
    grid = bh.load(SUEZ).map.grid
    beside = min({*grid.neighbors("4311")} & {*grid.neighbors("4411")})
    position = suez(units={"1-p": beside, "4-inf": "4311", "1r-inf": "4411"})
    before = position.copy()
    with pytest.raises(bh.IllegalAction, match="nobody is in the attack yet") as refusal:
        position.push(text)
    assert refusal.value.case == "7.2"
    assert position == before
    assert str(position.why_not(text)) == str(refusal.value)


def test_an_attack_with_nothing_but_a_marker_is_one_line() -> None:
    position = suez(units={"1-p": "3009", "4-inf": "4311"})
    assert position.push("attack 4311 british-air 1") == ["attack 4311", "british-air 1"]


@pytest.mark.parametrize("game", GAMES[:3])
@pytest.mark.parametrize("end", ["fire", "support", "support fire"])
def test_an_attack_of_across_suez_without_an_attacker(game: str, end: str) -> None:
    position = at(game, turn=2, phase="combat", units={"matt-3": "0909", "16-1": "0910"})
    found = position.why_not(f"attack 0910 {end}")
    assert found.case == bh.load(game).case("announcement")
    if end == "fire":
        assert found.reason == "an attack has at least one attacker"
    assert position.why_not("attack 0910 with fire").case == "notation"


@pytest.mark.parametrize(
    ("game", "text", "form"),
    [(ACROSS, "roll 3 4", "roll FACE"), (ACROSS, "move reshef-1 0309 0310", "move UNIT HEX"),
     (SUEZ, "lose 1-p 4211", "lose UNIT"), (OCTOBER, "retreat now", "retreat")],
)  # fmt: skip
def test_too_many_words_are_answered_with_the_form(game: str, text: str, form: str) -> None:
    with pytest.raises(bh.MalformedAction, match=f"has not the form '{form}'"):
        bh.load(game).start().push(text)


# Hexes and units are strings


@pytest.mark.parametrize(
    ("game", "unit", "number", "meant"),
    [(ACROSS, "reshef-1", 210, "0210"), (SUEZ, "1-p", 4211, "4211")],
)
def test_a_hex_that_is_a_number_is_told_to_be_a_string(
    game: str, unit: str, number: int, meant: str
) -> None:
    words = f"{number} is no string: a hex is a string of four digits, as in '{meant}'"
    with pytest.raises(bh.InvalidPosition, match=words):
        at(game, units={unit: number})
    position = at(game, units={unit: meant})
    for ask in (
        lambda: position.odds(number, [unit]),
        lambda: position.movement(unit).why_not(number),
        lambda: position.movement(unit).cost(number),
        lambda: position.game.hex_index(number),
    ):
        with pytest.raises(bh.MalformedAction, match=words):
            ask()
    with pytest.raises(bh.MalformedAction, match="7 is no string: units are named by their ids"):
        position.movement(7)


def test_a_place_that_is_a_number_is_told_to_be_a_string() -> None:
    game = bh.load(OCTOBER)
    with pytest.raises(bh.MalformedAction, match="7 is no string: places are named by their ids"):
        game.grammar.hex(7)
    with pytest.raises(bh.InvalidPosition, match="7 is no string"):
        at(OCTOBER, units={"armor-1": 7})
    with pytest.raises(bh.InvalidPosition, match="7 is no string"):
        at(OCTOBER, morale=[7])


# Odds


def test_odds_against_nobody_are_refused_as_the_attack_is() -> None:
    across = at(ACROSS, turn=2, phase="combat", units={"matt-3": "0909", "16-1": "0910"})
    for position, attackers in ((across, ["matt-3"]), (suez(), ["1-p"])):
        empty = "0908" if position is across else "4212"
        with pytest.raises(bh.IllegalAction) as refusal:
            position.odds(empty, attackers)
        assert str(refusal.value) == str(position.why_not(f"attack {empty}"))
        target = "0910" if position is across else "4311"
        with pytest.raises(bh.IllegalAction) as refusal:
            position.odds(target, [])
        assert str(refusal.value) == str(position.why_not(f"attack {target} fire"))
    assert refusal.value.case == "7.2"


def test_odds_refuse_an_attacker_for_the_reason_that_the_attack_does() -> None:
    units = {"1-p": "4211", "2-p": "3109", "4-inf": "4311", "33-p-artillery": "1830"}
    position = suez(units=units)
    position.push("attack 4311")
    for unit in ("2-p", "33-p-artillery"):
        with pytest.raises(bh.IllegalAction) as refusal:
            position.odds("4311", [unit])
        assert str(refusal.value) == str(position.why_not(f"with {unit}"))


def test_odds_tell_the_tables_that_apply() -> None:
    position = suez()
    assert set(position.odds("4311", ["1-p"]).tables) == {"mobile", "frontal"}
    for table in ("mobile", "frontal"):
        found = position.odds("4311", ["1-p"], table=table)
        assert (list(found.tables), found.on) == ([table], table)
    egypt = suez(side="egypt")
    assert list(egypt.odds("4211", ["4-inf"]).tables) == ["frontal"]
    with pytest.raises(bh.IllegalAction, match="this attack is on the frontal table") as refusal:
        egypt.odds("4211", ["4-inf"], table="mobile")
    assert refusal.value.case == "7.8"
    position.push("attack 4311 with 1-p fire")
    while position.step != "table":
        position.push(position.legal_actions()[-1])
    assert set(position.pending_odds().tables) == {"mobile", "frontal"}
    position.push("frontal")
    assert list(position.pending_odds().tables) == ["frontal"]


def test_the_docstrings_of_odds_say_that_duties_are_not_checked() -> None:
    assert "Duties are not checked" in type(suez()).odds.__doc__
    assert "must attack in turn 1" in type(at(ACROSS)).odds.__doc__


# The whole of a position


# what only some decisions have, and so is left out where none of them is pending
OF_SOME = {
    "across-suez": {"combat", "bombarding", "result"},
    SUEZ: {"combat", "entering", "result", "step"},
    SINAI: {"combat", "entering", "result", "step"},
    OCTOBER: {"result", "owner", "event_unit", "sam", "flyer", "shown", "shooter", "landing",
              "target", "battle"},
}  # fmt: skip


@pytest.mark.slow_for("el-arish-67", "suez-56")
@pytest.mark.parametrize("game", GAMES)
def test_a_full_position_says_every_field(game: str) -> None:
    loaded = bh.load(game)
    schema = loaded.schema()
    wanted = set(schema["properties"]) - OF_SOME.get(game, OF_SOME["across-suez"])
    position = loaded.start()
    for _ in range(12):
        full = position.to_dict(full=True)
        jsonschema.Draft202012Validator(schema).validate(full)
        assert wanted <= set(full)
        assert position.to_dict().items() <= full.items()
        assert loaded.position(full) == position
        position.push(position.legal_actions()[-1])


def test_a_full_position_in_a_combat_and_after_the_end() -> None:
    position = suez()
    position.push("attack 4311 with 1-p fire")
    for _ in range(2):
        full = position.to_dict(full=True)
        assert bh.load(SUEZ).position(full) == position
        assert full["drops"] == 0
        assert full["privilege"] is False
        if position.result is None:
            position.push("resign") if position.to_move != "dice" else None
    across = at(ACROSS, turn=2, phase="combat", units={"matt-3": "0909", "16-1": "0910"})
    across.push("attack 0910 with matt-3")
    assert bh.load(ACROSS).position(across.to_dict(full=True)) == across
    across.push("resign")
    assert bh.load(ACROSS).position(across.to_dict(full=True)) == across


# Moves that nobody can make


def october() -> tuple[Any, Any]:
    game: Any = bh.load(OCTOBER)
    return game, game.board[0]


def test_a_move_through_an_objective_is_refused_by_its_rule() -> None:
    game, b = october()
    position = game.position({"game": OCTOBER, "turn": 2})
    stops = [p for p in range(int(b.points)) if b.stop_all[p] and b.passes[p] < 0]
    assert stops
    unit = next(action.split()[1] for action in position.legal_actions() if "move " in action)
    for p in stops:
        near = [int(q) for q in b.neighbor[p, : b.degree[p]]]
        text = f"move {unit} {game.places[near[0]]} {game.places[p]} {game.places[near[-1]]}"
        found = position.why_not(text)
        assert found is not None
        assert not isinstance(found, bh.MalformedAction)
        if not b.stop_all[near[0]]:
            assert found.case == "13.5", (text, str(found))
            assert place_name(game, game.places[p]) in found.reason


def test_a_move_between_points_that_no_route_joins_is_refused_by_its_rule() -> None:
    game, b = october()
    position = game.position({"game": OCTOBER, "turn": 2})
    start = next(p for p in range(int(b.points)) if not b.stop_all[p] and b.degree[p] > 1)
    near = set(b.neighbor[start, : b.degree[start]].tolist())
    far = next(p for p in range(int(b.points)) if p != start and p not in near)
    names = game.places[start], game.places[far]
    found = position.why_not(f"move armor-1 {names[0]} {names[1]}")
    assert (found.case, type(found)) == ("13.3", bh.IllegalAction)
    told = [place_name(game, name) for name in names]
    assert f"no route joins {told[0]} and {told[1]}" in found.reason
    area = position.why_not("move armor-1 israeli-reserve tasa")
    assert (area.case, area.reason) == ("25.3", "a move ends in the Israeli Reserve")
