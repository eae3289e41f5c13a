"""Values that lie twice in memory: what was copied there is kept where it came from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")

import gradsan  # noqa: E402


def nothing(source: Any) -> None:
    pass


def written(source: Any) -> None:
    source.mul_(3.0)


def written_in_part(source: Any) -> None:
    source[1:].zero_()


def given_other_memory(source: Any) -> None:
    source.data = source.data * 2


def written_as_numpy(source: Any) -> None:
    source.detach().numpy()[:] = 7.0


AFTER = [nothing, written, written_in_part, given_other_memory, written_as_numpy]


def recurrence(weight: Any, state: Any, *, after: Callable[[Any], None]) -> Any:
    """Return a loss that needs every state, all written to one memory."""
    loss = torch.zeros(())
    for _ in range(4):
        new = torch.tanh(state * weight)
        state.copy_(new)
        loss = loss + state.sin().sum()
        after(new)
    return loss


def out_of_place(weight: Any, state: Any) -> Any:
    loss = torch.zeros(())
    for _ in range(4):
        state = torch.tanh(state * weight)
        loss = loss + state.sin().sum()
    return loss


def start() -> tuple[Any, Any]:
    weight = torch.tensor([0.3, 0.6, 0.9], requires_grad=True)
    return weight, torch.full((3,), 0.8)


@pytest.mark.parametrize("after", AFTER)
def test_whatever_becomes_of_the_source_the_gradient_is_right(after: Callable[[Any], None]) -> None:
    weight, state = start()
    out_of_place(weight, state).backward()
    expected, weight.grad = weight.grad, None
    with gradsan.repair():
        recurrence(weight, state, after=after).backward()
    assert torch.equal(weight.grad, expected)


@pytest.mark.parametrize(
    ("after", "told"),
    [(nothing, "repaired 7 values, 12 bytes"), (written, "repaired 11 values, 96 bytes")],
)
def test_only_what_lies_nowhere_else_is_copied(after: Callable[[Any], None], told: str) -> None:
    with gradsan.repair() as session:
        recurrence(*start(), after=after).backward()
    assert session.report.notes == (told,)


def test_a_source_that_was_changed_before_is_not_what_was_saved() -> None:
    weight, state = start()
    with gradsan.repair():
        new = torch.tanh(state * weight)
        state.copy_(new)
        new.mul_(3.0)
        kept = torch.exp(new)
        loss = state.sin().sum() + kept.sum()
        state.zero_()
        loss.backward()
    again = start()[0]
    new = torch.tanh(0.8 * again)
    (new.sin().sum() + torch.exp(new * 3.0).sum()).backward()
    assert torch.allclose(weight.grad, again.grad)


def test_a_part_of_larger_memory_is_copied_and_lets_it_go() -> None:
    weight, state = start()
    with gradsan.repair() as session:
        many = torch.tanh(weight.repeat(100))
        state.copy_(many[:3])
        loss = state.sin().sum()
        state.zero_()
        loss.backward()
    assert session.report.notes == ("repaired 1 value, 12 bytes",)
