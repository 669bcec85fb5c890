"""Text from outside is measured before it is parsed: hostile text is refused, and costs little."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

import pytest

import bridgehead
from bridgehead.core.errors import BridgeheadError, InvalidMap, InvalidRecord
from bridgehead.core.files import bounded_text

pytestmark = pytest.mark.plain

OWN = sorted(Path(bridgehead.__file__).parent.glob("titles/*/data/**/*.toml"))

HOSTILE = {
    "dots": "a" + ".a" * 20_000 + "=1",
    "more dots": "a" + ".a" * 80_000 + "=1",
    "quoted": '"a"' + ' . "a"' * 20_000 + "=1",
    "single quotes": "'a'" + ".'a'" * 20_000 + "=1",
    "in a table's name": "[a" + ".a" * 20_000 + "]",
    "in a list of tables": "[[a" + ".a" * 20_000 + "]]",
    "in an inline table": "x={a" + ".a" * 20_000 + "=1}",
    "behind a text": 'x="""\n"quotes" \\""" """\na' + ".a" * 20_000 + "=1",
    "behind five quotes": 'x="""a"""""\na' + ".a" * 20_000 + "=1",
    "behind a text of one line": "x='\\'\na" + ".a" * 20_000 + "=1",
    "behind a comment": "# it's \"\na" + ".a" * 20_000 + "=1",
    "lists": "x=" + "[" * 50_000,
    "tables": "x=" + "{a=" * 50_000,
    "many keys": "\n".join(f"k{i}=1" for i in range(9_000)),
    "many keys in a line": "x={" + ",".join(f"k{i}=1" for i in range(25_000)) + "}",
    "many tables": "x=[" + "{}," * 60_000 + "]",
    "many deep keys": "x=[" + "{a.a.a.a.a=1}," * 15_000 + "]",
    "large": "#" * (bounded_text.TOML_BYTES + 1),
    "no Unicode": 'x="\ud800"',
    "a number": "x=" + "9" * 100_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_toml_is_refused(text: str) -> None:
    with pytest.raises(InvalidMap, match=r"^somewhere"):
        bounded_text.read_toml(text, "somewhere", InvalidMap)


MOST = {  # the worst that is let through
    "deep keys": "\n".join(f"k{i}.a.a.a.a.a=1" for i in range(bounded_text.TOML_ITEMS // 6 - 1)),
    "deep tables": "\n".join(
        f"[k{i}.a.a.a.a.a]\na.a.a.a.a.a=1" for i in range(bounded_text.TOML_ITEMS // 12 - 9)
    ),
    "tables": "x=[" + "{}," * (bounded_text.TOML_ITEMS - 2) + "]",
    "nested tables": "x=[" + "{a.a.a.a.a.a=[[[{}]]]}," * (bounded_text.TOML_ITEMS // 11 - 2) + "]",
    "numbers": "x=[" + "1," * (bounded_text.TOML_BYTES // 2 - 4) + "]",
    "floats": "x=[" + "1.5," * (bounded_text.TOML_ITEMS - 4) + "]",
    "comments": "#\n" * (bounded_text.TOML_LINES - 1),
    "one text": 'x="' + "\\t" * (bounded_text.TOML_BYTES // 2 - 4) + '"',
    "lines of a text": 'x="""' + "\\\n " * (bounded_text.TOML_LINES - 4) + '"""',
    "nearly a text": "x='''" + "''\n" * (bounded_text.TOML_LINES - 4) + "'''",
}
CALLS = 12  # for each character
MEASURED = """
    import sys, tracemalloc
    from bridgehead.core.files import bounded_text
    from bridgehead.core.errors import InvalidMap, InvalidRecord
    reader = bounded_text.read_json if sys.argv[1] == "json" else bounded_text.read_toml
    text = sys.stdin.read()
    calls = 0

    def note(frame, event, _):
        global calls
        calls += event in ("call", "c_call")

    tracemalloc.start()
    sys.setprofile(note)
    try:
        reader(text, "somewhere", InvalidRecord)
        told = "read"
    except InvalidRecord as error:
        told = "refused"
    sys.setprofile(None)
    print(told, calls, tracemalloc.get_traced_memory()[1] // 2**20)
"""


def measured(text: str, kind: str) -> tuple[str, int, int]:
    """Return what came of reading a text in a process of its own: calls, and most megabytes."""
    found = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(MEASURED), kind],
        input=text, capture_output=True, text=True, check=True,
    )  # fmt: skip
    told, calls, megabytes = found.stdout.split()
    return told, int(calls), int(megabytes)


def test_the_key_of_twenty_thousand_parts_costs_next_to_nothing() -> None:
    told, calls, megabytes = measured(HOSTILE["dots"], "toml")
    assert told == "refused"
    assert calls < 1000
    assert megabytes < 100


@pytest.mark.slow
@pytest.mark.parametrize("text", MOST.values(), ids=MOST)
def test_what_is_just_within_the_limits_is_cheap(text: str) -> None:
    told, calls, megabytes = measured(text, "toml")
    assert told == "read"
    assert calls < CALLS * len(text) + 1000  # no more than in proportion
    assert megabytes < 100


@pytest.mark.parametrize("path", OWN, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_file_of_the_package_is_read(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert bounded_text.read_toml(text, path.name, InvalidMap) == tomllib.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        'a."b.c.d.e.f.g.h" = "a.b.c.d.e.f.g.h.i"',
        "x = '''\n[[[[[[[[[[[[[[[[[[[[[[ \\ '''\ny = 1",
        'x = "\\"[[[[[[[[[[[[[[["\ny = [[1.5, 2.5], []] # [[[[[[[[[[[[[[[ a.a.a.a.a.a.a.a.a',
        'x = """ends with a quote""""\ny = \'\'\'and with two\'\'\'\'\'\nz = ""',
        "x = 1979-05-27T07:32:00.999-07:00\ny = [1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5]",
    ],
)
def test_texts_and_comments_do_not_count(text: str) -> None:
    assert bounded_text.read_toml(text, "somewhere", InvalidMap) == tomllib.loads(text)


def test_a_refusal_names_the_line_and_the_limit() -> None:
    with pytest.raises(InvalidMap, match=r"^map\.toml:3: a key with .* 6 is the limit"):
        bounded_text.read_toml("x = '''\n'''\na.b.c.d.e.f.g = 1", "map.toml", InvalidMap)


HOSTILE_JSON = {
    "lists": "[" * 200_000,
    "objects": '{"a":' * 200,
    "many lists": "[" + "[]," * 200_000 + "0]",
    "many values": "[" + "0," * 400_000 + "0]",
    "large": " " * (bounded_text.JSON_BYTES + 1),
    "a number": "9" * 100_000,
    "cut short": '{"a": ',
    "empty": "",
}


@pytest.mark.parametrize("text", HOSTILE_JSON.values(), ids=HOSTILE_JSON)
def test_hostile_json_is_refused(text: str) -> None:
    with pytest.raises(InvalidRecord, match=r"^somewhere: ") as refused:
        bounded_text.read_json(text, "somewhere", InvalidRecord)
    assert len(str(refused.value)) < 300


MOST_JSON = {  # the worst that is let through
    "lists": "[" + "[]," * (bounded_text.JSON_TABLES - 2) + "0]",
    "objects": json.dumps([{} for _ in range(bounded_text.JSON_TABLES - 2)]),
    "keys": json.dumps({f"k{i}": i for i in range(200_000)}),
    "one text": json.dumps("\n" * (bounded_text.JSON_BYTES // 2 - 2)),
    "nested": "[" * 100 + '"' + "\\\\" * 10_000 + '"' + "]" * 100,
}


@pytest.mark.slow
@pytest.mark.parametrize("text", MOST_JSON.values(), ids=MOST_JSON)
def test_json_just_within_the_limits_is_cheap(text: str) -> None:
    told, calls, megabytes = measured(text, "json")
    assert told == "read"
    assert calls < CALLS * len(text) + 1000  # no more than in proportion
    assert megabytes < 100


def test_brackets_in_json_texts_do_not_count() -> None:
    text = json.dumps(["[" * 3000 + '"\\'])
    assert bounded_text.read_json(text, "somewhere", InvalidRecord) == json.loads(text)


def test_a_file_is_read_no_further_than_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_bytes(b"#" * (bounded_text.TOML_BYTES + 1))
    with pytest.raises(BridgeheadError, match="larger than 256 KB"):
        bounded_text.read_text(path, BridgeheadError)
    path.write_bytes(b"x = 1\r\n")
    assert bounded_text.read_text(path, BridgeheadError) == "x = 1\n"
    with pytest.raises(BridgeheadError, match="cannot be read"):
        bounded_text.read_text(tmp_path, BridgeheadError)
    with pytest.raises(BridgeheadError, match="larger than"):
        bounded_text.read_text(Path("/dev/zero"), BridgeheadError)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_what_is_no_number_of_json_is_refused(number: str) -> None:
    with pytest.raises(InvalidRecord, match=rf"^it: not readable JSON: {number} is"):
        bounded_text.read_json(f'{{"a": [1.5, {number}]}}', "it", InvalidRecord)


def test_a_byte_order_mark_is_passed_over() -> None:
    assert bounded_text.read_json('\ufeff{"a": 1.5}', "it", InvalidRecord) == {"a": 1.5}
    assert bounded_text.read_toml("\ufeffa = 1", "it", InvalidMap) == {"a": 1}
