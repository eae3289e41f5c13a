"""Writes that pass no door or raise no counter: told, and never silently wrong under repair."""

from __future__ import annotations

import pytest

import gradsan
from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")

PROGRAM = """
    w = torch.ones(4, requires_grad=True)
    k = torch.ones(4)
    o = torch.full((4,), 2.0)
    {before}
    loss = (w * k).sum()
    {write}
    loss.backward()
"""
UNCOUNTED = [
    "k.apply_(lambda v: v + 1)",
    "k.map_(o, lambda a, b: a + b)",
    "k.map2_(o, o, lambda a, b, c: a + b + c)",
    "torch._amp_foreach_non_finite_check_and_unscale_([k], torch.zeros(1), o[:1])",
]
CALLED = ["torch.Tensor.zero_(k.data)", "torch.Tensor.__setitem__(k.data, 0, 9.0)"]
HANDED_OVER = [
    "list(map(torch.Tensor.zero_, [k.data]))",
    "list(map(torch.Tensor.zero_, [k.data[1:]]))",
    'getattr(torch.Tensor, "zero_")(k.data)',
]


@pytest.mark.parametrize("write", UNCOUNTED)
def test_a_write_that_raises_no_counter_is_told(guarded: Runner, write: str) -> None:
    ran = guarded(PROGRAM.format(before="", write=write))
    assert (ran.only.code, ran.only.outcome) == ("GS211", "silent")
    assert (ran.told("saved"), ran.told("changed")) == ("w * k", write)


@pytest.mark.parametrize("write", CALLED)
def test_a_method_of_the_class_that_is_called_is_told(guarded: Runner, write: str) -> None:
    ran = guarded(PROGRAM.format(before="", write=write))
    assert (ran.only.code, ran.only.outcome) == ("GS201", "silent")
    assert ran.told("changed") == write


@pytest.mark.parametrize("write", HANDED_OVER)
def test_a_method_of_the_class_that_is_handed_over_is_told(guarded: Runner, write: str) -> None:
    ran = guarded(PROGRAM.format(before="", write=write))
    assert (ran.only.code, ran.only.outcome) == ("GS201", "silent")
    assert ran.only.place.start.row == 9


def test_a_handed_over_method_is_blamed_for_what_torch_refuses(guarded: Runner) -> None:
    ran = guarded(PROGRAM.format(before="", write="list(map(torch.Tensor.zero_, [k]))"))
    assert (ran.only.code, ran.only.outcome) == ("GS101", "raises")
    assert ran.only.place.start.row == 9


@pytest.mark.parametrize("write", [*UNCOUNTED, *CALLED])
def test_repair_keeps_what_was_saved(guarded: Runner, write: str) -> None:
    with gradsan.repair():
        ran = guarded(PROGRAM.format(before="", write=write))
    assert ran.error is None
    assert torch.equal(ran.names["w"].grad, torch.ones(4))


@pytest.mark.parametrize("write", [*HANDED_OVER, "torch._C.TensorBase.zero_(k.data)"])
def test_repair_refuses_what_it_has_not_heard(guarded: Runner, write: str) -> None:
    with gradsan.repair():
        ran = guarded(PROGRAM.format(before="", write=write))
    assert ran.error is not None
    assert "modified by an inplace operation" in str(ran.error)
    assert ran.names["w"].grad is None


@pytest.mark.parametrize(
    "before",
    [
        "list(map(torch.Tensor.zero_, [k.data]))",
        "torch._C.TensorBase.zero_(k.data)",
        "d = k.data; d.add_(1); d.mul_(2)",
    ],
)
def test_what_is_saved_after_the_write_is_no_alarm(guarded: Runner, before: str) -> None:
    ran = guarded(PROGRAM.format(before=before, write="pass"))
    assert (ran.error, ran.report.findings) == (None, ())
    with gradsan.repair():
        ran = guarded(PROGRAM.format(before=before, write="pass"))
    assert ran.error is None
    assert torch.equal(ran.names["w"].grad, ran.names["k"])


def test_writes_through_data_that_are_heard_are_repaired(guarded: Runner) -> None:
    with gradsan.repair():
        ran = guarded(PROGRAM.format(before="d = k.data; v = d[:2]", write="v.mul_(2); d.add_(1)"))
    assert ran.error is None
    assert torch.equal(ran.names["w"].grad, torch.ones(4))


def test_optimizers_that_write_through_data_are_no_alarm(guarded: Runner) -> None:
    program = """
        net, average = nn.Linear(3, 3), nn.Linear(3, 3)
        for _ in range(3):
            net(torch.ones(2, 3)).exp().sum().backward()
            for p, q in zip(net.parameters(), average.parameters()):
                p.data.add_(p.grad.data, alpha=-0.01)
                torch.Tensor.mul_(q.data, 0.9).add_(p.data, alpha=0.1)
                p.grad.data.zero_()
            torch._foreach_mul_([p.data for p in net.parameters()], 0.99)
    """
    ran = guarded(program)
    assert (ran.error, ran.report.findings) == (None, ())
    with gradsan.repair():
        ran = guarded(program)
    assert (ran.error, ran.report.findings) == (None, ())


def test_the_class_shows_the_original_to_who_compares(guarded: Runner) -> None:
    original = torch.Tensor.add_
    ran = guarded("""
        seen = torch.Tensor.add_
        class Mine(torch.Tensor):
            @classmethod
            def __torch_function__(cls, func, types, args=(), kwargs=None):
                if func is torch.Tensor.add_:
                    calls.append(func)
                return super().__torch_function__(func, types, args, kwargs or {})
        calls = []
        torch.ones(3).as_subclass(Mine).add_(1)
    """)
    assert ran.names["seen"] is original
    assert ran.names["calls"] == [original]
