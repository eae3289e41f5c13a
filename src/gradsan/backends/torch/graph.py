"""Walk the backward graph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def nodes_from(roots: tuple[Any, ...]) -> Iterator[Any]:
    """Yield every node of the graphs behind tensors or gradient edges, roots first."""
    queue = [getattr(root, "node", None) or getattr(root, "grad_fn", None) for root in roots]
    seen: set[Any] = set()
    while queue:
        node = queue.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        yield node
        queue.extend(parent for parent, _ in reversed(node.next_functions))


_names: dict[Any, tuple[str, ...]] = {}


def saved_names(kind: Any) -> tuple[str, ...]:
    """Return the attributes under which a class of nodes shows what it keeps."""
    if kind not in _names:
        _names[kind] = _look_up(kind)
    return _names[kind]


def _look_up(kind: Any) -> tuple[str, ...]:
    names = [name for name in dir(kind) if name.startswith("_saved_")]
    if "saved_tensors" in dir(kind):
        names.append("saved_tensors")
    return tuple(names)
