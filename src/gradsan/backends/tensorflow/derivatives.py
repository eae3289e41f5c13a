"""Run and differentiate a function with TensorFlow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import tensorflow as tf

from gradsan.backends.deriving import Arrays, Bound, NoDerivativeError, width_for
from gradsan.backends.nests import argument_name, leaves, with_leaves

_EPSILON = {"float32": 2.0**-23, "float16": 2.0**-10, "bfloat16": 2.0**-7}


class TensorFlowDerivatives:
    """TensorFlow, as verify and compare see it."""

    NAME = "tensorflow"

    def bind(self, fn: Any, args: Sequence[Any], *, precise: bool) -> Bound:
        """Bind tensors and variables of floating point; a variable is replaced by its value."""
        given = [(path, _tensor(value)) for path, value in leaves(list(args))]
        chosen = [n for n, (_, value) in enumerate(given) if _is_real(value)]

        def call(tensors: Sequence[Any]) -> Any:
            full = [value for _, value in given]
            for place, tensor in zip(chosen, tensors, strict=True):
                full[place] = tensor
            return fn(*with_leaves(list(args), full))

        names = tuple(argument_name(given[n][0]) for n in chosen)
        arrays = [given[n][1].numpy() for n in chosen]
        return Bound(names, tuple(a.astype(width_for(a, precise)) for a in arrays), call, fn)

    @contextmanager
    def settled(self, seed: int, *, precise: bool) -> Iterator[None]:
        """Seed TensorFlow inside; its state cannot be given back."""
        tf.random.set_seed(seed)
        yield

    def outputs(self, bound: Bound, arrays: Arrays) -> list[Any]:
        """Run."""
        return [out.numpy() for out in _outputs(bound.call([tf.constant(a) for a in arrays]))]

    def precision(self, bound: Bound, arrays: Arrays) -> float:
        """Return the spacing of the coarsest output."""
        outputs = _outputs(bound.call([tf.constant(a) for a in arrays]))
        kinds = [out.dtype.real_dtype.name for out in outputs]
        return max((_EPSILON.get(kind, 2.0**-52) for kind in kinds), default=0.0)

    def gradients(self, bound: Bound, arrays: Arrays, weights: Arrays) -> list[Any | None]:
        """Differentiate by a tape."""
        inputs = [tf.constant(a) for a in arrays]
        with tf.GradientTape() as tape:
            tape.watch(inputs)
            loss = _weighted(_outputs(bound.call(inputs)), weights)
        return [None if g is None else _numpy(g) for g in tape.gradient(loss, inputs)]

    def tangents(self, bound: Bound, arrays: Arrays, directions: Arrays) -> list[Any]:
        """Differentiate by forward mode."""
        inputs = [tf.constant(a) for a in arrays]
        along = [tf.constant(d) for d in directions]
        try:
            with tf.autodiff.ForwardAccumulator(inputs, along) as accumulator:
                outputs = _outputs(bound.call(inputs))
            found = [accumulator.jvp(out, unconnected_gradients="zero") for out in outputs]
        except (LookupError, TypeError, NotImplementedError, ValueError) as error:
            raise NoDerivativeError(str(error).splitlines()[0]) from error
        return [_numpy(t) for t in found]

    def second(
        self, bound: Bound, arrays: Arrays, weights: Arrays, directions: Arrays
    ) -> list[Any | None]:
        """Differentiate a tape by a tape."""
        inputs = [tf.constant(a) for a in arrays]
        with tf.GradientTape() as outer:
            outer.watch(inputs)
            with tf.GradientTape() as inner:
                inner.watch(inputs)
                loss = _weighted(_outputs(bound.call(inputs)), weights)
            first = inner.gradient(loss, inputs)
            along = [
                tf.reduce_sum(tf.convert_to_tensor(g) * d)
                for g, d in zip(first, directions, strict=True)
                if g is not None
            ]
            total = tf.add_n(along) if along else tf.constant(0.0)
        try:
            found = outer.gradient(total, inputs)
        except LookupError as error:
            raise NoDerivativeError(str(error).splitlines()[0]) from error
        return [None if g is None else _numpy(g) for g in found]

    def out_of_place(self, bound: Bound, arrays: Arrays, weights: Arrays) -> list[Any | None]:
        """Refuse: nothing is written in place."""
        raise NoDerivativeError("TensorFlow has no writes in place")

    def eager_twin(self, fn: Any) -> Any | None:
        """Return what tf.function was given."""
        return getattr(fn, "python_function", None)

    def custom_rules(self, bound: Bound, arrays: Arrays) -> list[str]:
        """Tell nothing: a tape does not say who wrote a gradient function."""
        return []

    def remarks(self, fn: Any, args: Sequence[Any]) -> list[str]:
        """Say nothing: an index past the end raises on the CPU."""
        return []


@contextmanager
def _at(bound: Bound, arrays: Arrays) -> Iterator[list[Any]]:
    yield [tf.constant(a) for a in arrays]


def _tensor(value: Any) -> Any:
    is_tensor = isinstance(value, tf.Tensor | tf.Variable | np.ndarray)
    return tf.convert_to_tensor(value) if is_tensor else value


def _is_real(value: Any) -> bool:
    return isinstance(value, tf.Tensor) and value.dtype.is_floating


def _outputs(value: Any) -> list[Any]:
    found = [tf.convert_to_tensor(out) for out in tf.nest.flatten(value)]
    return [out for out in found if out.dtype.is_floating or out.dtype.is_complex]


def _numpy(value: Any) -> Any:
    return tf.convert_to_tensor(value).numpy()


def _weighted(outputs: Sequence[Any], weights: Arrays) -> Any:
    total: Any = 0.0
    for out, weight in zip(outputs, weights, strict=True):
        total = tf.reduce_sum(tf.math.real(out) * tf.constant(weight.real)) + total
        if out.dtype.is_complex:
            total = tf.reduce_sum(tf.math.imag(out) * tf.constant(weight.imag)) + total
    return total


DERIVATIVES = TensorFlowDerivatives()
