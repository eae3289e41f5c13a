"""GS402: the graph is kept, or computed again where its weights have moved."""

from __future__ import annotations

import pytest
import torch

from tests.static.mended import mended

HEAD = """\
import torch
from torch import nn
w = torch.tensor([1.0, 2.0], requires_grad=True)
opt = torch.optim.SGD([w], lr=0.1)
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (  # rows of a Jacobian
            "y = w.exp()\nfor k in range(2):\n    print(torch.autograd.grad(y[k], w)[0])\n",
            "y = w.exp()\nfor k in range(2):\n"
            "    print(torch.autograd.grad(y[k], w, retain_graph=True)[0])\n",
        ),
        (  # the same loss, handed over twice
            "def go(loss):\n    loss.backward()\nloss = w.exp().sum()\ngo(loss)\ngo(loss)\n",
            "def go(loss):\n    loss.backward(retain_graph=True)\n"
            "loss = w.exp().sum()\ngo(loss)\ngo(loss)\n",
        ),
        (  # computed once, before the loop that steps
            "K = w.exp()\nfor _ in range(3):\n    opt.zero_grad()\n    loss = (K * w).sum()\n"
            "    loss.backward()\n    opt.step()\n",
            "for _ in range(3):\n    K = w.exp()\n    opt.zero_grad()\n    loss = (K * w).sum()\n"
            "    loss.backward()\n    opt.step()\n",
        ),
        (  # a chain of two, of which the first is read elsewhere
            "a = w.exp()\nb = a.sin()\nprint(a)\nfor _ in range(3):\n    opt.zero_grad()\n"
            "    b.sum().backward()\n    opt.step()\n",
            "a = w.exp()\nb = a.sin()\nprint(a)\nfor _ in range(3):\n    a = w.exp()\n"
            "    b = a.sin()\n    opt.zero_grad()\n    b.sum().backward()\n    opt.step()\n",
        ),
        (  # the weights move between two backwards
            "y = w.exp()\ny.sum().backward()\nwith torch.no_grad():\n    w.add_(w.grad)\n"
            "w.grad = None\ny.square().sum().backward()\n",
            "y = w.exp()\ny.sum().backward()\nwith torch.no_grad():\n    w.add_(w.grad)\n"
            "w.grad = None\ny = w.exp()\ny.square().sum().backward()\n",
        ),
    ],
)
def test_the_graph_is_kept_or_made_again(before: str, after: str) -> None:
    assert mended(HEAD + before, "GS402") == HEAD + after


@pytest.mark.parametrize(
    "body",
    [
        # a state that the loop carries on: who knows where to cut it
        "h = w.exp()\nfor _ in range(3):\n    h = (h * w).tanh()\n    h.sum().backward()\n"
        "    opt.step()\n",
        # another draw would be another graph
        "y = w.exp() * torch.rand(2)\nfor _ in range(3):\n    y.sum().backward()\n    opt.step()\n",
        # the input of what would be repeated has another value by now
        "s = w * 2\ny = s.exp()\ny.sum().backward()\nopt.step()\ns = 3\n"
        "y.square().sum().backward()\n",
        # somebody steps, and what it moves is not known
        "own = vars().get('opt')\nloss = w.exp().sum()\nfor _ in range(2):\n"
        "    loss.backward()\n    own.step()\n",
        # made in a branch
        "if torch.is_tensor(w):\n    y = w.exp()\nfor _ in range(3):\n    y.sum().backward()\n"
        "    opt.step()\n",
    ],
)
def test_what_cannot_be_repeated_is_left(body: str) -> None:
    assert mended(HEAD + body, "GS402") == HEAD + body


AVERAGE = """\
class Tracker:
    def __init__(self):
        self.mean = {first}
    def centred(self, loss):
{body}        return loss - self.mean
tracker = Tracker()
for _ in range(3):
    opt.zero_grad()
    tracker.centred((w * w).sum()).backward()
    opt.step()
"""


def test_the_old_part_of_an_average_is_left_behind() -> None:
    line = "        self.mean = 0.9 * self.mean + 0.1 * loss\n"
    before = AVERAGE.format(first="0.0 * w.sum().detach()", body=line)
    after = before.replace("0.9 * self.mean +", "0.9 * self.mean.detach() +")
    assert mended(HEAD + before, "GS402") == HEAD + after


def test_an_average_that_begins_in_the_graph_is_left() -> None:
    branch = (
        "        if self.mean is None:\n            self.mean = loss\n        else:\n"
        "            self.mean = 0.9 * self.mean + 0.1 * loss\n"
    )
    body = AVERAGE.format(first="None", body=branch)
    assert mended(HEAD + body, "GS402") == HEAD + body


STATEFUL = """\
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.{kind}(2, 2)
        self.state = None
    def forward(self, x):
        y, self.state = self.rnn(x, self.state)
{more}        return y
net = Net()
for x in torch.rand(3, 4, 2):
    net(x).sum().backward()
"""


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("LSTM", "self.state = tuple(part.detach() for part in self.state)"),
        ("GRU", "self.state = self.state.detach()"),
    ],
)
def test_the_state_of_a_recurrent_layer_is_left_behind(kind: str, line: str) -> None:
    before = STATEFUL.format(kind=kind, more="")
    assert mended(HEAD + before, "GS402") == HEAD + STATEFUL.format(
        kind=kind, more=f"        {line}\n"
    )


KEPT_ONCE = """\
class Rotary(nn.Module):
    def __init__(self):
        super().__init__()
        self.freqs = nn.Parameter(torch.ones(2))
        self.table = None
    def forward(self, n, scale):
{body}        return self.table
rotary = Rotary()
opt = torch.optim.SGD(rotary.parameters(), lr=0.0)
for _ in range(2):
    opt.zero_grad()
    (rotary(3, w.sum()) * w.detach()).pow(2).sum().backward()
    opt.step()
grad = rotary.freqs.grad
"""

EVERY_TIME = (
    "        t = torch.arange(n).float()  # rows\n        self.table = torch.outer(t, self.freqs)\n"
)
ONCE = EVERY_TIME.replace("        ", "            ")


@pytest.mark.parametrize(
    "body",
    [
        "        if self.table is None:\n" + ONCE,
        "        if self.table is None or len(self.table) != n:\n" + ONCE,
        "        if not hasattr(self, 'table') or self.table is None:\n" + ONCE,
        "        if self.table is not None:\n            return self.table\n" + EVERY_TIME,
    ],
)
def test_a_table_of_weights_is_made_every_time(body: str) -> None:
    after = mended(HEAD + KEPT_ONCE.format(body=body), "GS402")
    assert after == HEAD + KEPT_ONCE.format(body=EVERY_TIME)
    names: dict[str, torch.Tensor] = {}
    exec(after, names)
    assert torch.allclose(names["grad"], 2 * torch.tensor([1.0, 4.0]) * 5)


@pytest.mark.parametrize(
    "line",
    [
        "self.table = self.freqs * scale",  # of the batch that came first
        "self.table = self.freqs * torch.rand(2)",  # of numbers that are drawn once
    ],
)
def test_a_table_that_would_be_another_is_left(line: str) -> None:
    body = f"        if self.table is None:\n            {line}\n"
    assert mended(HEAD + KEPT_ONCE.format(body=body), "GS402") == HEAD + KEPT_ONCE.format(body=body)


def test_a_table_behind_another_question_is_left() -> None:
    line = "            self.table = self.freqs.exp()\n"
    body = f"        if n < 0:\n            return None\n        elif self.table is None:\n{line}"
    assert mended(HEAD + KEPT_ONCE.format(body=body), "GS402") == HEAD + KEPT_ONCE.format(body=body)


def test_the_first_loss_is_kept_as_a_number() -> None:
    branch = "        if self.mean is None:\n            self.mean = loss\n"
    before = AVERAGE.format(first="None", body=branch)
    after = before.replace("self.mean = loss\n", "self.mean = loss.detach()\n")
    assert mended(HEAD + before, "GS402") == HEAD + after


CLOSURE = """\
solver = torch.optim.LBFGS([w], max_iter=3)
{before}def closure():
    solver.zero_grad()
{inside}    loss = (y - 1).pow(2).sum()
    loss.backward()
    return loss
solver.step(closure)
{after}"""


def test_what_a_closure_goes_back_through_is_computed_in_it() -> None:
    before = CLOSURE.format(before="y = w.exp()\n", inside="", after="")
    inside = before.replace("y = w.exp()\n", "")
    inside = inside.replace("closure():\n", "closure():\n    y = w.exp()\n")
    after = mended(HEAD + before, "GS402")
    assert after == HEAD + inside
    names: dict[str, torch.Tensor] = {}
    exec(after, names)
    w = names["w"]
    assert w.grad is not None
    assert (w.exp() - 1).abs().sum() < (torch.tensor([1.0, 2.0]).exp() - 1).abs().sum()


def test_what_is_read_outside_the_closure_stays_and_its_graph_is_not_kept() -> None:
    before = CLOSURE.format(before="y = w.exp()\n", inside="", after="print(y)\n")
    assert mended(HEAD + before, "GS402") == HEAD + before
