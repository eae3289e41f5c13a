"""Gradients that are lost: what was cut, made a new leaf, or never asked for one."""

from __future__ import annotations

import gc
from typing import Any

import pytest

import gradsan
from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")


def test_a_function_with_one_derivative_is_named_though_the_graph_does_not_show_it(
    guarded: Runner,
) -> None:
    gc.collect()  # Functions of other tests
    ran = guarded("""
        class Gate(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x * x

            @staticmethod
            @torch.autograd.function.once_differentiable
            def backward(ctx, grad):
                return 2 * ctx.saved_tensors[0] * grad

        x = torch.ones(3, requires_grad=True)
        (slope,) = torch.autograd.grad(Gate.apply(x * 2).pow(2).sum(), x, create_graph=True)
        slope.pow(2).sum().backward()
    """)
    assert (ran.only.code, ran.only.outcome) == ("GS705", "raises")
    assert "`Gate`" in ran.only.message
    assert "once_differentiable" in ran.told("cut")


def test_a_flag_set_on_a_result_is_told_with_the_line_that_made_it() -> None:
    session = gradsan.guard()

    @session
    def switch(image: Any) -> None:
        image = image * 2
        image.requires_grad = True

    with pytest.raises(RuntimeError, match="flags of leaf"):
        switch(torch.ones(2, requires_grad=True))
    [finding] = session.report.findings
    assert (finding.code, finding.outcome) == ("GS517", "raises")
    assert "`image`" in finding.message
    rows = [label.place.start.row for label in finding.labels]
    assert rows[0] == rows[1] - 1


def test_a_derivative_of_plain_gradients_names_the_backward_that_made_them(
    guarded: Runner,
) -> None:
    ran = guarded("""
        w = torch.ones(3, requires_grad=True)
        w.pow(3).sum().backward()
        grads = [w.grad]
        torch.autograd.grad(grads, [w], grad_outputs=[torch.ones(3)])
    """)
    assert (ran.only.code, ran.only.outcome) == ("GS511", "raises")
    assert ran.told("cut") == "w.pow(3).sum().backward()"
    assert ran.told("needed").startswith("torch.autograd.grad(")
