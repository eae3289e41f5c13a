"""Writes that torch refuses, made under repair: expanded tensors, lists, parts, leaves of views."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch.nn import functional as F  # noqa: E402, N812

import gradsan  # noqa: E402

CONSTANT = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64)


def make_input() -> Any:
    numbers = [[0.3, -0.7, 1.2], [0.9, 0.4, -0.2]]
    return torch.tensor(numbers, dtype=torch.float64, requires_grad=True)


def expanded_leaf(x: Any) -> Any:
    F.mish(x.expand(2, -1, -1), inplace=True)
    return (x * x).sum()


def expanded_item(x: Any) -> Any:
    y = x * 1.0
    wide = y.expand(2, -1, -1)
    wide[:, 0, 1:] = x[1, 0]
    return (wide * wide).sum() + y.sum()


def expanded_item_whole(x: Any) -> Any:
    part = x[0, 0].expand(3)
    part[0:] = 2.0
    return (x * x).sum()


def with_item(x: Any, at: Any, value: Any) -> Any:
    return torch.where(
        torch.zeros_like(x, dtype=torch.bool).index_put(at, torch.tensor(True)), value, x
    )


def item(x: Any) -> Any:
    at = (torch.tensor([0, 0]), torch.tensor([1, 2]))
    y = with_item(x, at, x[1, 0])
    return 2 * (y * y).sum() + y.sum()


def expanded_constant(x: Any) -> Any:
    y = x * 1.0
    y.expand(2, -1, -1).atan2_(torch.full((2, 2, 3), 2.0, dtype=x.dtype))
    return y.sum()


def expanded_unrefused(x: Any) -> Any:
    y = x * 1.0
    wide = y.expand(2, -1, -1)
    wide.masked_fill_(wide.detach() > 1.0, 0.5)
    F.threshold(wide, 0.1, 0.05, inplace=True)
    y[0, 2].expand(3).fill_(0.25)
    return (wide * wide).sum() + y.sum()


def thresholds(x: Any) -> Any:
    y = torch.where((x > 0.1) & (x <= 1.0), x, 0.05 * (x <= 0.1) + 0.25 * (x > 1.0))
    return 2 * (y * y).sum() + y.sum()


def list_of_leaves(x: Any) -> Any:
    y = x * 2
    torch._foreach_mul_([x, y], [x, y])
    return (x * y).sum()


def list_with_values(x: Any) -> Any:
    y = x * 2
    torch._foreach_addcmul_([x, y], [CONSTANT, CONSTANT], [y, x], [0.5, 2.0])
    return (x * y).sum()


def values(x: Any) -> Any:
    first = x + 0.5 * CONSTANT * 2 * x
    return (first * (2 * x + 2 * CONSTANT * first)).sum()


def list_of_parts(x: Any) -> Any:
    (first, second), y = (x * 2).unbind(0), x * 1.0
    torch._foreach_lerp_([first, y.expand(3, -1, -1)], [second, second[0]], 0.5)
    return (first * second).sum() + y.exp().sum()


def parts(x: Any) -> Any:
    first, second = (2 * x).unbind(0)
    return ((first + second) / 2 * second).sum() + ((x + second[0]) / 2).exp().sum()


def part_of_a_part(x: Any) -> Any:
    y = x * 1.0
    first, second = y.unbind(0)
    corner = first[:2]
    y.mul_(2.0)
    return (corner * corner).sum() + (second * corner[0]).sum()


def part_as_operand(x: Any) -> Any:
    other = x.detach().clone().requires_grad_()
    (first, _) = x.unbind(0)
    other += first[1]
    return (other * other).sum() + x.sum()


def view_of_a_part(x: Any) -> Any:
    first, second = x.unbind(0)
    corner = first[1:]
    corner[None].mul_(second[0])
    return (x * x).sum() + corner.sum()


def corner(x: Any) -> Any:
    new = x[0, 1:] * x[1, 0]
    return x[0, 0] ** 2 + (new**2).sum() + (x[1] ** 2).sum() + new.sum()


def constant_of_no_grad(x: Any) -> Any:
    with torch.no_grad():
        row = x[0]
    x.mul_(row)
    return (x * x).sum() + row.sum()


def scaled_by_a_constant(x: Any) -> Any:
    y = x * x[0].detach()
    return (y * y).sum() + y[0].sum()


def stepped_item(x: Any) -> Any:
    y = (x * 1.0).view(1, 6)
    y[::2] = y
    return (y * y).sum()


PROGRAMS: list[tuple[Callable[[Any], Any], Callable[[Any], Any]]] = [
    (expanded_leaf, lambda x: F.mish(x).square().sum()),
    (expanded_item, item),
    (expanded_item_whole, lambda x: x.flatten()[1:].square().sum() + 4.0),
    (expanded_constant, lambda x: x.atan2(torch.tensor(2.0, dtype=x.dtype)).sum()),
    (expanded_unrefused, thresholds),
    (list_of_leaves, lambda x: (4 * x**4).sum()),
    (list_with_values, values),
    (list_of_parts, parts),
    (part_of_a_part, lambda x: (4 * x[0, :2] ** 2).sum() + (4 * x[1] * x[0, 0]).sum()),
    (part_as_operand, lambda x: ((x.detach() + x[0, 1]) ** 2).sum() + x.sum()),
    (view_of_a_part, corner),
    (constant_of_no_grad, scaled_by_a_constant),
    (stepped_item, lambda x: (x * x).sum()),
]


@pytest.mark.parametrize(("program", "twin"), PROGRAMS)
def test_it_gives_the_gradient_of_what_was_computed(program: Any, twin: Any) -> None:
    x, y = make_input(), make_input()
    with gradsan.repair():
        loss = program(x)
        loss.backward()
    right = twin(y)
    right.backward()
    assert torch.allclose(loss, right)
    assert torch.allclose(x.grad, y.grad)


@pytest.mark.parametrize(
    "write", ["x.mul_(2.0)", "x[0].mul_(2.0)", "torch._foreach_mul_([x], 2.0)"]
)
def test_a_leaf_that_is_a_view_itself_may_be_written(write: str) -> None:
    x = torch.arange(1.0, 7.0).reshape(2, 3).requires_grad_()
    factor = torch.tensor([[2.0], [1.0]]) if "[0]" in write else torch.tensor(2.0)
    want = 2 * factor**2 * x.detach()
    with gradsan.repair():
        exec(write)
        (x * x).sum().backward()
    assert torch.equal(x.grad, want)


def test_a_leaf_whose_base_somebody_holds_is_refused() -> None:
    base = torch.arange(1.0, 7.0)
    x = base.reshape(2, 3).requires_grad_()
    with gradsan.repair(), pytest.raises(RuntimeError, match="leaf Variable") as raised:
        x.mul_(2.0)
    assert "the leaf is a view of" in raised.value.__notes__[0]
    assert base.tolist() == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]


@pytest.mark.parametrize("write", ["x.t_()", "x.unsqueeze_(0)"])
def test_a_leaf_that_is_given_another_shape_is_refused(write: str) -> None:
    x = make_input()
    with gradsan.repair(), pytest.raises(RuntimeError, match="a leaf Variable") as raised:
        exec(write)
    assert "another shape than its gradient" in raised.value.__notes__[0]
    assert x.shape == (2, 3)


def test_what_differs_along_expanded_dimensions_is_refused_with_the_reason() -> None:
    y = make_input() * 1.0
    rows = torch.rand(2, 2, 3, dtype=torch.float64)
    with gradsan.repair(), pytest.raises(RuntimeError, match="more than one element") as raised:
        y.expand(2, -1, -1).add_(rows)
    assert "differs along the dimensions" in raised.value.__notes__[0]


def test_a_write_that_is_refused_for_two_reasons_is_known_to_the_base() -> None:
    module = torch.nn.Identity()
    module.register_full_backward_hook(lambda *_: None)
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    with gradsan.repair() as session:
        factor, base = x.sin(), x * 2
        view = module(base)
        view[[0, 1]] = view  # a view of a hook's, written by its own elements
        view *= factor
        base.sum().backward()
    values = x.detach()
    assert torch.allclose(x.grad, 2 * values.sin() + 2 * values * values.cos())
    assert {finding.code for finding in session.report.findings} == {"GS305", "GS309"}
