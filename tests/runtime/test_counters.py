"""A tensor that goes to other memory takes its version counter along: who raised it is known."""

from __future__ import annotations

import pytest

import gradsan
from tests.runtime.programs import Ran, Runner

torch = pytest.importorskip("torch")

SAVED = """
    x = torch.ones(3, requires_grad=True)
    y = x.sin().square()
    z = y.detach()
    other = torch.full((3,), 0.5)
"""
FREED = "z.data = other * 1"  # nobody else has that memory
SQUARE = "loss = (y * y).sum()"
WRITES = {
    "in the write that saves": ("part = z[:]", "part.div_(y)", "loss = part.sum()"),
    "after the save": (SQUARE, "z.add_(1)", ""),
    "of an item": (SQUARE, "z[1] = 5.0", ""),
    "of a list": (SQUARE, "torch._foreach_mul_([other, z], 2.0)", ""),
    "to a result": (SQUARE, "torch.add(other, 1, out=z)", ""),
    "of what is laid out": (SQUARE, "z.unsqueeze_(0)", ""),
}


def changed_line(ran: Ran) -> str:
    """Return the source line that was told as the write."""
    return ran.source.splitlines()[ran.only.place.start.row - 1].strip()


@pytest.mark.parametrize("name", WRITES)
def test_a_write_to_the_other_memory_is_told(guarded: Runner, name: str) -> None:
    before, write, after = WRITES[name]
    lines = (FREED, before, write, after or "pass", "loss.backward()")
    ran = guarded(SAVED + "".join(f"    {line}\n" for line in lines))
    assert ran.error is not None
    assert (ran.only.code, ran.only.outcome) == ("GS101", "raises")
    assert changed_line(ran) == write
    label = ran.only.label("changed")
    assert label is not None
    assert "other memory with the same counter" in label.text
    assert "intact" in label.text
    assert not ran.report.notes


def test_the_first_that_raised_the_counter_is_told(guarded: Runner) -> None:
    ran = guarded(f"""{SAVED}
    z.data = other
    loss = (y * y).sum()
    other.mul_(2)
    z.mul_(2)
    z.mul_(3)
    loss.backward()
    """)
    assert changed_line(ran) == "z.mul_(2)"
    label = ran.only.label("changed")
    assert label is not None
    assert "1 more" in label.text


def test_a_write_under_another_counter_is_not_told(guarded: Runner) -> None:
    ran = guarded(f"""{SAVED}
    z.data = other
    loss = (y * y).sum()
    other.mul_(2)
    torch.autograd.graph.increment_version(y)
    loss.backward()
    """)
    assert ran.error is not None
    assert not ran.report.findings
    assert "history incomplete" in ran.report.notes[0]


def test_a_counter_of_as_many_writes_is_not_taken_for_the_one(guarded: Runner) -> None:
    ran = guarded(f"""{SAVED}
    z = z.clone()
    z.data = other
    loss = (y * y).sum()
    z.mul_(2)
    torch.autograd.graph.increment_version(y)
    loss.backward()
    """)
    assert ran.error is not None
    assert not ran.report.findings
    assert "history incomplete" in ran.report.notes[0]


def test_set_takes_the_counter_along(guarded: Runner) -> None:
    ran = guarded("""
        w = torch.ones(4, requires_grad=True)
        k = torch.ones(4)
        alias = k.detach()
        k.set_(torch.zeros(4))
        loss = (w * alias).sum()
        k.add_(1)
        loss.backward()
    """)
    assert (ran.only.code, changed_line(ran)) == ("GS101", "k.add_(1)")


def test_memory_that_was_given_away_is_told_as_silent(guarded: Runner) -> None:
    """Two counters speak for it then: torch checks the one that was not raised."""
    ran = guarded("""
        w = torch.ones(3, requires_grad=True)
        k, other = torch.zeros(3), torch.ones(3)
        k.data = other
        loss = (w * k).sum()
        other.mul_(2)
        loss.backward()
    """)
    assert ran.error is None
    assert (ran.only.outcome, changed_line(ran)) == ("silent", "other.mul_(2)")


def test_to_look_leaves_the_versions_alone(guarded: Runner) -> None:
    ran = guarded(f"""{SAVED}
    {FREED}
    loss = (y * y).sum()
    z.mul_(2)
    loss.backward()
    """)
    assert ran.names["y"]._version == ran.names["z"]._version == 1


def test_weights_that_go_to_other_memory_and_train_get_no_word() -> None:
    weight = torch.nn.Parameter(torch.ones(3))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    with gradsan.guard() as session:
        for _ in range(4):
            weight.data = weight.data * 0.9
            optimizer.zero_grad()
            (weight * weight).sum().backward()
            optimizer.step()
            with torch.no_grad():
                weight.mul_(0.9)
    assert not session.report.findings
    assert not session.report.notes
