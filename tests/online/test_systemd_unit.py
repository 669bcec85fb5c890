"""`bridgehead serve --systemd`: the unit file of a service."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from bridgehead.cli import main
from bridgehead.online.work.systemd_unit import unit

pytestmark = pytest.mark.plain
OPTIONS = ["--host", "127.0.0.1", "--public", "https://example.org/bridgehead",
           "--proxy", "127.0.0.1", "--drain", "10", "--log-json"]  # fmt: skip


def started(text: str) -> str:
    [line] = [line for line in text.splitlines() if line.startswith("ExecStart=")]
    return line.partition("=")[2]


def test_the_unit_starts_the_same_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BRIDGEHEAD_DATA", str(tmp_path / "data"))
    assert main(["serve", "--systemd", *OPTIONS]) == 0
    program, _, options = started(capsys.readouterr().out).partition(" ")
    assert Path(program).name == "bridgehead"
    assert options == " ".join(["serve", *OPTIONS])
    assert not (tmp_path / "data").exists()  # it only prints


@pytest.mark.parametrize(
    "secret", [["--smtp", "smtps://u:p@mail.example"], ["--database", "postgresql://u:p@db/x"]]
)
def test_no_secret_is_written_into_a_unit(
    secret: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--systemd", *secret]) == 1
    said = capsys.readouterr()
    assert "/etc/bridgehead.env" in said.err
    assert said.out == ""


def test_words_are_quoted_as_systemd_reads_them() -> None:
    assert started(unit(["a b", "50%", "$x", 'q"'], Path("/bin/true"))) == (
        '/bin/true serve "a b" 50%% $$x "q\\""'
    )


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_finds_no_fault_and_little_exposure(tmp_path: Path) -> None:
    file = tmp_path / "bridgehead.service"
    file.write_text(unit([*OPTIONS, "--mail-from", "A <a@b.example>"], Path("/bin/true")))
    verified = subprocess.run(
        ["systemd-analyze", "verify", str(file)], capture_output=True, text=True, check=False
    )
    assert (verified.returncode, verified.stderr) == (0, "")
    exposed = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=40", str(file)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert exposed.returncode == 0, exposed.stdout[-200:]
