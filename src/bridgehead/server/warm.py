"""Getting the kernels ready before the first game: compiled once after installation, then read.

Compiling takes a minute or more of a processor, so other processes do it, one a title (`main`), and
the page stays live; this process then reads what was compiled. `Readiness` says how far that is.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from pathlib import Path
from typing import Any

from bridgehead import players, render
from bridgehead.core.decision import Decision
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.kernel import JIT, cache_folder
from bridgehead.core.registry import games, load
from bridgehead.server import points, views

_log = logging.getLogger(__name__)

RULES = "rules"
PLAYERS = "players"
STAGES = (RULES, PLAYERS)
COMPILE = "import sys; from bridgehead.server.warm import main; main(sys.argv[1])"


def stage_of(player: str) -> str:
    """Return the stage that a game with this player waits for."""
    return RULES if player in ("human", "recruit") else PLAYERS


class NotReadyError(BridgeheadError):
    """Rules or players could not be prepared."""


class Readiness:
    """Which of the stages is reached; whoever needs one waits for it."""

    def __init__(self) -> None:
        self._reached = {stage: asyncio.Event() for stage in STAGES}
        self.failure = ""
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to get ready."""
        self._task = asyncio.create_task(self._run())

    def stop(self) -> None:
        """Leave off."""
        if self._task is not None:
            self._task.cancel()

    def reached(self, stage: str) -> bool:
        """Whether a stage is reached."""
        return self._reached[stage].is_set() and not self.failure

    async def wait(self, stage: str) -> None:
        """Wait until a stage is reached. NotReadyError where it never will be."""
        await self._reached[stage].wait()
        if self.failure:
            raise NotReadyError(self.failure)

    @property
    def doing(self) -> str:
        """The stage that is being prepared, "" when all is ready."""
        return next((stage for stage in STAGES if not self.reached(stage)), "")

    async def _run(self) -> None:
        try:
            await self._prepare()
        except Exception as error:  # who waits is told, instead of waiting for ever
            _log.exception("the rules or the players cannot be prepared")
            self.failure = f"the games cannot be prepared ({type(error).__name__}: {error})"
            for event in self._reached.values():
                event.set()

    async def _prepare(self) -> None:
        stages = {RULES: prepare_rules, PLAYERS: prepare_players}
        compilers = [
            await asyncio.create_subprocess_exec(
                sys.executable, "-c", COMPILE, game_id, stdout=asyncio.subprocess.PIPE
            )
            for game_id in one_of_each_title()
            if not is_compiled(game_id)
        ]
        try:
            for stage, prepare in stages.items():
                for compiler in compilers:
                    if compiler.stdout is not None:
                        await compiler.stdout.readline()  # its end too: then this process compiles
                for game_id in one_of_each_title():
                    await asyncio.to_thread(prepare, game_id)
                self._reached[stage].set()
        finally:
            for compiler in compilers:
                if compiler.returncode is None:
                    compiler.terminate()
                    await compiler.wait()


def prepare_rules(game_id: str) -> None:
    """Use every kernel that a game of a title with people calls, and draw a board."""
    position: Any = load(game_id).start()
    if points.has_points(position.game):
        prepare_points(position)
        return
    every = views.Layers(position.game.sides, line=True)
    views.position_data(position, position.view(None), decides=True, layers=every)
    render.svg(views.scene(position, position.view(None), every), interactive=True)
    asked = False
    while position.to_move is not None:
        actions = list(position.legal_actions())
        fights = [action for action in actions if action.startswith("attack ")]
        if fights and not asked:
            asked = True
            views.attack(position, fights[0].split()[1:])
        action = (fights or [a for a in actions if a == "end"] or actions)[0]
        position.describe(action)
        position.push(action)
    position = load(game_id).start()
    players.create(position.game, "recruit").choose(position)
    unit = next(iter(Decision.of(position).units))
    views.movement(position, unit)
    views.why_not(position, f"move {unit} {position.game.map.grid.hexes()[0]}")
    views.position_data(position, position.view(None), decides=True)
    position.push("resign")


PLAYED = 40  # actions: listing and carrying out reach every kernel of the rules with the first


def prepare_points(position: Any) -> None:
    """Use every kernel that a game of points and routes with people calls, and draw a board."""
    points.prepare(position)
    for _ in range(PLAYED):
        actions = list(position.legal_actions())
        wanted = ("deploy", "end", "hold", "pass", actions[0])
        action = next(word for word in wanted if word in actions)
        position.describe(action, position.game.sides[0])
        position.push(action)
    position.why_not("end")
    position.shown(position.game.sides[0])
    game = position.game
    players.create(game, "recruit").choose(position)
    game.position(position.to_dict())
    game.start().push("resign")


FEW = "8n"  # looks: enough for every kernel of a player that thinks


def prepare_players(game_id: str) -> None:
    """Let every computer player of a title choose once for either side."""
    game: Any = load(game_id)
    for name in players.names(game_id):
        quick = f"{name}@{FEW}" if name in players.registry.THINKERS else name
        for side in game.sides:
            position = game.position({"game": game_id, "side": side})
            players.create(game, quick, seed=1).choose(position)


def one_of_each_title() -> list[str]:
    """Return a game of each title."""
    titles = {info.make.__module__: info.id for info in reversed(games())}
    return list(reversed(titles.values()))


def _marker(game_id: str) -> Path:
    """Return the file that says that a title's kernels are all compiled."""
    return cache_folder() / f"{game_id}.ready"


def is_compiled(game_id: str) -> bool:
    """Whether there is nothing left to compile for a title."""
    return not JIT or _marker(game_id).exists()


def main(game_id: str) -> None:
    """Compile a title, and say after each stage that it is done."""
    prepare_rules(game_id)
    print(RULES, flush=True)
    prepare_players(game_id)
    with contextlib.suppress(OSError):  # where nothing can be kept, the next start compiles again
        _marker(game_id).parent.mkdir(parents=True, exist_ok=True)
        _marker(game_id).write_text("", encoding="utf-8")
    print(PLAYERS, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
