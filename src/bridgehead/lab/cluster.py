"""Games shared among the machines of a Ray cluster (docs/cluster.md).

Ray plays the part that processes of this machine play otherwise: `Cluster` is a `Workers`. What a
task finds depends on the task alone, so the result is the same as here. A task whose worker or
whose machine dies is done again by another; Ray sees to that.

>>> from bridgehead.lab import cluster
>>> with cluster.connected("local") as workers:  # doctest: +SKIP
...     simulate(game, games=100_000, seed=1, workers=workers)
"""

from __future__ import annotations

import contextlib
import logging
import os
import socket
import time
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import bridgehead
from bridgehead.core.errors import BridgeheadError
from bridgehead.core.extras import missing
from bridgehead.core.files.file_lock import locked
from bridgehead.core.kernels import compiled
from bridgehead.core.kernels.kernel import JIT
from bridgehead.core.titles.games import package_of
from bridgehead.core.workers import AHEAD, hand_out
from bridgehead.lab.matches import cores

LOCAL = "local"  # the address that means: start Ray on this machine
AGAIN = 5  # times that a task is done again whose worker has died
PATIENCE = 10.0  # seconds, until an address that does not answer is given up
LOOK = 5.0  # seconds, after which the cluster is asked again how large it is
SENT = ("BRIDGEHEAD_JIT", "BRIDGEHEAD_BOUNDSCHECK")  # of the environment: the way the rules run

Work = TypeVar("Work")
Found = TypeVar("Found")


class ClusterError(BridgeheadError):
    """A cluster cannot be reached, or cannot do the work."""


@contextlib.contextmanager
def connected(address: str, most: int | None = None) -> Iterator[Cluster]:
    """Connect to a cluster by its address, and disconnect at the end.

    `address` is HOST:PORT of a cluster that this machine belongs to, `auto` for one that was
    started on this machine, or `local`, which starts Ray here and stops it again. `most` is the
    number of tasks at the same time, by default the number of CPUs.

    ClusterError if Ray is missing, nobody answers or the versions differ.
    """
    ray = _ray()
    if ray.is_initialized():
        raise ClusterError("this process is connected to Ray already: call ray.shutdown() first")
    try:
        _connect(ray, address, most)
    except Exception as error:  # Ray raises all kinds
        raise ClusterError(f"--ray {address}: {_first_line(error)}") from error
    try:
        yield Cluster(ray, most)
    finally:
        ray.shutdown()


def _ray() -> Any:
    """Return the module of Ray, with its usage reports turned off."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # it warns where it is not set
    try:
        import ray
    except ImportError as error:
        raise ClusterError(f"--ray needs Ray: {missing('ray', 'cluster')}") from error
    return ray


def _connect(ray: Any, address: str, most: int | None) -> None:
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address == LOCAL:
        ray.init(LOCAL, num_cpus=most or cores(), include_dashboard=False, **quiet)
        return
    if address != "auto":
        _check_answers(address)
    environment = {
        "py_modules": [str(Path(bridgehead.__file__).parent)],
        "env_vars": {name: os.environ[name] for name in SENT if name in os.environ},
    }
    try:
        ray.init(address, runtime_env=environment, **quiet)
    except ConnectionError as error:
        if address != "auto":
            raise
        raise OSError(
            "no cluster runs on this machine: start one with `ray start --head`"
        ) from error


def _check_answers(address: str) -> None:
    """Raise ValueError or OSError if nobody listens, since Ray itself would try for minutes."""
    host, colon, port = address.rpartition(":")
    if not (host and colon and port.isdigit()) or "/" in host:
        raise ValueError(
            "is not an address: write HOST:PORT, auto (the cluster of this machine) or "
            "local (start Ray here)"
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise OSError(f"nobody answers: {error}; is the cluster up?") from error


class Cluster:
    """The workers of a Ray cluster that this process is connected to."""

    def __init__(self, ray: Any, most: int | None = None) -> None:
        self._ray = ray
        self._most = most
        self._games: tuple[str, ...] = ()  # that every worker gets ready for
        self._looked = 0.0
        self._cpus = 0
        self._do = ray.remote(_do).options(num_cpus=1, max_retries=AGAIN)

    @property
    def count(self) -> int:
        """The number of tasks at the same time. Machines may join and leave."""
        now = time.monotonic()
        if not self._cpus or now - self._looked > LOOK:
            self._cpus = int(self._ray.cluster_resources().get("CPU", 0))
            self._looked = now
        return max(1, min(self._cpus, self._most or self._cpus))

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """The machines that do tasks, as Ray describes them."""
        found = self._ray.nodes()
        return [node for node in found if node["Alive"] and node["Resources"].get("CPU")]

    def warm(self, game_id: str) -> None:
        """Compile a game's title once on each machine; a machine that joins later compiles then.

        ClusterError names a machine on which Bridgehead does not run.
        """
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        if game_id not in self._games:
            self._games += (game_id,)
        task = self._ray.remote(make_ready)
        asked = {}
        for node in self.nodes:
            there = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
            options = task.options(num_cpus=0, max_retries=AGAIN, scheduling_strategy=there)
            asked[options.remote(game_id)] = node
        for ref, node in asked.items():
            try:
                self._ray.get(ref)
            except self._ray.exceptions.RayError as error:
                if node["NodeID"] in {each["NodeID"] for each in self.nodes}:
                    name = node.get("NodeManagerHostname") or node["NodeID"]
                    why = _first_line(getattr(error, "cause", None) or error)
                    raise ClusterError(
                        f"Bridgehead does not run on {name}: {why}; each machine of the cluster "
                        "needs Bridgehead with its extra 'cluster'"
                    ) from error

    def share(
        self, work: Callable[[Work], Found], tasks: Sequence[Work], *, in_order: bool = False
    ) -> Generator[tuple[int, Found], None, None]:
        """Run `work` for each task on the cluster. Closing the iterator cancels running tasks."""
        handed_out: set[Any] = set()

        def submit(task: Work) -> Any:
            handed_out.add(ref := self._do.remote(self._games, work, task))
            return ref

        def done_of(waiting: Collection[Any]) -> Iterable[tuple[Any, Found]]:
            ready, _ = self._ray.wait(list(waiting), num_returns=1)
            for ref in ready:
                handed_out.discard(ref)
                yield ref, self._result(ref)

        try:
            yield from hand_out(
                tasks, submit, done_of, lambda: AHEAD * self.count, in_order=in_order
            )
        finally:
            for ref in handed_out:
                self._ray.cancel(ref, force=True)

    def _result(self, ref: Any) -> Any:
        """Return the result of a task, or raise its exception."""
        errors = self._ray.exceptions
        try:
            return self._ray.get(ref)
        except errors.RayTaskError as error:
            raise error.cause from error
        except errors.RayError as error:
            raise ClusterError(
                f"the cluster has given a task up after {AGAIN + 1} attempts: {_first_line(error)}"
            ) from error


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


# On the machines of the cluster


def _do(games: tuple[str, ...], work: Callable[[Work], Found], task: Work) -> Found:
    """Run a task in a worker, after preparing it for these games."""
    for game_id in games:
        make_ready(game_id)
    return work(task)


def make_ready(game_id: str) -> None:
    """Load a game's machine code; the first worker of a machine compiles it, others wait."""
    unit = package_of(game_id)
    if not JIT or compiled.use(unit):
        return
    compiled.make_sure_of_a_cache()
    with locked(compiled.cache_root() / unit):
        compiled.build(unit)
