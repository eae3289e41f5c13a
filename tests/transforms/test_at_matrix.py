"""Every op of `gradsan.at` with every kind of index in every framework.

Values are NumPy's own assignment, gradients its central differences in float64: nothing
here asks gradsan what is right.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gradsan
from tests.frameworks import NAMES, array, differences, gradients, tensor, x64
from tests.transforms.updates import IN_PLACE, INDICES, WEIGHT, X, values


def check(framework: str, op: str, index: Any, value: Any) -> None:
    def numpy_program(x: Any, v: Any) -> Any:
        y = x.copy()
        IN_PLACE[op](y, index, v)
        return y * y * WEIGHT

    with x64(framework):
        weight = tensor(framework, WEIGHT)

        def program(x: Any, v: Any) -> Any:
            y = getattr(gradsan.at(x)[index], op)(v)
            return y * y * weight

        got = program(tensor(framework, X), tensor(framework, value))
        found = gradients(framework, program, [X, value])
    np.testing.assert_allclose(array(got), numpy_program(X, value), rtol=1e-12)
    for ours, true in zip(found, differences(numpy_program, [X, value]), strict=True):
        np.testing.assert_allclose(ours, true, rtol=1e-5, atol=1e-8)


@pytest.mark.parametrize("framework", NAMES)
@pytest.mark.parametrize("op", IN_PLACE)
@pytest.mark.parametrize("kind", INDICES)
def test_an_update_is_numpys_and_its_gradient_that_of_differences(
    framework: str, op: str, kind: str
) -> None:
    index = INDICES[kind]
    check(framework, op, index, values(X[index].shape, "whole"))


@pytest.mark.parametrize("framework", NAMES)
@pytest.mark.parametrize("fit", ["scalar", "broadcast", "leading ones"])
@pytest.mark.parametrize("kind", INDICES)
def test_a_value_that_is_broadcast_gets_the_summed_gradient(
    framework: str, fit: str, kind: str
) -> None:
    index = INDICES[kind]
    if fit == "leading ones" and "mask" in kind:
        return  # NumPy refuses it
    check(framework, "set", index, values(X[index].shape, fit))


@pytest.mark.parametrize("framework", NAMES)
@pytest.mark.parametrize("kind", INDICES)
def test_get_reads_what_numpy_reads_and_keeps_the_gradient(framework: str, kind: str) -> None:
    index = INDICES[kind]
    with x64(framework):
        got = gradsan.at(tensor(framework, X))[index].get()
        found = gradients(framework, lambda x: gradsan.at(x)[index].get() ** 2, [X])
    np.testing.assert_array_equal(array(got), X[index])
    true = differences(lambda x: x[index] ** 2, [X])
    np.testing.assert_allclose(found[0], true[0], rtol=1e-5, atol=1e-8)


@pytest.mark.parametrize("framework", NAMES)
@pytest.mark.parametrize("kind", ["slice", "mask", "repeated integers"])
def test_apply_sees_the_entries_and_puts_back_what_it_made(framework: str, kind: str) -> None:
    index = INDICES[kind]

    def numpy_program(x: Any) -> Any:
        y = x.copy()
        y[index] = y[index] * y[index].sum()
        return y * WEIGHT

    with x64(framework):
        weight = tensor(framework, WEIGHT)

        def program(x: Any) -> Any:
            return gradsan.at(x)[index].apply(lambda entries: entries * _sum(entries)) * weight

        found = gradients(framework, program, [X])
    np.testing.assert_allclose(found[0], differences(numpy_program, [X])[0], rtol=1e-5)


def _sum(entries: Any) -> Any:
    if hasattr(entries, "sum"):
        return entries.sum()
    import tensorflow as tf

    return tf.reduce_sum(entries)
