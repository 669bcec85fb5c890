"""`bridgehead serve --check`: what is wrong with an installation.

Nothing is created or changed. Each check yields findings; an error keeps the server from working, a
warning does not.
"""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import socket
import stat
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import aiosmtplib
from sqlalchemy import text

from bridgehead.core.errors import BridgeheadError
from bridgehead.core.kernels import compiled
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.titles.games import game_info, games, package_of
from bridgehead.online.database import schema
from bridgehead.online.database.database import ROOM, Database
from bridgehead.online.database.key_file import is_given
from bridgehead.online.dice import key_check, sealed
from bridgehead.online.notices import push_keys
from bridgehead.online.notices.delivery import MailServer

OK, WARNING, ERROR = "ok", "warning", "error"
PATIENCE = 5.0  # seconds for each connection
FILES = 4096  # open files that a small server needs


@dataclass(frozen=True)
class Finding:
    """What a check found: `state` is OK, WARNING or ERROR."""

    state: str
    subject: str
    text: str

    def __str__(self) -> str:
        return f"{self.state:8} {self.subject:10} {self.text}"


@dataclass(frozen=True)
class Installation:
    """What is to be checked."""

    folder: Path  # the data folder
    database: Database
    host: str
    port: int
    public: str = ""
    proxy: str = ""
    mail: MailServer | None = None


def check(found: Installation) -> Iterator[Finding]:
    """Check an installation, from its files to its public address."""
    checks: tuple[tuple[str, Callable[[Installation], Iterator[Finding]]], ...] = (
        ("folder", _folder), ("database", _database), ("keys", _keys), ("rules", _rules),
        ("files", _open_files), ("port", _port), ("public", _public), ("mail", _mail),
    )  # fmt: skip
    for subject, one in checks:
        try:
            yield from one(found)
        except (BridgeheadError, OSError) as error:
            yield Finding(ERROR, subject, str(error))


def _folder(of: Installation) -> Iterator[Finding]:
    folder = of.folder
    if not folder.is_dir():
        yield Finding(WARNING, "folder", f"{folder}: is made at the first start (BRIDGEHEAD_DATA)")
        return
    if not os.access(folder, os.W_OK | os.X_OK):
        yield Finding(ERROR, "folder", f"{folder}: this user cannot write there")
        return
    if stat.S_IMODE(folder.stat().st_mode) & 0o077:
        yield Finding(WARNING, "folder", f"{folder}: others can look into it: chmod 700")
    free = shutil.disk_usage(folder).free
    state, more = (OK, "") if free >= 64 * ROOM else (WARNING, ": make room")
    if free < ROOM:
        state, more = ERROR, f": the server needs {ROOM >> 20} MiB"
    yield Finding(state, "folder", f"{folder}: {free >> 20} MiB free{more}")


def _database(of: Installation) -> Iterator[Finding]:
    database = of.database
    where = database.engine.url.render_as_string(hide_password=True)
    if not database.is_there():
        yield Finding(WARNING, "database", f"{where}: is made at the first start")
        return
    with database.reading() as connection:
        is_current = schema.is_current(connection)
        if database.is_sqlite:
            for [fault] in connection.execute(text("PRAGMA quick_check(3)")):
                if fault != "ok":
                    yield Finding(ERROR, "database", f"{where}: {fault}: put a backup back")
    if is_current:
        yield Finding(OK, "database", where)
    elif database.is_sqlite:
        yield Finding(WARNING, "database", f"{where}: its schema is updated at the next start")
    else:
        yield Finding(ERROR, "database", f"{where}: run `bridgehead serve --migrate` first")


def _keys(of: Installation) -> Iterator[Finding]:
    has_games = False
    if of.database.is_there():
        with of.database.reading() as connection:
            has_games = schema.is_current(connection) and key_check.check_key(connection, of.folder)
    for path, _ in missing_keys(of.folder):
        yield Finding(WARNING, "keys", f"{path}: is made at the first start; keep a copy of it")
    if has_games:
        yield Finding(OK, "keys", "the seal key opens the dice of the games in the database")


def missing_keys(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the key files that are not there, with the variables that could have the keys."""
    for file, variable in (
        (sealed.FILE, sealed.VARIABLE),
        (push_keys.FILE, push_keys.VARIABLE),
    ):
        if not is_given(folder / file, variable):
            yield folder / file, variable


def _rules(of: Installation) -> Iterator[Finding]:
    if not JIT:
        yield Finding(ERROR, "rules", "BRIDGEHEAD_JIT=0: games and computer players are slow")
        return
    units = {package_of(info.id): info.id for info in reversed(games())}
    missing = [game_info(id_).title for unit, id_ in units.items() if not compiled.is_kept(unit)]
    if missing:
        text_ = f"not compiled: {', '.join(missing)}. Run `bridgehead warm` with BRIDGEHEAD_CACHE"
        yield Finding(WARNING, "rules", f"{text_} as the service has it ({compiled.cache_root()})")
    else:
        yield Finding(OK, "rules", f"compiled for all titles in {compiled.cache_root()}")


def _open_files(of: Installation) -> Iterator[Finding]:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < FILES:
        text_ = f"{most} open files at most: set LimitNOFILE=65536 in the service"
        yield Finding(WARNING, "files", text_)
    else:
        yield Finding(OK, "files", "enough open files are allowed")


def _port(of: Installation) -> Iterator[Finding]:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((of.host, of.port))
        except (OSError, OverflowError) as error:
            why = getattr(error, "strerror", None) or str(error)
        else:
            yield Finding(OK, "port", f"{of.host}, port {of.port}: free; no server runs there")
            return
    here = "127.0.0.1" if of.host in ("0.0.0.0", "") else of.host
    status, said = _get(f"http://{here}:{of.port}/readyz", of.public)
    if status == 200 and said == "ok":
        yield Finding(OK, "port", f"{here}, port {of.port}: a server runs there and is ready")
    elif status:
        yield Finding(ERROR, "port", f"{here}, port {of.port}: answers {status}: {said}")
    else:
        yield Finding(ERROR, "port", f"{of.host}, port {of.port}: cannot be used: {why}")


def _public(of: Installation) -> Iterator[Finding]:
    if not of.public:
        yield Finding(WARNING, "public", "no --public: mails, passkeys and HTTPS need it")
        return
    if of.public.startswith("http://"):
        yield Finding(WARNING, "public", f"{of.public}: without HTTPS passwords can be read")
    elif not of.proxy:
        text_ = "no --proxy: rate limits count all visitors as one"
        yield Finding(WARNING, "public", text_)
    status, said = _get(f"{of.public}/readyz")
    if status == 200 and said == "ok":
        yield Finding(OK, "public", f"{of.public}: the server answers")
    else:
        why = f"answers {status}: {said}" if status else said
        text_ = f"{of.public}/readyz: {why}. Does the server run, and does the proxy lead to it?"
        yield Finding(ERROR, "public", text_)


def _get(url: str, public: str = "") -> tuple[int, str]:
    """Ask the server at a URL as if it were at its public address, if that is given.

    Return the status and the first line of the answer; 0 and the reason if there is none.
    """
    headers = {"Host": urlsplit(public).netloc} if public else {}
    try:
        wanted = urllib.request.Request(url, headers=headers)
        with urllib.request.urlopen(wanted, timeout=PATIENCE) as answer:  # http or https only
            return int(answer.status), _line(answer)
    except urllib.error.HTTPError as error:
        return error.code, _line(error)
    except (OSError, ValueError) as error:
        return 0, str(getattr(error, "reason", error))


def _line(answer: Any) -> str:
    return str(answer.read(200).decode(errors="replace").strip().partition("\n")[0])


def _mail(of: Installation) -> Iterator[Finding]:
    if of.mail is None:
        text_ = "no --smtp: lost passwords cannot be recovered, and there are no notices by mail"
        yield Finding(WARNING, "mail", text_)
        return
    where = f"{of.mail.host}, port {of.mail.port}"
    try:
        asyncio.run(of.mail.greet(PATIENCE))
    except (aiosmtplib.SMTPException, OSError) as error:
        yield Finding(ERROR, "mail", f"{where}: {error}")
    else:
        yield Finding(OK, "mail", f"{where}: answers; no mail was sent")
