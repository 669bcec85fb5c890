"""The pages of the documentation, and what they hold: links, headings, code."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
# What docs/generate.py writes is built anew for each site, and is no source.
PAGES = sorted(
    page
    for page in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]
    if DOCS / "generated" not in page.parents
)

_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def name(page: Path) -> str:
    """Return a page as a test names it."""
    return page.relative_to(ROOT).as_posix()


def prose(page: Path) -> str:
    """Return the text of a page without its code blocks."""
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    return re.sub(r"^(    .*\n?)+", "", text, flags=re.MULTILINE)


def links(page: Path) -> list[str]:
    """Return the targets of a page's links and pictures that lie in the repository."""
    text = re.sub(r"`[^`]*`", "", prose(page))
    found = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'src="([^"]+)"', text)
    return [target for target in found if not re.match(r"[a-z]+:", target)]


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub and the site make them."""
    headings = re.findall(r"^#{1,6} +(.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def commands(page: Path) -> list[str]:
    """Return the lines of a page's code blocks that call `bridgehead`, without their remarks."""
    text = page.read_text(encoding="utf-8")
    blocks = _FENCE.findall(text) + re.findall(r"^    .*$", text, re.MULTILINE)
    lines = [line.strip().removeprefix("$ ") for block in blocks for line in block.splitlines()]
    return [
        re.sub(r"\s+#.*", "", line) for line in lines if re.match(r"bridgehead( [a-z-]|$)", line)
    ]


def spans(page: Path) -> list[str]:
    """Return what stands between backquotes in the prose of a page."""
    return [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", prose(page))]
