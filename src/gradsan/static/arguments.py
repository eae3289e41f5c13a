"""The arguments of a call, and how they meet the parameters of an op."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from gradsan.ops.table import Op, find
from gradsan.static.values import NONE, NUMBER, UNKNOWN, Number, Unknown, Value


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
    return find(name, len(args.positional) + has_self, args.named)


def bind(op: Op, args: Arguments, owner: Value | None = None) -> dict[str, Value]:
    """Give each parameter its argument."""
    values = args.positional if owner is None else [owner, *args.positional]
    bound = dict(zip(op.parameters, values, strict=False))
    bound.update({key: value for key, value in args.named.items() if key in op.parameters})
    if len(values) > len(op.parameters):
        bound["*"] = UNKNOWN if any(isinstance(v, Unknown) for v in values) else NUMBER
    return bound


def is_true(value: Value) -> bool:
    """Tell whether a flag is the constant True."""
    return isinstance(value, Number) and value.known and value.value is True


def without(named: dict[str, Value], key: str) -> dict[str, Value]:
    """Return the named arguments less one."""
    return {name: value for name, value in named.items() if name != key}
