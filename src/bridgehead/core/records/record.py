"""Game records: a header and the actions. Loading a record replays it.

A record is a JSON file (docs/notation.md). It contains those of its data that are not the
package's, so that another person can replay it; data of the package's earlier versions are named by
their digest. It is written to a temporary file and renamed, so that no file is ever half written.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from bridgehead._version import __version__
from bridgehead.core.dice import dice as dice_module
from bridgehead.core.dice.dice import (
    Dice,
    Secrets,
    derived_draw,
    open_draw,
    seeded_draw,
)
from bridgehead.core.errors import (
    IllegalAction,
    InvalidData,
    InvalidMap,
    InvalidPosition,
    InvalidRecord,
    UnknownGame,
    UnknownOption,
)
from bridgehead.core.files.bounded_text import JSON_BYTES, read_json, read_text
from bridgehead.core.files.whole_file import write_whole
from bridgehead.core.kernels import compiled
from bridgehead.core.positions.ending import Ending, ending_of
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.records.annotations import (
    ANNOTATIONS,
    LONGEST_NAME,
    MOST_COMMENTS,
    MOST_LINES,
    Comment,
    Line,
    check_room,
    checked_comment,
    checked_line,
    read_comments,
    read_lines,
)
from bridgehead.core.records.origin import Origin, digest_of, start_of_branch
from bridgehead.core.records.record_data import check_data, data_in, data_of, scenario_in
from bridgehead.core.records.verification import Verification, verify
from bridgehead.core.titles.games import load_with, package_of

FORMAT = "bridgehead-record"
VERSION = 1
MANY = 100  # actions from which on loading compiled rules pays for a replay
FIELDS = ("format", "version", "program", "name", "game", "options", "scenario", "map", "data",
          "dice", "players", "origin", "start", "actions", "comments", "lines", "ending",
          "result")  # fmt: skip
FROM_A_SERVER = (
    "the dice of this game were those of a server and its two players: it can be viewed "
    "but not continued"
)
NOT_TAKEN_BACK = (
    "you cannot take back a roll, a change of side, the end of a game or an action that showed a "
    "hidden unit"
)


class Record:
    """A running or finished game: its header, its actions, and the position after them."""

    def __init__(
        self,
        game: Game,
        dice: Dice | None = None,
        *,
        start: Position | None = None,
        players: dict[str, str] | None = None,
        secrets: Secrets | None = None,
        program: str = __version__,
        origin: Origin | None = None,
        name: str = "",
    ) -> None:
        self.game = game
        self.dice = dice or Dice("open")
        if start is not None and start.game != game:
            raise InvalidRecord(f"a game of {game!r} cannot start in a position of {start.game!r}")
        self.start = start.copy() if start is not None else None
        if origin is not None and start is None:
            raise InvalidRecord("record, origin: is for a game that begins in a position: no start")
        self.origin = origin
        self.name = _checked_name(name)
        self.players = dict(players or {})
        self.actions: list[str] = []
        self.comments: list[Comment] = []
        self.lines: list[Line] = []
        self.ending: Ending | None = None
        self.program = program
        self.secrets = secrets or Secrets()
        self._position: Any = self.opening()
        self._since = 0  # actions before those that the position can take back
        self._rolls = 0

    @classmethod
    def new(
        cls,
        game: Game,
        dice: str = "open",
        *,
        seed: int | None = None,
        start: Position | None = None,
        players: dict[str, str] | None = None,
        secrets: Secrets | None = None,
        origin: Origin | None = None,
        name: str = "",
    ) -> Record:
        """Start a game with dice of this kind; `seed` is for the kind "seeded".

        `start` is the position in which it begins, `origin` says where that comes from, and `name`
        is a title for people.
        """
        if dice not in dice_module.KINDS:
            raise InvalidRecord(f"{dice!r} is not a kind of dice: {', '.join(dice_module.KINDS)}")
        if (dice == "seeded") != (seed is not None):
            raise InvalidRecord("seeded dice need a seed, and only they have one")
        keeper = secrets or Secrets()
        commitment = keeper.new() if dice == "committed" else None
        chosen = Dice(dice, seed, commitment)
        return cls(
            game, chosen, start=start, players=players, secrets=keeper, origin=origin, name=name
        )

    def branch(
        self,
        count: int,
        dice: str = "open",
        *,
        seed: int | None = None,
        view: str = "",
        players: dict[str, str] | None = None,
        secrets: Secrets | None = None,
        name: str = "",
    ) -> Record:
        """Return a new game that begins after `count` actions of this one, with dice of its own.

        Its header says where it comes from. With `view`, it begins from what that side knew: the
        rest is drawn at random. InvalidRecord if there are fewer actions, if the game is over
        there, or if it still runs and hides something.
        """
        start = start_of_branch(self, count, view)
        origin = Origin(self.digest(count), count, view)
        return Record.new(
            self.game, dice, seed=seed, start=start, players=players, secrets=secrets,
            origin=origin, name=name,
        )  # fmt: skip

    def digest(self, count: int | None = None) -> str:
        """Return a digest of game, start and the first `count` actions (all)."""
        return digest_of(self, count)

    @property
    def position(self) -> Any:
        """The position after the actions. Change it through the record only."""
        return self._position

    def resume(self, actions: Sequence[str], position: Position) -> None:
        """Set these actions and the resulting position, without carrying the actions out.

        They are carried out as soon as an earlier position is needed. For records with open dice in
        which nothing was done.
        """
        self.actions = list(actions)
        self._position, self._since = position.copy(), len(self.actions)

    def _find_way_back(self, count: int) -> None:
        """Carry out the actions that were only set, so that one can go back to `count` of them."""
        if count < self._since:
            self._position, self._since = self.replay(), 0

    # Playing

    def do(self, text: str) -> list[str]:
        """Carry out an action (or a whole attack in one text); return its decisions."""
        by_dice = self._position.to_move == "dice"  # a text has no rolls after decisions
        decisions: list[str] = self._position.push(text)
        self._position.pack_history()
        self.actions += decisions
        self._rolls += by_dice
        self._disclose()
        return decisions

    def end(self, ending: Ending) -> None:
        """End the game other than by its rules. ValueError if it is over."""
        self._position.end(ending.result(self.game))
        self.ending = ending
        self._disclose()

    def roll(self) -> str:
        """Roll the dice, or draw, if that is due; return the resulting action."""
        return self.do(self.next_action())[0]

    def next_action(self) -> str:
        """Return the dice action that is due. Only the holder of the dice may call this.

        It is one of the legal actions, each equally likely. IllegalAction if a side is to decide.
        """
        if self._position.to_move != "dice":
            raise IllegalAction("notation", "no roll is due now")
        actions = self._position.legal_actions()
        return str(actions[self._draw(len(actions))])

    def _draw(self, outcomes: int) -> int:
        number = self._rolls + 1
        if self.dice.kind == "seeded" and self.dice.seed is not None:
            return seeded_draw(self.dice.seed, number, outcomes)
        if self.dice.kind == "committed" and self.dice.commitment is not None:
            secret = self.dice.secret or self.secrets.to_draw(self.dice.commitment)
            return derived_draw(secret, number, self.actions, outcomes)
        if self.dice.kind == "chained":
            raise InvalidRecord(FROM_A_SERVER)
        return open_draw(outcomes)

    def _disclose(self) -> None:
        """Put the secret into the header when the game is over, if this host has it."""
        over = self._position.to_move is None
        if not over or self.dice.kind != "committed":
            return
        try:
            secret = self.secrets.disclose(self.dice.commitment or "")
        except InvalidRecord:
            return
        if self.dice.secret is None:
            self.dice = Dice("committed", None, self.dice.commitment, secret)

    def can_undo(self) -> bool:
        """Whether the last action may be taken back: no roll, and the same side is still to decide.

        An action that revealed a unit to the side that made it cannot be taken back. With committed
        dice that are due, the next roll is fixed already, and may have been asked for.
        """
        now = self._position.to_move
        if not self.actions or now is None:
            return False
        self._find_way_back(len(self.actions) - 1)
        self._position.pop()
        before = self._position.to_move
        if before == "dice":
            may, known = False, frozenset[str]()
        else:
            may = now == before or (now == "dice" and self.dice.kind != "committed")
            known = self._position.shown(before)
        self._position.push(self.actions[-1])
        return bool(may and self._position.shown(before) <= known)

    def undo(self) -> str:
        """Take back the last action and return it; IllegalAction if that is not allowed."""
        if not self.can_undo():
            raise IllegalAction("undo", NOT_TAKEN_BACK)
        self._position.pop()
        undone = self.actions.pop()
        self._drop_annotations()
        return undone

    def cut(self, count: int) -> None:
        """Take back all but the first `count` actions, including rolls: for predictable dice."""
        if len(self.actions) > count:
            self.ending = None
        self._find_way_back(count)
        while len(self.actions) > count:
            self._position.pop()
            self.actions.pop()
            self._rolls -= self._position.to_move == "dice"
        self._drop_annotations()

    # Comments and lines

    def comment(self, at: int, text: str) -> Comment:
        """Add a comment after the first `at` actions; return it. InvalidRecord if it is invalid."""
        check_room(self.comments, MOST_COMMENTS, "comments")
        comment = checked_comment(at, text, len(self.actions))
        self.comments.append(comment)
        self.comments.sort(key=lambda one: one.at)
        return comment

    def add_line(
        self, at: int, actions: Sequence[str], name: str = "", comments: Sequence[Comment] = ()
    ) -> Line:
        """Add a line that branches off after the first `at` actions; return it.

        InvalidRecord if an action is not legal there.
        """
        check_room(self.lines, MOST_LINES, "lines")
        line = checked_line(self, Line(at, tuple(actions), name, tuple(comments)))
        self.lines.append(line)
        self.lines.sort(key=lambda one: one.at)
        return line

    def _drop_annotations(self) -> None:
        """Forget comments and lines about actions that were taken back."""
        count = len(self.actions)
        self.comments = [one for one in self.comments if one.at <= count]
        self.lines = [one for one in self.lines if one.at <= count]

    # Files

    def to_dict(self) -> dict[str, Any]:
        """Return the record as data."""
        data: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "program": self.program,
        }
        if self.name:
            data["name"] = self.name
        data["game"] = self.game.id
        if self.game.options:
            data["options"] = list(self.game.options)
        data["map"] = {"name": self.game.map.name, "digest": self.game.map.digest}
        data["data"] = {"digest": self.game.data.digest}
        data |= data_of(self.game)
        data["dice"] = self.dice.to_dict()
        if self.players:
            data["players"] = self.players
        if self.origin is not None:
            data["origin"] = self.origin.to_dict()
        if self.start is not None:
            data["start"] = self.start.to_dict()
        data["actions"] = list(self.actions)
        for field in ANNOTATIONS:
            if entries := getattr(self, field):
                data[field] = [one.to_dict() for one in entries]
        if self.ending is not None:
            data["ending"] = self.ending.to_dict()
        if self._position.result is not None:
            data["result"] = self._position.result.to_dict()
        return data

    def save(self, path: Path | str) -> None:
        """Write the record to a file atomically."""
        write_whole(Path(path), json.dumps(self.to_dict(), indent=1, ensure_ascii=False) + "\n")

    @classmethod
    def load(cls, path: Path | str, *, secrets: Secrets | None = None) -> Record:
        """Read a record and replay it. InvalidRecord names the first fault."""
        text = read_text(Path(path), InvalidRecord, JSON_BYTES)
        return cls.from_dict(read_json(text, str(path), InvalidRecord), secrets=secrets)

    @classmethod
    def from_dict(cls, data: Any, *, secrets: Secrets | None = None) -> Record:
        """Read a record from data and replay it."""
        game = read_header(data)
        start = None
        if "start" in data:
            try:
                start = game.position(data["start"])
            except InvalidPosition as error:
                raise InvalidRecord(f"record, start: {error}") from error
        record = cls(
            game,
            Dice.from_dict(data.get("dice", {"kind": "open"})),
            start=start,
            players=_players(data, game),
            secrets=secrets,
            program=str(data.get("program", "unknown")),
            origin=Origin.from_dict(data["origin"], game.sides) if "origin" in data else None,
            name=data.get("name", ""),
        )
        actions = data.get("actions")
        if not isinstance(actions, list):
            raise InvalidRecord("record, actions: must be a list of strings")
        if len(actions) > MANY:
            compiled.use(package_of(game.id))
        for number, text in enumerate(actions, start=1):
            if not isinstance(text, str):
                raise InvalidRecord(f"record, action {number}: {text!r} is not a string")
            try:
                record.do(text)
            except IllegalAction as error:
                other = "" if record.program == __version__ else record._written_by()
                raise InvalidRecord(
                    f"record, action {number}, {text!r}: [{error.case}] {error.reason}{other}"
                ) from error
        if "ending" in data:
            record._end_as(data["ending"])
        record._check_result(data)
        record.comments = read_comments(data.get("comments", []), len(record.actions))
        record.lines = read_lines(data.get("lines", []), record)
        if record.dice.secret is not None and record._position.to_move is not None:
            raise InvalidRecord(
                "record, dice: the secret is disclosed although the game is not over, so every "
                "roll can be foreseen"
            )
        return record

    def _written_by(self) -> str:
        return f" (written by Bridgehead {self.program}; this is {__version__})"

    def _end_as(self, given: Any) -> None:
        ending = ending_of(given, self.game)
        if self._position.result is not None:
            raise InvalidRecord(
                "record, ending: is for a game that did not end by its rules, but its actions end "
                f"it: {self._position.result.reason}"
            )
        self.end(ending)

    def _check_result(self, data: dict[str, Any]) -> None:
        given = data.get("result")
        found = self._position.result
        if given is None:
            return
        if not isinstance(given, dict):
            raise InvalidRecord(f"record, result: is {given!r}; it must be an object with a winner")
        winner = given.get("winner")
        if found is None or winner != found.winner:
            reached = "the game goes on" if found is None else f"the winner is {found.winner!r}"
            raise InvalidRecord(f"record, result: says {winner!r}, but after its actions {reached}")
        ending = given.get("ending", found.ending)
        if ending != found.ending:
            raise InvalidRecord(
                f"record, result: says it ended by {ending!r}, but its actions by {found.ending!r}"
            )

    def opening(self) -> Any:
        """Return the position at the start of the record."""
        return self.start.copy() if self.start is not None else self.game.start()

    @cached_property
    def first_turn(self) -> int:
        """The turn in which the record begins."""
        return int(self.opening().turn)

    def position_at(self, count: int) -> Any:
        """Return the position after the first `count` actions; IndexError if there are fewer.

        After all actions it is the record's own position, which must not be changed.
        """
        if not 0 <= count <= len(self.actions):
            raise IndexError(f"the game has {len(self.actions)} actions, not {count}")
        if count == len(self.actions):
            return self._position
        self._find_way_back(count)
        return self._position.past(count - self._since)

    def steps(self, since: int = 0) -> Iterator[tuple[int, Any, str, Any]]:
        """Yield each action after the first `since`, with its number and the positions around it.

        The positions must not be changed.
        """
        before = self.position_at(since)
        for number in range(since + 1, len(self.actions) + 1):
            after = self.position_at(number)
            yield number, before, self.actions[number - 1], after
            before = after

    def replay(self) -> Any:
        """Return the position after all actions, replayed from the start."""
        position = self.opening()
        for text in self.actions:
            position.push(text)
        position.pack_history()
        if self.ending is not None:
            position.end(self.ending.result(self.game))
        return position

    def positions(self) -> Iterator[tuple[str | None, Any]]:
        """Yield the start with None, then each action with the position after it.

        It is one object, which changes.
        """
        position = self.opening()
        yield None, position
        for text in self.actions:
            position.push(text)
            yield text, position

    # Checking

    def verify(self) -> Verification:
        """Recompute whatever can be checked; InvalidRecord names the first wrong action.

        (The legality of all actions was checked when the record was loaded; it is checked again.)
        """
        return verify(self)


def read_header(data: Any) -> Game:
    """Return the game of a record; InvalidRecord if its header is invalid."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InvalidRecord(f'this is not a game record: "format" must be "{FORMAT}"')
    if data.get("version") != VERSION:
        raise InvalidRecord(
            f"record, version: is {data.get('version')!r}, written by Bridgehead "
            f"{data.get('program', 'unknown')}; this is {__version__}, which reads {VERSION}"
        )
    for field in data:
        if field not in FIELDS:
            raise InvalidRecord(f"record, {field}: is unknown; there are {', '.join(FIELDS)}")
    options = data.get("options", [])
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        raise InvalidRecord("record, options: must be a list of names")
    given = data.get("map", {})
    if not isinstance(given, dict):
        raise InvalidRecord("record, map: must be an object with name and digest")
    if not isinstance(data.get("game"), str):
        raise InvalidRecord("record, game: must be the id of a game")
    try:
        with scenario_in(data, options):
            game = load_with(data["game"], options, data=data_in(data))
    except UnknownGame as error:
        raise InvalidRecord(f"record, game: {error}") from error
    except UnknownOption as error:
        raise InvalidRecord(f"record, options: {error}") from error
    except InvalidMap as error:
        raise InvalidRecord(f"record, map: {error}") from error
    except InvalidData as error:
        raise InvalidRecord(f"record, data: {error}") from error
    check_data(data, game, f" by Bridgehead {data.get('program', 'unknown')}")
    return game


def _checked_name(name: Any) -> str:
    if not isinstance(name, str) or len(name) > LONGEST_NAME or not name.isprintable():
        raise InvalidRecord(f"record, name: must be one line of at most {LONGEST_NAME} characters")
    return name


def _players(data: dict[str, Any], game: Game) -> dict[str, str]:
    players = data.get("players", {})
    if not isinstance(players, dict) or not set(players) <= set(game.sides):
        raise InvalidRecord(f"record, players: must be an object with {' and '.join(game.sides)}")
    if not all(isinstance(player, str) for player in players.values()):
        raise InvalidRecord("record, players: a player's name must be a string")
    return dict(players)
