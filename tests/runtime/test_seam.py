"""Where repair takes hold: a word before each write, and a pair of hooks of one's own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import gradsan
from gradsan.runtime.hub import hub

torch = pytest.importorskip("torch")


@pytest.fixture
def watch() -> Iterator[Any]:
    with gradsan.guard():
        torch_watch: Any = hub.watches["torch"]
        yield torch_watch
        torch_watch.seam.before_write.clear()
        torch_watch.use_hooks(None)


def test_a_write_is_told_before_it_happens(watch: Any) -> None:
    seen: list[tuple[list[float], str]] = []

    def look(tensors: Any, op: str) -> None:
        seen.append(([tensor.sum().item() for tensor in tensors], op))

    watch.seam.before_write.append(look)
    h = torch.ones(3)
    h.add_(1)
    h += 1
    h[0] = 0
    torch.relu_(h)
    torch._foreach_add_([h, torch.zeros(2)], 1)
    assert seen == [
        ([3], "add_"),
        ([6], "+="),
        ([9], "[]="),
        ([6], "relu_"),
        ([6, 0], "_foreach_add_"),
    ]


def test_a_write_does_not_happen_if_somebody_objects(watch: Any) -> None:
    def object_(tensors: Any, op: str) -> None:
        raise PermissionError(op)

    watch.seam.before_write.append(object_)
    h = torch.ones(3)
    with pytest.raises(PermissionError):
        h.add_(1)
    assert h.tolist() == [1, 1, 1]


def test_another_pair_packs_and_unpacks(watch: Any) -> None:
    packed = []

    def pack(tensor: Any) -> Any:
        packed.append(tensor.shape)
        return tensor.clone()

    watch.use_hooks((pack, lambda kept: kept))
    x = torch.ones(3, requires_grad=True)
    y = x * 1
    loss = (y * y).sum()
    y.add_(5)  # the copy is what backward reads
    loss.backward()
    assert packed
    assert x.grad.tolist() == [2, 2, 2]
    watch.use_hooks(None)
    assert torch.ones(3, requires_grad=True).exp().grad_fn._saved_result is not None
