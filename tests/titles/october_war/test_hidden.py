"""[27, 69 to 72] What is hidden changes nothing that a side can see, do, or be told.

At positions of random games the hidden facts are exchanged: which enemy counter stands where, what
each has done, who was committed to what. Everything that a side gets must stay as it was: its
view, its legal actions, what they are told to have done, why others are refused, what its players
choose. Counts are kept, and what everybody has seen happen (that a counter of this place flies).
"""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest

from bridgehead import players
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.words.notation import RESIGN
from bridgehead.players import title_players
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules.air.air_phases import may_fly
from bridgehead.titles.october_war.rules.air.strikes import serves
from bridgehead.titles.october_war.rules.view import mask
from bridgehead.titles.october_war.words.names import unit_names
from tests.tiers import first
from tests.titles.october_war.games import load, scatter, walk

VIEWERS = ("israel", "arab", None)
ROLES = ("flyer", "sam", "shown", "shooter", "event_unit")
TOKEN = ("where", "mark", "came", "known", "tried", "task")  # what goes with a place, not a name
GAMES = [("game", seed) for seed in range(1)] + [("crowd", seed) for seed in range(5 if JIT else 2)]
FORMS = (
    "move {u} {near}", "fly {u} {p}", "cross {u} {p}", "look {u} {p}", "look-ew {p}", "recon {p} 1",
    "raid {p} tac 1", "raid {p} wild-weasel 2", "raid {p} ssm 1", "attack {p}", "ew", "pass", "end",
    "barrage {nation} {p}", "strike 1", "withdraw {u} {near}", "fire-sam {u}", "show-sam {u}",
    "eliminate {u}", "break {u}", "retreat", "stay", "hold", "fire {u}", "bridge {u} {p}",
    "arrive {u} {p}", "mobilize {u} {p}", "place {u} {p}",
)  # fmt: skip
MOST = 120 if JIT else 30


def unseen(position: Any, viewer: str | None) -> list[int]:
    """Return the counters on the map that a viewer's view leaves out."""
    known = position.view(viewer)["units"]
    return [u for u, id_ in enumerate(position.game.units) if id_ not in known]


def swapped(position: Any, pairs: dict[int, int]) -> Any:
    """Return a position in which counters have changed places, roles and deeds."""
    twin = position.copy()
    was, now = position.state, twin._state[0]
    for field in TOKEN:
        for u, v in pairs.items():
            now[field][v] = was[field][u]
    for field in ROLES:
        now[field] = pairs.get(int(was[field]), int(was[field]))
    return twin


def exchange(position: Any, viewer: str | None, draw: random.Random) -> Any:
    """Return a position that differs in what the viewer does not know, and in nothing else."""
    game, hidden = position.game, unseen(position, viewer)
    b = game.board[0]
    pairs: dict[int, int] = {}
    for side in range(2):
        mine = [u for u in hidden if b.side[u] == side]
        pairs |= dict(zip(mine, draw.sample(mine, len(mine)), strict=True))
    twin = swapped(position, pairs)
    s = twin._state[0]
    for u in hidden:
        if draw.random() < 0.5:
            s.mark[u] = draw.randrange(1 << 15)
            s.came[u] = draw.randrange(-1, int(b.points))
            s.back[u] = draw.random() < 0.5 and b.back_part[u, 0] >= 0
    if position.phase == "air commitment":
        _plan_anew(position, s, viewer, draw)
    return twin


def _plan_anew(position: Any, s: Any, viewer: str | None, draw: random.Random) -> None:
    """Commit the other side's strikes otherwise."""
    b = position.game.board[0]
    for u in range(len(position.game.units)):
        at = int(s.where[u])
        planned = at == st.READY or at <= st.MISSION_BOX
        if b.air[u] and st.SIDES[b.side[u]] != viewer and planned:
            boxes = [
                st.MISSION_BOX - 4 * theater - mission
                for theater in range(2)
                for mission in range(4)
                if serves(b, u, theater) and may_fly(int(b.type[u]) - st.TAC, mission)
            ]
            s.where[u] = draw.choice([st.READY, draw.choice(boxes)])
    if position.to_move != viewer:
        s.committed = draw.randrange(-1, 400)


def masked(position: Any, viewer: int) -> tuple[bytes, bytes]:
    """Return what a computer player is given to think about."""
    board, state, work = position.arrays
    states, works = np.zeros(2, state.dtype), np.zeros(2, work.dtype)
    states[0], works[0] = state[0], work[0]
    mask(board[0], states, works, viewer)
    seen = works[1]
    fields = ("count", "weight", "free", "hqs", "unknown")
    return states[1].tobytes(), b"".join(seen[name].tobytes() for name in fields)


def some_texts(position: Any, side: str, draw: random.Random, number: int) -> list[str]:
    """Return actions of all kinds, most of which are not legal."""
    game = position.game
    b = game.board[0]
    mine = [id_ for u, id_ in enumerate(game.units) if st.SIDES[b.side[u]] == side]
    there = [id_ for id_ in mine if position.units[id_] in game.places] or mine
    places = [game.places[p] for p in range(int(b.places)) if not b.water[p]]
    occupied = list(position.view(side)["hidden"]) or places
    found = []
    while len(found) < number:
        u, p = draw.choice(there), draw.choice([draw.choice(places), draw.choice(occupied)])
        near = _near(game, position.units[u], draw)
        nation = "israel" if side == "israel" else draw.choice(["egypt", "syria"])
        found.append(draw.choice(FORMS).format(u=u, p=p, near=near, nation=nation))
    return found


def _near(game: Any, place: str, draw: random.Random) -> str:
    """Return a neighbor of a place."""
    b = game.board[0]
    p = game.places.index(place) if place in game.places else 0
    return str(game.places[int(b.neighbor[p, draw.randrange(int(b.degree[p]))])])


def told(position: Any, text: str, viewer: str | None) -> tuple[Any, bool]:
    """Return what a viewer is told of an action, and whether it shows anybody anything new."""
    after = position.copy()
    after.push(text)
    events = [(event.text, event.case, event.hexes) for event in position.describe(text, viewer)]
    silent = all(after.shown(side) <= position.shown(side) for side in st.SIDES)
    silent &= (after.phase, after.side) == (position.phase, position.side)
    silent &= len(unseen(after, viewer)) == len(unseen(position, viewer))  # nor a box
    return (position.public(text, viewer), events, as_json(after.view(viewer))), silent


def as_json(data: Any) -> str:
    """Return data as one text; the order of fields counts, as it does on the wire."""
    return json.dumps(data)


def compare(position: Any, twin: Any, viewer: str | None, draw: random.Random) -> None:
    """See that a viewer cannot tell two positions from one another."""
    assert as_json(position.view(viewer)) == as_json(twin.view(viewer))
    if viewer is None:
        return
    assert position.shown(viewer) == twin.shown(viewer)
    for kept, changed in zip(*(masked(p, st.SIDES.index(viewer)) for p in (position, twin)),
                             strict=True):  # fmt: skip
        assert kept == changed, "what computer players are given differs"
    if position.to_move != viewer:
        return
    assert position.legal_codes().tolist() == twin.legal_codes().tolist()
    for name in ("recruit", "sergeant"):  # captain and general: tests/players/test_thinkers.py
        for maker in (players.create, title_players.create):
            mine, its = (maker(p.game, name, 7).choose(p) for p in (position, twin))
            assert mine == its, f"{name} chooses otherwise"
    for text in some_texts(position, viewer, draw, 4 if JIT else 2):
        mine, its = position.why_not(text), twin.why_not(text)
        assert (mine and (mine.case, mine.reason)) == (its and (its.case, its.reason)), text
    codes = position.legal_codes().tolist()
    for code in draw.sample(codes, min(len(codes), 2 if JIT else 1)):
        text = position.game.grammar.decode(code)
        mine, quiet = told(position, text, viewer)
        its, also_quiet = told(twin, text, viewer)
        if quiet and also_quiet:  # what an action uncovers differs, and is meant to
            assert mine[:2] == its[:2], text
            assert mine == its, text


def same_deed(position: Any, draw: random.Random) -> int:
    """See that it cannot be told which of the hidden counters has done something.

    An unknown counter moves or flies: where another one stands in its place, and does the same,
    the other side reads the same, sees the same, and is asked the same.
    """
    side = position.to_move
    other = "israel" if side == "arab" else "arab"
    game = position.game
    hidden = unseen(position, other)
    deeds = [
        code
        for code in position.legal_codes().tolist()
        if code // st.UNIT in hidden and code // st.VERB % 64 in (st.MOVE_UNIT, st.FLY, st.CROSS)
    ]
    looked = 0
    for code in draw.sample(deeds, min(len(deeds), 3 if JIT else 1)):
        u = code // st.UNIT
        mates = [v for v in hidden if game.board[0].side[v] == game.board[0].side[u] and v != u]
        for v in draw.sample(mates, min(len(mates), 4 if JIT else 2)):
            twin = swapped(position, {u: v, v: u})
            text = game.grammar.decode(code)
            its = text.replace(f" {game.units[u]} ", f" {game.units[v]} ", 1)
            if its not in twin.legal_actions():
                continue
            for reader in (other, None):
                if reader is None and len(unseen(position, None)) < len(hidden):
                    continue
                (first, quiet), (second, also_quiet) = (
                    told(position, text, reader),
                    told(twin, its, reader),
                )
                if quiet and also_quiet:
                    assert first == second, (text, its, reader)
                    assert game.units[u] not in first[0]
                    looked += 1
    return looked


@pytest.mark.parametrize(("kind", "seed"), first(0 if JIT else 1, reversed(GAMES)))
def test_hidden_facts_change_nothing_that_is_seen(kind: str, seed: int) -> None:
    follow(kind, seed, MOST)


def flight(unit: str, place: str, other: str) -> Any:
    """A flight of one of two counters that Israel does not know, before Israel answers."""
    game = load("fog")
    units = {unit: "gebel-shabrawet", other: "fayid", "eg-inf-1": "deversoir", "ad-a": "missouri"}
    data = {"game": game.id, "turn": 3, "side": "arab", "phase": "movement 1", "units": units}
    position = game.position(data)
    text = f"fly {unit} {place}"
    heard = [position.public(text, "israel")]
    heard += [event.text for event in position.describe(text, "israel")]
    position.push(text)
    return position, heard


@pytest.mark.plain
def test_who_flies_is_not_told() -> None:
    position, heard = flight("140-para", "abu-suweir", "eg-cdo-1")
    twin, also_heard = flight("eg-cdo-1", "abu-suweir", "140-para")
    assert position.step == "sam ask"
    assert heard == also_heard == [
        "fly ? abu-suweir",
        "An Arab counter is to fly from Gebel Shabrawet to Abu Suweir.",
    ]  # fmt: skip
    compare(position, twin, "israel", random.Random(1))
    assert "flyer" not in position.view("israel")
    assert position.view("arab")["flyer"] == "140-para"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["game", "crowd"])
@pytest.mark.parametrize("seed", range(50, 62))
def test_hidden_facts_in_many_games(kind: str, seed: int) -> None:
    follow(kind, seed, 2500)


def follow(kind: str, seed: int, most: int) -> None:
    """Exchange what is hidden all through a game."""
    draw = random.Random(seed)
    start = scatter("fog", seed) if kind == "crowd" else None
    looked = deeds = 0
    for number, (position, code) in enumerate(walk("fog", seed, start, most)):
        rare = position.step not in ("movement", "fire", "fire roll")
        if code == RESIGN or (not rare and number % (5 if JIT else 12)):
            continue
        for viewer in VIEWERS:
            twin = exchange(position, viewer, draw)
            looked += twin != position
            compare(position, twin, viewer, draw)
        if position.step == "movement" and position.to_move is not None:
            deeds += same_deed(position, draw)
    assert looked > 10
    assert deeds > 0 or kind == "crowd" or not JIT


def test_without_fog_nothing_is_hidden() -> None:
    for position, _ in walk("open", 3, scatter("open", 3), 40):
        for viewer in VIEWERS:
            assert position.view(viewer)["hidden"] == {}
            assert len(position.view(viewer)["units"]) == len(position.game.units)


def test_the_end_turns_everything_up() -> None:
    position = scatter("fog", 5)
    assert position.view("arab")["hidden"]
    position.push("resign")
    assert position.view("arab")["hidden"] == {}
    assert len(position.view(None)["units"]) == len(position.game.units)


def test_set_up_is_told_without_names() -> None:
    position = load("fog").start()
    names = unit_names(position.game.counters)
    for text in list(position.legal_actions())[:: 40 if JIT else 300]:
        if not text.startswith("place"):
            continue
        unit = text.split()[1]
        for viewer in ("arab", None):  # the counters come in a fixed order, which would tell
            assert position.public(text, viewer) == ""
            assert position.describe(text, viewer) == []
        assert names[unit] in position.describe(text, "israel")[0].text


def test_commitments_are_told_without_numbers() -> None:
    game = load("fog")
    position = game.position(
        {"game": game.id, "turn": 2, "phase": "air commitment", "side": "arab", "committed": -1}
    )
    text = "commit tac egypt sinai strategic 3"
    assert text in position.legal_actions()
    assert position.public(text, "israel") == position.public(text, None) == ""
    assert position.public(text, "arab") == text
    assert position.describe(text, "israel") == []
    position.push(text)
    assert [event.text for event in position.describe("end", "israel")] == [
        "The Arab side has committed its strikes."
    ]
    position.push("end")
    assert position.to_move == "israel"
    assert ":" not in "".join(
        where for id_, where in position.view("israel")["units"].items() if "tac" in id_
    )
    assert "committed" not in position.view("arab")
    position.push("commit tac israel golan ground-attack 5")
    assert "golan:ground-attack" not in position.view("arab")["units"].values()
    assert "golan:ground-attack" not in position.view(None)["units"].values()
    assert "golan:ground-attack" in position.view("israel")["units"].values()
    position.push("end")
    assert "golan:ground-attack" in position.view("arab")["units"].values()
    assert "sinai:strategic" in position.view("israel")["units"].values()
