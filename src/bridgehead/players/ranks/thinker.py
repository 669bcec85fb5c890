"""Captain and general: players that search for plans and can report their thinking.

They see what their side sees: first of all, everything hidden from it is drawn at random
(`determinize`). They keep a plan while their knowledge is as expected when they made it, so that a
plan of ten decisions is computed once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from bridgehead.core.kernels import compiled
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.titles.games import package_of
from bridgehead.players.learned import weights
from bridgehead.players.ranks.spelling import spelled
from bridgehead.players.search import book
from bridgehead.players.search.agent import DICE, Agent, OutOfTimeError, State
from bridgehead.players.search.parallel_rollouts import ParallelAgents
from bridgehead.players.search.search import (
    DETERMINIZATIONS,
    ROUND,
    Budget,
    Candidate,
    Evolution,
    PlanSearch,
    Screening,
    face_of,
)  # fmt: skip

if TYPE_CHECKING:
    from bridgehead.core.kernels.kernel_game import KernelPosition

LINES = 5
MOST_COMPARED = 30  # candidates among which lines of other kinds are looked for
FAR = 0.2  # by which their prospects may be worse than the best
ABOUT_AS_GOOD = 0.03  # the same for a line that comes first because it has fewer foolish moves
FRESH = 24  # rollouts by which the best plan's chance is told, after it was chosen by others
STANDARD_LOOKS = 64  # rollouts by which hints and analyses measure a win probability
MEASURING = 1973  # seed of all measuring: every thinker gives a position the same win probability
# what makes a captain and a general: the way they search, and the seconds that they think where
# nobody says otherwise
WAYS: dict[str, type[PlanSearch]] = {
    "lieutenant": Evolution,
    "captain": Evolution,
    "general": Screening,
}
SECONDS = {"captain": 1.0, "general": 3.0}
FEW = {"lieutenant": 48}  # rollouts a plan, of who is limited by them


@dataclass(frozen=True)
class Line:
    """A possible line.

    `action` is the next action; `plan` is it and the following ones, up to a roll or another side's
    decision; `chance` is the probability that the deciding side wins, with a draw counting one
    half.
    """

    action: str
    plan: tuple[str, ...]
    chance: float
    looks: int


@dataclass(frozen=True)
class Thought:
    """The result of thinking: lines, the best first, at least one."""

    side: str
    lines: tuple[Line, ...]
    looks: int
    seconds: float

    @property
    def best(self) -> Line:
        """The best line."""
        return self.lines[0]

    @property
    def chance(self) -> float:
        """The chance of the side to decide if it follows the best line."""
        return self.lines[0].chance


class Thinker:
    """A searching player of one game. It is not shared between threads.

    `threads` is the number of threads for its rollouts: more make it faster, but do not change
    results.
    """

    def __init__(
        self,
        game: Game,
        name: str,
        seed: int | None = None,
        seconds: float | None = None,
        looks: int | None = None,
        threads: int = 1,
    ) -> None:
        rank, style, _ = spelled(name.partition("@")[0])
        if seconds is None and looks is None:
            looks = FEW.get(rank)
        self.game: Any = game
        self.name = name
        self._own_seconds = seconds
        self._usual_seconds = SECONDS.get(rank) if seconds is None and looks is None else seconds
        self._seconds, self._rollouts = self._usual_seconds, looks
        judgement = weights.load(game.id)
        self._calibration = judgement.calibration
        self._agent = Agent(game, judgement.net, seed, rank, style)
        self._parallel = ParallelAgents(self._agent, threads)
        self._way = WAYS[rank] if self._agent.screens else Evolution
        self._seed = int(self._agent.random.integers(2**32))
        self._plan: tuple[int, ...] = ()
        self._expected = b""
        self._hears: Callable[[Line], None] | None = None
        self._kind: Callable[[Sequence[str]], Hashable] | None = None
        self._faults: Callable[[Sequence[str]], int] | None = None
        self.uses_book = rank in book.USERS and not style

    def limit(self, seconds: float | None) -> None:
        """Limit thinking to `seconds` from now on; None: to its usual time.

        A player with a shorter usual time keeps that, and a player that counts rollouts continues
        to.
        """
        if seconds is None:
            self._seconds = self._usual_seconds
        else:
            self._seconds = min(seconds, self._own_seconds or seconds)

    def interrupt(self, asked: Callable[[], bool] | None) -> None:
        """Make thinking end with InterruptedThoughtError from now on when `asked()` returns True.

        It is called often, in the thread that thinks; None: no interruption.
        """
        self._agent.asked = asked

    def tell_first(self, hears: Callable[[Line], None] | None) -> None:
        """Call `hears` in `think` with the best line as soon as the search has found it.

        None: never. It is called in the thread that thinks. The chance of that line is not measured
        yet.
        """
        self._hears = hears

    def tell_apart(
        self,
        kind: Callable[[Sequence[str]], Hashable] | None,
        faults: Callable[[Sequence[str]], int] | None = None,
    ) -> None:
        """Prefer lines of different kinds in `think`; `kind` returns the kind of a plan.

        A plan of another kind is preferred while it is not far worse than the best. None: the best
        lines of any kind. `faults` returns the number of a plan's foolish moves: the line that is
        told first has the fewest of those that are about as good as the best.
        """
        self._kind, self._faults = kind, faults

    def choose(self, position: Position) -> str:
        """Return the action of the best plan; ValueError if no side is to decide."""
        legal = position.legal_codes()
        if not len(legal) or position.to_move == "dice":
            raise ValueError("no side has to decide now")
        state = self._known(position.arrays[1])
        goes_on = self._plan and state.tobytes() == self._expected
        if not goes_on or self._plan[0] not in legal:
            self._plan = ()  # of an interrupted thought nothing is left
            if len(legal) > 1:
                self._plan = self._from_book(position, legal) or self._best(state, legal)
            else:
                self._plan = (int(legal[0]),)
        code, self._plan = self._plan[0], self._plan[1:]
        if self._plan:
            self._expected = self._known(self._agent.after(state, (code,))).tobytes()
        return str(self.game.grammar.decode(code))

    def _from_book(self, position: Position, legal: Any) -> tuple[int, ...]:
        """Return a plan from the opening book, chosen by weight; empty if there is none."""
        lines = book.lines_for(position) if self.uses_book else ()
        if not lines:
            return ()
        line = book.drawn(lines, float(self._agent.random.random()))
        plan = tuple(map(self.game.grammar.encode, line.plan))
        return plan if plan[0] in legal else ()

    def _best(self, state: State, legal: Any) -> tuple[int, ...]:
        """Return the best plan that begins with a legal action."""
        try:
            found = self._search(state)[0].run()
        except OutOfTimeError:
            found = []
        finally:
            self._agent.deadline = None
        best = next((one.plan for one in found if one.plan[0] in legal), None)
        if best is None:
            quick = self._agent.quick(state)
            best = (quick if quick in legal else int(legal[0]),)
        return best

    def think(self, position: Position) -> Thought:
        """Return the plan for the side to move; ValueError if no side is to decide."""
        if not len(position.legal_codes()) or position.to_move == "dice":
            raise ValueError("no side has to decide now: nothing to think about")
        try:
            return self._think(position)
        finally:
            self._agent.deadline = None

    def _think(self, position: Position) -> Thought:
        state = self._known(position.arrays[1])
        search, budget = self._search(state)
        try:
            best, *others = search.run()
        except OutOfTimeError:
            code = self._agent.quick(state)
            end = self._agent.after(state, (code,))
            best, others = Candidate((code,), {0: end}), []
        if self._hears is not None:
            told = self._faultless(best, [*others, *search.dropped])
            self._hears(self._line(told, told.prospects))
        top = self._chance(search, best, FRESH)
        lines = [self._line(best, top)]
        # the best was chosen by more rollouts than these: no other is better
        for one in self._apart(best, others, search.dropped):
            lines.append(self._line(one, min(top, self._chance(search, one, FRESH // 2))))
        assert position.to_move is not None
        return Thought(position.to_move, tuple(lines), round(budget.spent), budget.elapsed())

    def _apart(
        self, best: Candidate, others: list[Candidate], dropped: list[Candidate]
    ) -> list[Candidate]:
        """Return the other lines, first those of different kinds that are not far worse.

        These may also be among the plans that the search has dropped. If the best line has foolish
        moves, the best of those with fewer comes before all others.
        """
        if self._kind is None:
            return others[: LINES - 1]
        kinds = {self._kind(self._texts(best))}
        near = [one for one in [*others, *dropped] if one.prospects > best.prospects - FAR]
        near.sort(key=lambda one: -one.prospects)
        firsts = []
        for one in near[:: -(-len(near) // MOST_COMPARED) or 1]:
            kind = self._kind(self._texts(one))
            if kind not in kinds:
                kinds.add(kind)
                firsts.append(one)
        clean = self._faultless(best, [*others, *dropped])
        found = [clean, *firsts, *others] if clean is not best else [*firsts, *others]
        return list(dict.fromkeys(found))[: LINES - 1]

    def _faultless(self, best: Candidate, others: list[Candidate]) -> Candidate:
        """Return the best candidate, or one about as good with fewer foolish moves."""
        if self._faults is None or not (least := self._faults(self._texts(best))):
            return best
        near = [one for one in others if one.prospects > best.prospects - ABOUT_AS_GOOD]
        near.sort(key=lambda one: -one.prospects)
        for one in near[:MOST_COMPARED]:
            if (count := self._faults(self._texts(one))) < least:
                best, least = one, count
        return best

    def _texts(self, candidate: Candidate) -> tuple[str, ...]:
        return tuple(map(self.game.grammar.decode, candidate.plan))

    def _chance(self, search: PlanSearch, candidate: Candidate, looks: int) -> float:
        """Return our chance with a plan: by fresh rollouts, or by the net if there is no time."""
        try:
            return search.chance(candidate, looks, self._calibration)
        except OutOfTimeError:
            return search.static_evaluation(candidate, self._calibration)

    def _line(self, candidate: Candidate, chance: float) -> Line:
        plan = self._texts(candidate)
        return Line(plan[0], plan, chance, len(candidate.points))

    def measure(self, position: Position, looks: int = 32) -> tuple[float, float]:
        """Return the first side's chance in a position in which all is known, and its error.

        `looks` is the number of rollouts, rounded up to a multiple of the die's faces. The error is
        the standard error of their mean; if all are equal, that of one more that differs. The same
        number at the same position gives the same answer.
        """
        state = position.arrays[1].copy()
        if self._agent.owner(state) < 0:
            return self._agent.result(state), 0.0
        return self._measured([state], looks)

    def win_probability(
        self, position: Position, plan: Sequence[str] = (), looks: int | None = None
    ) -> float | None:
        """Return the deciding side's chance, by what it knows, after a plan of its own.

        If nothing is hidden this equals `measure` of the position after the plan. `looks` is
        STANDARD_LOOKS by default. None while the title is not compiled, since it would take
        minutes.
        """
        worlds = self.worlds(position)
        if not worlds:
            return None
        side = self._agent.owner(worlds[0])
        codes = tuple(map(self.game.grammar.encode, plan))
        first, _ = self._measured(
            [self._agent.after(one, codes) for one in worlds], looks or STANDARD_LOOKS
        )
        return first if side == 0 else 1.0 - first

    def worlds(self, position: Position) -> list[State]:
        """Return possible positions according to what the deciding side knows.

        One if nothing is hidden. They are the same for all thinkers. Empty while the title is not
        compiled.
        """
        state, agent = position.arrays[1], self._agent
        if not compiled.is_used(package_of(self.game.id)):
            return []
        if not agent.hides:
            return [state.copy()]
        found = []
        for number in range(DETERMINIZATIONS):
            with agent.drawing(MEASURING, number):
                found.append(agent.determinize(state, agent.owner(state)))
        return found

    def futures(
        self, position: Position, plans: Sequence[Sequence[str]], looks: int
    ) -> list[list[State]]:
        """Return for each plan the final states of rollouts, by what the side knows.

        They end with the enemy's next turn or, in the enemy's turn, with this one. Every plan gets
        the same dice. Empty while the title is not compiled.
        """
        worlds, agent = self.worlds(position), self._agent
        if not worlds:
            return []
        now = agent.turn_of(worlds[0])
        mine = cast("KernelPosition", position).side == position.to_move
        found = []
        for plan in plans:
            codes = tuple(map(self.game.grammar.encode, plan))
            starts = [agent.after(world, codes) for world in worlds]
            states = []
            for number in range(looks):
                state = starts[number % len(starts)].copy()
                turns = (2 if mine else 1) - (agent.turn_of(state) != now)
                with agent.drawing(MEASURING, looks, number, 1):
                    agent.play_out(state, turns=turns)
                states.append(state)
            found.append(states)
        return found

    def _measured(self, worlds: list[State], looks: int) -> tuple[float, float]:
        """Return the mean of rollouts from these positions in turn, and its error."""
        looks = -(-looks // ROUND) * ROUND

        def outlook(agent: Agent, number: int) -> float:
            state = worlds[number % len(worlds)]
            if agent.owner(state) < 0:
                return agent.result(state)
            face = number if len(worlds) == 1 else face_of(number)
            with agent.drawing(MEASURING, looks, number):
                return agent.outlook(state, face, self._calibration)

        found = self._parallel.each(outlook, range(looks))
        mean = float(np.mean(found))
        careful = (mean * looks + 0.5) / (looks + 1)
        least = math.sqrt(careful * (1 - careful)) / (looks + 1)
        return mean, max(least, float(np.std(found)) / math.sqrt(looks - 1))

    def chance(self, position: Position, looks: int = 32) -> float:
        """Return the first side's win probability, with a draw counting one half."""
        return self.measure(position, looks)[0]

    def _search(self, state: State) -> tuple[PlanSearch, Budget]:
        budget = Budget(self._seconds, self._rollouts)
        self._agent.deadline = budget.deadline
        self._agent.play_for(self._agent.owner(state))
        return self._way(self._agent, state, budget, self._parallel), budget

    def _known(self, state: State) -> State:
        """Return a possible position for its side, equal for all that look alike to it."""
        side = self._agent.owner(state)
        if side in (DICE, -1) or not self._agent.hides:
            return state.copy()
        with self._agent.drawing(self._seed):
            return self._agent.determinize(state, side)
