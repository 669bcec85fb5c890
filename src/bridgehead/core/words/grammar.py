"""Words within sentences: sides with article and a verb that agrees, lists, capitals."""

from __future__ import annotations

from collections.abc import Iterable

PLURALS = ("s", "ch", "sh")  # "Arab states", "Anglo-French": names that are plurals


def is_plural(label: str) -> bool:
    """Return whether the name of a side is a plural."""
    return label.endswith(PLURALS)


def subject(label: str) -> str:
    """Return a side's name for use within a sentence: "Israel", "the Arab states"."""
    return f"the {label}" if is_plural(label) else label


def with_verb(label: str, one: str, many: str) -> str:
    """Return a side's name with the matching form of a verb: "the Arab states win"."""
    return f"{subject(label)} {many if is_plural(label) else one}"


def capital(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def row(words: Iterable[str], word: str = "and") -> str:
    """Return words as a list in a sentence: "a, b and c"."""
    found = list(words)
    return f" {word} ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)
