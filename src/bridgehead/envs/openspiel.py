"""The games as games of OpenSpiel: importing this module registers them.

>>> import pyspiel
>>> import bridgehead.envs.openspiel as door
>>> game = pyspiel.load_game(door.short_name("across-suez-1980"))
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[-1])

Chance is explicit: whatever the dice decide is a chance node, its outcomes with their true
probabilities. Sides decide one after the other; a decision that the rules keep secret is a
decision that leaves no trace in what the others are told. A game's options are its parameters.
The first side is player 0, and the returns are 1, -1 and 0 for a draw.
"""

from __future__ import annotations

import base64
import json
import pickle
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from bridgehead.core.extras import needs
from bridgehead.core.positions.position import EVERYTHING, Game
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import GameInfo, game_info, games, load_with, options_on
from bridgehead.core.titles.options import BID, SCENARIO
from bridgehead.envs.spaces import Spaces, build, length_limit, spaces
from bridgehead.envs.trajectory import Trajectory

with needs("research"):
    import pyspiel

PREFIX = "bridgehead_"
PLAYERS = 2


def short_name(game_id: str) -> str:
    """Return a game's name in OpenSpiel."""
    return PREFIX + game_info(game_id).id.replace("-", "_")


def game_type(info: GameInfo) -> Any:
    """Return OpenSpiel's description of a game before it is loaded."""
    hidden = info.id in info.title_object.hiding
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(info.id),
        long_name=f"{info.title} ({info.edition})",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION
            if hidden
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=PLAYERS,
        min_num_players=PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={
            **dict.fromkeys(info.options, False),
            **({BID: ""} if info.bids else {}),
            **({SCENARIO: ""} if info.scenarios else {}),
        },
    )


class BridgeheadGame(pyspiel.Game):  # type: ignore[misc]
    """One game of Bridgehead. Its options are its parameters."""

    info: GameInfo  # of the subclass that stands for a game

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        info = self.info
        given = dict(parameters or {})
        build(info.id)
        self.played: Game = load_with(info.id, options_on(info.id, given))
        self.spaces: Spaces = spaces(self.played)
        limit = length_limit(self.played)
        super().__init__(
            game_type(info),
            pyspiel.GameInfo(
                num_distinct_actions=self.spaces.actions.n,
                max_chance_outcomes=len(self.spaces.chance),
                num_players=PLAYERS,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=limit,
            ),
            given,
        )
        self._limit = limit

    def max_chance_nodes_in_history(self) -> int:
        """Return a number of chance nodes that no game reaches."""
        return self._limit

    def new_initial_state(self, start: Mapping[str, Any] | str | None = None) -> BridgeheadState:
        """Return the start of a game, or a position given as data or as JSON."""
        data = json.loads(start) if isinstance(start, str) else start
        position = None if data is None else self.played.position(data)
        return BridgeheadState(self, Trajectory.begin(self.played, position))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer of the kind that OpenSpiel requests."""
        if isinstance(iig_obs_type, Mapping):  # OpenSpiel names no kind, and its parameters first
            iig_obs_type, params = None, iig_obs_type
        if params:
            raise ValueError(f"observations have no parameters here, but these are given: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self, kind)


class BridgeheadState(pyspiel.State):  # type: ignore[misc]
    """A state of a game: a trajectory, which `clone` copies and `serialize` writes.

    OpenSpiel stores the history in C++, where Python cannot shorten it. So a state with actions
    taken back (`undo_action`) returns its history itself, and clones and serializes itself, too; do
    not pass such a state to algorithms written in C++, but a clone of it.
    """

    def __init__(self, game: BridgeheadGame, trajectory: Trajectory) -> None:
        super().__init__(game)
        self.trajectory = trajectory
        self.undone = False  # whether actions were ever taken back

    @property
    def position(self) -> Any:
        """The position: read it, do not push actions."""
        return self.trajectory.position

    @property
    def spaces(self) -> Spaces:
        """The action space and observation space."""
        return spaces(self.trajectory.game)

    # Whose decision it is, and what can be done

    def current_player(self) -> int:
        """Return the player to decide, or OpenSpiel's number for chance or the end."""
        owner = int(self.trajectory.game.owner(self.position.arrays[1]))
        if owner < 0:
            return int(pyspiel.PlayerId.TERMINAL)
        return owner if owner < PLAYERS else int(pyspiel.PlayerId.CHANCE)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.to_move is None

    def _legal_actions(self, player: int) -> list[int]:
        del player  # OpenSpiel asks for the one whose decision is pending only
        return self.spaces.legal(self.position).tolist()  # type: ignore[no-any-return]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes of the dice, which are equally likely."""
        outcomes = self.spaces.chance_indices(self.position.legal_codes())
        return [(outcome, 1.0 / len(outcomes)) for outcome in outcomes]

    def _code(self, player: int, action: int) -> int:
        if player == pyspiel.PlayerId.CHANCE:
            return int(self.spaces.chance[action])
        return self.spaces.actions.code(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.trajectory.game.grammar.decode(self._code(player, action))

    # Going forward and back

    def _apply_action(self, action: int) -> None:
        self.trajectory.push(self._code(self.current_player(), action))

    def undo_action(self, player: int, action: int) -> None:
        """Take back the last action; ValueError if it was a different one."""
        if not self.trajectory.count:
            raise ValueError("no action was made that could be taken back")
        last = self.full_history()[-1]
        if (last.player, last.action) != (player, action):
            raise ValueError(
                f"the last action was {last.action} of player {last.player}, so {action} of player "
                f"{player} cannot be taken back"
            )
        self.trajectory.pop()
        self.undone = True

    def clone(self) -> BridgeheadState:
        """Return an independent state."""
        if self.undone:
            return self.get_game().deserialize_state(self.serialize())  # type: ignore[no-any-return]
        return super().clone()  # type: ignore[no-any-return]

    def child(self, action: int) -> BridgeheadState:
        """Return the state after an action; this state is not changed."""
        found = self.clone()
        found.apply_action(action)
        return found

    def serialize(self) -> str:
        """Return the state as OpenSpiel's text: history, and a pickled record of the game."""
        if not self.undone:
            return str(super().serialize())
        moves = ",".join(f"{move.player}:{move.action}" for move in self.full_history())
        fields = base64.b64encode(pickle.dumps({**self.__dict__, "undone": False})).decode()
        return f"history={moves}\nmove_number={self.move_number()}\n__dict__={fields}"

    # What was done

    def full_history(self) -> list[Move]:
        """Return every action with its player."""
        found = []
        for step in self.trajectory.steps():
            if step.mover < PLAYERS:
                found.append(Move(step.mover, self.spaces.actions.index(step.code)))
            else:
                (outcome,) = self.spaces.chance_indices([step.code])
                found.append(Move(int(pyspiel.PlayerId.CHANCE), outcome))
        return found

    def history(self) -> list[int]:
        """Return every action."""
        return [move.action for move in self.full_history()]

    def history_str(self) -> str:
        """Return all actions as text."""
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        """Return the number of actions so far."""
        return self.trajectory.count

    def record(self) -> Record:
        """Return the game so far as a record, to save, show or analyze it."""
        return self.trajectory.record()

    # Results and what a player knows

    def returns(self) -> list[float]:
        """Return each player's points: 1 for a win, -1 for a loss, else 0."""
        result = self.position.result
        if result is None or result.winner not in self.trajectory.game.sides:
            return [0.0, 0.0]
        return [1.0 if side == result.winner else -1.0 for side in self.trajectory.game.sides]

    def rewards(self) -> list[float]:
        """Return the reward of the last action: the result, once the game is over."""
        return self.returns()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> BridgeheadState:
        """Return a random state that the player cannot tell from this one."""
        found = self.clone()
        side = self.trajectory.game.sides[player]
        found.trajectory = self.trajectory.resample(side, int(sampler() * (1 << 53)))
        return found

    def __str__(self) -> str:
        position = json.dumps(self.position.to_dict(), separators=(",", ":"))
        return f"{position}\naction {self.trajectory.count}, {self.position.to_move} to move"


class Move(NamedTuple):
    """An action and its player, as OpenSpiel's `PlayerAction`."""

    player: int
    action: int


class Observer:
    """What a viewer knows of a state: as text and, for a player, also as a tensor.

    For private information alone, the text has what a player sees and a spectator does not.
    """

    def __init__(self, game: BridgeheadGame, kind: Any) -> None:
        private = pyspiel.PrivateInfoType
        self._sides = game.played.sides
        self._public, self._recalls = kind.public_info, kind.perfect_recall
        self._private = kind.private_info != private.NONE
        self._all = kind.private_info == private.ALL_PLAYERS
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if self._public and kind.private_info == private.SINGLE_PLAYER and not self._recalls:
            self._spaces = game.spaces
            self.tensor = np.zeros(game.spaces.observations.size, np.float32)
            self.dict = game.spaces.split(self.tensor)

    def set_from(self, state: BridgeheadState, player: int) -> None:
        """Write a player's observation into `tensor` and thus into the arrays of `dict`."""
        if self.tensor is not None:
            self.tensor[:] = self._spaces.flat(state.position, self._sides[player])

    def string_from(self, state: BridgeheadState, player: int) -> str:
        """Return what is known of a state as text."""
        viewer = None
        if self._private:
            viewer = EVERYTHING if self._all else self._sides[player]
        if not self._public:
            return _only_private(state.trajectory, viewer)
        if self._recalls:
            return state.trajectory.known(viewer)
        return state.trajectory.seen(viewer)


def _only_private(trajectory: Trajectory, viewer: str | None) -> str:
    """Return as JSON the fields of a view that a spectator does not see."""
    seen, public = (json.loads(trajectory.seen(who)) for who in (viewer, None))
    return json.dumps({field: seen[field] for field in seen if seen[field] != public.get(field)})


def register() -> None:
    """Register every game, as `bridgehead_` and its id with underscores.

    OpenSpiel calls a class for each. Other callables would be destroyed with the interpreter, after
    Python itself, and crash the process.
    """
    known = set(pyspiel.registered_names())
    for info in games():
        name = short_name(info.id)
        if name not in known:
            pyspiel.register_game(game_type(info), type(name, (BridgeheadGame,), {"info": info}))


register()
