"""Steps: gradients that were used before and not cleared, and gradients that are not finite."""

from __future__ import annotations

import gc
import weakref

import pytest

import gradsan
from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")

NET = """
    net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    def loss():
        return net(torch.randn(2, 3)).pow(2).mean()
    opt = torch.optim.{optimizer}
    for _ in range(3):
"""

FORGOTTEN = {
    "plain": "        loss().backward()\n        opt.step()",
    "clipped": "        loss().backward()\n"
    "        nn.utils.clip_grad_norm_(net.parameters(), 1.0)\n        opt.step()",
}
CLEARED = {
    "to none": "        opt.zero_grad()\n        loss().backward()\n        opt.step()",
    "to zero": "        opt.zero_grad(set_to_none=False)\n        loss().backward()\n"
    "        nn.utils.clip_grad_norm_(net.parameters(), 1.0)\n        opt.step()",
    "after": "        loss().backward()\n        opt.step()\n        net.zero_grad()",
    "accumulated": "        for _ in range(4):\n            (loss() / 4).backward()\n"
    "        opt.step()\n        opt.zero_grad()",
    "none by hand": "        loss().backward()\n        opt.step()\n"
    "        for p in net.parameters():\n            p.grad = None",
    "zero by hand": "        for p in net.parameters():\n            if p.grad is not None:\n"
    "                p.grad.detach_().zero_()\n        loss().backward()\n        opt.step()",
    "zero through data": "        for p in net.parameters():\n"
    "            if p.grad is not None:\n                p.grad.data.zero_()\n"
    "        loss().backward()\n        opt.step()",
    "decayed": "        for p in net.parameters():\n            if p.grad is not None:\n"
    "                p.grad.mul_(0.9)\n        loss().backward()\n        opt.step()",
    "two optimizers": "        if _ == 0:\n"
    "            other = torch.optim.SGD(net.parameters(), lr=0.1)\n        opt.zero_grad()\n"
    "        loss().backward()\n        opt.step()\n        other.step()",
    "two losses": "        opt.zero_grad()\n        loss().backward()\n        loss().backward()\n"
    "        opt.step()",
}
EVERY = pytest.mark.parametrize(
    "optimizer",
    ["SGD(net.parameters(), lr=0.1)", "AdamW(net.parameters(), fused=True)",
     "Adam(net.parameters(), foreach=True, weight_decay=0.1)"],
)  # fmt: skip


@EVERY
@pytest.mark.parametrize("loop", FORGOTTEN.values(), ids=FORGOTTEN)
def test_gradients_that_a_step_has_used_are_told(
    guarded: Runner, loop: str, optimizer: str
) -> None:
    ran = guarded(NET.format(optimizer=optimizer) + loop.replace("        ", " " * 12))
    assert (ran.only.code, ran.only.outcome, ran.only.count) == ("GS404", "silent", 2)
    assert ran.told("needed") == "opt.step()"
    assert ran.told("changed") == "loss().backward()"


@EVERY
@pytest.mark.parametrize("loop", CLEARED.values(), ids=CLEARED)
def test_gradients_that_are_cleared_or_meant_are_fine(
    guarded: Runner, loop: str, optimizer: str
) -> None:
    body = "\n".join("    " + line for line in loop.splitlines())
    ran = guarded(NET.format(optimizer=optimizer) + body)
    assert ran.error is None
    assert ran.report.findings == ()


def test_closures_of_lbfgs_are_fine(guarded: Runner) -> None:
    ran = guarded("""
        net = nn.Linear(3, 1)
        x = torch.randn(4, 3)
        opt = torch.optim.LBFGS(net.parameters(), max_iter=5)
        def closure():
            opt.zero_grad()
            loss = net(x).pow(2).mean()
            loss.backward()
            return loss
        for _ in range(3):
            opt.step(closure)
    """)
    assert ran.report.findings == ()


def test_a_nonfinite_gradient_at_a_step_arms_the_watch(guarded: Runner) -> None:
    ran = guarded("""
        x = nn.Parameter(torch.ones(3))
        opt = torch.optim.SGD([x], lr=0.0)
        for turn in range(5):
            opt.zero_grad()
            loss = torch.sqrt(x * (turn < 3)).sum()
            loss.backward()
            opt.step()
            with torch.no_grad():
                x.fill_(1.0)
    """)
    [finding] = ran.report.findings
    assert (finding.code, finding.outcome) == ("GS602", "nonfinite")


def test_hooks_of_steps_are_gone_after_the_guard() -> None:
    import importlib

    import gradsan

    home = importlib.import_module("torch.optim.optimizer")
    before = len(home._global_optimizer_pre_hooks)
    with gradsan.guard():
        assert len(home._global_optimizer_pre_hooks) == before + 1
    assert len(home._global_optimizer_pre_hooks) == before


def test_a_step_that_raises_keeps_no_weight_alive() -> None:
    def fail() -> None:
        raise ValueError

    weight = torch.nn.Parameter(torch.ones(3))
    weight.sum().backward()
    with gradsan.guard():
        optimizer = torch.optim.SGD([weight], lr=0.1)
        with pytest.raises(ValueError):
            optimizer.step(fail)
        known = weakref.ref(weight)
        del weight, optimizer
        gc.collect()
        assert known() is None


LONG = """
    net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    opt = torch.optim.SGD(net.parameters(), lr=1e-3)
    for turn in range(160):
        loss = net(torch.randn(2, 3)).pow(2).mean()
        {clear}
        loss.backward()
        opt.step()
"""
MEANT = {
    "to none": "opt.zero_grad()",
    "to zero": "opt.zero_grad(set_to_none=False)",
    "by hand": "[p.grad.zero_() for p in net.parameters() if p.grad is not None]",
    "now and then": "opt.zero_grad() if turn % 3 else [p.grad.zero_() for p in net.parameters()"
    " if p.grad is not None]",
}


@pytest.mark.parametrize("clear", MEANT.values(), ids=MEANT)
def test_a_long_training_that_clears_its_gradients_is_fine(guarded: Runner, clear: str) -> None:
    assert guarded(LONG.format(clear=clear)).report.findings == ()


def test_gradients_that_nobody_clears_any_more_are_told_late_in_a_training(guarded: Runner) -> None:
    ran = guarded(LONG.format(clear="opt.zero_grad() if turn < 90 else None"))
    assert (ran.only.code, ran.only.outcome) == ("GS404", "silent")
    assert ran.only.count < 70  # pairs of steps are looked at, no longer all of them


def test_what_becomes_nonfinite_late_in_a_training_is_told(guarded: Runner) -> None:
    ran = guarded("""
        x = nn.Parameter(torch.ones(3))
        opt = torch.optim.SGD([x], lr=0.0)
        for turn in range(160):
            opt.zero_grad()
            loss = torch.sqrt(x * (turn < 90)).sum()
            loss.backward()
            opt.step()
            with torch.no_grad():
                x.fill_(1.0)
    """)
    [finding] = ran.report.findings
    assert (finding.code, finding.outcome) == ("GS602", "nonfinite")


def test_two_optimizers_that_take_turns_are_both_looked_at_late(guarded: Runner) -> None:
    ran = guarded("""
        a, b = nn.Parameter(torch.ones(3)), nn.Parameter(torch.ones(3))
        one, two = torch.optim.SGD([a], lr=1e-3), torch.optim.SGD([b], lr=1e-3)
        for turn in range(160):
            one.zero_grad()
            a.pow(2).sum().backward()
            one.step()
            if turn < 90:
                two.zero_grad()
            b.pow(2).sum().backward()
            two.step()
    """)
    assert ran.only.code == "GS404"
    assert ran.told("needed") == "two.step()"
