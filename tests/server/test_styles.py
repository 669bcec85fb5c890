"""Rules of the style sheets that hold for every element of a kind."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

pytestmark = pytest.mark.plain

RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
LIST = re.compile(r"(?<![-\w])select(?![-\w])")
ARROW = 24  # px that the arrow of a list takes


def test_a_list_keeps_its_arrow_and_the_room_for_it() -> None:
    """base.css draws the arrow as a background, at the end of the field."""
    wrong = []
    for sheet in sorted(
        files("bridgehead").joinpath("web/css").iterdir(), key=lambda one: one.name
    ):
        roomy: set[str] = set()
        rules = RULE.findall(COMMENT.sub("", sheet.read_text(encoding="utf-8")))
        for selector, body in reversed(rules):
            if not LIST.search(selector) or selector.strip().startswith("select"):
                continue  # base.css itself
            if "padding-inline-end: 28px" in body:
                roomy.add(selector.split()[0])
            padded = re.search(r"(?<!-)padding: ([^;]+);", body)
            sides = padded[1].split() if padded else []
            right = int(sides[min(1, len(sides) - 1)].rstrip("px")) if sides else ARROW
            if right < ARROW and selector.split()[0] not in roomy:
                wrong.append(f"{sheet.name}: {selector.strip()} covers the arrow")
            if re.search(r"(?<!-)background: ", body):
                wrong.append(f"{sheet.name}: {selector.strip()} removes the arrow")
    assert wrong == []
