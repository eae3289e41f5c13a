"""GS504: an optimizer has a group for weights that nothing but a detached value leads to."""

from __future__ import annotations

import pytest

from tests.static.mended import found, mended

HEAD = """\
import torch
from torch import nn
enc, head = nn.Linear(2, 3), nn.Linear(3, 1)
x = torch.randn(4, 2)
"""
GROUPS = """\
opt = torch.optim.SGD([{"params": enc.parameters()}, {"params": head.parameters()}], lr=0.1)
"""
WHOLE = "opt = torch.optim.SGD([*enc.parameters(), *head.parameters()], lr=0.1)\n"
TWO = """\
first = torch.optim.SGD(enc.parameters(), lr=0.1)
opt = torch.optim.SGD(head.parameters(), lr=0.1)
"""
STEP = "opt.zero_grad()\nhead(enc(x).detach()).sum().backward()\nopt.step()\n"
LOOP = "for epoch in range(3):\n    " + STEP.replace("\n", "\n    ").rstrip() + "\n"


@pytest.mark.parametrize(
    "program",
    [
        GROUPS + STEP,
        GROUPS + LOOP,
        TWO + STEP + "first.step()\n",
        TWO + "first.step()\n" + STEP + "first.step()\nif len(x) > 9:\n    print('long')\n",
        "opt = torch.optim.SGD(head.parameters(), lr=0.1)\n"
        "opt.add_param_group({'params': enc.parameters()})\n" + LOOP,
    ],
)
def test_a_group_behind_a_cut_is_told_and_joined_again(program: str) -> None:
    assert found(HEAD + program) == {"GS504"}
    assert "head(enc(x)).sum()" in mended(HEAD + program, "GS504")


@pytest.mark.parametrize(
    "program",
    [
        WHOLE + STEP,  # all of a model, of which a part is frozen so
        TWO + STEP,  # its turn has not come
        GROUPS + STEP + "enc(x).sum().backward()\nopt.step()\n",
        GROUPS + STEP.replace("enc(x).detach()", "enc(x)"),
        GROUPS + STEP.replace("enc(x).detach()", "enc(x).detach() if len(x) > 1 else enc(x)"),
        GROUPS
        + LOOP.replace(
            "    opt.step()",
            "    if epoch > 1:\n        enc(x).sum().backward()\n    opt.step()",
        ),
        GROUPS
        + "h = enc(x)\nz = h.detach().requires_grad_()\nhead(z).sum().backward()\n"
        + "h.backward(z.grad)\nopt.step()\n",
        GROUPS
        + "def run(x, warm):\n    h = enc(x)\n    return head(h.detach() if warm else h)\n"
        + "run(x, True).sum().backward()\nopt.step()\n",
        "def train(warm):\n    "
        + (GROUPS + "loss = head(enc(x).detach()).sum()\n").replace("\n", "\n    ")
        + "if not warm:\n        loss = loss + enc(x).sum()\n    loss.backward()\n"
        + "    opt.step()\ntrain(True)\n",
    ],
)
def test_a_cut_that_may_be_meant_gets_no_word(program: str) -> None:
    exec(HEAD + program, {})
    assert found(HEAD + program) == set()
