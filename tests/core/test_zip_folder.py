"""A zip file is read within bounds, and nothing of it is trusted."""

from __future__ import annotations

import contextlib
import io
import stat
import zipfile
from collections.abc import Iterable

import pytest

from bridgehead.core.errors import InvalidData
from bridgehead.core.files.bounded_text import TOML_BYTES
from bridgehead.core.files.zip_folder import ENTRIES, ZIP_BYTES, read_zip

pytestmark = pytest.mark.plain

Entry = tuple[str | zipfile.ZipInfo, bytes | str]


def packed(entries: Iterable[Entry], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", method) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return found.getvalue()


def link(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.create_system = 3
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


def locked(data: bytes) -> bytes:
    """Return a zip file whose entries say that they have a password."""
    for sign, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = data.index(sign) + at
        data = data[:start] + bytes([data[start] | 1]) + data[start + 1 :]
    return data


def test_files_in_a_folder_or_in_none_are_read() -> None:
    files = [("map.toml", "a = 1\r\n"), ("units.toml", "b = 2"), ("notes.txt", b"\xff")]
    for folder in ("", "mine/", "a/b/"):
        found = read_zip(packed([(f"{folder}{name}", data) for name, data in files]))
        assert found == {"map.toml": "a = 1\n", "units.toml": "b = 2"}
    extra = [("__MACOSX/._map.toml", b"\xff"), ("mine/", "")]
    assert read_zip(packed([*extra, ("mine/map.toml", "")])) == {"map.toml": ""}


BOMB = packed([("map.toml", b"#" * (50 * 2**20))])
HOSTILE = {
    "a bomb": (BOMB, "larger than 256 KB"),
    "many": (packed([(f"{i}/{i}.toml", b"#" * TOML_BYTES) for i in range(ENTRIES)]), "several"),
    "many entries": (packed([(f"{i}.txt", "") for i in range(ENTRIES + 1)]), "65 entries"),
    "large": (b"PK" + b"\0" * ZIP_BYTES, "larger than 1024 KB"),
    "above": (packed([("../map.toml", "")]), "leads out of the folder"),
    "absolute": (packed([("/etc/map.toml", "")]), "leads out of the folder"),
    "windows": (packed([("C:\\map.toml", "")]), "leads out of the folder"),
    "above, of no use": (
        packed([("a/../../x.txt", ""), ("map.toml", "")]),
        "leads out of the folder",
    ),
    "control characters": (packed([("\x1b[2J.toml", "")]), "leads out of the folder"),
    "a link": (packed([(link("map.toml"), "/etc/passwd")]), "is a link"),
    "twice": (packed([("a/map.toml", ""), ("b/map.toml", "")]), "twice"),
    "two folders": (packed([("a/map.toml", ""), ("b/units.toml", "")]), "several folders"),
    "nothing": (packed([]), "no TOML file"),
    "no TOML": (packed([("map.txt", "")]), "no TOML file"),
    "no text": (packed([("map.toml", b"\xff\xfe")]), "UTF-8"),
    "a password": (locked(packed([("map.toml", "a = 1")])), "password"),
    "another packing": (packed([("map.toml", "a = 1")], zipfile.ZIP_LZMA), "unsupported way"),
    "no zip": (b"not a zip file", "not a readable zip file"),
    "empty": (b"", "not a readable zip file"),
    "cut short": (packed([("map.toml", "a = 1" * 99)])[:-30], "not a readable zip file"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_zip_files_are_refused(name: str) -> None:
    data, words = HOSTILE[name]
    assert len(BOMB) < ZIP_BYTES
    with pytest.raises(InvalidData, match=words) as refused:
        read_zip(data)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("at", range(0, 120, 3))
def test_a_zip_file_with_a_byte_changed_never_ends_otherwise(at: int) -> None:
    whole = packed([("map.toml", "name = 1\n" * 9)])
    for value in (0, 255, 77):
        data = whole[: at % len(whole)] + bytes([value]) + whole[at % len(whole) + 1 :]
        with contextlib.suppress(InvalidData):
            read_zip(data)
