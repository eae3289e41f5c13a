"""Name tensors as the user would: `D.net.0.weight`, by the variables that lead to them.

Modules and tensors are looked for in variables, in attributes of `self`, and in lists and dicts
of them, no deeper. Nothing is searched while a program runs well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import torch

from gradsan.backends.torch import private
from gradsan.backends.torch.memory import address

FEW = 64  # entries of a list or dict that are looked at


def parameter_names(scopes: Iterable[dict[str, Any]]) -> dict[int, str]:
    """Name the parameters and buffers that can be reached, by the address of their storage."""
    names: dict[int, str] = {}
    with private.no_overrides():
        for scope in scopes:
            for name, module in _found(scope, torch.nn.Module):
                for inner, tensor in (*module.named_parameters(), *module.named_buffers()):
                    names.setdefault(address(tensor), f"{name}.{inner}")
    names.pop(0, None)
    return names


def name_of(wanted: Any, scopes: Iterable[dict[str, Any]]) -> str:
    """Name one tensor, as a variable or a parameter of one; empty if nothing leads to it."""
    for scope in scopes:
        for name, tensor in _found(scope, torch.Tensor):
            if tensor is wanted:
                return name
        for name, module in _found(scope, torch.nn.Module):
            for inner, tensor in (*module.named_parameters(), *module.named_buffers()):
                if tensor is wanted:
                    return f"{name}.{inner}"
    return ""


def _found(scope: dict[str, Any], kind: type) -> Iterator[tuple[str, Any]]:
    """Yield what is of a kind, with the words that lead to it."""
    for name, value in list(scope.items()):
        if name.startswith("__"):
            continue
        if isinstance(value, kind):
            yield name, value
        elif name == "self" and hasattr(value, "__dict__"):
            held = {f"self.{key}": one for key, one in list(vars(value).items())}
            yield from _found(held, kind)
        elif isinstance(value, (list, tuple)):
            for number, one in enumerate(value[:FEW]):
                if isinstance(one, kind):
                    yield f"{name}[{number}]", one
        elif type(value) is dict:
            for key, one in list(value.items())[:FEW]:
                if isinstance(one, kind):
                    yield f"{name}[{key!r}]", one
