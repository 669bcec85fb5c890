"""Who there is, how players are made, and how the recruit draws."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import bridgehead as bh
from bridgehead import players
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.search.random_policy import draw
from bridgehead.titles.across_suez import state as st
from bridgehead.titles.across_suez.player import playout
from tests.players.ranks import RANKS
from tests.titles.across_suez.games import SETTINGS, load, scatter

UNIT, NO_UNIT = st.UNIT, st.NO_UNIT


def test_names_weakest_first() -> None:
    for info in bh.games():
        assert players.names(info.id)[0] == "recruit"
    assert players.names("across-suez-1995") == RANKS
    assert players.names("a-game-without-players-of-its-own") == ("recruit",)


def test_an_unknown_player_is_refused_with_those_there_are() -> None:
    game = bh.load("across-suez-1980")
    with pytest.raises(
        bh.UnknownPlayer,
        match=r"'sergant' \(did you mean sergeant\?\).*corporal, sergeant",
    ):
        players.create(game, "sergant")


@pytest.mark.parametrize("name", ["recruit", "sergeant"])
def test_players_carry_their_name_and_repeat_themselves(name: str) -> None:
    game = bh.load("across-suez-1980")
    position = game.start()
    choices = []
    for seed in (7, 7, 8):
        player = players.create(game, name, seed=seed)
        assert player.name == name
        choices.append([player.choose(position) for _ in range(20 if JIT else 4)])
    assert choices[0] == choices[1]
    assert all(choice in position.legal_actions() for choice in choices[2])
    assert position == game.start()
    if name == "recruit":
        assert choices[0] != choices[2]
        assert players.create(game, name).choose(position) in position.legal_actions()


@pytest.mark.parametrize("setting", SETTINGS if JIT else ["1980"])
@pytest.mark.parametrize("name", ["recruit", "sergeant"] if JIT else ["recruit"])
def test_players_finish_a_game_legally(setting: str, name: str) -> None:
    game = load(setting)
    position, random = game.start(), np.random.default_rng(5)
    sides = {side: players.create(game, name, seed) for seed, side in enumerate(game.sides)}
    while position.to_move is not None:
        if position.to_move == "dice":
            position.push(f"roll {random.integers(1, 7)}")
        else:
            position.push(sides[position.to_move].choose(position))
    assert position.result is not None


def test_the_recruit_has_nothing_to_choose_when_the_game_is_over() -> None:
    game = bh.load("across-suez-1980")
    position = game.start()
    position.push("resign")
    with pytest.raises(ValueError, match="no decision is pending"):
        players.create(game, "recruit").choose(position)


# The draw


def chances(codes: Any) -> dict[int, float]:
    """The recruit's rule, spelled out: first the unit or an action without one, then the action."""
    by_ticket: dict[Any, list[int]] = {}
    for code in codes.tolist():
        unit = code // UNIT
        by_ticket.setdefault(code if unit == NO_UNIT else ("unit", unit), []).append(code)
    return {code: 1 / len(by_ticket) / len(group) for group in by_ticket.values() for code in group}


def assert_drawn_by_the_rule(drawn: Counter[int], codes: Any) -> None:
    """Compare by unit (and action without unit), where the numbers are large, within 5 sigma."""
    expected = chances(codes)
    assert set(drawn) <= set(expected)
    total = drawn.total()
    groups: Counter[int] = Counter()
    share: dict[int, float] = {}
    for code, chance in expected.items():
        key = code if code // UNIT == NO_UNIT else code // UNIT
        groups[key] += drawn[code]
        share[key] = share.get(key, 0.0) + chance
    for key, chance in share.items():
        sigma = (total * chance * (1 - chance)) ** 0.5
        assert abs(groups[key] - total * chance) <= 5 * sigma + 1, key
    few = min(expected.values()) * total
    if few > 20:  # then single actions too
        for code, chance in expected.items():
            assert abs(drawn[code] - total * chance) <= 5 * (total * chance) ** 0.5 + 1, code


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("setting", ["1980", "reprint with all options"])
def test_both_draws_follow_the_rule(setting: str, seed: int) -> None:
    position = load(setting).start() if seed == 0 else scatter(setting, seed)
    codes = position.legal_codes()
    random = np.random.default_rng(seed)
    out = np.zeros(position.game.max_actions, np.int32)
    plain = Counter(
        draw(codes, len(codes), random.random(), random.random(), 8192, 63, 0)
        for _ in range(2000 if JIT else 100)
    )
    assert_drawn_by_the_rule(plain, codes)
    kernel: Counter[int] = Counter()
    for _ in range(2000 if JIT else 100):
        board, state, work = position.arrays
        kernel[playout.decide(board, state, work, out, random, playout.RECRUIT)] += 1
    assert_drawn_by_the_rule(kernel, codes)


def test_units_that_cannot_act_are_not_drawn() -> None:
    """A unit whose way is barred all round is put aside, and the others stay equally likely."""
    game = bh.load("across-suez-1980")
    ring = ["0409", "0410", "0510", "0310", "0509", "0309", "0411", "0311", "0511"]
    for held in ring:
        index = game.unit_index("reshev-1")  # type: ignore[attr-defined]
        around = [
            game.hexes[h]  # type: ignore[attr-defined]
            for h in game.board[0].neighbor[game.grammar.hexes[held]]  # type: ignore[attr-defined]
            if h >= 0 and game.board[0].land[h]  # type: ignore[attr-defined]
        ]
        enemies = [unit for unit in game.units if game.board[0].side[game.units.index(unit)] == 1]  # type: ignore[attr-defined]
        units = {"reshev-1": held, "reshev-2": "1607", "matt-1": "1608"}
        units |= dict(zip(enemies, around, strict=False))
        if len(set(units.values())) < len(units):
            continue
        position = game.position({"game": game.id, "turn": 2, "units": units})
        codes = position.legal_codes()
        assert index not in codes // UNIT
        out = np.zeros(game.max_actions, np.int32)
        random = np.random.default_rng(1)
        drawn: Counter[int] = Counter()
        for _ in range(1000 if JIT else 50):
            drawn[playout.decide(*position.arrays, out, random, playout.RECRUIT)] += 1
        assert_drawn_by_the_rule(drawn, codes)


def test_a_handicap_makes_a_share_of_the_decisions_at_random() -> None:
    game = bh.load("across-suez-1980")
    position = game.start()
    sergeant = players.create(game, "sergeant", seed=3)
    usual = {sergeant.choose(position) for _ in range(20)}
    shares = {}
    for share in (10, 50):
        careless = players.create(game, f"sergeant%{share}", seed=3)
        assert careless.name == f"sergeant%{share}"
        choices = [careless.choose(position) for _ in range(400)]
        assert set(choices) <= set(position.legal_actions())
        shares[share] = sum(choice not in usual for choice in choices) / len(choices)
        again = players.create(game, f"sergeant%{share}", seed=3)
        assert [again.choose(position) for _ in range(20)] == choices[:20]
    assert 0.03 < shares[10] < 0.15
    assert 0.35 < shares[50] < 0.55


@pytest.mark.plain
@pytest.mark.parametrize("name", ["sergeant%", "sergeant%0", "sergeant%91", "captain@1%x"])
def test_a_handicap_that_makes_no_sense_is_refused(name: str) -> None:
    with pytest.raises(bh.UnknownPlayer, match="the number after % is the share"):
        players.check("across-suez-1980", name)


@pytest.mark.plain
def test_a_handicap_stands_behind_the_thinking_time() -> None:
    assert players.check("across-suez-1980", "captain@0.5%20") == ("captain", 0.5, None)
    with pytest.raises(bh.UnknownPlayer, match="does not look ahead"):
        players.check("across-suez-1980", "sergeant@2%20")
    thinker = players.thinker(bh.load("across-suez-1980"), "captain@4n%20")
    assert thinker.name == "captain@4n"
