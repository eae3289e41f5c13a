"""Memory written by its address: told, repaired, and no alarm for who only compares addresses."""

from __future__ import annotations

import pytest

import gradsan
from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")

PROGRAM = """
    import ctypes
    w = torch.ones(4, requires_grad=True)
    k = torch.ones(4)
    {before}
    loss = (w * k).sum()
    {write}
    loss.backward()
"""
WRITES = [
    "ctypes.memset(k.data_ptr(), 0, 16)",
    "ctypes.memset(k.untyped_storage().data_ptr(), 0, 16)",
    "ctypes.memset(k.storage().data_ptr(), 0, 16)",
]


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
def test_a_write_by_address_is_told(guarded: Runner, write: str) -> None:
    ran = guarded(PROGRAM.format(before="", write=write))
    assert (ran.only.code, ran.only.outcome) == ("GS202", "silent")
    assert ran.only.place.start.row == 9
    assert "address" in ran.only.message


def test_a_write_by_an_address_asked_for_before_the_save_is_told(guarded: Runner) -> None:
    ran = guarded(PROGRAM.format(before="p = k.data_ptr()", write="ctypes.memset(p, 0, 16)"))
    assert (ran.only.code, ran.told("changed")) == ("GS202", "ctypes.memset(p, 0, 16)")


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
def test_repair_gives_the_gradient_of_what_was_computed(guarded: Runner, write: str) -> None:
    with gradsan.repair():
        ran = guarded(PROGRAM.format(before="", write=write))
    assert torch.equal(ran.names["w"].grad, torch.ones(4))


def test_addresses_that_are_compared_are_no_alarm(guarded: Runner) -> None:
    ran = guarded("""
        net = nn.Linear(3, 3)
        step = torch.optim.SGD(net.parameters(), lr=0.1)
        for _ in range(3):
            seen = {p.data_ptr() for p in net.parameters()}
            step.zero_grad()
            out = net(torch.ones(2, 3))
            assert out.data_ptr() not in seen
            out.relu_().sum().backward()
            step.step()
    """)
    assert (ran.error, ran.report.findings) == (None, ())


def test_what_is_handed_out_as_an_old_capsule_is_told(guarded: Runner) -> None:
    ran = guarded(
        PROGRAM.format(
            before="", write="torch.from_dlpack(torch.utils.dlpack.to_dlpack(k)).mul_(3)"
        )
    )
    assert (ran.only.code, ran.only.outcome) == ("GS211", "silent")
    assert ran.only.place.start.row == 9
