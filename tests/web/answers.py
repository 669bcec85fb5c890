"""What the server says about hints and analyses, given by a test: no thinker is needed for it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, Route

from bridgehead.core.titles.games import game_info

JSON = "application/json"


def hint(
    page: Page,
    *plans: Sequence[str],
    sentence: str = "Go on with {first}",
    reasons: Sequence[str] = (),
    now: float | None = None,
) -> list[Any]:
    """Answer each hint that the page asks for with these plans; return the questions as they come.

    The first is worth 63 per cent, each further one eight less; `now` is the win probability now.
    """
    asked: list[Any] = []

    def answer(route: Route) -> None:
        question = route.request.post_data_json
        asked.append(question)
        lines = [
            {
                "action": plan[0],
                "plan": list(plan),
                "sentence": sentence.format(first=plan[0]),
                "chance": 0.63 - 0.08 * number,
                "looks": 32,
            }
            for number, plan in enumerate(plans)
        ]
        said: dict[str, Any] = {
            "player": "general",
            "told": "",
            "looks": 480,
            "seconds": 2.5,
            "lines": lines,
        }
        told = [{"kind": "goal", "text": text} for text in reasons]
        said |= {"reasons": told} | ({"win_probability": now} if now is not None else {})
        body = {**question, **lines[0], **said}
        route.fulfill(content_type=JSON, body=json.dumps(body))

    page.route("**/api/saved/*/hint", answer)
    return asked


def analysis_of(record: dict[str, Any], better: Sequence[str]) -> dict[str, Any]:
    """Return an analysis of a record: a decision and a roll are its turning points.

    The decision is action number 1, instead of which `better` is advised.
    """
    first, second = game_info(record["game"]).sides
    length = len(record["actions"])
    roll = next(n for n, each in enumerate(record["actions"], 1) if each.startswith("roll "))
    common = {"turn": 1, "error": 0.01, "best": None, "loss": None, "luck": None}
    ends = [(1, 1, first, 0.6, 0.45), (2, roll - 1, first, 0.45, 0.45)]
    ends += [(roll, roll, "dice", 0.45, 0.7), (roll + 1, length, second, 0.7, 1.0)]
    steps = [
        {"from": low, "to": high, "who": who, "before": before, "after": after, **common}
        | {"kind": "dice" if who == "dice" else "decision", "turn": 1 + number // 2}
        for number, (low, high, who, before, after) in enumerate(ends)
    ]
    points = [
        {**steps[0], "swing": 0.15, "favours": second, "sentence": "Turn 1: a poor beginning"}
        | {"better": {"plan": list(better), "sentence": "Begin well", "chance": 0.6}},
        {**steps[2], "swing": 0.25, "favours": first, "sentence": "Turn 2: the die shows 4"}
        | {"better": None},
    ]
    side = {"luck": 0.25, "luck_error": 0.01, "loss": 0.15, "loss_error": 0.01}
    summary = {
        first: {**side, "decisions": 12, "mistakes": 1},
        second: {**side, "luck": -0.25, "loss": 0.0, "decisions": 9, "mistakes": 0},
        "sentences": ["The dice were with the winner."],
    }
    return {
        "first_side": first,
        "player": "general",
        "steps": steps,
        "turning_points": points,
        "summary": summary,
        "note": "Chances are estimates.",
    }


def analysis(page: Page, result: dict[str, Any], steps: int = 1) -> list[str]:
    """Answer for an analysis that runs for some questions and then is done; return the methods."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.method)
        begun = asked.index("POST") if "POST" in asked else len(asked)
        since = len(asked) - begun
        body: dict[str, Any] = {"state": "none"}
        if 0 < since <= steps:
            body = {"state": "running", "done": since, "of": steps + 1}
        elif since > steps:
            body = {"state": "done", "result": result}
        route.fulfill(content_type=JSON, body=json.dumps(body))

    page.route("**/api/saved/*/analysis", answer)
    return asked
