"""The older kind of checkpoint keeps no facts: the outputs of its two runs are compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.compiler import is_dynamo_compiling
from torch.utils.checkpoint import CheckpointFunction

from gradsan.backends.host import Log
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.generators import States
from gradsan.backends.torch.graph import nodes_from, saved_names
from gradsan.backends.torch.memory import PLAIN, address
from gradsan.backends.torch.recompute import Attempt, Facts, Past, Recompute, announced
from gradsan.backends.torch.writes import EVERYTHING
from gradsan.model.event import Extent, Save, Stack


@dataclass(slots=True)
class _Block:
    """What is known of a block, in the words of the newer kind."""

    place: Stack
    is_torch_kept: bool  # its generator is put back around the second run, not inside
    before: States | None = None
    x_metadatas: list[Any] = field(default_factory=list)
    recomputed: dict[int, dict[int, Any]] = field(default_factory=dict)
    past: Past | None = None
    ended: int = 0  # the first run
    outputs: tuple[Any, ...] = ()  # of the second run, while they are judged

    def written_saves(self, log: Log) -> list[Save]:
        """Return what the second run has read and somebody has written since the first one.

        The first run kept no value. The graph of the second one leads to what it has read.
        """
        written = {storage for storage, last in list(log.last.items()) if last[1] > self.ended}
        read = written & set(_read_by(self.outputs)) if written else set()
        whole, end = Extent.of_range(0, EVERYTHING), self.ended
        return [
            Save(end, end, storage, whole, "the block", stack=self.place, kept="checkpoint")
            for storage in read
        ]


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
            block.ended = next(recompute.host.ticks)
            return outputs
        block.before = recompute.states(block)
        if block.past is not None and block.past.has_changed():
            return _run_as_it_was(recompute, block, Attempt(block.past, function, args))
        return _judged(recompute, block, function(*args))

    return run


def _judged(recompute: Recompute, block: _Block, outputs: Any) -> Any:
    recompute.compare(block, _facts(recompute, outputs))
    block.outputs = _tensors(outputs)
    recompute.judge(block)
    block.outputs = ()
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


def _read_by(outputs: tuple[Any, ...]) -> Iterator[int]:
    """Yield the storages of the weights and saved values that a graph leads to."""
    for node in nodes_from(outputs):
        if (leaf := getattr(node, "variable", None)) is not None:
            yield address(leaf)
        for name in saved_names(type(node)):
            with suppress(RuntimeError):  # it does not show what it keeps
                value = getattr(node, name)
                if type(value) in PLAIN:
                    yield address(value)


def _tensors(values: Any) -> tuple[Any, ...]:
    several = values if isinstance(values, (tuple, list)) else (values,)
    return tuple(one for one in several if isinstance(one, torch.Tensor))
