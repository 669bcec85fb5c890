"""What a person has played: results, rating, luck and skill, from stored games.

"You" are the side that a person plays against a computer. Pure functions: the store of games is
read elsewhere (`server/views/own_games.py`). docs/record.md describes the data.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bridgehead.analysis.skill_rating import UNKNOWN, Skill, advantage, strength_of
from bridgehead.core.positions.ending import DRAW
from bridgehead.core.titles.options import SCENARIO, value_of

FORMAT, VERSION = "bridgehead-personal-record", 1
HUMAN = "human"
WON, DRAWN, LOST, RUNNING, ABANDONED, OTHER = (
    "won", "drawn", "lost", "running", "abandoned", "other",
)  # fmt: skip
RESULTS = (WON, DRAWN, LOST, RUNNING, ABANDONED, OTHER)
PATIENCE = timedelta(days=30)  # a game that nobody has gone on with for so long was abandoned
CLEAR = 2.0  # standard errors from which on a difference is more than noise
COLUMNS = (
    "began", "id", "game", "title", "edition", "scenario", "options", "side", "opponent", "result",
    "turn", "actions", "rated", "rating", "change", "luck", "loss", "decisions", "mistakes",
)  # fmt: skip

Levels = Callable[[str], Mapping[str, float]]  # game -> player -> points, the measured ones


@dataclass(frozen=True)
class StoredGame:
    """A game as it is stored. `whole`: it began as its title or scenario does, with our data.

    `began` and `updated` are ISO times in UTC; `analysis` is that of the finished game
    (`Analysis.to_dict`), if there is one.
    """

    id: str
    game: str
    title: str
    edition: str
    options: tuple[str, ...]
    players: Mapping[str, str]
    began: str
    updated: str
    over: bool
    winner: str | None
    turn: int
    actions: int
    whole: bool = True
    analysis: Mapping[str, Any] | None = None

    @property
    def people(self) -> list[str]:
        """The sides that people play."""
        return [side for side, player in self.players.items() if player == HUMAN]


@dataclass(frozen=True)
class Played:
    """A game of yours: your side, opponent and result, and your rating if it counted.

    Of a game between two people `side` is "" and the result is "other" when it is over.
    """

    stored: StoredGame
    side: str
    opponent: str
    result: str
    before: Skill | None = None
    after: Skill | None = None

    @property
    def scenario(self) -> str:
        """The id of the scenario, "" if it was the whole game."""
        return value_of(self.stored.options, SCENARIO)

    @property
    def tally(self) -> Mapping[str, Any] | None:
        """Your luck and losses as the analysis measured them."""
        analysis = self.stored.analysis
        return analysis["summary"].get(self.side) if analysis and self.side else None

    @property
    def change(self) -> int | None:
        """The change of your rating by this game, as it is shown."""
        if self.before is None or self.after is None:
            return None
        return round(self.after.rating) - round(self.before.rating)

    def to_dict(self) -> dict[str, Any]:
        """Return the game as JSON data, with the names of `COLUMNS`."""
        one, tally = self.stored, self.tally or {}
        return {
            "began": one.began, "id": one.id, "game": one.game, "title": one.title,
            "edition": one.edition, "scenario": self.scenario, "options": list(one.options),
            "side": self.side, "opponent": self.opponent, "result": self.result, "turn": one.turn,
            "actions": one.actions, "rated": self.after is not None,
            "rating": None if self.after is None else round(self.after.rating),
            "change": self.change, "luck": tally.get("luck"), "loss": tally.get("loss"),
            "decisions": tally.get("decisions"), "mistakes": tally.get("mistakes"),
        }  # fmt: skip


@dataclass(frozen=True)
class PersonalRecord:
    """All games of a person, in the order in which they began, and the ratings by title."""

    games: tuple[Played, ...]
    ratings: Mapping[str, Skill]

    def to_dict(self) -> dict[str, Any]:
        """Return the record as JSON data."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "totals": counts(self.games),
            "tables": {
                "title": table(self.games, lambda one: (one.stored.title, one.stored.edition)),
                "side": table(self.games, lambda one: (one.stored.title, one.side)),
                "opponent": table(self.games, lambda one: (one.stored.title, one.opponent)),
                "scenario": table(self.games, lambda one: (one.stored.title, one.scenario)),
            },
            "ratings": self.ratings_data(),
            "luck": luck_and_skill(self.games),
            "months": months(self.games),
            "games": [one.to_dict() for one in self.games],
        }

    def ratings_data(self) -> list[dict[str, Any]]:
        """Return the rating in each title, and its course, as JSON data."""
        return [self._rating(title, skill) for title, skill in self.ratings.items()]

    def _rating(self, title: str, skill: Skill) -> dict[str, Any]:
        counted = [one for one in self.games if one.after and one.stored.title == title]
        return {
            "title": title,
            "rating": round(skill.rating),
            "margin": skill.margin,
            "provisional": skill.is_provisional,
            "games": skill.games,
            "history": [
                {"id": one.stored.id, "began": one.stored.began,
                 "rating": round(one.after.rating), "change": one.change}
                for one in counted if one.after
            ],
        }  # fmt: skip


def personal_record(games: Iterable[StoredGame], levels: Levels, now: datetime) -> PersonalRecord:
    """Return the record of a person who played these games on this machine.

    Games between computers are left out. A game counts for the rating if it is over, began as its
    title or scenario does, and the strength of the computer was measured.
    """
    ratings: dict[str, Skill] = {}
    found = []
    for one in sorted(games, key=lambda game: (game.began, game.id)):
        if not one.people:
            continue
        played = _played(one, now)
        if played.side and one.whole and played.result in (WON, DRAWN, LOST):
            played = _rated(played, ratings, levels(one.game))
        found.append(played)
    return PersonalRecord(tuple(found), ratings)


def beginner(levels: Mapping[str, float]) -> Skill:
    """Return the rating before the first game: that of the first level, which beginners beat."""
    return Skill(min(levels.values(), default=UNKNOWN))


def _played(one: StoredGame, now: datetime) -> Played:
    people = one.people
    if len(people) == 1:
        [side] = people
        opponent = next((name for who, name in one.players.items() if who != side), HUMAN)
    else:
        side, opponent = "", HUMAN
    if one.over:
        result = _result(one.winner, side) if side else OTHER
    else:
        idle = now - datetime.fromisoformat(one.updated) > PATIENCE
        result = ABANDONED if idle else RUNNING
    return Played(one, side, opponent, result)


def _result(winner: str | None, side: str) -> str:
    if winner == DRAW:
        return DRAWN
    return WON if winner == side else LOST


def _rated(played: Played, ratings: dict[str, Skill], levels: Mapping[str, float]) -> Played:
    """Return a game with the rating before and after it, and note that in `ratings`."""
    one = played.stored
    strength = strength_of(levels, played.opponent)
    if strength is None:
        return played
    before = ratings.get(one.title) or beginner(levels)
    other = next(side for side in one.players if side != played.side)
    after = before.after(played.result, strength + advantage(one.game, one.options, other))
    ratings[one.title] = after
    return Played(one, played.side, played.opponent, played.result, before, after)


# Tables


def counts(games: Iterable[Played]) -> dict[str, int]:
    """Return the number of games, and of each result."""
    results = [one.result for one in games]
    return {"games": len(results), **{name: results.count(name) for name in RESULTS}}


def table(
    games: Iterable[Played], key: Callable[[Played], tuple[str, str]]
) -> list[dict[str, Any]]:
    """Return the counts for each title and value of `key`, the most played first."""
    groups: dict[tuple[str, str], list[Played]] = {}
    for one in games:
        groups.setdefault(key(one), []).append(one)
    rows = [
        {"title": title, "name": name, **counts(group)} for (title, name), group in groups.items()
    ]
    return sorted(rows, key=lambda row: (-row["games"], row["title"], row["name"]))


def luck_and_skill(games: Iterable[Played]) -> dict[str, Any]:
    """Return luck and losses over all analyzed games, in parts of a won game."""
    found = [tally for one in games if (tally := one.tally) is not None]

    def error(name: str) -> float:
        return round(math.sqrt(sum(float(one[name]) ** 2 for one in found)), 4)

    return {
        "games": len(found),
        "luck": round(sum(float(one["luck"]) for one in found), 4),
        "luck_error": error("luck_error"),
        "loss": round(sum(float(one["loss"]) for one in found), 4),
        "loss_error": error("loss_error"),
        "decisions": sum(int(one["decisions"]) for one in found),
        "mistakes": sum(int(one["mistakes"]) for one in found),
    }


# Decisions


def months(games: Sequence[Played]) -> list[dict[str, Any]]:
    """Return the best and the worst decision of each month with an analyzed game, latest first."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for one in games:
        groups.setdefault(one.stored.began[:7], []).extend(_decisions(one))
    found = []
    for month in sorted(groups, reverse=True):
        gains = [one for one in groups[month] if one["points"] > 0]
        losses = [one for one in groups[month] if one["points"] < 0]
        if gains or losses:
            best = max(gains, key=lambda one: float(one["points"]), default=None)
            worst = min(losses, key=lambda one: float(one["points"]), default=None)
            found.append({"month": month, "best": best, "worst": worst})
    return found


def _decisions(played: Played) -> list[dict[str, Any]]:
    """Return your decisions that clearly changed your chance of winning.

    `points` is what one gained beyond usual play, or what it lost against the best plan (below 0).
    `action` is the number of actions before the decision.
    """
    analysis = played.stored.analysis
    if analysis is None or not played.side:
        return []
    told = {point["from"]: point["sentence"] for point in analysis["turning_points"]}
    sign = 1 if played.side == analysis["first_side"] else -1
    found = []
    for step in analysis["steps"]:
        if step["who"] != played.side or step["kind"] != "decision" or step["loss"] is None:
            continue
        gain = sign * (step["after"] - step["before"])
        if step["loss"] > 0:
            points = -float(step["loss"])
        elif gain > CLEAR * step["error"]:
            points = round(gain, 4)
        else:
            continue
        found.append({
            "id": played.stored.id, "title": played.stored.title, "action": step["from"] - 1,
            "last": step["to"], "turn": step["turn"], "side": played.side, "points": points,
            "sentence": told.get(step["from"], ""), "plan": list(step["actions"]),
        })  # fmt: skip
    return found
