"""Programs to talk to: the example of the documentation, and bad ones made from it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import run

__all__ = ["EXAMPLE", "FAULTS", "Make", "make", "run"]
EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "ten_line_player.py"
FAULTS = {  # what is replaced in the example, by what, to make it a bad one
    "illegal": ('random.choice(asked.get("legal", [""]))', '"move sharon 9999"'),
    "not now": ('random.choice(asked.get("legal", [""]))', '"roll 4"'),
    "no action": ('"action"', '"act"'),
    "number": ('random.choice(asked.get("legal", [""]))', "7"),
    "not a number": ('random.choice(asked.get("legal", [""]))', 'float("nan")'),
    "wrong id": ('"id": asked["id"], **', '"id": "other", **'),
    "no id": ('"id": asked["id"], **', "**"),
    "silence": (
        "    print(",
        '    if asked["request"] == "choose":\n        continue\n    print(',
    ),
    "crash": ("    print(", '    1 / (asked["request"] != "choose")\n    print('),
    "garbage": ("print(", 'print("thinking ..."); print('),
    "no object": ('json.dumps({"id": asked["id"], **answer})', "json.dumps([1, 2])"),
    "not UTF-8": (
        "print(json.dumps",
        'sys.stdout.buffer.write(b"\\xff\\xfe\\n"); print(json.dumps',
    ),
    "endless line": ("print(json.dumps(", 'print("x" * 2_000_000, json.dumps('),
    "protocol": ('"protocol": 1', '"protocol": 2'),
    "nameless": ('"name": "Ten lines"', '"name": ""'),
    "dies of nonsense": ("(ValueError, LookupError, TypeError)", "ZeroDivisionError"),
    "obeys everything": ('KNOWN[asked["request"]]', 'KNOWN.get(asked["request"], {})'),
    "answers blanks": ("filter(str.strip, sys.stdin)", "sys.stdin"),
    "stays": (
        '    if asked["request"] == "quit":\n        break',
        "import time\ntime.sleep(600)",  # it is ended: nobody waits for it
    ),
    "status": (
        "    if asked",
        '    if asked["request"] == "quit":\n        sys.exit(3)\n    if asked',
    ),
    "always an error": ('KNOWN[asked["request"]] |', 'KNOWN[asked["request"] * 2] |'),
    "another game": ('"name": "Ten lines"', '"name": "Ten lines", "games": ["el-arish-67"]'),
}
Make = Callable[[str], str]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Return the command line of the example with a fault, or with none ("")."""

    def command(fault: str) -> str:
        path = tmp_path / f"{fault.replace(' ', '_') or 'good'}.py"
        source = EXAMPLE.read_text(encoding="utf-8")
        if fault:
            old, new = FAULTS[fault]
            assert old in source, f"the example has no {old!r} any more"
            source = source.replace(old, new)
        path.write_text(source, encoding="utf-8")
        return f"{sys.executable} {path}"

    return command
