"""Reading a data folder from a zip file, within limits; nothing is extracted to disk."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib

from bridgehead.core.errors import InvalidData
from bridgehead.core.files.bounded_text import TOML_BYTES, shown

ZIP_BYTES = 2**20
ENTRIES = 64
STORED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
IGNORED = ("__MACOSX/",)


def read_zip(data: bytes) -> dict[str, str]:
    """Return the text of each TOML file in a zip file, by its name without folders.

    The files may be in one folder. Other files are ignored. InvalidData for files that are too
    large (packed or unpacked), links, paths that lead outside, passwords, and files that are not
    zip files.
    """
    if len(data) > ZIP_BYTES:
        raise InvalidData(f"the zip file is larger than {ZIP_BYTES // 1024} KB")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _texts(archive)
    except InvalidData:
        raise
    except (
        zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError,
        OSError, LookupError, struct.error,
    ) as error:  # fmt: skip
        raise InvalidData(f"the file is not a readable zip file: {error}") from error


def _texts(archive: zipfile.ZipFile) -> dict[str, str]:
    entries = archive.infolist()
    if len(entries) > ENTRIES:
        raise InvalidData(f"the zip file has {len(entries)} entries; at most {ENTRIES} are allowed")
    found: dict[str, str] = {}
    folders = set()
    for entry in entries:
        folder, name = _place(entry)
        if entry.is_dir() or not name.endswith(".toml") or entry.filename.startswith(IGNORED):
            continue
        if name in found:
            raise InvalidData(f"the zip file contains {shown(name)} twice")
        folders.add(folder)
        found[name] = _text(archive, entry, name)
    if len(folders) > 1:
        raise InvalidData("the TOML files in the zip file are in several folders; put them in one")
    if not found:
        raise InvalidData("the zip file has no TOML file")
    return found


def _place(entry: zipfile.ZipInfo) -> tuple[str, str]:
    """Return an entry's folder and name; InvalidData for a path that leads outside."""
    path = entry.filename
    parts = path.rstrip("/").split("/")
    outside = path.startswith("/") or "\\" in path or ":" in path or ".." in parts
    if outside or not path.isprintable() or len(path) > 200:
        raise InvalidData(
            f"the zip file has an entry {shown(path)}, whose path leads out of the folder"
        )
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise InvalidData(f"the zip file has an entry {shown(path)} that is a link or not a file")
    return "/".join(parts[:-1]), parts[-1]


def _text(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str) -> str:
    if entry.flag_bits & 1:
        raise InvalidData(f"{name} in the zip file is protected by a password")
    if entry.compress_type not in STORED:
        raise InvalidData(
            f"{name} in the zip file is compressed in an unsupported way: use deflate"
        )
    with archive.open(entry) as file:
        data = file.read(TOML_BYTES + 1)  # a limit, whatever size the entry claims
    if len(data) > TOML_BYTES:
        raise InvalidData(f"{name} in the zip file is larger than {TOML_BYTES // 1024} KB")
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise InvalidData(f"{name} in the zip file is not UTF-8 text") from None
