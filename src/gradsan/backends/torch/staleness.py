"""Say that a saved value is stale, in torch's own words.

Saved-tensor hooks switch torch's own check off, so the guard makes it and raises what torch
would have raised. The wording differs between versions of torch, so torch is asked for it: a
stand-in of the same type and shape is saved, its version raised, and it is read again.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import torch

from gradsan.backends.torch import private

OPENING = "one of the variables needed for gradient computation has been modified by an inplace"

# In these words since 1.11.
_DETACHED = (
    "Trying to use a saved tensor that has been detached in-place, i.e. with .detach_()."
    "This is not supported, please use out-of-place `.detach()` instead"
)
_VERSIONS = re.compile(r"is at version \d+; expected version \d+ instead")
_SUFFIX = re.compile(r"Backward0?(\d*)$")  # torch shortens LeakyReluBackward1 to LeakyRelu1


def is_stale_error(error: BaseException) -> bool:
    """Tell whether an error is torch's complaint about a changed saved value."""
    return isinstance(error, RuntimeError) and str(error).startswith(OPENING)


def versions_in(error: BaseException) -> tuple[int, int] | None:
    """Read (found, expected) out of torch's text."""
    match = re.search(r"is at version (\d+); expected version (\d+)", str(error))
    return (int(match[1]), int(match[2])) if match else None


def stale_error(value: Any, found: int, expected: int, source: tuple[str, int] | None) -> Exception:
    """Make the error torch raises for a saved value.

    `source` is the node and output number that made the value; None for a leaf.
    """
    versions = f"is at version {found}; expected version {expected} instead"
    if expected < 0:  # its own counter does not know
        versions = "was changed through an alias that has a counter of its own"
    text = _VERSIONS.sub(versions, _torch_says(value), count=1)
    if source:
        node, number = source
        name = _SUFFIX.sub(r"\1", node) if _names_are_short() else node
        # "[torch.FloatTensor [3]] is at" -> "[torch.FloatTensor [3]], which is …, is at"
        text = text.replace("] is at", f"], which is output {number} of {name}, is at", 1)
    return RuntimeError(text)


def detached_error() -> Exception:
    """Make the error torch raises for a saved value that `detach_` took out of its graph."""
    return RuntimeError(_DETACHED)


class _Keep(torch.autograd.Function):  # type: ignore[misc]
    """Save any tensor whatever its type."""

    @staticmethod
    def forward(ctx: Any, anchor: Any, tensor: Any) -> Any:
        ctx.save_for_backward(tensor)
        return anchor.clone()

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return grads[0], None


def _torch_says(value: Any) -> str:
    try:
        with torch.enable_grad(), private.no_hooks(), private.no_overrides():
            anchor = torch.zeros((), requires_grad=True)
            shape = tuple(value.shape)
            kind = {"dtype": value.dtype, "device": value.device}
            if value.layout is torch.strided:
                double = torch.empty((), **kind).expand(shape)
            else:
                double = torch.empty(shape, **kind, layout=value.layout)
            result = _Keep.apply(anchor, double)  # up to 2.12 a node lets go with its result
            torch.autograd.graph.increment_version(double)
            result.grad_fn.saved_tensors  # noqa: B018 (the reading is what raises)
    except Exception as error:  # noqa: BLE001 (torch's own words are a courtesy)
        if isinstance(error, RuntimeError) and is_stale_error(error):
            return str(error)
    return (
        f"{OPENING} operation: [{value.type()} {list(value.shape)}] "
        "is at version 1; expected version 0 instead."
    )


@cache
def _names_are_short() -> bool:
    """Tell whether this torch writes `output 0 of Exp` rather than `of ExpBackward0`."""
    try:
        with torch.enable_grad(), private.no_hooks(), private.no_overrides():
            result = torch.zeros((), requires_grad=True).exp()
            node = result.grad_fn
            torch.autograd.graph.increment_version(result)
            node._saved_result  # noqa: B018
    except RuntimeError as error:
        return "ExpBackward0" not in str(error)
    return False
