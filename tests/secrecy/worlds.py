"""Pairs of worlds that a side cannot tell apart, title by title.

A `Pair` is two positions: in the second, things that the viewer cannot know are otherwise.
`swapped` are the counters that have changed places; once one of them is shown, the worlds may part.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from bridgehead.titles.middle_east_battles import state as meb
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules.ground.combat_numbers import attack_facts
from tests.titles.across_suez import games as across_suez
from tests.titles.middle_east_battles import games as battles
from tests.titles.october_war import games as october

ROLES = ("flyer", "sam", "shown", "shooter", "event_unit")
TOKEN = ("where", "mark", "came", "known", "tried", "task")  # what goes with a place, not a name
SAM = (st.MOBILE_SAM, st.STATIC_SAM)


@dataclass
class Pair:
    """Two worlds, and who cannot tell them apart."""

    viewer: str | None
    one: Any
    other: Any
    swapped: dict[int, int] = field(default_factory=dict)
    secrets: bool = False  # something else than counters is hidden: plans, the last turn

    def copy(self) -> Pair:
        """Return an independent pair."""
        return Pair(
            self.viewer, self.one.copy(), self.other.copy(), dict(self.swapped), self.secrets
        )


def viewer_of(game: Any, draw: random.Random) -> str | None:
    """Return who looks: a side, or now and then a spectator."""
    return None if draw.random() < 0.1 else draw.choice(game.sides)


# October War: counters of which only the number is seen


def october_position(draw: random.Random) -> Any:
    """Return a position of a random game, or of one that began in a crowd."""
    seed = draw.randrange(1 << 30)
    crowd = draw.random() < 0.6
    start = october.scatter("fog", seed) if crowd else None
    most = draw.randrange(1, 60 if crowd else 500)
    *_, (position, _) = october.walk("fog", seed, start, most)
    return position


def unseen(position: Any, viewer: str | None) -> list[int]:
    """Return the counters on the map that a viewer's view leaves out."""
    known = position.view(viewer, actions=False)["units"]
    return [u for u, id_ in enumerate(position.game.units) if id_ not in known]


def may_swap(position: Any, u: int, v: int) -> bool:
    """Whether the viewer cannot rule out that two hidden counters stand the other way round.

    Each army stays in its theater. Who is still hidden in a raided point has air defense. While the
    die of a shot is awaited, a headquarters that is still hidden does not shift it [O45].
    """
    b, s = position.game.board[0], position.state
    if b.side[u] != b.side[v] or s.where[u] == s.where[v]:
        return False
    if b.side[u] == st.ARAB and b.theater[s.where[u]] != b.theater[s.where[v]]:
        return False
    if s.step == st.FIRE_ROLL and (b.hq[u] or b.hq[v]):
        return False
    if int(s.raids) > 0 or s.flyer >= 0 or s.asked != st.NOT_ASKED:
        if b.type[u] in SAM or b.type[v] in SAM:
            return bool(b.type[u] in SAM and b.type[v] in SAM)
        if s.flyer in (u, v):
            return bool(b.traits[u] & b.traits[v] & st.CAN_FLY)
    return True


def october_pair(draw: random.Random) -> Pair:
    """Return two worlds in which some hidden counters stand the other way round."""
    one = october_position(draw)
    viewer = viewer_of(one.game, draw)
    other = one.copy()
    pairs: dict[int, int] = {}
    hidden = unseen(one, viewer)
    for _ in range(draw.choice((1, 1, 2, 4, 12))):
        free = [u for u in hidden if u not in pairs]
        if len(free) < 2:
            break
        u = draw.choice(free)
        mates = [v for v in free if v != u and may_swap(one, u, v)]
        if mates:
            v = draw.choice(mates)
            pairs |= {u: v, v: u}
    was, now = one.state, other._state[0]
    for name in TOKEN:
        for u, v in pairs.items():
            now[name][v] = was[name][u]
    for name in ROLES:
        now[name] = pairs.get(int(was[name]), int(was[name]))
    return Pair(viewer, one, other, pairs)


def october_known(position: Any, viewer: str | None) -> bytes:
    """Return what a computer player of the viewer's is given to think about."""
    if viewer is None or position.phase == "setup" or position.game.id != "october-war":
        return b""
    board, state, work = position.arrays
    states, works = np.zeros(2, state.dtype), np.zeros(2, work.dtype)
    states[0], works[0] = state[0], work[0]
    # it masks first, and is compiled where the rules are
    attack_facts(board, states, works, st.SIDES.index(viewer), np.zeros(7, np.int64))
    names = ("count", "weight", "free", "hqs", "unknown")
    return states[1].tobytes() + b"".join(works[1][name].tobytes() for name in names)


def shows(before: Any, after: Any, pair: Pair, others: Collection[int] = frozenset()) -> bool:
    """Whether an action has shown the viewer one of the swapped counters, or it left the map.

    Or one of `others`: counters that act in this world alone, as far as the viewer can tell.
    """
    if not pair.swapped:
        return False
    gone = set(unseen(before, pair.viewer)) - set(unseen(after, pair.viewer))
    return bool(gone & {*pair.swapped, *others})


def is_laid_open(before: Any, pair: Pair) -> bool:
    """Whether the end of a side's set-up shows that the worlds were set up otherwise.

    Nothing of a set-up is seen while it goes on, so that each world may have its own. After it the
    viewer counts how many counters stand at each point.
    """
    if before.phase != "setup" or pair.one.game.id != "october-war":
        return False
    one, other = (Counter(position.units.values()) for position in (pair.one, pair.other))
    return one != other and (before.phase, before.side) != (pair.one.phase, pair.one.side)


def named(position: Any, text: str) -> set[int]:
    """Return the counters that an action names."""
    units = position.game.grammar.units if hasattr(position.game.grammar, "units") else {}
    return {units[word] for word in text.split() if word in units}


# Middle East Battles: how long the West goes on


def battle_pair(draw: random.Random) -> Pair:
    """Return two worlds with another last turn; in El Arish '67 nothing is hidden."""
    setting = draw.choice(sorted(battles.SETTINGS))
    seed, most = draw.randrange(1 << 30), draw.randrange(1, 150)
    position: Any = None
    start = battles.scatter(setting, seed) if draw.random() < 0.7 else None
    if start is not None and start.game.id == "suez-56" and draw.random() < 0.8:
        b, s = start.game.board[0], start._state[0]  # the West has gone on, for how long is secret
        s.turn = draw.randrange(int(b.turns) + 1, int(b.optional_last) + 1)
        s.last_turn = draw.randrange(int(s.turn), int(b.optional_last) + 1)
        start._fresh, start._codes = False, None
    for number, (now, _) in enumerate(battles.walk(setting, seed, start)):
        position = now
        if number >= most:
            break
    game = position.game
    west, egypt = game.sides[meb.WEST], game.sides[meb.EGYPT]
    viewer = draw.choice((egypt, egypt, egypt, None, west))
    other = position.copy()
    if game.id == "suez-56" and viewer != west and position.state.last_turn > 0:
        turns = range(int(position.state.turn), int(game.board[0].optional_last) + 1)
        others = [turn for turn in turns if turn != position.state.last_turn]
        other._state[0].last_turn = draw.choice(others or [int(position.state.last_turn)])
    return Pair(viewer, position, other, secrets=True)


# Across Suez: nothing is hidden


def suez_pair(draw: random.Random) -> Pair:
    """Return two equal worlds: all is seen by everybody."""
    setting = draw.choice(sorted(across_suez.SETTINGS))
    seed, most = draw.randrange(1 << 30), draw.randrange(1, 120)
    position: Any = None
    if draw.random() < 0.7:
        position = across_suez.scatter(setting, seed)
        for _ in range(most % 12):
            if position.to_move is not None:
                position.push(across_suez.choose(position, draw))
    else:
        for number, (now, _) in enumerate(across_suez.walk(setting, seed)):
            position = now
            if number >= most:
                break
    return Pair(viewer_of(position.game, draw), position, position.copy())


def choose(position: Any, draw: random.Random) -> str:
    """Return what is done next."""
    if position.game.id == "october-war":
        return str(position.game.grammar.decode(october.choose(position, draw)))
    module = battles if position.game.id in ("suez-56", "el-arish-67") else across_suez
    return str(module.choose(position, draw))


PAIRS = {
    "across-suez": suez_pair,
    "middle-east-battles": battle_pair,
    "october-war": october_pair,
}
