"""What a plan is for: intents of every title, headlines of long plans, plans of one kind."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import title_of
from bridgehead.players.advice.hints import _Aims, hint
from bridgehead.players.advice.intents import headline_of, intents_of
from tests.titles.october_war.games import scatter
from tests.titles.october_war.test_hidden import exchange

from .fakes import Oracle

RECORDS = Path(__file__).parents[1] / "records"
SUEZ_1973 = ("across-suez-1980", "across-suez-1995", "across-suez-reprint")
UNITS = {
    "reshef-1": "0112", "matt-2": "1010", "matt-3": "0810", "raviv-1": "0614",
    "16-4": "0910", "16-1": "1604",
}  # fmt: skip


def day(side: str, game_id: str = "across-suez-1980", **units: str) -> Any:
    """Return a position in which the line of communication is open, unless `units` cut it."""
    where = UNITS | {name.replace("_", "-"): at for name, at in units.items()}
    data = {"game": game_id, "turn": 3, "side": side, "phase": "movement", "units": where}
    return bh.load(game_id).position(data)


def texts(position: Any, *plan: str) -> list[str]:
    return [intent.text for intent in intents_of(position, plan)]


@pytest.mark.plain
@pytest.mark.parametrize("game_id", SUEZ_1973)
def test_the_line_of_communication(game_id: str) -> None:
    egypt = day("egypt", game_id)
    assert texts(egypt, "move 16-1 1408") == ["cut the line of communication at 1308 and 1407"], (
        "the unit's zone of control reaches both"
    )
    israel = day("israel", game_id, **{"16_1": "1707"})
    assert texts(israel, "move matt-2 1708") == ["open the line of communication"]
    guarded = [one for one in texts(day("israel", game_id), "move raviv-1 0709") if "line" in one]
    assert guarded == ["guard the line of communication with Raviv 1"]


@pytest.mark.plain
@pytest.mark.parametrize("game_id", SUEZ_1973)
def test_an_attack_has_its_place_by_name_and_its_odds(game_id: str) -> None:
    plan = ["move raviv-1 0616", "end", "attack 0910", "with matt-2", "with matt-3", "fire"]
    assert texts(day("israel", game_id), *plan) == [
        "attack 16/4 at Chinese Farm (0910) with 7 against 2"
    ]


@pytest.mark.plain
def test_crossings_and_units_that_go_out_of_contact() -> None:
    israel = day("israel")
    assert texts(israel, "cross reshef-1", "cross raviv-1") == ["cross the canal with 2 units"]
    assert texts(israel, "move matt-2 1110") == ["withdraw Matt 2"]
    assert texts(day("israel", matt_2="1211"), "move matt-2 1010") == [
        "move Matt 2 up to the enemy"
    ]
    gone = texts(israel, "cross reshef-1", "cross raviv-1", "move matt-2 1110", "move matt-3 0612")
    assert gone == ["cross the canal with 2 units", "withdraw Matt 2 and Matt 3"]


RECORDED = [
    ("el-arish-egypt", 69, 3, ["attack 1/2 infantry at Umm Katef (4444) with 4 against 6"]),
    ("el-arish-egypt", 254, 1, ["leave Rafiah (4620)"]),
    ("el-arish-egypt", 1101, 1, ["occupy Abu Aweiqla (3844)"]),
    ("el-arish-even", 472, 47, ["take 7 units off the map for 7 points"]),
    ("el-arish-even", 2, 81, ["bring on 37 units", "hold back 4 units"]),
    ("suez-egypt", 2, 7, ["drop 1 RCP and 2 P at 3114 and 1829"]),
    ("suez-egypt", 73, 7, ["take 1 Cdo off the map for 2 points"]),
    ("suez-egypt", 113, 6, ["land 2 Cdo at 2216"]),
    ("suez-even", 200, 1, ["occupy Coastguard Barracks (2415)"]),
    ("october-whole", 83, 7, ["take Mafzeah"]),
    ("october-whole", 31, 22, ["lay a bridge to Mafzeah"]),
    ("october-whole", 726, 1, ["leave Kudna"]),
    ("october-whole-won", 911, 7, ["take back Fort 107"]),
    ("october-whole-won", 612, 4, ["raid Makhshir"]),
    ("october-egyptian-casualties", 122, 1, ["attack at Mafzeah"]),
]


@pytest.mark.parametrize(("name", "at", "length", "told"), RECORDED)
def test_what_was_done_in_recorded_games(name: str, at: int, length: int, told: list[str]) -> None:
    record = Record.load(RECORDS / f"{name}.json")
    found = texts(record.position_at(at), *record.actions[at : at + length])
    assert [one for one in found if one in told] == sorted(told, key=found.index), found


def test_a_unit_that_has_to_retreat_is_not_withdrawn() -> None:
    position = Record.load(RECORDS / "el-arish-even.json").position_at(112)
    assert texts(position, "retreat 2-armor 3744", "retreat 2-armor 3643") == [
        "leave Abu Aweiqla (3844)"
    ]


@pytest.mark.plain
def test_a_long_plan_has_a_headline_of_three_intents_in_the_order_of_their_weight() -> None:
    israel = day("israel", **{"16_1": "1707"})
    plan = ["move matt-2 1708", "move matt-3 0612", "move raviv-1 0709", "cross reshef-1"]
    found = intents_of(israel, plan)
    assert [one.weight for one in found] == sorted((one.weight for one in found), reverse=True)
    assert headline_of(israel, plan, found) == (
        "Cross the canal with 1 unit, open the line of communication, withdraw Matt 3."
    )
    assert headline_of(israel, plan[:3], intents_of(israel, plan[:3])) == "", "it is short"


@pytest.mark.plain
def test_an_attack_by_many_is_one_deed_and_no_long_plan() -> None:
    attack = ["end", "attack 0910", "with matt-2", "with matt-3", "fire"]
    assert headline_of(day("israel"), attack, intents_of(day("israel"), attack)) == ""


@pytest.mark.plain
@pytest.mark.plain
def test_units_are_named_in_the_order_of_the_places_where_they_land() -> None:
    record = Record.load(RECORDS / "reprint-with-all-options-bridge-moved.json")
    plan = record.actions[252:262]
    assert [text for text in plan if text.startswith("land")] == [
        "land i-130 1014",
        "land 2-1 0305",
    ]
    assert texts(record.position_at(252).copy(), *plan)[0] == "land I/130 and 2/1 at 1014 and 0305"


def test_plans_for_the_same_are_one_and_other_lines_have_other_intents() -> None:
    israel = day("israel")
    fire = ["end", "attack 0910", "with matt-2"]
    both = ["move raviv-1 0616", *fire, "with matt-3", "fire"]
    elsewhere = ["move raviv-1 0615", *fire, "with matt-3", "fire"]
    stronger = ["move raviv-1 0911", *fire, "with matt-3", "with raviv-1", "fire"]
    hopeless = ["move raviv-1 0616", *fire, "fire"]
    across = ["cross raviv-1", "cross reshef-1", "end", "end"]
    plans = ((both, 0.6), (elsewhere, 0.59), (stronger, 0.58), (hopeless, 0.57), (across, 0.4))
    found = hint(israel, Oracle(plans=plans))
    assert [list(line.plan) for line in found.lines] == [both, across]
    only = hint(israel, Oracle(plans=plans[:4]))
    assert [list(line.plan) for line in only.lines] == [both, stronger], "at other odds"
    far = hint(israel, Oracle(plans=((both, 0.9), (stronger, 0.88), (across, 0.4))))
    assert [list(line.plan) for line in far.lines] == [both, stronger], "the other is far worse"
    told = found.to_dict()["lines"][0]["intents"]
    assert told == [
        {"kind": "attack", "text": "attack 16/4 at Chinese Farm (0910) with 7 against 2"}
    ]


@pytest.mark.plain
def test_long_plans_that_differ_by_one_move_are_one_even_if_they_are_for_nothing() -> None:
    israel = day("israel", amir_1="0715")
    moves = ["move raviv-1 0615", "move amir-1 0716", "move raviv-1 0616", "move amir-1 0717"]
    plan, nearly, other = [*moves, "end"], ["move raviv-1 0515", *moves[1:], "end"], moves[:2]
    lines = hint(israel, Oracle(plans=((plan, 0.6), (nearly, 0.5), (other, 0.4)))).lines
    assert [list(line.plan) for line in lines] == [plan, nearly, other]
    many = [*(f"move raviv-1 06{n}" for n in range(13, 20)), "end"]
    lines = hint(israel, Oracle(plans=((many, 0.6), (["move raviv-1 0515", *many[1:]], 0.5)))).lines
    assert [list(line.plan) for line in lines] == [many]


@pytest.mark.plain
def test_short_decisions_are_told_apart_by_what_they_do() -> None:
    israel = day("israel")
    lines = hint(israel, Oracle(plans=((["cross reshef-1"], 0.6), (["cross raviv-1"], 0.5)))).lines
    assert [line.action for line in lines] == ["cross reshef-1", "cross raviv-1"]


@pytest.mark.plain
def test_every_intent_is_of_a_verb_of_its_title_and_can_be_told() -> None:
    for info in bh.games():
        book = title_of(info.id).phrasebook
        assert set(book.intents) <= set(book.phrases)
        for phrase in book.intents.values():
            assert "{" not in phrase.text.format(units="A", places="B")


def test_a_thinker_prefers_plans_of_other_kinds() -> None:
    position = bh.load("across-suez-1980").start()
    thinker = players.thinker(position.game, "general@60n", seed=1)
    aims = _Aims(position, thinker)
    alike = {aims.kind_or_plan(line.plan) for line in thinker.think(position).lines}
    thinker = players.thinker(position.game, "general@60n", seed=1)
    thinker.tell_apart(aims.kind_or_plan)
    apart = [aims.kind_or_plan(line.plan) for line in thinker.think(position).lines]
    assert len(set(apart)) >= len(alike)
    assert apart[: len(set(apart))] == list(dict.fromkeys(apart)), "the kinds come first"
    lines = hint(position, thinker).lines
    assert len({line.headline for line in lines}) == len(lines)


def test_what_is_hidden_changes_no_intent() -> None:
    compared = 0
    for seed in range(12):
        position = scatter("fog", seed)
        if position.to_move in (None, "dice"):
            continue
        twin = exchange(position, position.to_move, random.Random(seed))
        if twin is None or twin == position:
            continue
        found = []
        for one in (position, twin):
            thinker = players.thinker(one.game, "general@6n", 5)
            plan = thinker.think(one).lines[0].plan
            found.append((plan, _Aims(one, thinker).of(plan), _Aims(one, thinker).headline(plan)))
        assert found[0] == found[1]
        compared += 1
        if compared == 2:
            break
    assert compared
