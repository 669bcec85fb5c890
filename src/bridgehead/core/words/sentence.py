"""Sentences with values in them that a server can tell in the language of its reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

FORMS = re.compile(r"\{(\w+)(?::([^{}]*)\|([^{}]*))?\}")  # {name}, or {name:one|many}


@dataclass(frozen=True)
class Sentence:
    """A sentence, or a part of one: the English text and its values.

    `{name}` stands for a value, `{name:unit|units}` for the form that agrees with a number. A file
    such as `languages/de.toml` has the text in another language, with the same values.
    """

    text: str
    values: Mapping[str, int | str | Sentence] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the sentence in English."""
        return FORMS.sub(self._value, self.text)

    def _value(self, found: re.Match[str]) -> str:
        value, one, many = self.values[found[1]], found[2], found[3]
        if one is None:
            return str(value)
        return one if value == 1 else many


def in_english(sentences: Iterable[Sentence]) -> str:
    """Return sentences as a text."""
    return " ".join(map(str, sentences))
