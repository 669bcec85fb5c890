"""Positions given as data that cannot be: each is refused with its field and the reason."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import bridgehead as bh
from bridgehead.core.kernels.kernel import JIT

pytestmark = [pytest.mark.plain]

SUEZ: Any = bh.load("suez-56")
SINAI: Any = bh.load("el-arish-67")
UNITS = {
    "1-p": "4211", "2-p": "4210", "33-p-artillery": "4012", "js-helicopter": "4211",
    "3-p": "off", "4-inf": "4311", "1r-inf": "4412", "ps-antiaircraft": "4611",
    "militia-1": "off", "ps-coastal": "2510",
}  # fmt: skip


def position(**fields: Any) -> dict[str, Any]:
    return {"game": "suez-56", "turn": 3, "units": UNITS, **fields}


def combat(**fields: Any) -> dict[str, Any]:
    """Return a position in a combat, after its roll by default."""
    fight = {
        "step": "retreat",
        "aims": ["4311"],
        "attackers": {"1-p": "4211"},
        "result": "D2",
        "due": {"4-inf": 2},
    }
    found = {**fight, **fields}
    return position(
        phase="combat", combat={name: value for name, value in found.items() if value != "-"}
    )


def sinai(**fields: Any) -> dict[str, Any]:
    units = {"2-ba-tal": "4521", "14-armor": "4421", "1-ma": "off", "3-armor": "off"}
    return {"game": "el-arish-67", "turn": 3, "units": units, **fields}


def game_of(data: Any) -> Any:
    return SINAI if isinstance(data, dict) and data.get("game") == SINAI.id else SUEZ


def test_what_the_bad_ones_are_made_of_is_good() -> None:
    assert SUEZ.position(position()).step == "movement"
    assert SUEZ.position(combat()).to_move == "egypt"
    assert SINAI.position(sinai()).to_move == "israel"
    assert SINAI.position(sinai(phase="start")).step == "air roll"


@pytest.mark.parametrize(
    ("fields", "step"),
    [
        ({"step": "declare", "attackers": {}, "result": "-", "due": "-"}, "declare"),
        ({"step": "roll", "result": "-", "due": "-"}, "roll"),
        ({"step": "table", "result": "-", "due": "-"}, "table"),
        ({"step": "fpf", "result": "-", "due": "-"}, "fpf"),
        ({"step": "loss", "result": "EX", "due": "-", "loss_due": 2}, "loss"),
    ],
)
def test_a_combat_can_be_given_at_every_step(fields: dict[str, Any], step: str) -> None:
    found = SUEZ.position(combat(**fields))
    assert found.step == step
    assert SUEZ.position(found.to_dict()) == found
    jsonschema.Draft202012Validator(SUEZ.schema()).validate(found.to_dict())


MANY = {"units": {**UNITS, "militia-1": "4311"}}
REFUSED: dict[str, tuple[Any, str]] = {
    "a list": ([], "a position is an object of fields, not []"),
    "nothing": (None, "a position is an object of fields, not None"),
    "no game": ({"turn": 2}, "position, game: is missing: a position must name its game"),
    "another game": ({"game": "suez-57"}, "position, game: is 'suez-57', not 'suez-56'"),
    "another format": (position(format=2), "position, format: is 2; this version reads format 1"),
    "unknown field": (position(weather="hot"), "position, weather: is unknown; there are format"),
    "options it has not": (position(options=["what_if"]), "position, options: are ['what_if']"),
    "another map": (position(map={"digest": "00"}), "position, map: differs from the game's"),
    "map a text": (position(map="mine"), "position, map: is 'mine'; it must be an object"),
    "turn 0": (position(turn=0), "position, turn: is 0; there are turns 1 to 12"),
    "turn 13": (position(turn=13), "position, turn: is 13"),
    "turn a truth": (position(turn=True), "position, turn: is True"),
    "side unknown": (
        position(side="israel"),
        "position, side: is 'israel'; it must be one of anglo_fr",
    ),
    "phase unknown": (
        position(phase="supply"),
        "position, phase: is 'supply'; it must be one of setup",
    ),
    "phase a list": (position(phase=["combat"]), "position, phase: is ['combat']"),
    "a step of another phase": (
        position(phase="start", step="onward"),
        "position, step: is 'onward'; it must be one of air roll, withdrawal, militia roll, "
        "militia",
    ),
    "a step where there is one": (position(phase="combat", step="combat"), "is not said in the"),
    "a withdrawal at Suez": (
        position(phase="start", side="egypt", step="withdrawal"),
        "position, phase: start: there is no withdrawal of egypt in turn 3",
    ),
    "airstrikes rolled for at Suez": (
        position(phase="start", side="anglo_french"),
        "there is no air roll",
    ),
    "airstrikes rolled for in turn 1": (sinai(phase="start", turn=1), "there is no air roll"),
    "set-up later on": (position(phase="setup"), "there is no setup of egypt in turn 3"),
    "a decision before turn 6": (position(phase="end"), "there is no continue of egypt in turn 3"),
    "units a list": (position(units=["1-p"]), "position, units: is ['1-p']; it must be an object"),
    "unknown unit": (
        position(units={"1-q": "4211"}),
        "position, units: '1-q' is not a unit of suez",
    ),
    "unknown hex": (position(units={"1-p": "9999"}), "position, units, 1-p: '9999' is not a hex"),
    "hex a number": (position(units={"1-p": 4211}), "position, units, 1-p: 4211 is no string"),
    "unit at sea": (position(units={"1-p": "1704"}), "1-p on 1704: no unit can stand in sea"),
    "unit in the lake": (position(units={"1-p": "2125"}), "no unit can stand in lake"),
    "two units in a hex": (
        position(units={"1-p": "4211", "2-p": "4211"}),
        "position, units: 1-p and 2-p cannot all be on 4211",
    ),
    "three with helicopters": (
        position(units={"1-p": "4211", "js-helicopter": "4211", "845-helicopter": "4211"}),
        "cannot all be on 4211",
    ),
    "enemies in a hex": (
        position(units={"1-p": "4211", "4-inf": "4211"}),
        "position, units: 4-inf and 1-p are enemies, and both on 4211",
    ),
    "militia stacked in combat": (position(side="egypt", phase="combat", **MANY), "cannot all be"),
    "an Egyptian who left": (position(units={"4-inf": "exited"}), "4-inf cannot have left the map"),
    "marks a text": (
        position(moved="1-p"),
        "position, moved: is '1-p'; it must be a list of units",
    ),
    "marks of nobody": (position(moved=["1-q"]), "position, moved: '1-q' is not a unit"),
    "landed twice": (
        position(landed=["1-p"], brought_over=["1-p"]),
        "position, brought_over: 1-p is in landed too",
    ),
    "a flag a number": (
        position(amphibious=1),
        "position, amphibious: is 1; it must be true or false",
    ),
    "too many drops": (position(drops=3), "position, drops: is 3; it must be a number from 0 to 2"),
    "dropping in combat": (position(phase="combat", dropping=True), "position, dropping: belongs"),
    "entered at Suez": (position(entered={"4211": 1}), "4211 is no hex by which units enter"),
    "entered by nobody": (sinai(entered={"4820": -1}), "position, entered: 4820: -1 is no number"),
    "a column unknown": (sinai(columns={"5": "1940"}), "position, columns: '5' enters by no hex"),
    "a column inland": (sinai(columns={"3": "3040"}), "position, columns: '3' enters by no hex"),
    "nobody entering": (sinai(step="onward"), "position, entering: is missing at the step onward"),
    "entering while moving": (
        sinai(entering={"unit": "1-ma", "hex": "4820"}),
        "position, entering: holds unit and hex, and belongs to the step onward",
    ),
    "entering from the map": (
        sinai(step="onward", entering={"unit": "2-ba-tal", "hex": "4820"}),
        "position, entering: 2-ba-tal does not enter by 4820",
    ),
    "infantry placed as militia": (position(placed=["4-inf"]), "position, placed: is a list of mi"),
    "airstrikes of a name it has not": (
        position(airstrikes={"air": 3}),
        "position, airstrikes: 'air' is none; british-air, french-air",
    ),
    "airstrikes less than none": (
        position(airstrikes={"french-air": -1}),
        "position, airstrikes, french-air: is -1; it must be a number from 0 to 99",
    ),
    "guns at El Arish": (sinai(guns_used=["british-guns"]), "list of naval guns: none in this ga"),
    "dice while moving": (sinai(air_dice=1), "position, air_dice: belongs to the step air roll"),
    "cities of the desert": (
        position(western_cities=["4211"]),
        "position, western_cities: 4211 is no city hex of Suez '56",
    ),
    "the last turn too early": (position(last_turn=9), "position, last_turn: cannot be 9 in turn"),
    "the last turn gone": (position(turn=9, last_turn=8), "last_turn: cannot be 8 in turn 9"),
    "a last turn 13": (position(turn=9, last_turn=13), "last_turn: is 13; it is a turn from 7 to"),
    "points for nothing": (position(ledger={"luck": 1}), "position, ledger: 'luck' is unknown"),
    "a third of a point": (position(ledger={"continuation": 0.3}), "0.3 is no number of points"),
    "combat in movement": (
        {**combat(), "phase": "movement"},
        "position, combat: belongs to the phase combat",
    ),
    "combat a list": ({**combat(), "combat": []}, "position, combat: is []; it must be an object"),
    "combat with weather": (combat(weather="hot"), "position, combat.weather: is unknown"),
    "combat at a step unknown": (
        combat(step="pray"),
        "position, combat.step: is 'pray'; it must be on",
    ),
    "combat about nothing": (
        combat(aims=[]),
        "position, combat.aims: is []; it must be a list of 1",
    ),
    "combat about a hex twice": (combat(aims=["4311", "4311"]), "each once"),
    "combat against nobody": (combat(aims=["4312"]), "there is nobody to attack on one of them"),
    "attacker of the other side": (
        combat(attackers={"1r-inf": "4412"}),
        "position, combat.attackers: 1r-inf ",
    ),
    "attacker from afar": (combat(attackers={"2-p": "4811"}), "is neither adjacent nor in range"),
    "an attacker who is elsewhere": (
        combat(step="roll", attackers={"2-p": "4211"}, result="-", due="-"),
        "2-p cannot take part so from 4211",
    ),
    "nobody attacks": (combat(attackers={}), "position, combat.attackers: is empty"),
    "ranged and adjacent": (combat(ranged=["1-p"]), "names attackers that are not adjacent"),
    "markers unknown": (combat(markers={"air": 2}), "'air' cannot be given here"),
    "markers of the defender": (combat(covers={"french-air": 2}), "cannot be given here"),
    "two naval guns": (
        combat(markers={"french-guns": 2}),
        "french-guns: is 2; it must be a number fro",
    ),
    "infantry protects": (combat(protectors={"1r-inf": "4412"}), "1r-inf gives no protective fire"),
    "a table before it is chosen": (
        combat(step="fpf", table="mobile", result="-", due="-"),
        "position, combat.table: is not known at step fpf",
    ),
    "a table unknown": (
        combat(table="round"),
        "combat.table: is 'round'; it must be one of mobile, fr",
    ),
    "night by day": (combat(night_shift=-1), "combat.night_shift: is -1 at this step"),
    "a night roll by day": (
        combat(step="night roll", result="-", due="-"),
        "position, combat.step: there is no night roll by day",
    ),
    "a result before the roll": (combat(step="roll", due="-"), "is 'D2'; at step roll: none"),
    "a result of another step": (combat(result="DE"), "is 'DE'; at step retreat: A1, BR, AX, D1"),
    "a retreat of nobody": (combat(due="-"), "position, combat.due: belongs to the steps retreat"),
    "a retreat of a bystander": (combat(due={"1r-inf": 1}), "1r-inf does not retreat in this comb"),
    "a retreat too long": (
        combat(due={"4-inf": 5}),
        "4-inf: is 5; it must be a number from 1 to 4",
    ),
    "a mover who is done": (combat(mover="1-p"), "position, combat.mover: 1-p has no step left"),
    "a way too long": (combat(paths={"4-inf": ["4311"] * 6}), "is no way of a retreat"),
    "a chain without one": (
        combat(chain=[{"unit": "4-inf", "hex": "4312"}]),
        "position, combat.chain: is a list of units that wait, at step displace",
    ),
    "a chain of nobody": (
        combat(step="displace", mover="4-inf", chain=[{"unit": "4-inf", "hex": "4312"}]),
        "position, combat.chain: 4-inf cannot wait for 4312",
    ),
    "a loss where none is due": (
        combat(step="loss", result="EX", due="-"),
        "position, combat.loss_due: is 0 at this step",
    ),
    "an advance in a retreat": (combat(advanced=["1-p"]), "combat.advanced: belongs to the step a"),
    "no choice of tables": (
        combat(step="table", attackers={"33-p-artillery": "4012"}, result="-", due="-"),
        "position, combat.step: there is no choice of tables",
    ),
    "over without a result": (
        position(phase="over"),
        "position, result: belongs to the phase over",
    ),
    "a result while it goes on": (position(result={"winner": "egypt"}), "belongs to the phase ov"),
    "won by nobody": (
        position(phase="over", result={"winner": "france"}),
        "position, result: names a winner: anglo_french, egypt, draw",
    ),
    "won by magic": (
        position(phase="over", result={"winner": "egypt", "ending": "magic"}),
        "position, result: has no known ending; one of points, draw, resigned",
    ),
    "a draw that is won": (
        position(phase="over", result={"winner": "egypt", "ending": "draw"}),
        "position, result: egypt does not fit the ending draw",
    ),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_bad_data_is_refused_with_field_and_reason(fault: str) -> None:
    data, message = REFUSED[fault]
    with pytest.raises(bh.InvalidPosition) as refused:
        game_of(data).position(data)
    assert message in str(refused.value)


# Any change of one value of a good position is read or refused, and never anything else.

ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 99),
    st.sampled_from(["", "4211", "4311", "2125", "1-p", "4-inf", "off", "egypt", "combat", "D2"]),
    st.just([]),
    st.just({}),
    st.just(["1-p"]),
    st.just(["4311"]),
    st.just({"1-p": "4211"}),
    st.just({"4-inf": 2}),
)


def _places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else ()
    return [way, *(place for key, below in inside for place in _places(below, (*way, key)))]


GOOD = [
    position(),
    combat(),
    combat(step="roll", result="-", due="-"),
    sinai(),
    sinai(phase="start"),
]


@settings(
    max_examples=300 if JIT else 40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
)
@given(st.data())
def test_a_changed_value_is_read_or_refused(data: st.DataObject) -> None:
    good = json.loads(json.dumps(data.draw(st.sampled_from(GOOD))))
    way = data.draw(st.sampled_from([place for place in _places(good) if place]))
    table = good
    for key in way[:-1]:
        table = table[key]
    table[way[-1]] = data.draw(ODD)
    game = game_of(good)
    try:
        found = game.position(good)
    except bh.InvalidPosition:
        return
    assert game.position(found.to_dict()) == found
    if found.to_move is not None:
        found.push(found.legal_actions()[0])
