"""`gradsan.as_numpy`: assignment, views, refusals, in every framework."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gradsan
from gradsan.backends.updating import LostGradientError
from tests.frameworks import NAMES, array, differences, gradients, tensor, x64

X = np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]])

Program = Callable[[Any], Any]


def running_sum(x: Any) -> Any:
    x = x.copy()
    for column in range(1, 3):
        x[:, column] = x[:, column] + x[:, column - 1] ** 2
    return x


def write_through_a_view(x: Any) -> Any:
    y = x.copy()
    row = y[0]
    row[1:] = row[:-1] * 3.0
    return y


def write_through_a_transpose(x: Any) -> Any:
    y = x.copy()
    y.T[0] = y[:, 1] * 2.0
    return y


def write_through_two_views(x: Any) -> Any:
    y = x.copy()
    y.reshape(-1)[::2][1:] *= 5.0
    return y


def a_view_sees_what_the_root_was_given(x: Any) -> Any:
    y = x.copy()
    row = y[0]
    y[0, 0] = y[1, 1] * 4.0
    return row * row


def a_copy_does_not(x: Any) -> Any:
    y = x.copy()
    flat = y.T.reshape(-1)  # NumPy has to copy here
    y[0, 0] = 100.0
    flat[1] = 7.0
    return flat[:3] * y[0]


def in_place_operators(x: Any) -> Any:
    y = x * 1.0
    y += 1.0
    y *= x
    y -= np.ones(3)
    y **= 2
    return y


def masks_and_fancy_indices(x: Any) -> Any:
    y = x.copy()
    y[y < 0] = 0.5
    y[[0, 1, 0], [0, 0, 0]] = y[[1, 1, 1], [0, 1, 2]] * 2.0
    return y[:, [0, 0, 2]]


def a_buffer_made_like_x(x: Any) -> Any:
    out = np.zeros_like(x)
    for row in range(2):
        out[row] = np.cumsum(x[row])
    return out


def a_buffer_made_with_like(x: Any) -> Any:
    out = np.zeros((3, 2), like=x)
    for row in range(2):
        out[:, row] = x[row] * np.arange(3.0)
    return out


def normalised(x: Any) -> Any:
    return (x - x.mean(axis=1, keepdims=True)) / np.sqrt(x.var(axis=1, keepdims=True) + 1e-3)


def control_flow(x: Any) -> Any:
    if x.sum() > 0:
        return np.maximum(x, 0.1) * x.max()
    return x


def reductions_of_ufuncs(x: Any) -> Any:
    return np.add.reduce(x, axis=1) * np.maximum.reduce(x, axis=1)


PROGRAMS = [
    running_sum, write_through_a_view, write_through_a_transpose, write_through_two_views,
    a_view_sees_what_the_root_was_given, a_copy_does_not, in_place_operators,
    masks_and_fancy_indices, a_buffer_made_like_x, a_buffer_made_with_like,
    normalised, control_flow, reductions_of_ufuncs,
]  # fmt: skip


@pytest.mark.parametrize("framework", NAMES)
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.__name__)
def test_numpy_code_runs_as_in_numpy_and_keeps_the_gradient(
    framework: str, program: Program
) -> None:
    with x64(framework):
        wrapped = gradsan.numpy_function(program)
        got = wrapped(tensor(framework, X))
        (found,) = gradients(framework, wrapped, [X])
    np.testing.assert_allclose(array(got), program(X), rtol=1e-12)
    np.testing.assert_allclose(found, differences(program, [X])[0], rtol=1e-5, atol=1e-7)


def test_it_runs_under_jit() -> None:
    jax = pytest.importorskip("jax")
    x = jax.numpy.asarray(X)
    wrapped = gradsan.numpy_function(write_through_two_views)
    np.testing.assert_allclose(jax.jit(wrapped)(x), write_through_two_views(X))


def test_it_runs_in_a_tf_function() -> None:
    tf = pytest.importorskip("tensorflow")
    wrapped = gradsan.numpy_function(normalised)
    np.testing.assert_allclose(tf.function(wrapped)(tf.constant(X)), normalised(X))


@pytest.mark.parametrize("framework", NAMES)
@pytest.mark.parametrize(
    "deed",
    [
        np.asarray,
        float,
        lambda x: x.tolist(),
        lambda x: x.item(),
        lambda x: x.astype(int),
        lambda x: np.add(x, x, out=np.zeros(3)),
    ],
)
def test_what_would_lose_the_gradient_is_refused(framework: str, deed: Program) -> None:
    x = gradsan.as_numpy(tensor(framework, np.array([1.0, 2.0, 3.0])))
    with pytest.raises(LostGradientError, match="would lose the gradient"):
        deed(x)


@pytest.mark.parametrize("framework", NAMES)
def test_filling_a_plain_numpy_buffer_raises(framework: str) -> None:
    x = gradsan.as_numpy(tensor(framework, np.array([1.0, 2.0, 3.0])))
    with pytest.raises(ValueError, match="setting an array element") as caught:
        np.zeros(3)[0] = x[0]
    assert "would lose the gradient" in str(caught.value.__cause__)


def test_an_array_with_values_only_stays_a_numpy_array() -> None:
    assert type(gradsan.as_numpy([1.0, 2.0])) is np.ndarray


def test_a_read_only_view_is_read_only() -> None:
    torch = pytest.importorskip("torch")
    x = gradsan.as_numpy(torch.ones(3))
    with pytest.raises(ValueError, match="read-only"):
        np.broadcast_to(x, (2, 3))[0] = 5.0


def test_a_number_beside_float32_keeps_float32() -> None:
    torch = pytest.importorskip("torch")
    x = gradsan.as_numpy(torch.ones(3))
    for y in (2.5 * x, x + 1, np.sqrt(2) * x, np.where(x > 0, x, 0.5), x**2):
        assert y.dtype == np.float32


def test_arguments_in_lists_and_dicts_are_wrapped_and_results_unwrapped() -> None:
    torch = pytest.importorskip("torch")

    @gradsan.numpy_function
    def totals(pair: list[Any], *, scale: dict[str, Any]) -> dict[str, Any]:
        return {"sum": np.sum(pair[0] + pair[1]) * scale["by"], "parts": [np.sum(p) for p in pair]}

    x = torch.ones(3, requires_grad=True)
    made = totals([x, x * 2], scale={"by": 10.0})
    made["sum"].backward()
    assert x.grad.tolist() == [30, 30, 30]
    assert all(isinstance(part, torch.Tensor) for part in made["parts"])
