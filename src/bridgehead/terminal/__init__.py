"""Play in the terminal: a whole game on a full screen, or line by line.

The command line only needs `run`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from bridgehead.core.kernels.compiled import is_kept
from bridgehead.core.kernels.warming import Warming
from bridgehead.core.positions.position import Game
from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import package_of, title_of
from bridgehead.terminal.plain import LineGame
from bridgehead.terminal.session import HUMAN, MakePlayer, Session, make_player

if TYPE_CHECKING:
    from bridgehead.terminal.screen.app import GameApp

__all__ = ["HUMAN", "Session", "run"]


def run(
    game: Game,
    *,
    players: Mapping[str, str],
    dice: str = "committed",
    seed: int | None = None,
    record_path: Path | None = None,
    record: Record | None = None,
    plain: bool | None = None,
    pace: float | None = None,
    make: MakePlayer = make_player,
    planner: str | None = None,
) -> int:
    """Play a game in this terminal and return the exit status, 0.

    `players` maps each side to "human" or to a computer player's name; a side that is not named is
    played by a person. `dice` and `seed` are for a new record; `record`, if given, is continued
    instead. The game is saved to `record_path` at every change of phase. `plain` chooses the line
    mode; it is the default if input or output is not a terminal. `pace` is the seconds between the
    computer's steps on the screen. With `planner` it ends when the plan of that side is complete:
    when the dice roll or another side decides.
    """
    if plain is None:
        plain = not (sys.stdin.isatty() and sys.stdout.isatty()) or _is_dumb()
    if record is None:
        kind = dict(players)
        record = Record.new(game, dice, seed=seed if dice == "seeded" else None, players=kind)
    make_session, line_game = _parts(record.game)
    session = make_session(record, players, path=record_path, seed=seed, make=make)
    session.planner = planner
    warming = Warming(everything=False)
    warming.want(record.game.id)
    try:
        if plain:
            if not warming.is_ready(record.game.id) and not is_kept(package_of(record.game.id)):
                print(
                    "The rules are being compiled in the background. Until that is done, "
                    f"{session.until_compiled}.",
                    file=sys.stderr,
                )
            return line_game(session, sys.stdin, sys.stdout).run()
        from bridgehead.terminal.screen.app import PACES

        pace = PACES[1][1] if pace is None else pace
        KINDS[title_of(record.game.id).kind].app()(session, pace=pace, warming=warming).run()
    finally:
        warming.stop()
    if session.path is not None and session.unsaved:
        session.save()
    return 0


class HexMap:
    """The classes for games on hexes; the full-screen game is slow to load."""

    @staticmethod
    def parts() -> tuple[type[Session], type[LineGame]]:
        """Return the classes for the session and the line mode."""
        from bridgehead.terminal.hexes.plain import HexLineGame
        from bridgehead.terminal.hexes.session import HexSession

        return HexSession, HexLineGame

    @staticmethod
    def app() -> type[GameApp]:
        """Return the full-screen game."""
        from bridgehead.terminal.hexes.app import HexApp

        return HexApp


class PointMap:
    """The same for games on points and routes."""

    @staticmethod
    def parts() -> tuple[type[Session], type[LineGame]]:
        """Return the classes for the session and the line mode."""
        from bridgehead.terminal.points.plain import PointLineGame
        from bridgehead.terminal.points.session import PointSession

        return PointSession, PointLineGame

    @staticmethod
    def app() -> type[GameApp]:
        """Return the full-screen game."""
        from bridgehead.terminal.points.app import PointApp

        return PointApp


KINDS: Mapping[str, type[HexMap] | type[PointMap]] = {"hexes": HexMap, "points": PointMap}


def _parts(game: Game) -> tuple[type[Session], type[LineGame]]:
    return KINDS[title_of(game.id).kind].parts()


def _is_dumb() -> bool:
    return os.environ.get("TERM", "") in ("dumb", "unknown")
