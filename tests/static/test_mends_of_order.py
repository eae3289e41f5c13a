"""GS401, GS516, GS517: statements that come too soon or too late change their places."""

from __future__ import annotations

import pytest

from tests.static.mended import mended

HEAD = """\
import torch
from torch import nn
"""

PAIR = """\
body = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 2))
heads = [nn.Linear(2, 1), nn.Linear(2, 1)]
h = body(torch.rand(3, 2))
opts = [torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1) for head in heads]
losses = [head(h).sum() for head in heads]
"""

NET = """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(2, 2)
    def forward(self, x):
        return self.head(x)
    def grow(self, n):
        self.head = nn.Linear(2, n)
net = Net()
"""


@pytest.mark.parametrize(
    ("header", "later"),
    [
        ("opt, loss in zip(opts, losses)", "opt, _ in zip(opts, losses)"),
        (
            "i, (opt, loss) in enumerate(zip(opts, losses))",
            "(i, (opt, loss)) in enumerate(zip(opts, losses))",
        ),
    ],
)
def test_the_steps_of_a_loop_come_after_all_its_backwards(header: str, later: str) -> None:
    first = "    opt.zero_grad()\n    loss.backward(retain_graph=True)\n"
    before = f"for {header}:\n{first}    opt.step()\n"
    after = f"for {header}:\n{first}for {later}:\n    opt.step()\n"
    assert mended(HEAD + PAIR + before, "GS401") == HEAD + PAIR + after


def test_the_steps_of_a_dict_of_optimizers_come_after_all_its_backwards() -> None:
    named = PAIR + "named = {'a': opts[0], 'b': opts[1]}\nof = {'a': losses[0], 'b': losses[1]}\n"
    first = "for k, opt in named.items():\n    of[k].backward(retain_graph=True)\n"
    after = first + "for opt in named.values():\n    opt.step()\n"
    assert mended(HEAD + named + first + "    opt.step()\n", "GS401") == HEAD + named + after


@pytest.mark.parametrize(
    "body",
    [
        # an iterator runs once
        "pairs = zip(opts, losses)\nfor opt, loss in pairs:\n"
        "    loss.backward(retain_graph=True)\n    opt.step()\n",
        # the step is not the last
        "for opt, loss in zip(opts, losses):\n    loss.backward(retain_graph=True)\n"
        "    opt.step()\n    print(loss)\n",
        # the loop may stop early
        "for opt, loss in zip(opts, losses):\n    loss.backward(retain_graph=True)\n"
        "    if loss > 1e9:\n        break\n    opt.step()\n",
        # the step is made of what the loop computes
        "for i, loss in enumerate(losses):\n    opt = opts[i]\n"
        "    loss.backward(retain_graph=True)\n    opt.step()\n",
    ],
)
def test_steps_that_cannot_wait_stay_in_their_loop(body: str) -> None:
    assert mended(HEAD + PAIR + body, "GS401") == HEAD + PAIR + body


TRAIN = "net(torch.rand(3, 2)).sum().backward()\nopt.step()\n"
BUILD = "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (BUILD + "net.grow(3)\n", "net.grow(3)\n" + BUILD),
        (
            BUILD + "n = 3\nnet.head = nn.Linear(2, n)\n",
            "n = 3\nnet.head = nn.Linear(2, n)\n" + BUILD,
        ),
        (
            BUILD + "plan = torch.optim.lr_scheduler.StepLR(opt, 3)\nnet.grow(3)\n",
            "net.grow(3)\n" + BUILD + "plan = torch.optim.lr_scheduler.StepLR(opt, 3)\n",
        ),
    ],
)
def test_the_optimizer_is_built_after_the_replacement(before: str, after: str) -> None:
    assert mended(HEAD + NET + before + TRAIN, "GS516") == HEAD + NET + after + TRAIN


@pytest.mark.parametrize(
    "body",
    [
        BUILD + "n = len(opt.param_groups)\nnet.grow(n)\n",
        BUILD + "if torch.is_tensor(net.head.weight):\n    net.grow(3)\n",
    ],
)
def test_a_replacement_that_needs_the_optimizer_stays(body: str) -> None:
    assert mended(HEAD + NET + body + TRAIN, "GS516") == HEAD + NET + body + TRAIN


def test_a_loop_that_switches_gradients_on_comes_before_the_forward() -> None:
    make = "x, t = torch.rand(3), torch.rand(3)\n"
    use, late = "u = (x * t).sin()\n", "for c in (x, t):\n    c.requires_grad_()\n"
    rest = "gx, gt = torch.autograd.grad(u.sum(), (x, t))\n"
    assert mended(HEAD + make + use + late + rest, "GS517") == HEAD + make + late + use + rest


def test_a_loop_over_what_is_made_after_the_forward_stays() -> None:
    body = (
        "x = torch.rand(3)\nu = x.sin()\nt = torch.rand(3)\nfor c in (x, t):\n"
        "    c.requires_grad_()\ngx = torch.autograd.grad((u * t).sum(), x)\n"
    )
    assert mended(HEAD + body, "GS517") == HEAD + body
