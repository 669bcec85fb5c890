"""How well a language model plays, measured through the Model Context Protocol.

docs/language-models.md describes the task, the score and the file of results.

    python -m benchmarks.language_models --agent examples.random_agent:RandomAgent --games 10
    python -m benchmarks.language_models --command "python3 my_agent.py" --game suez-56
"""

from __future__ import annotations

import argparse
import importlib
import json
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

import anyio
import mcp.types
from mcp import Client

import bridgehead as bh
from benchmarks.agent_process import CommandAgent
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.records.record import write_whole
from bridgehead.core.titles.games import build_game, check_options, game_info, load_with
from bridgehead.mcp_server.host import Host, check_opponent
from bridgehead.mcp_server.seat import Seat
from bridgehead.mcp_server.tools import create_server

FORMAT = "bridgehead-language-model-results"
VERSION = 1
LAST_WORDS = 3  # tool calls of an agent that has lost, before it is ended
POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}
PROMPT = """\
You play {side} in {title} ({edition}) against a computer player. The game is already going on: its
game_id is {game_id}. Play it to its end with the tools, as well as you can: win, and where victory
points are counted, win by as many as you can. Start with `briefing` (game {game}) and `view`, then
repeat `legal_actions` and `act`; you may send several actions in one `act`. You have {calls} tool
calls for the whole game; {illegal} illegal actions are allowed. If you need more, you lose."""


@dataclass(frozen=True)
class Task:
    """What is measured: game, opponent, number of games with each side, and the agent's limits."""

    game: str = "across-suez-1980"
    options: tuple[str, ...] = ()
    opponent: str = "sergeant"
    games: int = 10  # of each side
    seed: int = 1  # of the first game of each side; those after it have the next ones
    calls: int = 2000  # tool calls of a game
    illegal: int = 50  # illegal actions of a game
    minutes: float = 60.0  # by the clock, of a game


@dataclass(frozen=True)
class Game:
    """What an agent is given: the game to play and the text of its task."""

    game_id: str
    game: str
    side: str
    seed: int  # for an agent's own random choices, and for nothing else
    prompt: str


class Agent(Protocol):
    """The player that is measured, made anew for each game with the game's number as seed."""

    async def play(self, client: Client, game: Game) -> None:
        """Play a game to its end through a client of the protocol."""


@dataclass
class Played:
    """The result of one game. `ending` is the game's own, or why it was lost before its end."""

    side: str
    seed: int
    result: str
    ending: str
    lead: float | None
    turn: int
    decisions: int
    illegal: int
    calls: int
    seconds: float = field(compare=False)


class Budget:
    """Counts the tool calls of a game; beyond the budget each is answered with an error."""

    def __init__(self, task: Task, seat: Seat) -> None:
        self.calls = 0
        self.over = False  # and the agent has been told so
        self.warnings = 0  # how often it was told that it has lost
        self.clock: anyio.CancelScope | None = None  # ends an agent that does not stop
        self._task = task
        self._seat = seat

    async def __call__(self, ctx: Any, call_next: Any) -> Any:
        """Pass a message on, or answer it with an error beyond the budget."""
        if ctx.method != "tools/call":
            return await call_next(ctx)
        if not (self._seat.over or self._seat.given_up):
            if self.calls >= self._task.calls:
                self._seat.forfeit("budget")
            elif self._seat.refused > self._task.illegal:
                self._seat.forfeit("illegal actions")
        if self._seat.given_up:
            text = f"the game is lost: {self._seat.given_up}. Stop."
            content = [mcp.types.TextContent(type="text", text=text)]
            self.over = True
            self.warnings += 1
            if self.warnings > LAST_WORDS and self.clock is not None:
                self.clock.cancel()
            return mcp.types.CallToolResult(content=content, is_error=True)
        self.calls += 1
        answer = await call_next(ctx)
        self.over = self._seat.over
        return answer


async def play(task: Task, agent: Any, side: str, seed: int, records: Path | None) -> Played:
    """Let an agent play one game."""
    began = time.perf_counter()
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)
    seat = Seat(load_with(task.game, task.options), side, task.opponent, 2 * seed + 1)
    host = Host()
    game_id, _ = host.add(seat)
    budget = Budget(task, seat)
    server = create_server(host, "one game", [budget])
    info = game_info(task.game)
    prompt = PROMPT.format(
        side=side, title=info.title, edition=info.edition, game_id=game_id, game=info.id,
        calls=task.calls, illegal=task.illegal,
    )  # fmt: skip
    game = Game(game_id, info.id, side, seed, prompt)
    with anyio.move_on_after(60 * task.minutes) as budget.clock:
        try:
            if isinstance(agent, CommandAgent):
                await agent.play(server, game, lambda: budget.over)
            else:
                async with Client(server) as client:
                    await agent.play(client, game)
        except Exception as error:  # a fault of the agent costs it one game
            if not (seat.over or seat.given_up):
                seat.forfeit("time" if budget.clock.cancel_called else "agent failed")
                print(f"{side}, seed {seed}: {_innermost(error)}", file=sys.stderr)
    if not seat.over and not seat.given_up:
        seat.forfeit("time" if budget.clock.cancelled_caught else "unfinished")
    if records is not None and seat.over:
        seat.save(records / f"{task.game}-{side}-{seed}.json")
    return _played(seat, side, seed, budget.calls, time.perf_counter() - began)


def _innermost(error: BaseException) -> str:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return f"{type(error).__name__}: {error}"


def _played(seat: Seat, side: str, seed: int, calls: int, seconds: float) -> Played:
    result, ending = "loss", f"forfeit: {seat.given_up}"
    if seat.over and seat.result is not None:
        winner, ending = seat.result["winner"], seat.result["ending"]
        result = "win" if winner == side else "draw" if winner == "draw" else "loss"
    return Played(
        side, seed, result, ending, seat.lead(), seat.turn, seat.decisions, seat.refused, calls,
        round(seconds, 2),
    )  # fmt: skip


# The score


def score(games: Sequence[Played]) -> dict[str, Any]:
    """Return the score of some games: points won with a 95 % interval, and the other statistics."""
    count = len(games)
    points = sum(POINTS[game.result] for game in games)
    leads = [game.lead for game in games if game.lead is not None]
    tried = sum(game.decisions + game.illegal for game in games)
    return {
        "games": count,
        "points": points,
        "rate": round(points / count, 4),
        "interval": [round(end, 4) for end in wilson(points, count)],
        "wins": sum(game.result == "win" for game in games),
        "draws": sum(game.result == "draw" for game in games),
        "forfeits": sum(game.ending.startswith("forfeit") for game in games),
        "lead": round(sum(leads) / len(leads), 2) if leads else None,
        "illegal_share": round(sum(game.illegal for game in games) / max(tried, 1), 4),
        "calls": round(sum(game.calls for game in games) / count, 1),
    }


def wilson(points: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return the Wilson score interval of a proportion; draws count one half."""
    share = points / games
    middle = share + z * z / (2 * games)
    width = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale)


def results(task: Task, agent: str, games: Sequence[Played]) -> dict[str, Any]:
    """Return the content of the results file."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": bh.__version__,
        "agent": agent,
        "task": {**asdict(task), "options": list(task.options)},
        "score": {
            "all": score(games),
            **{
                side: score([game for game in games if game.side == side])
                for side in game_info(task.game).sides
            },
        },
        "games": [asdict(game) for game in games],
    }


def measure(task: Task, make: Any, records: Path | None = None) -> list[Played]:
    """Play all games of a task with agents from `make(seed)`, and print a line for each game."""
    build_game(task.game)
    found = []
    for seed in range(task.seed, task.seed + task.games):
        for side in game_info(task.game).sides:
            found.append(anyio.run(play, task, make(seed), side, seed, records))
            told = found[-1]
            print(
                f"{side:<12} seed {seed:<4} {told.result:<5} {told.ending:<24} "
                f"turn {told.turn}, {told.decisions} decisions, {told.illegal} illegal, "
                f"{told.calls} calls, {told.seconds:.1f} s",
                flush=True,
            )
    return found


# The command


def main(words: Sequence[str] | None = None) -> int:
    """Measure an agent, print its score and write the results file."""
    args = _parser().parse_args(words)
    task = Task(
        args.game, tuple(args.option), args.opponent, args.games, args.seed, args.calls,
        args.illegal, args.minutes,
    )  # fmt: skip
    try:
        check(task)
        program = CommandAgent(args.command) if args.command else None
        make = maker(args.agent) if program is None else lambda seed: program
        games = measure(task, make, args.records)
        found = results(task, args.name or args.agent or args.command, games)
        if args.output is not None:
            write_whole(args.output, json.dumps(found, indent=1) + "\n")
    except BridgeheadError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    for whose, told in found["score"].items():
        print(f"{whose:<12} {json.dumps(told)}")
    return 0


def check(task: Task) -> None:
    """Check that a task can be played, else raise a BridgeheadError."""
    info = game_info(task.game)
    check_options(info.id, task.options)
    check_opponent(info.id, task.opponent)
    for name in ("games", "calls", "minutes"):
        if getattr(task, name) <= 0:
            raise BridgeheadError(f"--{name} {getattr(task, name)}: must be more than 0")
    if task.seed < 0 or task.illegal < 0:
        raise BridgeheadError("--seed and --illegal must be 0 or more")


def maker(name: str) -> Any:
    """Return the class named MODULE:CLASS, or raise a BridgeheadError where there is none."""
    module, colon, kind = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), kind) if colon else None
    except (ImportError, AttributeError, ValueError) as error:
        raise BridgeheadError(f"--agent {name}: cannot be loaded: {error}") from error
    if not hasattr(found, "play"):
        raise BridgeheadError(f"--agent {name}: write MODULE:CLASS; the class has a method `play`")
    return found


def _parser() -> argparse.ArgumentParser:
    usual = Task()
    parser = argparse.ArgumentParser(prog="python -m benchmarks.language_models")
    who = parser.add_mutually_exclusive_group(required=True)
    who.add_argument("--agent", metavar="MODULE:CLASS", help="a class with `async play(client, …)`")
    who.add_argument("--command", metavar="LINE", help="a program that speaks MCP over HTTP")
    parser.add_argument("--game", default=usual.game)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("--opponent", default=usual.opponent, help="sergeant, captain@50n")
    parser.add_argument("--games", type=int, default=usual.games, help="games of each side")
    parser.add_argument("--seed", type=int, default=usual.seed, help="seed of the first game")
    parser.add_argument("--calls", type=int, default=usual.calls, help="tool calls of a game")
    parser.add_argument(
        "--illegal", type=int, default=usual.illegal, help="illegal actions of a game"
    )
    parser.add_argument("--minutes", type=float, default=usual.minutes, help="time of a game")
    parser.add_argument("--name", help="what the agent is called in the results")
    parser.add_argument("--records", type=Path, help="folder for the records of the games")
    parser.add_argument("-o", "--output", type=Path, help="file of results")
    return parser


if __name__ == "__main__":
    sys.exit(main())
