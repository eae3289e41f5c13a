"""Take a backward pass of TensorFlow apart: one graph, its gradient part, what flows across."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import tensorflow as tf

from gradsan.backends.deriving import Arrays, Bound
from gradsan.backends.tensorflow.binding import at
from gradsan.backends.tensorflow.derivatives import _outputs, _weighted
from gradsan.model.anatomy import Anatomy, Kept

_QUIET = {"Const", "Placeholder", "NoOp", "Identity"}
_READ = {"Const", "Placeholder", "ReadVariableOp"}  # what is there anyway
_SHARES = {"Identity", "Reshape", "ExpandDims", "Squeeze", "StopGradient"}
_WRITES = ("Assign", "ResourceScatter", "ResourceStridedSliceAssign")


def anatomy(bound: Bound, arrays: Arrays, weights: Arrays) -> Anatomy:
    """Trace forward and gradient into one graph; what the second reads of the first is kept."""
    forward: set[str] = set()

    def program(*inputs: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(inputs)
            sources = [*inputs, *variables]
            outputs = _outputs(bound.call(sources))
        above = [tf.constant(w, out.dtype) for w, out in zip(weights, outputs, strict=True)]
        forward.update(op.name for op in tf.compat.v1.get_default_graph().get_operations())
        found = tape.gradient(outputs, sources, output_gradients=above)
        return [*outputs, *(tf.convert_to_tensor(g) for g in found if g is not None)]

    with at(bound, arrays) as given:
        variables = [x for x in given if isinstance(x, tf.Variable)]
        tensors = [x for x in given if not isinstance(x, tf.Variable)]
        graph = tf.function(program, autograph=False).get_concrete_function(*tensors).graph
    operations = graph.get_operations()
    backward = [op for op in operations if op.name not in forward and op.type not in _QUIET]
    own = {tensor.name for tensor in graph.inputs}
    seen: set[str] = set()
    kept: list[Kept] = []
    for op in backward:
        for tensor in op.inputs:
            is_new = tensor.op.name in forward and tensor.name not in seen | own
            if is_new and tensor.op.type not in _READ and tensor.dtype.is_floating:
                seen.add(tensor.name)
                kept.append(_kept(tensor))
    names = Counter(op.type for op in backward)
    writes = tuple(op.type for op in operations if op.type.startswith(_WRITES))
    peak = _peak(operations, graph.outputs)
    return Anatomy(tuple(sorted(names.items())), _depth(backward), tuple(kept), peak, writes)


def _peak(operations: list[Any], outputs: list[Any]) -> int | None:
    """Return the bytes alive at once if the graph is run op by op, in the order it was made.

    TensorFlow tells no peak on the CPU. What it reuses in place is not seen, so this is what
    the program asks for rather than what the runtime makes of it; None if a shape is unknown.
    """
    last: dict[str, int] = {}
    for number, op in enumerate(operations):
        last.update((tensor.name, number) for tensor in op.inputs)
    last.update((tensor.name, len(operations)) for tensor in outputs)
    alive: dict[str, int] = {}
    owner: dict[str, str] = {}  # a tensor that is another's memory: the other
    peak = 0
    for number, op in enumerate(operations):
        for tensor in op.outputs:
            if op.type in _SHARES and op.inputs:
                source = owner.get(op.inputs[0].name, op.inputs[0].name)
                owner[tensor.name] = source
                last[source] = max(last.get(source, 0), last.get(tensor.name, 0))
            elif op.type not in _READ and tensor.dtype.size and number < last.get(tensor.name, 0):
                if not tensor.shape.is_fully_defined():
                    return None
                alive[tensor.name] = tensor.dtype.size * (tensor.shape.num_elements() or 0)
        peak = max(peak, sum(alive.values()))
        alive = {name: size for name, size in alive.items() if last[name] > number}
    return peak


def runs(bound: Bound, arrays: Arrays, weights: Arrays) -> tuple[Callable[[], Any], ...]:
    """Return forward, and forward with backward, to be timed."""
    with at(bound, arrays) as given:
        inputs = list(given)

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
