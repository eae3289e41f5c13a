"""Writes inside torch.func and inference mode, to what was saved outside, under repair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")

import gradsan  # noqa: E402


def by_vmap(y: Any) -> None:
    torch.vmap(lambda row: row.mul_(2.0))(y.data)


def by_an_item_in_vmap(y: Any) -> None:
    def change(row: Any) -> Any:
        row[0] = 5.0
        return row

    torch.vmap(change)(y.data)


def by_nested_vmap(y: Any) -> None:
    torch.vmap(torch.vmap(lambda number: number.mul_(2.0)))(y.data)


def by_inference(y: Any) -> None:
    with torch.inference_mode():
        y.mul_(2.0)


def by_inference_through_numpy(y: Any) -> None:
    with torch.inference_mode():
        y.detach().numpy()[:] = 4.0


WRITES = [by_vmap, by_an_item_in_vmap, by_nested_vmap, by_inference, by_inference_through_numpy]


@pytest.mark.parametrize("write", WRITES)
def test_what_was_saved_outside_is_as_it_was(write: Callable[[Any], None]) -> None:
    x = torch.tensor([[0.5], [0.75]], requires_grad=True)
    with gradsan.repair():
        y = x * 1.0
        loss = (y * y).sum()
        write(y)
        loss.backward()
    assert torch.equal(x.grad, 2 * x.detach())


def test_a_tensor_of_inference_mode_may_be_written() -> None:
    with gradsan.repair(), torch.inference_mode():
        t = torch.ones(2)
        t.add_(1.0)
        t[0] = 5.0
        torch._foreach_mul_([t], 2.0)
    assert t.tolist() == [10.0, 4.0]
