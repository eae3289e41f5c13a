"""What torch has registered as ops, each private part touched through one named function."""

from __future__ import annotations

from typing import Any

import torch


def registered_ops() -> tuple[Any, ...]:
    """Return the classes of what `torch.ops` holds: ops and their overloads."""
    names = ("OpOverloadPacket", "OpOverload")
    return tuple(kind for name in names if (kind := getattr(torch._ops, name, None)))


def schema_of(op: Any) -> Any:
    """Return the schema of a registered op, of its first overload if it has several; or None."""
    if hasattr(op, "_schema"):
        return op._schema
    overloads = op.overloads() if hasattr(op, "overloads") else ()
    return getattr(op, overloads[0])._schema if overloads else None


def takes_out(name: str) -> bool:
    """Tell whether a public function of torch takes `out=`, by the overloads of its op.

    Not every one that does says so in its text. Overloads that were generated are not in Python.
    """
    op = None if name.startswith("_") else getattr(torch.ops.aten, name, None)
    overloads = op.overloads() if op is not None else ()
    return any(
        one.endswith("out") and torch.Tag.generated not in getattr(op, one).tags
        for one in overloads
    )
