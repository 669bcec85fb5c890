"""`BatchEnv`: many games of one kind at once, stepped in kernels, with NumPy arrays in and out.

>>> import bridgehead as bh
>>> from bridgehead.envs import BatchEnv
>>> env = BatchEnv(bh.load("across-suez-1980"), 256, seed=7)
>>> env.step(env.random_actions())
>>> env.observations.map.shape
(256, 14, 21, 17)

The arrays belong to the batch and are written into by every step: copy what you keep. Nothing is
copied in between, and each array can be handed on by DLPack (`torch.from_dlpack(env.mask)`).
"""

from __future__ import annotations

import ctypes
import mmap
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bridgehead.core.errors import BridgeheadError, UnknownPlayer
from bridgehead.core.kernels import batch as kernels
from bridgehead.core.kernels import compiled
from bridgehead.core.kernels.kernel import ENVS
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.titles.games import title_of
from bridgehead.envs.actions import action_space
from bridgehead.envs.history import NOTHING, BatchHistory, check_history
from bridgehead.envs.observations import Observation, observation_space

WORDS = 4  # in which PCG64 keeps its state
ILLEGAL = ("error", "resample")


@dataclass(frozen=True)
class BatchState:
    """All games of a batch at one moment, from which it can continue later."""

    arrays: dict[str, NDArray[Any]]
    drawing: dict[str, Any]  # the state of the generator of `random_actions`
    digest: str


class _Thread:
    """The data of one thread: a generator, the words of its state, a list of actions."""

    def __init__(self, max_actions: int) -> None:
        bits = np.random.PCG64(0)
        self.random = np.random.Generator(bits)
        self.out = np.zeros(max_actions, np.int32)
        first = ctypes.c_void_p.from_address(int(bits.ctypes.state_address)).value
        assert first is not None
        self.stream = np.ctypeslib.as_array((ctypes.c_uint64 * WORDS).from_address(first))


class BatchEnv:
    """Many games of one kind at once.

    `learner` is the side whose decisions come from the caller; `opponent` is the kernel player of
    the other side. Without `learner` the caller makes all decisions of both sides, and `to_move`
    names the side. The dice are always rolled inside.

    A finished game is restarted at once (`auto_reset`): `rewards` and `terminated` describe its
    end, observation and legal actions already belong to the new game. Without `auto_reset` it stays
    finished until `reset`: `terminated` stays true, and its actions are ignored. `illegal` says
    what to do about an illegal action: `error` raises and changes nothing, `resample` replaces it
    by a random legal one. With `history` that many of the caller's last actions are kept: not those
    of the dice or of an `opponent`.
    """

    def __init__(
        self, game: Game, n: int, seed: int = 0, threads: int = 1, *,
        learner: str | None = None, opponent: str = "sergeant", auto_reset: bool = True,
        illegal: str = "error", mask: bool = True, observe: bool = True, compile: bool = True,
        history: int = 0,
    ) -> None:  # fmt: skip
        if n < 1 or threads < 1:
            raise BridgeheadError(f"{n} games on {threads} threads: both must be 1 or more")
        if illegal not in ILLEGAL:
            raise BridgeheadError(f"illegal is {illegal!r}; it can be {' or '.join(ILLEGAL)}")
        self.game, self.n, self.threads = game, n, threads
        self.auto_reset, self.illegal = auto_reset, illegal
        self.learner, self.opponent = learner, opponent if learner is not None else None
        self._settings = {
            "learner": learner, "opponent": opponent, "auto_reset": auto_reset, "illegal": illegal,
            "mask": mask, "observe": observe, "compile": compile, "history": history,
        }  # fmt: skip
        self._title = title_of(game.id)
        self._envs = self._title.environments
        self._kinds = self._players(learner, opponent)
        self.actions, self.space = action_space(game), observation_space(game)
        if compile:
            compiled.build(self._title.package)  # `position` and players beside the batch need it
            compiled.build(f"{self._title.package}.{ENVS}")
        self._make_arrays(mask, observe)
        self._past = BatchHistory(game, self.actions, n, check_history(history))
        self.history: NDArray[np.int32] = self._past.rows[:, 0].copy()
        shares = [_Thread(game.max_actions) for _ in range(threads)]
        self._shares = shares
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self.reset(seed)

    def _players(self, learner: str | None, opponent: str) -> tuple[int, int]:
        """Return for each side the kernel player that decides, FROM_OUTSIDE for the caller."""
        if learner is None:
            return kernels.FROM_OUTSIDE, kernels.FROM_OUTSIDE
        sides = self.game.sides
        if learner not in sides:
            raise BridgeheadError(f"{learner!r} is not a side; the sides are {', '.join(sides)}")
        known = {} if self._title.kernels is None else self._title.kernels.KINDS
        if opponent not in known:
            raise UnknownPlayer(
                f"{opponent!r} does not play in kernels; of {self.game.id} these do: "
                f"{', '.join(known)}"
            )
        kinds = [known[opponent], known[opponent]]
        kinds[sides.index(learner)] = kernels.FROM_OUTSIDE
        return kinds[0], kinds[1]

    def _make_arrays(self, mask: bool, observe: bool) -> None:
        game, n, span = self.game, self.n, self._envs.SPAN
        self._board: Any = game.board  # type: ignore[attr-defined]
        self._start = game.start().arrays[1].copy()
        self._states = np.zeros(n * span, game.state_type)
        self._works = _sparse_zeros((n * span,), game.work_type)
        self._words = np.zeros((n, WORDS), np.uint64)
        self._tally = np.zeros((n, 3), np.int64)
        self._chosen = np.full(n, kernels.NO_ACTION, np.int32)
        self.legal: NDArray[np.int32] = _sparse_zeros((n, game.max_actions), np.dtype(np.int32))
        self.counts: NDArray[np.int32] = np.zeros(n, np.int32)
        self._masked = int(mask)
        self.mask: NDArray[np.int8] = np.zeros((n, self.actions.n) if mask else (1, 1), np.int8)
        seen = n if observe else 1
        self._cells = self.space.cells if observe else 0
        self._map, self._units, self._scalars = (
            np.zeros((seen, int(np.prod(shape))), np.int16) for shape in self.space.shapes.values()
        )
        self.observations = Observation(
            self._map.reshape(seen, *self.space.map_shape),
            self._units.reshape(seen, *self.space.unit_shape),
            self._scalars,
        )
        self.rewards: NDArray[np.float32] = np.zeros((n, 2), np.float32)
        self._terminated = np.zeros(n, np.int8)
        self.terminated: NDArray[np.bool_] = self._terminated.view(np.bool_)
        self.to_move: NDArray[np.int8] = np.zeros(n, np.int8)
        self._wrong = np.zeros(n, np.int8)
        self._rows = np.arange(n)

    # Playing

    def reset(self, seed: int | None = None, games: Any = None) -> None:
        """Restart all games, or those given by numbers or by a boolean mask.

        Game i of a seed is the same whatever else the batch contains: its random numbers are those
        of `numpy.random.default_rng([seed, i])`. Without a seed the games continue with their
        random numbers. BridgeheadError if there is no such game.
        """
        which = self._rows if games is None else self._numbers(games)
        if seed is not None:
            for i in which.tolist():
                self._words[i] = _words_of(np.random.PCG64([seed, i]))
            if games is None:
                self._drawing = np.random.default_rng([seed, self.n, 1])
        self._states[which * self._envs.SPAN] = self._start
        self._tally[which] = 0
        self._past.rows[which] = NOTHING
        chosen = np.full(self.n, kernels.SKIP, np.int32)
        chosen[which] = kernels.NO_ACTION
        self._advance(chosen)

    def _numbers(self, games: Any) -> NDArray[np.int64]:
        """Return the numbers of the given games, each once."""
        given = np.asarray(games)
        if given.dtype == np.bool_ and given.shape == (self.n,):
            return np.flatnonzero(given)
        if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
            raise BridgeheadError(
                f"games are given as a list of numbers or as {self.n} booleans, not as an array "
                f"of {given.dtype} and shape {given.shape}"
            )
        outside = given[(given < 0) | (given >= self.n)]
        if outside.size:
            raise BridgeheadError(f"there is no game {outside[0]}: they are 0 to {self.n - 1}")
        return np.unique(given.astype(np.int64))

    def step(self, actions: NDArray[Any] | Sequence[int]) -> None:
        """Carry out an action of every game, given as numbers of `self.actions`.

        Actions of finished games are ignored (`auto_reset=False`).
        """
        given = np.asarray(actions)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise BridgeheadError(
                f"the actions are an array of {self.n} whole numbers, not of {given.dtype} and "
                f"shape {given.shape}"
            )
        np.copyto(self._chosen, given, casting="unsafe")
        illegal = self._envs.count_illegal(self._chosen, self.legal, self.counts, self._wrong)
        if illegal:
            wrong = np.flatnonzero(self._wrong)
            if self.illegal == "error":
                g = int(wrong[0])
                raise self._complaint(g, int(given[g]), int(illegal))
            self._chosen[wrong] = self._draw(wrong)
        if not self.auto_reset:
            self._chosen[self.counts == 0] = kernels.SKIP
        if self.history.size:
            self._past.note(self, self._chosen)
        self._advance(self._chosen)

    def _complaint(self, g: int, action: int, count: int) -> BridgeheadError:
        """Return the error about an invalid action."""
        more = f" (and {count - 1} more games)" if count > 1 else ""
        if not 0 <= action < self.actions.n:
            reason = f"{action} is not an action: they are 0 to {self.actions.n - 1}"
        else:
            text, legal = self.actions.text(action), int(self.counts[g])
            example = self.actions.text(int(self.legal[g, 0]))
            reason = f"{action} ({text!r}) is not legal; {legal} are, as {example!r}"
        return BridgeheadError(f"game {g}{more}: {reason}")

    def random_actions(self) -> NDArray[np.int32]:
        """Return for each game one of its legal actions, with equal chances; 0 if it is over."""
        return self._draw(self._rows)

    def _draw(self, games: NDArray[np.int64]) -> NDArray[np.int32]:
        at = (self._drawing.random(len(games)) * self.counts[games]).astype(np.int64)
        found: NDArray[np.int32] = self.legal[games, at]
        found[self.counts[games] == 0] = 0
        return found

    def _advance(self, chosen: NDArray[np.int32]) -> None:
        """Carry out actions with the kernels, and write all arrays."""
        self._run_all(chosen)
        if self.history.size:
            if self.auto_reset:
                self._past.rows[self.terminated] = NOTHING
            self._show_history()

    def _show_history(self) -> None:
        """Write the history of the observed side of each game."""
        over = 0 if self._kinds[0] < 0 else 1  # who is shown a game that is over
        self._past.show(np.where(self.to_move < 0, over, self.to_move), self.history)

    def _run_all(self, chosen: NDArray[np.int32]) -> None:
        """Let each thread play its share of the games, with this thread first."""
        size = -(-self.n // self.threads)
        shares = [
            (k, first, min(first + size, self.n)) for k, first in enumerate(range(0, self.n, size))
        ]
        others = (
            []
            if self._pool is None
            else [self._pool.submit(self._run, *share, chosen) for share in shares[1:]]
        )
        found = [self._run(*shares[0], chosen), *(other.result() for other in others)]
        self._check(max(found))

    def _run(self, share: int, first: int, last: int, chosen: NDArray[np.int32]) -> int:
        own, numbering = self._shares[share], self.actions.numbering
        return self._envs.advance(
            self._board, self._start, self._states, self._works,
            self._words, own.stream, own.random, own.out,
            numbering.codes, numbering.pairs, numbering.table, self.space.cell,
            chosen, self.legal, self.counts, self.mask,
            self._map, self._units, self._scalars,
            self.rewards, self._terminated, self.to_move, self._tally,
            first, last, *self._kinds, int(self.auto_reset), self._masked, self._cells,
        )  # fmt: skip

    def _check(self, game: int) -> None:
        if game >= 0:
            position = self.position(game)
            self.actions.legal(position)  # raises, and names the action
            raise BridgeheadError(f"game {game}: {position!r} has an action without a number")

    # What else there is to know

    @property
    def decisions(self) -> NDArray[np.int64]:
        """The number of the caller's decisions in each game since it began."""
        return self._tally[:, kernels.DECISIONS]

    @property
    def last_lengths(self) -> NDArray[np.int64]:
        """The number of the caller's decisions in the last finished game; 0 before there is one."""
        return self._tally[:, kernels.LAST]

    @property
    def finished(self) -> NDArray[np.int64]:
        """The number of finished games in each place of the batch."""
        return self._tally[:, kernels.GAMES]

    def position(self, game: int) -> Position:
        """Return a copy of the position of one of the games."""
        if not 0 <= game < self.n:
            raise BridgeheadError(f"there is no game {game}: they are 0 to {self.n - 1}")
        at = game * self._envs.SPAN
        return self.game.start().at(self._states[at : at + 1])

    def save(self) -> BatchState:
        """Return the present state of all games."""
        arrays = {
            "states": self._states[:: self._envs.SPAN].copy(), "words": self._words.copy(),
            "tally": self._tally.copy(), "rewards": self.rewards.copy(),
            "terminated": self._terminated.copy(), "history": self._past.rows.copy(),
        }  # fmt: skip
        return BatchState(arrays, dict(self._drawing.bit_generator.state), self.actions.digest)

    def restore(self, saved: BatchState) -> None:
        """Continue from a saved state of an equally large batch of the same kind."""
        if saved.digest != self.actions.digest or len(saved.arrays["words"]) != self.n:
            raise BridgeheadError(
                f"the saved state is of {len(saved.arrays['words'])} games with the actions "
                f"{saved.digest}; this batch has {self.n} with {self.actions.digest}"
            )
        if saved.arrays["history"].shape != self._past.rows.shape:
            raise BridgeheadError(
                f"the saved state has a history of {saved.arrays['history'].shape[2]} actions; "
                f"this batch has one of {self.history.shape[1]}"
            )
        self._states[:: self._envs.SPAN] = saved.arrays["states"]
        self._words[:] = saved.arrays["words"]
        self._drawing.bit_generator.state = saved.drawing
        self._advance(np.full(self.n, kernels.NO_ACTION, np.int32))
        self._past.rows[:] = saved.arrays["history"]
        self._show_history()
        self._tally[:] = saved.arrays["tally"]
        self.rewards[:] = saved.arrays["rewards"]
        self._terminated[:] = saved.arrays["terminated"]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.game, self.n, self.threads, self._settings, self.save())

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def __enter__(self) -> BatchEnv:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{self.n} games of {self.game.id} on {self.threads} threads>"


def _restored(
    game: Game, n: int, threads: int, settings: dict[str, Any], saved: BatchState
) -> BatchEnv:
    """Return a pickled batch."""
    env = BatchEnv(game, n, threads=threads, **settings)
    env.restore(saved)
    return env


def _sparse_zeros(shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Return zeros that use memory only where they are written, page by page.

    Most of a list of legal actions and of the rules' work memory is never written. NumPy asks for
    huge pages, which use 2 MB as soon as one byte is written.
    """
    size = int(np.prod(shape)) * dtype.itemsize
    if sys.platform == "win32":
        return np.zeros(shape, dtype)
    own = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS  # a forked process has pages of its own
    pages = mmap.mmap(-1, max(size, 1), flags=own)
    if hasattr(mmap, "MADV_NOHUGEPAGE"):
        pages.madvise(mmap.MADV_NOHUGEPAGE)
    return np.frombuffer(pages, dtype, int(np.prod(shape))).reshape(shape)


def _words_of(bits: np.random.PCG64) -> NDArray[np.uint64]:
    """Return a view of the words in which a generator stores its state."""
    first = ctypes.c_void_p.from_address(int(bits.ctypes.state_address)).value
    assert first is not None
    return np.ctypeslib.as_array((ctypes.c_uint64 * WORDS).from_address(first)).copy()
