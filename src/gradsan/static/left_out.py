"""A layer that no gradient comes to, though its neighbour is trained.

What a network of its own says may be asked for a mask or a label, and nothing more. But a plain
layer of the very module whose forward asks is there to be trained, as the layers beside it are.
"""

from __future__ import annotations

from gradsan.static.machine import Machine
from gradsan.static.query import Spot
from gradsan.static.values import Class, Object, Ref, Tensor


def is_left_out(m: Machine, leaf: int, spot: Spot) -> bool:
    """Tell whether a weight is of a layer that the forward of its module asks, unlike another."""
    name, _, method = spot.function.rpartition(".")
    if method != "forward":
        return False
    for parts in m.state.objects.values():
        if isinstance(parts.cls, Class) and parts.cls.name == name:
            known = [value for value in parts.attributes.values() if isinstance(value, Object)]
            mine = [one for one in known if leaf in _weights(m, one)]
            if any(_is_plain(m, one) for one in mine):
                others = [_weights(m, one) for one in known if one not in mine]
                return any(weights & m.state.reached for weights in others)
    return False


def _is_plain(m: Machine, layer: Object) -> bool:
    parts = m.state.objects[layer.id]
    return isinstance(parts.cls, Ref) and parts.items is None


def _weights(m: Machine, layer: Object, depth: int = 4) -> set[int]:
    """Return the weights of a layer of the framework, or of the layers that one holds."""
    parts = m.state.objects[layer.id]
    if not isinstance(parts.cls, Ref):
        return set()
    found = {value.storage for value in parts.attributes.values() if isinstance(value, Tensor)}
    for item in parts.items or ():
        if depth and isinstance(item, Object):
            found |= _weights(m, item, depth - 1)
    return found
