"""Gradients that a worker lends to a shared model, and weights that a forward reads by .data."""

from __future__ import annotations

import pytest

from tests.static.mended import found, mended

LINK = """\
import torch
from torch import nn
shared, worker = nn.Linear(3, 1), nn.Linear(3, 1)
opt = torch.optim.SGD(shared.parameters(), lr=0.1)
def lend():
    for p, q in zip(worker.parameters(), shared.parameters()):
{ask}        q._grad = p.grad
for batch in torch.rand(2, 4, 3):
    {clear}
    worker(batch).pow(2).mean().backward()
    lend()
    opt.step()
"""
ASK = "        if q.grad is not None:\n            return\n"


def test_a_gradient_that_is_linked_once_is_told_and_linked_always() -> None:
    program = LINK.format(ask=ASK, clear="worker.zero_grad()")
    assert found(program) == {"GS406"}
    assert mended(program, "GS406") == LINK.format(ask="", clear="worker.zero_grad()")


@pytest.mark.parametrize(
    ("ask", "clear"),
    [("", "worker.zero_grad()"), (ASK, "worker.zero_grad(set_to_none=False)")],
)
def test_a_link_that_holds_gets_no_word(ask: str, clear: str) -> None:
    assert found(LINK.format(ask=ask, clear=clear)) == set()


MODULE = """\
import torch
from torch import nn
class Own(nn.Module):
    def __init__(self):
        super().__init__()
        self.w, self.b = nn.Parameter(torch.ones(3)), nn.Parameter(torch.zeros(3))
    def forward(self, x):
        return {made}
net = Own()
net(torch.rand(3)).sum().backward()
"""


def test_a_weight_that_is_read_by_data_only_is_told() -> None:
    program = MODULE.format(made="x * self.w.data + self.b")
    assert found(program) == {"GS523"}
    assert mended(program, "GS523") == MODULE.format(made="x * self.w + self.b")


@pytest.mark.parametrize(
    "made",
    [
        "x * self.w / self.w.data.norm() + self.b",
        "x * self.w.detach() + self.b",
        "x * self.w + self.b",
    ],
)
def test_a_weight_that_is_trained_or_set_aside_by_name_gets_no_word(made: str) -> None:
    assert found(MODULE.format(made=made)) == set()
