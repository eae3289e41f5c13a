"""Find the op whose result first left the finite numbers, where a loss itself is not finite.

Asked before such a pass, while the nodes still hold what they kept. A result that no node kept
shows in the node that took it as an input.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from gradsan.backends.torch import private
from gradsan.backends.torch.graph import raw_names, raw_saves
from gradsan.backends.torch.memory import PLAIN

CHOOSERS = ("Where", "MaskedFill", "MaskedScatter", "IndexPut", "MaskedSelect", "Index")
_EDGES = {"_raw_saved_self": 0, "_raw_saved_input": 0, "_raw_saved_other": 1}


class Overflow(NamedTuple):
    """What the nodes of a graph keep that is not finite."""

    maker: Any  # the node whose result is the first; None if what came in was not finite
    tainted: frozenset[int]  # numbers of nodes that keep such values


def look_for_overflow(nodes: list[Any], leaves: list[Any]) -> Overflow | None:
    """Look through a graph; None if a leaf holds NaN: that is the end of another story."""
    if any(is_nonfinite(leaf, nan_only=True) for leaf in leaves):
        return None
    inner = [node for node in nodes if not hasattr(node, "variable")]
    tainted = {}
    for node in inner:
        if bad := _bad_names(node):
            tainted[node] = bad
    maker = None
    if tainted and not any(is_nonfinite(leaf) for leaf in leaves):
        first = min(tainted, key=lambda node: node._sequence_nr())
        maker = _maker(first, tainted[first])
    return Overflow(maker, frozenset(node._sequence_nr() for node in tainted))


def _maker(node: Any, bad: list[str]) -> Any:
    """Return who made the value: the node itself, or the one that an input of it came from."""
    if bad == ["_raw_saved_result"] or bad == ["_raw_saved_output"]:
        return node
    if len(bad) != 1 or (edge := _EDGES.get(bad[0])) is None or edge >= len(node.next_functions):
        return None
    parent, _ = node.next_functions[edge]
    if parent is None or hasattr(parent, "variable"):
        return None
    # Who masks with inf means it.
    return None if parent.name().partition("Backward")[0] in CHOOSERS else parent


def _bad_names(node: Any) -> list[str]:
    return [
        name
        for name in raw_names(type(node))
        if any(is_nonfinite(_tensor(raw)) for raw in raw_saves(node, name))
    ]


def _tensor(raw: Any) -> Any:
    """Return the tensor behind a raw value, whether a hook of ours packed it or none did."""
    value = private.packed_data(raw)
    return value[0] if isinstance(value, tuple) and value else value


def is_nonfinite(tensor: Any, *, nan_only: bool = False) -> bool:
    """Tell whether a tensor holds NaN or inf."""
    if type(tensor) not in PLAIN or tensor.layout is not torch.strided:
        return False
    if not tensor.is_floating_point():
        return False
    with torch.no_grad(), private.no_overrides():
        total = tensor.sum().item()
        if total - total == 0:
            return False
        # A sum of finite numbers may overflow.
        found = torch.isnan(tensor).any() if nan_only else ~torch.isfinite(tensor).all()
        return bool(found)
