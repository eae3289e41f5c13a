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


class Halve(torch.autograd.Function):  # type: ignore[misc, name-defined]
    """Writes its first input, and says so; the second is only read."""

    @staticmethod
    def forward(ctx: Any, x: Any, scale: Any) -> Any:
        ctx.save_for_backward(x.clone(), scale)
        x.mul_(0.5).mul_(scale)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx: Any, grad: Any) -> Any:
        x, scale = ctx.saved_tensors
        return grad * 0.5 * scale, (grad * 0.5 * x).sum()


def test_a_leaf_that_a_function_marks_as_changed_gets_its_gradient() -> None:
    x = torch.tensor([2.0, 4.0], requires_grad=True)
    scale = torch.tensor(3.0, requires_grad=True)
    with gradsan.repair() as session:
        y = Halve.apply(x, scale)
        (y.pow(2).sum() + x.sum()).backward()
    assert x.grad.tolist() == [10.5, 19.5]
    assert scale.grad.item() == 33.0
    assert scale.is_leaf  # it is not marked
    assert [finding.code for finding in session.report.findings] == ["GS301"]


def test_a_weight_that_an_optimizer_holds_is_not_released_for_a_function() -> None:
    x = torch.tensor([2.0, 4.0], requires_grad=True)
    opt = torch.optim.SGD([x], lr=0.1)
    with gradsan.repair(), pytest.raises(RuntimeError, match="a leaf Variable"):
        Halve.apply(x, torch.tensor(3.0))
    assert opt.param_groups


def test_a_gradient_that_is_added_to_an_old_one_is_told_and_not_refused() -> None:
    layer = nn.Linear(2, 1)
    opt = torch.optim.SGD(layer.parameters(), lr=0.1)
    with gradsan.repair() as session:
        for _ in range(2):
            layer(torch.ones(1, 2)).sum().backward()
            opt.step()
    assert layer.weight.grad.tolist() == [[2.0, 2.0]]
    assert [finding.code for finding in session.report.findings] == ["GS404"]


def test_a_hook_after_the_gradient_of_a_changed_leaf_is_called_with_it() -> None:
    x, seen = torch.tensor([2.0], requires_grad=True), []
    handle = x.register_post_accumulate_grad_hook(lambda leaf: seen.append(leaf.grad.item()))
    with gradsan.repair():
        x.add_(1)
        (x * x).sum().backward()
        (x * x).sum().backward()
        handle.remove()
        (x * x).sum().backward()
    assert seen == [6.0, 12.0]


def test_views_of_a_leaf_that_was_saved_often_follow_it() -> None:
    x = torch.tensor([2.0, 3.0], requires_grad=True)
    with gradsan.repair():
        first, view = (x * x).sum() + x.sin().sum(), x[:1]
        x.mul_(3)
        (first + (view * view).sum()).backward()
    slope = 2 * torch.tensor([2.0, 3.0]) + torch.tensor([2.0, 3.0]).cos()
    assert torch.allclose(x.grad, slope + torch.tensor([2 * 9 * 2.0, 0.0]))


def test_leaves_that_nothing_shares_are_written_without_a_look_at_all_objects(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    x, y = (torch.tensor([2.0], requires_grad=True) for _ in range(2))
    with gradsan.repair():
        x.add_(1)  # who holds leaves is asked once
        monkeypatch.setattr("gc.get_objects", lambda: pytest.fail("all objects are looked at"))
        y.mul_(3)
        y.sum().backward()
    assert y.grad.tolist() == [3.0]


def test_what_lies_in_a_leaf_without_its_history_is_a_constant_when_it_is_assigned() -> None:
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    with gradsan.repair() as session:
        x[0] = x.detach()[0]
        (x * x).sum().backward()
    assert x.grad.tolist() == [[0.0, 0.0], [6.0, 8.0]]
    assert [finding.code for finding in session.report.findings] == ["GS301"]


def test_a_leaf_that_is_assigned_to_itself_keeps_its_gradient() -> None:
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    with gradsan.repair():
        x[0] = x[0]
        (x * x).sum().backward()
    assert x.grad.tolist() == [[2.0, 4.0], [6.0, 8.0]]


def test_a_weight_of_a_module_is_merged_and_parted_again() -> None:
    torch.manual_seed(0)
    layer, x = torch.nn.Linear(3, 2), torch.randn(4, 3)
    delta = torch.randn(2, 3, requires_grad=True)
    with gradsan.repair():
        layer.weight += delta
        loss = layer(x).square().sum()
        layer.weight -= delta
        loss.backward()
    weight = (layer.weight.detach() + delta.detach()).requires_grad_()
    torch.nn.functional.linear(x, weight, layer.bias.detach()).square().sum().backward()
    torch.testing.assert_close(layer.weight.grad, weight.grad)
    torch.testing.assert_close(delta.grad, weight.grad)
