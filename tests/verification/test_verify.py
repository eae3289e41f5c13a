"""gradsan.verify: its four answers, what it blames, what it notes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import gradsan
from tests.frameworks import NAMES, tensor

torch = pytest.importorskip("torch")
X = np.array([0.5, 1.0, 2.0])


def library(framework: str) -> Any:
    return pytest.importorskip("jax.numpy" if framework == "jax" else framework)


@pytest.mark.parametrize("framework", NAMES)
def test_a_right_gradient_is_right_in_first_and_second_order(framework: str) -> None:
    m = library(framework)
    found = gradsan.verify(lambda x: m.sin(x) * x, tensor(framework, X), second_order=True)
    assert found.answer == "right"
    assert {check.way for check in found.checks} == {"reverse", "forward", "second order"}


@pytest.mark.parametrize("framework", NAMES)
def test_a_part_that_was_cut_off_is_wrong_and_the_entry_is_named(framework: str) -> None:
    m = library(framework)
    stops: dict[str, Callable[[Any], Any]] = {
        "torch": lambda x: x.detach(),
        "jax": lambda x: pytest.importorskip("jax").lax.stop_gradient(x),
        "tensorflow": lambda x: m.stop_gradient(x),
    }
    stop = stops[framework]
    found = gradsan.verify(lambda x: x * stop(x), tensor(framework, X))
    assert found.answer == "wrong"
    assert found.entry is not None
    assert found.entry.measured == pytest.approx(2 * found.entry.claimed)


def test_a_kink_is_not_smooth_and_right_beside_it() -> None:
    found = gradsan.verify(torch.relu, torch.zeros(3))
    assert found.answer == "not smooth here"
    assert "it is right" in found.notes[0]


def test_a_kink_with_a_wrong_gradient_beside_it_is_wrong() -> None:
    found = gradsan.verify(lambda x: torch.relu(x.detach()) * 2 + 0 * x, torch.zeros(3))
    assert found.answer == "wrong"


def test_a_lost_gradient_says_that_the_graph_is_cut() -> None:
    found = gradsan.verify(lambda x, y: x.detach() * y, torch.tensor(X), torch.tensor(X))
    assert found.answer == "wrong"
    assert found.notes == ("argument 0 gets no gradient at all: the graph is cut",)


def test_a_silent_write_is_blamed_on_its_line() -> None:
    def program(x: Any) -> Any:
        s = torch.sigmoid(x)
        s.data.clamp_(min=0.7)
        return s.log()

    found = gradsan.verify(program, torch.tensor(X))
    assert found.answer == "wrong"
    assert [finding.code for finding in found.findings] == ["GS201"]
    assert "test_verify.py:" in str(found)
    assert found.notes == ("run out of place, its gradient is right: a write is to blame",)


def test_a_write_that_raises_is_blamed_too() -> None:
    def program(x: Any) -> Any:
        h = torch.exp(x)
        h += 1
        return h

    found = gradsan.verify(program, torch.tensor(X))
    assert found.answer == "wrong"
    assert "modified by an inplace operation" in found.reason
    assert found.notes == ("run out of place, its gradient is right: a write is to blame",)
    assert [finding.code for finding in found.findings] == ["GS101"]


def test_a_derivative_written_by_hand_is_the_suspect() -> None:
    class Exp(torch.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.exp()

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g

    (rule,) = gradsan.verify(Exp.apply, torch.tensor(X)).rules
    assert rule.startswith("Exp.backward, ")


def test_the_parameters_of_a_module_are_inputs_and_stay_as_they_are() -> None:
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
    before = [p.detach().clone() for p in model.parameters()]
    found = gradsan.verify(model, torch.randn(5, 3))
    assert found.answer == "right"
    assert {c.input for c in found.checks} == {
        "argument 0", "0.weight", "0.bias", "2.weight", "2.bias",
    }  # fmt: skip
    assert all(torch.equal(a, b) for a, b in zip(before, model.parameters(), strict=True))


def test_dropout_is_verified_with_the_same_mask_each_time() -> None:
    assert gradsan.verify(torch.nn.functional.dropout, torch.tensor(X)).answer == "right"


def test_a_function_that_changes_from_call_to_call_cannot_be_told() -> None:
    calls = []

    def program(x: Any) -> Any:
        calls.append(1)
        return x * len(calls)

    assert gradsan.verify(program, torch.tensor(X)).answer == "cannot tell"


def test_rounding_that_differs_from_call_to_call_is_no_other_value() -> None:
    calls = []

    def program(x: Any) -> Any:  # as atomic additions on a GPU
        calls.append(1)
        return x.sin() * (1 + 1e-15 * (len(calls) % 3))

    assert gradsan.verify(program, torch.tensor(X)).answer == "right"


def test_rounding_inside_cannot_be_told() -> None:
    found = gradsan.verify(lambda x: x.to(torch.float16).to(x.dtype), torch.tensor(X))
    assert found.answer == "cannot tell"


def test_a_symmetric_input_that_is_read_by_halves_is_right() -> None:
    a = torch.randn(3, 3, dtype=torch.float64)
    found = gradsan.verify(torch.linalg.cholesky, a @ a.T + torch.eye(3, dtype=torch.float64))
    assert found.answer == "right"


def test_a_function_that_takes_no_float64_is_verified_in_float32() -> None:
    x = torch.tensor(X, dtype=torch.float32)
    found = gradsan.verify(lambda x: torch.dot(x, torch.ones(3)).sin(), x)
    assert (found.answer, found.precision) == ("right", "float32")


def test_repeated_indices_are_probed() -> None:
    def scatter(x: Any, index: Any) -> Any:
        out = torch.zeros_like(x)
        out[index] = x
        return out

    found = gradsan.verify(scatter, torch.tensor(X), torch.tensor([2, 0, 1]))
    assert found.answer == "right"
    assert found.notes == ("with repeated indices in argument 1 the gradient would be wrong",)
    found = gradsan.verify(scatter, torch.tensor(X), torch.tensor([2, 0, 0]))
    assert found.answer == "wrong"


def test_an_index_past_the_end_in_jax_is_noted() -> None:
    jax = pytest.importorskip("jax")
    found = gradsan.verify(lambda x: x * x[7], jax.numpy.ones(3))
    assert "index 7 is out of bounds" in found.notes[0]


def test_a_stale_capture_of_jit_is_wrong() -> None:
    jax = pytest.importorskip("jax")
    state = {"scale": 1.0}
    program = jax.jit(lambda x: x * state["scale"])
    with jax.enable_x64(True):
        x = jax.numpy.asarray(X)
        program(x)
        state["scale"] = 5.0
        found = gradsan.verify(program, x)
    assert found.answer == "wrong"
    assert "the function it was compiled from" in found.reason


def test_a_memo_is_found_by_a_fresh_copy() -> None:
    def make() -> Any:
        memo: dict[str, Any] = {}

        def program(x: Any) -> Any:
            if "norm" not in memo:
                memo["norm"] = x.detach().norm().item()
            return x / memo["norm"]

        return program

    stale = make()
    stale(torch.ones(3))
    assert gradsan.verify(stale, torch.tensor(X)).answer == "right"  # alone it cannot know
    found = gradsan.verify(stale, torch.tensor(X), fresh=make())
    assert found.answer == "wrong"
    assert "a copy of it that was never called" in found.reason


def test_a_wrong_second_derivative_is_told_apart() -> None:
    class Cube(torch.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x**3

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            return g * 3 * x.detach() ** 2

    assert gradsan.verify(Cube.apply, torch.tensor(X)).answer == "right"
    found = gradsan.verify(Cube.apply, torch.tensor(X), second_order=True)
    assert found.answer == "wrong"
    assert "second order" in found.reason


def test_an_argument_that_is_no_tensor_is_refused() -> None:
    with pytest.raises(TypeError, match="no tensor among the arguments"):
        gradsan.verify(abs, 1.0)
    found = gradsan.verify(lambda x: x, 1.0)  # this file imports torch
    assert found.reason == "no floating-point tensor among the arguments"


def test_the_answer_is_json() -> None:
    found = json.loads(gradsan.verify(torch.sin, torch.tensor(X)).as_json())
    assert found["answer"] == "right"
    assert found["checks"][0]["way"] == "reverse"


def test_an_argument_that_torch_does_not_differentiate_is_no_input_and_that_is_said() -> None:
    x, sign = torch.tensor(X), torch.tensor([1.0, -1.0, 1.0])
    found = gradsan.verify(torch.nn.functional.soft_margin_loss, x, sign)
    assert found.answer == "right"
    assert {check.input for check in found.checks} == {"argument 0"}
    assert found.notes == ("argument 1: PyTorch does not differentiate it, not checked",)


def test_two_inputs_in_a_list_are_both_inputs() -> None:
    x = torch.tensor(X)
    found = gradsan.verify(lambda pair: pair[0] * pair[1], [x, x + 1])
    assert {check.input for check in found.checks} == {"argument 0[0]", "argument 0[1]"}
