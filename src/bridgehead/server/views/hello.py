"""The first message to each window, and the display data of a roll."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import title_of
from bridgehead.server.views import points, positions, title_data
from bridgehead.server.views.title_data import HUMAN
from bridgehead.server.web.connection import encoded


def hello_head(game_id: str, record: Record, dice: dict[str, Any]) -> dict[str, Any]:
    """Return the part of the first message that depends on the record; `dice`: how they roll."""
    game, title = record.game, title_of(record.game.id)
    return {
        "type": "hello",
        "record": {
            "id": game_id,
            "players": {side: record.players.get(side, HUMAN) for side in game.sides},
            "options": list(game.options),
            "optionTexts": title_data.option_texts(game.id, game.options),
            "dice": dice,
            "map": game.map.name,
            "ownMap": game.own_map,
            "ownData": game.own_data,
            "data": game.data.name,
            "line": title.has_line,
        },
    }


@lru_cache(maxsize=32)
def hello_text(game: Any) -> str:
    """Return the rest, encoded: it depends on the game, its options and its map."""
    title = title_of(game.id)
    objects = {verb: objects for verb, (_, objects) in game.grammar.verbs.items()}
    return encoded(
        {
            "game": title_data.game_data(game.id),
            "decisions": title.decisions.to_dict(objects),
            "words": title.page_words,
            **(points.fixed(game) if title.kind == "points" else _of_hexes(game)),
        }
    )


def _of_hexes(game: Any) -> dict[str, Any]:
    """Return the constant data of a hex map."""
    return {"units": title_data.units_data(game), "hexes": title_data.hexes_data(game)}


def roll_data(before: Any, action: str, reader: str | None) -> dict[str, Any]:
    """Return the display data of a roll: the face, the result, and the odds."""
    if title_of(before.game.id).kind == "points":
        return points.roll_data(before, action, reader)
    face = int(action.split()[1])
    attack = positions.step_word(before, before.to_dict()) == "roll"
    odds = positions.pending_odds(before) if attack else None
    result = odds["table"][face - 1][odds["column"]] if odds else ""
    texts = [event.text for event in before.describe(action, reader)]
    return {"face": face, "result": result, "odds": odds, "texts": texts}
