"""Words within sentences: sides with article and a verb that agrees, lists, capitals."""

from __future__ import annotations

from collections.abc import Iterable

from bridgehead.core.words.sentence import Sentence

MINUS = "\N{MINUS SIGN}"  # in texts; a hyphen stands in data
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


def signed(number: int) -> str:
    """Return a number with its sign: "+2", or a minus sign and "1"."""
    return _typeset(f"{number:+d}")


def added(before: int, face: int) -> str:
    """Return what a die and those before it add up to: "3 + 5 = 8", and "5" if none was before."""
    return f"{before} + {face} = {before + face}" if before else str(face)


def differentials(column: str) -> str:
    """Return the label of a column in words: "..3" is "3 or less", "0..1" is "0 to 1"."""
    return str(column_words(column))


def column_words(column: str) -> Sentence:
    """Return the label of a column as a part of a sentence."""
    low, dots, high = map(_typeset, column.partition(".."))
    if not dots or low == high:
        return Sentence("{n}", {"n": low})
    if not low or not high:
        n = {"n": high or low}
        return Sentence("{n} or less", n) if high else Sentence("{n} or more", n)
    return Sentence("{low} to {high}", {"low": low, "high": high})


def _typeset(number: str) -> str:
    return number.replace("-", MINUS)
