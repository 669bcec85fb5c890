"""Names that look alike: what they are compared by, and signs that nobody sees.

The comparison is that of Unicode's technical standard 39: each character stands for all that look
like it (its skeleton). The table is Unicode's, as the package `confusable_homoglyphs` brings it.
"""

from __future__ import annotations

import unicodedata
from functools import cache

import regex
from confusable_homoglyphs.confusables import confusables_data

IGNORED = regex.compile(r"\p{Default_Ignorable_Code_Point}")
UNSEEN = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]")
DIRECTION = "\u200e"  # beside letters that are written from right to left, in the table


def has_unseen(text: str) -> bool:
    """Whether a text has a character that nobody sees, other than a space."""
    return UNSEEN.search(text.replace(" ", "")) is not None


def keys_of(name: str) -> frozenset[str]:
    """Return what a name is compared by: two names that share one of these look alike.

    There are two, since capital and small letters look like different things: a capital i is like
    a small L, a small one is not.
    """
    name = unicodedata.normalize("NFKC", name).strip()
    return frozenset((_skeleton(name.casefold()), _skeleton(_skeleton(name).casefold())))


def _skeleton(text: str) -> str:
    """Return a text with one and the same character for all that look like it."""
    decomposed, table = unicodedata.normalize("NFD", IGNORED.sub("", text)), _prototypes()
    return unicodedata.normalize("NFD", "".join(table.get(sign, sign) for sign in decomposed))


@cache
def _prototypes() -> dict[str, str]:
    """Return for each character the one that stands for all that look like it.

    The package's table only says which look alike. Where several characters look like one (rn like
    m), these stand for it.
    """
    above: dict[str, str] = {}

    def top(text: str) -> str:
        while above.setdefault(text, text) != text:
            text = above[text]
        return text

    for one, others in confusables_data.items():
        for other in others:
            above[top(one.strip(DIRECTION))] = top(str(other["c"]).strip(DIRECTION))
    alike: dict[str, list[str]] = {}
    for text in above:
        alike.setdefault(top(text), []).append(text)
    table: dict[str, str] = {}
    for texts in alike.values():
        stands = min(texts, key=lambda text: (-len(text), not text.isascii(), text))
        table |= {text: stands for text in texts if len(text) == 1}
    return {one: "".join(table.get(sign, sign) for sign in text) for one, text in table.items()}
