"""Lessons of a network: steps down the gradient of a loss."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

LEAST_RATE = 0.05  # of the first rate


def take(
    optimizer: Any, rate: float, spent: float, lessons: int, loss_of_one: Callable[[], Any]
) -> float:
    """Take lessons at a rate that falls as the budget is spent; return the mean loss.

    `loss_of_one` draws what a lesson is about and returns its loss. `rate` is the learning rate at
    first, `spent` the share of the budget that is spent, from 0 to 1.
    """
    for group in optimizer.param_groups:
        group["lr"] = rate * max(LEAST_RATE, 1.0 - spent)
    losses = []
    for _ in range(lessons):
        losses.append(step(optimizer, loss_of_one()))
    return float(np.mean(losses))


def step(optimizer: Any, loss: Any, most: float | None = None) -> float:
    """Make one step down a loss, and return the loss.

    `most` is the largest norm of the gradient: a longer one is scaled down to it.
    """
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    if most is not None:
        import torch  # here: expert iteration can be imported without it

        learned = [weight for group in optimizer.param_groups for weight in group["params"]]
        torch.nn.utils.clip_grad_norm_(learned, most)
    optimizer.step()
    return float(loss.detach())
