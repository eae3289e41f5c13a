"""GS504, GS209, GS205: grad mode is switched on where a loss is made; a block runs once."""

from __future__ import annotations

import pytest

from tests.static.mended import mended

HEAD = """\
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
net = nn.Sequential(nn.Linear(2, 2), nn.Tanh())
x = torch.rand(3, 2)
"""

TRAIN = "net(x).sum().backward()\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "def check():\n    net.eval()\n    torch.set_grad_enabled(False)\n"
            "    return net(x).sum().item()\ncheck()\n",
            "@torch.no_grad()\ndef check():\n    net.eval()\n"
            "    return net(x).sum().item()\ncheck()\n",
        ),
        ("torch.set_grad_enabled(False)\nprint(net(x).sum())\n", "print(net(x).sum())\n"),
    ],
)
def test_a_switch_that_was_never_set_back_holds_for_its_function(before: str, after: str) -> None:
    assert mended(HEAD + before + TRAIN, "GS504") == HEAD + after + TRAIN


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "with torch.no_grad():\n    y = net(x)\n    y.sum().backward()\n",
            "with torch.enable_grad():\n    y = net(x)\n    y.sum().backward()\n",
        ),
        (
            "def train(z):\n    net(z).sum().backward()\nwith torch.no_grad():\n    train(x)\n",
            "def train(z):\n    net(z).sum().backward()\nwith torch.enable_grad():\n    train(x)\n",
        ),
        (
            "@torch.no_grad()\ndef score(z):\n    return net(z).sum()\nscore(x).backward()\n",
            "@torch.enable_grad()\ndef score(z):\n    return net(z).sum()\nscore(x).backward()\n",
        ),
    ],
)
def test_what_a_loss_is_made_of_is_recorded(before: str, after: str) -> None:
    assert mended(HEAD + before, "GS504") == HEAD + after


@pytest.mark.parametrize(
    "body",
    [
        # a part of the loss: frozen, perhaps on purpose
        "head = nn.Linear(2, 1)\n"
        "opt = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)\n"
        "with torch.no_grad():\n    h = net(x)\nhead(h).sum().backward()\nopt.step()\n",
        # the function trains, too
        "def run(train):\n    torch.set_grad_enabled(False)\n    y = net(x).sum()\n    if train:\n"
        "        y.backward()\nrun(True)\n",
    ],
)
def test_a_switch_that_may_be_meant_stays(body: str) -> None:
    assert mended(HEAD + body, "GS504") == HEAD + body


BLOCK = """\
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.calls = 0
    def forward(self, x, scale=1):
        self.calls += 1
        return torch.tanh(self.fc(x) * scale) / self.calls
block = Block()
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("checkpoint(block, x, use_reentrant=False)", "block(x)"),
        ("checkpoint(block, x, use_reentrant=False, scale=2)", "block(x, scale=2)"),
    ],
)
def test_a_block_that_counts_its_calls_runs_once(before: str, after: str) -> None:
    start, end = HEAD + BLOCK + "y = ", "\ny.sum().backward()\n"
    assert mended(start + before + end, "GS209") == start + after + end


SCALED = "s = torch.ones(2)\ndef scaled(h):\n    return torch.tanh(h * s)\n"


def test_a_block_whose_input_is_changed_later_runs_once() -> None:
    body = SCALED + "y = {}\n{}\n(y.sum() + s.sum()).backward()\n"
    head = HEAD + "w = torch.rand(2, requires_grad=True)\n"
    before = body.format("checkpoint(scaled, w, use_reentrant=False)", "s.mul_(3)")
    assert mended(head + before, "GS205") == head + body.format("scaled(w)", "s = s.mul(3)")


def test_a_block_that_reads_a_number_which_changes_runs_once() -> None:
    block = BLOCK.replace("        self.calls += 1\n", "")
    body = "block.calls = 1\ny = {}\nblock.calls = 2\ny.sum().backward()\n"
    before = body.format("checkpoint(block, x, use_reentrant=False)")
    assert mended(HEAD + block + before, "GS205") == HEAD + block + body.format("block(x)")


def test_a_block_whose_input_others_see_is_left() -> None:
    head = HEAD + "w = torch.rand(2, requires_grad=True)\n"
    body = SCALED + (
        "t = s\ny = checkpoint(scaled, w, use_reentrant=False)\ns.mul_(3)\n"
        "(y.sum() + t.sum()).backward()\n"
    )
    assert mended(head + body, "GS205") == head + body
