"""Run and differentiate a function with TensorFlow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import tensorflow as tf

from gradsan.backends.deriving import Arrays, Bound, NoDerivativeError
from gradsan.backends.tensorflow.binding import at, bind

_EPSILON = {"float32": 2.0**-23, "float16": 2.0**-10, "bfloat16": 2.0**-7}


class TensorFlowDerivatives:
    """TensorFlow, as verify and compare see it."""

    NAME = "tensorflow"

    def bind(self, fn: Any, args: Sequence[Any], *, precise: bool) -> Bound:
        """Bind the tensors among the arguments, and the variables that the function reads."""
        return bind(fn, args, precise=precise)

    @contextmanager
    def settled(self, seed: int, *, precise: bool) -> Iterator[None]:
        """Seed TensorFlow inside; its state cannot be given back."""
        tf.random.set_seed(seed)
        yield

    def outputs(self, bound: Bound, arrays: Arrays) -> list[Any]:
        """Run."""
        with at(bound, arrays) as inputs:
            return [out.numpy() for out in _outputs(bound.call(inputs))]

    def precision(self, bound: Bound, arrays: Arrays) -> float:
        """Return the spacing of the coarsest output."""
        with at(bound, arrays) as inputs:
            outputs = _outputs(bound.call(inputs))
        kinds = [out.dtype.real_dtype.name for out in outputs]
        return max((_EPSILON.get(kind, 2.0**-52) for kind in kinds), default=0.0)

    def gradients(self, bound: Bound, arrays: Arrays, weights: Arrays) -> list[Any | None]:
        """Differentiate by a tape."""
        with at(bound, arrays) as inputs:
            with tf.GradientTape() as tape:
                tape.watch(inputs)
                loss = _weighted(_outputs(bound.call(inputs)), weights)
            return [None if g is None else _numpy(g) for g in tape.gradient(loss, inputs)]

    def tangents(self, bound: Bound, arrays: Arrays, directions: Arrays) -> list[Any]:
        """Differentiate by forward mode."""
        along = [tf.constant(d) for d in directions]
        try:
            with (
                at(bound, arrays) as inputs,
                tf.autodiff.ForwardAccumulator(inputs, along) as accumulator,
            ):
                outputs = _outputs(bound.call(inputs))
            found = [accumulator.jvp(out, unconnected_gradients="zero") for out in outputs]
        except (LookupError, TypeError, NotImplementedError, ValueError) as error:
            raise NoDerivativeError(str(error).splitlines()[0]) from error
        return [_numpy(t) for t in found]

    def second(
        self, bound: Bound, arrays: Arrays, weights: Arrays, directions: Arrays
    ) -> list[Any | None]:
        """Differentiate a tape by a tape."""
        with at(bound, arrays) as inputs:
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
