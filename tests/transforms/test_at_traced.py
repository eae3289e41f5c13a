"""`gradsan.at` under jit, vmap, tf.function and torch.compile, where indices have no values."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import gradsan
from tests.frameworks import array, differences

X = np.array([[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]])
ROWS = np.array([1, 0, 1])
COLUMNS = np.array([2, 0, -1])  # the first and the last name the same entry
V = np.array([7.0, 8.0, 9.0])
WANTED = np.array([[8.0, -2.0, 3.0], [4.0, 5.0, 9.0]])
GRADIENT_OF_V = np.array([0.0, 1.0, 1.0])


def put(x: Any, rows: Any, columns: Any, v: Any) -> Any:
    return gradsan.at(x)[rows, columns].set(v)


def floor_at_zero(x: Any) -> Any:
    return gradsan.at(x)[x < 0].set(0.0)


def root_where(x: Any) -> Any:
    return gradsan.at(x)[x > 0].power(0.5)


# -- JAX ------------------------------------------------------------------------------------


def test_jax_jit_takes_traced_indices_and_the_last_writer_wins() -> None:
    jax = pytest.importorskip("jax")
    args = [jax.numpy.asarray(a) for a in (X, ROWS, COLUMNS, V)]
    np.testing.assert_array_equal(jax.jit(put)(*args), WANTED)
    gradient = jax.jit(jax.grad(lambda *a: put(*a).sum(), 3))(*args)
    np.testing.assert_array_equal(gradient, GRADIENT_OF_V)


def test_jax_vmap_over_indices_and_values() -> None:
    jax = pytest.importorskip("jax")
    x, rows = jax.numpy.asarray(X), jax.numpy.array([[0, 0], [1, 0]])
    v = jax.numpy.arange(4.0).reshape(2, 2)
    got = jax.vmap(lambda r, w: gradsan.at(x)[r, 0].set(w))(rows, v)
    np.testing.assert_array_equal(got[:, :, 0], [[1.0, 4.0], [3.0, 2.0]])


def test_jax_jit_takes_a_traced_mask() -> None:
    jax = pytest.importorskip("jax")
    np.testing.assert_array_equal(jax.jit(floor_at_zero)(jax.numpy.asarray(X)), np.maximum(X, 0))


def test_what_the_mask_leaves_out_sends_no_nan_back() -> None:
    jax = pytest.importorskip("jax")
    gradient = jax.jit(jax.grad(lambda x: root_where(x).sum()))(jax.numpy.asarray(X))
    true = differences(lambda x: np.where(x > 0, np.abs(x) ** 0.5, x), [X])[0]
    np.testing.assert_allclose(gradient, true, rtol=1e-4)


def test_a_traced_mask_takes_one_value_for_each_true_entry() -> None:
    jax = pytest.importorskip("jax")
    x, v = jax.numpy.asarray(X), jax.numpy.array([10.0, 20.0])
    fill = jax.jit(lambda x, v: gradsan.at(x)[x < 0].set(v))
    np.testing.assert_array_equal(fill(x, v), [[1, 10, 3], [4, 5, 20]])
    gradient = jax.grad(lambda v: (fill(x, v) * jax.numpy.arange(6.0).reshape(2, 3)).sum())(v)
    np.testing.assert_array_equal(gradient, [1.0, 5.0])


def test_reading_behind_a_traced_mask_is_refused() -> None:
    jax = pytest.importorskip("jax")
    with pytest.raises(IndexError, match="how many entries a mask names"):
        jax.jit(lambda x: gradsan.at(x)[x > 0].get())(jax.numpy.asarray(X))


def test_jax_index_past_the_end_raises_instead_of_being_dropped() -> None:
    jax = pytest.importorskip("jax")
    for index in (5, (0, 3), [0, 7], (..., -4)):
        with pytest.raises(IndexError, match="out of bounds"):
            gradsan.at(jax.numpy.asarray(X))[index].set(0.0)


# -- TensorFlow -----------------------------------------------------------------------------


def test_tf_function_takes_indices_without_values() -> None:
    tf = pytest.importorskip("tensorflow")

    @tf.function  # type: ignore[untyped-decorator]
    def both(x: Any, rows: Any, columns: Any, v: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(v)
            y = put(x, rows, columns, v)
        return y, tape.gradient(y, v)

    got, gradient = both(*map(tf.constant, (X, ROWS, COLUMNS, V)))
    np.testing.assert_array_equal(got, WANTED)
    np.testing.assert_array_equal(tf.convert_to_tensor(gradient), GRADIENT_OF_V)


def test_tf_function_with_an_unknown_batch_takes_slices_and_masks() -> None:
    tf = pytest.importorskip("tensorflow")

    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float64)])  # type: ignore[untyped-decorator]
    def program(x: Any) -> Any:
        return floor_at_zero(gradsan.at(x)[:, 0].multiply(2.0))

    doubled = X * [2.0, 1.0, 1.0]
    np.testing.assert_array_equal(program(tf.constant(X)), np.maximum(doubled, 0))


def test_an_unknown_shape_with_index_arrays_is_refused_with_what_to_do() -> None:
    tf = pytest.importorskip("tensorflow")

    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float64)])  # type: ignore[untyped-decorator]
    def program(x: Any) -> Any:
        return gradsan.at(x)[[0, 1]].set(0.0)

    with pytest.raises(ValueError, match="input_signature with whole shapes"):
        program(tf.constant(X))


def test_a_tf_variable_is_read_and_gets_the_gradient() -> None:
    tf = pytest.importorskip("tensorflow")
    x = tf.Variable(X)
    with tf.GradientTape() as tape:
        y = gradsan.at(x)[0].set(0.0)
    np.testing.assert_array_equal(tape.gradient(y, x), [[0, 0, 0], [1, 1, 1]])


# -- PyTorch --------------------------------------------------------------------------------


def test_tensorflow_compiles_it_with_xla() -> None:
    tf = pytest.importorskip("tensorflow")

    @tf.function(jit_compile=True)  # type: ignore[untyped-decorator]  # tf has no types
    def program(x: Any, v: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch((x, v))
            loss = tf.reduce_sum(gradsan.at(x)[:, ::-1].set(v) * gradsan.at(x)[1].multiply(v))
        return tape.gradient(loss, (x, v))

    x, v = tf.constant(X), tf.constant(2.0, tf.float64)
    got = program(x, v)

    def numpy_program(x: Any, v: Any) -> Any:
        y, z = x.copy(), x.copy()
        y[:, ::-1] = v
        z[1] *= v
        return y * z

    for ours, true in zip(got, differences(numpy_program, [X, np.array(2.0)]), strict=True):
        np.testing.assert_allclose(ours, true, rtol=1e-6)


def test_tensorflow_vectorized_map_over_rows_indices_and_values() -> None:
    tf = pytest.importorskip("tensorflow")
    x = tf.constant(X)

    def over_rows(x: Any, program: Any) -> Any:
        return tf.vectorized_map(program, x, warn=False)

    got = over_rows(x, lambda row: gradsan.at(row)[row < 0].set(0.0))
    np.testing.assert_array_equal(got, np.maximum(X, 0))
    got = over_rows(x, lambda row: gradsan.at(row)[1:].multiply(2.0))
    np.testing.assert_array_equal(got, X * [1, 2, 2])
    got = over_rows(tf.constant([2, 0]), lambda i: gradsan.at(x)[1, i].set(9.0))
    np.testing.assert_array_equal(got[0], [X[0], [4, 5, 9]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        got = over_rows(x, lambda row: gradsan.at(row)[[0, 0]].multiply(row[1:]))
    np.testing.assert_array_equal(got, [[3, -2, 3], [-24, 5, -6]])
    np.testing.assert_array_equal(tape.gradient(got, x), [[3, 1, 2], [-6, 1, 5]])


def test_torch_vmap_over_indices() -> None:
    torch = pytest.importorskip("torch")
    x, rows = torch.tensor(X), torch.tensor([[0, 0], [1, 0]])
    v = torch.arange(4.0, dtype=torch.float64).reshape(2, 2)
    got = torch.vmap(lambda r, w: gradsan.at(x)[r, 0].set(w))(rows, v)
    np.testing.assert_array_equal(got[:, :, 0], [[1.0, 4.0], [3.0, 2.0]])


def test_torch_vmap_over_values_only() -> None:
    torch = pytest.importorskip("torch")
    x, v = torch.tensor(X), torch.arange(2.0, dtype=torch.float64)
    got = torch.vmap(lambda w: gradsan.at(x)[0, 1].set(w))(v)
    np.testing.assert_array_equal(got[:, 0, 1], [0.0, 1.0])


def test_torch_vmap_with_a_traced_mask() -> None:
    torch = pytest.importorskip("torch")
    np.testing.assert_array_equal(torch.vmap(floor_at_zero)(torch.tensor(X)), np.maximum(X, 0))


def test_torch_func_grad_goes_through() -> None:
    torch = pytest.importorskip("torch")
    x = torch.tensor(X)
    gradient = torch.func.grad(lambda x: gradsan.at(x)[0].multiply(3.0).sum())(x)
    np.testing.assert_array_equal(gradient, [[3, 3, 3], [1, 1, 1]])


@pytest.mark.slow
@pytest.mark.parametrize("what", ["slice", "traced integers", "traced mask"])
def test_torch_compile_takes_it_in_one_graph(what: str) -> None:
    torch = pytest.importorskip("torch")
    torch.compiler.reset()

    def program(x: Any, rows: Any, columns: Any, v: Any) -> Any:
        if what == "slice":
            return gradsan.at(x)[:, 1:].multiply(2.0)
        return put(x, rows, columns, v) if what == "traced integers" else floor_at_zero(x)

    x = torch.tensor(X, requires_grad=True)
    args = (x, *map(torch.tensor, (ROWS, COLUMNS, V)))
    compiled = torch.compile(program, backend="aot_eager", fullgraph=True)(*args)
    (theirs,) = torch.autograd.grad(compiled.sum(), x)
    (ours,) = torch.autograd.grad(program(*args).sum(), x)
    np.testing.assert_array_equal(array(compiled), array(program(*args)))
    np.testing.assert_array_equal(theirs, ours)


def test_torch_compile_takes_the_very_first_call() -> None:
    pytest.importorskip("torch")
    program = """
import torch, gradsan
def f(x, i, v):
    return gradsan.at(x)[i].set(v)
x, i, v = torch.zeros(3), torch.tensor([0, 0]), torch.tensor([1.0, 2.0])
print(torch.compile(f, backend="aot_eager", fullgraph=True)(x, i, v).tolist())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "[2.0, 0.0, 0.0]\n", done.stderr
