"""The arguments of a call, and how they meet the parameters of an op."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from functools import cache

from gradsan.ops.table import Kind, Op, find
from gradsan.static.values import (
    NONE,
    Class,
    Function,
    Number,
    Ref,
    Tensor,
    Value,
)


@dataclass(slots=True)
class Arguments:
    """The arguments of a call, evaluated."""

    positional: list[Value] = field(default_factory=list)
    named: dict[str, Value] = field(default_factory=dict)
    nodes: list[ast.expr] = field(default_factory=list)  # of the positional ones
    has_star: bool = False

    def all(self) -> list[Value]:
        """Return every value that is handed over."""
        return [*self.positional, *self.named.values()]

    def flag(self, name: str, position: int | None = None) -> Value:
        """Return an argument by name or position; `NONE` if it is not given."""
        if name in self.named:
            return self.named[name]
        if position is not None and position < len(self.positional):
            return self.positional[position]
        return NONE


def find_op(name: str, args: Arguments, has_self: bool = False) -> Op | None:
    """Return the row for these arguments."""
    positional = [kind_of(value) for value in args.positional]
    if has_self:
        positional.insert(0, "tensor")
    named = [(key, kind_of(value)) for key, value in args.named.items()]
    return _find(name, tuple(positional), tuple(named), args.has_star)


def find_operator(name: str, left: Value, right: Value) -> Op | None:
    """Return the row for an operator between two values."""
    return _find(name, (kind_of(left), kind_of(right)), (), False)


@cache
def _find(
    name: str, positional: tuple[Kind, ...], named: tuple[tuple[str, Kind], ...], is_open: bool
) -> Op | None:
    return find(name, positional, dict(named), is_open=is_open)


def kind_of(value: Value) -> Kind:
    """Return what the op table calls this kind of argument.

    >>> kind_of(NONE), kind_of(Number()), kind_of(Number(2, known=True)), kind_of(Ref("torch.long"))
    ('none', 'plain', 'number', 'other')
    """
    match value:
        case Tensor():
            return "tensor"
        case Number(known=False):
            return "plain"
        case Number(value=None):
            return "none"
        case Number(value=bool() | int() | float() | complex()):
            return "number"
        case Number(value=str()):
            return "text"
        case Number() | Class() | Function():
            return "other"
        case Ref(name) if name.startswith("torch."):
            return "other"  # a dtype or the like
    return "unknown"


def bind(op: Op, args: Arguments, owner: Value | None = None) -> dict[str, Value]:
    """Give each parameter its argument."""
    values = args.positional if owner is None else [owner, *args.positional]
    bound = dict(zip(op.parameters[: op.positional], values, strict=False))
    for key, value in args.named.items():
        if parameter := op.parameter_for(key):
            bound[parameter] = value
    for at, value in enumerate(values[op.positional :]):
        bound[f"*{at}"] = value
    return bound


def is_true(value: Value) -> bool:
    """Tell whether a flag is the constant True."""
    return isinstance(value, Number) and value.known and value.value is True


def is_false(value: Value) -> bool:
    """Tell whether a flag is the constant False."""
    return isinstance(value, Number) and value.known and value.value is False


def without(named: dict[str, Value], key: str) -> dict[str, Value]:
    """Return the named arguments less one."""
    return {name: value for name, value in named.items() if name != key}
