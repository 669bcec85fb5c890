"""Switch single rules off and see whether a test notices; write docs/mutation.md.

    python -m tests.mutation [--titles across_suez …] [--modules combat movement …] [--most N]
        [--jobs N]

The rules run as plain Python. Each mutant is one change in one function of a rules module: a
condition that never holds or always does, a comparison turned, one part of an `and` or `or` left
out. The function's code is swapped in a forked process, and tests run there until the first fails.

There are three stages. The case tests come first. A mutant that they let pass is tried with the
recorded games of its title, and one that those let pass with the comparison against the
independent generator. The last two stages have a limit of time for each mutant.

A test can only notice a mutant if the changed condition comes out differently somewhere in that
test. So each stage begins with one run of its tests against the rules as they are, with a probe in
the place of every mutant. Afterwards a mutant is tried with the tests that it can make a difference
to, the quickest first; the others would pass as they did before. The first run of the last two
stages has a limit of time, too: tests that it leaves out are not used.

What survives is a rule that could be switched off unnoticed, or a change that changes nothing. The
report lists it, to be looked at by a person. The report keeps the chapters that a run does not
write: those of other titles, and the one at the end, which people write.
"""

from __future__ import annotations

import argparse
import ast
import copy
import functools
import importlib
import json
import operator
import os
import pickle
import signal
import sys
import time
import types
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

os.environ["BRIDGEHEAD_JIT"] = "0"

import pytest

from bridgehead.core.titles import games
from bridgehead.titles.loading import load

ROOT = Path(__file__).parent.parent
REPORT = ROOT / "docs" / "mutation.md"

TITLES = {"across_suez": "Across Suez", "middle_east_battles": "Middle East Battles",
          "october_war": "October War"}  # fmt: skip
MODULES = {
    "across_suez": (
        "zones", "movement", "canal", "reinforcement", "artillery", "combat", "victory", "legal",
        "sequence",
    ),
    "middle_east_battles": (
        "zones", "movement", "moves", "landings", "declare", "duties", "combat", "fire",
        "aftermath", "retreat", "advance", "victory", "legal", "legal_moves", "sequence",
    ),
    "october_war": (
        "codes", "places", "setup", "events", "reorganize", "components", "mobilize", "refit",
        "arrivals", "allies", "movement", "flights", "looks", "view", "air", "strikes", "strategic",
        "umbrella", "defense", "raids", "barrage", "battle", "fire", "damage", "losses", "retreat",
        "ways", "going_back", "administration", "victory", "sequence",
    ),
}  # fmt: skip

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "Eq": operator.eq, "NotEq": operator.ne, "Lt": operator.lt, "LtE": operator.le,
    "Gt": operator.gt, "GtE": operator.ge, "In": lambda a, b: a in b,
    "NotIn": lambda a, b: a not in b,
}  # fmt: skip


@dataclass(frozen=True)
class Stage:
    """Some tests of a title, and how many seconds of them are used: in all, and for a mutant."""

    name: str
    files: str
    in_all: float = 1e9
    for_one: float = 1e9


STAGES = (
    Stage("case tests", "tests/rules/{title}"),
    Stage("records", "tests/records/test_records.py", 120, 30),
    Stage("reference", "tests/titles/{title}/test_against_reference.py", 120, 30),
)


# Mutants


@dataclass(eq=False)
class Mutant:
    """One change in a function, and what came of it."""

    title: str
    module: str
    function: ast.FunctionDef
    node: int  # which node of the function is changed, in the order of `ast.walk`
    kind: int  # which of the changes that the node allows
    number: int = 0
    noticed: str = ""  # by which stage
    tests: int = 0  # in how many its condition comes out differently

    @property
    def line(self) -> int:
        """The line of the change in the module."""
        return getattr(list(ast.walk(self.function))[self.node], "lineno", self.function.lineno)

    @property
    def change(self) -> str:
        """The change in words."""
        return self.changed()[1]

    def changed(self) -> tuple[ast.FunctionDef, str]:
        """Return the changed function, and the change in words."""
        twin = copy.deepcopy(self.function)
        return twin, _mutate(list(ast.walk(twin))[self.node], self.kind)


def mutants_of(title: str, module: str) -> Iterator[Mutant]:
    """Yield every mutant of a module, function by function."""
    source = ROOT / "src" / "bridgehead" / "titles" / title / "rules" / f"{module}.py"
    for function in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(function, ast.FunctionDef):
            for number, node in enumerate(ast.walk(function)):
                for kind in range(_changes(node)):
                    yield Mutant(title, module, function, number, kind)


def sample(mutants: list[Mutant], most: int) -> list[Mutant]:
    """Return at most so many mutants, spread evenly; all of them where `most` is 0."""
    if most and len(mutants) > most:
        step = len(mutants) / most
        mutants = [mutants[int(i * step)] for i in range(most)]
    for number, mutant in enumerate(mutants):
        mutant.number = number
    return mutants


def _changes(node: ast.AST) -> int:
    if isinstance(node, (ast.If, ast.While)):
        return 1 if isinstance(node, ast.While) else 2
    if isinstance(node, ast.Compare):
        return 1 if type(node.ops[0]) in TURNED else 0
    if isinstance(node, ast.BoolOp):
        return len(node.values)
    return 0


def _mutate(node: ast.AST, kind: int) -> str:
    """Change the node in place; return the change in words."""
    if isinstance(node, (ast.If, ast.While)):
        said = ast.unparse(node.test)
        node.test = ast.Constant(value=bool(kind))
        return f"`{said}` is always {bool(kind)}"
    if isinstance(node, ast.Compare):
        said = ast.unparse(node)
        node.ops[0] = TURNED[type(node.ops[0])]()
        return f"`{said}` becomes `{ast.unparse(node)}`"
    assert isinstance(node, ast.BoolOp)
    said = ast.unparse(node.values[kind])
    del node.values[kind]
    if len(node.values) == 1:
        node.values.append(copy.deepcopy(node.values[0]))
    return f"without `{said}`"


def plain_function(title: str, module: str, name: str) -> types.FunctionType:
    """Return the loaded function of a kernel, or that behind an entry point."""
    found = getattr(importlib.import_module(f"bridgehead.titles.{title}.rules.{module}"), name)
    found = found.func if isinstance(found, functools.partial) else found
    assert isinstance(found, types.FunctionType)
    return found


def swap(title: str, module: str, tree: ast.FunctionDef) -> None:
    """Put other code into a loaded function, wherever it was imported to."""
    tree.decorator_list = []
    whole = ast.fix_missing_locations(ast.Module(body=[tree], type_ignores=[]))
    original = plain_function(title, module, tree.name)
    space = dict(original.__globals__)
    exec(compile(whole, f"<mutant of {module}>", "exec"), space)
    original.__code__ = space[tree.name].__code__


# Probes: what difference a mutant could make

seen: set[int] = set()  # numbers of the mutants whose condition would have come out differently


def _noted(number: int, when: bool, value: Any) -> Any:
    if bool(value) == when:
        seen.add(number)
    return value


def _compared(number: int, is_: str, turned: str, one: Any, other: Any) -> Any:
    found = COMPARE[is_](one, other)
    if bool(found) != bool(COMPARE[turned](one, other)):
        seen.add(number)
    return found


def _reached(number: int) -> bool:
    seen.add(number)
    return False


class Probes(ast.NodeTransformer):
    """Puts a probe in the place of every mutant of a function, which then does what it did."""

    def __init__(self, mutants: list[Mutant], function: ast.FunctionDef) -> None:
        self.tree = copy.deepcopy(function)
        nodes = list(ast.walk(self.tree))
        self.at: dict[int, list[Mutant]] = {}
        for mutant in mutants:
            self.at.setdefault(id(nodes[mutant.node]), []).append(mutant)
        self.visit(self.tree)

    def visit(self, node: ast.AST) -> Any:
        mutants = self.at.get(id(node), ())
        self.generic_visit(node)
        for mutant in mutants:
            if isinstance(node, (ast.If, ast.While)):
                node.test = _call(_noted, mutant.number, not mutant.kind, node.test)
            elif isinstance(node, ast.BoolOp):
                part, parts = mutant.kind, node.values
                parts[part] = _call(_noted, mutant.number, isinstance(node.op, ast.Or), parts[part])
            else:
                assert isinstance(node, ast.Compare)
                return self._compare(node, mutant.number)
        return node

    def _compare(self, node: ast.Compare, number: int) -> ast.expr:
        if len(node.ops) > 1:  # noted whenever it is reached, which is more than need be
            return ast.BoolOp(ast.Or(), [_call(_reached, number), node])
        is_ = type(node.ops[0])
        words = is_.__name__, TURNED[is_].__name__
        return _call(_compared, number, *words, node.left, node.comparators[0])


def _call(function: Callable[..., Any], *arguments: Any) -> ast.Call:
    nodes = [a if isinstance(a, ast.expr) else ast.Constant(a) for a in arguments]
    return ast.Call(ast.Name(function.__name__, ast.Load()), nodes, [])


def put_probes(mutants: list[Mutant]) -> None:
    """Put probes into the loaded functions."""
    functions: dict[int, list[Mutant]] = {}
    for mutant in mutants:
        functions.setdefault(id(mutant.function), []).append(mutant)
    for of in functions.values():
        one = of[0]
        names = plain_function(one.title, one.module, one.function.name).__globals__
        names |= {f.__name__: f for f in (_noted, _compared, _reached)}
        swap(one.title, one.module, Probes(of, one.function).tree)


# Running tests in forked processes


@dataclass
class Looked:
    """A test that was run against the rules as they are: its cost, what it could notice."""

    item: pytest.Item
    seconds: float
    mutants: set[int]


class Runner:
    """A pytest plugin: the tests are collected once, and run in a fork for each mutant."""

    def __init__(self, mutants: dict[str, list[Mutant]], jobs: int) -> None:
        self.mutants = mutants
        self.jobs = jobs
        self.minutes: dict[str, float] = {}
        self.used: dict[str, dict[str, str]] = {}  # by title and stage: how many tests

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:  # while collecting
            return True
        for title, mutants in self.mutants.items():
            began = time.time()
            _load_games(title)
            self.used[title] = {}
            for stage in STAGES:
                left = [mutant for mutant in mutants if not mutant.noticed]
                items = tests_of(session, title, stage)
                looked = self._look(session, stage, items, left)
                self._try_all(session, stage, left, looked)
                self.used[title][stage.name] = f"{len(looked)} of {len(items)}"
                still = sum(not mutant.noticed for mutant in left)
                minutes = (time.time() - began) / 60
                print(f"{title}, {stage.name}, {len(looked)} of {len(items)} tests: {len(left)} "
                      f"mutants, {still} survive, {minutes:.1f} minutes", flush=True)  # fmt: skip
            self.minutes[title] = (time.time() - began) / 60
        return True

    def _look(
        self,
        session: pytest.Session,
        stage: Stage,
        items: list[pytest.Item],
        mutants: list[Mutant],
    ) -> list[Looked]:
        """Run tests against the rules as they are, with probes; return them, the quickest first."""
        parts = [items[part :: self.jobs] for part in range(self.jobs if mutants else 0)]
        readers = []
        for part in parts:
            reader, writer = os.pipe()
            if os.fork() == 0:
                os.close(reader)
                _quiet()
                with open(writer, "wb") as pipe:
                    pickle.dump(_looks(session, part, mutants, stage.in_all / self.jobs), pipe)
                os._exit(0)
            os.close(writer)
            readers.append(reader)
        found: list[Looked] = []
        for part, reader in zip(parts, readers, strict=True):
            with open(reader, "rb") as pipe:
                for item, told in zip(part, pickle.load(pipe), strict=False):
                    if told is None:
                        print(f"left out, for it fails without any change: {item.nodeid}")
                    else:
                        found.append(Looked(item, *told))
            os.wait()
        return sorted(found, key=lambda test: test.seconds)

    def _try_all(
        self, session: pytest.Session, stage: Stage, mutants: list[Mutant], looked: list[Looked]
    ) -> None:
        """Run the tests of a stage against each mutant, in so many processes as jobs."""
        running: dict[int, Mutant] = {}

        def wait() -> None:
            child, status = os.wait()
            mutant = running.pop(child)
            mutant.noticed = stage.name if status else ""
            if not status:
                print(f"not noticed by {stage.name}: {_said(mutant)}", flush=True)

        for number, mutant in enumerate(mutants):
            if number and number % 50 == 0:
                print(f"{mutant.title}, {stage.name}: {number} of {len(mutants)}", flush=True)
            different = [test for test in looked if mutant.number in test.mutants]
            mutant.tests += len(different)
            costs = list(accumulate(test.seconds for test in different))
            tests = different[: max(1, bisect(costs, stage.for_one))]
            if not tests:
                print(f"makes no difference in {stage.name}: {_said(mutant)}", flush=True)
                continue
            if len(running) >= self.jobs:
                wait()
            child = os.fork()
            if child == 0:
                _try(session, mutant, tests)
            running[child] = mutant
        while running:
            wait()


def tests_of(session: pytest.Session, title: str, stage: Stage) -> list[pytest.Item]:
    """Return the tests of a stage that are a title's; short records first."""
    files = stage.files.format(title=title)
    items = [item for item in session.items if item.nodeid.startswith(files)]
    if stage.name == "case tests":  # 1995 plays as 1980
        return [item for item in items if "1995" not in item.name]
    if stage.name == "records":
        found = {item: _record(item, title) for item in items}
        items = [item for item, size in found.items() if size]
        return sorted(items, key=lambda item: found[item])
    return items


def _record(item: pytest.Item, title: str) -> int:
    """Return how long the record is that a test replays; 0 for tests of other things."""
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    if "path" not in parameters:
        return 0
    text = parameters["path"].read_text(encoding="utf-8")
    return len(text) if _title_of(json.loads(text)["game"]) == title else 0


def _title_of(game: str) -> str:
    return games.package_of(game).rpartition(".")[2]


def _load_games(title: str) -> None:
    """Load the games of a title, which takes longer than most tests; no rule is asked there."""
    for info in games.games():
        if _title_of(info.id) == title:
            load(info.id)
            for option in info.options:
                load(info.id, **{option: True})


def _quiet() -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.dup2(null, 2)


def _run(session: pytest.Session, item: pytest.Item) -> bool:
    """Run one test; return whether it passed."""
    session.testsfailed = 0
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    return not session.testsfailed


def _looks(
    session: pytest.Session, items: list[pytest.Item], mutants: list[Mutant], seconds: float
) -> list[tuple[float, set[int]] | None]:
    """Return for each test how long it takes, and which mutants it could notice.

    None where it fails. Tests that come when the seconds are over are left out.
    """
    put_probes(mutants)
    found: list[tuple[float, set[int]] | None] = []
    start = time.process_time()
    for item in items:
        began = time.process_time()
        if began - start > seconds:
            break
        seen.clear()
        passed = _run(session, item)
        found.append((time.process_time() - began, set(seen)) if passed else None)
    return found


def _try(session: pytest.Session, mutant: Mutant, tests: list[Looked]) -> None:
    """Run tests against a mutant, and exit with 0 where none of them notices.

    A mutant that loops in a test is stopped by the clock, which counts as noticed.
    """
    _quiet()
    try:
        swap(mutant.title, mutant.module, mutant.changed()[0])
        for test in tests:
            signal.setitimer(signal.ITIMER_PROF, 5 + 5 * test.seconds)
            if not _run(session, test.item):
                os._exit(1)
    except BaseException:  # whatever it is, it was noticed
        os._exit(1)
    os._exit(0)


# The report


def report(
    title: str, mutants: list[Mutant], of_all: int, used: dict[str, str], minutes: float
) -> str:
    """Return a title's chapter of the report."""
    names = [stage.name for stage in STAGES]
    share = sum(bool(mutant.noticed) for mutant in mutants) / max(1, len(mutants))
    some = "all there are" if len(mutants) == of_all else f"of {of_all}, spread evenly"
    tests = ", ".join(f"{number} {name}" for name, number in used.items())
    lines = [
        f"## {TITLES[title]}", "",
        f"{len(mutants)} mutants ({some}), {share:.1%} noticed, in {minutes:.0f} minutes.",
        f"Tests used: {tests}.", "",
        f"| module | mutants | {' | '.join(names)} | none |",
        f"|---|{'---|' * (len(names) + 2)}",
    ]  # fmt: skip
    for module in (*MODULES[title], "all"):
        here = Counter(m.noticed for m in mutants if module in (m.module, "all"))
        cells = (here.total(), *(here[name] for name in names), here[""])
        lines += [f"| {module} | {' | '.join(map(str, cells))} |"] if here else []
    return "\n".join([*lines, "", ""])


def _said(mutant: Mutant) -> str:
    return f"{mutant.module}.{mutant.function.name}, line {mutant.line}: {mutant.change}"


def list_missed(mutants: list[Mutant]) -> None:
    """Print the mutants that the case tests let pass."""
    for one in mutants:
        if one.noticed != STAGES[0].name:
            reached = f"comes out differently in {one.tests or 'no'} tests"
            print(f"not noticed by case tests: {_said(one)}; {one.noticed or reached}")


HEAD = """# Mutation run over the rules

Written by `make mutation`. Each mutant is one changed condition in a module that holds rules. The
rules run as plain Python. First the case tests in `tests/rules` run against a mutant. If none of
them notices, the recorded games of the title in `tests/records` do, and then the comparison with
the independent generator; these two have a limit of time. The tables count each mutant once, where
it was noticed first. The run prints which mutants the case tests let pass.

"""


def write(chapters: dict[str, str]) -> None:
    """Write the chapters into the report, and leave those that are not given as they are."""
    old = REPORT.read_text(encoding="utf-8") if REPORT.exists() else ""
    kept = {part.split("\n", 1)[0]: f"## {part.rstrip()}\n\n" for part in old.split("\n## ")[1:]}
    titles = {name: kept.pop(name, "") for name in TITLES.values()}
    titles |= {TITLES[title]: text for title, text in chapters.items()}
    REPORT.write_text((HEAD + "".join((titles | kept).values())).rstrip() + "\n", encoding="utf-8")
    print(f"wrote {REPORT.relative_to(ROOT)}", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    known = sorted({name for names in MODULES.values() for name in names})
    parser.add_argument("--titles", nargs="+", default=list(TITLES), choices=list(TITLES))
    parser.add_argument(
        "--modules",
        nargs="+",
        choices=known,
        metavar="MODULE",
        help="these only; no report is kept",
    )
    parser.add_argument(
        "--most", type=int, default=240, help="of a title at most so many, spread evenly; 0: all"
    )
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    mutants, of_all = {}, {}
    for title in chosen.titles:
        names = [name for name in MODULES[title] if name in (chosen.modules or known)]
        everyone = [mutant for name in names for mutant in mutants_of(title, name)]
        mutants[title], of_all[title] = sample(everyone, chosen.most), len(everyone)
    runner = Runner(mutants, chosen.jobs)
    paths = {stage.files.format(title=title) for title in mutants for stage in STAGES}
    options = ["-q", "--capture=no", "-p", "no:cacheprovider", "-p", "no:xdist"]
    pytest.main([*options, *sorted(paths)], plugins=[runner])
    chapters = {
        title: report(title, mutants[title], of_all[title], runner.used[title], minutes)
        for title, minutes in runner.minutes.items()
    }
    for title in chapters:
        list_missed(mutants[title])
    if chosen.modules:
        print("\n".join(chapters.values()))
    elif chapters:
        write(chapters)


if __name__ == "__main__":
    main()
