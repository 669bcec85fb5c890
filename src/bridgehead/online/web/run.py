"""`bridgehead serve`: start the server from command line arguments."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from platformdirs import user_data_path

from bridgehead.core.errors import BridgeheadError
from bridgehead.online.database import backup, schema
from bridgehead.online.database.database import FILE, Database
from bridgehead.online.dice import after_a_backup
from bridgehead.online.dice.key_check import checked_seal
from bridgehead.online.dice.sealed import Seal
from bridgehead.online.moderation.roles import make_administrator, remove_administrator
from bridgehead.online.notices import notices
from bridgehead.online.notices.delivery import MailServer
from bridgehead.online.notices.push_keys import Keys
from bridgehead.online.ratings import ratings
from bridgehead.online.web.app import Settings, create_app, own_names
from bridgehead.online.web.public_path import is_valid
from bridgehead.online.work import heap, installation_check, logs, monitoring, systemd_unit
from bridgehead.online.work.installation_check import ERROR, WARNING, Installation
from bridgehead.online.work.stopping import DrainingServer
from bridgehead.server.network.network_server import ENDS_WITH_INPUT, PORT
from bridgehead.server.web.connection_limits import ONLINE


@dataclass(frozen=True)
class ServerSettings:
    """The command line arguments."""

    database: str = ""  # "": SQLite in the data folder
    host: str = "0.0.0.0"
    port: int = PORT
    public: str = ""
    proxy: str = ""  # the address of a proxy that is trusted to name client addresses
    migrate: bool = False
    recompute: bool = False  # compute all ratings again, then exit
    administrator: str = ""  # the name of a member
    no_administrator: str = ""  # the name of an administrator
    news: str = ""  # an announcement to all who subscribed to news
    restored: bool = False  # after restoring a backup: games get new dice
    backup: str = ""  # a file to copy the database to
    new_key: bool = False  # the seal key is lost: serve with another one
    check: bool = False  # say what is wrong with the installation, then exit
    systemd: bool = False  # print the unit file of such a server, then exit
    smtp: str = ""  # smtps://user:password@host
    mail_from: str = ""
    works: bool = True  # think and send here; False: workers do
    metrics: str = ""  # address and port for Prometheus
    log_json: bool = False
    drain: float = 0.0  # seconds between SIGTERM and the stop


def _say(text: str) -> None:
    print(text, flush=True)  # flush, so that a service's log shows it at once


def serve(wanted: ServerSettings, say: Callable[[str], None] = _say) -> int:
    """Serve until Ctrl-C or SIGTERM, or do the one thing that is wanted; return the exit status."""
    folder = data_folder()
    if wanted.systemd:
        say(systemd_unit.unit(_options(wanted)).rstrip())
        return 0
    if wanted.check:
        return _check(wanted, folder, say)
    with contextlib.suppress(OSError):  # a folder of another user keeps its mode
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
    database = Database(wanted.database or f"sqlite:///{folder / FILE}")
    try:
        if not _one_thing(wanted, database, folder, say):
            settings = settings_of(wanted, folder)
            _run(wanted, settings, database, seal_of(wanted, database, folder), say)
    finally:
        database.close()
    return 0


def seal_of(wanted: ServerSettings, database: Database, folder: Path) -> Seal:
    """Return the seal; SealError unless its key is that of the games in the database."""
    if wanted.new_key:
        return Seal.of_folder(folder)
    with database.reading() as connection:
        return checked_seal(connection, folder)


def _one_thing(
    wanted: ServerSettings, database: Database, folder: Path, say: Callable[[str], None]
) -> bool:
    """Bring the schema up to date; do the one thing that is wanted instead of serving, if any."""
    if not wanted.works and database.is_sqlite:
        raise BridgeheadError("--no-work: needs PostgreSQL")
    _check_that_it_is_there(wanted, database)
    if wanted.backup:
        size = backup.make(database, Path(wanted.backup))
        say(f"{wanted.backup}: {size >> 10} KiB. Keep the seal key in another place, too.")
        return True
    if wanted.migrate or database.is_sqlite:
        schema.migrate(database)
    else:
        schema.check(database)
    if wanted.recompute:
        with database.writing() as connection:
            count = ratings.recompute(connection)
        say(f"The ratings follow from {count} rated game{'' if count == 1 else 's'}.")
    elif wanted.news:
        with database.writing() as connection:
            count = notices.announce(connection, wanted.news)
        say(f"{count} account{'' if count == 1 else 's'} will be told.")
    elif wanted.restored:
        count = after_a_backup.renew(database, Seal.of_folder(folder))
        new = "1 game has" if count == 1 else f"{count} games have"
        say(f"{new} new dice. Now start the server.")
    elif wanted.migrate:
        say("The schema of the database is up to date.")
    elif wanted.administrator:
        with database.writing() as connection:
            make_administrator(connection, wanted.administrator)
        say(f"{wanted.administrator} is an administrator.")
    elif wanted.no_administrator:
        with database.writing() as connection:
            remove_administrator(connection, wanted.no_administrator)
        say(f"{wanted.no_administrator} is no administrator any more.")
    else:
        return False
    return True


def _check_that_it_is_there(wanted: ServerSettings, database: Database) -> None:
    """Raise BridgeheadError if an option needs a database that is not there."""
    needs = {
        "--restored": wanted.restored,
        "--backup": wanted.backup,
        "--recompute-ratings": wanted.recompute,
        "--news": wanted.news,
        "--make-administrator": wanted.administrator,
        "--remove-administrator": wanted.no_administrator,
    }
    option = next((name for name, given in needs.items() if given), "")
    if option and not database.is_there():
        raise BridgeheadError(
            f"{option}: there is no database at {database.url.removeprefix('sqlite:///')} yet. "
            "Check BRIDGEHEAD_DATA, or put the backup there first"
        )


def _options(wanted: ServerSettings) -> list[str]:
    """Return the options of a server; BridgeheadError for what must not be in a unit file."""
    public = checked_public(wanted.public)
    if wanted.smtp or "@" in urlsplit(wanted.database).netloc.partition(":")[2]:
        raise BridgeheadError(
            "--systemd: every user can read a unit file. Put BRIDGEHEAD_SMTP and PGPASSWORD into "
            f"{systemd_unit.SECRETS}, and leave --smtp and the database's password out"
        )
    values = {
        "--database": wanted.database, "--host": wanted.host,
        "--port": str(wanted.port) if wanted.port != PORT else "", "--public": public,
        "--proxy": wanted.proxy, "--mail-from": wanted.mail_from, "--metrics": wanted.metrics,
        "--drain": f"{wanted.drain:g}" if wanted.drain else "",
    }  # fmt: skip
    told = [word for name, value in values.items() if value for word in (name, value)]
    flags = {"--no-work": not wanted.works, "--log-json": wanted.log_json}
    return told + [name for name, is_set in flags.items() if is_set]


def _check(wanted: ServerSettings, folder: Path, say: Callable[[str], None]) -> int:
    """Say what is wrong with the installation; return 1 if something is."""
    public, mail = checked_public(wanted.public), _mail_of(wanted)
    database = Database(wanted.database or f"sqlite:///{folder / FILE}")
    try:
        of = Installation(
            folder, database, wanted.host, wanted.port, public, wanted.proxy, mail
        )  # fmt: skip
        found = []
        for one in installation_check.check(of):
            say(str(one))
            found.append(one.state)
    finally:
        database.close()
    counts = [(found.count(ERROR), "error"), (found.count(WARNING), "warning")]
    told = [f"{count} {what}{'' if count == 1 else 's'}" for count, what in counts if count]
    say(f"{', '.join(told) or 'Nothing is wrong'}.")
    return 1 if ERROR in found else 0


def _run(
    wanted: ServerSettings,
    settings: Settings,
    database: Database,
    seal: Seal,
    say: Callable[[str], None],
) -> None:
    heap.share_one()
    if wanted.metrics:
        monitoring.serve_numbers(wanted.metrics)
    if os.environ.get(ENDS_WITH_INPUT):
        threading.Thread(target=_end_with_input, daemon=True).start()
    listener = _listen(wanted.host, wanted.port)
    logs.configure(as_json=wanted.log_json, requests=wanted.log_json)

    def listens() -> None:
        say(f"Bridgehead serves {settings.public or ', '.join(addresses(listener))}")
        say("Stop it with Ctrl-C. Games are saved after every action.")

    more: dict[str, Any] = {"log_config": None, "listens": listens}  # logging is configured already
    more |= {"proxy_headers": bool(wanted.proxy), "forwarded_allow_ips": wanted.proxy or None}
    try:
        app = create_app(database, seal, settings)
        caps = replace(ONLINE, trusted=wanted.proxy)
        DrainingServer(app, wanted.drain, caps, **more).run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()


def _end_with_input() -> None:
    """Stop as soon as the input ends: whoever has started this process is gone."""
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def settings_of(wanted: ServerSettings, folder: Path) -> Settings:
    """Return the settings for these arguments; BridgeheadError if they are invalid."""
    public, mail = checked_public(wanted.public), _mail_of(wanted)
    if mail is not None and not public:
        raise BridgeheadError("--smtp: needs --public, because mails contain links")
    keys = Keys.of_folder(folder)
    return Settings(public=public, keys=keys, mail=mail, works=wanted.works)


def _mail_of(wanted: ServerSettings) -> MailServer | None:
    url = wanted.smtp or os.environ.get("BRIDGEHEAD_SMTP", "")
    return MailServer.of(url, wanted.mail_from or os.environ.get("BRIDGEHEAD_MAIL_FROM", ""))


def data_folder() -> Path:
    """Return the folder of the database and of the key that seals the secrets of dice."""
    named = os.environ.get("BRIDGEHEAD_DATA")
    return Path(named) if named else Path(user_data_path("bridgehead"))


def checked_public(public: str) -> str:
    """Return a public address; BridgeheadError if it is invalid."""
    parts = urlsplit(public)
    path = parts.path.rstrip("/")
    whole = parts.scheme in ("http", "https") and parts.netloc and is_valid(path)
    if public and not (whole and not parts.query and not parts.fragment and "@" not in public):
        raise BridgeheadError(
            f"--public {public}: is like https://play.example.org or https://example.org/bridgehead"
        )
    if public and path and path.split("/")[1] in own_names():  # a proxy may take the path off
        raise BridgeheadError(f"--public {public}: the server has pages at {path}; choose another")
    return f"{parts.scheme}://{parts.netloc}{path}" if public else ""


def addresses(listener: socket.socket) -> list[str]:
    """Return the addresses of a listening socket."""
    host, port = listener.getsockname()[:2]
    if host not in ("0.0.0.0", "::"):
        return [f"http://{host}:{port}/"]
    found = [f"http://localhost:{port}/"]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; finds the address that would be used
            found.append(f"http://{probe.getsockname()[0]}:{port}/")
        except OSError:
            pass
    return found


def _listen(host: str, port: int) -> socket.socket:
    # named TCP, because only then does asyncio send small answers at once (TCP_NODELAY)
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        why = getattr(error, "strerror", None) or str(error)
        raise BridgeheadError(f"{host}, port {port}: cannot be used: {why}") from error
    return listener
