"""Checkpointed blocks with Python state of their own, under repair."""

from __future__ import annotations

import collections
import copy
import gc
import itertools
import random
import weakref
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402
from torch.autograd import Function  # noqa: E402
from torch.utils.checkpoint import checkpoint, checkpoint_sequential  # noqa: E402

import gradsan  # noqa: E402

KINDS = pytest.mark.parametrize("reentrant", [False, True], ids=["plain", "reentrant"])
CALLS = 0
LOG: list[Any] = []


def make_input() -> Any:
    return torch.linspace(-1.0, 1.0, 6).reshape(2, 3).requires_grad_()


class Once:
    """Stand for checkpoint where no block is to be run twice."""

    def __call__(self, function: Callable[..., Any], *args: Any, **_: Any) -> Any:
        return function(*args)


class Leaky(nn.Module):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.v = torch.zeros(3)

    def forward(self, x: Any) -> Any:
        self.v = 0.5 * self.v.detach() + self.lin(x).mean(0)
        return torch.tanh(self.v * x)


class Counting(nn.Module):  # type: ignore[misc]
    calls = 0

    def forward(self, x: Any) -> Any:
        self.calls += 1
        return torch.tanh(x / self.calls)


class Appending(nn.Module):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.cache: list[Any] = []

    def forward(self, x: Any) -> Any:
        self.cache.append(torch.exp(x))
        return torch.cat(self.cache).sum(0) * torch.sin(x)


class Ring(nn.Module):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("rows", torch.zeros(4, 3))
        self.at = 0

    def forward(self, x: Any) -> Any:
        self.rows[self.at] = x.detach().mean(0)
        self.at += 1
        return torch.exp(x * (self.rows * torch.arange(4.0)[:, None]).sum(0))


class Popping:
    def __init__(self) -> None:
        self.scales = collections.deque([1.0, 2.0, 3.0, 4.0], maxlen=5)

    def __call__(self, x: Any) -> Any:
        return torch.tanh(x * self.scales.popleft())


class Slotted:
    __slots__ = ("step",)

    def __init__(self) -> None:
        self.step = 1

    def block(self, x: Any) -> Any:
        self.step *= 2
        return torch.tanh(x * self.step)


class OnItsClass:
    total = 1

    def block(self, x: Any) -> Any:
        OnItsClass.total += 1
        return torch.tanh(x / OnItsClass.total)


class Sub(nn.Module):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Sequential(nn.Linear(3, 3), Leaky(), nn.Tanh())
        self.stats = {"seen": 0}

    def forward(self, x: Any) -> Any:
        self.stats["seen"] += 1
        return self.inner(x) * self.stats["seen"]


def counting_globally() -> Callable[..., Any]:
    global CALLS
    CALLS = 0

    def block(x: Any) -> Any:
        global CALLS
        CALLS += 1
        return torch.tanh(x * CALLS)

    return block


def counting_in_a_cell() -> Callable[..., Any]:
    count = 0

    def block(x: Any) -> Any:
        nonlocal count
        count += 1
        return torch.tanh(x * count)

    return block


def with_a_default() -> Callable[..., Any]:
    def block(x: Any, seen: list[int] = []) -> Any:  # noqa: B006
        seen.append(1)
        return torch.tanh(x * len(seen))

    return block


def iterating() -> Callable[..., Any]:
    scales, numbers = iter([1.0, 0.5, 0.25, 0.125]), itertools.count(1)
    return lambda x: torch.tanh(x * next(scales) * next(numbers))


def drawing() -> Callable[..., Any]:
    rng, own = random.Random(3), torch.Generator().manual_seed(5)
    return lambda x: torch.tanh(x * rng.random() + torch.rand(3, generator=own))


def drawing_from_numpy() -> Callable[..., Any]:
    numpy = pytest.importorskip("numpy")
    rng, seen = numpy.random.default_rng(1), numpy.zeros(2)

    def block(x: Any) -> Any:
        seen[0] += 1
        return torch.tanh(x * rng.random() / seen[0])

    return block


def in_a_namespace() -> Callable[..., Any]:
    state = SimpleNamespace(step=0, seen=set())

    def block(x: Any) -> Any:
        state.step += 1
        state.seen.add(state.step)
        return torch.tanh(x * sum(state.seen))

    return block


def bound_and_partial() -> Callable[..., Any]:
    import functools

    return functools.partial(Slotted.block, Slotted())


def on_its_class() -> Callable[..., Any]:
    OnItsClass.total = 1
    return OnItsClass().block


BLOCKS: list[Callable[[], Any]] = [
    Leaky, Counting, Appending, Ring, Popping, Sub, counting_globally, counting_in_a_cell,
    with_a_default, iterating, drawing, drawing_from_numpy, in_a_namespace, bound_and_partial,
    on_its_class, lambda: Slotted().block, lambda: nn.Sequential(nn.Linear(3, 3), Leaky()),
]  # fmt: skip


def run(make: Callable[[], Any], call: Callable[..., Any], *, reentrant: bool = False) -> Any:
    """Call a block three times, go back, and return the input's gradient and what is left."""
    torch.manual_seed(0)
    block, x = make(), make_input()
    total = sum(call(block, x * 1, use_reentrant=reentrant).pow(2).sum() for _ in range(3))
    total.backward()
    weights = [p.grad for p in block.parameters()] if isinstance(block, nn.Module) else []
    after = block(x).detach()
    return [x.grad, *weights], after


def codes(session: Any) -> set[str]:
    return {finding.code for finding in session.report.findings}


@KINDS
@pytest.mark.parametrize("make", BLOCKS, ids=lambda make: getattr(make, "__name__", "block"))
def test_a_block_is_run_again_with_its_state(make: Callable[[], Any], reentrant: bool) -> None:
    if make is Appending and reentrant:
        pytest.skip("refused: see below")
    wanted, after = run(make, Once())
    with gradsan.repair() as session:
        found, left = run(make, checkpoint, reentrant=reentrant)
    for one, other in zip(found, wanted, strict=True):
        assert torch.allclose(one, other)
    assert torch.allclose(left, after)
    assert "GS209" in codes(session)


def test_a_path_that_a_reentrant_checkpoint_cuts_is_refused() -> None:
    with gradsan.repair(), pytest.raises(RuntimeError, match="GS205"):
        run(Appending, checkpoint, reentrant=True)


@KINDS
def test_state_that_others_change_is_put_back(reentrant: bool) -> None:
    block = nn.Sequential(nn.Linear(3, 3), nn.Dropout(0.5), Counting())
    block[2].scale = 1.0
    x = make_input()
    torch.manual_seed(1)
    wanted = torch.autograd.grad(block(x).sum(), x)[0]
    block[2].calls = 0
    with gradsan.repair() as session:
        torch.manual_seed(1)
        y = checkpoint(block, x * 1, use_reentrant=reentrant)
        block.eval()
        block[2].calls = 7
        y.sum().backward()
    assert torch.allclose(x.grad, wanted)
    assert not block.training
    assert block[2].calls == 7
    assert codes(session) == {"GS209"}


@KINDS
def test_a_number_that_only_others_change_is_told_as_such(reentrant: bool) -> None:
    x, scale = make_input(), {"tau": 1.0}
    with gradsan.repair() as session:
        y = checkpoint(lambda v: torch.tanh(v / scale["tau"]), x * 1, use_reentrant=reentrant)
        scale["tau"] = 0.5
        y.sum().backward()
    assert torch.allclose(x.grad, 1 - torch.tanh(x) ** 2)
    assert scale == {"tau": 0.5}
    assert codes(session) == {"GS205"}


@KINDS
def test_a_container_that_was_exchanged_is_left_as_it_is_now(reentrant: bool) -> None:
    first: list[float] = [2.0]
    state, x = SimpleNamespace(scales=first), make_input()

    def block(v: Any) -> Any:
        state.scales = [*state.scales, 3.0]
        return torch.tanh(v * sum(state.scales))

    with gradsan.repair():
        y = checkpoint(block, x * 1, use_reentrant=reentrant)
        first.append(7.0)
        y.sum().backward()
    assert torch.allclose(x.grad, 5 * (1 - torch.tanh(5 * x) ** 2), atol=1e-5)
    assert (first, state.scales) == ([2.0, 7.0], [2.0, 3.0])


@KINDS
def test_a_hook_that_was_removed_is_called_again(reentrant: bool) -> None:
    layer, x = nn.Tanh(), make_input()
    with gradsan.repair():
        hook = layer.register_forward_pre_hook(lambda _, args: (args[0] * 2,))
        y = checkpoint(layer, x * 1, use_reentrant=reentrant)
        hook.remove()
        y.sum().backward()
    assert torch.allclose(x.grad, 2 * (1 - torch.tanh(2 * x) ** 2))
    assert not layer._forward_pre_hooks


def test_a_loop_variable_is_the_one_of_then() -> None:
    layers = nn.ModuleList(nn.Linear(3, 3) for _ in range(3))

    def encode(h: Any, call: Callable[..., Any]) -> Any:
        for layer in layers:
            h = call(lambda t: torch.tanh(layer(t)), h, use_reentrant=False)  # noqa: B023
        return h

    x = make_input()
    wanted = torch.autograd.grad(encode(x, Once()).sum(), x)[0]
    with gradsan.repair():
        encode(x, checkpoint).sum().backward()
    assert torch.allclose(x.grad, wanted)


@KINDS
def test_what_makes_no_difference_is_left_as_torch_leaves_it(reentrant: bool) -> None:
    class Logged(nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.norm, self.calls = nn.BatchNorm1d(3), 0
            self.seen: list[float] = []
            self.mean = torch.zeros(3)

        def forward(self, x: Any) -> Any:
            self.calls += 1
            self.mean = 0.5 * self.mean + x.detach().mean(0)
            self.seen.append(float(self.mean.sum()))
            return torch.tanh(self.norm(x))

    def train(block: Any) -> Any:
        x = make_input()
        for _ in range(2):
            checkpoint(block, x * 1, use_reentrant=reentrant).pow(2).sum().backward()
        return [x.grad, block.mean, *block.state_dict().values()], block.calls, block.seen

    block = Logged()
    twin = copy.deepcopy(block)
    wanted, calls, seen = train(block)
    with gradsan.repair() as session:
        found = train(twin)
    assert all(map(torch.equal, found[0], wanted))
    assert found[1:] == (calls, seen)
    assert session.report.findings == ()
    assert session.report.notes == ()


@KINDS
def test_statistics_of_a_block_that_is_put_back_are_counted_once(reentrant: bool) -> None:
    def make() -> Any:
        return nn.Sequential(nn.BatchNorm1d(3), Counting())

    torch.manual_seed(0)
    with gradsan.repair():
        block, x = make(), make_input()
        out = [checkpoint(block, x * 1, use_reentrant=reentrant) for _ in range(2)]
        sum(out).pow(2).sum().backward()
    other, y = make(), make_input()
    sum(other(y * 1) for _ in range(2)).pow(2).sum().backward()
    assert torch.allclose(x.grad, y.grad, atol=1e-6)
    assert block[0].num_batches_tracked == other[0].num_batches_tracked
    assert torch.allclose(block[0].running_mean, other[0].running_mean)


def test_several_backwards_find_the_same_state() -> None:
    block, x = Counting(), make_input()
    with gradsan.repair():
        loss = sum(checkpoint(block, x, use_reentrant=False).sum() for _ in range(2))
        first = torch.autograd.grad(loss, x, retain_graph=True)[0]
        second = torch.autograd.grad(loss, x)[0]
    wanted = sum((1 - torch.tanh(x / n) ** 2) / n for n in (1, 2))
    assert torch.allclose(first, wanted)
    assert torch.equal(first, second)
    assert block.calls == 2


@KINDS
def test_nested_checkpoints_have_their_own_state(reentrant: bool) -> None:
    def train(call: Callable[..., Any]) -> tuple[Any, tuple[int, int]]:
        inner, outer, x = Counting(), Counting(), make_input()

        def block(v: Any) -> Any:
            h = call(inner, v, use_reentrant=reentrant)
            return call(inner, outer(h) * h, use_reentrant=reentrant)

        for _ in range(2):
            call(block, x * 1, use_reentrant=reentrant).sum().backward()
        return x.grad, (inner.calls, outer.calls)

    wanted = train(Once())
    with gradsan.repair():
        found = train(checkpoint)
    assert torch.allclose(found[0], wanted[0])
    assert found[1] == wanted[1]


@KINDS
def test_segments_of_a_sequence_have_their_own_state(reentrant: bool) -> None:
    def train(call: Callable[..., Any]) -> tuple[Any, list[int]]:
        layers, x = [Counting() for _ in range(4)], make_input()
        total = sum(call(nn.Sequential(*layers), x * 1).sum() for _ in range(2))
        total.backward()
        return x.grad, [layer.calls for layer in layers]

    wanted = train(Once())
    with gradsan.repair():
        found = train(lambda net, x: checkpoint_sequential(net, 2, x, use_reentrant=reentrant))
    assert torch.allclose(found[0], wanted[0])
    assert found[1] == wanted[1]


def test_a_block_is_run_to_its_end_if_torch_is_told_to() -> None:
    wanted, after = run(Sub, Once())
    with gradsan.repair(), torch.utils.checkpoint.set_checkpoint_early_stop(False):
        found, left = run(Sub, checkpoint)
    assert all(map(torch.allclose, found, wanted))
    assert torch.allclose(left, after)


def test_numbers_are_compared_though_torch_was_told_not_to() -> None:
    def unsteady(function: Callable[..., Any], x: Any, **_: Any) -> Any:
        return checkpoint(function, x, use_reentrant=False, determinism_check="none")

    wanted, _ = run(Counting, Once())
    with gradsan.repair():
        found, _ = run(Counting, unsteady)
    assert torch.allclose(found[0], wanted[0])


@KINDS
def test_a_block_that_fails_leaves_the_state_as_it_was(reentrant: bool) -> None:
    class Failing(Counting):
        limit = 9

        def forward(self, x: Any) -> Any:
            if self.limit < 3:
                raise ValueError("no more")
            return super().forward(x * next(outside) ** 2)

    outside = (float(n) for n in range(1, 9))  # a generator cannot be put back
    block, x = Failing(), make_input()
    with gradsan.repair():
        y = checkpoint(block, x * 1, use_reentrant=reentrant)
        with pytest.raises(RuntimeError, match="GS20"):
            y.sum().backward()
        assert block.calls == 1
        y = checkpoint(block, x * 1, use_reentrant=reentrant)
        block.limit = 2
        with pytest.raises((ValueError, RuntimeError)):
            y.sum().backward()
    assert (block.limit, block.calls) == (2, 2)


def test_a_reversal_whose_strength_is_state_is_that_of_the_first_run() -> None:
    class Reverse(Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any, strength: float) -> Any:
            ctx.strength = strength
            return x * 1

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            return -ctx.strength * grads[0], None

    state = SimpleNamespace(calls=0)

    def block(x: Any) -> Any:
        state.calls += 1
        return Reverse.apply(x, float(state.calls))

    x = make_input()
    with gradsan.repair() as session:
        checkpoint(block, x * 1, use_reentrant=True).sum().backward()
    assert x.grad.tolist() == [[-1.0] * 3] * 2
    assert state.calls == 2
    assert session.report.findings == ()


def test_state_with_a_graph_is_not_kept_alive_by_the_next_call() -> None:
    class Storing(nn.Module):  # type: ignore[misc]
        last = None

        def forward(self, x: Any) -> Any:
            self.last = torch.tanh(x)
            return self.last * x

    block, seen = Storing(), []
    with gradsan.repair():
        for _ in range(3):
            h, mark = make_input() * 1, nn.Identity()
            h.grad_fn.metadata["mark"] = mark
            seen.append(weakref.ref(mark))
            checkpoint(block, h, use_reentrant=False)
            del h, mark
        gc.collect()
        assert [one() is None for one in seen] == [True, True, False]
        block.last = None
        gc.collect()
        assert [one() is None for one in seen] == [True, True, True]
