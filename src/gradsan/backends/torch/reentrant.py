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
from gradsan.backends.torch.recompute import Facts, Recompute
from gradsan.model.event import Stack


@dataclass(slots=True)
class _Block:
    """What is known of a block, in the words of the newer kind."""

    place: Stack
    is_torch_kept: bool  # its generator is put back around the second run, not inside
    before: States | None = None
    x_metadatas: list[Any] = field(default_factory=list)
    recomputed: dict[int, dict[int, Any]] = field(default_factory=dict)


def patches(recompute: Recompute) -> list[Patch]:
    """Make the stand-in that compares."""
    original = CheckpointFunction.forward

    def forward(ctx: Any, function: Any, preserve: bool, *args: Any) -> Any:
        if is_dynamo_compiling() or not recompute.host.switch.on:
            return original(ctx, function, preserve, *args)
        block = _Block(recompute.here() or (), preserve)
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
        outputs = function(*args)
        recompute.compare(block, _facts(recompute, outputs))
        return outputs

    return run


def _facts(recompute: Recompute, outputs: Any) -> list[Any]:
    values = outputs if isinstance(outputs, (tuple, list)) else (outputs,)
    facts = [recompute.facts_of(one, {}) for one in values if isinstance(one, torch.Tensor)]
    return [one for one in facts if isinstance(one, Facts)]
