"""The state and the results of a tournament as tables and JSON: only what everybody may know.

Players have their names here; the ids of accounts stay in the server.
"""

from __future__ import annotations

from typing import Any

from bridgehead.online.tournaments.stored_tournaments import Part, Played, Tournament

GAMES = ("group", "round", "first", "second", "first_score", "second_score", "walkover", "game")
STANDINGS = ("group", "rank", "player", "score", "played", "withdrawn")


def game_rows(one: Tournament) -> list[dict[str, Any]]:
    """Return all pairings and byes, one row each, in the order of GAMES."""
    names = names_of(one)
    rows = [_game_row(each, names) for each in one.pairings]
    byes = [
        {**dict.fromkeys(GAMES, ""), "round": at, "first": names[who],
         "first_score": float(one.plan.legs)}
        for who, at in one.byes
    ]  # fmt: skip
    return rows + byes


def _game_row(each: Played, names: dict[str, str]) -> dict[str, Any]:
    first, second = each.players
    score = each.result.score
    scores = ("", "") if score is None else (score, 1 - score)
    return {
        "group": each.part or "", "round": each.round, "first": names[first],
        "second": names[second], "first_score": scores[0], "second_score": scores[1],
        "walkover": each.result.is_walkover, "game": each.game or "",
    }  # fmt: skip


def standing_rows(one: Tournament) -> list[dict[str, Any]]:
    """Return the lines of all standings, with a column for each tie-break."""
    return [
        {"group": part.number or "", **line}
        for part in one.parts()
        for line in _lines(one, part, missing="")
    ]


def names_of(one: Tournament) -> dict[str, str]:
    """Return the names of all players."""
    return {each.account: each.name for each in one.entrants}


def _lines(one: Tournament, part: Part, missing: object) -> list[dict[str, Any]]:
    names = names_of(one)
    return [
        {
            "rank": line.rank or missing, "player": names[line.player], "score": line.score,
            "played": line.played, "withdrawn": line.is_withdrawn,
            **{key: missing if value is None else value for key, value in line.values.items()},
        }
        for line in part.lines
    ]  # fmt: skip


def summary(one: Tournament) -> dict[str, Any]:
    """Return what a list shows of a tournament."""
    plan = one.plan
    return {
        "id": one.id, "name": plan.name, "game": plan.title, "options": list(plan.options),
        "state": one.state, "format": plan.format, "legs": plan.legs, "pace": plan.pace,
        "rated": plan.is_rated, "size": plan.size,
    }  # fmt: skip


def told(one: Tournament) -> dict[str, Any]:
    """Return a whole tournament."""
    names = names_of(one)
    plan = one.plan
    parts = one.parts() if one.pairings else []
    return {
        **summary(one),
        "rounds": plan.rounds or None, "tie_breaks": list(plan.tie_breaks),
        "vacation": plan.vacation, "computer": plan.stand_in or None,
        "began": one.began, "ended": one.ended,
        "players": [
            {"name": each.name, "seed": each.seed or None, "group": each.part or None,
             "withdrawn": each.withdrawn is not None,
             "replaces": names[each.replaces] if each.replaces else None}
            for each in one.entrants
        ],
        "standings": [
            {"group": part.number or None, "lines": _lines(one, part, missing=None)}
            for part in parts
        ],
        "games": [
            {key: None if value == "" else value for key, value in row.items()}
            for row in game_rows(one)
        ],
    }  # fmt: skip
