"""How the game is drawn."""

from __future__ import annotations

from typing import Any

from bridgehead.core.titles.dataset import DataSet
from bridgehead.core.titles.title_file import title_file


def style(game_id: str, data: DataSet | None = None) -> dict[str, Any]:
    """Return the colors, symbols and words of a picture, for `bridgehead.render.Style.of`."""
    del game_id, data
    return title_file("bridgehead.titles.skeleton", "style.toml")
