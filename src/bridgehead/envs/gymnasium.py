"""The games as environments of Gymnasium: one side learns, a computer player plays the other.

>>> import gymnasium
>>> import bridgehead.envs.gymnasium
>>> from bridgehead.envs.gymnasium import GameEnv
>>> env = gymnasium.make(GameEnv.id_of("across-suez-1980"), opponent="recruit")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
>>> env.close()

Importing this module registers an id for every game and for every scenario. The reward is 1, -1 or
0 at the end. Which actions are legal stands in `info["action_mask"]`, and `action_masks()` returns
it, as the masked algorithms of sb3-contrib ask for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead import players
from bridgehead.core.errors import IllegalAction
from bridgehead.core.extras import needs
from bridgehead.core.positions.position import Game
from bridgehead.envs.episode import Episode, game_of
from bridgehead.envs.legal_actions import LegalActions
from bridgehead.envs.names import Played, gymnasium_ids
from bridgehead.envs.rendering import MODES, WIDTH, check_mode, check_viewer, rendered
from bridgehead.envs.spaces import check_form

with needs("research"):
    import gymnasium

ILLEGAL = ("lose", "error")
ANY_SIDE = "random"
Opponent = str | Callable[[Game, int], players.Player]


class GameEnv(gymnasium.Env[Any, np.int64]):
    """One side of a game; the environment plays the other side and the dice."""

    metadata = {"render_modes": list(MODES), "render_fps": 2}  # noqa: RUF012 - as in gymnasium.Env

    def __init__(
        self,
        game: Game | str,
        *,
        side: str | None = None,
        opponent: Opponent = "sergeant",
        illegal: str = "lose",
        observation: str = "flat",
        history: int = 0,
        render_mode: str | None = None,
        viewer: str | None = None,
        width: int = WIDTH,
        **options: bool | str,
    ) -> None:
        """Create an environment of a game, given by its id or as a `Game`.

        `side` is the side that learns: by default the first, "random" for a random one in each
        game. `opponent` is a player's name, such as `captain@0.1`, or a function from game and seed
        to a player. With `illegal="lose"` an illegal action loses the game at once, and
        `info["illegal"]` says why; with "error" it raises IllegalAction. `observation` is "flat",
        one array, or "parts", a dict of `map`, `units` and `scalars`, with `history` also of that
        many last actions. `viewer` is the viewer of pictures, by default the side that learns;
        `width` is that of `rgb_array`, in pixels. The rest are options of the game.
        """
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal={illegal!r}: there are {' and '.join(ILLEGAL)}")
        self.form = check_form(observation, history)
        self.episode = Episode(game_of(game, options), history)
        played = self.episode.game
        self.side_wanted = side or played.sides[0]
        if self.side_wanted not in (*played.sides, ANY_SIDE):
            raise ValueError(f"side={side!r}: there are {', '.join(played.sides)}, {ANY_SIDE}")
        if isinstance(opponent, str):
            players.check(played.id, opponent)
        self.opponent = opponent
        self.illegal = illegal
        self.render_mode = check_mode(render_mode)
        self.viewer = check_viewer(viewer, played.sides)
        self.width = width
        made = self.episode.spaces
        self.observation_space = made.observation_box(observation, history)
        self.action_space = LegalActions(made.actions.n, self._mask)
        self.side = played.sides[0]
        self._player: Any = None
        self._lost = False

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.action_space = LegalActions.like(self.action_space, self._mask)

    @staticmethod
    def id_of(game_id: str, scenario: str = "") -> str:
        """Return the id of a game, or of one of its scenarios, for `gymnasium.make`."""
        wanted = Played(game_id, scenario)
        return [name for name, played in gymnasium_ids().items() if played == wanted][-1]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a new game. `options={"position": data}` starts it in that position."""
        super().reset(seed=seed)
        self.episode.begin((options or {}).get("position"))
        game = self.episode.game
        drawn = int(self.np_random.integers(len(game.sides)))
        wanted = self.side_wanted
        self.side = game.sides[drawn] if wanted == ANY_SIDE else wanted
        player_seed = int(self.np_random.integers(1 << 31))
        if isinstance(self.opponent, str):
            self._player = players.create(game, self.opponent, player_seed)
        else:
            self._player = self.opponent(game, player_seed)
        self._lost = False
        self._go_on()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Carry out an action, and everything up to the side's next decision."""
        if self._over():
            raise gymnasium.error.ResetNeeded("the game is over: call reset() first")
        try:
            self.episode.push(int(action))
        except IllegalAction as error:
            if self.illegal == "error":
                raise
            self._lost = True
            return self._observation(), -1.0, True, False, self._info() | {"illegal": str(error)}
        self._go_on()
        reward = self.episode.reward(self.side)
        return self._observation(), reward, self._over(), False, self._info()

    def _go_on(self) -> None:
        """Roll the dice and let the opponent decide, until the side is to decide."""
        episode = self.episode
        episode.roll(self.np_random)
        while episode.to_move not in (self.side, None):
            episode.push_text(self._player.choose(episode.position))
            episode.roll(self.np_random)
        if self.render_mode == "human":
            self.render()

    def _over(self) -> bool:
        return self._lost or self.episode.to_move is None

    def _observation(self) -> Any:
        return self.episode.observe(self.side, self.form)

    def _mask(self) -> NDArray[np.int8]:
        return self.episode.mask(self.side)

    def _info(self) -> dict[str, Any]:
        result = self.episode.position.result
        ended = {} if result is None else {"result": result.to_dict()}
        return {"side": self.side, "action_mask": self._mask(), **ended}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, as sb3-contrib's masked algorithms expect it."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """Return the position in the form of `render_mode`, as the viewer sees it."""
        viewer = self.viewer or self.side
        return rendered(self.episode.position, self.render_mode, viewer, self.width)


def register() -> None:
    """Register an id for every game and scenario: `bridgehead/`, its name, and the version."""
    for name, played in gymnasium_ids().items():
        if name not in gymnasium.registry:
            given = {"game": played.game, **played.options}
            gymnasium.register(name, entry_point=f"{__name__}:GameEnv", kwargs=given)


register()
