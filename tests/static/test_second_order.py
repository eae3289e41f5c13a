"""Gradients that are used further: with a graph that is dropped, and summed without a word."""

from __future__ import annotations

import pytest

from gradsan.static.engine import check_source
from tests.static.mended import found, mended, source_of

HEAD = """\
import torch
from torch import nn
w = torch.randn(3, requires_grad=True)
x = torch.randn(4, 3)
g, = torch.autograd.grad((x @ w).pow(2).mean(), w, create_graph=True)
"""


@pytest.mark.parametrize("door", [".data", ".detach()"])
def test_a_graph_that_was_asked_for_is_not_dropped(door: str) -> None:
    end = "(x @ (w - 0.1 * {})).pow(2).mean().backward()\n"
    assert found(HEAD + end.format("g" + door)) == {"GS511"}
    assert mended(HEAD + end.format("g" + door), "GS511") == HEAD + end.format("g")


@pytest.mark.parametrize(
    "end",
    [
        "(g.pow(2).sum() * g.detach().norm()).backward()\n",
        "print(g.detach().norm())\n(x @ w).sum().backward()\n",
        "if first_order:\n    g = g.detach()\n(x @ (w - 0.1 * g)).pow(2).mean().backward()\n",
    ],
)
def test_a_graph_that_is_used_or_dropped_on_demand_gets_no_word(end: str) -> None:
    assert found("first_order = len(__name__) > 3\n" + HEAD + end) == set()


FISHER = """\
import torch
from torch import nn
net = nn.Linear(3, 1, bias=False)
fisher = torch.zeros_like(net.weight)
{before}for x in torch.rand(4, 3):
{inside}    net(x).pow(2).sum().backward()
    fisher += net.weight.grad {power}
"""


def test_squares_of_gradients_that_add_up_are_told_and_cleared() -> None:
    program = FISHER.format(before="net.zero_grad()\n", inside="", power="** 2")
    assert found(program) == {"GS404"}
    after = mended(program, "GS404")
    assert "    net.weight.grad = None\n    net(x).pow(2).sum().backward()\n" in after


@pytest.mark.parametrize(
    ("before", "inside", "power"),
    [("", "    net.zero_grad()\n", "** 2"), ("net.zero_grad()\n", "", "* 1")],
)
def test_a_cleared_gradient_or_a_plain_sum_gets_no_word(
    before: str, inside: str, power: str
) -> None:
    assert found(FISHER.format(before=before, inside=inside, power=power)) == set()


def test_gradients_that_a_loop_reads_are_cleared_together() -> None:
    program = """\
import torch
from torch import nn
net = nn.Linear(3, 1)
fisher = {n: torch.zeros_like(p) for n, p in net.named_parameters()}
for x in torch.rand(4, 3):
    net(x).sum().backward()
    for n, p in net.named_parameters():
        fisher[n] += p.grad.pow(2)
"""
    assert found(program) == {"GS404"}
    meant = program.replace("    net(x)", "    net.zero_grad()\n    net(x)")
    assert mended(program, "GS404") == meant


PENALTY = """\
import torch
from torch import nn
critic = nn.Sequential(nn.Linear(3, 4), nn.Softplus(), nn.Linear(4, 1))
points = torch.randn(5, 3, requires_grad=True)
(slope,) = torch.autograd.grad(critic(points).sum(), points, create_graph=True)
{more}
penalty = (slope.{dropped}.norm(dim=1) - 1).square().mean()
(critic(torch.randn(5, 3)).mean() + penalty).backward()
"""


@pytest.mark.parametrize("dropped", ["data", "detach()"])
@pytest.mark.parametrize(
    ("more", "outcome"),
    [("", "silent"), ("opt = torch.optim.Adam([points], lr=0.1)", "lost")],
)
def test_points_at_which_a_slope_is_taken_are_not_trained(
    dropped: str, more: str, outcome: str
) -> None:
    told = check_source(source_of(PENALTY.format(dropped=dropped, more=more)))
    assert [(finding.code, finding.outcome) for finding in told] == [("GS511", outcome)]
