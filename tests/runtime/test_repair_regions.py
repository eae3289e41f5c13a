"""Checkpointed blocks under repair: the values and the histories of what they close over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch.utils.checkpoint import checkpoint  # noqa: E402

import gradsan  # noqa: E402

KINDS = pytest.mark.parametrize("reentrant", [False, True], ids=["plain", "reentrant"])


def fill(tensor: Any) -> None:
    with torch.no_grad():
        tensor.fill_(5.0)


def step(tensor: Any) -> None:
    tensor.requires_grad_()
    tensor.grad = torch.tensor([-30.0])
    torch.optim.SGD([tensor], lr=0.1).step()


@KINDS
@pytest.mark.parametrize("change", [fill, step], ids=lambda one: one.__name__)
def test_what_is_saved_after_a_write_keeps_its_value_when_a_block_is_run_again(
    change: Callable[[Any], None], reentrant: bool
) -> None:
    x, factor = torch.tensor([0.3], requires_grad=True), torch.tensor([2.0])
    with gradsan.repair():
        before = checkpoint(lambda a: a * factor, x, use_reentrant=reentrant)
        change(factor)
        after = x * factor
        before.sum().backward()
        after.sum().backward()
    assert x.grad.item() == 2.0 + 5.0
    assert factor.item() == 5.0


@KINDS
def test_a_block_that_writes_to_what_it_reads_leaves_later_saves_alone(reentrant: bool) -> None:
    x, factor = torch.tensor([0.3], requires_grad=True), torch.tensor([2.0])

    def block(a: Any) -> Any:
        result = a * factor
        with torch.no_grad():
            factor.mul_(1.0)
        return result

    with gradsan.repair():
        before = checkpoint(block, x, use_reentrant=reentrant)
        fill(factor)
        after = x * factor
        before.sum().backward()
        after.sum().backward()
    assert x.grad.item() == 2.0 + 5.0


@KINDS
def test_a_block_that_saw_the_new_numbers_is_not_told(reentrant: bool) -> None:
    x, factor = torch.tensor([0.3], requires_grad=True), torch.tensor([2.0])
    with gradsan.repair() as session:
        before = checkpoint(lambda a: a * factor, x, use_reentrant=reentrant)
        fill(factor)
        after = checkpoint(lambda a: a * factor, x, use_reentrant=reentrant)
        before.sum().backward()
        after.sum().backward()
    assert x.grad.item() == 2.0 + 5.0
    assert [finding.code for finding in session.report.findings] == ["GS205"]


@KINDS
@pytest.mark.parametrize("is_leaf", [False, True], ids=["inner", "leaf"])
def test_the_gradient_goes_to_what_a_block_closed_over_as_it_was_made_then(
    is_leaf: bool, reentrant: bool
) -> None:
    x = torch.tensor([0.5], requires_grad=True)
    w = torch.tensor([0.7], requires_grad=True)
    with gradsan.repair():
        h = w if is_leaf else w * 1
        loss = checkpoint(lambda a: (a * h).sin(), x, use_reentrant=reentrant).sum()
        h.mul_(3)
        loss.backward()
    slope = torch.tensor(0.35).cos().item()
    assert x.grad.item() == pytest.approx(0.7 * slope)
    assert w.grad.item() == pytest.approx(0.5 * slope)


@KINDS
def test_a_constant_that_got_a_history_after_the_block_is_a_constant_to_it(
    reentrant: bool,
) -> None:
    x = torch.tensor([0.5], requires_grad=True)
    w = torch.tensor([0.7], requires_grad=True)
    with gradsan.repair():
        h = torch.tensor([2.0])
        loss = checkpoint(lambda a: a * h, x, use_reentrant=reentrant).sum()
        h.add_(w)
        loss.backward(retain_graph=True)
        loss.backward()
        h.sum().backward()
    assert x.grad.item() == 4.0
    assert w.grad.item() == 1.0


@KINDS
def test_a_block_sees_the_numbers_of_then_in_memory_that_numpy_wrote(reentrant: bool) -> None:
    x, factor = torch.zeros(1, requires_grad=True), torch.tensor([2.0])
    with gradsan.repair():
        # The output is zero whatever the factor is: only the gradient would tell.
        result = checkpoint(lambda a: a * factor, x, use_reentrant=reentrant)
        factor.numpy()[...] = 5.0
        result.sum().backward()
    assert x.grad.item() == 2.0
    assert factor.item() == 5.0


@KINDS
def test_state_that_shows_only_in_the_gradient_is_that_of_the_first_run(reentrant: bool) -> None:
    x, state = torch.zeros(1, requires_grad=True), {"factor": 1.0}

    def block(a: Any) -> Any:
        state["factor"] += 1.0
        return a * state["factor"]

    with gradsan.repair():
        checkpoint(block, x, use_reentrant=reentrant).sum().backward()
    assert x.grad.item() == 2.0


BLOCKS = {
    "by an op": lambda a: a.exp().mul_(0.5).sin_() * a,
    "by itself": lambda a: (lambda h: h.mul_(h).sin())(a.exp()) * a,
    "inside another": lambda a: checkpoint(
        lambda b: b.exp().mul_(0.5).sin_() * b, a, use_reentrant=False
    ),
}


@KINDS
@pytest.mark.parametrize("how", BLOCKS)
def test_a_block_may_write_over_what_it_has_saved(how: str, reentrant: bool) -> None:
    x = torch.tensor([0.25, 0.75], dtype=torch.float64, requires_grad=True)
    inner = x.exp() ** 2 if how == "by itself" else x.exp() * 0.5
    (want,) = torch.autograd.grad((inner.sin() * x).sum(), x)
    with gradsan.repair() as session:
        checkpoint(BLOCKS[how], x, use_reentrant=reentrant).sum().backward()
    assert torch.allclose(x.grad, want)
    assert {finding.code for finding in session.report.findings} == {"GS101"}
