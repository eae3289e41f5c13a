"""A few steps of training, in a forked child, and the gradients that come of them.

The child may be broken in any way by the code it runs; the parent only ever sees its answer.
"""

from __future__ import annotations

import json
import os
import random
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import seeded_models as models

TIME_LIMIT = 300  # seconds for a child
ROUNDING = 1e-6  # relative error of a gradient that means nothing
STEPS = 2  # a write that outlives its step shows in the next one

Answer = dict[str, Any]
Model = Any


def in_child(question: Callable[[], Answer]) -> Answer:
    """Ask in a forked child; an answer that does not come is the outcome «invalid»."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        _answer(question, writer)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else {"outcome": "invalid", "error": "no answer in time"}


def _answer(question: Callable[[], Answer], writer: int) -> None:
    signal.alarm(TIME_LIMIT)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    try:
        answer = question()
    except BaseException as error:  # noqa: BLE001  whatever it is, the parent is told
        answer = {"outcome": "invalid", "error": f"{type(error).__name__}: {error}"[:300]}
    with os.fdopen(writer, "w") as pipe:
        json.dump(answer, pipe)
    os._exit(0)


@dataclass(frozen=True, slots=True)
class Training:
    """What a few steps gave: the first loss, and the sum of the gradients of each parameter."""

    loss: float
    gradients: dict[str, Any]


def train(recipe: str, watch: Callable[[Model], None] | None = None) -> Training:
    """Build a model and run a few steps of training on it, without changing its weights."""
    import numpy
    import torch

    torch.manual_seed(1)
    numpy.random.seed(1)  # the generator that the packages draw from
    random.seed(1)
    model = models.build(recipe)
    if watch:
        watch(model)
    losses: list[float] = []
    for _ in range(STEPS):
        loss = torch.zeros(())
        for output in models.outputs(recipe, model):
            # Weights that need no gradient: the loss itself keeps no output for backward.
            loss = loss + (output * torch.randn_like(output)).sum()
        losses.append(float(loss.detach()))
        loss.backward()
    gradients = {name: parameter.grad for name, parameter in model.named_parameters()}
    return Training(losses[0], gradients)


def distance(right: Training, other: Training, *, floor: float) -> float:
    """Return the greatest error of a gradient relative to its size; infinite if one is lost.

    A gradient counts as no smaller than `floor` times the greatest one: those that would be zero
    but for rounding say nothing.
    """
    known = [grad for grad in right.gradients.values() if grad is not None]
    scale = max(float(grad.abs().max()) for grad in known)
    worst = 0.0
    for name, grad in right.gradients.items():
        found = other.gradients.get(name)
        if grad is None or found is None:
            if grad is not found:
                return float("inf")
            continue
        error = float((grad - found).abs().max()) / (float(grad.abs().max()) + floor * scale)
        if error != error:  # NaN
            return float("inf")
        worst = max(worst, error)
    return worst
