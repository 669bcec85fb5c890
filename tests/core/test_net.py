"""The kernel that reads a net, against the same net written out with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from bridgehead.core.search import net as nets

pytestmark = pytest.mark.plain


def written_out(net: np.ndarray, x: np.ndarray) -> float:
    features, hidden = int(net[0]), int(net[1])
    mean, factor, rest = np.split(net[2:], [features, 2 * features])
    z = np.clip((x - mean) * factor, -4, 4)
    if hidden == 0:
        total = z @ rest[:features] + rest[features]
    else:
        inner, bias, outer, last = np.split(rest, np.cumsum([features * hidden, hidden, hidden]))
        total = np.maximum(z @ inner.reshape(features, hidden) + bias, 0) @ outer + last[0]
    return float(1 / (1 + np.exp(-total)))


@pytest.mark.parametrize("hidden", [0, 1, 7])
def test_a_net_is_what_its_numbers_say(hidden: int) -> None:
    random = np.random.default_rng(hidden)
    net = random.normal(size=nets.size(5, hidden))
    net[:2] = 5, hidden
    for _ in range(20):
        x = random.normal(size=5) * 5
        before = x.copy()
        assert nets.judge(net, x) == pytest.approx(written_out(net, x), abs=1e-12)
        assert (x == before).all()


def test_a_net_of_zeros_says_one_half() -> None:
    net = np.zeros(nets.size(3, 4))
    net[:2] = 3, 4
    assert nets.judge(net, np.ones(3)) == 0.5
