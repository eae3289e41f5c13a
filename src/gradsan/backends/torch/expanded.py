"""In-place on an expanded tensor: each element of memory is written once.

torch refuses, as several elements would write to one place. For an elementwise op whose other
operands do not vary along the expanded dimensions all of them would write the same.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import torch

ELEMENTWISE = frozenset(
    (
        "+=", "-=", "*=", "/=", "**=", "add_", "sub_", "mul_", "div_", "pow_", "neg_", "abs_",
        "exp_", "log_", "sqrt_", "sin_", "cos_", "tanh_", "sigmoid_", "relu_", "clamp_",
        "clamp_min_", "clamp_max_", "square_", "reciprocal_", "rsqrt_", "zero_", "fill_", "copy_",
        "masked_fill_", "leaky_relu_", "silu_", "gelu_", "elu_", "hardtanh_", "floor_", "ceil_",
        "round_", "trunc_", "erf_", "expm1_", "log1p_", "log2_", "log10_", "sinh_", "cosh_",
        "tan_", "atan_", "asin_", "acos_", "lerp_", "addcmul_", "addcdiv_",
    )
)  # fmt: skip


def narrowed_call(
    call: Callable[..., Any], op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Callable[[], Any] | None:
    """Return the call on one of the elements that share a place, or None."""
    target = args[0] if args else None
    if op not in ELEMENTWISE or not isinstance(target, torch.Tensor):
        return None
    dims = [d for d, (n, s) in enumerate(zip(target.shape, target.stride(), strict=True))
            if s == 0 and n > 1]  # fmt: skip
    if not dims:
        return None
    operands = [_narrowed(one, dims, target.dim()) for one in args[1:]]
    named = {name: _narrowed(one, dims, target.dim()) for name, one in kwargs.items()}
    if any(one is None for one in (*operands, *named.values())):
        return None
    small = _first_along(target, dims)

    def narrowed() -> Any:
        partial(call, small, *operands, **named)()
        return target

    return narrowed


def _narrowed(operand: Any, dims: list[int], rank: int) -> Any:
    """Return an operand without the expanded dimensions; None if it varies along them."""
    if not isinstance(operand, torch.Tensor):
        return operand
    offset = rank - operand.dim()
    own = [dim - offset for dim in dims if dim >= offset]
    if any(operand.shape[dim] > 1 and operand.stride(dim) != 0 for dim in own):
        return None
    return _first_along(operand, [dim for dim in own if operand.shape[dim] > 1])


def _first_along(tensor: Any, dims: list[int]) -> Any:
    for dim in dims:
        tensor = tensor.narrow(dim, 0, 1)
    return tensor
