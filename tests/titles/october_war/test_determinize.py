"""What a side does not know, drawn anew: it fits what the side knows, and nothing but that."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.words.notation import RESIGN
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.player.determinization import determinize
from bridgehead.titles.october_war.player.thinking import play_out
from tests.tiers import first
from tests.titles.october_war.games import load, scatter, stack_is_legal, walk
from tests.titles.october_war.test_hidden import exchange, masked, unseen

MOST = 400 if JIT else 30


def determinized(position: Any, side: str, seed: int) -> Any:
    """Return a position that a side may be in, as far as it knows."""
    twin = position.copy()
    board, state, work = twin.arrays
    determinize(board, state, work, st.SIDES.index(side), np.random.default_rng(seed))
    return twin


def as_json(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


@pytest.mark.slow_for("crowd-13")
@pytest.mark.parametrize(
    ("kind", "seed"), first(1, [("crowd", 13), ("crowd", 14), ("game", 11), ("game", 12)])
)
def test_a_side_cannot_tell_it_from_the_truth(kind: str, seed: int) -> None:
    draw = random.Random(seed)
    start = scatter("fog", seed) if kind == "crowd" else None
    changed = 0
    for number, (position, code) in enumerate(walk("fog", seed, start, MOST)):
        if code == RESIGN or number % (7 if JIT else 15):
            continue
        for viewer in st.SIDES:
            twin = determinized(position, viewer, number)
            assert as_json(twin.view(viewer)) == as_json(position.view(viewer))
            k = st.SIDES.index(viewer)
            assert masked(twin, k) == masked(position, k)
            assert twin.shown(viewer) == position.shown(viewer)
            if position.to_move == viewer:
                assert twin.legal_codes().tolist() == position.legal_codes().tolist()
            other = exchange(position, viewer, draw)
            assert determinized(other, viewer, number).state.tobytes() == twin.state.tobytes()
            changed += twin != position
    assert changed > 5


@pytest.mark.plain
def test_a_set_up_under_way_is_as_secret_to_a_computer_as_to_a_person() -> None:
    """[10] A counter broken down in the other side's set-up is seen as it was before."""
    position = next(position for number, (position, _) in enumerate(walk("fog", 12)) if number == 7)
    assert (position.phase, position.to_move) == ("setup", "arab")
    assert position.units["3-mech-div"] == "breakdown"
    twin = determinized(position, "israel", 1)
    assert "3-mech-div" not in position.view("israel")["units"]
    assert twin.units["3-mech-div"] != "breakdown"
    other = exchange(position, "israel", random.Random(1))
    assert determinized(other, "israel", 1) == twin
    assert masked(other, 0) == masked(position, 0)


@pytest.mark.plain
def test_what_mt_hermon_sees_is_told_when_the_set_up_is_done() -> None:
    """[10, 23.1] Until then, nobody is told which counters stand north of the line."""
    position = load("fog").start()
    for action in ("deploy", "end"):
        position.push(action)
    before = position.shown("israel")
    position.push("deploy")
    assert position.shown("israel") == before
    assert position.shown("israel") == determinized(position, "israel", 1).shown("israel")
    told = [event.text for event in position.describe("end", "israel")]
    position.push("end")
    new = position.shown("israel") - before
    assert "1-armor-div" in new
    names = position.game.unit_names
    assert all(any(names[unit] in text for text in told) for unit in new)


@pytest.mark.parametrize("seed", [1, 2])
def test_work_is_as_fresh(seed: int) -> None:
    for position, _ in walk("fog", seed, scatter("fog", seed), 20):
        twin = determinized(position, "israel", seed)
        kept = {name: twin.work[0][name].tolist() for name in ("count", "weight", "hqs", "unknown")}
        fresh = twin.copy()
        for name, was in kept.items():
            assert fresh.work[0][name].tolist() == was


@pytest.mark.plain
def test_the_own_side_and_what_is_known_stay() -> None:
    position = scatter("fog", 3)
    for viewer in st.SIDES:
        twin = determinized(position, viewer, 1)
        hidden = {position.game.units[u] for u in unseen(position, viewer)}
        assert hidden
        moved = {u for u, place in position.units.items() if twin.units[u] != place}
        assert moved
        assert moved <= hidden


@pytest.mark.plain
def test_draws_differ_and_seeds_repeat() -> None:
    position = scatter("fog", 3)
    first, again, second = (determinized(position, "israel", seed) for seed in (1, 1, 2))
    assert first == again
    assert first != second


@pytest.mark.plain
def test_nothing_is_dealt_without_fog() -> None:
    position = scatter("open", 5)
    twin = determinized(position, "arab", 1)
    assert twin.units == position.units
    assert as_json(twin.view("arab")) == as_json(position.view("arab"))


@pytest.mark.plain
def test_counters_stand_where_they_can() -> None:
    """At the start of a game: statics in their zones, armies on their fronts, stacks in limits."""
    position = load("fog").start()
    for _ in range(2):
        position.push("deploy")
        position.push("end")
    game, b = position.game, position.game.board[0]
    for seed in range(5 if JIT else 2):
        twin = determinized(position, "israel", seed)
        stacks: dict[str, list[dict[str, Any]]] = {}
        for u in unseen(position, "israel"):
            p = int(twin.state.where[u])
            counter = game.counters[u]
            assert counter["nation"] != "egypt" or b.theater[p] == st.SINAI
            assert counter["nation"] != "syria" or b.theater[p] == st.GOLAN
            assert b.start[u] < 0 or b.start[u] == p, counter["id"]
            assert b.zone[u] < 0 or b.zone_place[b.zone[u], p], counter["id"]
            stacks.setdefault(game.places[p], []).append(counter)
        wrong = [place for place, found in stacks.items() if not stack_is_legal(found, place)]
        assert len([place for place in wrong if "reserve" not in place]) <= 1


@pytest.mark.plain
def test_who_takes_off_can_fly() -> None:
    game = load("fog")
    units = {"140-para": "gebel-shabrawet", "eg-inf-1": "deversoir", "hq-2": "gebel-shabrawet",
             "eg-cdo-1": "fayid", "ad-a": "missouri"}  # fmt: skip
    data = {"game": game.id, "turn": 3, "side": "arab", "phase": "movement 1", "units": units}
    position = game.position(data)
    position.push("fly 140-para abu-suweir")
    assert position.step == "sam ask"
    for seed in range(8):
        twin = determinized(position, "israel", seed)
        flyer = twin.view("arab")["flyer"]
        assert flyer in ("140-para", "eg-cdo-1")
        assert twin.units[flyer] == "gebel-shabrawet"
    assert {determinized(position, "israel", s).view("arab")["flyer"] for s in range(20)} == {
        "140-para", "eg-cdo-1"}  # fmt: skip


@pytest.mark.plain
def test_arab_commitments_are_made_up() -> None:
    game = load("fog")
    position = game.position(
        {"game": game.id, "turn": 2, "phase": "air commitment", "side": "arab", "committed": -1}
    )
    still = determinized(position, "israel", 1)
    assert ":" not in "".join(still.units.values())
    position.push("end")
    assert position.to_move == "israel"
    twin = determinized(position, "israel", 1)
    sent = {id_: where for id_, where in twin.units.items() if ":" in where}
    assert sent
    assert all(where.startswith("golan") == id_.startswith("sy") for id_, where in sent.items())
    assert as_json(twin.view("israel")) == as_json(position.view("israel"))


@pytest.mark.parametrize("seed", range(3 if JIT else 1))
def test_games_go_on_from_imagined_positions(seed: int) -> None:
    """Random play from positions of random games: every state remains one that can be written."""
    random_ = np.random.default_rng(seed)
    out = np.zeros(st.MAX_ACTIONS, np.int32)
    loose = np.ones(2)
    for number, (position, code) in enumerate(walk("fog", 70 + seed, None, MOST)):
        if code == RESIGN or number % (20 if JIT else 29):
            continue
        for viewer in st.SIDES:
            twin = determinized(position, viewer, number)
            board, state, work = twin.arrays
            made = play_out(board, state, work, out, random_, -1, 300 if JIT else 20, loose, -1)
            assert made > 0
            assert position.game.position(twin.to_dict()) == twin
