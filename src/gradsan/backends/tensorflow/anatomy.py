"""Take a backward pass of TensorFlow apart: one graph, its gradient part, what flows across."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from gradsan.backends.deriving import Arrays, Bound
from gradsan.backends.tensorflow.derivatives import _outputs, _weighted
from gradsan.model.anatomy import Anatomy, Kept

_QUIET = {"Const", "Placeholder", "NoOp", "Identity"}


def anatomy(bound: Bound, arrays: Arrays, weights: Arrays) -> Anatomy:
    """Trace forward and gradient into one graph; what the second reads of the first is kept."""
    graph = tf.Graph()
    with graph.as_default():
        inputs = [tf.compat.v1.placeholder(a.dtype, a.shape) for a in arrays]
        loss = _weighted(_outputs(bound.call(inputs)), weights)
        forward = {op.name for op in graph.get_operations()}
        tf.gradients(loss, inputs)
    operations = graph.get_operations()
    backward = [op for op in operations if op.name not in forward and op.type not in _QUIET]
    own = {tensor.name for tensor in inputs}
    seen: set[str] = set()
    kept: list[Kept] = []
    for op in backward:
        for tensor in op.inputs:
            is_new = tensor.op.name in forward and tensor.name not in seen | own
            if is_new and tensor.op.type != "Const" and tensor.dtype.is_floating:
                seen.add(tensor.name)
                kept.append(_kept(tensor))
    names = Counter(op.type for op in backward)
    return Anatomy(tuple(sorted(names.items())), _depth(backward), tuple(kept), None, None)


def runs(bound: Bound, arrays: Arrays, weights: Arrays) -> tuple[Callable[[], Any], ...]:
    """Return forward, and forward with backward, to be timed."""
    inputs = [tf.constant(a) for a in arrays]

    def full() -> None:
        with tf.GradientTape() as tape:
            tape.watch(inputs)
            loss = _weighted(_outputs(bound.call(inputs)), weights)
        tape.gradient(loss, inputs)

    return (lambda: bound.call(inputs)), full


def _kept(tensor: Any) -> Kept:
    shape = tuple(tensor.shape) if tensor.shape.is_fully_defined() else ()
    size = tensor.dtype.size * (tensor.shape.num_elements() or 0)
    return Kept(tensor.op.type, shape, tensor.dtype.name, size)


def _depth(operations: list[Any]) -> int:
    depths: dict[str, int] = {}
    for op in operations:
        below = [depths.get(tensor.op.name, 0) for tensor in op.inputs]
        depths[op.name] = 1 + max(below, default=0)
    return max(depths.values(), default=0)
