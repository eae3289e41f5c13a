"""The shelves of repair: values wait, are found at the next write, and go with their graph."""

from __future__ import annotations

from typing import Any
from weakref import ref

import pytest

torch = pytest.importorskip("torch")

import gradsan  # noqa: E402
from gradsan.backends.torch import kept as shelving  # noqa: E402
from gradsan.backends.torch.kept import Kept, Shelves  # noqa: E402


def arrived(shelves: Shelves, order: int) -> Kept:
    kept = Kept(torch.ones(3), 0, order, ())
    shelves.arrivals.append(ref(kept))
    return kept


def storage_of(kept: Kept) -> int:
    pointer: int = kept.value.untyped_storage().data_ptr()
    return pointer


def test_arrivals_whose_graph_is_gone_are_forgotten_and_the_others_wait() -> None:
    shelves = Shelves()
    alive = [arrived(shelves, order) for order in range(5)]
    for order in range(20):
        arrived(shelves, order)
    shelves.thin(0)
    assert [entry() for entry in shelves.arrivals] == alive
    assert not shelves.by_storage
    assert shelves.holds(storage_of(alive[0]))


def test_too_many_arrivals_are_shelved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelving, "MOST_ARRIVALS", 4)
    shelves = Shelves()
    alive = [arrived(shelves, order) for order in range(5)]
    shelves.thin(0)
    assert not shelves.arrivals
    assert set(shelves.by_storage) == {storage_of(kept) for kept in alive}


def test_a_sweep_forgets_what_is_gone_and_keeps_the_rest() -> None:
    shelves = Shelves()
    alive = arrived(shelves, 0)
    twin = Kept(alive.value.detach(), 0, 1, ())
    gone = arrived(shelves, 2)
    shelves.shelve()
    shelves.put(storage_of(alive), twin)
    del gone
    shelves.sweep()
    assert set(shelves.by_storage) == {storage_of(alive)}
    assert shelves.on(storage_of(alive)) == [alive, twin]


@pytest.mark.parametrize("count", [10, 6000])
def test_a_write_long_after_many_saves_is_repaired(count: int) -> None:
    x = torch.full((3,), 0.5, dtype=torch.float64, requires_grad=True)

    def run(write: bool) -> Any:
        y = first = x * 2
        squares = first * first
        for _ in range(count):
            y = y * 1.0001 * x.detach()
        if write:
            with torch.no_grad():
                first.zero_()
        loss = squares.sum() + (y * y).sum()
        return torch.autograd.grad(loss, x)[0]

    right = run(write=False)
    with gradsan.repair():
        repaired = run(write=True)
    assert torch.equal(right, repaired)


def test_memory_that_is_used_again_is_repaired_for_its_new_values() -> None:
    x = torch.full((3,), 0.5, dtype=torch.float64, requires_grad=True)
    with gradsan.repair():
        for _ in range(50):
            y = (x * 3).exp()
            loss = y.sum()
            y.detach().zero_()
            (gradient,) = torch.autograd.grad(loss, x)
            assert torch.allclose(gradient, 3 * (x * 3).exp())
            del y, loss
