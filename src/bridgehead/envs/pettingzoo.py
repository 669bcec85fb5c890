"""The games as environments of PettingZoo, in which agents act one after the other (AEC).

>>> from bridgehead.envs.pettingzoo import aec
>>> env = aec("across-suez-1980")
>>> env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.last()
>>> env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
>>> env.close()

An agent is a side, under its own name. Its observation is a dict of `observation`, made from what
the side may see, and `action_mask`, all 0 for an agent that is not to decide. The reward is
1, -1 or 0 at the end of the game. The dice are rolled by the environment, or by an agent of their
own (`chance="player"`).
"""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from bridgehead.core.extras import needs
from bridgehead.core.positions.position import Game
from bridgehead.envs.episode import Episode, game_of
from bridgehead.envs.legal_actions import LegalActions
from bridgehead.envs.names import module_name
from bridgehead.envs.rendering import MODES, WIDTH, check_mode, check_viewer, rendered
from bridgehead.envs.spaces import check_form

with needs("research"):
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

CHANCE = ("environment", "player")
ILLEGAL = ("lose", "error")
DICE = "dice"


def aec(
    game: Game | str, *, illegal: str = "lose", **settings: Any
) -> AECEnv[str, dict[str, Any], int]:
    """Return an environment of a game, given by its id or as a `Game`, in PettingZoo's wrappers.

    With `illegal="lose"` an illegal action loses the game at once, as in PettingZoo's own board
    games; with "error" it raises IllegalAction with the reason, and the environment is unchanged.
    The other settings are those of `GameEnv`: `chance`, `observation`, `history`, `render_mode`,
    `viewer`, and the game's options.
    """
    if illegal not in ILLEGAL:
        raise ValueError(f"illegal={illegal!r}: there are {' and '.join(ILLEGAL)}")
    env: Any = GameEnv(game, **settings)
    if illegal == "lose":
        env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))


def parallel(game: Game | str, **settings: Any) -> ParallelEnv[str, dict[str, Any], int | None]:
    """Return the environment of `aec` with the parallel interface: all agents act each step.

    This is PettingZoo's conversion for turn-based games: only the action of the agent whose turn it
    is counts, `infos[agent]["active_agent"]` names it, and the masks of the others are 0
    everywhere.
    """
    return turn_based_aec_to_parallel(aec(game, **settings))


class GameEnv(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """A game without any wrapper: an illegal action raises IllegalAction."""

    def __init__(
        self,
        game: Game | str,
        *,
        chance: str = "environment",
        observation: str = "flat",
        history: int = 0,
        render_mode: str | None = None,
        viewer: str | None = None,
        width: int = WIDTH,
        **options: bool | str,
    ) -> None:
        """Create an environment of a game, given by its id or as a `Game`.

        `chance` is who rolls the dice: the "environment", or an agent "dice" (as a "player").
        `observation` is "flat", one array, or "parts", a dict of `map`, `units` and `scalars`, with
        `history` also of that many last actions.

        `viewer` is the viewer of pictures: a side, or by default a spectator; `width` is that of
        `rgb_array`, in pixels. The rest are options of the game.
        """
        super().__init__()
        if chance not in CHANCE:
            raise ValueError(f"chance={chance!r}: there are {' and '.join(CHANCE)}")
        self.form = check_form(observation, history)
        self.episode = Episode(game_of(game, options), history)
        played = self.episode.game
        self.metadata = {
            "name": module_name(played.id, played.scenario.id if played.scenario else ""),
            "render_modes": list(MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = check_mode(render_mode)
        self.viewer = check_viewer(viewer, played.sides)
        self.width = width
        self.possible_agents = [*played.sides, *([DICE] if chance == "player" else [])]
        self.agents: list[str] = []
        made = self.episode.spaces
        mask = spaces.Box(0, 1, (made.actions.n,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict(
                {"observation": made.observation_box(observation, history), "action_mask": mask}
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: LegalActions(made.actions.n, partial(self.episode.mask, agent))
            for agent in self.possible_agents
        }
        self.state_space = spaces.Box(0, 255, (played.state_type.itemsize,), np.uint8)
        self._random, _ = seeding.np_random(None)

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.action_spaces = {
            agent: LegalActions.like(space, partial(self.episode.mask, agent))
            for agent, space in self.action_spaces.items()
        }

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations, always the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions, always the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. `options={"position": data}` starts it in that position."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.episode.begin((options or {}).get("position"))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        """Carry out the action of the agent to act; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is to decide: None is not an action")
        self.episode.push(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Roll the dice, then select the next agent or end the game."""
        if DICE not in self.possible_agents:
            self.episode.roll(self._random)
        side = self.episode.to_move
        for agent in self.agents:
            self.rewards[agent] = self.episode.reward(agent)
            self.terminations[agent] = side is None
        if side is not None:
            self.agent_selection = side
        self.infos = {agent: {"active_agent": self.agent_selection} for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and its legal actions."""
        return {
            "observation": self.episode.observe(agent, self.form),
            "action_mask": self.episode.mask(agent),
        }

    def state(self) -> Any:
        """Return the complete position as bytes, including hidden facts: for a critic."""
        return self.episode.position.arrays[1].view(np.uint8).copy()

    def render(self) -> Any:
        """Return the position in the form of `render_mode`, as `viewer` sees it (None.

        A spectator).
        """
        return rendered(self.episode.position, self.render_mode, self.viewer, self.width)

    def close(self) -> None:
        """Do nothing, since there are no open resources."""
