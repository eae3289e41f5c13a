"""Unsafe fixes that move statements in and out of loops: each name still has its value there."""

from __future__ import annotations

import pytest
import torch

from tests.static.mended import found
from tests.static.test_fixes import fixed

HEAD = """\
import torch
from torch import nn
torch.manual_seed(0)
x = torch.rand(4, 2)
"""

TURNS = """\
actors = [nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1)) for _ in range(2)]
opts = [torch.optim.SGD(actor.parameters(), lr=0.1) for actor in actors]
y = [actor(x) for actor in actors]
for i in range(2):
    loss = ((i + 1) * torch.cat(y)).pow(2).mean()
{clear}    loss.backward(retain_graph=True)
"""


def ran(program: str) -> dict[str, torch.nn.Module]:
    """Return the names of a program that has run."""
    names: dict[str, torch.nn.Module] = {}
    exec(compile(program, "a.py", "exec"), names)
    return names


@pytest.mark.parametrize(
    "clear",
    ["    opts[i].zero_grad()\n", "    opt = opts[i]\n    opt.zero_grad()\n"],
    ids=["by its index", "by a name of the loop"],
)
def test_what_a_loop_clears_in_turn_stays_in_it(clear: str) -> None:
    first = HEAD + TURNS.format(clear=clear)
    after = fixed(first + "    opts[i].step()\n", unsafe=True).decode()
    meant = first + "for i in range(2):\n    opts[i].step()\n"
    assert after == meant
    for name in ("0.weight", "2.weight"):
        pairs = zip(ran(after)["actors"], ran(meant)["actors"], strict=True)
        for got, wanted in pairs:
            assert torch.equal(got.get_parameter(name).grad, wanted.get_parameter(name).grad)


def test_steps_of_their_own_loop_clear_nothing_too_soon() -> None:
    clear = "    opts[i].zero_grad()\n"
    assert not found(HEAD + TURNS.format(clear=clear) + "for opt in opts:\n    opt.step()\n")


LEFT = {
    "GS404": "layers = nn.ModuleList([nn.Linear(2, 2), nn.Linear(2, 2)])\n"
    "for _ in range(2):\n    layers[1](layers[0](x)).sum().backward()\n"
    "    for layer in layers:\n        layer.weight.data -= 0.1 * layer.weight.grad\n",
    "GS409": "nets = [nn.Linear(2, 2), nn.Linear(2, 2)]\n"
    "opt = torch.optim.SGD([*nets[0].parameters(), *nets[1].parameters()], lr=0.1)\n"
    "for net in nets:\n    for row in x:\n        net(row).sum().backward()\n"
    "        nn.utils.clip_grad_norm_(net.parameters(), 1.0)\nopt.step()\n",
    "GS402": "w = torch.ones(2, requires_grad=True)\nopt = torch.optim.SGD([w], lr=0.1)\n"
    "k = 2\ny = (k * w).exp()\nk = 3\nfor _ in range(2):\n    opt.zero_grad()\n"
    "    y.sum().backward()\n    opt.step()\n",
}


@pytest.mark.parametrize("code", LEFT)
def test_a_statement_that_needs_its_own_loop_is_left(code: str) -> None:
    program = HEAD + LEFT[code]
    assert code in found(program)
    assert fixed(program, unsafe=True).decode() == program
