"""Games of October War played at random, for tests that look at every decision."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np

import bridgehead as bh
from bridgehead.core.words.notation import RESIGN
from bridgehead.titles.october_war import state as st

SETTINGS: dict[str, dict[str, bool]] = {
    "fog": {},
    "open": {"no_fog": True},
    "options": {"city_points": True, "elite_city_or_fort": True, "hold_return_events": True},
}
DEPLOY = st.NO_UNIT * st.UNIT + st.DEPLOY * st.VERB
END = st.NO_UNIT * st.UNIT + st.END * st.VERB
SOON = {"movement": 0.06, "commit": 0.08, "raids": 0.15, "barrages": 0.15, "reorganization": 0.3}
FREE_ONE = ("recon", "mobile_sam", "engineer", "antitank", "rocket", "garrison")


def load(setting: str) -> Any:
    """Load one of the settings."""
    return bh.load("october-war", **SETTINGS[setting])


def choose(position: Any, draw: random.Random) -> int:
    """Choose an action, as a number, so that games differ in shape and there is much fighting.

    A unit or a verb is drawn first, then one of its actions: units with many ways count no more
    than others. Set-up is cut short, phases are ended early now and then, attacks come often.
    """
    codes = position.legal_codes()
    step = position.step
    if DEPLOY in codes and draw.random() < 0.1:
        return DEPLOY
    if codes[-1] == END and len(codes) > 1 and draw.random() < SOON.get(step, 0.2):
        return END
    if codes[-1] == END and len(codes) > 1:
        codes = codes[:-1]
    units = codes // st.UNIT
    tickets = np.where(units == st.NO_UNIT, codes // st.VERB, units * (st.UNIT // st.VERB))
    mine = codes[tickets == draw.choice(np.unique(tickets))].tolist()
    if step == "commit":  # the order is ascending: small numbers leave more to commit
        return mine[int(len(mine) * draw.random() ** 3)]
    if step == "movement" and draw.random() < 0.5:
        mine = [code for code in mine if _meets(position, code)] or mine
    return draw.choice(mine)


def _meets(position: Any, code: int) -> bool:
    """Whether a move ends where enemies stand."""
    unit, verb, place = code // st.UNIT, code // st.VERB % 64, code % st.VERB
    b, w = position.game.board[0], position.work[0]
    if unit == st.NO_UNIT:
        return False
    if verb == st.MOVE_UNIT:
        place = int(b.walk[place, b.walk_size[place] - 1])
    elif verb not in (st.FLY, st.CROSS):
        return False
    return bool(w.count[1 - b.side[unit], place] > 0)


def walk(setting: str, seed: int, start: Any = None, most: int = 0) -> Iterator[tuple[Any, int]]:
    """Yield (position, number of the action about to be taken) through a game; it goes on.

    At the end, or after `most` decisions, the action is RESIGN, which is not carried out.
    """
    draw = random.Random(seed)
    position = start.copy() if start is not None else load(setting).start()
    number = 0
    while position.to_move is not None and not (most and number >= most):
        code = choose(position, draw)
        yield position, code
        position.push_code(code)
        number += 1
    yield position, RESIGN


def weight(counters: list[dict[str, Any]], place: str) -> int:
    """[12] Return what counts against the stacking limit, computed from the counter list."""
    found = 0
    for kind in FREE_ONE:
        found += max(0, sum(c["type"] == kind for c in counters) - 1)
    for c in counters:
        if c["type"] not in (*FREE_ONE, "hq", "static_sam") and not at_home(c, place):
            found += c["stack"]
    return found


def at_home(counter: dict[str, Any], place: str) -> bool:
    """[19] Return whether a counter is a city brigade in its own city."""
    home = {"port-said-bde": "port-said", "ismailia-bde": "ismailia", "suez-bde": "suez-city"}
    return home.get(counter["id"]) == place


def stack_is_legal(counters: list[dict[str, Any]], place: str) -> bool:
    """[12] Return whether one side's counters may stand together in a point."""
    if not counters:
        return True
    limit = 9 if counters[0]["side"] == "israel" else 4
    sizes = [c["size"] for c in counters if c["type"] == "hq"]
    return weight(counters, place) <= limit and len(sizes) == len(set(sizes))


def fights_in(b: Any, u: int, theater: int) -> bool:
    """[25] Return whether a ground counter can be in a theater: Arab armies keep to their own."""
    if b.side[u] == st.ISRAEL or b.traits[u] & st.EITHER_FRONT:
        return True
    golan = b.nation[u] == st.SYRIA or b.traits[u] & st.GOLAN_ONLY
    return bool(golan) == (theater == st.GOLAN)


def scatter(setting: str, seed: int, phase: str = "") -> Any:
    """Return a position with counters thrown about a part of the map: closer to fights."""
    draw = random.Random(seed)
    game = load(setting)
    b = game.board[0]
    theater = draw.randrange(2)
    lands = [p for p in range(int(b.points)) if not b.water[p] and b.theater[p] == theater]
    heart = draw.choice(lands)
    at = [(point.x, point.y) for point in game.map.points]
    near = sorted(lands, key=lambda p: (math.dist(at[p], at[heart]), p))[: draw.randrange(6, 16)]
    stacks: dict[tuple[str, str], list[dict[str, Any]]] = {}
    units: dict[str, str] = {}
    reserves = {
        "israel": "israeli-reserve",
        "arab": ("egyptian-reserve", "syrian-reserve")[theater],
    }
    for u, c in enumerate(game.counters):
        chance = draw.random()
        if c["class"] == "air":
            mission = draw.choice(["ground-attack", "ground-attack", "recon"])
            front = "sinai" if theater == 0 else "golan"
            mine = c["side"] == "israel" or (c["nation"] == "syria") == (theater == 1)
            fits = mine and not (c["type"] == "ssm" and mission == "recon")
            units[c["id"]] = f"{front}:{mission}" if fits and chance < 0.6 else "ready"
            continue
        small = 0.6 if c["side"] == "israel" else 0.75
        wrong = not fights_in(b, u, theater)
        if wrong or chance > small:
            units[c["id"]] = draw.choice(["available", "refit", "eliminated"])
            if c["stack"] == 3:
                units[c["id"]] = "breakdown" if c["side"] == "arab" else "breakdown-any"
            continue
        units[c["id"]] = reserves[c["side"]]
        if chance < 0.55:
            p = draw.choice(near)
            place = game.places[p]
            mech = b.no_mech[p] and c["class"] == "mechanized"
            there = [*stacks.get((c["side"], place), []), c]
            if not mech and stack_is_legal(there, place):
                stacks[c["side"], place] = there
                units[c["id"]] = place
    phase = phase or draw.choice(["movement 1", "movement 2", "combat 1", "combat 2"])
    side = draw.choice(game.sides)
    data = {
        "game": game.id,
        "options": list(game.options),
        "turn": draw.randrange(1, 10),
        "side": side,
        "phase": phase,
        "step": "movement" if phase.startswith("movement") else "raids",
        "looking": 1,
        "units": units,
        "known": [u for u in units if draw.random() < 0.15],
        "in_command": [u for u in units if draw.random() < 0.7],
        "ew": {"israel": 3, "egypt": 3, "syria": 3},
        "barrage": {"israel": 2, "egypt": 2, "syria": 2},
        "air_master": {("sinai", "golan")[theater]: draw.choice(game.sides)},
    }
    position = game.position(data)
    for p in range(int(b.points)):  # whoever stands there alone controls a point [2.6]
        for n in range(2):
            if position.work[0].count[n, p] and not position.work[0].count[1 - n, p]:
                data.setdefault("control", {})[game.places[p]] = game.sides[n]
    return game.position(data)
