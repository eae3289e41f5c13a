"""Names and objects of PyTorch's Python surface: which callable stands behind a row."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

import torch
from torch.nn import functional

PLACES: dict[str, Any] = {
    "F": functional,
    "linalg": torch.linalg,
    "special": torch.special,
    "fft": torch.fft,
}
_NOT_OPS = frozenset(
    {"assert_int_or_pair", "boolean_dispatch", "handle_torch_function"}
    | {"scaled_mm", "grouped_mm", "scaled_grouped_mm"}
)


def python_functions() -> dict[str, Callable[..., Any]]:
    """Return the functions of torch.nn.functional that are written in Python."""
    return {
        f"F.{name}": value
        for name, value in vars(functional).items()
        if inspect.isfunction(value) and not name.startswith("_") and name not in _NOT_OPS
    }


def renamed_functions() -> dict[str, str]:
    """Return the builtins that torch.nn.functional offers under another name."""
    return {
        f"F.{name}": value.__name__
        for name, value in vars(functional).items()
        if inspect.isbuiltin(value)
        and not name.startswith(("_", "has_torch"))
        and value.__name__ != name
    }


def callable_of(key: str) -> Callable[..., Any] | None:
    """Return what a user calls under this name."""
    home, _, name = key.rpartition(".")
    places = [PLACES[home]] if home else [torch, torch.Tensor, torch._C._nn]
    for place in places:
        found = getattr(place, name, None)
        if callable(found):
            return found  # type: ignore[no-any-return]
    return None


@cache
def keys() -> dict[Any, str]:
    """Return the names of rows by the callables behind them."""
    found: dict[Any, str] = {}
    for place in (torch._C._nn, torch.Tensor, torch):
        found |= {value: name for name, value in _members(place)}
    for home, place in PLACES.items():
        for name, value in _members(place):
            is_own = home != "F" or inspect.isfunction(value) or value.__name__ != name
            found[value] = f"{home}.{name}" if is_own else name
    return found


def key_of(function: Any) -> str | None:
    """Return the name of the row of a callable."""
    try:
        return keys().get(function)
    except TypeError:  # not hashable
        return None


def _members(place: Any) -> list[tuple[str, Any]]:
    names = [name for name in dir(place) if not name.startswith("_")]
    members = [(name, getattr(place, name, None)) for name in names]
    return [(n, m) for n, m in members if callable(m) and not inspect.isclass(m) and _hashable(m)]


def _hashable(value: Any) -> bool:
    return type(value).__hash__ is not None
