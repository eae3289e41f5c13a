"""Checkpointed blocks that come out different when backward runs them again."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")

from torch.utils.checkpoint import checkpoint  # noqa: E402

import gradsan  # noqa: E402

BEGIN = """
    import random
    from torch.utils.checkpoint import checkpoint
    torch.manual_seed(0)
    x = torch.linspace(-1.0, 1.0, 8).requires_grad_()
"""
KINDS = pytest.mark.parametrize("kind", ["use_reentrant=False", "use_reentrant=True"])


@KINDS
@pytest.mark.parametrize("how", ["gate.tau", 'gate.__dict__["tau"]'])  # seen in the text, unseen
def test_a_number_that_changes_before_the_second_run_is_told(
    guarded: Runner, kind: str, how: str
) -> None:
    ran = guarded(f"""{BEGIN}
    class Gate(nn.Module):
        tau = 1.0
        def forward(self, v):
            return torch.tanh(v / self.tau)
    gate = Gate()
    y = checkpoint(gate, x, {kind})
    {how} = 0.5
    y.sum().backward()
    """)
    assert (ran.only.code, ran.only.outcome) == ("GS205", "silent")
    where = f"checkpoint(gate, x, {kind})" if "dict" in how else how
    assert ran.told("changed") == where
    assert ran.told("needed") == "y.sum().backward()"


@KINDS
def test_repair_refuses_a_block_that_comes_out_different(kind: str) -> None:
    x = torch.linspace(-1.0, 1.0, 8).requires_grad_()
    scales = (scale for scale in (1.0, 2.0, 3.0))  # a generator cannot be put back
    reentrant = kind.endswith("True")
    with gradsan.repair():
        y = checkpoint(lambda v: torch.tanh(v / next(scales)), x, use_reentrant=reentrant)
        loss = y.sum()
        with pytest.raises(RuntimeError, match="GS205"):
            loss.backward()
    assert x.grad is None


@KINDS
def test_a_block_that_draws_from_python_is_told(guarded: Runner, kind: str) -> None:
    ran = guarded(f"""{BEGIN}
    def block(v):
        return torch.tanh(v * random.random())
    checkpoint(block, x, {kind}).sum().backward()
    """)
    assert ran.only.code == "GS206"
    assert "the module random" in ran.only.message


@KINDS
def test_repair_lets_numpy_draw_the_same_again(kind: str) -> None:
    numpy = pytest.importorskip("numpy")
    masks = []

    def block(v: Any) -> Any:
        masks.append(torch.from_numpy(numpy.random.rand(8) > 0.5).float())
        return torch.tanh(v * masks[-1])

    x = torch.linspace(-1.0, 1.0, 8).requires_grad_()
    with gradsan.repair():
        y = torch.utils.checkpoint.checkpoint(block, x, use_reentrant=kind.endswith("True"))
        after = numpy.random.get_state()[1:3]
        y.sum().backward()
    assert torch.equal(*masks)
    assert torch.allclose(x.grad, masks[0] * (1 - torch.tanh(x * masks[0]) ** 2))
    assert numpy.array_equal(after[0], numpy.random.get_state()[1])


def test_memory_that_a_block_takes_again_is_not_blamed(guarded: Runner) -> None:
    ran = guarded(f"""{BEGIN}
    def block(v):
        mask = torch.empty_like(v).bernoulli_(0.5)
        return torch.tanh(v * mask * random.random())
    checkpoint(block, x, use_reentrant=False).sum().backward()
    """)
    assert ran.only.code == "GS206"


@KINDS
def test_dropout_and_writes_of_its_own_leave_a_block_as_it_was(guarded: Runner, kind: str) -> None:
    ran = guarded(f"""{BEGIN}
    net = nn.Sequential(nn.BatchNorm1d(4), nn.Linear(4, 4), nn.ReLU(inplace=True), nn.Dropout(0.5))
    h = torch.randn(16, 4, requires_grad=True)
    for _ in range(3):
        h = checkpoint(net, h, {kind})
    h.sum().backward()
    """)
    assert ran.report.findings == ()
    assert ran.report.notes == ()


def test_rounding_is_remarked_and_not_refused() -> None:
    x = torch.linspace(-1.0, 1.0, 8).requires_grad_()
    scale = {"tau": 1.0}
    checkpoint = torch.utils.checkpoint.checkpoint
    with gradsan.repair() as session:
        y = checkpoint(lambda v: torch.tanh(v / scale["tau"]), x, use_reentrant=False)
        scale["tau"] = 1.00001
        y.sum().backward()
    assert x.grad is not None
    assert session.report.findings == ()
    assert "no more than rounding" in session.report.notes[0]


@pytest.mark.parametrize("session", [gradsan.guard, gradsan.repair], ids=["guard", "repair"])
def test_a_block_is_freed_without_the_garbage_collector(session: Callable[[], Any]) -> None:
    weight = torch.randn(4, 4, requires_grad=True)
    seen: list[weakref.ref[Any]] = []

    def block(h: Any) -> Any:
        return torch.tanh(h @ weight)

    gc.disable()
    try:
        with session():
            for _ in range(3):
                h = torch.randn(4, 4, requires_grad=True) * 1
                seen.append(weakref.ref(h))
                checkpoint(block, h, use_reentrant=False).sum().backward()
                del h
            assert [one() for one in seen] == [None, None, None]
    finally:
        gc.enable()


def test_numbers_on_a_device_are_read_together() -> None:
    from gradsan.backends.torch.numbers import Numbers, read

    waiting = [Numbers(torch.arange(3.0), 9, 1e-7), Numbers(torch.ones(2), 4, 1e-7)]
    read(waiting)
    assert [one.values for one in waiting] == [(3.0, 0.0, 1.0, 2.0), (2.0, 1.0, 1.0)]
    assert waiting[0].agree(Numbers((3.0, 0.0, 1.0, 2.0), 3, 1e-7))
    assert not waiting[0].is_near(Numbers((4.0, 0.0, 1.0, 3.0), 3, 1e-7))


def test_a_block_that_torch_finds_to_be_another_is_told(guarded: Runner) -> None:
    ran = guarded(f"""{BEGIN}
    sizes = []
    def block(v):
        sizes.append(1)
        return v.repeat(len(sizes)).exp()
    y = checkpoint(block, x, use_reentrant=False)
    y.sum().backward()
    """)
    assert "different metadata" in str(ran.error)
    assert ran.only.outcome == "raises"
    assert ran.only.code in ("GS205", "GS209")


@pytest.mark.parametrize(
    "write",
    ["layer.weight.data.mul_(2)", "layer.bias.data.add_(1)", "factor.fill_(3)"],
)
def test_the_write_between_the_runs_of_the_older_kind_is_told(guarded: Runner, write: str) -> None:
    ran = guarded(f"""
        from torch.utils.checkpoint import checkpoint
        layer, factor = nn.Linear(3, 3), torch.ones(3)
        x = torch.ones(2, 3, requires_grad=True)
        y = checkpoint(lambda t: layer(t) * factor, x, use_reentrant=True).tanh()
        {write}
        y.sum().backward()
    """)
    assert (ran.only.code, ran.told("changed")) == ("GS205", write)
    assert ran.told("saved").startswith("checkpoint(")
