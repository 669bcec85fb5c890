"""The result of an analysis: steps, turning points and summary, as data and sentences."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from bridgehead.analysis.steps import DECISION, DICE, RESIGN, Step
from bridgehead.analysis.win_probability import Chance, total
from bridgehead.core.records.record import Record
from bridgehead.core.words.grammar import capital
from bridgehead.players.advice.hints import percent, side_name
from bridgehead.players.advice.sentences import sentence_of

FORMAT = "bridgehead-analysis"
VERSION = 1
MOST_POINTS = 10
LEAST = 0.03  # a swing below three points is none
TRIFLE = 0.01  # what costs less than one point is no mistake
DIGITS = 4
NOTE = (
    "Chances are estimates by {player}, from {looks} rollouts per position and more where it "
    "mattered. They are that player's opinion. A loss counts only if it is more than twice its "
    "standard error. A point is one percent of the chance of winning."
)


@dataclass(frozen=True)
class Best:
    """The best plan found for a step; `chance` is the first side's after it.

    `same` is whether it leads to the same result as the moves played.
    """

    plan: tuple[str, ...]
    sentence: str
    chance: Chance
    same: bool

    def with_chance(self, chance: Chance) -> Best:
        """Return the same plan with another chance."""
        return replace(self, chance=chance)


@dataclass
class EvaluatedStep:
    """A step with its evaluation. Chances are the first side's; `loss` is the deciding side's."""

    step: Step
    before: Chance
    after: Chance
    best: Best | None = None
    end: Any = None  # the position after the best plan
    loss: Chance | None = None
    luck: Chance | None = None
    outcomes: dict[str, float] = field(default_factory=dict)  # of a roll: the chance after each

    @property
    def sign(self) -> int:
        """1 if the step was the first side's or the dice's, else -1."""
        sides = self.step.before.game.sides
        return 1 if self.step.who in ("dice", sides[0]) else -1

    def for_decider(self, chance: Chance) -> Chance:
        """Return a difference from the deciding side's point of view."""
        return Chance(self.sign * chance.value, chance.error)

    @property
    def gain(self) -> float:
        """The change of the deciding side's chance by the step."""
        return self.sign * (self.after.value - self.before.value)

    @property
    def size(self) -> float:
        """The apparent importance of the step."""
        if self.luck is not None:
            return abs(self.luck.value)
        return max(0.0, self.loss.value) if self.loss is not None else 0.0

    @property
    def lost(self) -> float | None:
        """The deciding side's loss by the step: 0 if it is noise or negligible."""
        if self.loss is None:
            return None
        return self.loss.value if self.loss.is_clear and self.loss.value >= TRIFLE else 0.0

    @property
    def swing(self) -> float:
        """The change toward the first side: 0 if it is not statistically clear."""
        if self.step.kind == RESIGN:
            return self.after.value - self.before.value
        if self.luck is not None:
            return self.luck.value if self.luck.is_clear else 0.0
        return -self.sign * (self.lost or 0.0)

    def to_dict(self) -> dict[str, Any]:
        """Return the step as JSON data."""
        best = self.best
        return {
            "from": self.step.first,
            "to": self.step.last,
            "who": self.step.who,
            "kind": self.step.kind,
            "turn": self.step.turn,
            "actions": list(self.step.actions),
            "before": _number(self.before.value),
            "after": _number(self.after.value),
            "error": _number(self.after.error),
            "best": None if best is None else {
                "plan": list(best.plan), "sentence": best.sentence,
                "chance": _number(best.chance.value), "same": best.same,
            },
            "loss": None if self.lost is None else _number(self.lost),
            "difference": None if self.loss is None else _number(self.loss.value),
            "loss_error": None if self.loss is None else _number(self.loss.error),
            "luck": None if self.luck is None else _number(self.luck.value),
            "luck_error": None if self.luck is None else _number(self.luck.error),
            "outcomes": {face: _number(chance) for face, chance in self.outcomes.items()} or None,
        }  # fmt: skip


def _number(value: float) -> float:
    return round(value, DIGITS)


@dataclass(frozen=True)
class TurningPoint:
    """A step that changed the game: by how much, for which side, and a sentence.

    `better` is the better alternative if the step was a decision.
    """

    weighed: EvaluatedStep
    swing: float  # above 0
    favours: str
    sentence: str
    better: dict[str, Any] | None

    def to_dict(self) -> dict[str, Any]:
        """Return the turning point as JSON data."""
        step = self.weighed.step
        return {
            "from": step.first,
            "to": step.last,
            "who": step.who,
            "kind": step.kind,
            "turn": step.turn,
            "swing": _number(self.swing),
            "favours": self.favours,
            "sentence": self.sentence,
            "better": self.better,
            "before": _number(self.weighed.before.value),
            "after": _number(self.weighed.after.value),
        }


@dataclass(frozen=True)
class Tally:
    """The total value of luck and decisions for one side."""

    luck: Chance
    loss: Chance
    decisions: int  # that were thought about
    mistakes: int

    def to_dict(self) -> dict[str, Any]:
        """Return the tally as JSON data."""
        return {
            "luck": _number(self.luck.value),
            "luck_error": _number(self.luck.error),
            "loss": _number(self.loss.value),
            "loss_error": _number(self.loss.error),
            "decisions": self.decisions,
            "mistakes": self.mistakes,
        }


@dataclass(frozen=True)
class Analysis:
    """An analyzed game: every step, the turning points in order of play, the sides' tallies."""

    game: Any
    player: str
    looks: int
    seed: int
    seconds: float
    winner: str | None  # a side, "draw", None while the game goes on
    steps: tuple[EvaluatedStep, ...]
    turning_points: tuple[TurningPoint, ...]
    tallies: dict[str, Tally]

    @classmethod
    def of(
        cls, record: Record, steps: list[EvaluatedStep], *, player: str, looks: int, seed: int,
        seconds: float,
    ) -> Analysis:  # fmt: skip
        """Return the analysis of evaluated steps."""
        result = record.position.result
        return cls(
            record.game, player, looks, seed, seconds, result.winner if result else None,
            tuple(steps), tuple(_turning_points(steps)),
            {side: _tally(side, steps) for side in record.game.sides},
        )  # fmt: skip

    @property
    def note(self) -> str:
        """An explanation of the numbers."""
        return NOTE.format(player=self.player, looks=self.looks)

    def summary(self) -> list[str]:
        """Return a sentence about each side's luck and decisions."""
        return [_tally_sentence(self.game, side, tally) for side, tally in self.tallies.items()]

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as JSON data (docs/analysis.md)."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game.id,
            "first_side": self.game.sides[0],
            "player": self.player,
            "looks": self.looks,
            "seed": self.seed,
            "seconds": round(self.seconds, 1),
            "actions": [self.steps[0].step.first, self.steps[-1].step.last],
            "over": self.winner is not None,
            "winner": self.winner,
            "steps": [step.to_dict() for step in self.steps],
            "turning_points": [point.to_dict() for point in self.turning_points],
            "summary": {
                **{side: tally.to_dict() for side, tally in self.tallies.items()},
                "sentences": self.summary(),
            },
            "note": self.note,
        }


# Turning points


def _turning_points(steps: list[EvaluatedStep]) -> list[TurningPoint]:
    """Return the steps that changed the game most, in order of play."""
    large = [weighed for weighed in steps if abs(weighed.swing) >= LEAST]
    large.sort(key=lambda weighed: -abs(weighed.swing))
    return [_point(weighed) for weighed in sorted(large[:MOST_POINTS], key=lambda w: w.step.first)]


def _point(weighed: EvaluatedStep) -> TurningPoint:
    game, swing = weighed.step.before.game, weighed.swing
    favours = game.sides[0] if swing > 0 else game.sides[1]
    better = None
    if weighed.step.kind == DECISION and weighed.best is not None:
        better = {
            "plan": list(weighed.best.plan),
            "sentence": weighed.best.sentence,
            "chance": _number(_seen(weighed.best.chance.value, weighed.sign)),
        }
    return TurningPoint(weighed, abs(swing), favours, _sentence(weighed, favours), better)


def _seen(chance: float, sign: int) -> float:
    """Return a chance from the first side's point of view with `sign` 1, the other's with -1."""
    return chance if sign > 0 else 1 - chance


def _sentence(weighed: EvaluatedStep, favours: str) -> str:
    step, game = weighed.step, weighed.step.before.game
    if step.kind == DICE:
        sign = 1 if favours == game.sides[0] else -1
        ends = [percent(_seen(chance.value, sign)) for chance in (weighed.before, weighed.after)]
        told = " ".join(event.text for event in step.before.describe(step.actions[0])[:2])
        name = side_name(game, favours)
        return f"Turn {step.turn}: {told} The chance of {name} goes from {ends[0]} to {ends[1]}."
    name = side_name(game, step.who)
    after = percent(_seen(weighed.after.value, weighed.sign))
    if step.kind == RESIGN or weighed.best is None:
        before = percent(_seen(weighed.before.value, weighed.sign))
        return f"Turn {step.turn}: {capital(name)} resigned with a chance of {before}."
    better = percent(_seen(weighed.best.chance.value, weighed.sign))
    return (
        f"Turn {step.turn}, {name}: {sentence_of(step.before, step.actions)} This gives {after}; "
        f"the best plan gives {better}."
    )


# The sides


def _tally(side: str, steps: list[EvaluatedStep]) -> Tally:
    first = side == steps[0].step.before.game.sides[0]
    lucks = [weighed.luck for weighed in steps if weighed.luck is not None]
    luck = total(lucks)
    own = [weighed for weighed in steps if weighed.step.who == side and weighed.loss is not None]
    wrong = [weighed.loss for weighed in own if weighed.lost and weighed.loss is not None]
    return Tally(
        luck=luck if first else Chance(-luck.value, luck.error),
        loss=total(wrong),
        decisions=len(own),
        mistakes=len(wrong),
    )


def _tally_sentence(game: Any, side: str, tally: Tally) -> str:
    name = side_name(game, side)
    luck = round(100 * abs(tally.luck.value))
    points = f"{luck} point{'' if luck == 1 else 's'}"
    gave = f"gave {name} {points}" if tally.luck.value > 0 else f"took {points} from {name}"
    told = gave if luck and tally.luck.is_clear else f"was about even for {name}"
    their = "their" if name.startswith("the ") else "its"
    if tally.decisions == 0:
        return f"Luck {told}."
    if tally.mistakes == 0:
        return f"Luck {told}; none of {their} {tally.decisions} decisions was clearly a mistake."
    lost = round(100 * tally.loss.value)
    which = "was clearly a mistake and" if tally.mistakes == 1 else "were clearly mistakes and"
    return (
        f"Luck {told}; {tally.mistakes} of {their} {tally.decisions} decisions {which} cost {lost} "
        f"point{'' if lost == 1 else 's'}."
    )
