"""Unsafe fixes of what one function does to the values of another."""

from __future__ import annotations

import pytest
import torch

from gradsan.static.engine import check_source
from gradsan.static.source import Source, parse
from tests.static.test_fixes import HEAD, fixed

RIVALS = (
    "w = torch.ones(3, requires_grad=True)\none = torch.optim.SGD([x], lr=0.25)\n"
    "two = torch.optim.SGD([w], lr=0.5)\nfake = x * x\n"
)

ENTROPY = (
    "torch.cat([(lambda p: p * (p.log() - (p * p.log()).sum()))(x[:2].softmax(-1)), "
    "torch.zeros(1)])"
)

# A program, a piece of what the fix makes of it, and the gradient of x.
MENDED = {
    "number in a new leaf": (
        "loss = 0.0\nfor i in range(3):\n    loss -= x[i].exp().item() * i\n"
        "loss = torch.tensor(loss / 3, requires_grad=True)\nloss.backward()\n",
        "loss = loss / 3\n",
        "-x.exp() * torch.arange(3) / 3",
    ),
    "number in a new leaf, in an expression": (
        "loss = (x * x).sum().item()\n"
        "loss = 2 * torch.tensor(loss + 1, requires_grad=True)\nloss.backward()\n",
        "loss = 2 * (loss + 1)\n",
        "4 * x",
    ),
    "list that another method filled": (
        "class Agent:\n    def __init__(self):\n        self.kept = []\n"
        "    def act(self, t):\n        self.kept.append((x * t).sum())\n"
        "    def learn(self):\n        (torch.tensor(self.kept).mean() + x.sum() * 0).backward()\n"
        "agent = Agent()\nagent.act(1.0)\nagent.act(3.0)\nagent.learn()\n",
        "torch.stack(self.kept).mean()",
        "torch.full((3,), 2.0)",
    ),
    "tensors and numbers in a list of an object": (
        "class A: pass\na = A()\na.parts = [x.sum(), 1.0]\n"
        "torch.tensor(a.parts).sum().backward()\n",
        "torch.stack([torch.as_tensor(item) for item in a.parts])",
        "torch.ones(3)",
    ),
    "row that a view of it is read through": (
        "def scan():\n    rows = torch.zeros(3, 3)\n    rows[0] = x\n    for t in range(1, 3):\n"
        "        rows[t] = (rows[t - 1].unsqueeze(1) * x).sum(0)\n    return rows[-1].sum()\n"
        "scan().backward()\n",
        "(rows[t - 1].unsqueeze(1).clone() * x)",
        "torch.full((3,), 3 * float(x.sum()) ** 2)",
    ),
    "item of a dict that another one holds": (
        "def moved(scene):\n    later = scene.copy()\n    later['v'] += 1\n    return later\n"
        "scene = {'v': x * 2, 'n': 1}\nlater = moved(scene)\n"
        "loss = later['v'].sum() + scene['v'].square().sum()\nloss.backward()\n",
        "later['v'] = later['v'] + (1)",
        "8 * x + 2",
    ),
    "numbers of one entry": (
        "net = torch.nn.Linear(1, 1)\ntorch.nn.init.ones_(net.weight)\n"
        "scores = torch.tensor([net(one.view(1)).item() for one in x])\n"
        "(scores * torch.arange(3.0)).sum().backward()\n",
        "torch.stack([net(one.view(1)).squeeze() for one in x])",
        "torch.arange(3.0)",
    ),
    "flag that a function switches on too late": (
        "def slope(u, t):\n    t.requires_grad_()\n"
        "    return torch.autograd.grad(u.sum(), t, create_graph=True)[0]\n"
        "points = torch.linspace(1, 2, 3).view(3)\nu = x * points**2\n"
        "slope(u, points).sum().backward()\n",
        "points = torch.linspace(1, 2, 3).view(3)\npoints.requires_grad_()\n",
        "2 * torch.linspace(1, 2, 3)",
    ),
    "result that is to be a leaf": (
        "def moved(t):\n    (t * t).sum().backward()\n    return t + t.grad.sign()\n"
        "y = moved(x).requires_grad_()\nx.grad = None\n(y ** 2).sum().backward()\n"
        "x.grad = y.grad * 1\n",
        "moved(x).detach().requires_grad_()",
        "2 * (x + 1)",
    ),
    "name that is to be a leaf": (
        "y = x\nfor _ in range(2):\n    (y * y).sum().backward()\n    y = y - y.grad\n"
        "    y.requires_grad_()\n",
        "    y = y.detach()\n    y.requires_grad_()",
        "2 * x",
    ),
    "flag set on a value": (
        "(x * x).sum().backward()\ny = x - x.grad\ny.requires_grad = True\n"
        "(y * y).sum().backward()\nx.grad = y.grad * 1\n",
        "y = y.detach()\ny.requires_grad = True",
        "-2 * x",
    ),
    "value that is trained through": (
        "y = (x * x).requires_grad_()\n(y * y).sum().backward()\nseen = y.grad * 1\n",
        "y.retain_grad()",
        "4 * x**3",
    ),
    "entry of a dict that a function is handed": (
        "def spread(d):\n    told = (d['a'] * d['a']).sum()\n    for i in range(2):\n"
        "        d['a'][i] = 3.0 * d['a'][i + 1]\n    return told\n"
        "d = {'a': x * 1}\n(spread(d) + d['a'].sum()).backward()\n",
        "        d['a'] = d['a'].clone()\n        d['a'][i]",
        "2 * x + torch.tensor([0.0, 3.0, 4.0])",
    ),
    "entry of a list, scaled in part": (
        "rows = [x * 1, x * 2]\nz = (rows[0] @ rows[0].t()).sum()\nrows[0][1] *= 3\n"
        "(rows[0].sum() + z).backward()\n",
        "rows[0] = rows[0].clone()\nrows[0][1] *= 3",
        "2 * x + torch.tensor([1.0, 3.0, 1.0])",
    ),
    "loss computed again, without its name": (
        "class Moved:\n    @torch.no_grad()\n    def go(self, t):\n        t.add_(1)\n"
        "        t.grad = None\n"
        "loss = (x * x).sum()\nloss.backward(retain_graph=True)\nMoved().go(x)\n"
        "(x * x).sum()\nloss.backward()\n",
        "\nloss = (x * x).sum()\nloss.backward()\n",
        "2 * x",
    ),
    "target that is in the graph of another loss": (
        "def losses(t):\n    q = torch.tanh(t)\n    target = 1 + 0.5 * q\n"
        "    return {'a': -q.sum(), 'b': (t * t - target).pow(2).sum()}\n"
        "both = losses(x)\nfor name in ('a', 'b'):\n    both[name].backward()\n",
        "0.5 * q.detach()",
        "x.tanh() ** 2 - 1 + 4 * x * (x * x - 1 - 0.5 * x.tanh())",
    ),
    "array that is handed over twice": (
        "import numpy as np\ndef score(a):\n    t = torch.from_numpy(a)\n    t /= 2\n"
        "    return (x * t).sum()\na = np.ones(3, dtype=np.float32)\n"
        "(score(a) + score(a)).backward()\n",
        "t = t / 2",
        "torch.ones(3)",
    ),
    "fake in the loss of the other network, stepped by a helper": (
        RIVALS + "def step(loss, opt, **kw):\n    opt.zero_grad()\n    loss.backward(**kw)\n"
        "    opt.step()\n"
        "step((w * fake).sum(), one, retain_graph=True)\nstep(-(w * fake).sum(), two)\n",
        "step(-(w * fake.detach()).sum(), two)",
        "4 * x",
    ),
    "fake in the loss of the other network": (
        RIVALS + "(w * fake).sum().backward(retain_graph=True)\none.step()\n"
        "seen = w * fake\nloss = -seen.sum()\ntwo.zero_grad()\nloss.backward()\ntwo.step()\n",
        "seen = w * fake.detach()",
        "4 * x",
    ),
    "critic that another loss looks through": (
        "w = torch.ones(3, requires_grad=True)\none = torch.optim.SGD([x], lr=0.25)\n"
        "two = torch.optim.SGD([w], lr=0.5)\nfake = w * w\nseen = x * x * fake.detach()\n"
        "good = (x * fake * x).sum()\nseen.sum().backward()\none.step()\ntwo.zero_grad()\n"
        "good.backward()\ntwo.step()\nx.data += 0.25 * x.grad\n",
        "good.backward(inputs=[w])\none.step()\n",
        "2 * x",
    ),
    "critic of a trainer": (
        "class Trainer:\n    def __init__(self):\n        self.w = torch.ones(3).requires_grad_()\n"
        "        self.one = torch.optim.SGD([x], lr=0.25)\n"
        "        self.two = torch.optim.SGD([self.w], lr=0.5)\n"
        "    def step(self):\n        fake = self.w * self.w\n"
        "        seen, good = (x * fake.detach() * x).sum(), (x * fake * x).sum()\n"
        "        seen.backward()\n        self.one.step()\n        self.two.zero_grad()\n"
        "        good.backward()\n        self.two.step()\n"
        "Trainer().step()\nx.data += 0.25 * x.grad\n",
        "good.backward(inputs=[self.w])\n        self.one.step()\n",
        "2 * x",
    ),
    "critic of two that another loss looks through": (
        "w, v = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)\n"
        "one = torch.optim.SGD([x], lr=0.25)\ntwo = torch.optim.SGD([w], lr=0.5)\n"
        "three = torch.optim.SGD([v], lr=0.5)\ngood = (x * x * w * v).sum()\n"
        "(x * x).sum().backward()\none.step()\ngood.backward()\ntwo.step()\nthree.step()\n"
        "assert (v.grad * w.grad != 0).all()\nx.data += 0.25 * x.grad\n",
        "good.backward()\none.step()\n",
        "4 * x",
    ),
    "body that two heads teach": (
        "b = torch.ones(3, requires_grad=True)\none = torch.optim.SGD([x], lr=0.25)\n"
        "two = torch.optim.SGD([b], lr=0.5)\nh = x * x\nleft = (h * h).sum()\n"
        "right = (b * h).sum()\nleft.backward(retain_graph=True)\none.step()\n"
        "right.backward()\ntwo.step()\nx.data += 0.25 * x.grad\n",
        "right.backward()\none.step()\n",
        "4 * x ** 3 + 2 * x",
    ),
    "threshold of a probability in a loss": (
        "def dice_loss(p, y):\n    hard = (p > 0.5).float()\n    return 1 - (hard * y).sum()\n"
        "dice_loss(torch.sigmoid(x), torch.ones(3)).backward()\n",
        "hard = p\n",
        "-x.sigmoid() * (1 - x.sigmoid())",
    ),
    "answers made a leaf in a loss": (
        "def iou(p, y):\n    p = torch.tensor((p > 0.5).type(p.dtype), requires_grad=True)\n"
        "    return 1 - (p * y).sum()\niou(torch.sigmoid(x), torch.ones(3)).backward()\n",
        "    p = p\n",
        "-x.sigmoid() * (1 - x.sigmoid())",
    ),
    "sign of a score in a loss": (
        "def error_rate(score, y):\n    return ((score > 0).float() - y).abs().sum()\n"
        "error_rate(x * 2, torch.zeros(3)).backward()\n",
        "(torch.sigmoid(score) - y)",
        "2 * (2 * x).sigmoid() * (1 - (2 * x).sigmoid())",
    ),
    "gate in a network": (
        "def gate(t):\n    p = torch.sigmoid(t)\n    return (p > 0.6).float()\n"
        "(gate(x) ** 2).sum().backward()\n",
        "(p + ((p > 0.6).float() - p).detach())",
        "2 * (x.sigmoid() > 0.6) * x.sigmoid() * (1 - x.sigmoid())",
    ),
    "choice in a network": (
        "import torch.nn.functional as F\nscores = x * 1\nw = torch.tensor([1.0, 2.0, 4.0])\n"
        "hot = F.one_hot(scores.argmax(dim=-1), 3).float()\n(hot * w).sum().backward()\n",
        "torch.softmax(scores, dim=-1).detach())",
        "x.softmax(-1) * (torch.tensor([1.0, 2.0, 4.0]) "
        "- (x.softmax(-1) * torch.tensor([1.0, 2.0, 4.0])).sum())",
    ),
    "input that a Function writes and the caller reads": (
        "class Double(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, t):\n"
        "        t.mul_(2)\n        return t\n    @staticmethod\n    def backward(ctx, g):\n"
        "        return 2 * g\n"
        "y = x * 1\nz = Double.apply(y)\n(z.sum() + (y * y).sum()).backward()\n",
        "t = t.clone()\n        t.mul_(2)",
        "2 + 2 * x",
    ),
    "branch that is made for small values": (
        "R = 1.0\ndef bump(d):\n    inside = d < R\n    shape = (1.0 - d / R) ** 1.5\n"
        "    return torch.where(inside, shape, torch.zeros_like(shape))\n"
        "bump(x).sum().backward()\n",
        "torch.where(inside, d, torch.full_like(d, R / 2))",
        "torch.where(x < 1, -1.5 * (1 - x).clamp(min=0) ** 0.5, 0.0)",
    ),
    "root in an earlier statement": (
        "def inverse(y, a, bound=1.0):\n    inside = y < bound\n"
        "    root = torch.sqrt(1 - a * y)\n    out = 1 - root\n"
        "    return torch.where(inside, out, y)\n"
        "inverse(torch.tensor([0.5, 0.2, 3.0]), x).sum().backward()\n",
        "torch.sqrt(1 - a * torch.where(inside, y, torch.full_like(y, bound / 2)))",
        "torch.tensor([0.25, 0.1, 0.0]) / torch.sqrt(1 - x * torch.tensor([0.5, 0.2, 0.0]))",
    ),
    "entropy of masked logits, cleaned afterwards": (
        "keep = torch.tensor([True, True, False])\n"
        "logp = torch.log_softmax(x.masked_fill(~keep, float('-inf')), -1)\n"
        "terms = torch.exp(logp) * logp\nterms.nan_to_num(nan=0.0).sum().backward()\n",
        "logp.masked_fill(logp.isinf(), 0.0)",
        ENTROPY,
    ),
    "logarithm of masked probabilities": (
        "keep = torch.tensor([True, True, False])\n"
        "p = torch.softmax(x.masked_fill(~keep, float('-inf')), -1)\n"
        "terms = p * p.log()\nterms.masked_fill(~keep, 0.0).sum().backward()\n",
        "p.masked_fill(p == 0, 1.0).log()",
        ENTROPY,
    ),
    "value computed before the loop that moves its weights": (
        "opt = torch.optim.SGD([x], lr=0.25)\ny = x * x\nfor _ in range(2):\n"
        "    opt.zero_grad()\n    y.sum().backward(retain_graph=True)\n    opt.step()\n",
        "for _ in range(2):\n    y = x * x\n",
        "4 * x",
    ),
    "factor through .data of a result that was kept": (
        "y = x.sigmoid()\ny.data *= torch.tensor([1.0, 0.0, 2.0])\ny.sum().backward()\n",
        "y = y.clone()\ny *= ",
        "torch.tensor([1.0, 0.0, 2.0]) * x.sigmoid() * (1 - x.sigmoid())",
    ),
    "two arguments that a function writes": (
        "def halved(z):\n    z.mul_(0.5)\n    return z\na, b = x.exp(), x.sigmoid()\n"
        "s, t = halved(a.detach()), halved(b.detach())\n((a + b) * (s + t)).sum().backward()\n",
        "halved(a.detach().clone()), halved(b.detach().clone())",
        "(x.exp() + x.sigmoid()) / 2 * (x.exp() + x.sigmoid() * (1 - x.sigmoid()))",
    ),
    "flag set again on a value that was moved": (
        "def slope(t):\n    t.requires_grad = True\n"
        "    return torch.autograd.grad((t ** 3).sum(), t)[0]\nz = x.detach()\n"
        "for _ in range(2):\n    g = slope(z)\n    z = z + g\nx.grad = g\n",
        "    t = t.detach()\n    t.requires_grad = True",
        "3 * (x + 3 * x**2) ** 2",
    ),
    "view returned without gradient": (
        "def tail(t):\n    with torch.no_grad():\n        start = int(t.argmin()) + 1\n"
        "        return t[start:]\ny = x * 1\ntail(y).mul_(3)\ny.sum().backward()\n",
        "\n    return t[start:]",
        "torch.tensor([1.0, 3.0, 3.0])",
    ),
    "peers that learn from each other": (
        "w = torch.ones(3, requires_grad=True)\nopts = [torch.optim.SGD([x], lr=0.0), "
        "torch.optim.SGD([w], lr=0.0)]\nouts = [x.exp(), w.exp()]\n"
        "for i, opt in enumerate(opts):\n    peer = outs[1 - i]\n"
        "    loss = (outs[i] * peer).sum()\n    opt.zero_grad()\n    loss.backward()\n"
        "    opt.step()\n",
        "outs[i] * peer.detach()",
        "x.exp() * torch.ones(3).exp()",
    ),
    "gradient of a gradient that another function asks for": (
        "def curvature(t):\n    return torch.autograd.grad(t.grad.sum(), t)[0]\n"
        "(x**3).sum().backward()\nsecond = curvature(x)\nx.grad = second\n",
        "backward(create_graph=True)",
        "6 * x",
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
    expected = eval(gradient, {"torch": torch, "x": x})
    torch.testing.assert_close(names["x"].grad, expected)


def test_a_copy_of_numbers_is_told_once() -> None:
    source = parse((HEAD + MENDED["list that another method filled"][0]).encode(), "a.py")
    assert isinstance(source, Source)
    assert [finding.code for finding in check_source(source)] == ["GS501"]


KEPT = {
    "a step that is cut twice": (
        "loss = (x**3).sum()\ng, = torch.autograd.grad(loss, x, create_graph=True)\n"
        "y = (x.data - 0.1 * g.data).requires_grad_()\n(y * y).sum().backward()\n"
    ),
    "a logarithm that may be read as it is": (
        "keep = torch.tensor([True, True, False])\n"
        "p = torch.softmax(x.masked_fill(~keep, float('-inf')), -1)\n"
        "logp = p.log()\nlogp[:2].sum().backward()\n"
    ),
    "what a bound stands for, is not known": (
        "def disc(r):\n    return (r < 0.5).float()\ndisc(x).sum().backward()\n"
    ),
    "a learned bound would not be trained": (
        "b = torch.tensor(0.5, requires_grad=True)\np = torch.sigmoid(x)\n"
        "(p > b).float().sum().backward()\n"
    ),
    "a choice along another axis": (
        "import torch.nn.functional as F\nscores = x[None] * 1\n"
        "F.one_hot(scores.argmax(dim=0), 3).float().sum().backward()\n"
    ),
    "a tuple takes no other entry": (
        "rows = (x * 1, x * 2)\nz = rows[0] @ rows[0].t()\nrows[0][1] = 3\n"
        "(rows[0].sum() + z).backward()\n"
    ),
    "another name would show the old value": (
        "rows = [x * 1, x * 2]\nrow = rows[0]\nz = rows[0] @ rows[0].t()\nrows[0][1] = 3\n"
        "(row.sum() + z).backward()\n"
    ),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_has_no_one_meaning_is_left(name: str) -> None:
    assert fixed(HEAD + KEPT[name], unsafe=True).decode() == HEAD + KEPT[name]
