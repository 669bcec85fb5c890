"""The environments of PettingZoo: its own tests, masks, dice, pictures."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import bridgehead as bh
from bridgehead import envs
from bridgehead.core.errors import IllegalAction
from bridgehead.envs import aec, parallel
from tests.tiers import first

pytestmark = pytest.mark.plain
GAME = "across-suez-1980"
GAMES = [GAME, *(info.id for info in bh.games() if info.id != GAME)]
each_game = pytest.mark.parametrize("game_id", first(1, GAMES))
# What PettingZoo recommends to environments that are not its own: agents named player_0, and
# observations without a mask.
RECOMMENDED = (
    "ignore:We recommend agents to be named",
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)


def recommended(test: Any) -> Any:
    for line in RECOMMENDED:
        test = pytest.mark.filterwarnings(line)(test)
    return test


@pytest.mark.slow_for("player-across-suez-1980")
@recommended
@each_game
@pytest.mark.parametrize("chance", ["environment", "player"])
def test_pettingzoos_test_of_the_interface(game_id: str, chance: str) -> None:
    api_test(aec(game_id, chance=chance), num_cycles=100)


@recommended
@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_pettingzoos_test_over_whole_games_in_parts(game_id: str) -> None:
    api_test(aec(game_id, observation="parts"), num_cycles=4000)


@pytest.mark.slow_for("across-suez-1980")
@each_game
def test_pettingzoos_test_of_seeds(game_id: str) -> None:
    seed_test(lambda: aec(game_id), num_cycles=150)


@pytest.mark.slow_for("across-suez-1980")
@pytest.mark.parametrize("game_id", first(1, [GAME, "october-war"]))
def test_pettingzoos_test_of_pictures(game_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    pictures = {"svg": lambda picture: picture.startswith("<svg")}
    render_test(lambda **mode: aec(game_id, width=160, **mode), custom_tests=pictures)
    assert "turn 1" in capsys.readouterr().out


def play(env: Any, seed: int, most: int = 10_000) -> dict[str, float]:
    """Play at random; return what each agent was given in the end."""
    env.reset(seed=seed)
    spaces = {agent: env.action_space(agent) for agent in env.possible_agents}
    for number, agent in enumerate(env.possible_agents):
        spaces[agent].seed(seed + number)
    returns = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(most):
        observation, reward, terminated, truncated, _ = env.last()
        returns[agent] += reward
        over = terminated or truncated
        env.step(None if over else spaces[agent].sample(observation["action_mask"]))
    return returns


@pytest.mark.slow_for("across-suez-1980")
@each_game
def test_a_game_is_won_by_one_and_lost_by_the_other(game_id: str) -> None:
    env: Any = aec(game_id, chance="player")
    returns = play(env, 3)
    assert returns.pop("dice") == 0
    assert sum(returns.values()) == 0
    result = env.unwrapped.episode.position.result
    assert returns.get(result.winner, 0.0) == (0.0 if result.winner == "draw" else 1.0)


def test_a_mask_is_what_is_legal_and_only_for_who_decides() -> None:
    env: Any = aec(GAME)
    env.reset(seed=1)
    position, actions = env.unwrapped.episode.position, env.unwrapped.episode.spaces.actions
    texts = [actions.text(int(a)) for a in np.flatnonzero(env.observe("israel")["action_mask"])]
    assert texts == list(position.legal_actions())
    assert not env.observe("egypt")["action_mask"].any()


def test_the_environment_or_an_agent_rolls_the_dice() -> None:
    for chance, agent in (("environment", "egypt"), ("player", "dice")):
        env: Any = aec(GAME, chance=chance)
        env.reset(seed=4)
        index = env.unwrapped.episode.spaces.actions.index_of
        for text in ("end", "attack 0407", "with reshef-2", "fire"):
            assert env.agent_selection == "israel"
            env.step(index(text))
        if chance == "player":
            assert env.agent_selection == agent
            mask = env.observe(agent)["action_mask"]
            assert np.flatnonzero(mask).tolist() == [index(f"roll {face}") for face in range(1, 7)]
        assert (chance == "player") == (agent in env.possible_agents and agent == "dice")


def test_an_illegal_action_loses_or_says_why(caplog: pytest.LogCaptureFixture) -> None:
    env: Any = aec(GAME)
    env.reset(seed=1)
    index = env.unwrapped.episode.spaces.actions.index_of
    env.step(index("fire"))
    assert "Illegal move made" in caplog.text
    assert env.rewards == {"israel": -1.0, "egypt": 0}
    assert all(env.terminations.values())
    strict: Any = aec(GAME, illegal="error")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"\[9\.1\]"):
        strict.step(index("move reshef-2 0309"))
    assert strict.agent_selection == "israel"


@pytest.mark.slow
def test_the_parallel_form_takes_the_action_of_whose_turn_it_is() -> None:
    env: Any = parallel(GAME)
    observations, infos = env.reset(seed=2)
    rewards: dict[str, float] = {}
    while env.agents:
        active = infos[env.agents[0]]["active_agent"]
        assert all(
            observations[agent]["action_mask"].any() == (agent == active) for agent in env.agents
        )
        actions = {
            agent: env.action_space(agent).sample(observations[agent]["action_mask"])
            for agent in env.agents
        }
        observations, rewards, terminations, _, infos = env.step(actions)
    assert sorted(rewards.values()) == [-1.0, 1.0]
    assert all(terminations.values())


def test_environments_have_modules_as_in_pettingzoo() -> None:
    from bridgehead.envs import across_suez_reprint_v0, across_suez_v0

    env = across_suez_v0.env(render_mode="ansi")
    env.reset(seed=1)
    assert "turn 1" in env.render()
    assert str(env) == "across_suez_1980_v0"
    raw = across_suez_reprint_v0.raw_env(commandos=True)
    assert raw.episode.game.options == ("commandos",)
    with pytest.raises(AttributeError, match="across_suez_v9"):
        _ = envs.across_suez_v9


def test_a_picture_shows_what_its_viewer_sees() -> None:
    shown = []
    for unit in (0, 1):
        env: Any = aec("october-war", render_mode="ansi", viewer="arab")
        env.reset(seed=1)
        actions = env.unwrapped.episode.spaces.actions
        mask = env.observe("israel")["action_mask"]
        places = [a for a in np.flatnonzero(mask) if actions.text(int(a)).startswith("place ")]
        env.step(int(places[unit]))
        shown.append((env.render(), env.observe("arab")["observation"].tobytes()))
    assert shown[0] == shown[1]


def test_wrong_settings_are_refused_with_what_would_be_right() -> None:
    for settings, words in (
        ({"chance": "me"}, "environment and player"),
        ({"illegal": "ask"}, "lose and error"),
        ({"observation": "image"}, "flat and parts"),
        ({"render_mode": "3d"}, "rgb_array"),
        ({"viewer": "france"}, "israel, egypt"),
    ):
        with pytest.raises(ValueError, match=words):
            aec(GAME, **settings)  # type: ignore[arg-type]
    with pytest.raises(bh.UnknownGame, match="did you mean"):
        aec("across-suez-1981")


def test_no_warnings_but_those_named() -> None:
    """The filters above hide nothing else."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        api_test(aec(GAME), num_cycles=20)
    assert len({str(each.message) for each in found}) == len(RECOMMENDED)


def test_an_action_drawn_from_the_space_is_legal() -> None:
    """PettingZoo's `average_total_reward` draws without a mask."""
    env = aec("across-suez-1980", illegal="error")
    env.reset(seed=3)
    env.action_space("egypt").seed(1)
    for _ in range(5):
        env.step(env.action_space(env.agent_selection).sample())
    twin = copy.deepcopy(env)
    for one in (env, twin):
        side = one.agent_selection
        assert one.observe(side)["action_mask"][one.action_space(side).sample()]
        one.step(one.action_space(side).sample())
