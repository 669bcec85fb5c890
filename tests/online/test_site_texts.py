"""Every text of the server-rendered pages stands in text/site.en.json, and every one is used."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bridgehead
from bridgehead.online.notices.notices import EVENTS, NEWS
from bridgehead.online.web.texts import t, texts

pytestmark = pytest.mark.plain
TEMPLATES = Path(bridgehead.__file__).parent / "online" / "pages" / "templates"
PAGES = TEMPLATES.parent
ASKED = re.compile(r"\bt\(['\"]([\w.]+)['\"](?: if [\w. ]+ else '([\w.]+)')?")
TAGS = re.compile(r"{%.*?%}|{{.*?}}|{#.*?#}|<[^>]*>", re.DOTALL)


def keys(group: dict[str, object], before: str = "") -> set[str]:
    found: set[str] = set()
    for name, value in group.items():
        key = f"{before}{name}"
        found |= keys(value, f"{key}.") if isinstance(value, dict) else {key}
    return found


def test_every_text_is_there_and_used() -> None:
    sources = [path.read_text(encoding="utf-8") for path in TEMPLATES.rglob("*.html")]
    sources += [path.read_text(encoding="utf-8") for path in PAGES.rglob("*_pages.py")]
    asked = {key for source in sources for found in ASKED.findall(source) for key in found if key}
    mails = (
        PAGES.parent / "notices/wording.py",
        PAGES.parent / "notices/outbox.py",
        PAGES / "site.py",
        PAGES.parent / "clocks/durations.py",
    )  # and notices
    for path in mails:
        source = path.read_text(encoding="utf-8")
        asked |= set(re.findall(r"\bt\(['\"]([\w.]+)", source))
        asked |= {key for key in re.findall(r"\"([\w.]+)\"", source) if key in keys(texts())}
    asked |= {f"notice.{event}" for event in EVENTS if event != NEWS}
    assert asked == keys(texts())


def test_there_is_no_text_in_the_templates() -> None:
    for path in TEMPLATES.rglob("*.html"):
        left = TAGS.sub("", path.read_text(encoding="utf-8"))
        assert not re.search(r"[A-Za-z]", left), path.name


def test_a_text_takes_its_values() -> None:
    assert t("lobby.join", side="Israel") == "Play Israel"
    with pytest.raises(KeyError):
        t("lobby.join")
