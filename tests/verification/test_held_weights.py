"""The weights that a function holds are inputs: closures, objects, modules, Keras, pytrees."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

import gradsan
from gradsan.verification.verdict import Verification
from tests.frameworks import NAMES, tensor

torch = pytest.importorskip("torch")
X = np.random.default_rng(0).standard_normal((5, 3)).astype(np.float32)


def inputs(found: Verification) -> set[str]:
    return {check.input for check in found.checks}


def half(g: Any) -> Any:
    """Spoil a gradient."""
    return g / 2


class Spoilt(torch.autograd.Function):  # type: ignore[misc, name-defined]
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x * 1

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return half(g)


# -- PyTorch -----------------------------------------------------------------------------------


def test_modules_and_leaves_of_a_closure_are_inputs_in_float64_and_stay_as_they_are() -> None:
    net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4), torch.nn.Tanh())
    w, constant = torch.randn(4, requires_grad=True), torch.ones(3)
    before = {name: value.clone() for name, value in net.state_dict().items()}
    found = gradsan.verify(lambda x: net(x * constant) @ w, torch.tensor(X))
    assert (found.answer, found.precision, found.notes) == ("right", "float64", ())
    weights = {"net.0.weight", "net.0.bias", "net.1.weight", "net.1.bias", "w"}
    assert inputs(found) == {"argument 0"} | weights
    after = net.state_dict()
    assert all(
        torch.equal(before[n], after[n]) and before[n].dtype == after[n].dtype for n in after
    )
    assert (w.dtype, constant.dtype) == (torch.float32, torch.float32)


def test_a_wrong_gradient_of_a_weight_of_a_closure_is_found() -> None:
    w = torch.randn(3, requires_grad=True)
    found = gradsan.verify(lambda x: x * Spoilt.apply(w), torch.tensor(X))
    assert found.answer == "wrong"
    assert found.entry is not None
    assert found.entry.input == "w"
    assert found.entry.measured == pytest.approx(2 * found.entry.claimed)


def test_a_weight_that_is_cut_off_is_told_with_its_line() -> None:
    w = torch.randn(3, requires_grad=True)
    found = gradsan.verify(lambda x: x * w.detach(), torch.tensor(X))
    assert found.notes == ("w gets no gradient at all: the graph is cut",)
    assert [cut.deed for cut in found.cuts] == [".detach()"]
    frozen = w.detach()
    assert gradsan.verify(lambda x: x * frozen, torch.tensor(X)).answer == "right"


class Layer:
    """A callable that is no module."""

    def __init__(self) -> None:
        self.scale = torch.randn(3, requires_grad=True)
        self.inner = [torch.nn.Linear(3, 2)]

    def __call__(self, x: Any) -> Any:
        return self.inner[0](x * self.scale)

    def method(self, x: Any) -> Any:
        return x * self.scale


def test_weights_of_an_object_and_of_a_bound_method_are_inputs() -> None:
    layer = Layer()
    held = {"scale", "inner[0].weight", "inner[0].bias"}
    assert inputs(gradsan.verify(layer, torch.tensor(X))) == {"argument 0"} | held
    assert "self.scale" in inputs(gradsan.verify(layer.method, torch.tensor(X)))


def test_a_module_among_the_arguments_is_an_input() -> None:
    found = gradsan.verify(lambda m, x: m(x).tanh(), torch.nn.Linear(3, 2), torch.tensor(X))
    assert inputs(found) == {"argument 0.weight", "argument 0.bias", "argument 1"}
    assert found.answer == "right"


def test_weights_of_recurrent_modules_and_tied_weights_are_inputs() -> None:
    found = gradsan.verify(torch.nn.LSTM(3, 2), torch.tensor(X)[:, None])
    assert {"weight_hh_l0", "weight_ih_l0"} < inputs(found)
    assert all(c.measured for c in found.checks if c.input == "weight_hh_l0")
    tied = torch.nn.Linear(3, 3)
    found = gradsan.verify(torch.nn.Sequential(tied, torch.nn.Tanh(), tied), torch.tensor(X))
    assert inputs(found) == {"argument 0", "0.weight", "0.bias"}
    assert found.answer == "right"


def test_what_is_out_of_reach_is_said() -> None:
    w = torch.randn(3, requires_grad=True)
    hidden = w * 2  # no leaf: its graph ends outside
    found = gradsan.verify(lambda x: x.float() * hidden, torch.tensor(X))
    assert found.notes[0] == "1 more tensor that need a gradient: out of reach, not checked"


# -- JAX -----------------------------------------------------------------------------------------


def test_a_pytree_is_an_input_as_argument_and_as_function() -> None:
    jax = pytest.importorskip("jax")

    @jax.tree_util.register_dataclass
    @dataclasses.dataclass
    class Net:
        w: Any
        b: Any

        def __call__(self, x: Any) -> Any:
            return jax.numpy.tanh(x * self.w) + jax.lax.stop_gradient(self.b)

    net = Net(jax.numpy.ones(3), jax.numpy.ones(3))
    found = gradsan.verify(net, jax.numpy.asarray(X))
    assert inputs(found) == {"w", "b", "argument 0"}
    assert found.answer == "wrong"
    assert [cut.deed for cut in found.cuts] == ["stop_gradient"]
    found = gradsan.verify(lambda n, x: n(x) * n.w, {"net": net}["net"], jax.numpy.asarray(X))
    assert inputs(found) == {"argument 0.w", "argument 0.b", "argument 1"}


def test_what_jax_takes_for_a_constant_is_said() -> None:
    jnp = pytest.importorskip("jax.numpy")
    w = jnp.ones(3)
    found = gradsan.verify(lambda x: jnp.sin(x * w), jnp.asarray(X))
    assert found.answer == "right"
    assert found.notes == ("w: constant to JAX, not checked; as an argument it would be",)


# -- TensorFlow ----------------------------------------------------------------------------------


def test_variables_of_a_closure_are_inputs_eager_and_in_a_graph() -> None:
    tf = pytest.importorskip("tensorflow")
    w = tf.Variable(tf.ones((3, 2)))
    for fn in (lambda x: tf.tanh(x @ w), tf.function(lambda x: tf.tanh(x @ w))):
        found = gradsan.verify(fn, tf.constant(X))
        assert (found.answer, found.precision) == ("right", "float64")
        assert inputs(found) == {"argument 0", "w"}
    assert w.dtype == tf.float32
    assert float(tf.reduce_sum(w)) == 6.0


def test_a_graph_that_read_other_variables_is_wrong() -> None:
    tf = pytest.importorskip("tensorflow")
    w, state = tf.Variable([1.0, 2.0, 3.0]), {"scale": 1.0}
    fn = tf.function(lambda x: x * w * state["scale"])
    fn(tf.constant(X))
    state["scale"] = 5.0
    found = gradsan.verify(fn, tf.constant(X))
    assert found.answer == "wrong"
    assert "the function it was compiled from" in found.reason


def test_a_wrong_gradient_of_a_variable_is_found() -> None:
    tf = pytest.importorskip("tensorflow")
    w = tf.Variable([1.0, 2.0, 3.0])

    @tf.custom_gradient  # type: ignore[untyped-decorator]
    def spoilt(x: Any) -> Any:
        return x * 1, half

    found = gradsan.verify(lambda x: x * spoilt(w), tf.constant(X))
    assert found.answer == "wrong"
    assert found.entry is not None
    assert found.entry.input == "w"


def test_the_weights_of_a_keras_model_are_inputs_in_float64() -> None:
    keras = pytest.importorskip("keras")
    tf = pytest.importorskip("tensorflow")
    layers = keras.layers
    model = keras.Sequential([layers.Dense(4, "tanh"), layers.BatchNormalization(),
                              layers.Dropout(0.5), layers.Dense(1)])  # fmt: skip
    for fn in (model, lambda x: model(x, training=True)):
        found = gradsan.verify(fn, tf.constant(X))
        assert (found.answer, found.precision) == ("right", "float64")
        assert len(inputs(found)) == 7
    assert model.layers[0].kernel.dtype == "float32"
    assert float(tf.reduce_sum(tf.abs(model.layers[1].moving_mean.value))) == 0.0


def test_a_keras_model_without_configuration_is_verified_in_float32_and_gets_its_weights_back() -> (
    None
):
    keras = pytest.importorskip("keras")
    tf = pytest.importorskip("tensorflow")

    class Model(keras.Model):  # type: ignore[misc, name-defined]
        def __init__(self, units: int) -> None:
            super().__init__()
            self.inner = keras.layers.Dense(units)

        def call(self, x: Any) -> Any:
            return tf.sin(self.inner(x))

    model = Model(2)
    model(tf.constant(X))
    before = [w.copy() for w in model.get_weights()]
    found = gradsan.verify(model, tf.constant(X))
    assert (found.answer, found.precision) == ("right", "float32")
    assert "it does not take float64" in found.notes[0]
    assert len(inputs(found)) == 3
    assert all(np.array_equal(a, b) for a, b in zip(before, model.get_weights(), strict=True))


# -- complex arguments, and compare ----------------------------------------------------------------


@pytest.mark.parametrize("framework", NAMES)
def test_a_complex_argument_is_an_input_by_its_parts(framework: str) -> None:
    z = tensor(framework, (X[0] + 1j * X[1]).astype(np.complex64))
    found = gradsan.verify(lambda z: z * z * z, z, second_order=True)
    assert (found.answer, found.precision) == ("right", "float64")
    assert "argument 0 (re, im)" in inputs(found)


def test_a_wrong_gradient_of_a_complex_argument_is_found_with_the_part() -> None:
    z = torch.complex(torch.tensor(X[0]), torch.tensor(X[1]))
    found = gradsan.verify(lambda z: z.real * 2 + z.imag.detach(), z)
    assert found.answer == "wrong"
    assert found.entry is not None
    assert found.entry.index[-1] == 1  # the imaginary one


def test_compare_compares_the_weights_that_both_have() -> None:
    net = torch.nn.Linear(3, 2)
    other = torch.nn.Linear(3, 2)
    other.load_state_dict(net.state_dict())
    found = gradsan.compare(net, other, torch.tensor(X), timing=False)
    assert {one.name for one in found.differences} == {"argument 0", "weight", "bias"}
    assert found.agrees

    def spoilt(x: Any) -> Any:
        return torch.nn.functional.linear(x, Spoilt.apply(net.weight), net.bias)

    def right(x: Any) -> Any:
        return torch.nn.functional.linear(x, net.weight, net.bias)

    found = gradsan.compare(right, spoilt, torch.tensor(X), timing=False)
    assert "different gradients: net.weight[" in found.verdict
    assert "spoilt's is wrong" in found.verdict


def test_compare_says_which_weights_it_cannot_compare() -> None:
    keras = pytest.importorskip("keras")
    net = torch.nn.Linear(3, 2)
    layer = keras.layers.Dense(2)
    layer.build((5, 3))
    layer.set_weights([net.weight.detach().numpy().T, net.bias.detach().numpy()])
    found = gradsan.compare(net, layer, torch.tensor(X), timing=False)
    assert found.frameworks == ("torch", "tensorflow")
    assert found.agrees
    row = next(row for row in found.rows if row.what == "not compared")
    assert row.left == "weight and 1 more"
    assert row.right.endswith("kernel and 1 more")
