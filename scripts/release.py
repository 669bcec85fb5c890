"""Check that a version can be released, build it, try what was built, and tag it.

    python -m scripts.release 0.1.0 --dry    # everything but the tag
    python -m scripts.release 0.1.0

In this order: version, changelog, citation and tag agree; wheel and sdist are built and checked by
twine, their contents and sizes by a list; the wheel is installed in a clean environment, passes a
type checker, plays a game of every title and starts both servers. The tag is made, not pushed.
Upload with `twine upload dist/*`.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
MEGABYTE = 1_000_000
LARGEST = {".whl": 12 * MEGABYTE, ".gz": 30 * MEGABYTE}
# What a wheel holds: modules, data, the page, styles, fonts and texts.
SUFFIXES = {
    ".py", ".typed", ".toml", ".json", ".txt", ".js", ".css", ".tcss", ".html", ".svg", ".ttf",
    ".mako", ".md",
}  # fmt: skip
NEEDED = ("bridgehead/py.typed", "bridgehead/web/index.html", "bridgehead/cli/__init__.py")
# The folders and files of an sdist.
SOURCES = {
    "src", "tests", "docs", "benchmarks", "examples", "scripts", "README.md", "LICENSE",
    "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "SECURITY.md",
    "Makefile", "pyproject.toml", "mkdocs.yml", "PKG-INFO", ".gitignore",
}  # fmt: skip
PLACEHOLDER = ".example/"  # of an address that is not reserved yet


class ReleaseError(Exception):
    """Why this version cannot be released."""


def demand(right: object, text: str) -> None:
    """Refuse the release, with a reason, unless a condition holds."""
    if not right:
        raise ReleaseError(text)


def run(*command: str | Path, folder: Path = ROOT, **variables: str) -> str:
    """Run a command and return its output; a failure becomes a ReleaseError with the output."""
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    told = done.stdout + done.stderr
    demand(done.returncode == 0, f"{' '.join(map(str, command))} failed:\n{told[-3000:]}")
    return told


# What is written down


def check_texts(version: str, dry: bool) -> None:
    """Check that version, changelog, citation and tag agree, and nothing is left to commit."""
    text = {
        name: ROOT.joinpath(name).read_text(encoding="utf-8")
        for name in ("src/bridgehead/_version.py", "CHANGELOG.md", "CITATION.cff", "pyproject.toml")
    }
    demand(re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?", version), f"{version!r} is no version")
    demand(f'__version__ = "{version}"' in text["src/bridgehead/_version.py"],
           f"src/bridgehead/_version.py does not say {version}")  # fmt: skip
    heading = re.search(rf"^## \[{re.escape(version)}\] - (\S+)$", text["CHANGELOG.md"], re.M)
    demand(heading, f"CHANGELOG.md has no heading '## [{version}] - DATE'")
    assert heading is not None
    with contextlib.suppress(ValueError):
        demand(date.fromisoformat(heading[1]) <= date.today(), "the changelog's date is to come")
    citation = text["CITATION.cff"]
    demand(f"\nversion: {version}\n" in citation, f"CITATION.cff does not say {version}")
    demand(f'date-released: "{heading[1]}"' in citation,
           f"CITATION.cff and CHANGELOG.md differ in the date ({heading[1]})")  # fmt: skip
    urls = tomllib.loads(text["pyproject.toml"])["project"]["urls"].values()
    demand(dry or not any(PLACEHOLDER in url for url in urls),
           "the URLs in pyproject.toml are placeholders: put the right ones there")  # fmt: skip
    demand(not run("git", "tag", "--list", f"v{version}").strip(), f"the tag v{version} exists")
    demand(not run("git", "status", "--porcelain").strip(), "there are changes to commit")


# What is built


def build() -> tuple[Path, Path]:
    """Build wheel and sdist into `dist/`; return their paths."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST, ROOT)
    run(sys.executable, "-m", "twine", "check", "--strict", *DIST.iterdir())
    (wheel,), (sdist,) = DIST.glob("*.whl"), DIST.glob("*.tar.gz")
    return wheel, sdist


def check_contents(wheel: Path, sdist: Path) -> None:
    """Check that wheel and sdist hold what they should, nothing else, and are not too large."""
    for path in (wheel, sdist):
        size, most = path.stat().st_size, LARGEST[path.suffix]
        demand(size <= most, f"{path.name} has {size:,} bytes, more than {most:,}")
        print(f"  {path.name}: {size / MEGABYTE:.1f} MB")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    for name in NEEDED:
        demand(name in names, f"{wheel.name} lacks {name}")
    for name in names:
        top = name.partition("/")[0]
        demand(top == "bridgehead" or top.endswith(".dist-info"), f"{wheel.name} holds {name}")
        demand(top != "bridgehead" or Path(name).suffix in SUFFIXES, f"{wheel.name} holds {name}")
    with tarfile.open(sdist) as archive_:
        tops = {name.split("/")[1] for name in archive_.getnames() if "/" in name}
    demand(tops <= SOURCES, f"{sdist.name} holds {sorted(tops - SOURCES)}")


# What was built is tried


def install(wheel: Path, folder: Path) -> Path:
    """Install the wheel with its servers into a clean environment; return its Python."""
    run(sys.executable, "-m", "venv", folder / "venv")
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    run(python, "-m", "pip", "install", "--quiet", "--no-compile", f"{wheel}[serve]", "mypy")
    return python


def example() -> str:
    """Return the program of docs/python.md."""
    page = ROOT.joinpath("docs/python.md").read_text(encoding="utf-8")
    return str(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0])


def check_types(python: Path, folder: Path) -> None:
    """Check that the example of docs/python.md passes a strict type checker."""
    folder.joinpath("example.py").write_text(example(), encoding="utf-8")
    run(python, "-m", "mypy", "--strict", "--config-file=", "example.py", folder=folder)


def play(python: Path, folder: Path) -> None:
    """Play a game of every title."""
    listing = "import bridgehead as bh; print(*{i.title_object.package: i.id for i in bh.games()}.values())"  # noqa: E501
    for game in run(python, "-c", listing, folder=folder, BRIDGEHEAD_JIT="0").split():
        run(python, "-m", "bridgehead", "simulate", game, "--games", "1", folder=folder,
            BRIDGEHEAD_JIT="0")  # fmt: skip
        print(f"  played {game}")


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextlib.contextmanager
def server(python: Path, folder: Path, *words: str) -> Iterator[str]:
    """Run a server of the installed package.

    Yield its address. ReleaseError if it exits with an error.
    """
    port = free_port()
    environment = {**os.environ, "BRIDGEHEAD_DATA": str(folder / words[0]), "BRIDGEHEAD_JIT": "0"}
    process = subprocess.Popen(
        [python, "-m", "bridgehead", *words, "--port", str(port)],
        cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=30)
    demand(
        process.returncode == 0, f"bridgehead {words[0]} ended with {process.returncode}:\n{told}"
    )


def answers(address: str, seconds: float = 60) -> bytes:
    """Return the response of an address, as soon as there is one."""
    until = time.monotonic() + seconds
    while True:
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                return bytes(answer.read())
        except OSError as error:
            if time.monotonic() > until:
                raise ReleaseError(f"{address} does not answer: {error}") from error
            time.sleep(0.2)


def start_servers(python: Path, folder: Path) -> None:
    """Start both servers and check that each shows its page."""
    with server(python, folder, "play", "--no-browser") as address:
        answers(f"{address}/api/ready")
        demand(b"<html" in answers(f"{address}/"), "bridgehead play shows no page")
    with server(python, folder, "serve", "--host", "127.0.0.1") as address:
        answers(f"{address}/readyz")
        demand(b"<html" in answers(f"{address}/"), "bridgehead serve shows no lobby")


def release(version: str, dry: bool) -> None:
    """Do all steps of a release. ReleaseError says what is wrong."""
    print("version, changelog, citation, tag")
    check_texts(version, dry)
    print("building and checking")
    wheel, sdist = build()
    check_contents(wheel, sdist)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print("installing the wheel in a clean environment")
        python = install(wheel, folder)
        check_types(python, folder)
        play(python, folder)
        print("starting both servers")
        start_servers(python, folder)
    if dry:
        print(f"{version} can be released; no tag was made")
        return
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Bridgehead {version}")
    print(f"tagged v{version}. Next: git push origin v{version}; twine upload dist/*")


def main() -> int:
    """Release a version, or print why not."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("version")
    parser.add_argument("--dry", action="store_true", help="stop before the tag")
    args = parser.parse_args()
    try:
        release(args.version, args.dry)
    except ReleaseError as error:
        print(f"not released: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
