"""The environments of Gymnasium: its own check, opponents, sides, masks."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import bridgehead as bh
from bridgehead import players
from bridgehead.core.errors import IllegalAction, UnknownPlayer
from bridgehead.envs.gymnasium import GameEnv
from tests.tiers import first

pytestmark = pytest.mark.plain
GAME = "across-suez-1980"
GAMES = [GAME, *(info.id for info in bh.games() if info.id != GAME)]
each_game = pytest.mark.parametrize("game_id", first(1, GAMES))


def make(game_id: str = GAME, **settings: Any) -> Any:
    return gymnasium.make(GameEnv.id_of(game_id), **settings)


def play(env: Any, seed: int) -> tuple[float, int, dict[str, Any]]:
    """Play at random; return the reward, the number of steps, and what was said in the end."""
    env.action_space.seed(seed)
    _, info = env.reset(seed=seed)
    over, steps, reward = False, 0, 0.0
    while not over:
        action = env.unwrapped.action_space.sample()
        assert info["action_mask"][action]
        _, reward, over, _, info = env.step(action)
        steps += 1
        assert over or reward == 0
    return float(reward), steps, info


@each_game
def test_gymnasiums_check_finds_nothing(game_id: str) -> None:
    check_env(make(game_id, width=160).unwrapped)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_gymnasiums_check_of_observations_in_parts(game_id: str) -> None:
    check_env(make(game_id, width=160, observation="parts", side="random").unwrapped)


@pytest.mark.slow_for("across-suez-1980")
@each_game
def test_a_side_plays_to_the_end(game_id: str) -> None:
    reward, steps, info = play(make(game_id, opponent="recruit", side="random"), 3)
    winner = info["result"]["winner"]
    assert reward == (0 if winner == "draw" else 1 if winner == info["side"] else -1)
    assert steps > 20


@pytest.mark.slow
def test_the_same_seed_gives_the_same_game() -> None:
    env = make(opponent="sergeant", side="random")
    assert str(play(env, 5)) == str(play(env, 5))


@pytest.mark.slow
def test_either_side_and_any_player() -> None:
    for side in ("israel", "egypt"):
        env = make(side=side, opponent="captain@4n")
        env.reset(seed=1)
        assert env.unwrapped.episode.to_move == side
        assert env.unwrapped.side == side
    asked = []

    def own(game: bh.Game, seed: int) -> players.Player:
        asked.append(seed)
        return players.create(game, "recruit", seed)

    env = make(opponent=own)
    env.reset(seed=1)
    env.reset(seed=1)
    assert len(set(asked)) == 1
    sides = set()
    env = make(side="random", opponent="recruit")
    for seed in range(8):
        sides.add(env.reset(seed=seed)[1]["side"])
    assert sides == {"israel", "egypt"}


def test_masks_are_what_sb3_contrib_asks_for() -> None:
    env = make()
    _, info = env.reset(seed=1)
    masks = env.unwrapped.action_masks()
    assert masks.dtype == np.bool_
    assert np.array_equal(masks, info["action_mask"].astype(bool))
    texts = [env.unwrapped.episode.spaces.actions.text(int(a)) for a in np.flatnonzero(masks)]
    assert texts == list(bh.load(GAME).start().legal_actions())


def test_an_illegal_action_loses_or_says_why() -> None:
    env = make(illegal="lose")
    env.reset(seed=1)
    index = env.unwrapped.episode.spaces.actions.index_of
    _, reward, over, _, info = env.step(index("move reshef-2 0309"))
    assert (reward, over) == (-1.0, True)
    assert info["illegal"].startswith("[9.1] ")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    strict = make(illegal="error")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"\[9\.1\]"):
        strict.step(index("move reshef-2 0309"))
    assert strict.step(index("end"))[1] == 0


def test_a_game_begins_in_a_given_position() -> None:
    position = bh.load(GAME).start()
    position.push("end")
    env = make()
    env.reset(seed=1, options={"position": position.to_dict()})
    assert env.unwrapped.episode.position == position


def test_every_title_has_an_id_and_every_edition() -> None:
    ids = {name for name in gymnasium.registry if name.startswith("bridgehead/")}
    assert {"bridgehead/AcrossSuez-v0", "bridgehead/OctoberWar-v0", "bridgehead/Suez56-v0"} <= ids
    assert len({gymnasium.spec(name).kwargs["game"] for name in ids}) == len(bh.games())


def test_what_is_hidden_is_in_no_observation() -> None:
    """Egypt of Suez '56 does not see until when the West goes on."""
    game = bh.load("suez-56")
    data = game.start().to_dict() | {"phase": "movement", "turn": 8, "side": "egypt"}
    seen = []
    for last in (9, 12):
        env = make("suez-56", side="egypt")
        seen.append(env.reset(seed=1, options={"position": data | {"last_turn": last}}))
    assert seen[0][0].tobytes() == seen[1][0].tobytes()
    assert str(seen[0][1]) == str(seen[1][1])


def test_wrong_settings_are_refused_with_what_would_be_right() -> None:
    with pytest.raises(UnknownPlayer, match="recruit"):
        make(opponent="colonel")
    with pytest.raises(ValueError, match="israel, egypt, random"):
        make(side="france")
    with pytest.raises(ValueError, match="lose and error"):
        make(illegal="ask")
