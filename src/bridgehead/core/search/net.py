"""Evaluation nets: a network with one hidden layer in a flat array, for kernels.

A net is one flat float64 array: the number F of features and H of hidden units; F means and F
factors, by which features are scaled; then, for H > 0, F * H weights feature by feature, H biases,
H weights of the output and its bias; for H = 0, a logistic regression, F weights and a bias.
"""

from __future__ import annotations

import math
from typing import Any

from bridgehead.core.kernels.kernel import Floats, Net, entry, kernel

CLIP = 4.0  # standard deviations from the mean: what lies beyond was hardly ever seen


def size(features: int, hidden: int) -> int:
    """Return the length of a net's array."""
    inner = features * hidden + 2 * hidden if hidden else features
    return 2 + 2 * features + inner + 1


@kernel
def scaled(net: Any, x: Any, i: int) -> float:
    """Return feature i on the net's scale."""
    features = int(net[0])
    return float(max(-CLIP, min(CLIP, (x[i] - net[2 + i]) * net[2 + features + i])))


@entry
def judge(net: Net, x: Floats) -> float:
    """Return a net's estimate of the first side's chance, between 0 and 1, from features x."""
    features, hidden = int(net[0]), int(net[1])
    at = 2 + 2 * features
    if hidden == 0:
        total = net[at + features]
        for i in range(features):
            total += scaled(net, x, i) * net[at + i]
        return 1.0 / (1.0 + math.exp(-total))
    bias = at + features * hidden
    out = bias + hidden
    total = net[out + hidden]
    inner = net[bias:out].copy()
    for i in range(features):
        value = scaled(net, x, i)
        if value != 0.0:
            row = at + i * hidden
            for j in range(hidden):
                inner[j] += value * net[row + j]
    for j in range(hidden):
        if inner[j] > 0.0:
            total += inner[j] * net[out + j]
    return 1.0 / (1.0 + math.exp(-total))
