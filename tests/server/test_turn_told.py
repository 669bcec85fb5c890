"""The other side's last turn in a few lines, and the battles of the phase."""

from __future__ import annotations

from typing import Any

import pytest

import bridgehead as bh
from bridgehead.server.views.story import Story, tell
from bridgehead.server.views.turn_told import battles_of_phase, turn_told
from tests.web.positions import record, until

pytestmark = pytest.mark.plain


def story(name: str, count: int, side: str) -> Story:
    return tell(bh.Record.from_dict(until(name, count)), side)


@pytest.fixture(scope="module")
def egypts() -> Story:
    """Return a game as Egypt reads it, at the beginning of its first turn."""
    return story("1980-held", 53, "egypt")


def kinds(told: dict[str, Any]) -> list[str]:
    return [line["kind"] for line in told["lines"]]


def test_moves_battles_and_losses_are_told_with_their_places(egypts: Story) -> None:
    told = turn_told(egypts, "egypt")
    assert told is not None
    assert {name: told[name] for name in ("side", "turn", "from", "to", "fresh")} == {
        "side": "israel", "turn": 1, "from": 0, "to": 53, "fresh": True,
    }  # fmt: skip
    assert kinds(told) == ["moves", *["battle"] * 7, "lost"]
    moves, first, *_, lost = told["lines"]
    assert moves["count"] == 8
    assert first["text"] == "Reshef 1, Matt 2 attack 16/1 on 0512: defender retreats (Dr)."
    assert first["places"] == ["0411", "0612", "0512"]
    assert (lost["side"], lost["count"]) == ("egypt", 2)


def test_arrows_go_where_units_went_and_attacked(egypts: Story) -> None:
    told = turn_told(egypts, "egypt")
    assert told is not None
    arrows = [(one["from"], one["to"], one["kind"]) for one in told["arrows"]]
    assert arrows[0] == ("0210", "0411", "goes")
    assert ("0411", "0512", "attacks") in arrows
    assert ("1110", "1109", "goes") in arrows  # a retreat


def test_an_attack_on_two_hexes_has_an_arrow_to_each() -> None:
    """[MEB 7.4] A place that is attacked with another one attacks nothing, and nobody moves."""
    start = {
        "turn": 2, "side": "israel", "phase": "combat",
        "units": {"sc-helicopter": "4620", "14-armor": "4521", "pla-inf": "4520"},
    }  # fmt: skip
    attack = ("attack 4520", "also 4521", "with sc-helicopter", "fire", "mobile", "roll 1")
    rest = ("retreat sc-helicopter 4720", "stay", "end")
    played = bh.Record.from_dict(record(start, attack + rest, game="el-arish-67"))
    told = turn_told(tell(played, "egypt"), "egypt")
    assert told is not None
    assert sorted((one["from"], one["to"], one["kind"]) for one in told["arrows"]) == [
        ("4620", "4520", "attacks"), ("4620", "4521", "attacks"), ("4620", "4720", "goes"),
    ]  # fmt: skip


def test_it_is_no_news_once_the_side_has_acted() -> None:
    told = turn_told(story("1980-held", 54, "egypt"), "egypt")
    assert told is not None
    assert (told["to"], told["fresh"]) == (53, False)


def test_before_the_others_first_turn_there_is_nothing_to_tell() -> None:
    assert turn_told(story("1980-held", 9, "israel"), "israel") is None


def test_the_battles_of_the_phase_are_listed_with_their_results() -> None:
    found = battles_of_phase(story("1980-held", 20, "israel"))
    assert [(one["places"][-1], one["result"]) for one in found] == [
        ("0512", "defender retreats (Dr)"), ("0812", "defender retreats (Dr)"),
    ]  # fmt: skip
    assert battles_of_phase(story("1980-held", 53, "israel")) == []


RAIDED = {"el-firdan": ["eg-mech-1", "eg-inf-1", "eg-sam-1"], "ismailia": ["eg-inf-2"]}


@pytest.mark.parametrize(
    ("face", "results"), [(1, ["no effect", "all must retreat"]), (6, ["no effect"] * 2)]
)
def test_each_raid_has_its_result_also_where_no_strike_gets_through(
    face: int, results: list[str]
) -> None:
    """[OW 58] All raids are named first. A 6 of the air defense shoots the only strike down."""
    start = {
        "turn": 2, "side": "israel", "owner": "israel", "phase": "combat 2", "step": "raids",
        "looking": 0,
        "units": {unit: place for place, units in RAIDED.items() for unit in units}
        | {f"tac-{n}": "sinai:ground-attack" for n in (1, 2, 3)},
    }  # fmt: skip
    named = ("raid ismailia tac 2", "raid el-firdan tac 1", "end")
    fired = ("fire-sam eg-sam-1", f"roll {face}")
    rolls = ("end", "roll 1", "roll 6") if face == 1 else ("roll 1",)
    played = bh.Record.from_dict(record(start, named + fired + rolls, game="october-war"))
    for viewer in ("israel", "arab"):
        found = battles_of_phase(tell(played, viewer))
        assert [(one["places"], one["result"]) for one in found] == [
            (["ismailia"], results[0]), (["el-firdan"], results[1]),
        ]  # fmt: skip


@pytest.mark.slow  # many actions as plain Python
def test_a_unit_that_goes_on_is_one_arrow_and_one_move() -> None:
    told = turn_told(story("el-arish-even", 122, "egypt"), "egypt")
    assert told is not None
    assert told["lines"][0]["count"] == 37  # each has come in, and gone on
    assert {"from": "4819", "to": "4619", "kind": "goes"} in told["arrows"]
    points = {one["side"]: one["count"] for one in told["lines"] if one["kind"] == "scored"}
    assert points == {"israel": 4, "egypt": 4}
    goals = [(one["text"], one["have"]) for one in told["lines"] if one["kind"] == "goal"]
    assert ("Objectives held", 1) in goals
