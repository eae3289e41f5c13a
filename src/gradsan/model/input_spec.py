"""An input as it is written on the command line: `randn(3, 4, seed=1)`.

Parsed, never evaluated: a name out of a short list, whole numbers for the shape, and
numbers or words for the options. A list of numbers stands for itself.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

MAKERS = ("randn", "rand", "zeros", "ones", "full", "arange", "eye", "randint")
OPTIONS = ("dtype", "device", "seed", "low", "high", "value")
DTYPES = (
    "float16", "bfloat16", "float32", "float64", "complex64", "complex128", "int32", "int64",
    "bool",
)  # fmt: skip


class SpecError(ValueError):
    """An input that cannot be read, told in one line."""


@dataclass(frozen=True, slots=True)
class InputSpec:
    """What to make: by a maker and a shape, or the values themselves."""

    maker: str
    shape: tuple[int, ...] = ()
    values: Any = None  # of a list that was spelled out
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def dtype(self) -> str:
        """The dtype asked for, or what the maker gives."""
        usual = "int64" if self.maker in ("randint", "arange") else "float32"
        return str(self.options.get("dtype", usual))


def parse_spec(text: str) -> InputSpec:
    """Read an input.

    >>> parse_spec("randn(3, 4, seed=1)")
    InputSpec(maker='randn', shape=(3, 4), values=None, options={'seed': 1})
    >>> parse_spec("[1.0, 2.0]").values
    [1.0, 2.0]
    """
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise SpecError(f"cannot read the input {text!r}; {_example()}") from None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return _made(node.func.id, node, text)
    if isinstance(node, ast.List | ast.Constant | ast.UnaryOp):
        return InputSpec("values", values=_numbers(node, text))
    raise SpecError(f"cannot read the input {text!r}; {_example()}")


def _example() -> str:
    return 'write it as "randn(3, 4, seed=1)" or "[1.0, 2.0]"'


def _made(name: str, node: ast.Call, text: str) -> InputSpec:
    if name not in MAKERS:
        near = get_close_matches(name, MAKERS, n=1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise SpecError(f"unknown input {name!r}{meant} (one of {', '.join(MAKERS)})")
    shape = tuple(_whole(item, text) for item in node.args)
    options = {}
    for keyword in node.keywords:
        if keyword.arg not in OPTIONS:
            raise SpecError(f"unknown option {keyword.arg!r} (one of {', '.join(OPTIONS)})")
        options[keyword.arg] = _option(keyword.arg, keyword.value, text)
    return InputSpec(name, shape, options=options)


def _whole(node: ast.expr, text: str) -> int:
    if isinstance(node, ast.Constant) and type(node.value) is int and node.value >= 0:
        return node.value
    raise SpecError(f"a shape is whole numbers, in {text!r}")


def _option(name: str, node: ast.expr, text: str) -> Any:
    if name in ("dtype", "device"):
        word = node.id if isinstance(node, ast.Name) else getattr(node, "value", None)
        if not isinstance(word, str) or (name == "dtype" and word not in DTYPES):
            raise SpecError(f"{name} in {text!r}: one of {', '.join(DTYPES)}")
        return word
    return _numbers(node, text)


def _numbers(node: ast.expr, text: str) -> Any:
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise SpecError(f"only numbers, and lists of them, in {text!r}") from None
    if not _is_numeric(value):
        raise SpecError(f"only numbers, and lists of them, in {text!r}")
    return value


def _is_numeric(value: Any) -> bool:
    if isinstance(value, list):
        return all(map(_is_numeric, value))
    return isinstance(value, int | float)
