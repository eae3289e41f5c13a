"""gradsan.compare: what is the same, what differs, who is right, in one sentence."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import gradsan
from gradsan.comparison.result import Comparison
from tests.frameworks import NAMES, tensor

torch = pytest.importorskip("torch")
X = np.random.default_rng(0).standard_normal((64, 64)).astype(np.float32)


def plain(x: Any) -> Any:
    h = torch.tanh(x)
    return h * 2 + 1


def in_place(x: Any) -> Any:
    h = torch.tanh(x) * 2
    h += 1
    return h


def broken(x: Any) -> Any:
    h = torch.tanh(x)
    h *= 2
    return h + 1


def silent(x: Any) -> Any:
    h = torch.tanh(x)
    out = h * 2 + 1
    h.data.zero_()
    return out


def cut(x: Any) -> Any:
    return torch.tanh(x.detach()) * 2 + 1 + 0 * x


def checkpointed(x: Any) -> Any:
    from torch.utils.checkpoint import checkpoint

    return checkpoint(plain, x, use_reentrant=False)


def compare(f: Any, g: Any, *args: Any) -> Comparison:
    return gradsan.compare(f, g, *args or (torch.tensor(X),), timing=False)


def cell(found: Any, what: str) -> tuple[str, str]:
    row = next(row for row in found.rows if row.what.strip() == what)
    return row.left, row.right


def test_an_in_place_variant_that_is_safe_is_called_so() -> None:
    found = compare(plain, in_place)
    assert found.verdict.startswith("same gradients")
    assert "in_place writes in place and is safe here" in found.verdict
    assert found.agrees
    assert cell(found, "writes in place") == ("none", "add_")


def test_a_variant_that_raises_is_told_with_the_guilty_line() -> None:
    found = compare(plain, broken)
    assert found.verdict.startswith("broken raises in backward: RuntimeError")
    assert "(GS101, " in found.verdict
    assert "test_compare.py:" in found.verdict
    assert not found.agrees


def test_a_silently_wrong_variant_is_told_apart_from_the_right_one() -> None:
    found = compare(plain, silent)
    assert found.gradients == "different"
    assert "plain's is right, silent's is wrong (GS201, " in found.verdict


def test_a_cut_graph_is_a_different_gradient() -> None:
    found = compare(plain, cut)
    assert found.outputs == "same"
    assert found.gradients == "different"
    assert "cut's is wrong" in found.verdict


def test_different_functions_are_not_compared_by_their_gradients() -> None:
    assert compare(torch.sin, torch.cos).verdict.startswith("not the same function")


def test_what_is_kept_is_counted_once_and_without_the_inputs() -> None:
    found = compare(plain, lambda x: x * x)
    kept, kept_of_inputs = cell(found, "kept for backward")
    assert kept == "16.0 KiB"  # tanh keeps its result
    assert kept_of_inputs == "0 B"  # mul keeps x, which is alive anyway


def test_tensorflow_tells_what_is_kept_the_peak_and_the_writes() -> None:
    tf = pytest.importorskip("tensorflow")
    count = tf.Variable(tf.zeros((64, 64)), trainable=False)

    def quiet(x: Any) -> Any:
        return tf.tanh(x) * 2 + 1

    def writing(x: Any) -> Any:
        count.assign_add(x)
        return tf.sinh(x) / tf.cosh(x) * 2 + 1

    found = compare(quiet, writing, tf.constant(X))
    assert cell(found, "Tanh") == ("16.0 KiB", "-")
    assert cell(found, "kept for backward") == ("16.0 KiB", "32.0 KiB")
    left, right = (figures["peak_bytes"] for figures in found.figures)
    assert 2 * X.nbytes <= left < right
    assert cell(found, "writes in place") == ("none", "AssignAddVariableOp")


def test_jax_names_the_ops_whose_results_are_kept() -> None:
    jax = pytest.importorskip("jax")
    found = compare(
        lambda x: jax.numpy.tanh(x) * 2,
        jax.checkpoint(lambda x: jax.numpy.tanh(x) * 2),
        jax.numpy.asarray(X),
    )
    assert cell(found, "tanh") == ("16.0 KiB", "-")
    assert cell(found, "kept for backward")[1] == "0 B"
    found = compare(jax.jit(lambda x: jax.numpy.tanh(x)), jax.numpy.tanh, jax.numpy.asarray(X))
    assert any(row.what.strip().startswith("jit '") for row in found.rows)


def test_a_graph_that_cannot_be_read_is_said() -> None:
    tf = pytest.importorskip("tensorflow")

    def branching(x: Any) -> Any:
        return x * 2 if x[0, 0].numpy() > 9 else x * 3

    found = compare(branching, lambda x: x * 3.0, tf.constant(X))
    assert found.agrees
    assert "its graph could not be read" in str(found)


def test_checkpointing_keeps_less() -> None:
    found = compare(plain, checkpointed)
    assert "16.0 KiB less kept for backward" in found.verdict


def test_nodes_and_depth_are_counted_and_the_difference_named() -> None:
    found = compare(plain, lambda x: torch.tanh(x).mul(2).clone() + 1)
    row = next(row for row in found.rows if row.what == "backward nodes")
    assert (row.left, row.right, row.note) == ("4", "5", "+1 CloneBackward0")


def test_different_second_derivatives_are_told() -> None:
    class Square(torch.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return 2 * g * ctx.saved_tensors[0].detach()

    found = compare(lambda x: x * x, Square.apply)
    assert (found.gradients, found.second) == ("same", "different")
    assert "different second derivatives" in found.verdict


@pytest.mark.parametrize("left", NAMES)
@pytest.mark.parametrize("right", NAMES)
def test_two_frameworks_agree_on_the_same_function(left: str, right: str) -> None:
    def program(framework: str) -> Any:
        m = pytest.importorskip("jax.numpy" if framework == "jax" else framework)
        return lambda x, w: m.tanh(x @ w) * 2 + m.exp(-x)

    x = np.linspace(-1.0, 1.0, 16).reshape(4, 4).astype(np.float32)
    found = gradsan.compare(
        program(left),
        program(right),
        tensor(left, x),
        tensor(left, x + 0.5),
        frameworks=(left, right),
        timing=False,
    )
    assert (found.outputs, found.gradients, found.second) == ("same", "same", "same")


def test_the_framework_of_a_function_is_read_off_its_names() -> None:
    jnp = pytest.importorskip("jax.numpy")
    found = compare(torch.sin, lambda x: jnp.sin(x))
    assert found.frameworks == ("torch", "jax")
    assert found.agrees


def test_a_tie_where_frameworks_choose_differently_is_no_difference() -> None:
    tf = pytest.importorskip("tensorflow")
    found = compare(
        lambda x: torch.maximum(x, torch.zeros_like(x)),
        lambda x: tf.maximum(x, 0.0),
        torch.zeros(3),
    )
    assert found.gradients == "same beside ties"
    assert found.agrees


def test_times_are_medians_with_their_spread() -> None:
    found = gradsan.compare(plain, in_place, torch.tensor(X))
    assert cell(found, "forward + backward")[0].endswith(")")


def test_the_table_the_json_and_the_html_tell_the_same() -> None:
    found = compare(plain, broken)
    data = json.loads(found.as_json())
    assert data["verdict"] == found.verdict
    assert [variant["name"] for variant in data["variants"]] == ["plain", "broken"]
    page = found._repr_html_()
    assert "<td>hazards</td><td>none</td><td>GS101</td>" in page
    assert "  hazards" in str(found)


def test_names_are_escaped_in_html() -> None:
    found = gradsan.compare(plain, plain, torch.tensor(X), names=("<b>", "&"), timing=False)
    assert "<th>&lt;b&gt;</th><th>&amp;</th>" in found._repr_html_()
