"""A checkout whose computer players are those of a former commit, on the rules and data of today.

    python -m benchmarks.former_player FOLDER [--commit d87abe5] [--base HEAD]

FOLDER becomes a git worktree of the base, with former files in place of today's, which nobody
should commit. It is an engine for matches against today's players (`bridgehead ladder`):

    PYTHONPATH=FOLDER/src python -m bridgehead engine --player general@0.15

The former commit gives the search, how far a title's rollouts go and when a plan is better, the
nets, the learned weights and the sergeants; there is no opening book. Rules and data are those of
the base. So are features, random play and what is drawn for hidden counters: what they do has not
changed since d87abe5. On the data of that commit the two make the same choices
(`docs/experiments.md`).

It reads the layout of d87abe5 and writes that of b6655d5. With another base it may find something
missing, and stop.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from pathlib import Path

COMMIT = "d87abe5"
TITLES = ("across_suez", "middle_east_battles", "october_war")
SETTINGS = ("LONGEST", "AHEAD", "SPREAD", "DOUBT")  # of a title's `thinking.py`
ROOMS = ("", "rules/", "player/", "data/")  # in which a title's modules are today
# what the former search calls otherwise than today's
SEARCH = (
    ("players.mind import Mind", "players.agent import Agent as Mind"),
    ("WORLDS = 6", "WORLDS = DETERMINIZATIONS = 6"),
    ("root: State, budget: Budget)", "root: State, budget: Budget, crew: object = None)"),
    ("default_factory=time.perf_counter)", "default_factory=lambda: time.perf_counter())"),
    ("    spent: float = 0.0\n", "    spent: float = 0.0\n    deadline: float | None = None\n"),
    ("mind.imagine(", "mind.determinize("),
    ("mind.draft(", "mind.principal_line("),
    ("mind.look(", "mind.rollout("),
)  # fmt: skip


def git(*command: str) -> str:
    """Return what git prints."""
    return subprocess.run(("git", *command), check=True, text=True, stdout=subprocess.PIPE).stdout


class Checkout:
    """A worktree of a base that gets the player of a former commit."""

    def __init__(self, folder: Path, commit: str, base: str) -> None:
        self.source, self.commit = folder / "src", commit
        self.package = self.source / "bridgehead"
        git("worktree", "add", "--quiet", "--detach", str(folder), base)

    def former(self, path: str) -> str:
        """Return a file of the package as it was."""
        return git("show", f"{self.commit}:src/bridgehead/{path}")

    def names(self, folder: str) -> list[str]:
        """Return the names of the files that a folder of the package had."""
        there = f"{self.commit}:src/bridgehead/{folder}"
        return git("ls-tree", "--name-only", there).split()

    def write(self, path: str, text: str) -> None:
        (self.package / path).write_text(text, encoding="utf-8")

    def change_search(self) -> None:
        """Bring the former search, nets and no books."""
        text = self.former("players/search.py")
        for old, new in SEARCH:
            text = replaced(text, old, new)
        self.write("players/search.py", text)
        for name in self.names("players/weights"):
            self.write(f"players/weights/{name}", self.former(f"players/weights/{name}"))
        for book in (self.package / "players" / "books").glob("*.json"):
            book.unlink()

    def change_title(self, title: str) -> None:
        """Bring a title's former sergeants, learned weights and settings."""
        home = f"titles/{title}"
        for name in self.names(title):
            if name.startswith("sergeant") or name == "march.py":
                text = self.moved(title, self.former(f"{title}/{name}"))
                self.write(f"{home}/player/{name}", text)
        self.write(f"{home}/data/learned_weights.toml", self.former(f"{title}/data/temper.toml"))
        former, path = self.former(f"{title}/thinking.py"), f"{home}/player/thinking.py"
        text = (self.package / path).read_text(encoding="utf-8")
        for name in SETTINGS:
            line = line_of(former, name)
            if name == "DOUBT":  # was one number for all ranks
                number = line.partition(" = ")[2].partition("#")[0].strip()
                line = f'DOUBT = {{"captain": {number}, "general": {number}}}'
            text = replaced(text, line_of(text, name), line)
        # dice of rollouts came one after the other
        text = text.replace("player.luck import roll_by_luck", "player.playout import roll")
        self.write(path, text.replace("roll=roll_by_luck", "roll=roll"))

    def moved(self, title: str, text: str) -> str:
        """Return a former module with the names that its modules and fields have today."""
        old, new = f"from bridgehead.{title}", f"from bridgehead.titles.{title}"

        def place(found: re.Match[str]) -> str:
            modules = (f"titles/{title}/{room}{found[1]}" for room in ROOMS)
            place = next(one for one in modules if (self.package / f"{one}.py").exists())
            return f"from bridgehead.{place.replace('/', '.')} import"

        text = text.replace(f"{old} import temper", f"{new}.data import heuristic_weights")
        text = text.replace(f"{old} import state", f"{new} import state")
        text = text.replace(f"{old} import sergeant", f"{new}.player import sergeant")
        text = re.sub(rf"{re.escape(old)}\.(\w+) import", place, text)
        return text.replace("b.temper[", "b.weights[")


def line_of(text: str, name: str) -> str:
    """Return the line that gives a name its value."""
    return next(line for line in text.splitlines() if line.startswith(f"{name} = "))


def replaced(text: str, old: str, new: str) -> str:
    """Return a text with something replaced that has to be in it."""
    assert old in text, f"not found: {old}"
    return text.replace(old, new)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--commit", default=COMMIT)
    parser.add_argument("--base", default="HEAD")
    given = parser.parse_args()
    checkout = Checkout(given.folder, given.commit, given.base)
    checkout.change_search()
    for title in TITLES:
        checkout.change_title(title)


if __name__ == "__main__":
    main()
