"""Run the fast tests under each Python that is found, or with the lowest versions of packages.

    python -m scripts.matrix            # 3.11, 3.12, 3.13 and 3.14, as far as they are found
    python -m scripts.matrix --lowest   # one Python, the lowest version of each direct dependency

Interpreters are found on the path and in pyenv. Each gets a virtual environment in `.matrix/`. The
tests marked `plain` run as plain Python, then one title is compiled and those of the compiler run.
The exit status is 1 where something failed; what was not found is named.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".matrix"
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
EXTRAS = ("play", "serve", "train", "mcp", "research")
TESTS = ("tests/core", "tests/envs", "tests/rules", "tests/cli", "tests/render", "tests/lab")
# Players and researchers install the package beside others, so the lowest versions are those of
# these extras; a server has an environment of its own.
LOWEST = ("play", "research")
TESTS_OF_LOWEST = ("tests/core", "tests/envs", "tests/render")  # others need a newer test client


def interpreter(version: str) -> str | None:
    """Return the path of a Python of a version ("3.12"), None where none is found."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = sorted(pyenv.glob(f"{version}.*/bin/python"))
    for path in [shutil.which(f"python{version}"), *map(str, found)]:
        if path is None:
            continue
        asked = [path, "-c", "import sys, venv; print('%d.%d' % sys.version_info[:2])"]
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
        if done.returncode == 0 and done.stdout.strip() == version:
            return path
    return None


def lowest() -> list[str]:
    """Return the lowest version of each direct dependency, as constraints for pip."""
    project = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8"))
    lists = [project["project"]["dependencies"]]
    lists += [project["project"]["optional-dependencies"][extra] for extra in (*LOWEST, "pictures")]
    found = []
    for line in (one for each in lists for one in each):
        if bounds := re.match(r"([\w-]+)(?:\[\w+\])?>=([\w.]+)", line):
            found.append(f"{bounds[1]}=={bounds[2]}")
    return found


def run(*command: str | Path, **variables: str) -> bool:
    """Run a command in the repository; return whether it succeeded."""
    print("$", *command, flush=True)
    environment = {**os.environ, **variables}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0


def check(python: str, name: str, constraints: list[str]) -> str:
    """Install into a fresh environment and run the tests; return the result as text."""
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    if not run(python, "-m", "venv", folder):
        return "no virtual environment"
    mine = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    listed = folder / "constraints.txt"
    listed.write_text("\n".join(constraints) + "\n", encoding="utf-8")
    pip = (mine, "-m", "pip", "install", "--quiet", "--no-compile")
    package = f".[{','.join(LOWEST if constraints else EXTRAS)}]"
    tests = TESTS_OF_LOWEST if constraints else TESTS
    if not run(*pip, "--upgrade", "pip>=25.1") or not run(
        *pip, "--constraint", listed, "--group", "dev", "--editable", package
    ):
        return "cannot be installed"
    pytest = (mine, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    if not run(*pytest, "-n", "2", "-m", "plain and not slow", *tests, BRIDGEHEAD_JIT="0"):
        return "tests as plain Python failed"
    cache = {"BRIDGEHEAD_CACHE": str(folder / "cache"), "BRIDGEHEAD_JIT": "1"}
    if not run(mine, "-m", "bridgehead", "warm", "across-suez-1980", **cache):
        return "does not compile"
    if not run(*pytest, "tests/core/test_compiled.py", "-m", "small and not slow", **cache):
        return "tests of the compiler failed"
    return "passed"


def main() -> int:
    """Run the checks asked for and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lowest", action="store_true", help="the lowest versions of packages")
    parser.add_argument("versions", nargs="*", default=VERSIONS, help="of Python (all)")
    args = parser.parse_args()
    if args.lowest:
        results = {"lowest versions": check(sys.executable, "lowest", lowest())}
    else:
        results = {}
        for version in args.versions:
            python = interpreter(version)
            results[f"Python {version}"] = check(python, version, []) if python else "not found"
    for name, told in results.items():
        print(f"{name:<16} {told}")
    return 0 if set(results.values()) <= {"passed", "not found"} else 1


if __name__ == "__main__":
    sys.exit(main())
