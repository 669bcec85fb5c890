"""A PostgreSQL of the tests' own: in a temporary folder, at a socket there, not run by root."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

INSTALL = Path(__file__).parent / "install-postgresql"
USERS = ("postgres", "nobody")  # who runs it where the tests are run by root
# What is written need not survive a power cut here.
FEW = "-c max_connections=60 -c listen_addresses="
FAST = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


def programs() -> Path:
    """Return the folder of PostgreSQL's programs; it is installed where it is missing."""
    for attempt in range(2):
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if found:
            return found[-1].parent
        on_path = shutil.which("initdb")
        if on_path:
            return Path(on_path).resolve().parent
        if attempt == 0:
            subprocess.run([str(INSTALL)], check=True)
    raise AssertionError(f"{INSTALL} has installed no PostgreSQL")


class PostgreSQL:
    """A server that can be started, and killed.

    A `safe` one has on the disk what it has answered, as PostgreSQL has if nobody says otherwise.
    """

    def __init__(self, *, safe: bool = False) -> None:
        self._options = FEW if safe else f"{FEW} {FAST}"
        self._programs = programs()
        self.folder = Path(tempfile.mkdtemp(prefix="bridgehead-pg-"))
        self._user = next((user for user in USERS if _is_there(user)), USERS[-1])
        self._numbers = itertools.count(1)
        if os.getuid() == 0:
            shutil.chown(self.folder, self._user)
        self._run("initdb", "-D", f"{self.folder}/data", "-U", "test", "-A", "trust", "--no-sync")

    def start(self) -> None:
        options = f"{self._options} -k {self.folder}"
        log = f"{self.folder}/log"
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-l", log, "-w", "-o", options, "start")

    def stop(self) -> None:
        """End it, if it runs, and delete everything."""
        if Path(f"{self.folder}/data/postmaster.pid").exists():
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def kill(self) -> None:
        """End it as a crash would."""
        self._run("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "-w", "stop")

    def new_database(self) -> str:
        """Return the URL of a new, empty database."""
        name = f"test{next(self._numbers)}"
        self._run("createdb", "-h", str(self.folder), "-U", "test", name)
        return f"postgresql://test@/{name}?host={self.folder}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        if os.getuid() == 0:
            user = pwd.getpwnam(self._user)
            ids = [f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
            command = ["setpriv", *ids, *command]
        done = subprocess.run(
            command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
        )
        assert done.returncode == 0, f"{program}: {done.stderr.decode(errors='replace')}"


def _is_there(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
