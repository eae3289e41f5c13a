"""Tell whether a value is the result of the very node that saves it.

torch keeps such a result as an alias without a graph (node -> value -> node would never be
freed) and everything else as the very tensor. After `y.data = other` the alias has the old
memory and the tensor the new one, so a hook must make the same difference; it is handed the
tensor alone. But a node takes its results last: while one is being saved, its slot is empty.
"""

from __future__ import annotations

from threading import get_ident
from typing import Any, NamedTuple
from weakref import WeakSet

from torch.autograd.function import BackwardCFunction

from gradsan.backends.torch import private
from gradsan.backends.torch.graph import raw_names

# Where nodes keep what their op was given: what torch's formulas never call a result that has
# a graph (indices may be one, and are whole numbers).
GIVEN = frozenset(
    "_raw_saved_" + name
    for name in (
        "A", "batch1", "batch2", "bias", "condition", "grad_output", "grid", "hx", "index",
        "indices", "input", "input2", "input3", "key", "mask", "mat", "mat1", "mat2", "other",
        "query", "running_mean", "running_var", "self", "source", "src", "target", "tensor1",
        "tensor2", "value", "vec", "vec1", "vec2", "weight", "x1", "x2",
    )
)  # fmt: skip

RING = 256  # nodes of which it is remembered that they took their result
FAR = 64  # nodes that come between a node and the save of its result: views made anew, clones


class Kind(NamedTuple):
    """What a class of nodes keeps of its own results."""

    slots: tuple[str, ...] = ()  # where results are kept, raw
    is_custom: bool = False
    is_known: bool = True  # torch shows all that it keeps


class _Kinds(dict[type, Kind]):
    """The kinds of nodes, looked at once."""

    def __missing__(self, kind: type) -> Kind:
        self[kind] = found = _look_at(kind)
        return found


class _Keepers(dict[type, bool]):
    """Whether nodes of a kind keep a result of theirs: one look for each save."""

    def __missing__(self, kind: type) -> bool:
        known = _kinds[kind]
        self[kind] = keeps = known.is_custom or bool(known.slots)
        return keeps


_kinds = _Kinds()
keeps_results = _Keepers()
_singles: dict[type, bool] = {}
_taken: list[tuple[int, int]] = [(-1, 0)] * RING  # nodes that took their result: number, thread
finished: WeakSet[Any] = WeakSet()  # nodes of custom Functions that have saved what they save


def is_own_result(node: Any, number: int) -> bool:
    """Tell whether a value made by `node` is saved by it, `number` being the youngest there is.

    Where that cannot be told it is taken for one: an alias is always freed.
    """
    kind, own = _kinds[type(node)], node._sequence_nr()
    if kind.is_custom:
        return node not in finished
    if own > number:
        return False  # each thread counts for itself: another one made it
    if kind.slots:
        return number - own < FAR and _is_taking(node, kind.slots, own, number)
    if own < number:
        return False
    if not kind.is_known:
        return True
    return not raw_names(type(node)) and _is_written_view(node, own)


def _is_taking(node: Any, slots: tuple[str, ...], own: int, number: int) -> bool:
    """Tell whether a node takes a result now; most take one, and that when they are youngest."""
    if not _holds_one(node, slots):
        return any(_is_empty(node, slot) for slot in slots)
    mine = own, get_ident()
    if _taken[own % RING] == mine:
        return False
    if own < number and not _is_empty(node, slots[0]):
        return False
    _taken[own % RING] = mine
    return True


def _holds_one(node: Any, slots: tuple[str, ...]) -> bool:
    """Tell whether a kind of nodes has one slot, for a single value."""
    kind = type(node)
    if (answer := _singles.get(kind)) is None:
        is_list = isinstance(getattr(node, slots[0]), (tuple, list))
        _singles[kind] = answer = len(slots) == 1 and not is_list
    return answer


def _is_empty(node: Any, slot: str) -> bool:
    raw = getattr(node, slot)
    return isinstance(raw, (tuple, list)) or private.packed_data(raw) is None


def _is_written_view(node: Any, number: int) -> bool:
    """Tell whether a view was written just now; its node is made anew right after the base's.

    A view that is only read after a write to its base gets a new node, too.
    """
    if type(node).__name__ == "CloneBackward0":
        return False  # of what an op is about to overwrite
    if type(node).__name__ != "AsStridedBackward0":
        return True  # made by the view's own function, perhaps of several nodes
    base = node.next_functions[0][0] if node.next_functions else None
    if base is None or not base.name().endswith("CopySlices"):
        return False
    return bool(base._sequence_nr() == number - 1)


def _look_at(kind: type) -> Kind:
    if issubclass(kind, BackwardCFunction):
        return Kind(is_custom=True)
    if not hasattr(private.node_classes(), kind.__name__):
        return Kind(is_known=False)
    return Kind(tuple(name for name in raw_names(kind) if name not in GIVEN))
