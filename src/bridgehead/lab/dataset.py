"""Data sets for supervised learning: games as a table with one row per decision (docs/datasets.md).

Game i of a seed depends only on the seed, on i and on the players: not on the number of workers. So
the same call writes the same file, byte for byte, with the same versions of the program and of
pyarrow.

With side views, a row contains only what its mover could know when it decided, except for the
columns about the result: no count of all actions, and rows in an order that does not reveal when
the other side decided.
"""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from bridgehead import players as computer
from bridgehead._version import __version__
from bridgehead.core.errors import BridgeheadError, InvalidData
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.positions.decision import step_of
from bridgehead.core.positions.position import Game, Position
from bridgehead.core.titles.games import game_info
from bridgehead.core.workers import Processes, Workers
from bridgehead.engine.sight import sent
from bridgehead.lab import dataset_file, matches
from bridgehead.lab.matches import (
    DRAW,
    PYTHON_CHUNK,
    Entrant,
    Recipe,
    check_entrant,
    close,
    create,
    game_of,
    lead_of,
    name_of,
    outcome_of,
    play_through,
    random_of,
    seeds_of,
)

FORMAT, VERSION = "bridgehead-dataset", 1
JSON, STATE = "json", "state"  # the forms of a position
FORMS = (JSON, STATE)
EVALUATOR = "general"  # whose rollouts measure a win probability
Row = dict[str, Any]


@dataclass(frozen=True)
class Contents:
    """The optional content of rows."""

    positions: str = JSON  # or STATE: the bytes of the state record
    side_views: bool = False  # what the mover may see, in place of the whole position
    legal: bool = False  # the codes of all legal actions
    rolls: bool = False  # a row for each roll and draw, too
    evaluate: int = 0  # rollouts that measure the mover's win probability; 0: none

    def check(self) -> None:
        """Raise ValueError if two of these exclude each other."""
        if self.positions not in FORMS:
            raise ValueError(f"positions are {' or '.join(FORMS)}, not {self.positions!r}")
        if self.side_views and self.positions != JSON:
            raise ValueError("a side's view is JSON: side views go without positions as state")
        if self.side_views and self.rolls:
            raise ValueError("a roll is nobody's decision: side views go without rows for rolls")
        if self.evaluate < 0:
            raise ValueError(f"evaluate is {self.evaluate}; it must be 0 or more rollouts")
        if self.evaluate and not JIT:
            raise BridgeheadError(
                "win probabilities need compiled rules, which BRIDGEHEAD_JIT=0 turns off"
            )

    def words(self) -> list[str]:
        """Return the command line arguments for this content."""
        found = [] if self.positions == JSON else ["--positions", self.positions]
        flags = {"--side-views": self.side_views, "--legal": self.legal, "--rolls": self.rolls}
        found += [flag for flag, on in flags.items() if on]
        return found + (["--evaluate", str(self.evaluate)] if self.evaluate else [])


@dataclass(frozen=True)
class Task(matches.Task):
    """A range of games, with the content to write."""

    contents: Contents


@dataclass(frozen=True)
class Summary:
    """A description of what was written."""

    game: str
    file: str
    games: int
    rows: int
    bytes: int
    wins: dict[str, int]  # side or "draw" -> games
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as JSON data."""
        return asdict(self)


def write_dataset(
    game: Game,
    path: Path | str,
    games: int,
    seed: int = 1,
    players: Mapping[str, Entrant] | None = None,
    contents: Contents | None = None,
    processes: int = 1,
    progress: Callable[[int], None] | None = None,
    *,
    workers: Workers | None = None,
    force: bool = False,
    given: Sequence[str] = (),
) -> Summary:
    """Play games and write their decisions to a Parquet file, completely or not at all.

    `players`, `progress` and `workers` are as in `simulate`. An existing file is replaced only with
    `force`. `given` has further words of the command for the file's metadata.

    ValueError for invalid numbers or contents, UnknownPlayer for an unknown player, BridgeheadError
    if a player fails or the file cannot be written.
    """
    contents = contents or Contents()
    contents.check()
    for name, count in (("games", games), ("processes", processes)):
        if count < 1:
            raise ValueError(f"{name} is {count}; it must be 1 or more")
    who = tuple((players or {}).get(side, "recruit") for side in game.sides)
    for entrant in who:
        check_entrant(game, entrant)
    about = _about(game, who, games, seed, contents, given)
    crew = workers or Processes(processes)
    wins = dict.fromkeys((*game.sides, "draw"), 0)
    began = time.perf_counter()
    with dataset_file.writing(Path(path), _schema(contents, game), about, force=force) as file:
        crew.warm(game.id)
        tasks = _split(Task(Recipe.of(game), who, seed, 0, games, contents), crew.count)
        done = 0
        for place, (batch, winners) in crew.share(play, tasks, in_order=True):
            file.write(batch)
            done += tasks[place].count
            for winner in winners:
                wins["draw" if winner == DRAW else game.sides[winner]] += 1
            if progress is not None:
                progress(done)
    size = Path(path).stat().st_size
    seconds = time.perf_counter() - began
    return Summary(game.id, str(path), games, file.rows, size, wins, seconds)


def _about(
    game: Game,
    who: Sequence[Entrant],
    games: int,
    seed: int,
    contents: Contents,
    given: Sequence[str],
) -> dict[str, Any]:
    """Return the file's metadata: everything that its rows depend on."""
    names = [name_of(entrant) for entrant in who]
    command = ["bridgehead", "dataset", game.id, *names, "--games", str(games), "--seed", str(seed)]
    options = [word for option in game.options for word in ("--option", option)]
    about = {
        "format": FORMAT,
        "version": VERSION,
        "program": __version__,
        "game": game.id,
        "edition": game_info(game.id).edition,
        "options": list(game.options),
        "map": game.map.digest,
        "data": game.data.digest,
        "own_data": not game.own_data,
        "sides": list(game.sides),
        "players": dict(zip(game.sides, names, strict=True)),
        "games": games,
        "seed": seed,
        "positions": "view" if contents.side_views else contents.positions,
        "evaluation": {"player": EVALUATOR, "rollouts": contents.evaluate},
        "command": shlex.join([*command, *options, *contents.words(), *given]),
    }
    if not contents.evaluate:
        del about["evaluation"]
    if contents.positions == STATE:
        about["state"] = np.lib.format.dtype_to_descr(np.dtype(game.state_type.descr))
    return about


def state_type(about: Mapping[str, Any]) -> np.dtype[Any]:
    """Return the dtype of positions that are written as states."""
    if "state" not in about:
        raise InvalidData(f"the positions of this file are {about.get('positions')}, not state")
    fields = [(name, kind, *map(tuple, shape)) for name, kind, *shape in about["state"]]
    return np.dtype(fields)


def metadata(path: Path | str) -> dict[str, Any]:
    """Return a data set's metadata: game, options, players, seed, command and so on."""
    return dataset_file.metadata(Path(path), FORMAT, VERSION)


def _schema(contents: Contents, game: Game) -> list[tuple[str, str]]:
    """Return the columns in order, with their types."""
    state = f"binary[{game.state_type.itemsize}]"
    columns = [
        ("game", "int64"),
        ("ply", "int32"),
        ("decision", "int32"),
        ("side", "string"),
        ("player", "string"),
        ("step", "string"),
        ("action", "string"),
        ("code", "int32"),
        ("legal_count", "int32"),
        ("legal", "list<int32>"),
        ("position", state if contents.positions == STATE else "string"),
        ("win_probability", "float32"),
        ("result", "float32"),
        ("lead", "float32"),
        ("winner", "string"),
        ("ending", "string"),
    ]
    left_out = {
        "ply": contents.side_views,
        "legal": not contents.legal,
        "win_probability": not contents.evaluate,
    }
    return [(name, kind) for name, kind in columns if not left_out.get(name)]


def _split(task: Task, count: int) -> list[Task]:
    size = max(1, min(PYTHON_CHUNK, -(-task.count // (4 * count))))
    last = task.first + task.count
    return [
        replace(task, first=i, count=min(size, last - i)) for i in range(task.first, last, size)
    ]


# In a worker


def play(task: Task) -> tuple[Any, list[int]]:
    """Play the games of a task; return their rows as a batch, and the winner of each."""
    game = game_of(task.recipe)
    schema = dataset_file.schema(_schema(task.contents, game))
    thinker = computer.thinker(game, EVALUATOR, 0) if task.contents.evaluate else None
    rows: list[Row] = []
    winners = []
    for number in range(task.first, task.first + task.count):
        one = _Game(game, task, number, thinker)
        winners.append(one.play())
        rows += one.rows
    return dataset_file.batch(rows, schema), winners


class _Game:
    """One game in progress, and its rows."""

    def __init__(self, game: Any, task: Task, number: int, thinker: Any) -> None:
        self.game, self.contents, self.number = game, task.contents, number
        self.entrants, self.thinker = task.players, thinker
        self.random = random_of(task.seed, number)
        self.seeds = seeds_of(self.random, task.players)
        self.position: Any = game.start()
        self.seats: dict[str, computer.Player] = {}
        self.names = dict(zip(game.sides, map(name_of, task.players), strict=True))
        self.made = dict.fromkeys((*game.sides, "dice"), 0)
        self.rows: list[Row] = []

    def play(self) -> int:
        """Play the game; return the number of the winner."""
        try:
            for side, who, seed in zip(self.game.sides, self.entrants, self.seeds, strict=True):
                self.seats[side] = create(self.game, who, seed)
            play_through(self.position, self.random, self._decide, self._rolled)
        finally:
            for player in self.seats.values():
                close(player)
        winner, ending, _ = outcome_of(self.position)
        self._tell_the_result(winner, ending)
        if self.contents.side_views:  # an order that says nothing of the other side
            sides = self.game.sides
            self.rows.sort(key=lambda row: (sides.index(row["side"]), row["decision"]))
        return winner

    def _decide(self, side: str) -> None:
        text = self.seats[side].choose(self.position)
        grammar = self.game.grammar
        try:
            whole = not grammar.is_one(text.split())
            for one in self.game.expand(self.position, text) if whole else [text]:
                code = grammar.encode(one)
                row = self._row(side, code)
                self.position.push_code(code)
                self.rows.append(row)
        except BridgeheadError as error:
            raise BridgeheadError(
                f"game {self.number}: {side}, played by {self.names[side]}, chose {text!r}: {error}"
            ) from error

    def _rolled(self, code: int) -> None:
        row = self._row("dice", code)
        if self.contents.rolls:
            self.rows.append(row)

    def _row(self, side: str, code: int) -> Row:
        """Return the row of a decision before it is carried out."""
        row: Row = {"game": self.number, "ply": sum(self.made.values()), "side": side}
        row["decision"] = self.made[side]
        self.made[side] += 1
        if side == "dice" and not self.contents.rolls:
            return row
        data = told(self.position, side, self.contents)
        legal = self.position.legal_codes()
        row |= {
            "player": self.names.get(side),
            "step": step_of(self.position, data),
            "action": self.game.grammar.decode(code),
            "code": code,
            "legal_count": len(legal),
            "legal": legal.tolist() if self.contents.legal else None,
            "position": self._written(data),
            "win_probability": self._win_probability(side),
        }
        return row

    def _written(self, data: dict[str, Any]) -> str | bytes:
        if self.contents.positions == STATE:
            return bytes(self.position.state.tobytes())
        return json.dumps(data, separators=(",", ":"), ensure_ascii=False)

    def _win_probability(self, side: str) -> float | None:
        """Return the mover's chance: by what it knows, or from the complete position."""
        if self.thinker is None or side == "dice":
            return None
        if self.contents.side_views:
            found = self.thinker.win_probability(self.position, (), self.contents.evaluate)
            return None if found is None else float(found)
        first = self.thinker.measure(self.position, self.contents.evaluate)[0]
        return float(first if side == self.game.sides[0] else 1 - first)

    def _tell_the_result(self, winner: int, ending: str) -> None:
        sides = self.game.sides
        lead = lead_of(self.position)
        points = {
            side: 0.5 if winner == DRAW else float(winner == i) for i, side in enumerate(sides)
        }
        for row in self.rows:
            side = row["side"]
            ours = lead if side == sides[0] else None if lead is None else -lead
            row |= {
                "result": points.get(side),
                "lead": None if side == "dice" else ours,
                "winner": "draw" if winner == DRAW else sides[winner],
                "ending": ending,
            }


def told(position: Position, side: str, contents: Contents) -> dict[str, Any]:
    """Return a position as data: all of it, or what the mover may see."""
    return dict(sent(position, side)["view"]) if contents.side_views else position.to_dict()
