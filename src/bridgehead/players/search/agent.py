"""A title's kernels for a thinking player, bound to one game with separate scratch memory.

An `Agent` is not shared between threads. All positions are one-element arrays of the title's state.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.kernels import compiled
from bridgehead.core.kernels.kernel import Codes
from bridgehead.core.positions.position import Game
from bridgehead.core.search import net as nets
from bridgehead.core.titles.games import package_of, title_of
from bridgehead.players import title_players
from bridgehead.players.learned.heuristic_weights import board_of
from bridgehead.players.learned.weights import calibrated

State = Any  # an array of one record
Plan = tuple[int, ...]
Pair = NDArray[np.float64]

# a lieutenant searches as a general does, but looks no further than the end of its own turn
LIKE = {"lieutenant": "general"}
NEAR = {"lieutenant": 1}  # player turns that its rollouts go ahead
BEHIND = 0.5  # what `behind` is where a title says nothing
VARIES = 1.0  # of the changes of plans, the share that other weights make; the rest are odd
ENDINGS = 0  # the last game turns in which rollouts go to the end of the game
RESULT_SPREAD = 0.35  # the standard deviation of a rollout that tells a result alone, about
DICE = 2  # the number of who owns a roll, in every title


class OutOfTimeError(Exception):
    """The thinking time ended in the middle of a rollout or a line."""


class InterruptedThoughtError(Exception):
    """The caller has cancelled the thinking: it has no result."""


class Agent:
    """Makes principal lines and rollouts, and evaluates positions, for one game.

    If the title is not compiled yet, a line or a rollout takes seconds instead of milliseconds.
    Until it is, both are made decision by decision, and given up with OutOfTimeError when
    `deadline` (a time of `time.perf_counter`) has passed. Without a deadline they are completed.
    `asked`, if set, is called before each of them, and within them while the title is not compiled:
    when it returns True, they end with InterruptedThoughtError.
    """

    def __init__(
        self, game: Any, net: NDArray[np.float64], seed: int | None = None, rank: str = "general",
        style: str = "",
    ) -> None:  # fmt: skip
        self.game: Any = game
        self.board = board_of(game, rank)
        # whose side is played: the same numbers, but those of that side have the style
        self._boards = [board_of(game, rank, style, side) for side in game.sides] if style else []
        like = LIKE.get(rank, rank)
        self.net = net
        self.random = np.random.default_rng(seed)
        self.hides = game.id in title_of(game.id).hiding
        self._find_kernels()
        self._first = game.start().arrays[1]
        self.ahead: int = NEAR.get(rank, self._title.AHEAD[like])  # of a rollout of a plan
        # of a rollout that tells a chance
        self.judged_ahead: int = self._title.JUDGED
        self.spread: float = self._title.SPREAD[like]  # of a rollout of a plan
        self.turns = int(title_of(game.id).screen.turns(game))
        self.endings = ENDINGS  # in so many last turns only results count
        self.doubt: float = self._title.DOUBT[like]  # standard errors that a better plan is ahead
        # standard errors behind the best at which a plan is given up; below 0: if so little ahead
        self.behind: float = self._title.BEHIND.get(rank, BEHIND)
        self.varies = VARIES
        self.screens: bool = self._title.SCREENS
        if game.scenario is not None:
            self._roll_out_to_the_end()
        self.operations = tuple(share for _, share in self._title.OPERATIONS)
        self.operates: float = self._title.OPERATES[like]  # of the changes of plans
        self.tidies = self.operates > 0.0  # whether what does not matter in a plan is taken back
        self.calms = self._rash is not None  # whether rash actions are taken back
        self.width: int = self._title.FEATURES
        self._strict = np.zeros(2)
        self._unit = package_of(game.id)
        self.deadline: float | None = None
        self.asked: Callable[[], bool] | None = None
        self._make_scratch()

    def _roll_out_to_the_end(self) -> None:
        """Judge by results alone: the net has learned another victory, or more turns, than these.

        A scenario's end is near, so that rollouts to it are quick.
        """
        self.net = empty_net(self.game)
        self.ahead = self.judged_ahead = -1
        self.spread = RESULT_SPREAD
        self.screens = False

    def _find_kernels(self) -> None:
        self._title = title_players.thinking(self.game.id)
        self._carry = self._title.carry
        self._rash = self._title.rash_actions

    def __getstate__(self) -> dict[str, Any]:
        # kernels do not pickle, and a copy is in nobody's hurry
        return {**self.__dict__, "_title": None, "_carry": None, "_rash": None, "asked": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._find_kernels()

    def _make_scratch(self) -> None:
        self._work = np.zeros(1, self.game.work_type)
        self._out = np.zeros(self.game.max_actions, np.int32)
        self._states = np.zeros(self._title.LONGEST + 1, self._first.dtype)
        self._scratch = self._first.copy()
        self._plan = np.zeros(self._title.LONGEST, np.int64)
        self._x = np.zeros(self.width)
        self._generators: list[np.random.Generator] = []

    def play_for(self, side: int) -> None:
        """Play for a side from now on; in a style, its weights differ from the enemy's."""
        if self._boards and 0 <= side < len(self._boards):
            self.board = self._boards[side]

    @contextmanager
    def varied(self, side: int, scatter: float) -> Iterator[None]:
        """Let a side use other weights within the block.

        Each of its weights is multiplied by a random factor, whose logarithm has the standard
        deviation `scatter`.
        """
        kept = self.board
        board = kept.copy()
        weights = board[0]["weights"][side]
        weights *= np.exp(scatter * self.random.standard_normal(len(weights)))
        board.flags.writeable = False  # kernels are compiled for a board that nobody changes
        self.board = board
        try:
            yield
        finally:
            self.board = kept

    def twin(self) -> Agent:
        """Return an equal agent for another thread.

        It has its own scratch memory, and no deadline.
        """
        other = copy.copy(self)
        other.deadline, other.asked = None, None
        other._make_scratch()
        return other

    @property
    def is_compiled(self) -> bool:
        """Whether the title runs as machine code."""
        return compiled.is_used(self._unit)

    @property
    def hurries(self) -> bool:
        """Whether there is a deadline that plain Python might miss."""
        return self.deadline is not None and not self.is_compiled

    @property
    def _in_steps(self) -> bool:
        """Whether lines and rollouts can be stopped before they are complete."""
        return self.hurries or (self.asked is not None and not self.is_compiled)

    def _check_asked(self) -> None:
        if self.asked is not None and self.asked():
            raise InterruptedThoughtError

    def _check_time(self) -> None:
        self._check_asked()
        if self.deadline is not None and time.perf_counter() > self.deadline:
            raise OutOfTimeError

    def quick(self, state: State) -> int:
        """Return the sergeant's choice in a position, with this player's weights."""
        return self._decide(state, "sergeant")

    def _decide(self, state: State, kind: str) -> int:
        title: Any = title_players.kernels(self.game.id)
        self.game.refresh(state, self._work)
        args = self.board, state, self._work, self._out, self.random
        return int(title.decide(*args, title.KINDS[kind]))

    @contextmanager
    def drawing(self, *seed: int) -> Iterator[None]:
        """Use a generator with this seed within the block, without changing the agent's own.

        Generators are reused: creating one and passing it to a kernel takes a twentieth of a
        rollout.
        """
        drawn = (
            self._generators.pop() if self._generators else np.random.Generator(np.random.SFC64())
        )
        drawn.bit_generator.state = np.random.SFC64(seed).state
        kept, self.random = self.random, drawn
        try:
            yield
        finally:
            self.random = kept
            self._generators.append(drawn)

    def look_ahead(self, state: State) -> tuple[int, float]:
        """Return the length of a rollout here in player turns, and its standard deviation.

        In the last turns it goes to the end of the game, where the result is better than an
        evaluation.
        """
        if self.turns - self.turn_of(state) // 2 < self.endings:
            return -1, self._title.SPREAD["captain"]
        return self.ahead, self.spread

    def owner(self, state: State) -> int:
        """Return the number of the side to decide; DICE for the dice, less than 0 at the end."""
        return int(self.game.owner(state))

    def turn_of(self, state: State) -> int:
        """Return a number that changes whenever a player turn ends."""
        return int(self._title.turn_of(state))

    def legal(self, state: State) -> Codes:
        """Return the legal actions' numbers."""
        self.game.refresh(state, self._work)
        count = self.game.list_legal(state, self._work, self._out)
        return self._out[:count].copy()

    def principal_line(
        self, state: State, loose: float = 0.0, begin: Plan = (), first: int = -1
    ) -> tuple[Plan, State]:
        """Return a plan from a position on, and the position after it.

        The actions of `begin`, which must be legal one after the other, are carried out first, then
        the action `first` (-1: the side's own choice), then the side's choices.
        """
        self._begin(state, begin)
        if self._in_steps:
            return self._line_in_steps(loose, len(begin), first)
        n = int(
            self._title.principal_line(
                self.board, self._states, self._work, self._out, self.random,
                self._plan, len(begin), first, loose,
            )
        )  # fmt: skip
        return tuple(self._plan[:n].tolist()), self._states[n : n + 1].copy()

    def _begin(self, state: State, begin: Plan) -> None:
        """Carry out the first actions of a plan from a position."""
        self._check_asked()
        self._states[0] = state[0]
        if begin:
            self.game.refresh(self._states[:1], self._work)
            for i, code in enumerate(begin):
                self._states[i + 1] = self._states[i]
                self.game.carry_out(self._states[i + 1 : i + 2], self._work, code)
                self._plan[i] = code

    def operation(
        self, state: State, kind: int, begin: Plan = (), old: Plan = ()
    ) -> tuple[Plan, State] | None:
        """Return a plan with an operation in it, and the position after it; None if impossible.

        The actions of `begin`, which must be legal one after the other, are carried out first, then
        the operation (`kind`, its number in the title's OPERATIONS, or -1 for none), then the legal
        actions of `old`, then the side's choices.
        """
        self._begin(state, begin)
        n = int(
            self._title.operate(
                self.board, self._states, self._work, self._out, self.random,
                self._plan, len(begin), kind, np.array(old, np.int64),
            )
        )  # fmt: skip
        if n < 0:
            return None
        return tuple(self._plan[:n].tolist()), self._states[n : n + 1].copy()

    def _line_in_steps(self, loose: float, at: int, first: int) -> tuple[Plan, State]:
        """Make a line like the title's kernel, decision by decision."""
        side, code, n = self.owner(self._states[at : at + 1]), first, at
        while n < self._title.LONGEST and self.owner(self._states[n : n + 1]) == side:
            if code < 0:
                self._check_time()
                kind = "recruit" if loose and self.random.random() < loose else "sergeant"
                code = self._decide(self._states[n : n + 1], kind)
            self._states[n + 1] = self._states[n]
            now = self._states[n + 1 : n + 2]
            self.game.refresh(now, self._work)
            self.game.carry_out(now, self._work, code)
            self._plan[n] = code
            n, code = n + 1, -1
        return tuple(self._plan[:n].tolist()), self._states[n : n + 1].copy()

    def after(self, state: State, plan: Plan) -> State:
        """Return the position after actions, which must be legal one after the other.

        If counters are hidden, a plan made in one determinization may not be possible in another:
        then the first impossible action and the rest are left out.
        """
        now = state.copy()
        if self._carry is not None:
            self._plan[: len(plan)] = plan
            self._carry(self.board, now, self._work, self._out, self._plan, len(plan))
            return now
        side = self.owner(now)
        self.game.refresh(now, self._work)
        for code in plan:
            if self.hides and self.owner(now) != side:  # the last turn came sooner
                break
            self.game.carry_out(now, self._work, int(code))
        return now

    def rash_actions(self, plan: Plan, end: State) -> Plan:
        """Return the actions of a plan whose results rarely pay, if the title knows any."""
        if self._rash is None or self._in_steps:
            return ()
        now, found = end.copy(), np.zeros(self._title.LONGEST, np.int64)
        self._plan[: len(plan)] = plan
        n = self._rash(
            self.board, now, self._work, self._out, self.random, self._plan, len(plan), found
        )
        return tuple(found[:n].tolist())

    def rollout(self, state: State, turns: int, face: int = -1, loose: Pair | None = None) -> float:
        """Return the first side's prospects after `turns` more player turns of sergeants."""
        self._check_asked()
        if self._in_steps:
            return self._rollout_in_steps(
                state, turns, face, self._strict if loose is None else loose
            )
        return float(
            self._title.rollout(
                self.board, state, self._scratch, self._work, self._out, self.random,
                turns, self._strict if loose is None else loose, face, self.net, self._x,
            )
        )  # fmt: skip

    def _rollout_in_steps(self, state: State, turns: int, face: int, loose: Pair) -> float:
        """Make a rollout like the title's kernel, decision by decision."""
        now = self._scratch
        now[0] = state[0]
        ended, turn = 0, self.turn_of(now)
        while (owner := self.owner(now)) >= 0 and ended != turns:
            self._check_time()
            rolls = owner == DICE
            self._title.play_out(
                self.board, now, self._work, self._out, self.random,
                -1, 1, loose, face if rolls else -1,
            )  # fmt: skip
            face = -1 if rolls else face
            if self.turn_of(now) != turn:
                ended, turn = ended + 1, self.turn_of(now)
        return self.worth(now) if owner < 0 else self.judge(now)

    def outlook(
        self, state: State, face: int, calibration: tuple[float, float], turns: int | None = None
    ) -> float:
        """Return the first side's win probability after a rollout, or its result if the game ends.

        The rollout takes `turns` player turns, by default those of the calibration.
        """
        prospects = self.rollout(state, self.judged_ahead if turns is None else turns, face)
        if self.owner(self._scratch) < 0:
            return self.result(self._scratch)
        return calibrated(calibration, prospects)

    def play_out(
        self, state: State, turns: int = -1, steps: int = -1, loose: Pair | None = None
    ) -> int:
        """Continue a position in place with sergeants; return the number of actions."""
        return int(
            self._title.play_out(
                self.board, state, self._work, self._out, self.random,
                turns, steps, self._strict if loose is None else loose, -1,
            )
        )  # fmt: skip

    def features(self, state: State) -> NDArray[np.float64]:
        """Return the evaluation features of a position."""
        self.game.refresh(state, self._work)
        self._title.features(self.board, state, self._work, self._out, self._x)
        return self._x.copy()

    def judge(self, state: State) -> float:
        """Return the first side's prospects by the net's static evaluation."""
        return float(nets.judge(self.net, self.features(state)))

    def determinize(self, state: State, side: int) -> State:
        """Return a random position that is possible according to what the side knows."""
        sample = state.copy()
        self._title.determinize(self.board, sample, self._work, side, self.random)
        return sample

    def worth(self, state: State) -> float:
        """Return the value of a finished game for the first side, from 0 to 1.

        If a title counts more than the winner, so that there is something to play for in a nearly
        lost game, this is more detailed than `result`.
        """
        self.game.refresh(state, self._work)
        return float(self._title.worth(self.board, state, self._work))

    def result(self, state: State) -> float:
        """Return the first side's points of a finished game: 1, 0, or 0.5 for a draw."""
        winner = title_players.kernels(self.game.id).outcome(state[0])[0]  # type: ignore[union-attr]
        return 0.5 if winner < 0 else 1.0 - winner


def empty_net(game: Game) -> NDArray[np.float64]:
    """Return an untrained net, whose output is always one half."""
    features = title_players.thinking(game.id).FEATURES
    blank = np.zeros(nets.size(features, 0))
    blank[0] = features
    return blank
