"""GS410: backward on more than one number is told with the line and the shape."""

from __future__ import annotations

from typing import Any

import pytest

import gradsan
from gradsan.model.finding import Finding

torch = pytest.importorskip("torch")


def told(function: Any) -> Finding:
    session = gradsan.guard()
    with pytest.raises(RuntimeError, match="scalar outputs"):
        session(function)()
    [finding] = session.report.findings
    return finding


def test_a_loss_without_a_reduction_is_named_with_its_shape() -> None:
    def train() -> None:
        net = torch.nn.Linear(2, 3)
        errors = torch.nn.functional.mse_loss(
            net(torch.ones(4, 2)), torch.zeros(4, 3), reduction="none"
        )
        errors.backward()

    finding = told(train)
    assert (finding.code, finding.outcome) == ("GS410", "raises")
    assert finding.message.startswith("`errors` has shape (4, 3)")
    made, needed = finding.labels
    assert made.place.start.row < needed.place.start.row == finding.place.start.row


def test_a_root_without_a_name_is_told_too() -> None:
    def train() -> None:
        w = torch.ones(3, requires_grad=True)
        torch.autograd.grad((w * 2), w)

    finding = told(train)
    assert finding.code == "GS410"
    assert "shape (3,)" in finding.message
    assert "`w`" not in finding.message


def test_several_numbers_with_weights_are_fine() -> None:
    with gradsan.guard() as session:
        w = torch.ones(3, requires_grad=True)
        (w * 2).backward(torch.ones(3))
        (w * 2)[:1].backward()
    assert session.report.findings == ()
