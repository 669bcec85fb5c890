"""The night: every test in every way, in parts of at most 20 minutes on two idle cores.

python -m tests.night          # all parts, one after the other: `make nightly`
python -m tests.night 3        # one of them: `make nightly PART=3`
python -m tests.night today    # the one whose turn it is: each has its day of the year
"""

from __future__ import annotations

import datetime
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
COVERAGE = (sys.executable, "-m", "coverage")
BRIDGEHEAD = (sys.executable, "-m", "bridgehead")
RESEARCH = ("analysis", "engine", "envs", "examples", "lab", "learning", "scripted")


@dataclass(frozen=True)
class Part:
    """Some tests, and the way in which they run."""

    name: str
    where: tuple[str, ...] = ()  # folders and files of `tests`; none: all
    share: tuple[int, int] = (1, 1)  # which of how many equal shares of these tests
    marks: str = ""  # an expression that selects tests; none: all
    way: str = "compiled"  # "plain" with coverage, "compiled", or compiled with "bounds" checks

    def takes(self, file: Path) -> bool:
        """Whether tests of a file of `tests` are among these."""
        return not self.where or any((HERE / each) in (file, *file.parents) for each in self.where)

    @property
    def pytest(self) -> list[str]:
        """The arguments for pytest."""
        jobs = ["-n", os.environ.get("JOBS", "2"), "--dist", "worksteal"]
        places = [f"tests/{each}" for each in self.where] or ["tests"]
        return ["-q", *jobs, "-m", self.marks, "--share", "{}/{}".format(*self.share), *places]

    @property
    def environment(self) -> dict[str, str]:
        """What is set while it runs."""
        jit = {"BRIDGEHEAD_JIT": "0" if self.way == "plain" else "1"}
        # What is freed is overwritten: a kernel that still reads it is found out.
        more = {"compiled": {"MALLOC_PERTURB_": "85"}, "bounds": {"BRIDGEHEAD_BOUNDSCHECK": "1"}}
        return jit | more.get(self.way, {})

    @property
    def commands(self) -> list[Sequence[str]]:
        """What is run, one after the other; the first that fails ends it."""
        tests = ["-m", "pytest", *self.pytest]
        if self.way == "plain":
            collected = [(*COVERAGE, "combine", "--quiet"), (*COVERAGE, "report")]
            return [(*COVERAGE, "erase"), (*COVERAGE, "run", *tests), *collected]
        return [(*BRIDGEHEAD, "warm", "--envs"), (sys.executable, *tests)]

    def run(self) -> bool:
        """Run it; say whether it is green."""
        began = time.monotonic()
        environment = os.environ | self.environment
        green = all(
            subprocess.run(each, env=environment, check=False).returncode == 0
            for each in self.commands
        )
        minutes = (time.monotonic() - began) / 60
        print(f"== {self.name}: {'green' if green else 'RED'} after {minutes:.1f} minutes")
        return green


def shares(count: int, name: str, *where: str) -> list[Part]:
    """Return so many parts of equal size."""
    return [
        Part(f"{name}, {number} of {count}", where, (number, count))
        for number in range(1, count + 1)
    ]


CORE = ("core", "records", "reference", "rules", "titles")
OTHERS = (
    "cli", "docs", "mcp_server", "packaging", "points", "render", "server", "terminal", "urn",
    "test_benchmarks.py", "test_folders.py", "test_imports.py", "test_night.py", "test_readme.py",
    "test_sizes.py", "test_tiers.py",
)  # fmt: skip
# Whoever adds a folder adds it to a part: tests/test_night.py fails until then.
PARTS = (
    Part("rules as plain Python, with coverage", marks="plain and not slow", way="plain"),
    Part("compiled: core, rules and titles", CORE),
    Part("compiled: players", ("players",)),
    Part("compiled: research, lab and engines", RESEARCH),
    *shares(2, "secrecy", "secrecy"),
    *shares(3, "page", "web"),
    Part("server for many", ("online",)),
    Part("commands, terminal, server of one, documents", OTHERS),
    Part("bounds checks: core, rules and titles", CORE, marks="not slow", way="bounds"),
    Part(
        "bounds checks: players and research",
        ("players", "secrecy", *RESEARCH), marks="not slow", way="bounds",
    ),
    Part(
        "bounds checks: commands, terminal, servers, page",
        ("online", "web", *OTHERS), marks="not slow", way="bounds",
    ),
)  # fmt: skip


def share_of(names: Sequence[str], share: tuple[int, int]) -> set[str]:
    """Return the names of one of several equal shares."""
    number, count = share
    return set(sorted(names)[number - 1 :: count])


def chosen(word: str, today: datetime.date) -> Sequence[Part]:
    """Return the parts that a word names. ValueError for a word that names none."""
    if not word:
        return PARTS
    if word == "today":
        return [PARTS[today.timetuple().tm_yday % len(PARTS)]]
    if word.isdecimal() and 0 < int(word) <= len(PARTS):
        return [PARTS[int(word) - 1]]
    raise ValueError(f"PART={word}: is a number from 1 to {len(PARTS)}, or `today`")


def main(words: Sequence[str]) -> int:
    """Run what is named; return 1 where a part is red, 2 where there is no such part."""
    try:
        parts = chosen("".join(words), datetime.date.today())
    except ValueError as error:
        print(error)
        return 2
    red = []
    for part in parts:
        print(f"== part {PARTS.index(part) + 1} of {len(PARTS)}: {part.name}", flush=True)
        if not part.run():
            red.append(part.name)
    print(f"red: {'; '.join(red)}" if red else "the night is green")
    return int(bool(red))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
