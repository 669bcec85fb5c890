"""What every test shares."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import hypothesis
import pytest

from tests.night import share_of
from tests.tiers import mark_slow_ones, selects_none_of

HERE = Path(__file__).parent

# Tests run compiled and wait for that, unless the environment says that they run in plain Python.
os.environ.setdefault("BRIDGEHEAD_JIT", "1")

# Secrets of committed dice made in tests must not land in the user's data folder.
os.environ.setdefault("BRIDGEHEAD_DATA", tempfile.mkdtemp(prefix="bridgehead-test-"))

# As users' processes: what is not flushed does not come out of a pipe or into a file.
os.environ.pop("PYTHONUNBUFFERED", None)

# How long an example takes is no matter of right or wrong, and machines are busy at times.
hypothesis.settings.register_profile("bridgehead", deadline=None)
hypothesis.settings.load_profile("bridgehead")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip files whose tests are all deselected: importing them takes long."""
    if collection_path.suffix != ".py" or HERE not in collection_path.parents:
        return None
    if str(collection_path) in {argument.partition("::")[0] for argument in config.args}:
        return None  # named by whoever runs pytest, who wants to read that nothing was selected
    return True if selects_none_of(config.getoption("markexpr"), collection_path) else None


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a part of the night run one of several equal shares of tests."""
    parser.addoption("--share", default="1/1", help="K/N: of the tests that are collected, a share")


@pytest.hookimpl(tryfirst=True)  # before pytest selects by mark
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the settings of tests that are left to the night, and leave out other shares."""
    mark_slow_ones(config, items)
    take_share(config, items)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say why tests were run again: one that passes the second time may have found a fault."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.section(f"run again: {report.nodeid}")
        terminalreporter.write_line(report.longreprtext)


def take_share(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of other shares than the one that `--share` names."""
    number, _, count = config.getoption("--share").partition("/")
    mine = share_of([item.nodeid for item in items], (int(number), int(count)))
    left = [item for item in items if item.nodeid not in mine]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item.nodeid in mine]
