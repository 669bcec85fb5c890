"""Find references to files, modules and tests that do not exist, in pages, docstrings and comments.

`make docs` runs it and stops where there are any; so does tests/docs/test_references.py.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
# A file of ours as text names it: `core/cache.py`, docs/notation.md, `web/js/main.js`.
FILE = re.compile(r"(?<![\w./:~-])((?:[\w-]+/)*[\w-]+\.(?:py|md|js|css|ipynb))(?![\w/-])")
FOLDER = re.compile(r"`((?!tests/web/node_modules)(?:src|tests|docs|examples|scripts)/[\w/-]*)`")
MODULE = re.compile(r"(?<![\w./-])(bridgehead(?:\.\w+)+)")
COMMENT = re.compile(r"(?:^\s*|\s{2})# .*$")
TEST = re.compile(r"(?<![\w/.])(test_\w+[a-z0-9])(?![\w.(*…])")
# Files that are examples of the reader's own, or that others have.
EXAMPLES = {
    "my_player.py", "player.py", "my-player.py", "example.py", "program.py", "README.md",
    "python.md", "my_agent.py", "RULINGS.md",
}  # fmt: skip


# Names that begin like a module of ours: files of the reader, a made-up title, one of a test.
NO_MODULES = re.compile(r"bridgehead\.(dump|sqlite|service|little|titles\.my_title|example)\b")


@cache
def files() -> tuple[str, ...]:
    """Return the files of the repository."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    return tuple(name for name in listed if ROOT.joinpath(name).exists())


@cache
def is_file(name: str) -> bool:
    """Return whether a file of the repository is called so, from its root or from a folder on."""
    return name in EXAMPLES or any(f"/{path}".endswith(f"/{name}") for path in files())


@cache
def is_folder(name: str) -> bool:
    """Return whether there is a folder, from the root."""
    return any(f"{path}/".startswith(name.rstrip("/") + "/") for path in files())


@cache
def is_module(name: str) -> bool:
    """Return whether a dotted name is a module of the package, or stands in one."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        path = ROOT / "src" / Path(*parts[:end])
        if path.with_suffix(".py").exists() or path.joinpath("__init__.py").exists():
            rest = parts[end:]
            if not rest:
                return True
            module = path.joinpath("__init__.py") if path.is_dir() else path.with_suffix(".py")
            return re.search(rf"\b{rest[0]}\b", module.read_text(encoding="utf-8")) is not None
    return False


@cache
def tests() -> frozenset[str]:
    """Return the names of the tests and of their files."""
    found: set[str] = set()
    for path in files():
        if path.startswith("tests/") and path.endswith(".py"):
            found.add(Path(path).stem)
            found.update(re.findall(r"def (test_\w+)", ROOT.joinpath(path).read_text("utf-8")))
    return frozenset(found)


def is_test(name: str) -> bool:
    """Return whether there is a test of a name, or one that begins with it."""
    return name in tests() or any(test.startswith(name + "_") for test in tests())


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield what people read of a file, with the line: a page, docstrings and comments."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield from enumerate(text.splitlines(), start=1)
        return
    if path.suffix in (".js", ".css"):
        for comment in re.finditer(r"/\*.*?\*/|^\s*//[^\n]*", text, re.DOTALL | re.MULTILINE):
            yield text.count("\n", 0, comment.start()) + 1, comment.group()
        return
    for line, content in enumerate(text.splitlines(), start=1):
        if comment := COMMENT.search(content):
            yield line, comment.group()
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if docstring := ast.get_docstring(node, clean=False):
            yield node.body[0].lineno, docstring


def wrong(text: str) -> Iterator[str]:
    """Yield the references in a text that lead nowhere."""
    yield from (name for name in FILE.findall(text) if not is_file(name))
    yield from (name for name in FOLDER.findall(text) if not is_folder(name))
    named = (name for name in MODULE.findall(text) if not NO_MODULES.match(name))
    yield from (name for name in named if not is_module(name))
    yield from (name for name in TEST.findall(text) if not is_test(name))


def missing() -> list[str]:
    """Return every reference to what there is not, with file and line."""
    found = []
    for name in files():
        path = ROOT / name
        if path.suffix not in (".py", ".md", ".js", ".css") or name.startswith("tests/"):
            continue
        for line, text in texts(path):
            found += [f"{name}:{line}: there is no {reference}" for reference in wrong(text)]
    return found


def main() -> int:
    """Print the references that lead nowhere; return how the command ends."""
    found = missing()
    print("\n".join(found), file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
