"""Unsafe fixes: what is left runs in torch and has the gradient that was meant."""

from __future__ import annotations

import pytest
import torch

from tests.static.test_fixes import HEAD, fixed

# A program, a piece of what the fix makes of it, and the gradient of x.
MENDED = {
    "leaf that is given back": (
        "m = torch.tensor([True, False, True])\ndef masked(g):\n    g[m] = 0.0\n    return g\n"
        "(masked(x) * 3).sum().backward()\n",
        "g = g.clone()",
        "torch.tensor([0.0, 3.0, 0.0])",
    ),
    "entry of a dict": (
        "d = {'a': x.exp()}\nd['a'] /= 2.0\nd['a'].sum().backward()\n",
        "d['a'] = d['a'] / (2.0)",
        "x.exp() / 2",
    ),
    "put into a list": (
        "y = x * 2\nkept = []\nkept.append(y)\ny += 1\nz = torch.cat([y, kept.pop()])\n"
        "(z * z).sum().backward()\n",
        "y = y + 1",
        "16 * x + 4",
    ),
    "detached alias": (
        "y = x.sigmoid()\nshown = y.detach()\nshown.add_(1)\ny.sum().backward()\n",
        "y.detach().clone()",
        "x.sigmoid() * (1 - x.sigmoid())",
    ),
    "copy of rows, zeroed": (
        "i = torch.tensor([0, 2])\ny = x * 2\ny[i].zero_()\ny.sum().backward()\n",
        "y[i] = 0",
        "torch.tensor([0.0, 2.0, 0.0])",
    ),
    "copy of rows, scaled": (
        "i = torch.tensor([0, 2])\ny = x * 2\ny[i].mul_(3)\ny.sum().backward()\n",
        "y[i] = y[i].mul(3)",
        "torch.tensor([6.0, 2.0, 6.0])",
    ),
    "index of an index": (
        "m = torch.tensor([True, False, True])\ny = torch.stack([x, x], 1) * 1\n"
        "y[m][:, 0] *= 3\ny.sum().backward()\n",
        "y[m, 0] *= 3",
        "torch.tensor([4.0, 2.0, 4.0])",
    ),
    "loop over rows": (
        "y = torch.stack([x, x * 2])\nfor row, by in zip(y, (3.0, 5.0)):\n    row *= by\n"
        "y.sum().backward()\n",
        "zip([y[i] for i in range(len(y))], (3.0, 5.0))",
        "torch.full((3,), 13.0)",
    ),
    "loop over rows without a name": (
        "for row in x[None] * 2.0:\n    row[0] *= 3\n    row.sum().backward()\n",
        "row = row.clone()",
        "torch.tensor([6.0, 2.0, 2.0])",
    ),
    "parts of an unbind": (
        "y = torch.stack([x, x * 2], -1)\na, b = y.unbind(-1)\nfor p in (a, b):\n    p.mul_(2)\n"
        "y.sum().backward()\n",
        "[y.select(-1, i) for i in range(y.shape[-1])]",
        "torch.full((3,), 6.0)",
    ),
    "part of a part": (
        "a, b = (x * 1)[None].split([2, 1], dim=1)\na[:, 1:].exp_()\n"
        "(a.sum() + b.sum()).backward()\n",
        "a = a.clone()",
        "torch.stack([torch.tensor(1.0), x[1].exp(), torch.tensor(1.0)])",
    ),
    "whole written after the split": (
        "y = x * 1\na, b, c = y.unbind(0)\ny.mul_(3)\n(a * b + c).backward()\n",
        "y.mul_(3)\na, b, c = y.unbind(0)",
        "torch.stack([9 * x[1], 9 * x[0], torch.tensor(3.0)])",
    ),
    "view made under no_grad": (
        "y = x * 1\nwith torch.no_grad():\n    v = y[1:]\nv.mul_(3)\ny.sum().backward()\n",
        "v = y[1:]\nv.mul_(3)",
        "torch.tensor([1.0, 3.0, 3.0])",
    ),
    "view made by a function without gradient": (
        "@torch.no_grad()\ndef tail(t):\n    return t[1:]\ny = x * 1\ntail(y).mul_(3)\n"
        "y.sum().backward()\n",
        "\ndef tail(t):",
        "torch.tensor([1.0, 3.0, 3.0])",
    ),
    "round": (
        "y = torch.round(x * 4) / 4\n(y * y).sum().backward()\n",
        "(smooth + (torch.round(smooth) - smooth).detach()) / 4",
        "torch.round(x * 4) / 2",
    ),
    "floor division": (
        "(x // 0.1).sum().backward()\n",
        "(x / 0.1 + (x // 0.1 - x / 0.1).detach())",
        "torch.full((3,), 10.0)",
    ),
    "number in full": (
        "s = x.sum()\ntorch.full((4,), s.item()).sum().backward()\n",
        "(s * torch.ones((4,)))",
        "torch.full((3,), 4.0)",
    ),
    "tensors and numbers in a list": (
        "parts = [x.sum(), 1.0]\ntorch.tensor(parts).sum().backward()\n",
        "torch.stack([torch.as_tensor(item) for item in parts])",
        "torch.ones(3)",
    ),
    "weight written in forward": (
        "class Table(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.rows = torch.nn.Parameter(torch.ones(3))\n    def forward(self, t):\n"
        "        self.rows[0] = 0.0\n        return (self.rows * t).sum()\n"
        "table = Table()\ntable(x).backward()\n",
        "rows = self.rows.clone()",
        "torch.tensor([0.0, 1.0, 1.0])",
    ),
    "leaf written, then what clamp kept": (
        "def f(t):\n    t[0] = t[0].clamp(-5, 5) * 2\n    return t.sum()\nf(x).backward()\n",
        "t = t.clone()",
        "torch.tensor([2.0, 1.0, 1.0])",
    ),
    "one tensor wrapped again": (
        "y = (x * x).sum()\ny = torch.tensor(y, requires_grad=True)\ny.backward()\n",
        "y = y\n",
        "2 * x",
    ),
    "term made once and for all": (
        "class Net:\n    def __init__(self):\n        self.reg = (x * x).sum()\nnet = Net()\n"
        "for _ in range(2):\n    x.grad = None\n    (x.sum() + net.reg).backward()\n",
        "backward(retain_graph=True)",
        "1 + 2 * x",
    ),
    "state of a loop, kept between calls": (
        "class Leaky:\n    mem = torch.zeros(3)\n    def __call__(self, t):\n"
        "        for _ in range(2):\n"
        "            self.mem = 0.5 * self.mem + t * t\n        return self.mem.sum()\n"
        "net = Leaky()\nfor _ in range(2):\n    x.grad = None\n    net(x).backward()\n",
        "        self.mem = self.mem.detach()\n        for",
        "3 * x",
    ),
    "leaf moved in a loop": (
        "v = torch.zeros(3)\nfor _ in range(2):\n    v = v - 0.5 * x\n    x += v\n"
        "(x * x).sum().backward()\n",
        "x_now = x.clone()\nfor _",
        "2 * (-0.25) ** 2 * x",
    ),
    "out= with a gradient": (
        "y = torch.empty(3)\ntorch.mul(x, x, out=y)\ny.sum().backward()\n",
        "y = torch.mul(x, x)",
        "2 * x",
    ),
    "weights shown through .data": (
        "def shown(t):\n    flat = t.data.view(-1)\n    flat.mul_(9)\n    return flat.tolist()\n"
        "y = x.exp()\nshown(y)\ny.sum().backward()\n",
        "t.data.clone().view(-1)",
        "x.exp()",
    ),
    "gradient that nobody asked for": (
        "w = torch.rand(3)\n(w * x).sum().backward()\ng = w.grad * 1\n",
        "w = torch.rand(3).requires_grad_()",
        None,
    ),
    "gradient read after each of two backwards": (
        "(2 * x).sum().backward()\na = x.grad.clone()\n(x * x).sum().backward()\n"
        "b = x.grad.clone()\n",
        "x.grad = None\n(x * x)",
        "2 * x",
    ),
    "hook that scales what it is given": (
        "def scale(by):\n    def hook(grad):\n        grad *= by\n        return grad\n"
        "    return hook\n"
        "y = x * 1\nz = x * 1\nz.register_hook(scale(0.5))\n(y + z).sum().backward()\n",
        "grad = grad * by",
        "torch.full((3,), 1.5)",
    ),
    "masked entropy": (
        "p = torch.relu(x - 0.5) / torch.relu(x - 0.5).sum()\n"
        "torch.where(p > 0, p * torch.log(p), torch.zeros_like(p)).sum().backward()\n",
        "torch.log(torch.where(p > 0, p, torch.ones_like(p)))",
        None,
    ),
}


@pytest.mark.parametrize("name", MENDED)
def test_a_mended_program_has_the_gradient_that_was_meant(name: str) -> None:
    body, piece, gradient = MENDED[name]
    head = HEAD.replace("torch.rand(3, requires_grad=True)", "torch.tensor([0.3, 0.9, 1.4])")
    after = fixed(head + "x.requires_grad_()\n" + body, unsafe=True).decode()
    assert piece in after
    names: dict[str, torch.Tensor] = {}
    exec(compile(after, "mended.py", "exec"), names)
    x = names["x"].detach()
    assert names["x"].grad is not None
    assert bool(names["x"].grad.isfinite().all())
    if gradient is not None:
        expected = eval(gradient, {"torch": torch, "x": x})
        torch.testing.assert_close(names["x"].grad, expected)


KEPT = [
    "y = torch.zeros(3)\nkeep = y\ntorch.mul(x, 2, out=y)\nkeep.sum().backward()\n",
    "big = torch.zeros(2, 3)\nrow = big[0]\ntorch.mul(x, 2, out=row)\nbig.sum().backward()\n",
    "s = torch.ones(3)\ndef f(t):\n    h = t.exp()\n    s.mul_(h.detach())\n    return h * s\n"
    "f(x).sum().backward()\n",
    "y = x * 2\nz = y.reshape(3)[torch.tensor([0])].zero_()\n(y + z).sum().backward()\n",
    "y = torch.sign(x)\ny.sum().backward()\n",
    "for k in [torch.round(x * 2) for _ in range(2)]:\n    k.sum().backward()\n",
]


@pytest.mark.parametrize("body", KEPT)
def test_what_cannot_be_placed_or_has_no_one_meaning_is_left(body: str) -> None:
    assert fixed(HEAD + body, unsafe=True).decode() == HEAD + body
