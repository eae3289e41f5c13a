"""verify names the line where a value left the graph, and no line that has no part in it."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gradsan
from tests.frameworks import tensor, x64

torch = pytest.importorskip("torch")
X = np.array([0.5, 1.0, 2.0])
CASES: list[tuple[str, Callable[..., Any]]] = []


def case(framework: str) -> Callable[[Any], Any]:
    def keep(fn: Any) -> Any:
        CASES.append((framework, fn))
        return fn

    return keep


@case("torch")
def torch_item(x: Any) -> Any:
    scale = x.max().item()  # .item()
    return x * scale


@case("torch")
def torch_float_in_a_helper(x: Any) -> Any:
    return x * _scale(x)


def _scale(x: Any) -> float:
    return float(x.sum())  # float()


@case("torch")
def torch_tensor(x: Any) -> Any:
    return x * torch.tensor([x[0] * 2, x[1], x[2]], dtype=x.dtype)  # torch.tensor()


@case("torch")
def torch_list_in_float32(x: Any) -> Any:
    return x * torch.tensor(x.tolist())  # .tolist()


@case("torch")
def torch_no_grad(x: Any) -> Any:
    with torch.no_grad():
        norm = x.norm()  # norm under no_grad
    return x / norm


@case("torch")
def torch_detach(x: Any) -> Any:
    h = x.exp()
    harmless = h.detach() * 0 + x.shape[0]
    return x * h.detach() * harmless  # .detach()


@case("torch")
def torch_data(x: Any) -> Any:
    return x * x.data  # .data


@case("torch")
def torch_numpy(x: Any) -> Any:
    y = np.sin(x.detach().numpy())  # .detach()
    return x * torch.from_numpy(y)


@case("torch")
def torch_buffer(x: Any) -> Any:
    out = torch.zeros_like(x)
    with torch.no_grad():
        for i in range(3):
            out[i] = x[i] * 2  # an index under no_grad
    return out * x


@case("tensorflow")
def tensorflow_numpy_function(x: Any) -> Any:
    import tensorflow as tf

    y = tf.numpy_function(np.sin, [x], x.dtype)  # tf.numpy_function
    return x * y


@case("tensorflow")
def tensorflow_np(x: Any) -> Any:
    mean = np.mean(x)  # np.mean
    return x * mean


@case("tensorflow")
def tensorflow_all(x: Any) -> Any:
    import tensorflow as tf

    return tf.constant(np.reshape(x, (3, 1))) * 2.0  # np.reshape


@case("tensorflow")
def tensorflow_numpy(x: Any) -> Any:
    return x * x[2].numpy()  # .numpy()


@case("tensorflow")
def tensorflow_float(x: Any) -> Any:
    return x * float(x[0])  # float()


@case("tensorflow")
def tensorflow_stop(x: Any) -> Any:
    import tensorflow as tf

    inside = tf.function(lambda y: tf.stop_gradient(y) * y)  # tf.stop_gradient
    return inside(x)


@case("tensorflow")
def tensorflow_assign(x: Any) -> Any:
    import tensorflow as tf

    kept = tf.Variable(tf.zeros_like(x), trainable=False)
    kept.assign(x * 2)  # .assign()
    return kept * x


@case("jax")
def jax_stop(x: Any) -> Any:
    import jax

    inside = jax.jit(lambda y: jax.nn.softmax(y) * jax.lax.stop_gradient(y))  # stop_gradient
    return inside(x)


@case("jax")
def jax_item(x: Any) -> Any:
    return x * x.max().item()  # .item()


@pytest.mark.parametrize(("framework", "fn"), CASES, ids=[fn.__name__ for _, fn in CASES])
@pytest.mark.filterwarnings("ignore")
def test_the_line_of_the_cut_is_named(framework: str, fn: Any) -> None:
    with x64(framework):
        found = gradsan.verify(fn, tensor(framework, X))
    assert found.answer == "wrong"
    (cut,) = found.cuts
    line = linecache.getline(__file__, cut.place.start.row).rstrip()
    assert line.rpartition("  # ")[2] == cut.deed
    assert f"test_blame.py:{cut.place.start.row}" in str(found)


def test_two_cuts_are_both_named_with_what_each_took() -> None:
    def program(x: Any) -> Any:
        return x * x.detach() * x.sum().item()

    found = gradsan.verify(program, torch.tensor(X))
    assert {cut.deed for cut in found.cuts} == {".detach()", ".item()"}
    lost = sum(cut.lost for cut in found.cuts)
    assert all(cut.lost for cut in found.cuts)
    assert np.isfinite(lost)


def test_a_cut_is_not_blamed_for_what_a_rule_written_by_hand_got_wrong() -> None:
    class Half(torch.autograd.Function):  # type: ignore[misc, name-defined]  # torch: Any here
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g

    found = gradsan.verify(lambda x: Half.apply(x) + x.detach(), torch.tensor(X))
    assert found.answer == "wrong"
    assert not found.cuts
    assert found.rules


@pytest.mark.parametrize("is_sample", [False, True])
def test_a_random_draw_cannot_be_told_and_one_that_is_reparameterised_is_right(
    is_sample: bool,
) -> None:
    def drawn(mean: Any) -> Any:
        if is_sample:
            return torch.distributions.Normal(mean, 1.0).sample() * mean
        return torch.normal(mean, 1.0) * mean

    found = gradsan.verify(drawn, torch.tensor(X))
    assert found.answer == "cannot tell"
    assert "a draw has no derivative" in found.reason
    (cut,) = found.cuts
    assert cut.deed == "a random draw"

    def reparameterised(mean: Any) -> Any:
        return torch.distributions.Normal(mean, 1.0).rsample() * mean

    assert gradsan.verify(reparameterised, torch.tensor(X)).answer == "right"


def test_a_write_through_data_is_no_cut() -> None:
    def program(x: Any) -> Any:
        s = torch.sigmoid(x)
        s.data.clamp_(min=0.7)
        return s.log()

    found = gradsan.verify(program, torch.tensor(X))
    assert not found.cuts
    assert [finding.code for finding in found.findings] == ["GS201"]


def test_compare_names_the_cut_of_the_variant_that_is_wrong() -> None:
    def cut(x: Any) -> Any:
        return x * x.detach()

    verdict = gradsan.compare(torch.square, cut, torch.tensor(X), timing=False).verdict
    assert "square's is right, cut's is wrong (.detach(), " in verdict
    assert "test_blame.py:" in verdict


def test_what_was_patched_is_as_before() -> None:
    jax = pytest.importorskip("jax")
    tf = pytest.importorskip("tensorflow")
    before = (jax.lax.stop_gradient, tf.stop_gradient, tf.Variable(0.0).assign.__func__)
    gradsan.verify(tensorflow_np, tf.constant(X))
    gradsan.verify(jax_item, jax.numpy.asarray(X))
    assert before == (jax.lax.stop_gradient, tf.stop_gradient, tf.Variable(0.0).assign.__func__)
    assert type(np).__name__ == "module"
