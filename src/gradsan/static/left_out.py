"""A layer that no gradient comes to, though its neighbour is trained.

What a network of its own says may be asked for a mask or a label, and nothing more. But a plain
layer of the very module whose forward asks is there to be trained, as the layers beside it are.
"""

from __future__ import annotations

from gradsan.static.machine import Machine
from gradsan.static.query import Spot
from gradsan.static.values import Class, Object, Parts, Ref, Tensor


def is_left_out(m: Machine, leaf: int, spot: Spot) -> bool:
    """Tell whether a weight is of a layer that the forward of its module asks, unlike another."""
    name, _, method = spot.function.rpartition(".")
    if method != "forward":
        return False
    for parts in m.state.objects.values():
        if isinstance(parts.cls, Class) and parts.cls.name == name:
            layers = [_weights(layer) for layer in _plain_layers(m, parts)]
            if any(leaf in weights for weights in layers):
                return any(leaf not in weights and weights & m.state.reached for weights in layers)
    return False


def _plain_layers(m: Machine, parts: Parts) -> list[Parts]:
    known = [m.state.objects[v.id] for v in parts.attributes.values() if isinstance(v, Object)]
    return [one for one in known if isinstance(one.cls, Ref) and one.items is None]


def _weights(layer: Parts) -> set[int]:
    return {v.storage for v in layer.attributes.values() if isinstance(v, Tensor)}
