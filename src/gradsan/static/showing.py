"""What the names of a state show: the objects that they lead to, and the views they stand for."""

from __future__ import annotations

from collections.abc import Iterable

from gradsan.static.values import UNKNOWN, Function, Method, Object, State, Tensor, Value


def reachable(state: State, others: Iterable[Value] = ()) -> set[int]:
    """Return the objects that a name stands for, or something that such an object holds."""
    todo = [*others, *(value for frame in state.frames.values() for value in frame.values())]
    found: set[int] = set()
    while todo:
        value = todo.pop()
        while isinstance(value, (Method, Function)):
            value = value.owner or UNKNOWN
        if isinstance(value, Object) and value.id not in found:
            found.add(value.id)
            parts = state.objects[value.id]
            todo += [*parts.attributes.values(), *(parts.items or ()), *(parts.keys or ())]
    return found


def is_shown_as(state: State, tensor: Tensor) -> bool:
    """Tell whether all names for some memory stand for the same view of it."""
    return all(
        value == tensor
        for value in state.values()
        if isinstance(value, Tensor) and value.storage == tensor.storage
    )
