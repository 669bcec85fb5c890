"""A pseudo-language for tests of the layout: English with words 40 % longer, from right to left."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path
from typing import Any

import bridgehead

TEXTS = Path(bridgehead.__file__).parent / "web" / "text"
LONGER = 0.4
UNTOLD = {"language", "direction", "nouns"}
# {name} and {name:one|many} stay; of the latter, the forms become longer
PART = re.compile(r"\{\w+(?::(?P<forms>[^{}]*))?\}|(?P<word>[A-Za-z]{2,})")


def pseudo(data: Any) -> Any:
    """Return texts in the pseudo-language."""
    if isinstance(data, str):
        return PART.sub(_longer, data)
    return {name: value if name in UNTOLD else pseudo(value) for name, value in data.items()}


def catalog(name: str) -> Any:
    """Return a file of `web/text` in the pseudo-language."""
    english = json.loads((TEXTS / f"{name}.json").read_text(encoding="utf-8"))
    return {**pseudo(english), "direction": "rtl"}


def _longer(found: re.Match[str]) -> str:
    word, forms = found["word"], found["forms"]
    if word:
        return word + "ë" * math.ceil(len(word) * LONGER)
    if forms is None:
        return found[0]
    name = found[0].partition(":")[0]
    return f"{name}:{'|'.join(PART.sub(_longer, form) for form in forms.split('|'))}}}"
