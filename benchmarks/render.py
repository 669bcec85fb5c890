"""Pictures: the changes from position to position (`layers`), and the whole sheet (`svg`)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import bridgehead as bh
from benchmarks.common import best_seconds, parser_of, say
from bridgehead import render
from bridgehead.titles.across_suez.screen.style import style

RECORD = Path(__file__).parent.parent / "tests/records/reprint-with-all-options-time.json"
REPEATS = 50  # what is measured is short


def main() -> None:
    parser_of(__doc__).parse_args()
    record = bh.Record.load(RECORD)
    look = render.Style.of(style())
    start, middle = (scene(record, look, at) for at in (0, len(record.actions) // 2))
    say("svg of the start, nothing drawn before", milliseconds(partial(render.svg, start), 1))
    for name, shown in (("the start", start), ("a position in mid-game", middle)):
        say(f"svg of {name}", milliseconds(partial(render.svg, shown)))
        say(f"layers of {name}", milliseconds(partial(render.layers, shown)))


def milliseconds(run: Callable[[], object], repeats: int = REPEATS) -> str:
    return f"{best_seconds(run, repeats) * 1000:.1f} ms"


def scene(record: bh.Record, look: render.Style, at: int) -> render.Scene:
    """Return the picture after so many actions.

    It shows the zones of control and the line of communication.
    """
    game: Any = record.game
    position: Any = game.start()
    for action in record.actions[:at]:
        position.push(action)
    return render.position_scene(
        game.map,
        look,
        game.counters,
        position.to_dict(),
        in_play=game.units,
        zones={side: zone(game, position, side) for side in game.sides},
        line=position.line_of_communication() or (),
    )


def zone(game: Any, position: Any, side: str) -> set[str]:
    """Return the hexes beside a side's units: at least as many as its zone, so as slow to draw."""
    places = position.to_dict()["units"]
    grid = game.map.grid
    beside = set()
    for unit in game.counters:
        place = places.get(unit["id"], "eliminated")
        if unit["side"] == side and place in grid:
            beside.update(grid.neighbors(place))
    return beside


if __name__ == "__main__":
    main()
