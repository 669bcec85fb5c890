"""Imports point one way: between the packages, between the rooms of a title, and in no circle.

Imports inside functions count, too: they are there to start quickly, never to get around a circle.
So do those for types alone.
"""

from __future__ import annotations

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import bridgehead

pytestmark = pytest.mark.plain
SRC = Path(bridgehead.__file__).parent

# From the bottom to the top. The package itself is what `import bridgehead` brings.
PACKAGES = (
    ("_version",),
    ("core",),
    ("titles",),
    ("bridgehead", "loading"),
    ("players",),
    ("analysis", "engine", "lab", "render"),
    ("envs", "server", "terminal"),
    ("learning", "mcp_server", "online"),
    ("cli",),
    ("__main__",),
)
# Of each title. The modules at the bottom are tables and types that import nothing but `state`.
ROOMS = (
    ("state", "records", "words.cases", "words.names", "formats.heuristic_weights"),
    ("rules",),
    ("formats",),
    ("words", "player"),
    ("envs", "screen"),
    ("game",),
    ("",),  # what registers the title
)


@cache
def imports() -> dict[str, set[str]]:
    """Return for each module of the package those that it imports."""
    modules = {}
    for path in SRC.rglob("*.py"):
        parts = path.relative_to(SRC.parent).with_suffix("").parts
        if "tests" in parts:  # those that `bridgehead new-title` brings stand above everything
            continue
        modules[".".join(parts[: -1 if parts[-1] == "__init__" else None])] = path
    found: dict[str, set[str]] = {name: set() for name in modules}
    for name, path in modules.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named: list[str] = []
            if isinstance(node, ast.Import):
                named = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{name}: imports are absolute"
                full = [f"{node.module}.{alias.name}" for alias in node.names]
                named = [one if one in modules else str(node.module) for one in full]
            found[name] |= {one for one in named if one in modules and one != name}
    return found


def rank(module: str, layers: tuple[tuple[str, ...], ...]) -> int:
    """Return how high a module, or the package that it is in, stands."""
    parts = module.split(".")
    for end in range(len(parts), -1, -1):
        for height, layer in enumerate(layers):
            if ".".join(parts[:end]) in layer:
                return height
    raise AssertionError(f"{module} stands in no layer: add it in tests/test_imports.py")


def test_no_import_runs_upwards_between_packages() -> None:
    def height(module: str) -> int:
        return rank(module.removeprefix("bridgehead."), PACKAGES)

    upwards = {
        f"{name} imports {other}"
        for name, others in imports().items()
        for other in others
        if height(other) > height(name)
    }
    assert not upwards


@pytest.mark.parametrize("title", ["across_suez", "middle_east_battles", "october_war"])
def test_no_import_runs_upwards_within_a_title(title: str) -> None:
    package = f"bridgehead.titles.{title}"
    wrong = set()
    for name, others in imports().items():
        if name != package and not name.startswith(f"{package}."):
            continue
        for other in others:
            inside = other.removeprefix(package).removeprefix(".")
            if not other.startswith("bridgehead.titles."):
                continue
            if not other.startswith(package):
                wrong.add(f"{name} imports {other}, of another title")
            elif rank(inside, ROOMS) > rank(name.removeprefix(package).removeprefix("."), ROOMS):
                wrong.add(f"{name} imports {other}")
    assert not wrong


def test_nothing_is_imported_in_a_circle() -> None:
    try:
        TopologicalSorter(imports()).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))
