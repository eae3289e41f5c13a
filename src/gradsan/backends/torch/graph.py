"""Walk the backward graph."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gradsan.backends.torch import private


def nodes_from(roots: tuple[Any, ...]) -> Iterator[Any]:
    """Yield every node of the graphs behind tensors or gradient edges, roots first."""
    queue = [root_node(root) for root in roots]
    seen: set[Any] = set()
    while queue:
        node = queue.pop()
        if node is None or node in seen:
            continue
        seen.add(node)
        yield node
        queue.extend(parent for parent, _ in reversed(node.next_functions))


def root_node(root: Any) -> Any:
    """Return the node behind a tensor or a gradient edge; None if there is none to be had."""
    node = getattr(root, "node", None)
    return private.node_of(root) if node is None and hasattr(root, "data_ptr") else node


_RAW = "_raw_saved_"
_names: dict[Any, tuple[str, ...]] = {}
_raw_names: dict[Any, tuple[str, ...]] = {}


def saved_names(kind: Any) -> tuple[str, ...]:
    """Return the attributes under which a class of nodes shows what it keeps."""
    if kind not in _names:
        _names[kind] = _look_up(kind)
    return _names[kind]


def raw_names(kind: Any) -> tuple[str, ...]:
    """Return the attributes under which it shows them raw: what no hook and no check has seen."""
    if kind not in _raw_names:
        _raw_names[kind] = tuple(name for name in dir(kind) if name.startswith(_RAW))
    return _raw_names[kind]


def raw_saves(node: Any, name: str) -> tuple[Any, ...]:
    """Return what a node keeps raw under a name; nothing if it was freed."""
    try:
        raws = getattr(node, name)
    except RuntimeError:
        return ()  # a list that was freed
    return tuple(raws) if isinstance(raws, (tuple, list)) else (raws,)


def saved_name(raw: str) -> str:
    """Return the attribute that shows, checked, what is raw under a name."""
    return "saved_tensors" if raw == "_raw_saved_tensors" else raw.removeprefix("_raw")


def is_indifferent(node: Any) -> bool:
    """Tell whether no number that a node keeps can change a gradient: the slope of x ** 1 is 1.

    Such powers stand in the graph of every gradient of a square.
    """
    return type(node).__name__ == "PowBackward0" and node._saved_exponent in (0, 1)


def _look_up(kind: Any) -> tuple[str, ...]:
    names = [name for name in dir(kind) if name.startswith("_saved_")]
    if "saved_tensors" in dir(kind):
        names.append("saved_tensors")
    return tuple(names)
