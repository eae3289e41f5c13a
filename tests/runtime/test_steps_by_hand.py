"""Steps by hand that rebind the name of a leaf, and gradients that are met as None."""

from __future__ import annotations

import pytest

import gradsan

torch = pytest.importorskip("torch")


def test_the_one_inner_gradient_that_an_error_stumbles_over_is_told() -> None:
    session = gradsan.guard()

    @session
    def show() -> None:
        w = torch.tensor([1.0, 2.0], requires_grad=True)
        y = w * 2
        y.sum().backward()
        str(y.grad.abs().max())

    with pytest.raises(AttributeError):
        show()
    [finding] = session.report.findings
    assert (finding.code, finding.outcome) == ("GS508", "raises")
    assert "`y.grad`" in finding.message


def test_a_step_that_rebinds_its_leaf_is_told_where_it_stands() -> None:
    session = gradsan.guard()

    @session
    def train() -> None:
        w = torch.tensor([1.0, 2.0], requires_grad=True)
        (w * w).sum().backward()
        w = w - 0.25 * w.grad
        w.grad.zero_()

    with pytest.raises(AttributeError):
        train()
    [finding] = session.report.findings
    assert (finding.code, finding.outcome) == ("GS524", "raises")
    needed = finding.label("needed")
    assert needed is not None
    assert finding.place.start.row == needed.place.start.row - 1


def test_a_weight_that_no_backward_has_passed_yet_is_no_hazard() -> None:
    session = gradsan.guard()

    @session
    def early() -> None:
        w = torch.tensor([1.0, 2.0], requires_grad=True)
        w.grad.zero_()

    with pytest.raises(AttributeError):
        early()
    assert session.report.findings == ()
