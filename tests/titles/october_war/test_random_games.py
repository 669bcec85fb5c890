"""Random games to their end: no crash, no dead end, bounded length, invariants all the way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from bridgehead import players
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.words.notation import RESIGN
from bridgehead.titles.october_war import state as st
from bridgehead.titles.october_war.rules.air.umbrella import find_umbrellas
from bridgehead.titles.october_war.rules.places import find_lines
from tests.tiers import first
from tests.titles.october_war.games import SETTINGS, fights_in, load, scatter, stack_is_legal, walk

LONGEST = 12000  # decisions
PLAIN = 40  # decisions that are looked at without compiled rules
EVERY = (12, 1) if JIT else (8,)  # decisions, by day and at night
KEPT = (
    "count",
    "weight",
    "load",
    "free",
    "hqs",
    "unknown",
)  # of the work, kept up to date by each move


def games(setting: str, seed: int, start: Any = None) -> Any:
    """Yield the decisions of a game; of one played in plain Python only the first."""
    for number, found in enumerate(walk(setting, seed, start, 0 if JIT else PLAIN)):
        assert number < LONGEST
        yield number, *found


def check_places(position: Any) -> None:
    """Counters are where counters can be; none is lost, none is twice."""
    s, b, game = position.state, position.game.board[0], position.game
    n = len(game.units)
    for u in range(n):
        at = int(s.where[u])
        assert at < b.places
        if at >= 0:
            assert not b.air[u], "a strike on the map"
            assert not b.water[at], "in a crossing point"
            assert not (b.mech[u] and b.no_mech[at]), "a mechanized unit on a mountain"
            if at >= b.points:
                assert b.start_control[at] == b.side[u], "in an enemy reserve area"
            theater = int(b.theater[at])
            assert theater == st.BOTH or fights_in(b, u, theater), "on the other front"
        elif at <= st.MISSION_BOX:
            assert b.air[u]
            assert at > st.MISSION_BOX - 8
        else:
            assert -1 - len(st.BOXES) < at < 0
        assert (s.arrives[u] > 0) == (at == st.TRACK)
    assert (s.where[n:] == st.PERMANENT).all() or (s.where[n:] < 0).all()


def check_stacks(position: Any) -> None:
    """[12, 16] Stacking is legal at every decision, and control is where it must be."""
    s, game = position.state, position.game
    b, w = game.board[0], position.work[0]
    there: dict[tuple[int, int], list[Any]] = {}
    for u, counter in enumerate(game.counters):
        at = int(s.where[u])
        if 0 <= at < b.points:
            there.setdefault((int(b.side[u]), at), []).append(counter)
    for (side, at), counters in there.items():
        breaking = position.step in ("damage", "retreat") or position.phase.startswith("combat")
        assert stack_is_legal(counters, game.places[at]) or breaking, (game.places[at], counters)
        if w.count[1 - side, at] == 0:
            assert s.control[at] == side
    for p in range(int(b.points)):
        assert not b.water[p] or s.control[p] == st.NOBODY


def check_numbers(position: Any, before: dict[str, Any]) -> None:
    """Stocks stay within what there is, casualties never go down."""
    s, b = position.state, position.game.board[0]
    assert 1 <= s.turn <= b.last_turn
    assert (s.ew >= 0).all()
    assert s.ew[0] <= b.ew_most[0]
    assert s.ew[1] + s.ew[2] <= b.ew_most[1]
    assert (s.barrage >= 0).all()
    assert (s.barrage <= b.barrage_most).all()
    assert (s.points >= 0).all()
    assert (s.points * 2 >= s.spent).all()
    assert (s.bridge[: b.canals] != st.NOBODY).sum() <= b.bridges_most
    assert (s.bought <= b.limits + s.extra).all()
    for k in range(int(b.canals)):  # [21.4]
        if s.bridge[k] != st.NOBODY:
            ends = position.work[0].count[s.bridge[k], b.canal_end[k]]
            assert ends.sum() > 0
    casualties = s.casualties.tolist()
    assert all(
        a >= c for a, c in zip(casualties, before.get("casualties", casualties), strict=True)
    )
    before["casualties"] = casualties
    assert position.to_move in (*position.game.sides, "dice", None)
    if position.result is None:
        assert casualties[0] <= 70


def check_work(position: Any) -> None:
    """What is kept up to date equals what is computed afresh."""
    kept = position._work
    if kept is None or not position._fresh:
        return
    twin = position.copy()
    fresh = twin.work
    for field in KEPT:
        assert np.array_equal(kept[0][field], fresh[0][field]), field
    assert np.array_equal(twin.legal_codes(), position.legal_codes())
    b, s = position.game.board[0], twin.state
    for side in range(2):  # what is looked up when needed, and kept until it may have changed
        find_lines(b, s, fresh[0], side)
        if kept[0].loc_fresh >> side & 1:
            assert np.array_equal(kept[0].loc[side], fresh[0].loc[side]), "loc"
    find_umbrellas(b, s, fresh[0])
    if kept[0].umbrella_fresh:
        assert np.array_equal(kept[0].umbrella, fresh[0].umbrella), "umbrella"
    if kept[0].listed:
        assert np.array_equal(kept[0].list[: kept[0].listed], twin.legal_codes()), "list"


SEALED = (  # the other side must not learn that there was one answer [O43]
    "reorganization", "arrivals", "refit arrival", "umbrella", "damage", "retreat",
    "attacker stays", "defender stays", "go back",
)  # fmt: skip


def check_all(
    position: Any, number: int, code: int, before: dict[str, Any], every: int = EVERY[-1]
) -> None:
    """Look at one decision."""
    check_numbers(position, before)
    if number % every == 0:
        check_places(position)
        check_stacks(position)
    if number % (4 * every) == 0:
        check_work(position)
    if code != RESIGN:
        codes = position.legal_codes()
        assert len(codes) > 0, "a dead end"
        assert (np.diff(codes) > 0).all(), "actions are ascending, so none appears twice"
        if position.to_move in position.game.sides and position.step not in (
            "setup", "movement", "barrages", "battles", "sam ask", "air defense", "commit",
        ) and (position.game.board[0].fog == 0 or position.step not in SEALED):  # fmt: skip
            assert len(codes) > 1, f"{position.step} is asked without a choice"


@pytest.mark.parametrize("setting", first(1, SETTINGS))
@pytest.mark.parametrize("seed", range(1))
@pytest.mark.parametrize("every", first(1, EVERY))
def test_invariants_hold_through_a_game(setting: str, seed: int, every: int) -> None:
    before: dict[str, Any] = {}
    for number, position, code in games(setting, seed + 40):
        check_all(position, number, code, before, every)
    if JIT:
        assert position.result.winner in (*position.game.sides, "draw")
        assert len(position.legal_actions()) == 0


@pytest.mark.parametrize("seed", first(0, range(6) if JIT else range(1)))
def test_crowded_positions_come_to_an_end(seed: int) -> None:
    before: dict[str, Any] = {}
    start = scatter("fog" if seed % 4 else "open", seed)
    for number, position, code in games("fog", seed, start):
        check_all(position, number, code, before)
    assert position.to_move is None or not JIT


@pytest.mark.slow
def test_every_action_is_told_with_its_case() -> None:
    silent = {"end", "pass", "lose"}
    for number, position, code in games("fog", 31):
        if code == RESIGN or number % (3 if JIT else 8):
            continue
        text = position.game.grammar.decode(code)
        for viewer in ("israel", "arab", None, "everything"):
            events = position.describe(text, viewer) if viewer != "everything" else (
                position.describe(text)
            )  # fmt: skip
            secret = position.step in ("setup", "commit") and viewer not in (  # [10, 72, O43]
                position.to_move, "everything",
            )  # fmt: skip
            assert events or secret or text.split()[0] in silent, text
            assert all(event.text and "{" not in event.text for event in events)


@pytest.mark.skipif(not JIT, reason="whole games")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.slow
def test_the_players_play_to_the_end(seed: int) -> None:
    game = load("fog")
    position = game.start()
    names = ("recruit", "sergeant", "captain@6n", "general@6n")
    mine = {
        side: players.create(game, names[(seed + n) % len(names)], seed)
        for n, side in enumerate(game.sides)
    }
    draw = np.random.default_rng(seed)
    for _ in range(LONGEST):
        if position.to_move is None:
            break
        if position.to_move == "dice":
            codes = position.legal_codes()
            position.push_code(int(codes[draw.integers(len(codes))]))
        else:
            before = position.copy()
            choice = mine[position.to_move].choose(position)
            assert position == before, "a player leaves the position alone"
            assert choice in position.legal_actions()
            position.push(choice)
    assert position.result is not None
