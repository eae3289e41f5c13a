"""Find the ops whose derivative is not finite at some plain point: zero, one, the identity."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from gradsan.ops.row import Op
from tools.op_table.callables import callable_of
from tools.op_table.probe import FAILURES, results_of
from tools.op_table.samples import Sample

_SHAPES = ((3, 3), (1, 2, 8))


def singular_rows(table: dict[str, tuple[Op, ...]]) -> set[str]:
    """Return the rows that have a value at such a point, but no finite gradient."""
    found: set[str] = set()
    for key, rows in table.items():
        function = callable_of(key)
        if function is None or key.endswith("_") or not any(op.is_differentiable for op in rows):
            continue
        for args in _points():
            sample = Sample(key, function, args, {})
            op = sample.row(table)
            if op is not None and op.row not in found and _is_singular(sample):
                found.add(op.row)
    return found


def _points() -> Iterator[tuple[Any, ...]]:
    bases = [torch.full(shape, v).double() for shape in _SHAPES for v in (0.0, 1.0, -1.0)]
    for x in [*bases, torch.eye(3).double()]:
        for rest in ((), (0.5,), (2,), (x.clone(),), (torch.zeros_like(x),)):
            yield (x, *rest)


def _is_singular(sample: Sample) -> bool:
    args = [a.clone().requires_grad_() if isinstance(a, torch.Tensor) else a for a in sample.args]
    leaves = [a for a in args if isinstance(a, torch.Tensor)]
    try:
        parts = results_of(sample.function(*args))
        results = [t for part in parts for t in part if t.requires_grad]
        if not results or any(t.isnan().any() for t in results):
            return False  # outside its domain
        total = sum((t.abs() if t.is_complex() else t).sum() for t in results)
        gradients = torch.autograd.grad(total, leaves, allow_unused=True)
    except (*FAILURES, AttributeError):
        return False
    return any(g is not None and not torch.isfinite(g).all() for g in gradients)
