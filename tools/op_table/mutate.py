"""Hold rows against real PyTorch: run, touch one tensor, run backward, see whether it raises.

A row says that a thing is kept; then backward must refuse to run once the thing was changed
in place, and only then. What a row calls uncertain is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch

from gradsan.ops.row import Op
from tools.op_table.probe import FAILURES, Bound, bind, can_need, named_results, storage_of
from tools.op_table.samples import Sample

REFUSAL = "modified by an inplace operation"


@dataclass(frozen=True, slots=True)
class Case:
    """One thing that was touched: what the row says of it, and what backward did."""

    row: str
    needs: tuple[str, ...]  # the inputs that need a gradient
    thing: str
    said: bool
    happened: bool

    @property
    def agrees(self) -> bool:
        """Tell whether the row is right."""
        return self.said == self.happened


def says_kept(op: Op, thing: str, needs: tuple[str, ...]) -> bool | None:
    """Return whether the row says that a thing is kept; None if it is not sure."""
    kept = [k for k in op.saves if k.what == thing and (not k.guard or k.guard in needs)]
    if not kept:
        return False
    return True if any(k.is_certain for k in kept) else None


def cases(sample: Sample, op: Op) -> Iterator[Case]:
    """Yield what happens for each choice of inputs that need a gradient, and each thing."""
    whole = bind(sample, op, ()).tensors
    able = [name for name, ts in whole.items() if any(can_need(t) for t in ts)]
    patterns: list[tuple[str, ...]] = [(name,) for name in able]
    if len(able) > 1:
        patterns.append(tuple(able))
    for needs in patterns:
        for thing in (*whole, *op.results):
            said = says_kept(op, thing, needs)
            if thing == op.writes or said is None:
                continue
            happened = _happens(sample, op, needs, thing)
            if happened is not None:
                yield Case(op.row, needs, thing, said, happened)


def _happens(sample: Sample, op: Op, needs: tuple[str, ...], thing: str) -> bool | None:
    """Tell whether backward refuses after a thing was touched; None if it cannot be asked."""
    wanted = [(name, at) for name in needs for at in range(64)]
    torch.default_generator.manual_seed(0)
    try:
        bound = bind(sample, op, wanted)
        results = named_results(op, sample.function(*bound.args, **bound.kwargs))
    except FAILURES:
        return None
    flat = [t for ts in results.values() for t in ts if t.requires_grad]
    touched = _things(op, bound, results, thing)
    if not flat or not touched or not any(t.numel() for t in flat):
        return None
    gradients = [torch.ones_like(t) for t in flat]
    for tensor in touched:
        torch.autograd.graph.increment_version(tensor)
    try:
        torch.autograd.backward(flat, gradients)
    except FAILURES as error:
        return True if REFUSAL in str(error) else None
    return False


def _things(
    op: Op, bound: Bound, results: dict[str, list[torch.Tensor]], thing: str
) -> list[torch.Tensor]:
    things = results.get(thing) or bound.tensors.get(thing, [])
    things = [t for t in things if t.layout == torch.strided and t.numel()]
    if thing in results and not op.writes:
        owners = {storage_of(t) for ts in bound.tensors.values() for t in ts}
        # Touching a view touches what it is a view of.
        things = [t for t in things if storage_of(t) not in owners]
    return things
