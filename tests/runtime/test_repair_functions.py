"""Custom Functions under repair: gradients they are lent, tensors they keep on ctx."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch.autograd import Function  # noqa: E402

import gradsan  # noqa: E402
from gradsan.backends.torch.held import tensors_in  # noqa: E402


def make_doubling(write: Callable[[Any], Any]) -> Any:
    """Make a Function whose backward is made by a write into the gradient that it is lent."""

    class Doubling(Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2.0

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            return write(grads[0])

    return Doubling


def by_itself(gradient: Any) -> Any:
    gradient.mul_(2.0)
    return gradient


def by_a_detached_alias(gradient: Any) -> Any:
    alias = gradient.detach()
    alias.mul_(2.0)
    return alias


def by_data(gradient: Any) -> Any:
    gradient.data.mul_(2.0)
    return gradient


def by_foreach(gradient: Any) -> Any:
    torch._foreach_mul_([gradient], 2.0)
    return gradient


def by_out(gradient: Any) -> Any:
    return torch.mul(gradient, 2.0, out=gradient)


WRITES = [by_itself, by_a_detached_alias, by_data, by_foreach, by_out]


def expanded(x: Any, doubled: Any) -> Any:
    return x.sum() + doubled.sum()


def transposed(x: Any, doubled: Any) -> Any:
    return (x + doubled.view(2, 2).t().reshape(4)).tanh().sum()


def part(x: Any, doubled: Any) -> Any:
    return (torch.cat([x, doubled]) * torch.arange(8.0)).sum() + x.sin().sum()


def gradient_of(loss: Callable[..., Any], write: Callable[[Any], Any]) -> Any:
    x = torch.tensor([0.3, 0.7, -0.2, 1.1], requires_grad=True)
    loss(x * 1, make_doubling(write).apply(x)).backward()
    return x.grad


@pytest.mark.parametrize("write", WRITES, ids=lambda one: one.__name__)
@pytest.mark.parametrize("loss", [expanded, transposed, part], ids=lambda one: one.__name__)
def test_a_write_into_a_lent_gradient_that_is_a_view_is_seen_by_nobody_else(
    loss: Callable[..., Any], write: Callable[[Any], Any]
) -> None:
    with gradsan.repair():
        found = gradient_of(loss, write)
    assert torch.equal(found, gradient_of(loss, lambda gradient: gradient * 2.0))


def test_a_write_to_an_element_of_a_lent_expanded_gradient_raises() -> None:
    def write(gradient: Any) -> Any:
        gradient[0].mul_(2.0)
        return gradient

    with gradsan.repair(), pytest.raises(RuntimeError, match="a part of an expanded gradient"):
        gradient_of(expanded, write)


def test_the_gradient_that_a_user_hands_over_is_not_kept_as_the_grad_of_a_leaf() -> None:
    x = torch.ones(2, requires_grad=True)
    rows = torch.ones(2, 2)
    with gradsan.repair():
        doubled = make_doubling(lambda gradient: gradient).apply(x)
        doubled.backward(rows[0], retain_graph=True)
        doubled.backward(rows[0])
    assert x.grad.tolist() == [2.0, 2.0]
    assert rows.tolist() == [[1.0, 1.0], [1.0, 1.0]]


class Product(Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, x: Any, factor: Any) -> Any:
        ctx.x, ctx.factors = x, [factor]
        return x * factor

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return grads[0] * ctx.factors[0], grads[0] * ctx.x


@pytest.mark.parametrize("handed_out", ["before", "between", "after"])
def test_a_tensor_on_ctx_that_numpy_writes_is_as_it_was(handed_out: str) -> None:
    x, factor = torch.tensor([2.0], requires_grad=True), torch.tensor([3.0])
    array = factor.numpy() if handed_out == "before" else None
    with gradsan.repair() as session:
        array = factor.numpy() if handed_out == "between" else array
        product = Product.apply(x, factor)
        array = factor.numpy() if array is None else array
        array[...] = 50.0
        product.sum().backward()
    assert x.grad.tolist() == [3.0]
    assert [finding.code for finding in session.report.findings] == ["GS202"]


def test_a_tensor_with_a_history_on_ctx_that_numpy_writes_is_as_it_was() -> None:
    x = torch.tensor([2.0], requires_grad=True)
    with gradsan.repair():
        h = x.tanh()
        product = Product.apply(h, x)
        h.detach().numpy()[...] = 50.0
        product.sum().backward()
    t = torch.tensor(2.0).tanh()
    assert x.grad.item() == pytest.approx((t + 2 * (1 - t * t)).item())


class Held(Function):  # type: ignore[misc]
    """Keeps its factor in what its caller gives it to keep it in."""

    @staticmethod
    def forward(ctx: Any, x: Any, factor: Any, keep: Any) -> Any:
        ctx.kept = keep(factor)
        return x * factor

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        (factor,) = tensors_in(ctx.kept)
        return grads[0] * factor, None, None


KEEPS: list[Callable[[Any], Any]] = [
    lambda one: {"factor": one},
    lambda one: {"cache": [one]},
    lambda one: ((one,),),
    lambda one: [{"factor": one, "size": 3}],
]


@pytest.mark.parametrize("keep", KEEPS)
def test_a_tensor_in_containers_on_ctx_is_as_it_was(keep: Callable[[Any], Any]) -> None:
    x, factor = torch.tensor([2.0], requires_grad=True), torch.tensor([3.0])
    with gradsan.repair() as session:
        product = Held.apply(x, factor, keep)
        factor.mul_(10.0)
        product.sum().backward()
    assert x.grad.tolist() == [3.0]
    assert [finding.code for finding in session.report.findings] == ["GS701"]


@pytest.mark.parametrize("keep", KEEPS)
def test_a_tensor_in_containers_on_ctx_that_was_written_is_told(keep: Callable[[Any], Any]) -> None:
    x, factor = torch.tensor([2.0], requires_grad=True), torch.tensor([3.0])
    with gradsan.guard() as session:
        product = Held.apply(x, factor, keep)
        factor.mul_(10.0)
        product.sum().backward()
    assert [finding.code for finding in session.report.findings] == ["GS701"]


def test_a_list_that_others_hold_too_keeps_what_it_holds() -> None:
    x, factors = torch.tensor([2.0], requires_grad=True), [torch.tensor([3.0])]
    with gradsan.repair():
        product = Held.apply(x, factors[0], lambda one: factors)
        factors[0].mul_(10.0)
        product.sum().backward()
    assert x.grad.tolist() == [3.0]
    assert factors[0].tolist() == [30.0]
