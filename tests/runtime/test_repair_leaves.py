"""Writes to leaves that can mean only one thing, under repair, and those that cannot."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

import gradsan  # noqa: E402


def test_a_parameter_of_a_module_that_is_scaled_stays_a_leaf() -> None:
    layer = nn.Linear(2, 1)
    before = layer.weight.detach().clone()
    with gradsan.repair() as session:
        layer.weight.mul_(1e3)
        layer.bias.clamp_(-1e-3, 1e-3)
        layer(torch.ones(1, 2)).pow(2).sum().backward()
    assert layer.weight.is_leaf
    assert torch.equal(layer.weight, before * 1e3)
    out = (layer.weight.sum() + layer.bias).detach()
    assert torch.allclose(layer.weight.grad, (2 * out).expand(1, 2))
    assert {finding.code for finding in session.report.findings} == {"GS301"}


def test_a_parameter_of_no_module_that_is_scaled_is_refused() -> None:
    weight = nn.Parameter(torch.ones(3))
    with gradsan.repair(), pytest.raises(RuntimeError, match="a leaf Variable") as raised:
        weight.mul_(2)
    assert "outside of a forward" in raised.value.__notes__[0]


def clamped(image: Any) -> Any:
    opt = torch.optim.SGD([image], lr=0.5)

    def closure() -> Any:
        image.clamp_(0.0, 1.0)
        opt.zero_grad()
        loss = image.pow(3).sum()
        loss.backward()
        return loss

    opt.step(closure)
    return image


def test_clamping_what_lies_between_the_bounds_means_one_thing() -> None:
    image = torch.tensor([0.0, 0.5, 1.0], requires_grad=True)
    with gradsan.repair():
        clamped(image)
    assert image.grad.tolist() == [0.0, 0.75, 3.0]
    assert image.tolist() == [0.0, 0.125, -0.5]


def test_clamping_that_changes_what_an_optimizer_holds_is_refused() -> None:
    image = torch.tensor([0.0, 0.5, 1.5], requires_grad=True)
    with gradsan.repair(), pytest.raises(RuntimeError, match="a leaf Variable") as raised:
        clamped(image)
    assert "holds the leaf" in raised.value.__notes__[0]
    assert image.tolist() == [0.0, 0.5, 1.5]
