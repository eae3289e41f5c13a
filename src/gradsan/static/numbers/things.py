"""What a name of a script can stand for, besides numbers, tensors and lists."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field


class _Unknown:
    """Could be anything."""


UNKNOWN = _Unknown()


@dataclass(frozen=True, slots=True)
class Dotted:
    """A name from outside: `torch.nn.functional.relu`."""

    name: str


@dataclass(slots=True, eq=False)
class Frame:
    """Names of a module or of a call."""

    names: dict[str, object] = field(default_factory=dict)
    outer: Frame | None = None

    def find(self, name: str) -> object:
        """Return what a name stands for."""
        frame: Frame | None = self
        while frame is not None:
            if name in frame.names:
                return frame.names[name]
            frame = frame.outer
        return BUILTINS.get(name, UNKNOWN)


@dataclass(slots=True, eq=False)
class Function:
    """A function of the script."""

    node: ast.FunctionDef | ast.Lambda
    name: str
    frame: Frame
    owner: object = None


@dataclass(slots=True, eq=False)
class Class:
    """A class of the script; only modules and plain classes are clear."""

    name: str
    methods: dict[str, ast.FunctionDef]
    names: dict[str, object]
    frame: Frame
    is_module: bool


@dataclass(slots=True, eq=False)
class Instance:
    """An object of such a class."""

    cls: Class
    parts: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bound:
    """A method of a value that is no object of the script."""

    owner: object
    name: str


BUILTINS: dict[str, object] = {
    name: Dotted(f"builtins.{name}")
    for name in (
        *("range", "len", "zip", "enumerate", "list", "tuple", "reversed", "sorted", "dict"),
        *("float", "int", "str", "abs", "max", "min", "sum", "round", "any", "all"),
        *("print", "isinstance", "super"),
    )
}
