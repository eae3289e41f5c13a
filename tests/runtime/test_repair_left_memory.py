"""Tensors that leave the memory they were saved in, under repair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch.autograd import Function  # noqa: E402

import gradsan  # noqa: E402


def by_data(y: Any) -> None:
    y.data = y.data * 0.5
    y.mul_(2.0)


def by_data_while_an_alias_is_held(y: Any) -> None:
    alias = y.detach()
    y.data = y.data * 0.5
    y.mul_(2.0)
    alias.mul_(7.0)


def by_data_while_a_view_is_held(y: Any) -> None:
    view = y[:1]
    y.data = y.data * 0.5
    y.mul_(2.0)
    view.detach().mul_(7.0)


def by_set(y: Any) -> None:
    with torch.no_grad():
        y.set_(torch.ones_like(y))
        y.mul_(2.0)


LEAVING = [by_data, by_data_while_an_alias_is_held, by_data_while_a_view_is_held, by_set]


@pytest.mark.parametrize("leave", LEAVING)
def test_a_write_to_the_new_memory_is_none_to_the_old(leave: Callable[[Any], None]) -> None:
    x = torch.tensor([0.25, 0.75], requires_grad=True)
    with gradsan.repair():
        y = torch.tanh(x)
        loss = y.sum()
        leave(y)
        loss.backward()
    assert torch.allclose(x.grad, 1 - torch.tanh(x.detach()) ** 2)


class Square(Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.x = x
        return x * x

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return 2 * ctx.x * grads[0]


def test_what_lies_on_ctx_is_as_it_was() -> None:
    x = torch.tensor([0.25, 0.75], requires_grad=True)
    with gradsan.repair():
        y = x * 1.0
        loss = Square.apply(y).sum()
        y.data = y.data * 0.5
        loss.backward()
    assert torch.equal(x.grad, 2 * x.detach())


def told(program: Callable[[], None]) -> list[tuple[str, str, str]]:
    with gradsan.repair() as session:
        program()
    return [(f.code, f.outcome, f.message) for f in session.report.findings]


def test_other_memory_is_told_as_a_repair() -> None:
    weight = torch.ones(3, requires_grad=True)
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)

    def program() -> None:
        loss = (weight * x).sum()
        weight.data = torch.full((3,), 5.0)
        loss.backward()

    words = "`weight` was changed through .data after mul saved it"
    assert told(program) == [("GS201", "repaired", words)]
    assert torch.equal(x.grad, torch.ones(3))


def test_memory_with_the_same_numbers_again_is_no_repair() -> None:
    weight = torch.ones(3, requires_grad=True)
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)

    def program() -> None:
        loss = (weight * x).sum()
        before = weight.data
        weight.data = torch.full((3,), 5.0)  # an average is evaluated
        weight.data = before
        loss.backward()

    assert told(program) == []
    assert torch.equal(x.grad, torch.ones(3))


def test_a_result_that_torch_keeps_as_it_was_is_no_repair() -> None:
    x = torch.tensor([0.25, 0.75], requires_grad=True)

    def program() -> None:
        y = torch.tanh(x)
        loss = y.sum()
        y.data = y.data * 0.5
        loss.backward()

    assert told(program) == []


def test_a_call_with_out_over_a_saved_value_is_told_as_a_write_in_place() -> None:
    x = torch.tensor([0.25, 0.75], requires_grad=True)

    def program() -> None:
        y = torch.exp(x)
        loss = y.sum()
        torch.add(torch.ones(2), 2, out=y)
        loss.backward()

    assert [code for code, *_ in told(program)] == ["GS101", "GS310"]
    assert torch.equal(x.grad, torch.exp(x.detach()))


def test_what_is_no_tensor_is_refused_in_the_words_of_torch() -> None:
    y = torch.ones(2, requires_grad=True) * 2
    with gradsan.repair(), pytest.raises(TypeError, match="has to be a tensor"):
        y.data = 5
