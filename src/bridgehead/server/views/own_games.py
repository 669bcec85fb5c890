"""The record of the person who plays on this machine, from the stored games."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from bridgehead import players
from bridgehead.analysis.personal_record import (
    COLUMNS,
    OTHER,
    PersonalRecord,
    Played,
    StoredGame,
    beginner,
    personal_record,
)
from bridgehead.analysis.swings import MOST, swings
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import games
from bridgehead.core.titles.lesson import PLAYER
from bridgehead.server.games.store import Store
from bridgehead.server.puzzles.puzzle_store import PuzzleStore
from bridgehead.server.views.positions import is_summary

StoredAnalyses = Mapping[str, Sequence[Mapping[str, Any]]]  # of each game that has any


def levels_of(game_id: str) -> dict[str, float]:
    """Return the strength of each computer player of a game that was measured."""
    return {level.player: level.rating for level in players.levels(game_id)}


def data_of(store: Store) -> dict[str, Any]:
    """Return your record as JSON data, with the puzzle rating and its course."""
    kept = PuzzleStore(store)
    counted = [one for one in kept.history() if one["rating"] is not None]
    puzzles = {**kept.rating().to_dict(), "history": counted}
    return {**_record_of(store, store.analyses()).to_dict(), "puzzles": puzzles}


def ratings_of(store: Store) -> dict[str, Any]:
    """Return only the ratings of your record. No analysis is read."""
    return {"ratings": _record_of(store, {}).ratings_data()}


def _record_of(store: Store, analyses: StoredAnalyses) -> PersonalRecord:
    return personal_record(stored_games(store, analyses), levels_of, datetime.now(UTC))


def stored_games(store: Store, analyses: StoredAnalyses) -> list[StoredGame]:
    """Return the games of a store, each with its analysis if it is among these.

    Lessons and what cannot be read are left out.
    """
    known = {info.id for info in games()}
    headers = store.headers()
    found = []
    for one in store.listing().games:
        if one["id"] not in headers or not is_summary(one) or one["game"] not in known:
            continue
        if PLAYER in one["players"].values():
            continue
        began, header = headers[one["id"]]
        found.append(_stored(one, began, header, analyses.get(one["id"], ())))
    return found


def _stored(
    one: Mapping[str, Any],
    began: str,
    header: Mapping[str, Any],
    analyses: Iterable[Mapping[str, Any]],
) -> StoredGame:
    data = header.get("data")
    own = isinstance(data, dict) and "files" in data
    own = own or "text" in (header.get("map") or {})
    whole = "start" not in header and "parent" not in one and not own
    finished = [found for found in analyses if found.get("over") is True]
    return StoredGame(
        id=one["id"],
        game=one["game"],
        title=one["title"],
        edition=one["edition"],
        options=tuple(one["options"]),
        players=one["players"],
        began=began,
        updated=one["updated"],
        over=one["over"],
        winner=one["winner"],
        turn=one["turn"],
        actions=one["actions"],
        whole=whole,
        analysis=finished[-1] if finished and one["over"] else None,
    )


def as_csv(played: Iterable[Mapping[str, Any]], columns: Sequence[str] = COLUMNS) -> str:
    """Return the games in a record's data as CSV, with a header line."""
    text = io.StringIO()
    rows = csv.DictWriter(text, columns, lineterminator="\n")
    rows.writeheader()
    for one in played:
        rows.writerow({name: _cell(value) for name, value in one.items()})
    return text.getvalue()


def _cell(value: Any) -> Any:
    """Return a value as a table has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(value) if isinstance(value, list) else value


def outcome_of(store: Store, game_id: str, record: Record) -> dict[str, Any]:
    """Return what a finished game meant for its player: result, rating, what decided it, what next.

    `side` is "" if nobody, or more than one person, played it. `decided` has at most three moments,
    from the analysis if there is one; each begins after `first` actions.
    """
    found = _record_of(store, store.analyses(game_id))
    mine = next((one for one in found.games if one.stored.id == game_id), None)
    told: dict[str, Any] = {"side": "", "result": OTHER, "rating": None, "next": None}
    if mine is not None and mine.side:
        told |= {"side": mine.side, "result": mine.result, "next": _proposal(found, mine)}
        if mine.after is not None:
            told["rating"] = {
                "rating": round(mine.after.rating), "change": mine.change,
                "margin": mine.after.margin, "provisional": mine.after.is_provisional,
            }  # fmt: skip
    analysis = mine.stored.analysis if mine is not None else None
    if analysis is None:
        return {**told, "analyzed": False, "decided": [one.to_dict() for one in swings(record)]}
    return {**told, "analyzed": True, "decided": deciding_points(analysis)}


def deciding_points(analysis: Mapping[str, Any], most: int = MOST) -> list[dict[str, Any]]:
    """Return the turning points with the largest swings, in order of play.

    `first` is the number of actions before a decision that could have been better, or after the
    dice.
    """
    largest = sorted(analysis["turning_points"], key=lambda one: -float(one["swing"]))[:most]
    return [
        {"first": point["from"] - 1 if point["better"] else point["to"],
         "favours": point["favours"], "swing": point["swing"], "sentence": point["sentence"]}
        for point in sorted(largest, key=lambda one: int(one["from"]))
    ]  # fmt: skip


def _proposal(found: PersonalRecord, mine: Played) -> dict[str, Any] | None:
    """Return the level that is nearest to your rating; None if the game has no levels."""
    game = mine.stored.game
    skill = found.ratings.get(mine.stored.title) or beginner(levels_of(game))
    level = players.propose(game, skill.rating)
    return None if level is None else level._asdict()
