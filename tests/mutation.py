"""Switch single rules off and see whether a case test notices; write docs/mutation.md.

    python -m tests.mutation [--modules combat movement …] [--most N] [--jobs N]

The rules run as plain Python. Each mutant is one change in one function of a rules module: a
condition that never holds or always does, a comparison turned, one part of an `and` or `or` left
out. The function's code is swapped in a forked process, and the case tests run there until the
first fails. What survives is a rule that could be switched off unnoticed, or a change that
changes nothing; the report lists it, to be looked at by a person.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import os
import random
import signal
import sys
import time
import types
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

os.environ["BRIDGEHEAD_JIT"] = "0"

import pytest
from _pytest.main import pytest_runtestloop

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "bridgehead" / "across_suez"
REPORT = ROOT / "docs" / "mutation.md"
MODULES = (
    "zones", "movement", "canal", "reinforcement", "artillery", "combat", "victory", "legal",
    "sequence",
)  # fmt: skip
TESTS = ["tests/rules/across_suez"]
SECONDS = 120  # a mutant that loops is stopped, which counts as noticed

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


@dataclass
class Mutant:
    """One changed function."""

    module: str
    function: str
    line: int
    change: str
    tree: ast.FunctionDef


def mutants_of(module: str) -> Iterator[Mutant]:
    """Yield every mutant of a module, function by function."""
    tree = ast.parse((SOURCES / f"{module}.py").read_text(encoding="utf-8"))
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef):
            continue
        for number, node in enumerate(ast.walk(function)):
            for change in range(_changes(node)):
                twin = copy.deepcopy(function)
                target = next(n for i, n in enumerate(ast.walk(twin)) if i == number)
                what = _mutate(twin, target, change)
                line = getattr(node, "lineno", function.lineno)
                yield Mutant(module, function.name, line, what, twin)


def _changes(node: ast.AST) -> int:
    if isinstance(node, (ast.If, ast.While)):
        return 1 if isinstance(node, ast.While) else 2
    if isinstance(node, ast.Compare):
        return 1 if type(node.ops[0]) in TURNED else 0
    if isinstance(node, ast.BoolOp):
        return len(node.values)
    return 0


def _mutate(function: ast.FunctionDef, node: ast.AST, change: int) -> str:
    """Change the node in place; return the change in words."""
    if isinstance(node, (ast.If, ast.While)):
        said = ast.unparse(node.test)
        node.test = ast.Constant(value=bool(change) and isinstance(node, ast.If))
        return f"`{said}` is always {node.test.value}"
    if isinstance(node, ast.Compare):
        said = ast.unparse(node)
        node.ops[0] = TURNED[type(node.ops[0])]()
        return f"`{said}` becomes `{ast.unparse(node)}`"
    assert isinstance(node, ast.BoolOp)
    said = ast.unparse(node.values[change])
    del node.values[change]
    if len(node.values) == 1:
        node.values.append(copy.deepcopy(node.values[0]))
    return f"without `{said}`"


def swap(mutant: Mutant) -> None:
    """Put the mutant's code into the loaded function, wherever it was imported to."""
    module = importlib.import_module(f"bridgehead.across_suez.{mutant.module}")
    mutant.tree.decorator_list = []
    tree = ast.fix_missing_locations(ast.Module(body=[mutant.tree], type_ignores=[]))
    space: dict[str, object] = dict(vars(module))
    exec(compile(tree, f"<mutant of {mutant.module}>", "exec"), space)
    original, changed = getattr(module, mutant.function), space[mutant.function]
    assert isinstance(original, types.FunctionType)
    assert isinstance(changed, types.FunctionType)
    original.__code__ = changed.__code__


class Runner:
    """A pytest plugin: the case tests are collected once, and run in a fork for each mutant."""

    def __init__(self, mutants: list[Mutant], jobs: int) -> None:
        self.mutants = mutants
        self.jobs = jobs
        self.left: list[Mutant] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        # 1995 plays as 1980; in a mixed order a test that notices comes early
        session.items[:] = [item for item in session.items if "1995" not in item.nodeid]
        random.Random(1).shuffle(session.items)
        running: dict[int, Mutant] = {}
        for number, mutant in enumerate(self.mutants, start=1):
            if len(running) >= self.jobs:
                self._wait(running)
            child = os.fork()
            if child == 0:
                self._try(session, mutant)
            running[child] = mutant
            if number % 25 == 0:
                print(f"{number} of {len(self.mutants)}, {len(self.left)} survive", flush=True)
        while running:
            self._wait(running)
        return True

    def _wait(self, running: dict[int, Mutant]) -> None:
        child, status = os.wait()
        mutant = running.pop(child)
        if status == 0:
            self.left.append(mutant)

    def _try(self, session: pytest.Session, mutant: Mutant) -> None:
        """Run the tests against a mutant, and exit with 0 where none of them notices."""
        signal.alarm(SECONDS)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        try:
            swap(mutant)
            pytest_runtestloop(session)
        except BaseException:  # whatever it is, it was noticed
            os._exit(1)
        os._exit(1 if session.testsfailed else 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--modules", nargs="+", default=list(MODULES), choices=MODULES)
    parser.add_argument("--most", type=int, default=0, help="at most so many, spread evenly")
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    mutants = [mutant for module in chosen.modules for mutant in mutants_of(module)]
    if chosen.most and len(mutants) > chosen.most:
        step = len(mutants) / chosen.most
        mutants = [mutants[int(i * step)] for i in range(chosen.most)]
    began = time.time()
    runner = Runner(mutants, chosen.jobs)
    pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *TESTS], plugins=[runner])
    report(mutants, runner.left, time.time() - began)


def report(mutants: list[Mutant], left: list[Mutant], seconds: float) -> None:
    """Write the report that is kept."""
    caught = len(mutants) - len(left)
    lines = [
        "# Mutation run over the rules",
        "",
        "Written by `make mutation`: each mutant is one changed condition in a rules module of",
        "Across Suez; the case tests in `tests/rules/across_suez` run against it as plain Python.",
        "",
        f"{len(mutants)} mutants, {caught} noticed ({caught / max(1, len(mutants)):.1%}), "
        f"{seconds / 60:.0f} minutes.",
        "",
        "| module | mutants | noticed |",
        "|---|---|---|",
    ]
    for module in sorted({mutant.module for mutant in mutants}):
        of = [mutant for mutant in mutants if mutant.module == module]
        lost = [mutant for mutant in left if mutant.module == module]
        lines.append(f"| {module} | {len(of)} | {len(of) - len(lost)} |")
    lines += ["", "## Not noticed", ""]
    lines += [f"- `{m.module}.{m.function}`, line {m.line}: {m.change}" for m in left]
    REPORT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"wrote {REPORT.relative_to(ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
