"""GS202, GS209, GS404, GS5xx, GS7xx: mended where the value was made."""

from __future__ import annotations

import pytest

from tests.static.mended import found, mended

HEAD = """\
import copy
import numpy as np
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
w = torch.rand(3, requires_grad=True)
"""


@pytest.mark.parametrize(
    ("code", "before", "after"),
    [
        (
            "GS519",
            "t = torch.randn(3, requires_grad=True) * 0.1\nu = copy.deepcopy(t)\n",
            "t = (torch.randn(3) * 0.1).requires_grad_()\nu = copy.deepcopy(t)\n",
        ),
        (
            "GS509",
            "t = torch.zeros(3, requires_grad=True).add(1)\ntorch.optim.SGD([t], lr=0.1)\n",
            "t = torch.zeros(3).add(1).requires_grad_()\ntorch.optim.SGD([t], lr=0.1)\n",
        ),
        (
            "GS509",
            "t = w * 2\ntorch.optim.SGD([t], lr=0.1)\n",
            "t = (w * 2).detach().requires_grad_()\ntorch.optim.SGD([t], lr=0.1)\n",
        ),
    ],
)
def test_the_leaf_is_made_last(code: str, before: str, after: str) -> None:
    assert mended(HEAD + before, code) == HEAD + after


def test_an_attribute_retains_its_gradient() -> None:
    before = "class A: pass\na = A()\na.h = w * 2\na.h.sum().backward()\nprint(a.h.grad)\n"
    after = before.replace("a.h = w * 2\n", "a.h = w * 2\na.h.retain_grad()\n")
    assert mended(HEAD + before, "GS508") == HEAD + after


@pytest.mark.parametrize("text", ['    """Run."""\n', ""])
def test_a_closure_clears_the_gradients_first(text: str) -> None:
    start = f"opt = torch.optim.LBFGS([w], max_iter=2)\ndef closure():\n{text}"
    rest = "    loss = w.exp().sum()\n    loss.backward()\n    return loss\nopt.step(closure)\n"
    assert mended(HEAD + start + rest, "GS404") == HEAD + start + "    opt.zero_grad()\n" + rest


def test_a_closure_that_cannot_see_the_optimizer_is_left() -> None:
    body = (
        "def closure():\n    loss = w.exp().sum()\n    loss.backward()\n    return loss\n"
        "def train():\n    opt = torch.optim.LBFGS([w], max_iter=2)\n    opt.step(closure)\n"
        "train()\n"
    )
    assert mended(HEAD + body, "GS404") == HEAD + body


LAYERS = "layers = [nn.Linear(3, 3) for _ in range(2)]\nh = w\n"
DONE = "h.sum().backward()\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "for layer in layers:\n"
            "    h = checkpoint(lambda t: layer(t), h, use_reentrant=False)\n",
            "for layer in layers:\n"
            "    h = checkpoint(lambda t, layer=layer: layer(t), h, use_reentrant=False)\n",
        ),
        (
            "for i, layer in enumerate(layers):\n"
            "    h = checkpoint(lambda t: layer(t) * (i + 1), h, use_reentrant=False)\n",
            "for i, layer in enumerate(layers):\n"
            "    h = checkpoint(lambda t, i=i, layer=layer: layer(t) * (i + 1), h, "
            "use_reentrant=False)\n",
        ),
        (
            "for layer in layers:\n    def block(t: torch.Tensor):\n"
            "        return layer(t).tanh()\n"
            "    h = checkpoint(block, h, use_reentrant=False)\n",
            "for layer in layers:\n    def block(t: torch.Tensor, layer=layer):\n"
            "        return layer(t).tanh()\n    h = checkpoint(block, h, use_reentrant=False)\n",
        ),
    ],
)
def test_what_a_loop_names_is_bound_now(before: str, after: str) -> None:
    assert mended(HEAD + LAYERS + before + DONE, "GS209") == HEAD + LAYERS + after + DONE


def test_a_default_is_bound_already() -> None:
    body = (
        "for layer in layers:\n"
        "    h = checkpoint(lambda t, s=layer: s(t), h, use_reentrant=False)\n"
    )
    assert not found(HEAD + LAYERS + body + DONE)


def test_a_block_that_takes_anything_is_left() -> None:
    body = (
        "for layer in layers:\n"
        "    h = checkpoint(lambda *args: layer(*args), h, use_reentrant=False)\n"
    )
    assert mended(HEAD + LAYERS + body + DONE, "GS209") == HEAD + LAYERS + body + DONE


ENERGY = "p = torch.rand(3, requires_grad=True)\nenergy = (w * p ** 3).sum()\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "energy.backward()\nforce = -p.grad\nloss = force.square().sum()\nloss.backward()\n",
            "force = -torch.autograd.grad(energy, p, create_graph=True)[0]\n"
            "loss = force.square().sum()\nloss.backward()\n",
        ),
        (
            "energy.backward()\n(p.grad ** 2).sum().backward()\n",
            "(torch.autograd.grad(energy, p, create_graph=True)[0] ** 2).sum().backward()\n",
        ),
    ],
)
def test_a_gradient_in_a_loss_is_asked_for_alone(before: str, after: str) -> None:
    assert mended(HEAD + ENERGY + before, "GS511") == HEAD + ENERGY + after


@pytest.mark.parametrize(
    "body",
    [
        # a step is made of the first gradient
        "opt = torch.optim.SGD([w], lr=0.1)\nenergy.backward()\nforce = -p.grad\nopt.step()\n"
        "force.square().sum().backward()\n",
        # the loss has another value by now
        "energy.backward()\nenergy = 2\nforce = -p.grad\nforce.square().sum().backward()\n",
        # the gradient is looked at, too
        "energy.backward()\nif p.grad is not None:\n    force = -p.grad\n"
        "force.square().sum().backward()\n",
    ],
)
def test_a_gradient_that_is_used_otherwise_is_left(body: str) -> None:
    assert mended(HEAD + ENERGY + body, "GS511") == HEAD + ENERGY + body


def test_a_tensor_of_an_array_that_is_written_later_gets_a_copy() -> None:
    body = (
        "a = np.ones(3, dtype=np.float32)\nterms = []\nfor k in range(3):\n"
        "    terms.append(torch.dot(w, {}))\n    a[0] = k\nsum(terms).backward()\n"
    )
    before, after = body.format("torch.from_numpy(a)"), body.format("torch.from_numpy(a).clone()")
    assert mended(HEAD + before, "GS202") == HEAD + after


@pytest.mark.parametrize(
    ("move", "clear"),
    [
        ("w -= 0.1 * w.grad", "    w.grad = None\n"),
        ("w.data.sub_(0.1 * w.grad)", "    w.grad = None\n"),
        (
            "for p in net.parameters():\n            p -= 0.1 * p.grad",
            "    for p in net.parameters():\n        p.grad = None\n",
        ),
    ],
)
def test_a_gradient_is_dropped_before_a_step_by_hand(move: str, clear: str) -> None:
    start = "net = nn.Linear(3, 1)\nfor _ in range(3):\n    loss = net(w).exp().sum()\n"
    rest = f"    loss.backward()\n    with torch.no_grad():\n        {move}\n"
    assert mended(HEAD + start + rest, "GS404") == HEAD + start + clear + rest


def test_a_step_by_hand_in_another_function_is_left() -> None:
    body = (
        "def back():\n    w.exp().sum().backward()\ndef move():\n    with torch.no_grad():\n"
        "        w.sub_(0.1 * w.grad)\nfor _ in range(3):\n    back()\n    move()\n"
    )
    assert mended(HEAD + body, "GS404") == HEAD + body


FUNCTION = """\
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b
    @staticmethod
"""


def test_a_backward_that_is_differentiated_again_is_no_longer_marked() -> None:
    start = "from torch.autograd.function import once_differentiable\n" + FUNCTION
    rest = (
        "    def backward(ctx, g):\n        a, b = ctx.saved_tensors\n        return g * b, g * a\n"
        "g, = torch.autograd.grad(Square.apply(w, w.exp()).sum(), w, create_graph=True)\n"
        "g.sum().backward()\n"
    )
    before = HEAD + start + "    @once_differentiable\n" + rest
    assert mended(before, "GS705") == HEAD + start + rest


def test_each_saved_tensor_that_backward_writes_is_copied() -> None:
    body = (
        FUNCTION + "    def backward(ctx, g):\n        a, b = ctx.saved_tensors\n"
        "        ga, gb = g * b, g * a\n{}        a.copy_(ga)\n{}        b.copy_(gb)\n"
        "        return a, b\nSquare.apply(w.exp(), w * 1).sum().backward()\n"
    )
    after = body.format("        a = a.clone()\n", "        b = b.clone()\n")
    assert mended(HEAD + body.format("", ""), "GS704") == HEAD + after


def test_a_forward_that_writes_the_array_of_its_input_gets_a_copy() -> None:
    body = (
        "class Cut(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, a):\n"
        "        array = a.detach().numpy(){}\n        array[array < 2] = 0.0\n"
        "        return torch.from_numpy(array.copy())\n    @staticmethod\n"
        "    def backward(ctx, g):\n        return g\n"
        "y = w.exp()\n(Cut.apply(y) + y).sum().backward()\n"
    )
    assert mended(HEAD + body.format(""), "GS202") == HEAD + body.format(".copy()")


SPLIT = "q = torch.rand(4, 2, requires_grad=True)\nu = q.sin().sum()\n"


def test_the_gradient_is_sliced_if_the_part_was_made_later() -> None:
    before = "t = q[:, 1:]\ng = torch.autograd.grad(u, t)[0]\n"
    after = "t = q[:, 1:]\ng = (torch.autograd.grad(u, q)[0][:, 1:],)[0]\n"
    assert mended(HEAD + SPLIT + before, "GS520") == HEAD + SPLIT + after


@pytest.mark.parametrize("more", ["k = 1\nt = q[:, k:]\n", "q = q * 2\nt = q[:, 1:]\n"])
def test_a_part_of_something_else_is_left(more: str) -> None:
    body = SPLIT + more + "g, = torch.autograd.grad(u, t)\n"
    assert mended(HEAD + body, "GS520") == HEAD + body


NET = "net = nn.Sequential(nn.Linear(3, 2), nn.Linear(2, 1))\n"
TRAIN = "net(w.detach()).sum().backward()\n"
FREEZE = "for p in {}.parameters():\n    p.requires_grad = False\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "old = copy.copy(net)\n" + FREEZE.format("old"),
            "old = copy.deepcopy(net)\n" + FREEZE.format("old"),
        ),
        (
            FREEZE.format("net") + "net[1].requires_grad = True\n",
            FREEZE.format("net") + "net[1].requires_grad_(True)\n",
        ),
    ],
)
def test_what_was_not_to_be_frozen_is_not(before: str, after: str) -> None:
    assert mended(HEAD + NET + before + TRAIN, "GS510") == HEAD + NET + after + TRAIN


def test_a_net_that_is_frozen_on_purpose_stays_frozen() -> None:
    body = NET + FREEZE.format("net") + TRAIN
    assert mended(HEAD + body, "GS510") == HEAD + body
