"""How the tiny title is drawn: not at all."""

from __future__ import annotations

from typing import Any


def style(game_id: str) -> dict[str, Any]:
    del game_id
    return {"sides": {}}
