"""In-place on an expanded tensor: each element of memory is written once.

torch refuses, as several elements would write to one place. For an elementwise op whose other
operands do not vary along the expanded dimensions all of them would write the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import torch

from gradsan.backends.torch import private
from gradsan.backends.torch.memory import basic

ELEMENTWISE = frozenset(
    (
        "+=", "-=", "*=", "/=", "**=", "//=", "%=", "&=", "|=", "^=", "<<=", ">>=",
        # of one number
        "abs_", "absolute_", "acos_", "acosh_", "arccos_", "arccosh_", "arcsin_", "arcsinh_",
        "arctan_", "arctanh_", "asin_", "asinh_", "atan_", "atanh_", "bitwise_not_", "ceil_",
        "celu_", "conj_physical_", "cos_", "cosh_", "deg2rad_", "digamma_", "elu_", "erf_",
        "erfc_", "erfinv_", "exp2_", "exp_", "expm1_", "fix_", "floor_", "frac_", "gelu_",
        "hardsigmoid_", "hardswish_", "hardtanh_", "i0_", "leaky_relu_", "lgamma_", "log10_",
        "log1p_", "log2_", "log_", "logical_not_", "logit_", "mish_", "mvlgamma_", "nan_to_num_",
        "neg_", "negative_", "polygamma_", "rad2deg_", "reciprocal_", "relu6_", "relu_", "round_",
        "rsqrt_", "selu_", "sgn_", "sigmoid_", "sign_", "silu_", "sin_", "sinc_", "sinh_",
        "sqrt_", "square_", "tan_", "tanh_", "threshold_", "trunc_", "zero_",
        # of several
        "add_", "addcdiv_", "addcmul_", "arctan2_", "atan2_", "bitwise_and_",
        "bitwise_left_shift_", "bitwise_or_", "bitwise_right_shift_", "bitwise_xor_", "clamp_",
        "clamp_max_", "clamp_min_", "clip_", "copy_", "copysign_", "div_", "divide_", "eq_",
        "fill_", "float_power_", "floor_divide_", "fmod_", "gcd_", "ge_", "greater_",
        "greater_equal_", "gt_", "heaviside_", "hypot_", "igamma_", "igammac_", "lcm_", "ldexp_",
        "le_", "lerp_", "less_", "less_equal_", "logical_and_", "logical_or_", "logical_xor_",
        "lt_", "masked_fill_", "mul_", "multiply_", "ne_", "nextafter_", "not_equal_", "pow_",
        "remainder_", "sub_", "subtract_", "true_divide_", "xlogy_",
    )
)  # fmt: skip


# torch lets these pass; only their backward fails, whose gradient is written back the same way.
# A copy passes if it is one onto itself: `t[:] *= 2` ends with `t[:] = …`.
UNREFUSED = frozenset(
    ("[]=", "conj_physical_", "copy_", "fill_", "masked_fill_", "threshold_", "zero_")
)

# A call that writes its first argument: the function, the op, its arguments, its keywords.
Call: TypeAlias = tuple[Callable[..., Any], str, tuple[Any, ...], dict[str, Any]]


def fails_in_backward(
    op: str, target: Any, operands: tuple[Any, ...], kwargs: dict[str, Any]
) -> bool:
    """Tell whether a write that torch lets pass has a backward that it does not."""
    if 0 not in target.stride() or not torch.is_grad_enabled() or not expanded_dims(target):
        return False
    tensors = (one for one in (target, *operands, *kwargs.values()) if torch.is_tensor(one))
    if op in ("[]=", "copy_") and not _has_memory_of(target, operands[-1:]):
        return False
    return any(one.requires_grad for one in tensors)


def _has_memory_of(target: Any, operands: tuple[Any, ...]) -> bool:
    storage = target.untyped_storage().data_ptr()
    return any(
        torch.is_tensor(one) and one.untyped_storage().data_ptr() == storage for one in operands
    )


def when_needed(written: Any, tell: Callable[[], None]) -> None:
    """Tell of such a write once, when backward comes to it."""
    node = (written._base if written._is_view() else written).grad_fn
    told: list[bool] = []

    def look(_: Any) -> None:
        if not told:
            told.append(True)
            tell()

    node.register_prehook(look)


def narrowed_call(
    call: Callable[..., Any], op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Call | None:
    """Return the call on one of the elements that share a place, or None."""
    if op == "[]=" and basic(args[1]) is not None:
        return _assigned(*args)
    target = args[0] if args else None
    if op not in ELEMENTWISE or not isinstance(target, torch.Tensor):
        return None
    dims = expanded_dims(target)
    if not dims:
        return None
    operands = [_narrowed(one, dims, target.dim()) for one in args[1:]]
    named = {name: _narrowed(one, dims, target.dim()) for name, one in kwargs.items()}
    if any(one is _VARIES for one in (*operands, *named.values())):
        return None
    return call, op, (_first_along(target, dims), *operands), named


def expanded_dims(tensor: Any) -> list[int]:
    """Return the dimensions along which all elements lie in one place."""
    places = zip(tensor.shape, tensor.stride(), strict=True)
    return [dim for dim, (size, stride) in enumerate(places) if stride == 0 and size > 1]


def _assigned(target: Any, index: Any, value: Any) -> Call | None:
    """Return `target[index] = value`, where the index picks by position alone."""
    place = target[index]
    if not isinstance(value, torch.Tensor):
        return narrowed_call(torch.Tensor.fill_, "fill_", (place, value), {})
    while value.dim() > place.dim() and value.shape[0] == 1:
        value = value[0]  # as torch does with what is assigned
    return narrowed_call(torch.Tensor.copy_, "copy_", (place, value), {})


_VARIES = object()


def _narrowed(operand: Any, dims: list[int], rank: int) -> Any:
    """Return an operand without the expanded dimensions; a mark if it varies along them."""
    if not isinstance(operand, torch.Tensor):
        return operand
    offset = rank - operand.dim()
    own = [dim - offset for dim in dims if dim >= offset]
    own = [dim for dim in own if operand.shape[dim] > 1]
    first = _first_along(operand, own)
    if all(operand.stride(dim) == 0 for dim in own):
        return first
    if operand.requires_grad:
        return _VARIES  # which of them gets the gradient nobody can tell
    with private.no_tracking():
        return first if torch.equal(first.expand_as(operand), operand) else _VARIES


def _first_along(tensor: Any, dims: list[int]) -> Any:
    for dim in dims:
        tensor = tensor.narrow(dim, 0, 1)
    return tensor
