"""The record of the person who plays on this machine, from the stored games."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
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


def levels_of(game_id: str) -> dict[str, float]:
    """Return the strength of each computer player of a game that was measured."""
    return {level.player: level.rating for level in players.levels(game_id)}


def record_of(store: Store, now: datetime | None = None) -> PersonalRecord:
    """Return the record of the person whose games a store has."""
    return personal_record(stored_games(store), levels_of, now or datetime.now(UTC))


def data_of(store: Store) -> dict[str, Any]:
    """Return the record as JSON data, with the puzzle rating and its course."""
    kept = PuzzleStore(store)
    counted = [one for one in kept.history() if one["rating"] is not None]
    puzzles = {**kept.rating().to_dict(), "history": counted}
    return {**record_of(store).to_dict(), "puzzles": puzzles}


def stored_games(store: Store) -> list[StoredGame]:
    """Return the games of a store; lessons and what cannot be read are left out."""
    known = {info.id for info in games()}
    headers, analyses = store.headers(), store.analyses()
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


def as_csv(record: PersonalRecord) -> str:
    """Return the games of a record as CSV, with a header line."""
    text = io.StringIO()
    rows = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    rows.writeheader()
    for one in record.games:
        data = one.to_dict()
        rows.writerow({**data, "options": " ".join(data["options"]),
                       "rated": "yes" if data["rated"] else "no"})  # fmt: skip
    return text.getvalue()


def outcome_of(store: Store, game_id: str, record: Record) -> dict[str, Any]:
    """Return what a finished game meant for its player: result, rating, what decided it, what next.

    `side` is "" if nobody, or more than one person, played it. `decided` has at most three moments,
    from the analysis if there is one; each begins after `first` actions.
    """
    found = record_of(store)
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
