"""Views of custom Functions, late views, and what a Function leaves on its class, under repair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch.autograd import Function  # noqa: E402
from torch.nn import functional as F  # noqa: E402, N812

import gradsan  # noqa: E402


def make_input() -> Any:
    return torch.linspace(-1.0, 1.5, 6, dtype=torch.float64).reshape(2, 3).requires_grad_()


class Reverse(Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x.view_as(x)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return -0.5 * grads[0]


class Row(Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x[1]

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        whole = torch.zeros(2, 3, dtype=grads[0].dtype)
        whole[1] = 3 * grads[0]
        return whole


def reverse(x: Any) -> Any:
    """Return the same numbers, out of place, with the gradient of Reverse."""
    return -0.5 * x + (1.5 * x).detach()


def activated_in_place(x: Any) -> Any:
    h = x.exp()
    labels = h.tanh()
    flipped = Reverse.apply(h)
    return labels.sum() + F.leaky_relu(flipped - 2, 0.1).sum() + F.leaky_relu_(flipped, 0.1).sum()


def activated(x: Any) -> Any:
    h = x.exp()
    flipped = reverse(h)
    return h.tanh().sum() + F.leaky_relu(flipped - 2, 0.1).sum() + F.leaky_relu(flipped, 0.1).sum()


def input_read_after(x: Any) -> Any:
    h = x * 2
    saved = h * h
    flipped = Reverse.apply(h)
    flipped.mul_(3)
    return (h * flipped).sum() + saved.sum() + h.sin().sum()


def input_read_after_by_hand(x: Any) -> Any:
    h = x * 2
    flipped = reverse(h) * 3
    return (flipped * flipped).sum() + (h * h).sum() + flipped.sin().sum()


def part_of_the_input(x: Any) -> Any:
    h = x * 2
    column = h[:, 0]
    row = Row.apply(h)
    row.mul_(x[0])
    return h.pow(2).sum() + column.sin().sum() + row.sum()


def part_of_the_input_by_hand(x: Any) -> Any:
    h = x * 2
    row = 3 * h[1] - (2 * h[1]).detach()
    row = row * x[0]
    new = torch.stack([h[0], row])
    return new.pow(2).sum() + new[:, 0].sin().sum() + row.sum()


def input_written_after(x: Any) -> Any:
    h = x * 2
    flipped = Reverse.apply(h)
    flipped.mul_(0.5)
    h.mul_(x)
    return flipped.pow(2).sum() + h.sin().sum()


def input_written_after_by_hand(x: Any) -> Any:
    h = reverse(x * 2) * 0.5 * x
    return h.pow(2).sum() + h.sin().sum()


def written_twice(x: Any) -> Any:
    h = x * 2
    column = h[:, 0]
    flipped = Reverse.apply(h)
    flipped[0] = flipped[0] * x[0]
    flipped[1] = flipped[0] * 3
    column.mul_(4)
    flipped.tanh_()
    return h.pow(2).sum() + column.sum() + flipped.sin().sum()


def written_twice_by_hand(x: Any) -> Any:
    row = reverse(x * 2)[0] * x[0]
    h = torch.stack([row, row * 3])
    h = torch.cat([h[:, :1] * 4, h[:, 1:]], 1).tanh()
    return h.pow(2).sum() + h[:, 0].sum() + h.sin().sum()


def sibling_of_a_view(x: Any) -> Any:
    out = torch.ones(2, 6, dtype=torch.float64)
    with torch.no_grad():
        left, right = [out[:, n : n + 3] for n in (0, 3)]
    left.mul_(2).add_(x)
    right.mul_(4).add_(x.sin())
    return out.pow(2).sum()


def sibling_of_a_view_by_hand(x: Any) -> Any:
    return (2 + x).pow(2).sum() + (4 + x.sin()).pow(2).sum()


def late_sibling(x: Any) -> Any:
    out = torch.ones(2, 6, dtype=torch.float64)
    left, right = out[:, :3], out[:, 3:]
    left.add_(x)
    right.mul_(2)
    return out.pow(3).sum()


def hooked(x: Any) -> Any:
    module = torch.nn.Tanh()
    module.register_full_backward_hook(lambda *_: None)
    return module(x)


def output_with_a_view(x: Any) -> Any:
    h = hooked(x * 2)
    flat = h.view(-1)
    h.mul_(x)
    return (flat * flat).sum() + h.sum()


def output_with_a_view_by_hand(x: Any) -> Any:
    h = (x * 2).tanh() * x
    return (h * h).sum() + h.sum()


def view_of_an_output(x: Any) -> Any:
    h = hooked(x * 2)
    h[:, 0].mul_(h[:, 1])
    h.view(-1)[4:].exp_()
    return (h * h).sum()


def view_of_an_output_by_hand(x: Any) -> Any:
    h = (x * 2).tanh()
    h = torch.cat([h[:, :1] * h[:, 1:2], h[:, 1:]], 1).view(-1)
    return h[:4].pow(2).sum() + h[4:].exp().pow(2).sum()


def view_of_an_output_over_a_held_input(x: Any) -> Any:
    h = x * 2
    saved, column, row = h * h, h[:, 0], Row.apply(h)
    row.unsqueeze(0).add_(3)
    return saved.sum() + row.sin().sum() + h.exp().sum() + column.sum()


def view_of_an_output_over_a_held_input_by_hand(x: Any) -> Any:
    h = x * 2
    row = 3 * h[1] - (2 * h[1]).detach() + 3
    new = torch.stack([h[0], row])
    return (h * h).sum() + row.sin().sum() + new.exp().sum() + new[:, 0].sum()


PAIRS = [
    (output_with_a_view, output_with_a_view_by_hand),
    (view_of_an_output, view_of_an_output_by_hand),
    (view_of_an_output_over_a_held_input, view_of_an_output_over_a_held_input_by_hand),
    (activated_in_place, activated),
    (input_read_after, input_read_after_by_hand),
    (part_of_the_input, part_of_the_input_by_hand),
    (input_written_after, input_written_after_by_hand),
    (written_twice, written_twice_by_hand),
    (sibling_of_a_view, sibling_of_a_view_by_hand),
    (late_sibling, lambda x: (1 + x).pow(3).sum()),
]


@pytest.mark.parametrize(("program", "by_hand"), PAIRS, ids=lambda one: one.__name__)
def test_the_gradient_is_that_of_the_program_out_of_place(
    program: Callable[..., Any], by_hand: Callable[..., Any]
) -> None:
    x, y = make_input(), make_input()
    by_hand(y).backward()
    with gradsan.repair() as session:
        program(x).backward()
    assert torch.allclose(x.grad, y.grad)
    assert session.report.findings


def test_second_derivatives_go_through_what_was_overwritten() -> None:
    def twice(program: Callable[..., Any]) -> Any:
        x = make_input()
        [first] = torch.autograd.grad(program(x), x, create_graph=True)
        return torch.autograd.grad(first.pow(2).sum(), x)[0]

    with gradsan.repair():
        found = twice(part_of_the_input)
    assert torch.allclose(found, twice(part_of_the_input_by_hand))


def test_a_leaf_under_the_view_of_a_function_is_refused() -> None:
    x = make_input()
    with gradsan.repair(), pytest.raises(RuntimeError, match="is a view and is being modified"):
        Reverse.apply(x).mul_(2)


class Binary(Function):  # type: ignore[misc]
    inside: Any = None

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        Binary.inside = (x.abs() < 1).to(x.dtype)
        return x.sign()

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return grads[0] * Binary.inside


def test_a_function_finds_on_its_class_what_its_own_call_left() -> None:
    x = make_input()
    with gradsan.repair() as session:
        first = Binary.apply(x)
        second = Binary.apply(x * 10)
        last = Binary.inside
        (2 * first + second).sum().backward()
        assert Binary.inside is last
    inside = [(y.abs() < 1).double() for y in (x, x * 10)]
    assert torch.allclose(x.grad, 2 * inside[0] + 10 * inside[1])
    assert {finding.code for finding in session.report.findings} == {"GS701"}


def test_one_call_of_such_a_function_needs_no_repair() -> None:
    x = make_input()
    with gradsan.repair() as session:
        Binary.apply(x).sum().backward()
    assert session.report.findings == ()


def _second_of_two(x: Any) -> Any:
    _, b = x.chunk(2)
    b.mul_(2)
    return (x**2).sum()


def _one_by_the_other(x: Any) -> Any:
    a, b = x.split(2)
    a *= b
    return (x**2).sum()


def _kept_before(x: Any) -> Any:
    a, b = x.chunk(2)
    kept = (a * b).sum()
    b.mul_(2)
    return kept + (x**2).sum()


def _the_whole(x: Any) -> Any:
    a, b = x.chunk(2)
    x.mul_(2)
    return (a * a + b).sum()


def _last_of_four(x: Any) -> Any:
    x.unbind()[3].mul_(2)
    return (x**2).sum()


@pytest.mark.parametrize(
    "program", [_second_of_two, _one_by_the_other, _kept_before, _the_whole, _last_of_four]
)
def test_parts_of_a_leaf_that_is_itself_a_view_are_written(program: Callable[[Any], Any]) -> None:
    numbers = [0.5, 1.0, 2.0, 3.0]
    view = torch.tensor(numbers).view(4).requires_grad_()
    plain = torch.tensor(numbers, requires_grad=True)
    with gradsan.repair():
        program(view).backward()
        program(plain).backward()
    with torch.enable_grad():
        inner = torch.tensor(numbers, requires_grad=True)
        with gradsan.repair():
            program(inner * 1).backward()
    assert torch.equal(view.grad, inner.grad)
    assert torch.equal(plain.grad, inner.grad)


@pytest.mark.parametrize("write", ["mul_", "add_", "addcmul_"])
def test_the_output_of_a_hooked_module_is_no_constant_where_it_is_its_own_operand(
    write: str,
) -> None:
    module = torch.nn.Identity()
    module.register_full_backward_hook(lambda *_: None)
    x = make_input()
    with gradsan.repair() as session:
        h = module(x * 3)
        getattr(h, write)(*[h] * (2 if write == "addcmul_" else 1))
        h.sum().backward()
    assert "GS305" in [finding.code for finding in session.report.findings]
    slopes = {"mul_": 18 * x, "add_": torch.full_like(x, 6.0), "addcmul_": 3 + 18 * x}
    assert torch.allclose(x.grad, slopes[write].detach())


@pytest.mark.parametrize("alias", [lambda h: h.view(-1), lambda h: h.chunk(2)[0]])
def test_views_of_what_a_function_returned_are_no_constants(alias: Callable[[Any], Any]) -> None:
    x = make_input()
    with gradsan.repair():
        row = alias(Reverse.apply(x * 3))
        target = (x * 1).unbind()[0]
        target.mul_(row[:3].reshape(3))
        target.sum().backward()
    expected = torch.zeros_like(x)
    expected[0] = (3 * x - 0.5 * 3 * x)[0].detach()
    assert torch.allclose(x.grad, expected)


def test_a_view_whose_node_torch_refuses_is_written_where_no_graph_is_asked() -> None:
    x = torch.rand(2, 2, requires_grad=True)
    with gradsan.repair():
        part = (x * 2).narrow(0, 0, 2)
        with torch.no_grad():
            view = part[0:]
        part.copy_(x * 3)
        loss = (part * x).sum()
        with torch.no_grad():
            view.clamp_(0.0, 0.5)
        loss.backward()
    torch.testing.assert_close(x.grad, 6 * x.detach())
