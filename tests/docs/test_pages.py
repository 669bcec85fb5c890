"""The README and the documentation name what there is: files, headings, commands, targets."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import re
import shlex
import tomllib
from pathlib import Path

import pytest

import bridgehead as bh
import bridgehead.core.errors
from bridgehead.cli import COMMANDS, module_of
from tests.docs.pages import DOCS, PAGES, ROOT, anchors, commands, links, name, spans

pytestmark = pytest.mark.plain

each_page = pytest.mark.parametrize("page", PAGES, ids=name)


def parser_of(command: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=command, allow_abbrev=False)
    importlib.import_module(module_of(command)).add_arguments(parser)
    return parser


def options_of(parser: argparse.ArgumentParser) -> set[str]:
    found: set[str] = set()
    for action in parser._actions:
        found.update(action.option_strings)
        if isinstance(action, argparse._SubParsersAction):
            found.update(*(options_of(each) for each in action.choices.values()))
    return found


@each_page
def test_links_and_anchors(page: Path) -> None:
    for target in links(page):
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), target


@each_page
def test_links_of_the_site_stay_in_the_site(page: Path) -> None:
    if DOCS in page.parents:
        for target in links(page):
            path = (page.parent / target.partition("#")[0]).resolve()
            assert path == page.parent or DOCS in path.parents, target


@each_page
def test_commands(page: Path) -> None:
    for line in commands(page):
        command, *arguments = shlex.split(line)[1:] or ["play"]
        if command.startswith("-"):
            command, arguments = "play", [command, *arguments]
        assert command in COMMANDS, line
        try:
            parser_of(command).parse_args(arguments)
        except SystemExit:
            pytest.fail(f"the parser refuses: {line}")


@each_page
def test_commands_in_the_text(page: Path) -> None:
    for span in spans(page):
        words = span.split()
        if words[0] == "bridgehead" and re.fullmatch("[a-z]+", words[1] if words[1:] else ""):
            assert words[1] in COMMANDS, span
            given = {word.partition("=")[0] for word in words if word.startswith("--")}
            assert given <= options_of(parser_of(words[1])), span


@each_page
def test_targets_and_modules(page: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", ROOT.joinpath("Makefile").read_text("utf-8"), re.M))
    for span in spans(page):
        if made := re.fullmatch(r"make ([a-z-]+)", span):
            assert made[1] in targets, span
        if run := re.match(r"python -m ((?:benchmarks|tests)[\w.]*)", span):
            path = ROOT / run[1].replace(".", "/")
            assert path.is_dir() or path.with_suffix(".py").exists(), span


def navigation() -> list[str]:
    """Return the pages that mkdocs.yml names, read without a YAML library."""
    nav = ROOT.joinpath("mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    return re.findall(r"(\S+\.md)$", nav, re.MULTILINE)


def test_the_navigation_names_every_page_once() -> None:
    found = navigation()
    assert len(found) == len(set(found))
    pages = {page.relative_to(DOCS).as_posix() for page in PAGES if DOCS in page.parents}
    assert {page for page in found if not page.startswith("generated/")} == pages


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8"))
    lists = [project["project"]["dependencies"], *project["dependency-groups"].values()]
    lists += project["project"]["optional-dependencies"].values()
    names = {re.split(r"[\[<>=]", one)[0] for each in lists for one in each} - {"bridgehead"}
    told = DOCS.joinpath("dependencies.md").read_text(encoding="utf-8")
    table = {
        name for line in told.splitlines() if "|" in line for name in re.findall("`([^`]+)`", line)
    }
    assert names <= table
    extras = set(project["project"]["optional-dependencies"])
    page = DOCS.joinpath("install.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == extras


def test_the_api_reference_names_what_there_is() -> None:
    page = DOCS.joinpath("api.md").read_text(encoding="utf-8")
    described = re.findall(r"^::: (\S+)(?:\n    options:\n((?:      .*\n)+))?", page, re.MULTILINE)
    assert described
    for path, options in described:
        found = pkgutil.resolve_name(path)
        for members in re.findall(r"members: \[(.+)\]", options):
            assert all(hasattr(found, member) for member in members.split(", ")), path


def test_the_api_reference_has_everything_that_the_package_names() -> None:
    page = DOCS.joinpath("api.md").read_text(encoding="utf-8")
    errors = set(bh.__all__) & set(dir(bh.core.errors))
    for public in set(bh.__all__) - errors - {"__version__"}:
        assert re.search(rf"^::: bridgehead\S*\.{public}$", page, re.MULTILINE), public
    assert "::: bridgehead.core.errors\n" in page
