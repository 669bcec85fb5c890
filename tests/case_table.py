"""Write docs/rules/<title>.md: every case of a rulebook, the modules that hold it, its tests.

    python -m tests.case_table

A test belongs to the case in its name: `test_4_5_…` to 4.5 (of Across Suez: in the first edition),
`test_reprint_15_4_…` to 15.4 of the reprint. A module belongs to a case when a docstring in it
names the case in brackets. tests/rules/test_case_table.py fails while a case has no test, or while
a table on disk is not the one that this makes.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bridgehead.core.titles.rules_text import RuleText
from bridgehead.titles.across_suez.words import rules_text as across_suez
from bridgehead.titles.middle_east_battles.words import rules_text as middle_east_battles
from bridgehead.titles.october_war.words import rules_text as october_war

ROOT = Path(__file__).parent.parent

# The cases of the 1980 edition that rule something (1.0 and 2.1 to 2.4 describe the box).
FIRST = [
    "3.0",
    "4.0",
    "4.1",
    "4.2",
    "4.3",
    "4.4",
    "4.5",
    "5.0",
    "5.1",
    "5.2",
    "5.3",
    "5.4",
    "5.5",
    "5.6",
    "6.0",
    "6.1",
    "6.2",
    "6.3",
    "6.4",
    "6.5",
    "6.6",
    "7.0",
    "7.1",
    "7.2",
    "7.3",
    "7.4",
    "8.0",
    "8.1",
    "8.2",
    "9.0",
    "9.1",
    "9.2",
    "10.0",
    "11.0",
    "11.1",
    "11.2",
    "11.3",
    "11.4",
    "11.5",
    "11.6",
    "12.0",
    "12.1",
    "12.2",
    "12.3",
    "13.0",
    "13.1",
    "13.2",
    "13.3",
    "13.4",
    "13.5",
    "14.0",
    "14.1",
    "14.2",
]

# The cases of the reprint, each with those of 1980 that say the same ("" where none does).
REPRINT = {
    "4.1": "3.0", "4.2": "3.0", "4.3": "3.0", "5.1": "4.0", "5.2": "4.1 4.3 4.4 4.5", "5.3": "4.2",
    "5.4": "4.2", "5.5": "6.6", "6.0": "4.5", "6.1": "4.5", "7.1": "5.1 5.3 5.4 5.5",
    "7.2": "6.0 6.1 6.2", "7.3": "6.3", "7.4.1": "6.5", "7.4.2": "6.4 5.6", "8.0": "12.0 12.1 12.2",
    "9.1": "13.3 13.4", "9.2": "13.0 13.1 13.2", "9.3": "13.5", "10.0": "8.0 8.1 8.2",
    "11.0": "7.1 7.2 7.3", "11.1": "7.4", "12.1": "9.1 9.2", "12.2": "10.0", "13.1": "11.0 11.1",
    "13.2": "11.2", "13.3": "11.4", "14.1": "14.0 14.1 11.5", "14.2": "", "15.1": "", "15.2": "",
    "15.3": "", "15.4": "", "15.5": "", "15.6": "",
}  # fmt: skip

# Chapters 3 to 10 of Middle East Battles: the number of cases in each. One rulebook, one numbering.
CHAPTERS = {3: 4, 4: 3, 5: 15, 6: 3, 7: 19, 8: 19, 9: 16, 10: 14}
INTRODUCTIONS = ("9.1", "10.1")  # which rule nothing
SECTIONS = {3: "3 to 8: both games", 9: "9: Suez '56", 10: "10: El Arish '67"}

# Chapters 2 to 28 of October War: the number of cases in each; chapter 28 is the chart of events.
OCTOBER_CHAPTERS = {
    3: 3, 4: 4, 5: 4, 6: 3, 7: 5, 8: 3, 9: 9, 10: 12, 11: 4, 12: 5, 13: 10, 14: 4, 15: 10, 16: 6,
    17: 5, 18: 9, 19: 11, 20: 12, 21: 8, 22: 4, 23: 5, 24: 4, 25: 7, 26: 3, 27: 2,
}  # fmt: skip
OCTOBER_SECTIONS = {
    2: "2 to 5: map, victory, set-up", 6: "6 to 12: sequence, forces, stacking",
    13: "13 and 14: movement", 15: "15 to 17: ground combat", 18: "18 to 20: air",
    21: "21 to 25: water, allies, special units, barrage, reserves",
    26: "26 to 28: EW, fog, events",
}  # fmt: skip

Tests = dict[str, list[str]]
Row = tuple[str, str, str, list[str], list[str]]  # section, case, title, modules, tests


@cache
def _rows(title: Title) -> list[Row]:
    return title.find(title)


@dataclass(frozen=True)
class Title:
    """A title with its table: where its sources and tests lie, and how its rows are found."""

    folder: str
    document: str
    name: str
    note: str
    find: Callable[[Title], list[Row]]

    @property
    def sources(self) -> Path:
        """The title's package."""
        return ROOT / "src" / "bridgehead" / "titles" / self.folder

    @property
    def tests(self) -> Path:
        """Its case tests."""
        return ROOT / "tests" / "rules" / self.folder

    @property
    def path(self) -> Path:
        """Where its table is written."""
        return ROOT / "docs" / "rules" / self.document

    def rows(self) -> list[Row]:
        """Return a row for every case of every edition."""
        return _rows(self)

    def table(self) -> str:
        """Return the whole document."""
        lines = [f"# {self.name}: cases, modules, tests", "", self.note]
        section = ""
        for of, case, title, modules, tests in self.rows():
            if of != section:
                section = of
                lines += ["", f"## {of}", "", "| case | | modules | tests |", "|---|---|---|---|"]
            shown = [test.split("::")[1].removeprefix("test_") for test in tests]
            listed = "<br>".join(f"`{name}`" for name in shown) or "**none**"
            lines.append(f"| {case} | {title} | {'<br>'.join(modules)} | {listed} |")
        return "\n".join(lines) + "\n"


def tests_by_case(tests: Path) -> tuple[Tests, Tests]:
    """Return the tests of each case: of the first edition, and of the reprint alone."""
    first: Tests = defaultdict(list)
    reprint: Tests = defaultdict(list)
    for path in sorted(tests.glob("test_*.py")):
        for name in re.findall(
            r"^def (test_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE
        ):
            found = re.match(r"test_(reprint_)?(\d+(?:_\d+)+)_", name)
            if found:
                case = found[2].replace("_", ".")
                (reprint if found[1] else first)[case].append(f"{path.name}::{name}")
    return first, reprint


def modules_by_case(sources: Path) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    """Return the modules whose docstrings name each case: of the first edition, of the reprint."""
    first: dict[str, set[str]] = defaultdict(set)
    reprint: dict[str, set[str]] = defaultdict(set)
    for path in sorted(sources.rglob("*.py"), key=lambda path: path.name):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        holders = (ast.Module, ast.FunctionDef, ast.ClassDef)
        texts = [
            ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, holders)
        ]
        for bracket in re.findall(r"\[([^\]]*\d[^\]]*)\]", "\n".join(texts)):
            into = reprint if bracket.startswith("reprint") else first
            for case in _cases_in(bracket):
                into[case].add(path.name)
    return first, reprint


def _cases_in(bracket: str) -> list[str]:
    """Return the case numbers in a bracket; "4.1 to 4.5" means all from one to the other."""
    found = re.search(r"(\d+)\.(\d+) to (\d+)\.(\d+)", bracket)
    if found and found[1] == found[3]:
        return [f"{found[1]}.{n}" for n in range(int(found[2]), int(found[4]) + 1)]
    return re.findall(r"\d+(?:\.\d+)+", bracket)


def titles(rules: Iterable[RuleText]) -> dict[str, str]:
    """Return a title for each case that the rules in short have one for."""
    found: dict[str, str] = {}
    for rule in rules:
        case = re.sub(r"\(\d+\)$", "", rule.case)
        found.setdefault(case, rule.title)
    return found


def _across_suez(title: Title) -> list[Row]:
    first_tests, reprint_tests = tests_by_case(title.tests)
    first_modules, reprint_modules = modules_by_case(title.sources)
    found = []
    names = titles(across_suez.rules_text("across-suez-1980"))
    for case in FIRST:
        # a general rule (4.0) is what its cases (4.1 …) say together
        family = [case] if not case.endswith(".0") else _family(case, FIRST)
        tests = first_tests.get(case) or [t for one in family for t in first_tests.get(one, [])]
        modules = {m for one in family for m in first_modules.get(one, set())}
        found.append(("1980, 1995", case, names.get(case, ""), sorted(modules), tests))
    names = titles(across_suez.rules_text("across-suez-reprint"))
    for case, same in REPRINT.items():
        own = [t for key, ts in reprint_tests.items() if _within(key, case) for t in ts]
        tests = own + [t for one in same.split() for t in first_tests.get(one, [])]
        modules = {m for key, ms in reprint_modules.items() if _within(key, case) for m in ms}
        modules |= {m for one in same.split() for m in first_modules.get(one, set())}
        found.append(("reprint", case, names.get(case, ""), sorted(modules), tests))
    return found


def _family(case: str, cases: list[str]) -> list[str]:
    section = case.split(".", maxsplit=1)[0]
    return [one for one in cases if one.split(".")[0] == section]


def _within(case: str, of: str) -> bool:
    return case == of or case.startswith(f"{of}.")


def _middle_east_battles(title: Title) -> list[Row]:
    tests, _ = tests_by_case(title.tests)
    modules, _ = modules_by_case(title.sources)
    names: dict[str, list[str]] = defaultdict(list)
    for game in ("suez-56", "el-arish-67"):
        for case, name in titles(middle_east_battles.rules_text(game)).items():
            if name not in names[case]:
                names[case].append(name)
    found = []
    section = ""
    for chapter, count in CHAPTERS.items():
        section = SECTIONS.get(chapter, section)
        for case in (f"{chapter}.{n}" for n in range(1, count + 1)):
            if case in INTRODUCTIONS:
                continue
            shown = "; ".join(names[case])
            found.append((section, case, shown, sorted(modules.get(case, ())), tests[case]))
    return found


def modules_by_chapter(sources: Path) -> dict[str, set[str]]:
    """Return the modules whose own docstring names a chapter, as in "[9, rulings 20 to 28]"."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(sources.rglob("*.py"), key=lambda path: path.name):
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        for named in re.findall(r"\[([^\]]*)\]|(?:Chapter|Case)s? ([\d., a-z]*)", text):
            chapters = re.split("ruling", re.sub(r"\(\d+\)", "", "".join(named)))[0]
            for one in re.findall(r"(?<![\d.])\d+(?![\d.]*\d)", chapters):
                found[one].add(path.name)
            for case in _cases_in(chapters):
                found[case].add(path.name)
    return found


def _october_war(title: Title) -> list[Row]:
    tests, _ = tests_by_case(title.tests)
    modules, _ = modules_by_case(title.sources)
    chapters = modules_by_chapter(title.sources)
    names = titles(october_war.rules_text("october-war"))
    cases = ["2.3", "2.6"]
    for chapter, count in OCTOBER_CHAPTERS.items():
        cases += [f"{chapter}.{n}" for n in range(1, count + 1)]
    cases.append("28.0")
    found = []
    section = ""
    for case in cases:
        section = OCTOBER_SECTIONS.get(int(case.split(".")[0]), section)
        held = modules.get(case, set()) | chapters.get(case, set())
        if all(name.startswith("reasons") for name in held):  # these only tell of the rule
            held = held | chapters.get(case.split(".")[0], set())
        held = {name for name in held if not name.startswith("reasons")}
        own = [test for key, some in tests.items() if _within(key, case) for test in some]
        found.append((section, case, names.get(case, ""), sorted(held), own))
    return found


TITLES = [
    Title(
        "across_suez",
        "across-suez.md",
        "Across Suez",
        "Generated by `make tables`; do not edit. Tests run over every edition that has the case.",
        _across_suez,
    ),
    Title(
        "middle_east_battles",
        "middle-east-battles.md",
        "Middle East Battles",
        "Generated by `make tables`; do not edit.",
        _middle_east_battles,
    ),
    Title(
        "october_war",
        "october-war.md",
        "October War",
        "Generated by `make tables`; do not edit. A number in brackets in a module is a case if it "
        "has a dot, a ruling if it has none.",
        _october_war,
    ),
]


if __name__ == "__main__":
    for one in TITLES:
        one.path.parent.mkdir(parents=True, exist_ok=True)
        one.path.write_text(one.table(), encoding="utf-8")
        print(f"wrote {one.path.relative_to(ROOT)}")
