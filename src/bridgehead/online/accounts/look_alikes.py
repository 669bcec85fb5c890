"""Names that look alike: comparison keys, and invisible characters.

The comparison follows Unicode's technical standard 39: each character is replaced by one that
represents all characters like it (its skeleton). The table is Unicode's, from the package
`confusable_homoglyphs`.
"""

from __future__ import annotations

import unicodedata
from functools import cache

import regex
from confusable_homoglyphs.confusables import confusables_data

IGNORED = regex.compile(r"\p{Default_Ignorable_Code_Point}")
UNSEEN = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\u2800]")
PILE = regex.compile(r"[\p{Mn}\p{Me}]{4}|([\p{Mn}\p{Me}])\1")  # pointed Hebrew needs three marks
DIRECTION = "\u200e"  # the table puts it beside letters that are written from right to left


def has_unseen(text: str) -> bool:
    """Whether a text has an invisible character other than a space."""
    return UNSEEN.search(text.replace(" ", "")) is not None


def has_piles(text: str) -> bool:
    """Whether a text has more marks above or below a letter than a language needs.

    Such marks cover the lines above and below. Unicode's technical standard 39 calls them
    unreadable, as it does the same mark twice.
    """
    return PILE.search(unicodedata.normalize("NFC", text)) is not None


def keys_of(name: str) -> frozenset[str]:
    """Return the comparison keys of a name: two names that share one of these look alike.

    There are two, because capital and small letters look like different characters: a capital i is
    like a small L, a small one is not.
    """
    name = unicodedata.normalize("NFKC", name).strip()
    return frozenset((_skeleton(name.casefold()), _skeleton(_skeleton(name).casefold())))


def _skeleton(text: str) -> str:
    """Return a text with every character replaced by the representative of its look-alikes."""
    decomposed, table = unicodedata.normalize("NFD", IGNORED.sub("", text)), _prototypes()
    return unicodedata.normalize("NFD", "".join(table.get(sign, sign) for sign in decomposed))


@cache
def _prototypes() -> dict[str, str]:
    """Return the representative of each character.

    The package's table says only which characters look alike. If several characters together look
    like one (rn like m), they represent it.
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
