"""The first message to each window."""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache
from typing import Any

from bridgehead.core.records.record import Record
from bridgehead.core.titles.games import title_of
from bridgehead.server.languages.languages import language
from bridgehead.server.languages.title_words import in_language
from bridgehead.server.views import layers, title_data
from bridgehead.server.views.map_views import map_views
from bridgehead.server.views.title_data import HUMAN
from bridgehead.server.web.connection import encoded


def hello_head(game_id: str, record: Record, dice: dict[str, Any]) -> dict[str, Any]:
    """Return the part of the first message that depends on the record; `dice`: how they roll."""
    game = record.game
    return {
        "type": "hello",
        "record": {
            "id": game_id,
            "name": record.name,
            "origin": record.origin
            and {"action": record.origin.action, "view": record.origin.view},
            "players": {side: record.players.get(side, HUMAN) for side in game.sides},
            "options": list(game.options),
            "optionTexts": title_data.option_texts(game.id, game.options),
            "dice": dice,
            "map": game.map.name,
            "ownMap": game.own_map,
            "ownData": game.own_data,
            "data": game.data.name,
        },
    }


def hello_text(game: Any) -> str:
    """Return the rest, encoded: it depends on the game, its options, its map and the language."""
    return _hello_text(game, language())


@lru_cache(maxsize=32)
def _hello_text(game: Any, language: str) -> str:
    del language  # it is the reader's; here a key only
    title = title_of(game.id)
    objects = {verb: objects for verb, (_, objects) in game.grammar.verbs.items()}
    return encoded(
        {
            "game": {**title_data.game_data(game.id), **_of_scenario(game)},
            **in_language(
                game.id,
                {
                    "decisions": title.decisions.to_dict(objects),
                    "words": title.page_words,
                    "setUps": title.set_ups(game.id),
                },
            ),
            "layers": in_language(game.id, layers.listed(game), ("name", "about")),
            **map_views(game.id).fixed(game),
        }
    )


def _of_scenario(game: Any) -> dict[str, Any]:
    """Return what a scenario changes in the data of its game."""
    if game.scenario is None:
        return {}
    briefing = title_of(game.id).briefing_of(game)
    return {
        "briefing": None if briefing is None else asdict(briefing),
        "scenario": game.scenario.name,
        "firstTurn": game.scenario.first_turn,
        "sureTurns": game.scenario.last_turn,
    }
