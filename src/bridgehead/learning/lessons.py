"""Lessons of a judge: steps down the gradient, at a rate that falls as the budget is spent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

LEAST_RATE = 0.05  # of the first rate


def take(
    optimizer: Any, rate: float, spent: float, lessons: int, loss_of_one: Callable[[], Any]
) -> float:
    """Take lessons and return the mean loss.

    `loss_of_one` draws what a lesson is about and returns its loss. `rate` is the learning rate at
    first, `spent` the share of the budget that is spent, from 0 to 1.
    """
    for group in optimizer.param_groups:
        group["lr"] = rate * max(LEAST_RATE, 1.0 - spent)
    losses = []
    for _ in range(lessons):
        loss = loss_of_one()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    return float(np.mean(losses))
