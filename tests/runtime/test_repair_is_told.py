"""What repair tells: each forbidden write that it made possible, and nothing that was allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402
from torch.autograd import Function  # noqa: E402

import gradsan  # noqa: E402


def codes(program: Callable[[], object]) -> list[str]:
    """Return the codes of what was repaired in a program."""
    with gradsan.repair() as session:
        program()
    return [finding.code for finding in session.report.findings]


class Doubled(Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        x.mul_(2)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return 2 * grads[0]


class Unmarked(Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x.mul_(2)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return 2 * grads[0]


def test_parts_of_a_constant_may_be_written_without_a_word() -> None:
    def program() -> None:
        constant = torch.rand(4, 2) * 2
        constant.chunk(2, 1)[0].mul_(2.0)
        first, second = constant.unbind(1)
        first += second
        first.unsqueeze_(0)

    assert codes(program) == []


def test_parts_of_a_constant_may_be_handed_to_a_function_that_marks_them() -> None:
    assert codes(lambda: Doubled.apply(torch.rand(4).split(2)[0])) == []
    assert codes(lambda: Unmarked.apply(torch.rand(4))) == []


def test_a_part_that_is_given_a_gradient_is_told() -> None:
    weight = torch.rand(2, requires_grad=True)

    def program() -> None:
        parts = torch.zeros(4).split(2)
        parts[0].add_(weight)

    assert codes(program) == ["GS303"]


@pytest.mark.parametrize("is_needed", [True, False])
def test_an_expanded_tensor_that_is_filled_is_told_if_backward_comes_to_it(is_needed: bool) -> None:
    x = torch.rand(3, requires_grad=True)

    def program() -> None:
        h, other = x * 2, x * 3
        h.expand(2, 3).zero_()
        (h if is_needed else other).sum().backward()

    assert codes(program) == (["GS306"] if is_needed else [])
    assert torch.equal(x.grad, torch.zeros(3) if is_needed else torch.full((3,), 3.0))


def test_an_expanded_constant_may_be_filled_without_a_word() -> None:
    assert codes(lambda: torch.zeros(3).expand(2, 3).fill_(1.0)) == []


@pytest.mark.parametrize("function", ["square", "mul"])
def test_a_result_by_out_that_has_a_gradient_is_told(function: str) -> None:
    x = torch.full((3,), 0.5, requires_grad=True)

    def program() -> None:
        result, h = torch.zeros(3), x * 2
        if function == "mul":
            torch.mul(h, h, out=result)
        else:
            torch.square(h, out=result)
        result.sum().backward()

    assert codes(program) == ["GS310"]
    assert torch.allclose(x.grad, torch.full((3,), 4.0))


def test_dropout_that_drops_nothing_is_no_write() -> None:
    x = torch.rand(2, 3, requires_grad=True)

    def program() -> None:
        h = x * x
        first, _ = h.unbind()
        square = h * h
        nn.Dropout(p=0.0, inplace=True)(first)
        nn.Dropout(p=0.5, inplace=True).eval()(first)
        square.sum().backward()

    assert codes(program) == []
    with gradsan.guard() as session:
        program()
    assert session.report.findings == ()


@pytest.mark.parametrize("shape", [(), (3,)])
def test_an_expanded_tensor_may_be_scaled_through_its_items(shape: tuple[int, ...]) -> None:
    x = torch.full(shape, 0.5, requires_grad=True)

    def program() -> None:
        h = x * 2
        wide = h.expand(2, *shape)
        wide[:] *= 3.0
        (wide * wide).sum().backward()

    assert codes(program) == ["GS306", "GS306"]
    assert torch.allclose(x.grad, torch.full(shape, 72.0))  # 2 * (6 x)^2


def test_a_view_made_in_no_grad_is_a_constant_to_the_call_whose_result_it_takes() -> None:
    x = torch.full((2, 2), 0.5, requires_grad=True)

    def program() -> None:
        h = x * 2
        with torch.no_grad():
            first, _ = h.split(1)
        torch.sin(first, out=first)
        h.sum().backward()

    assert codes(program) == ["GS310"]
    assert x.grad.tolist() == [[0.0, 0.0], [2.0, 2.0]]
