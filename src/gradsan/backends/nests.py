"""Lists, tuples and dicts of tensors, taken apart and put together again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield what is not a list, tuple or dict, each with its path.

    >>> list(leaves({"a": [1, (2,)]}))
    [("['a'][0]", 1), ("['a'][1][0]", 2)]
    """
    if isinstance(value, dict):
        for key in value:
            yield from leaves(value[key], f"{path}[{key!r}]")
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            yield from leaves(item, f"{path}[{number}]")
    else:
        yield path, value


def rebuilt(value: Any, replace: Callable[[Any], Any]) -> Any:
    """Return the same nest with every leaf replaced, in the order of `leaves`."""
    if isinstance(value, dict):
        return {key: rebuilt(item, replace) for key, item in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(rebuilt(item, replace) for item in value))
    if isinstance(value, list | tuple):
        return type(value)(rebuilt(item, replace) for item in value)
    return replace(value)


def with_leaves(value: Any, new: Sequence[Any]) -> Any:
    """Return the same nest with other leaves."""
    remaining = iter(new)
    return rebuilt(value, lambda _: next(remaining))


def argument_name(path: str) -> str:
    """Name an argument by its path in the list of all.

    >>> argument_name("[0]"), argument_name("[1]['a']")
    ('argument 0', "argument 1['a']")
    """
    number, _, rest = path[1:].partition("]")
    return f"argument {number}{rest}"
