"""Custom Functions that change their inputs, under repair: leaves, views, what lies beside."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch.autograd import Function  # noqa: E402

import gradsan  # noqa: E402


class Triple(Function):  # type: ignore[misc]
    """Writes its input, and says so."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.mark_dirty(x)
        x.mul_(3.0)
        return x

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return 3.0 * grads[0]


class Unmarked(Triple):
    """Writes its input, and says nothing."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x.mul_(3.0)


def make_input() -> Any:
    return torch.tensor([[1.0, -2.0], [3.0, 4.0]], requires_grad=True)


def test_a_leaf_that_is_marked_keeps_the_gradient_that_it_has() -> None:
    x = make_input()
    before = x.detach().clone()
    with gradsan.repair():
        (x * x).sum().backward()
        Triple.apply(x)
        assert torch.equal(x.grad, 2 * before)
        Triple.apply(x)
        (x * x).sum().backward()
    assert torch.equal(x.grad, 2 * before + 2 * 81 * before)


@pytest.mark.parametrize("function", [Triple, Unmarked])
def test_so_does_a_leaf_that_was_changed_before(function: Any) -> None:
    x = make_input()
    before = x.detach().clone()
    with gradsan.repair():
        x.mul_(2.0)
        (x * x).sum().backward(retain_graph=True)
        function.apply(x)
        (x * x).sum().backward()
    assert torch.equal(x.grad, 8 * before + 72 * before)


def test_a_view_of_a_leaf_may_be_marked() -> None:
    x = make_input()
    before = x.detach().clone()
    with gradsan.repair() as session:
        (x * x).sum().backward()
        Triple.apply(x[0])
        (x * x).sum().backward()
    assert torch.equal(x.grad, torch.stack((20 * before[0], 4 * before[1])))
    assert [finding.code for finding in session.report.findings] == ["GS302"]


def test_one_of_several_views_may_be_marked() -> None:
    x = make_input()
    before = x.detach().clone()
    with gradsan.repair() as session:
        y = x * 1.0
        first, second = y.unbind(0)
        Triple.apply(first)
        (first * second + y * y).sum().backward()
    rows = 18 * before[0] + 6 * before[1], 2 * before[1] + 6 * before[0]
    assert torch.equal(x.grad, torch.stack(rows))
    assert [finding.code for finding in session.report.findings] == ["GS303"]


def test_a_value_that_lies_beside_what_is_marked_is_as_it_was() -> None:
    x = make_input()
    before = x.detach().clone()
    with gradsan.repair():
        y = x * 1.0
        beside = y[1].abs()
        Triple.apply(y[0])
        (beside.pow(3).sum() + y.sum()).backward()
    rows = torch.full((2,), 3.0), 3 * before[1].pow(2) + 1
    assert torch.equal(x.grad, torch.stack(rows))


def test_why_a_weight_is_not_released_for_a_function_is_said() -> None:
    x = make_input()
    opt = torch.optim.SGD([x], lr=0.1)
    with gradsan.repair(), pytest.raises(RuntimeError, match="a leaf Variable") as raised:
        Triple.apply(x)
    assert any("SGD holds the leaf" in note for note in raised.value.__notes__)
    assert opt.param_groups


@pytest.mark.parametrize("is_held", [True, False], ids=["base held", "base gone"])
def test_a_marked_view_made_in_no_grad_sends_the_gradient_to_its_base(is_held: bool) -> None:
    x = make_input()
    with gradsan.repair() as session:
        base = x * 2.0
        with torch.no_grad():
            view = base.view(-1)
        if not is_held:
            base = base.clone()
        Triple.apply(view)
        view.sum().backward()
    assert torch.equal(x.grad, torch.full((2, 2), 6.0))
    assert [finding.code for finding in session.report.findings] == ["GS304"]
