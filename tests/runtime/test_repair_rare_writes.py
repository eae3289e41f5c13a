"""Writes that draw random numbers, have no derivative, or go to windows, under repair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch.autograd import Function  # noqa: E402
from torch.nn import functional as F  # noqa: E402, N812
from torch.utils.checkpoint import checkpoint  # noqa: E402

import gradsan  # noqa: E402


def make_leaf() -> Any:
    return torch.linspace(-1.0, 1.5, 12, dtype=torch.float64).reshape(3, 4).requires_grad_()


DROPOUTS: dict[str, Callable[[Any, bool], Any]] = {
    "dropout": lambda x, inplace: F.dropout(x, 0.5, inplace=inplace),
    "feature_dropout": lambda x, inplace: F.dropout3d(x, 0.5, inplace=inplace),
    "alpha_dropout": lambda x, inplace: F.alpha_dropout(x, 0.5, training=True, inplace=inplace),
}
TARGETS: dict[str, Callable[[Any], Any]] = {
    "leaf": lambda leaf: leaf,
    "view of a leaf": lambda leaf: leaf.view(4, 3),
    "one of several": lambda leaf: leaf.exp().split(2, 1)[0],
}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("name", DROPOUTS)
def test_dropout_that_torch_refuses_draws_its_numbers_once(name: str, target: str) -> None:
    drop, take = DROPOUTS[name], TARGETS[target]
    middle = (slice(None), None, None) if name == "feature_dropout" else ()
    outcomes = []
    for inplace in (False, True):
        torch.manual_seed(3)
        leaf = make_leaf()
        with gradsan.repair():
            dropped = drop(take(leaf)[middle], inplace)
            following = torch.rand(3)
            (dropped**2).sum().backward()
        outcomes.append((dropped.detach(), following, leaf.grad))
    for one, other in zip(*outcomes, strict=True):
        assert torch.equal(one, other)


@pytest.mark.parametrize("name", ["copy", "maximum", "minimum"])
def test_lists_without_a_derivative_are_written_one_by_one(name: str) -> None:
    leaf, buffer = make_leaf(), torch.zeros(3, 4, dtype=torch.float64)
    with gradsan.repair():
        inner = leaf * 1.0
        getattr(torch, f"_foreach_{name}_")([inner, buffer], [leaf.sin(), leaf.cos()])
        ((inner**2).sum() + (buffer**2).sum()).backward()
    x = make_leaf()
    zero = torch.zeros(3, 4, dtype=torch.float64)
    if name == "copy":
        values = x.sin(), x.cos()
    else:
        values = getattr(torch, name)(x, x.sin()), getattr(torch, name)(zero, x.cos())
    sum((value**2).sum() for value in values).backward()
    assert torch.allclose(leaf.grad, x.grad)


class Marked(torch.Tensor):  # type: ignore[name-defined,misc]
    pass


WINDOWS: dict[str, Callable[[Any], Any]] = {
    "unfold": lambda x: x.unfold(0, 2, 1),
    "as_strided": lambda x: x.as_strided((2, 2), (1, 1)),
    "function": lambda x: torch.as_strided(x, (2, 2), (1, 1)),
    "view of a window": lambda x: x.unfold(0, 2, 1).T,
    "method taken from its class": lambda x: torch.Tensor.unfold(x, 0, 2, 1),
    "strided by the class": lambda x: torch.Tensor.as_strided(x, (2, 2), (1, 1)),
    "operator": lambda x: torch.ops.aten.unfold(x, 0, 2, 1),
    "dimension of one": lambda x: x.as_strided((1, 2, 2), (0, 1, 1)),
    "subclass": lambda x: x.as_subclass(Marked).unfold(0, 2, 1),
}
WRITES: dict[str, Callable[[Any], Any]] = {
    "mul_": lambda window: window.mul_(0.8),
    "sin_": lambda window: window.sin_(),
    "[]=": lambda window: window.__setitem__(..., window.detach().clone() * window),
    "fill_": lambda window: window.fill_(torch.ones((), dtype=window.dtype, requires_grad=True)),
    "copy_": lambda window: window.copy_(window * 2.0),
    "_foreach_mul_": lambda window: torch._foreach_mul_([window], 2.0),
}


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("window", WINDOWS)
def test_a_window_with_elements_in_one_place_is_not_written(window: str, write: str) -> None:
    leaf = torch.linspace(0.2, 1.0, 3, dtype=torch.float64).requires_grad_()
    with gradsan.repair(), pytest.raises(RuntimeError, match="single memory location") as caught:
        WRITES[write](WINDOWS[window](leaf * 1.0))
    assert any("in one place" in note for note in caught.value.__notes__)


def test_a_window_that_was_laid_before_repair_is_not_written() -> None:
    leaf = torch.linspace(0.2, 1.0, 3, dtype=torch.float64).requires_grad_()
    window = (leaf * 1.0).unfold(0, 2, 1)
    with gradsan.repair(), pytest.raises(RuntimeError, match="single memory location"):
        window.mul_(2.0)


@pytest.mark.parametrize(
    "write",
    [
        lambda window, factor: window.mul_(factor),
        lambda window, factor: window[0].mul_(factor),
        lambda window, factor: window[0].copy_(factor * window[0]),
    ],
    ids=["whole", "part", "copy_"],
)
@pytest.mark.parametrize(
    "window",
    [lambda x: x.unfold(0, 2, 1), lambda x: x.expand(2, 3)],
    ids=["unfold", "expand"],
)
def test_a_part_of_a_detached_window_is_not_written(
    window: Callable[[Any], Any], write: Callable[[Any, Any], Any]
) -> None:
    factor = torch.tensor(2.0, requires_grad=True)
    with gradsan.repair(), pytest.raises(RuntimeError, match="single memory location"):
        write(window(torch.ones(3)).detach(), factor)


@pytest.mark.parametrize(
    "write",
    [
        lambda window: window.copy_(torch.arange(6.0).view(3, 2)),
        lambda window: window.fill_(torch.tensor(3.0)),
        lambda window: window.__setitem__(slice(None), 0.5),
        lambda window: window.normal_(),
        lambda window: torch._foreach_zero_([window]),
    ],
    ids=["copy_", "fill_", "[]=", "normal_", "_foreach_zero_"],
)
def test_constants_may_replace_what_lies_in_a_window(write: Callable[[Any], Any]) -> None:
    leaf = torch.linspace(0.2, 1.0, 5).requires_grad_()
    with gradsan.repair():
        x = leaf * 1.0
        y = x.square()
        write(x[:4].unfold(0, 2, 1))
        (y.sum() + 3.0 * x.sum()).backward()
    assert torch.allclose(leaf.grad, 2 * leaf.detach() + 3.0 * torch.tensor([0, 0, 0, 0, 1]))


def test_steps_that_interleave_and_share_nothing_are_written() -> None:
    leaf = torch.linspace(0.2, 1.0, 8, dtype=torch.float64).requires_grad_()
    with gradsan.repair():
        x = leaf * 1.0
        x.as_strided((3, 2), (2, 3)).mul_(3.0)
        x.sum().backward()
    assert torch.equal(leaf.grad, torch.tensor([3, 1, 3, 3, 3, 3, 1, 3], dtype=torch.float64))


def test_windows_that_share_nothing_and_constants_are_written() -> None:
    leaf = torch.linspace(0.2, 1.0, 6, dtype=torch.float64).requires_grad_()
    with gradsan.repair():
        x = leaf * 1.0
        x.unfold(0, 2, 1)  # the same memory, looked at only
        y = x.square()
        x.unfold(0, 2, 3).mul_(3.0)
        x.unfold(0, 2, 1)[2] = 0.5
        z = x.square()
        x.unfold(0, 3, 1).zero_()
        (y.sum() + z.sum() + x.sum()).backward()
    wanted = 2 * leaf.detach()
    wanted += torch.tensor([9, 9, 0, 0, 9, 1]) * 2 * leaf.detach()
    assert torch.allclose(leaf.grad, wanted)


def test_a_leaf_that_was_used_and_not_saved_may_be_filled() -> None:
    leaf = make_leaf()
    with gradsan.repair():
        loss = (leaf + 1.0).sum() * 3.0
        leaf.zero_()
        (loss + leaf.exp().sum()).backward()
    assert torch.equal(leaf.grad, torch.full_like(leaf, 3.0))


def test_a_leaf_of_which_there_are_only_views_may_not_be_filled() -> None:
    leaf = make_leaf()
    row = leaf[0]
    with gradsan.repair(), pytest.raises(RuntimeError, match="leaf Variable"):
        leaf.zero_()
    assert torch.equal(row, make_leaf()[0])


def test_a_view_keeps_its_memory_when_its_base_was_given_other() -> None:
    leaf = make_leaf()
    with gradsan.repair():
        inner = leaf * 1.0
        view = inner.T
        inner.data = torch.zeros(3, 4, dtype=torch.float64)
        first, second, *_ = view.unbind(0)
        with torch.no_grad():
            second.mul_(2.0)
    assert torch.equal(view[0], leaf.detach().T[0])
    assert torch.equal(view[1], leaf.detach().T[1] * 2.0)
    assert first.untyped_storage().data_ptr() == view.untyped_storage().data_ptr()


def test_a_list_that_holds_the_same_memory_twice_is_written_one_by_one() -> None:
    leaf, x = make_leaf(), make_leaf()
    with gradsan.repair():
        inner = leaf * 1.0
        torch._foreach_tanh_([inner, inner.detach()])
        inner.sum().backward()
    x.tanh().sum().backward()
    assert torch.allclose(leaf.grad, x.grad)


class Tripled(Function):  # type: ignore[misc]
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.mark_dirty(x)
        return x.mul_(3.0)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return grads[0] * 3.0


def test_a_function_that_marks_an_alias_changes_nothing_beside_it() -> None:
    leaf, x = make_leaf(), make_leaf()
    with gradsan.repair():
        inner = leaf * 1.0
        loss = inner[0].sin().sum()
        Tripled.apply(inner[1].data)
        loss.backward()
    x[0].sin().sum().backward()
    assert torch.allclose(leaf.grad, x.grad)


def test_a_constant_that_a_checkpointed_block_read_may_get_a_history() -> None:
    leaf, x = make_leaf(), make_leaf()
    constant = torch.full((3, 4), 0.5, dtype=torch.float64)
    with gradsan.repair():
        out = checkpoint(lambda a: (a * constant).sin(), leaf * 1.0, use_reentrant=False)
        constant.mul_(leaf.sum())
        (out.sum() + constant.sum()).backward()
    ((x * 0.5).sin().sum() + 6.0 * x.sum()).backward()
    assert torch.allclose(leaf.grad, x.grad)
    assert constant.requires_grad


def test_views_keep_the_history_of_the_memory_that_their_base_left() -> None:
    leaf, x = make_leaf(), make_leaf()
    with gradsan.repair():
        inner = leaf * 2.0
        rows = inner.unbind(0)
        part = inner[1:]
        inner.data = torch.ones(3, 4, dtype=torch.float64)
        inner.mul_(leaf)
        part.mul_(3.0)
        (part.sin().sum() + rows[2].sum() + (inner**2).sum()).backward()
    there = 2.0 * x
    below = 3.0 * there[1:]
    inner_then = (there + (1.0 - there).detach()) * x
    (below.sin().sum() + below[1].sum() + (inner_then**2).sum()).backward()
    assert torch.allclose(leaf.grad, x.grad)


def test_dropout_of_what_has_no_numbers_is_made() -> None:
    x = torch.ones(4, 2, device="meta", requires_grad=True) * 2
    with gradsan.repair():
        assert torch.nn.functional.dropout(x[1:], 0.5, True, inplace=True).shape == (3, 2)
