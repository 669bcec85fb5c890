"""Positions that say a phase, a step, or both, and nothing else: refused, or played to the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

import bridgehead as bh
from tests.tiers import first

GAMES = ("across-suez-1980", "across-suez-reprint", "suez-56", "el-arish-67", "october-war")
OF_DICE = {"roll", "draw", "draw-unit"}


def lone_fields(game: str) -> list[dict[str, Any]]:
    """Return every choice of phase, step and side, in turns early and late."""
    properties = bh.load(game).schema()["properties"]
    phases, sides = properties["phase"]["enum"], properties["side"]["enum"]
    steps = properties.get("step", {"enum": []})["enum"]
    found: list[dict[str, Any]] = [{"phase": phase} for phase in phases]
    found += [{"phase": phase, "side": side} for phase in phases for side in sides]
    found += [{"phase": phase, "step": step} for phase in phases for step in steps]
    found += [{"step": step} for step in steps]
    last = 7 if game.startswith("across") else 6
    return found + [{**fields, "turn": turn} for fields in found for turn in (3, last)]


def read(game: str, fields: dict[str, Any]) -> Any:
    """Return the position, None where it is refused."""
    try:
        return bh.load(game).position({"game": game, **fields})
    except bh.InvalidPosition:
        return None


def check(position: Any) -> None:
    """See that there is a decision, and that it belongs to whoever is said to make it."""
    actions = position.legal_actions()
    assert len(actions) > 0
    assert ({text.split()[0] for text in actions} <= OF_DICE) == (position.to_move == "dice")
    again = position.game.position
    assert again(position.to_dict()) == again(position.to_dict(full=True)) == position


def play(position: Any, actions: int) -> None:
    draw = random.Random(7)
    for _ in range(actions):
        if position.result is not None:
            return
        check(position)
        legal = position.legal_actions()
        # what ends a step stands last: then games are short
        position.push(legal[-1] if draw.random() < 0.5 else draw.choice(legal))


@pytest.mark.parametrize("game", first(3, GAMES))
def test_a_lone_phase_or_step_is_refused_or_plays_on_to_the_end(game: str) -> None:
    accepted = 0
    for fields in lone_fields(game):
        position = read(game, fields)
        if position is None:
            continue
        accepted += 1
        play(position, 5)
        draw = random.Random(str(fields))
        for _ in range(6000):
            legal = position.legal_actions()
            if position.result is not None or not legal:
                break
            position.push(legal[-1] if draw.random() < 0.8 else draw.choice(legal))
        assert position.result is not None, fields
    assert accepted >= 20


@pytest.mark.plain
def test_a_phase_that_one_side_alone_has_is_that_sides() -> None:
    for game, phase, turn, side in (
        ("across-suez-1980", "bombardment", 2, "egypt"),
        ("suez-56", "start", 3, "egypt"),
        ("suez-56", "end", 6, "egypt"),
        ("el-arish-67", "start", 3, "israel"),
        ("october-war", "setup", 1, "israel"),
        ("october-war", "air commitment", 2, "arab"),
    ):
        position = read(game, {"phase": phase, "turn": turn})
        assert position is not None, (game, phase)
        assert (position.side, position.phase) == (side, phase)


# October War


def october(**fields: Any) -> Any:
    return bh.load("october-war").position({"game": "october-war", "turn": 2, **fields})


@pytest.mark.plain
@pytest.mark.parametrize(
    ("phase", "box"),
    [("air superiority", "air-superiority"), ("strategic attack", "strategic")],
)
def test_a_phase_of_the_air_begins_with_what_flies(phase: str, box: str) -> None:
    with pytest.raises(bh.InvalidPosition, match=f"no strike is in sinai:{box} or golan:{box}"):
        october(phase=phase)
    units = {"tac-1": f"sinai:{box}", "tac-2": f"golan:{box}", "eg-tac-1": f"sinai:{box}"}
    begun = october(phase=phase, units=units)
    assert (begun.phase, begun.to_move) == (phase, "dice")
    play(begun, 30)
    assert begun.phase != phase
    asked = october(phase=phase, units=units, ew={"israel": 1})
    assert (asked.step[-2:], asked.to_move) == ("ew", "israel")


@pytest.mark.plain
@pytest.mark.parametrize("phase", ["movement 1", "movement 2", "combat 1"])
def test_looks_come_first_in_a_fresh_phase(phase: str) -> None:
    step = {"step": "raids"} if phase == "combat 1" else {}
    units = {"eg-inf-1": "tasa", "recon-1": "fort-purkan", "tac-1": "sinai:recon"}
    fresh = october(side="israel", phase=phase, units=units, **step)
    assert "recon tasa 1" in fresh.legal_actions()
    moved = october(side="israel", phase=phase, units=units, looking=0, **step)
    refusal = moved.why_not("recon tasa 1")
    assert refusal is not None
    assert refusal.case == "27.1"
    if phase != "combat 1":
        late = october(side="israel", phase=phase, units=units, moved_now=["recon-1"])
        assert late == october(
            side="israel", phase=phase, units=units, moved_now=["recon-1"], looking=0
        )


@pytest.mark.plain
def test_who_is_in_command_is_told_as_the_second_movement_begins() -> None:
    fresh = october(phase="movement 2")
    said = fresh.to_dict()["in_command"]
    assert "4-armor-div" in said
    assert fresh.why_not("move 4-armor-div ismailia") is None or len(fresh.legal_actions()) > 1
    nobody = october(phase="movement 2", in_command=[])
    assert nobody != fresh
    assert nobody.to_dict()["in_command"] == []
    assert october(**{**nobody.to_dict(), "turn": 2}) == nobody
    assert "in_command" not in nobody.view("israel")


@pytest.mark.plain
def test_a_bridge_needs_a_unit_of_its_owner_at_one_end() -> None:
    with pytest.raises(bh.InvalidPosition, match="needs one of its units in"):
        october(units={"eg-inf-1": "fayid"}, bridges={"ismailia": "israel"})
    game: Any = bh.load("october-war")
    b = game.board[0]
    for k in range(int(b.canals)):
        for end in b.canal_end[k].tolist():
            african = game.places[int(b.canal_end[k, 0])]
            units = {"eg-eng-1": game.places[end]}
            if "eg-eng-1" not in game.units:
                units = {next(u for u in game.units if u.startswith("eg-inf")): game.places[end]}
            kept = october(units=units, bridges={african: "arab"}).to_dict()["bridges"]
            assert kept == {african: "arab"}


@pytest.mark.plain
@pytest.mark.parametrize(
    ("unit", "place", "reason"),
    [
        ("armor-1", "egyptian-reserve", "is for units of arab, and this is one of israel"),
        ("armor-1", "syrian-reserve", "is for units of arab"),
        ("eg-inf-1", "israeli-reserve", "is for units of israel"),
        ("eg-tac-1", "golan:ground-attack", "flies no 'golan:ground-attack'"),
        ("sy-tac-1", "sinai:recon", "flies no 'sinai:recon'"),
        ("ww-1", "sinai:strategic", "flies no 'sinai:strategic'"),
    ],
)
def test_a_counter_is_where_it_can_be(unit: str, place: str, reason: str) -> None:
    assert unit in bh.load("october-war").units
    with pytest.raises(bh.InvalidPosition, match=reason):
        october(units={unit: place})


@pytest.mark.plain
@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"phase": "air superiority", "step": "superiority roll"}, "air_stage: is missing"),
        ({"phase": "air superiority", "step": "superiority roll", "air_stage": 2},
         "units: no strike of israel is in sinai:air-superiority"),
        ({"phase": "air superiority", "step": "superiority roll", "air_stage": 2,
          "units": {"tac-1": "sinai:air-superiority"}}, "air_dice: is missing"),
        ({"phase": "air superiority", "step": "superiority loss", "air_stage": 2},
         "air_lost: is missing"),
        ({"phase": "air superiority", "step": "superiority ew", "side": "israel"}, "ew: gives Isr"),
        ({"phase": "strategic attack", "step": "strategic roll"}, "units: no strike of israel"),
        ({"phase": "event", "step": "event take"}, "event: is missing"),
        ({"phase": "event", "step": "event take", "event": "arab-allies"},
         "event: is 'arab-allies', which brings no event take"),
        ({"phase": "event", "step": "event roll", "event": "arab-allies"}, "event_dice: is miss"),
        ({"phase": "event", "step": "event roll", "event": "arab-allies", "event_stage": 9},
         "event_stage: is 9"),
        ({"phase": "mobilization", "step": "arrivals"}, "units: none of arab is in turn-track:2"),
        ({"phase": "refit", "step": "refit roll"}, "event_unit: is missing"),
        ({"step": "recon roll", "landing": "tasa"}, "task: is missing"),
        ({"step": "sam ask", "landing": "tasa"}, "asked: is missing"),
        ({"step": "sam ask", "landing": "tasa", "asked": "flight"}, "flyer: is missing"),
        ({"step": "ew counter", "landing": "tasa"}, "ew: gives israel no marker"),
        ({"phase": "combat 1", "step": "raid roll", "raids": 1, "raid": 1, "raid_at": ["tasa"],
          "target": "tasa"}, "task: is missing: the strikes of raid 1"),
        ({"phase": "combat 1", "step": "damage"}, "source: is missing"),
        ({"phase": "combat 1", "step": "damage", "source": "battle"}, "battle: is missing"),
        ({"phase": "combat 1", "step": "damage", "source": "raid"}, "target: is missing"),
        ({"phase": "combat 1", "step": "damage", "source": "raid", "target": "tasa",
          "victim": "arab", "hits": 1}, "victim: is 'arab', which has no unit there"),
        ({"owner": "dice"}, "owner: is 'dice'; the step 'movement' is for 'arab'"),
        ({"owner": "israel"}, "owner: is 'israel'; the step 'movement' is for 'arab'"),
        ({"phase": "over"}, "ending: is missing"),
        ({"step": "over"}, "step: 'over' does not come in the phase 'movement 1'"),
    ],
)  # fmt: skip
def test_what_a_decision_is_about_must_be_said(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(bh.InvalidPosition, match=f"position, {reason}"):
        october(**fields)
