"""Commands for titles with points and routes: the position as text, and its picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bridgehead.cli import console
from bridgehead.cli.game_commands.story import next_line
from bridgehead.core.maps.pointmap import PointMap
from bridgehead.core.positions.ending import side_name
from bridgehead.core.positions.position import EVERYTHING
from bridgehead.core.titles.games import point_title

WIDTH = 100


def position_lines(position: Any, view: Mapping[str, Any], side: str | None) -> Iterator[str]:
    """Yield the position as lines of text, as a side or a spectator sees it.

    They show stocks, air units, stacks, boxes and the pending decision.
    """
    from bridgehead.terminal.points import lines as told
    from bridgehead.terminal.points.look import drawn

    game = position.game
    screen = point_title(game.id).screen
    seen = drawn(game, view, side)
    count = screen.counts(position)
    for each, entry in screen.ledger(position).items():
        yield (
            f"{side_name(game.id, each)}: {entry['points']} victory points, "
            f"{count[each]['map']} counters on the maps, {count[each]['eliminated']} eliminated"
        )
    for lines in (
        told.stock_lines(game, seen),
        told.sky_lines(game, seen),
        told.stack_lines(game, seen),
        told.event_lines(game, seen),
        told.box_lines(game, seen),
    ):
        yield ""
        for line in lines:
            yield from told.wrapped(line, WIDTH)


def decision_lines(position: Any, reader: str | None) -> Iterator[str]:
    """Yield lines: the pending decision, the current battle, and the verbs of the deciding side."""
    from bridgehead.terminal.points import lines as told

    yield next_line(position)
    if position.to_move in (None, reader, "dice") or reader == EVERYTHING:
        verbs = Counter(text.split()[0] for text in position.legal_actions())
        if verbs and position.to_move != "dice":
            yield "  " + ", ".join(f"{verb} ({n})" for verb, n in verbs.items())
    viewer = reader if reader in position.game.sides else None
    for line in told.pending_lines(position, viewer):
        yield from told.wrapped(f"  {line}", WIDTH)


def map_picture(pointmap: PointMap, game_id: str, theater: str, name: str) -> str:
    """Return a map without counters as SVG text."""
    from bridgehead import render

    return render.points_svg(
        pointmap, render.point_style_of(game_id), (), {}, theater, parts=frozenset({"legend"}),
        embed_fonts=Path(name).suffix.lower() != ".png",
    )  # fmt: skip


def check_theater(theater: str, pointmap: Any) -> None:
    """Raise WrongUsageError if a map has no such theater."""
    known = ["both"]
    if isinstance(pointmap, PointMap):
        known += [each.id for each in pointmap.theaters]
    if theater not in known:
        what = ", ".join(known) if len(known) > 1 else "none on this map"
        raise console.WrongUsageError(f"--theater {theater}: there are {what}")
