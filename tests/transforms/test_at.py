"""`gradsan.at`: what it means, what it refuses, and that it writes nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import gradsan
from gradsan.backends.plain.updates import UPDATES as PLAIN
from gradsan.transforms.indexing import pick, plain
from tests.frameworks import NAMES, array, tensor, x64

SHAPES = hnp.array_shapes(min_dims=1, max_dims=4, min_side=1, max_side=4)


@st.composite
def indexed(draw: Any) -> tuple[tuple[int, ...], Any]:
    """Draw a shape and an index that NumPy takes: slices, ints, newaxis, arrays, masks."""
    shape = draw(SHAPES)
    items: list[Any] = []
    axis = 0
    while axis < len(shape) and draw(st.integers(0, 4)):
        kind = draw(st.sampled_from(["int", "slice", "array", "mask", "new", "flag"]))
        size = shape[axis]
        if kind == "new":
            items.append(None)
            continue
        if kind == "flag":
            items.append(True)
            continue
        if kind == "int":
            items.append(draw(st.integers(-size, size - 1)))
        elif kind == "slice":
            items.append(draw(st.slices(size)))
        elif kind == "array":
            side = draw(st.sampled_from([(), (2,), (1,), (2, 1)]))
            items.append(draw(hnp.arrays(np.int64, side, elements=st.integers(-size, size - 1))))
        else:
            items.append(draw(hnp.arrays(bool, size)))
        axis += 1
    if draw(st.booleans()):
        items.insert(draw(st.integers(0, len(items))), ...)
    return shape, tuple(items)


def positions_by_numpy(shape: tuple[int, ...], index: Any) -> Any:
    return np.arange(int(np.prod(shape))).reshape(shape)[index]


@given(indexed())
@settings(max_examples=400, deadline=None)
def test_positions_are_those_of_numpys_own_indexing(drawn: tuple[tuple[int, ...], Any]) -> None:
    shape, index = drawn
    try:
        wanted = positions_by_numpy(shape, index)
    except IndexError:
        with pytest.raises(IndexError):
            pick(plain(index), PLAIN, np.zeros(shape))
        return
    picked = pick(plain(index), PLAIN, np.zeros(shape))
    assert picked.shape == wanted.shape
    np.testing.assert_array_equal(picked.positions, wanted)


@given(indexed(), st.sampled_from(["torch", "tensorflow"]))
@settings(max_examples=60, deadline=None)
def test_set_is_numpys_assignment(drawn: tuple[tuple[int, ...], Any], framework: str) -> None:
    shape, index = drawn
    x = np.arange(float(np.prod(shape))).reshape(shape)
    try:
        value = -1.0 - np.arange(float(x[index].size)).reshape(x[index].shape)
    except IndexError:
        return
    wanted = x.copy()
    wanted[index] = value
    got = gradsan.at(tensor(framework, x))[index].set(tensor(framework, value))
    np.testing.assert_array_equal(array(got), wanted)


@pytest.mark.parametrize("framework", NAMES)
def test_repeated_indices_send_the_gradient_to_the_last_writer_only(framework: str) -> None:
    from tests.frameworks import gradients

    with x64(framework):
        (found,) = gradients(
            framework,
            lambda v: gradsan.at(tensor(framework, np.zeros(2)))[[0, 0]].set(v) * 7.0,
            [np.array([1.0, 2.0])],
        )
    np.testing.assert_array_equal(found, [0.0, 7.0])


def test_torchs_own_index_put_sends_it_to_both() -> None:
    torch = pytest.importorskip("torch")
    v = torch.ones(2, requires_grad=True)
    h = torch.zeros(2)
    h[[0, 0]] = v
    (h * 7).sum().backward()
    np.testing.assert_array_equal(v.grad, [7.0, 7.0])


def test_nothing_is_written_into_the_tensor_or_the_value() -> None:
    torch = pytest.importorskip("torch")
    x = torch.ones(3, requires_grad=True)
    v = torch.zeros(1)
    for index in (0, slice(1), [0], x > 0):
        gradsan.at(x)[index].set(v)
    assert x.detach().tolist() == [1, 1, 1]
    assert x._version == 0
    assert v._version == 0


def test_a_leaf_that_requires_grad_may_be_updated() -> None:
    torch = pytest.importorskip("torch")
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    gradsan.at(x)[0].set(5.0).sum().backward()
    assert x.grad.tolist() == [0, 1, 1]


@pytest.mark.parametrize("framework", NAMES)
def test_a_float_into_integers_is_refused(framework: str) -> None:
    x = tensor(framework, np.array([1, 2, 3]))
    with pytest.raises(TypeError, match="floating-point value does not fit into"):
        gradsan.at(x)[0].set(tensor(framework, np.float32(0.5)))
    assert array(gradsan.at(x)[0].set(7)).tolist() == [7, 2, 3]


@pytest.mark.parametrize("framework", NAMES)
@pytest.mark.parametrize("index", [[0, 1], slice(2), (slice(None), 0)])
def test_a_value_that_does_not_fit_is_refused(framework: str, index: Any) -> None:
    x = tensor(framework, np.ones((2, 3)))
    with pytest.raises(Exception, match=r"shape|broadcast|expand"):
        gradsan.at(x)[index].set(tensor(framework, np.ones(5)))


@pytest.mark.parametrize("framework", ["plain", *NAMES])
@pytest.mark.parametrize("index", [7, (0, -4), [0, 9], (..., [3])])
def test_an_index_past_the_end_is_an_index_error(framework: str, index: Any) -> None:
    x = np.ones((2, 3)) if framework == "plain" else tensor(framework, np.ones((2, 3)))
    with pytest.raises(IndexError):
        gradsan.at(x)[index].set(0.0)


def test_a_plain_array_takes_a_tensor_as_value() -> None:
    torch = pytest.importorskip("torch")
    v = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)
    y = gradsan.at(np.ones(3))[1].set(v)
    y.sum().backward()
    assert v.grad.item() == 1.0


def test_two_frameworks_in_one_update_are_refused() -> None:
    torch, jax = pytest.importorskip("torch"), pytest.importorskip("jax")
    with pytest.raises(TypeError, match="a torch tensor and a jax tensor in one operation"):
        gradsan.at(torch.ones(3))[0].set(jax.numpy.ones(()))


def test_numpy_arrays_are_copied_not_shared() -> None:
    x = np.ones(3)
    gradsan.at(x)[:2].get()[0] = 5.0
    assert x.tolist() == [1, 1, 1]
