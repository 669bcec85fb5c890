"""Replays a stored game with the rules and data of today."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Sequence
from typing import Any

from bridgehead.core.errors import BridgeheadError, InvalidPosition
from bridgehead.core.positions.ending import RESIGNED, Ending
from bridgehead.core.records.annotations import MOST_COMMENTS, Comment
from bridgehead.core.records.record import Record
from bridgehead.core.titles.dataset import DataSet
from bridgehead.online.games import games
from bridgehead.online.games.game_data import new_record, without_data
from bridgehead.online.games.games import GameRow
from bridgehead.online.games.history import History
from bridgehead.online.games.journal import Snapshot, StoredJournal
from bridgehead.online.games.rules_version import rules_digest
from bridgehead.server.views.title_data import HUMAN

_log = logging.getLogger(__name__)

CHANGED_RULES = (
    "The rules of this game are others than when it was played so far: it can be looked at, and "
    "not be played on. You can resign, or agree on a draw; a moderator can decide the game."
)


def record_of(row: GameRow, actions: tuple[str, ...], data: DataSet | None = None) -> Record:
    """Return the record of a game after these actions; without `data` today's data are used."""
    players = {seat.side: seat.computer or HUMAN for seat in row.seats}
    given = row.title, row.options, players
    try:
        record = new_record(*given, row.origin, data)
    except InvalidPosition as error:  # its actions are not legal then, which is shown
        _log.warning("game %s: the position in which it begins cannot be set up: %s", row.id, error)
        record = new_record(*given, None, data)
    for action in actions:
        record.do(action)
    return record


def stand_in_comments(history: History, count: int) -> list[Comment]:
    """Return the comments of a record on what computers decided for absent players.

    There is one for each series of such decisions of a side; a record has room for so many.
    """
    found, before = [], dict[str, str]()
    for at, (side, name) in enumerate(zip(history.by[:count], history.computers, strict=False)):
        if name and not before.get(side):
            found.append(Comment(at + 1, f"From here the computer {name} plays for {side}."))
        elif before.get(side) and not name and side in history.sides:
            found.append(Comment(at + 1, f"From here the player of {side} decides again."))
        before[side] = name
    return found[:MOST_COMMENTS]


def replayed(
    row: GameRow,
    history: History,
    kept: StoredJournal,
    snapshots: Sequence[Snapshot],
    data: DataSet | None,
) -> tuple[Record, str]:
    """Replay a game with these data; return the record, and the error where it stopped."""
    record = record_of(row, (), data)
    _resume(record, row, history, kept, snapshots)
    try:
        for action in history.actions[len(record.actions) :]:
            record.do(action)
        fits = not snapshots or _leads_to(row, history, kept, snapshots[0], data)
    except (BridgeheadError, KeyError) as error:  # shown as far as it can be replayed
        _log.info("game %s, replayed with other rules or data: %s", row.id, error)
        fits = False
    return record, "" if fits else CHANGED_RULES


def _resume(
    record: Record,
    row: GameRow,
    history: History,
    kept: StoredJournal,
    snapshots: Sequence[Snapshot],
) -> None:
    """Begin a record at the newest snapshot that today's rules have made, if there is one.

    For a running game the snapshot is before the last action, which may be taken back.
    """
    known, is_over = history.actions, row.state == games.OVER
    for number, rules, position in snapshots:
        if rules != rules_digest(row.title):
            return
        entries, then = kept.entries, history
        if number < len(entries):
            then = History.of(history.sides, entries[:number])
        actions = then.actions
        if known[: len(actions)] != actions or not (is_over or len(actions) < len(known)):
            continue
        with contextlib.suppress(BridgeheadError):  # on errors the game is replayed
            found = record.game.position(position)
            if then.ending is not None and found.result is not None:
                actions = (*actions, "resign")
            record.resume(actions, found)
        return


def _leads_to(
    row: GameRow, history: History, kept: StoredJournal, snapshot: Snapshot, data: DataSet | None
) -> bool:
    """Whether today's rules and data still lead to the position of the snapshot."""
    number, rules, position = snapshot
    if rules == rules_digest(row.title):
        return True
    then = History.of(history.sides, kept.entries[:number])
    record = record_of(row, then.actions, data)
    if then.ending is not None and is_action(then.ending, record.position):
        record.do("resign")
    return without_data(record.position.to_dict()) == without_data(position)


def is_action(ending: Ending, position: Any) -> bool:
    """Whether a game ends by an action that the rules know: the side to decide resigns."""
    return ending.kind == RESIGNED and position.to_move == ending.side
