"""Writes to a window whose elements share memory: torch lets them pass, and differentiates wrongly.

`x.unfold(0, 2, 1)` has most elements twice. torch finds it too hard to see, so it writes, and
counts the gradient of a place once for each element that lies there. Which value such a place gets
depends on the order of the elements: there is nothing to repair, and the write is refused in the
words that torch has for expanded tensors. What only constants are left of has no gradient to count.

A window that was detached is the base of its own views. A write to one of them changes elements
outside of it, of which autograd knows nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from gradsan.backends.torch import private
from gradsan.backends.torch.expanded import expanded_dims
from gradsan.backends.torch.memory import basic
from gradsan.backends.torch.views import is_plain

# Nothing of what was there stays: without a gradient in what is written, all are constants.
REPLACING = frozenset(
    ("copy_", "fill_", "zero_", "bernoulli_", "cauchy_", "exponential_", "geometric_",
     "log_normal_", "normal_", "random_", "uniform_")
)  # fmt: skip


def refuse_shared(op: str, target: Any, operands: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Raise if elements of what is written share a place and autograd would record the write."""
    if not torch.is_grad_enabled():
        return
    with private.no_overrides():
        try:
            base, written = target._base, target
            is_part = base is not None and _lies_twice(base)
            if not is_part:
                if target.is_contiguous() or is_plain(target):
                    return
                written = _written(op, target, operands)
                if expanded_dims(written) or not _shares(written):
                    return  # torch itself refuses what is expanded
        except (RuntimeError, NotImplementedError, IndexError):
            return  # sparse, nested, fake; or an index that the write will refuse
        given = any(one.requires_grad for one in _tensors((operands, *kwargs.values())))
        is_replaced = op.removeprefix("_foreach_") in REPLACING or written is not target
        if not given and ((is_replaced and not is_part) or not target.requires_grad):
            return
    error = RuntimeError(
        "unsupported operation: more than one element of the written-to tensor refers to a "
        "single memory location. Please clone() the tensor before performing the operation."
    )
    error.add_note("gradsan: not repaired: some elements of the window lie in one place")
    raise error


def _written(op: str, target: Any, operands: tuple[Any, ...]) -> Any:
    """Return the part that `target[index] = value` replaces, and otherwise the target."""
    if op == "[]=" and basic(operands[0]) is not None:
        with private.no_tracking():
            return target[operands[0]]
    return target


def _tensors(things: Any) -> Iterator[Any]:
    for one in things:
        if torch.is_tensor(one):
            yield one
        elif isinstance(one, (list, tuple)):
            yield from _tensors(one)


def _lies_twice(base: Any) -> bool:
    return not base.is_contiguous() and (bool(expanded_dims(base)) or _shares(base))


def _shares(window: Any) -> bool:
    """Tell whether two elements of a window lie in one place."""
    if window.numel() <= 1 or is_plain(window):
        return False
    reach = sum(step * (size - 1) for step, size in zip(window.stride(), window.shape, strict=True))
    with private.no_tracking():
        places = torch.arange(reach + 1, device="cpu")
        places = torch.as_strided(places, window.shape, window.stride()).reshape(-1)
        return bool((places.bincount() > 1).any())
