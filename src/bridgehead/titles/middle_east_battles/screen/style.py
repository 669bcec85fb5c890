"""The style of the games, as plain data for the drawing package."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from bridgehead.core.errors import InvalidData
from bridgehead.core.files.bounded_text import read_toml
from bridgehead.titles.middle_east_battles.formats.board import tables
from bridgehead.titles.middle_east_battles.formats.editions import EDITIONS

if TYPE_CHECKING:
    from bridgehead.core.titles.dataset import DataSet


def style(game_id: str, own: DataSet | None = None) -> dict[str, Any]:
    """Return the colors, symbols and words of a picture, for `bridgehead.render.Style.of`.

    Symbols and sizes are the same in all games; the turns come from the charts.
    """
    del own
    edition = EDITIONS[game_id]
    texts = (edition.text("style_both.toml"), edition.text("style.toml"))
    drawn = tomllib.loads(texts[0]) | read_toml(
        texts[1], str(edition.folder.joinpath("style.toml")), InvalidData
    )
    turns = tables(edition)["turns"][edition.charts]
    drawn["turns"] = turns["track"]
    drawn["sure_turns"] = turns["count"]
    drawn["night"] = turns.get("night", [])
    return drawn
