"""The older kind of checkpoint keeps no facts: the outputs of its two runs are compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.compiler import is_dynamo_compiling
from torch.utils.checkpoint import CheckpointFunction

from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.generators import States
from gradsan.backends.torch.recompute import Attempt, Facts, Past, Recompute, announced
from gradsan.model.event import Stack


@dataclass(slots=True)
class _Block:
    """What is known of a block, in the words of the newer kind."""

    place: Stack
    is_torch_kept: bool  # its generator is put back around the second run, not inside
    before: States | None = None
    x_metadatas: list[Any] = field(default_factory=list)
    recomputed: dict[int, dict[int, Any]] = field(default_factory=dict)
    past: Past | None = None


def patches(recompute: Recompute) -> list[Patch]:
    """Make the stand-in that compares."""
    original = CheckpointFunction.forward

    def forward(ctx: Any, function: Any, preserve: bool, *args: Any) -> Any:
        if is_dynamo_compiling() or not recompute.host.switch.on:
            return original(ctx, function, preserve, *args)
        block = _Block(recompute.here() or (), preserve)
        block.past, announced.past = announced.past, None
        return original(ctx, _compared(recompute, block, function), preserve, *args)

    return [Patch(CheckpointFunction, "forward", staticmethod(forward))]


def _compared(
    recompute: Recompute, block: _Block, function: Callable[..., Any]
) -> Callable[..., Any]:
    def run(*args: Any) -> Any:
        if not block.x_metadatas:
            outputs = function(*args)
            block.x_metadatas += _facts(recompute, outputs)
            return outputs
        block.before = recompute.states(block)
        if block.past is not None and block.past.has_changed():
            return _run_as_it_was(recompute, block, Attempt(block.past, function, args))
        return _judged(recompute, block, function(*args))

    return run


def _judged(recompute: Recompute, block: _Block, outputs: Any) -> Any:
    recompute.compare(block, _facts(recompute, outputs))
    recompute.judge(block)
    return outputs


def _run_as_it_was(recompute: Recompute, block: _Block, attempt: Attempt) -> Any:
    """Run a block again whose Python state has changed; put that back if it made a difference."""
    outputs = attempt.run()
    is_good = attempt.failure is None and _is_alike(recompute, block, outputs)
    if is_good:
        # Its gradient may depend on the state though its outputs do not (a factor of what is
        # zero, a backward written in Python). What the block did to the state is left as torch
        # leaves it.
        attempt.past.remember()
    if any(one.requires_grad and not one.is_leaf for one in _tensors(attempt.args)):
        # An input was written in place: its gradient is asked for as it is now.
        return _as_torch(recompute, block, attempt, outputs)
    try:
        with attempt.past.rewound():
            right = attempt.again(*attempt.args)
    except Exception as another:  # noqa: BLE001 (the one that torch would raise comes first)
        raise (attempt.failure or another) from None
    if attempt.past.is_cut and not is_good:
        return _as_torch(recompute, block, attempt, outputs)
    _judged(recompute, block, right)
    if not is_good:
        attempt.past.tell()
    return right


def _as_torch(recompute: Recompute, block: _Block, attempt: Attempt, outputs: Any) -> Any:
    """Do without the state of then: raise what the second run raised, or that it differs."""
    if attempt.failure is not None:
        raise attempt.failure
    return _judged(recompute, block, outputs)


def _is_alike(recompute: Recompute, block: _Block, outputs: Any) -> bool:
    recompute.compare(block, _facts(recompute, outputs))
    return recompute.agree()


def _facts(recompute: Recompute, outputs: Any) -> list[Any]:
    facts = [recompute.facts_of(one, {}) for one in _tensors(outputs)]
    return [one for one in facts if isinstance(one, Facts)]


def _tensors(values: Any) -> tuple[Any, ...]:
    several = values if isinstance(values, (tuple, list)) else (values,)
    return tuple(one for one in several if isinstance(one, torch.Tensor))
