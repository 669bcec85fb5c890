"""The Parquet file of a data set, written with pyarrow to a temporary file, in equal row groups."""

from __future__ import annotations

import contextlib
import json
import os
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bridgehead.core.errors import BridgeheadError, InvalidData
from bridgehead.core.extras import needs

ROWS = 8192  # of a row group: some ten megabytes before they are compressed
KEY = b"bridgehead"  # of the metadata
LEVEL = 6  # of Zstandard
LARGE = ("position", "legal")  # nearly every value is another: no dictionary, no statistics


def _pyarrow() -> Any:
    with needs("research"):
        import pyarrow
        import pyarrow.parquet
    return pyarrow


def schema(columns: Sequence[tuple[str, str]], about: Mapping[str, Any] | None = None) -> Any:
    """Return a pyarrow schema with the file's metadata."""
    pa = _pyarrow()
    told = None if about is None else {KEY: json.dumps(about, ensure_ascii=False)}
    return pa.schema([(name, _type(pa, kind)) for name, kind in columns], metadata=told)


def _type(pa: Any, kind: str) -> Any:
    if kind == "list<int32>":
        return pa.list_(pa.int32())
    if size := re.fullmatch(r"binary\[(\d+)\]", kind):
        return pa.binary(int(size[1]))
    return pa.type_for_alias(kind)


def batch(rows: Sequence[Mapping[str, Any]], schema: Any) -> Any:
    """Return rows as a pyarrow table; columns that are not in the schema are left out."""
    pa = _pyarrow()
    columns = {
        field.name: pa.array([row[field.name] for row in rows], field.type) for field in schema
    }
    return pa.table(columns, schema=schema)


class DatasetFile:
    """A file in progress."""

    def __init__(self, writer: Any, pa: Any) -> None:
        self.rows = 0
        self._writer, self._pa = writer, pa
        self._waiting: list[Any] = []

    def write(self, batch: Any) -> None:
        """Add rows. They are written when there are enough for a row group."""
        self.rows += batch.num_rows
        self._waiting.append(batch)
        if sum(part.num_rows for part in self._waiting) >= ROWS:
            self._flush(ROWS)

    def finish(self) -> None:
        """Write the remaining rows, and the end of the file."""
        self._flush(1)
        self._writer.close()

    def _flush(self, least: int) -> None:
        """Write row groups while there are at least `least` rows."""
        if not self._waiting:
            return
        table = self._pa.concat_tables(self._waiting)
        while table.num_rows >= least:
            self._writer.write_table(table.slice(0, ROWS).combine_chunks(), ROWS)
            table = table.slice(ROWS)
        self._waiting = [table]


@contextlib.contextmanager
def writing(
    path: Path, columns: Sequence[tuple[str, str]], about: Mapping[str, Any], *, force: bool
) -> Iterator[DatasetFile]:
    """Write a temporary file and rename it at the end; after an error nothing is left behind.

    BridgeheadError if the file exists (without `force`), or cannot be written.
    """
    pa = _pyarrow()
    check_free(path, force=force)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise BridgeheadError(f"{path}: cannot be written: {error.strerror}") from error
    try:
        with os.fdopen(handle, "wb") as aside, _writer(pa, aside, schema(columns, about)) as writer:
            file = DatasetFile(writer, pa)
            yield file
            file.finish()
            aside.flush()
            os.fsync(aside.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        os.chmod(name, mode)
        check_free(path, force=force)
        os.replace(name, path)
    except OSError as error:
        raise BridgeheadError(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        Path(name).unlink(missing_ok=True)


@contextlib.contextmanager
def _writer(pa: Any, aside: Any, columns: Any) -> Iterator[Any]:
    plain = [name for name in columns.names if name not in LARGE]
    writer = pa.parquet.ParquetWriter(
        aside,
        columns,
        compression="zstd",
        compression_level=LEVEL,
        use_dictionary=plain,
        write_statistics=plain,
    )
    try:
        yield writer
    finally:
        with contextlib.suppress(OSError):  # what was to be written is, or is given up
            writer.close()


def check_free(path: Path, *, force: bool) -> None:
    """Raise BridgeheadError if a file must not be overwritten, or its folder does not exist."""
    if path.is_dir():
        raise BridgeheadError(f"{path}: is a folder; name a file")
    if not path.parent.is_dir():
        raise BridgeheadError(f"{path}: cannot be written: there is no folder {path.parent}")
    if path.exists() and not force:
        raise BridgeheadError(f"{path} exists; --force replaces it")


def metadata(path: Path, format: str, version: int) -> dict[str, Any]:
    """Return a file's metadata. InvalidData if it is not a data set of this version."""
    pa = _pyarrow()
    try:
        told = (pa.parquet.read_schema(path).metadata or {}).get(KEY, b"{}")
    except (OSError, pa.ArrowInvalid) as error:
        raise InvalidData(f"{path}: cannot be read as Parquet: {error}") from error
    about = json.loads(told)
    if not isinstance(about, dict) or about.get("format") != format:
        raise InvalidData(f"{path}: this is Parquet, but no {format}")
    if about.get("version") != version:
        raise InvalidData(
            f"{path}: is of version {about.get('version')!r}; this program reads {version}"
        )
    return about


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
