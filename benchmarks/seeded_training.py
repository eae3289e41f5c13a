"""A few steps of training in a forked child, and the gradients that come of them.

The child may be broken in any way by the code it runs; the parent only ever sees its answer.
"""

from __future__ import annotations

import json
import os
import random
import signal
from collections.abc import Callable
from typing import Any

import seeded_models as models

TIME_LIMIT = 120  # seconds for a child
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
    with open(reader) as pipe:  # noqa: PTH123  a descriptor, not a path
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
    with open(writer, "w") as pipe:  # noqa: PTH123
        json.dump(answer, pipe)
    os._exit(0)


def gradients(recipe: str, watch: Callable[[Model], None] | None = None) -> dict[str, Any]:
    """Build a model, run a few steps on it, and return the gradient of every parameter."""
    import numpy
    import torch

    torch.manual_seed(1)
    numpy.random.seed(1)  # noqa: NPY002  the generator that the packages draw from
    random.seed(1)
    model = models.build(recipe)
    if watch:
        watch(model)
    for _ in range(STEPS):
        loss = torch.zeros(())
        for output in models.outputs(recipe, model):
            # Weights that need no gradient: the loss itself keeps no output for backward.
            loss = loss + (output * torch.randn_like(output)).sum()
        loss.backward()
    return {name: parameter.grad for name, parameter in model.named_parameters()}


def distance(right: dict[str, Any], other: dict[str, Any]) -> float:
    """Return the greatest error of a gradient relative to its size; infinite if one is lost."""
    scale = max(float(grad.abs().max()) for grad in right.values() if grad is not None)
    worst = 0.0
    for name, grad in right.items():
        found = other.get(name)
        if grad is None or found is None:
            if grad is not found:
                return float("inf")
            continue
        error = float((grad - found).abs().max()) / (float(grad.abs().max()) + 1e-4 * scale)
        if error != error:  # NaN
            return float("inf")
        worst = max(worst, error)
    return worst
