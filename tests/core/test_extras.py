"""What the package needs without its extras, and what it says where an extra is missing."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bridgehead.cli import console
from bridgehead.core.errors import MissingPackage
from bridgehead.core.extras import EXTRAS, extra_of, needs
from tests.tiers import first

pytestmark = pytest.mark.plain
ROOT = Path(__file__).parents[2]
# Modules whose names are not those of the packages that bring them.
PACKAGES = {
    "argon2": "argon2-cffi", "PIL": "pillow", "pyspiel": "open_spiel", "py_vapid": "pywebpush",
    "sklearn": "scikit-learn",
}  # fmt: skip

# Runs a program in which no module of an extra can be imported.
WITHOUT = """
import json, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in barred:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
barred = set(json.loads(sys.argv[1]))
sys.meta_path.insert(0, Finder())
sys.argv[1:] = sys.argv[2:]
"""
COMMAND = WITHOUT + "from bridgehead.cli import main\nsys.exit(main())"


def run(
    program: str, *arguments: str, folder: Path, extra: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run a program without the modules of an extra; without those of any where none is named."""
    of = [EXTRAS[extra]] if extra else EXTRAS.values()
    barred = json.dumps([module for modules in of for module in modules])
    return subprocess.run(
        [sys.executable, "-c", program, barred, *arguments],
        capture_output=True, text=True, check=False, cwd=folder,
    )  # fmt: skip


def test_extras_are_those_of_the_package() -> None:
    project = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8"))
    declared = project["project"]["optional-dependencies"]
    for extra, modules in EXTRAS.items():
        names = " ".join(declared[extra]).replace("-", "_")
        for module in modules:
            assert PACKAGES.get(module, module).replace("-", "_") in names, module


def test_games_and_players_need_no_extra(tmp_path: Path) -> None:
    text = """
import bridgehead as bh
from bridgehead import analysis, engine, lab, players
from bridgehead.envs import ActionSpace, ObservationSpace
from bridgehead.envs.batch import BatchEnv
from bridgehead.players import create
for info in (bh.games()[0], bh.games()[-1]):
    game = bh.load(info.id)
    position = game.start()
    create(game, "sergeant").choose(position)
    ObservationSpace(game).observe(position, position.to_move)
"""
    assert run(WITHOUT + text, folder=tmp_path).stderr == ""


@pytest.mark.parametrize("words", first(1, [
    ["simulate", "across-suez-1980", "--games", "1"], ["games"], ["legal", "g.json"],
    ["do", "g.json", "deploy"], ["undo", "g.json"], ["replay", "g.json"],
    ["verify", "g.json"], ["perft", "suez-56", "1"],
]))  # fmt: skip
def test_commands_that_need_no_extra(words: list[str], tmp_path: Path) -> None:
    if "g.json" in words:
        assert run(COMMAND, "new", "suez-56", "-o", "g.json", folder=tmp_path).returncode == 0
        if words[0] == "undo":
            assert run(COMMAND, "do", "g.json", "deploy", folder=tmp_path).returncode == 0
    done = run(COMMAND, *words, folder=tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("words", "extra"), first(2, [
    (["play", "--no-browser"], "play"), (["serve"], "serve"), (["show", "g.json"], "play"),
    (["render", "g.json", "-o", "g.svg"], "pictures"), (["mcp"], "mcp"),
    (["train", "across-suez-1980", "--games", "20", "--practice", "0"], "train"),
    (["dataset", "across-suez-1980", "recruit", "--games", "1", "--out", "x.parquet"], "research"),
]))  # fmt: skip
def test_a_command_names_the_extra_that_it_needs(
    words: list[str], extra: str, tmp_path: Path
) -> None:
    if "g.json" in words:
        new = run(COMMAND, "new", "across-suez-1980", "-o", "g.json", folder=tmp_path)
        assert new.returncode == 0
    done = run(COMMAND, *words, folder=tmp_path, extra=extra)
    assert done.returncode == 1, done.stdout
    assert f"the extra {extra!r}" in done.stderr
    assert "docs/install.md" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_where_several_extras_are_missing_the_one_that_is_enough_is_named(tmp_path: Path) -> None:
    for words, extra in ((["mcp"], "mcp"), (["serve"], "serve")):
        done = run(COMMAND, *words, folder=tmp_path)
        assert (done.returncode, f"the extra {extra!r}" in done.stderr) == (1, True), done.stderr


def test_without_rich_a_compilation_is_told_once_and_only_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    with console._progress_bar("compiling"):
        pass
    assert capsys.readouterr().err == ""
    with console._progress_bar("compiling") as tell:
        tell(1, 3)
        tell(2, 3)
    assert capsys.readouterr().err == "compiling …\n"


def test_what_is_no_extra_is_not_taken_for_one() -> None:
    assert extra_of("numpy") is None
    assert extra_of("bridgehead.no_such_module") is None
    assert extra_of("sqlalchemy.orm") == "play"
    with pytest.raises(ModuleNotFoundError) as caught, needs("play"):
        raise ModuleNotFoundError("No module named 'bridgehead.nothing'", name="bridgehead.nothing")
    assert not isinstance(caught.value, MissingPackage)
