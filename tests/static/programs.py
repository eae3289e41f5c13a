"""Small programs: bad ones with their lines marked, fine ones that look suspicious."""

from __future__ import annotations

import re

_HEAD = """
import torch
import torch.nn.functional as F
from torch import nn
x = torch.rand(3, 3, requires_grad=True)
b = torch.rand(3, 3)
"""


def _program(text: str) -> str:
    return _HEAD + text.strip("\n") + "\n"


BAD: dict[str, str] = {
    name: _program(text)
    for name, text in {
        "a weight of a group that came later": """
first, last = nn.Linear(3, 3), nn.Linear(3, 1)
opt = torch.optim.SGD(first.parameters(), lr=0.1)
opt.add_param_group({"params": last.parameters()})
y = last(first(x.detach()))  # saved
y.sum().backward(retain_graph=True)
opt.step()  # changed
y.pow(2).sum().backward()
""",
        "a window that has a name": """
canvas = torch.zeros(3, 3)
window = (slice(0, 2), slice(1, 3))
y = x[:2, :2] * canvas[window]  # saved
canvas[window] = 1.0  # changed
y.sum().backward()
""",
        "a value of a namespace": """
from types import SimpleNamespace
held = SimpleNamespace(logit=torch.zeros(3, requires_grad=True), size=3)
y = torch.sigmoid(held.logit)  # saved
y.add_(held.size)  # changed
y.sum().backward()
""",
        "a constant of torch": """
y = torch.pi * x
z = torch.log(y)  # saved
y.add_(1)  # changed
z.sum().backward()
""",
        "a property that writes when it is set": """
class A:
    def __init__(self):
        self.w = x * 2
    @property
    def half(self):
        return self.w / 2
    @half.setter
    def half(self, value):
        self.w.mul_(value)  # changed
a = A()
z = a.w.exp() + a.w.log()  # saved
a.half = 3.0
z.sum().backward()
""",
        "method on a result": """
y = torch.exp(x)  # saved
y.add_(1)  # changed
y.sum().backward()
""",
        "method on an input": """
y = x * 2
z = torch.log(y)  # saved
y.add_(1)  # changed
z.sum().backward()
""",
        "augmented assignment": """
y = x.sigmoid()  # saved
y *= b  # changed
y.sum().backward()
""",
        "index assignment": """
y = x.tanh()  # saved
y[0] = 0  # changed
y.sum().backward()
""",
        "slice assignment": """
y = x.softmax(dim=-1)  # saved
y[:, 1:] = b[:, 1:]  # changed
y.pow(2).sum().backward()
""",
        "augmented assignment of an item": """
y = x.sqrt()  # saved
y[0] += 1  # changed
y.sum().backward()
""",
        "write through a view by indexing": """
y = x.exp()  # saved
row = y[0]
row.mul_(2)  # changed
y.sum().backward()
""",
        "write to the base of a saved view": """
y = x * 1
z = y[1:].pow(2)  # saved
y.zero_()  # changed
z.sum().backward()
""",
        "write through reshape, transpose and unsqueeze": """
y = x.exp()  # saved
y.view(-1).t().unsqueeze(0).add_(1)  # changed
y.sum().backward()
""",
        "both factors of a product": """
y = x + 1
z = y * y  # saved
y -= 1  # changed
z.sum().backward()
""",
        "write under no_grad": """
y = x.exp()  # saved
with torch.no_grad():
    y.clamp_(max=1)  # changed
y.sum().backward()
""",
        "write to a detached alias": """
y = x.exp()  # saved
y.detach().add_(1)  # changed
y.sum().backward()
""",
        "write through data": """
y = x.exp()  # saved
y.data.add_(1)  # changed
y.sum().backward()
""",
        "functional in place": """
y = torch.tanh(x)  # saved
F.relu(y, inplace=True)  # changed
y.sum().backward()
""",
        "torch function in place": """
y = torch.tanh(x)  # saved
torch.relu_(y)  # changed
y.sum().backward()
""",
        "module in place": """
act = nn.ReLU(inplace=True)
y = torch.sigmoid(x)  # saved
z = act(y)  # changed
z.sum().backward()
""",
        "in a loop": """
h = x * 1
total = 0
for t in range(3):
    total = total + (h * h).sum()  # saved
    h += b  # changed
total.backward()
""",
        "in a function": """
def gate(v):
    g = v.sigmoid()  # saved
    g *= 2  # changed
    return g
gate(x).sum().backward()
""",
        "through an attribute": """
class Cell:
    def __init__(self):
        self.state = torch.zeros(3, 3)
    def step(self, v):
        out = (v * self.state).sum()  # saved
        self.state += 1  # changed
        return out
cell = Cell()
loss = cell.step(x)
loss.backward()
""",
        "weights stepped before backward": """
net = nn.Linear(3, 3)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
one, two = net(x).sum(), net(x * 2).sum()  # saved
one.backward()
opt.step()  # changed
two.backward()
""",
        "through a base class and a property": """
class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
    def features(self, v):
        return torch.sigmoid(self.fc(v))  # saved
class Net(Base):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(3, 1)
    @property
    def head(self):
        return self.out
    def forward(self, v):
        h = super().features(v)
        h += 1  # changed
        return self.head(h)
Net()(b).sum().backward()
""",
        "a list of modules": """
class Net(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.layers = nn.ModuleList()
        for _ in range(n):
            self.layers.append(nn.Linear(3, 3))
        nn.init.zeros_(self.layers[0].weight)
    def forward(self, v):
        for layer in self.layers:
            v = torch.tanh(layer(v))  # saved
            v *= 0.5  # changed
        return v
Net(2)(b).sum().backward()
""",
        "parameter groups": """
one, two = nn.Linear(3, 3), nn.Linear(3, 1)
opt = torch.optim.Adam([{"params": one.parameters()}, {"params": two.parameters()}])
h = one(b)
first, second = two(h).mean(), two(torch.tanh(h)).mean()  # saved
first.backward(retain_graph=True)
opt.step()  # changed
second.backward()
""",
        "a scaler and joined lists": """
one, two = nn.Linear(3, 3), nn.Linear(3, 1)
opt = torch.optim.SGD(list(one.parameters()) + list(two.parameters()), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
h = one(b)
first, second = two(h).mean(), two(h * 2).mean()  # saved
scaler.scale(first).backward(retain_graph=True)
scaler.step(opt)  # changed
scaler.scale(second).backward()
""",
        "gradient with a graph, cleared in place": """
(x ** 3).sum().backward(create_graph=True)
z = x.grad.square()  # saved
x.grad.zero_()  # changed
z.sum().backward()
""",
        "autograd.grad": """
y = x.exp()  # saved
y += 1  # changed
torch.autograd.grad(y.sum(), x)
""",
        "one branch only": """
y = x.exp()  # saved
if b.sum() > 0:
    y += 1  # changed
y.sum().backward()
""",
    }.items()
}

FINE: dict[str, str] = {
    name: _program(text)
    for name, text in {
        "gradients that are cleared or scaled by an expression nobody reads": """
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for turn in range(3):
    loss = net(b).pow(2).mean()
    [p.grad.zero_() for p in net.parameters() if p.grad is not None]
    loss.backward()
    [p.grad.mul_(0.5) if p.grad is not None else None for p in net.parameters()]
    for p in net.parameters():
        p.grad is not None and p.grad.clamp_(-1, 1)
    net.weight.grad.div_(2.0), net.bias.grad.div_(2.0)
    opt.step()
    list(map(lambda p: p.grad.zero_(), net.parameters()))
""",
        "a step passes over a head that no loss has come to": """
trunk, left, right = nn.Linear(3, 3), nn.Linear(3, 1), nn.Linear(3, 1)
opt = torch.optim.SGD([*left.parameters(), *right.parameters()], lr=0.1)
h = trunk(x)
left(h).sum().backward(retain_graph=True)
y = right(h)
opt.step()
y.sum().backward()
""",
        "gradients that are cleared and used in turn": """
net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
n = 1 + int(b.sum() > 9)
for i, part in enumerate(x.detach().split(1)):
    if i % n == 0:
        opt.zero_grad()
    net(part).sum().backward()
    if (i + 1) % n == 0:
        opt.step()
""",
        "a column of masked probabilities": """
p = torch.softmax(x.masked_fill(b < 0.5, float("-inf")), dim=-1)
p[:, 1].log().sum().backward()
""",
        "a detached alias that is read alone": """
y = x * 2
seen = y.detach()
seen[1:][b[1:] > 0.5] = 0.0
loss = (x - seen).pow(2).sum()
loss.backward()
""",
        "nothing kept of a sum": "y = x + 1\ny += 1\ny.sum().backward()",
        "in-place on its own result": "y = x * 2\ny.exp_()\n(y + 1).sum().backward()",
        "multiply keeps a private copy": "y = x * 2\ny.mul_(b)\ny.mul_(b)\ny.sum().backward()",
        "rebinding": "y = x.exp()\ny = y + 1\ny.sum().backward()",
        "clone first": "y = x.exp()\nz = y.clone()\nz += 1\n(y + z).sum().backward()",
        "write after backward": "y = x.exp()\ny.sum().backward()\ny += 1",
        "another graph": "y = x.exp()\ny += 1\n(x * 2).sum().backward()",
        "max with dim keeps indices": "y = (x * 2).max(dim=1).values\ny += 1\ny.sum().backward()",
        "product with a number": "y = x + 1\nz = y * 2\ny += 1\nz.sum().backward()",
        "no gradient asked": "y = b.exp()\ny += 1\n(x + y).sum().backward()",
        "forward under no_grad": "with torch.no_grad():\n    y = x.exp()\n    y += 1\n(x * y).sum().backward()",
        "integers": "i = torch.arange(3)\nj = i * 2\ni += 1\n(x * 2).sum().backward()",
        "python numbers": "n = 3\nm = n * n\nn += 1\n(x * m).sum().backward()",
        "lists": "l = [x.exp()]\nl += [x]\nl[0] = x\nl[0].sum().backward()",
        "masked before softmax": "s = x @ b\ns[:, 0] = -1e9\ns.softmax(-1).pow(2).sum().backward()",
        "buffer filled in a loop": "out = torch.zeros(3)\nfor t in range(3):\n    out[t] = x[t].sum()\nout.sum().backward()",
        "relu in place after a linear": "net = nn.Sequential(nn.Linear(3, 3), nn.ReLU(inplace=True))\nnet(x).sum().backward()",
        "step after backward": "net = nn.Linear(3, 3)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor _ in range(2):\n    opt.zero_grad()\n    net(x).sum().backward()\n    opt.step()",
        "one over x hides its result": "y = 1 / (1 + x)\ny += 1\ny.sum().backward()",
        "gradients edited": "x.exp().sum().backward()\nx.grad.clamp_(max=1)\nx.grad *= 2",
        "init under no_grad": "w = nn.Linear(3, 3)\nwith torch.no_grad():\n    w.weight.fill_(1)\n    w.bias += 1\nw(x).sum().backward()",
        "data of a fresh tensor": "y = x * 2\ny.data.add_(1)\ny.exp().sum().backward()",
        "finite difference": "d = x[1:] - x[:-1]\ntorch.sqrt(d ** 2 + 1e-9).sum().backward()",
        "std of a constant column": "z = torch.rand(4, 2)\nz[:, 1] = 3.0\nz.requires_grad_()\nz.std(dim=0).sum().backward()",
        "variance over rows": "z = torch.rand(4, 2)\nz[:, 1] = 3.0\nz.requires_grad_()\nz.var(dim=1).sqrt().sum().backward()",
        "norm behind where": "torch.where(x.sum(1) > 0, x.norm(dim=1), x.sum(1)).sum().backward()",
        "the same name in another function": "def f(v):\n    z = v / v.sum()\n    return z\ndef g(v, z):\n    return torch.where(v.sum() > 0, z, z * 2)\ng(x, x * 2).sum().backward()",
        "index that may be a number": "def f(cfg):\n    y = x * 2\n    y[cfg.pad].zero_()\n    y.sum().backward()",
        "grad that is asked about": "n = torch.rand(3)\n(x * n).sum().backward()\nif n.grad is not None:\n    print(n.grad)",
        "grad of a leaf beside a detached use": "y = (x * 2).detach()\n(x * y).sum().backward()\nprint(x.grad)",
        "flag of a leaf, again": "for _ in range(2):\n    x.requires_grad = True\n    (x * 2).sum().backward()\n    x.grad = None",
        "second where inside": "p = x / x.sum()\nq = torch.where(p > 0, p, torch.ones_like(p))\ntorch.where(p > 0, p * q.log(), torch.zeros_like(p)).sum().backward()",
        "sum over a row of zeros": "z = torch.tensor([[0.0, 0.0], [1.0, 2.0]], requires_grad=True)\nz.pow(2).sum().sqrt().backward()",
        "moved copy of a detached leaf": "def clip(t):\n    t.clamp_(0, 1)\nclip(x.detach())\nx.exp().sum().backward()",
        "new leaf from a detached value": "z = (x * 2).detach().requires_grad_()\nz.exp().sum().backward()\n(x * z.grad).sum().backward()",
        "index that is one number": "y = x * 1.0\ni = torch.tensor(2)\ny[i][0] = 5.0\ny.sum().backward()",
        "loop over indices": "y = x * 1.0\nfor i in torch.randperm(3):\n    y[i][0] = 5.0\ny.sum().backward()",
        "grad under a name that is asked about": "w = torch.rand(3)\n(x * w).sum().backward()\nfor p in (x, w):\n    g = p.grad\n    if g is None:\n        continue",
        "grad of those that require one": "w = torch.rand(3)\n(x * w).sum().backward()\nfor p in (x, w):\n    if p.requires_grad:\n        p.grad.norm()",
        "grad that was given by hand": "w = torch.rand(3)\n(x * w).sum().backward()\nw.grad = torch.ones(3)\nn = w.grad.sum()",
        "sum over the rows": "z = torch.tensor([[0.0, 0.0], [3.0, 4.0]], requires_grad=True)\nz.pow(2).sum(0).sqrt().sum().backward()",
        "zero row left out": "z = torch.tensor([[0.0, 0.0], [3.0, 4.0]], requires_grad=True)\nz[1:].pow(2).sum(-1).sqrt().sum().backward()",
        "second gradient by subtraction": "(x * 2).sum().backward()\na = x.grad.clone()\n(x * x).sum().backward()\nb = x.grad.clone().sub_(a)",
        "weight projected through detach": "def project(a):\n    a /= a.norm().clamp(min=1.0)\n    return a.norm()\nw = nn.Parameter(torch.rand(3))\nopt = torch.optim.SGD([w], lr=0.1)\nfor _ in range(2):\n    opt.zero_grad()\n    (w ** 2).sum().backward()\n    opt.step()\n    n = project(w.detach())",
        "slopes of a reference as data": "net = nn.Linear(3, 1)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\np = b.clone().requires_grad_()\nslope, = torch.autograd.grad((p ** 2).sum(), p)\nloss = (net(b) - slope).pow(2).mean()\nopt.zero_grad()\nloss.backward()\nopt.step()",
        "scaled after its backward": "y = x * 2\ny.sum().backward()\ny.data.mul_(100)\nn = y.mean()",
        "state scaled between steps": "cell = nn.RNNCell(3, 3)\nh = torch.zeros(3, 3)\nfor _ in range(3):\n    h = cell(b, h.detach())\n    h.sum().backward()\n    h.data.mul_(0.9)",
        "sign of a plain gradient": "net = nn.Linear(3, 1)\ng, = torch.autograd.grad(net(x).sum(), x)\nnet(x.detach() + 0.1 * g.sign()).sum().backward()",
        "result of an op in place, marked": "class E(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, t):\n        y = t.exp_()\n        ctx.mark_dirty(t)\n        ctx.save_for_backward(y)\n        return y\n    @staticmethod\n    def backward(ctx, g):\n        y, = ctx.saved_tensors\n        return g * y\nE.apply(x * 1).sum().backward()",
        "list that a block only fills": "from torch.utils.checkpoint import checkpoint\nclass B(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.seen = []\n    def forward(self, t):\n        self.seen.append(t.mean().item())\n        return t.exp()\ncheckpoint(B(), x, use_reentrant=False).sum().backward()",
        "flag on a detached name": "h = (x * 2).detach()\nh.requires_grad_()\n(h ** 2).sum().backward()\n(x * 2).backward(h.grad)",
        "detach with a copy": "y = x.exp()\nz = y.detach().clone()\nz -= z.mean()\ny.sum().backward()",
        "nets frozen and switched on again": "def set_requires_grad(nets, flag):\n    for net in nets:\n        for p in net.parameters():\n            p.requires_grad = flag\nG, D = nn.Linear(2, 2), nn.Linear(2, 1)\nfor _ in range(3):\n    fake = G(torch.randn(4, 2))\n    set_requires_grad([D], False)\n    D(fake).mean().backward()\n    set_requires_grad([D], True)\n    D(torch.randn(4, 2)).mean().backward()",
        "weights switched on again by name": 'net = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))\nfor name, p in net.named_parameters():\n    p.requires_grad = False\nfor name, p in net.named_parameters():\n    if "bias" in name:\n        p.requires_grad = True\nnet(torch.randn(4, 2)).sum().backward()',
        "weights switched on again as they were": "D = nn.Linear(2, 1)\nwas = [p.requires_grad for p in D.parameters()]\nfor p in D.parameters():\n    p.requires_grad_(False)\nx = torch.randn(4, 2, requires_grad=True)\nD(x).sum().backward()\nfor p, flag in zip(D.parameters(), was):\n    p.requires_grad_(flag)\nD(torch.randn(4, 2)).sum().backward()",
        "weights frozen for a block": "import contextlib\n@contextlib.contextmanager\ndef frozen(net):\n    for p in net.parameters():\n        p.requires_grad_(False)\n    try:\n        yield\n    finally:\n        for p in net.parameters():\n            p.requires_grad_(True)\nD = nn.Linear(2, 1)\nx = torch.randn(4, 2, requires_grad=True)\nwith frozen(D):\n    D(x).sum().backward()\nD(torch.randn(4, 2)).sum().backward()",
        "last layer switched on again": "net = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))\nfor p in net.parameters():\n    p.requires_grad = False\nfor p in net[-1].parameters():\n    p.requires_grad = True\nnet(torch.randn(4, 2)).sum().backward()",
        "step over frozen weights": "body, head = nn.Linear(2, 3), nn.Linear(3, 1)\nfor p in body.parameters():\n    p.requires_grad = False\nnet = nn.Sequential(body, nn.Tanh(), head)\nopt = torch.optim.SGD(body.parameters(), lr=0.1)\nx = torch.randn(4, 2, requires_grad=True)\ny = body(x)\nopt.step()\ny.sum().backward()",
        "frozen if a pattern does not match": 'import re\nnet = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))\nfor name, p in net.named_parameters():\n    if not re.search("bias", name):\n        p.requires_grad = False\nnet(torch.randn(4, 2)).sum().backward()',
        "frozen by the module that owns them": "net = nn.Sequential(nn.Linear(2, 3), nn.LayerNorm(3), nn.Linear(3, 1))\nfor mod in net.modules():\n    if not isinstance(mod, nn.LayerNorm):\n        for p in mod.parameters(recurse=False):\n            p.requires_grad = False\nnet(torch.randn(4, 2)).sum().backward()",
        "list emptied by del": "net = nn.Linear(2, 2)\nprobs, values = [], []\nfor ep in range(3):\n    for t in range(4):\n        probs.append(net(torch.randn(2)).tanh())\n        values.append(net(torch.randn(2)).tanh())\n    torch.stack([p * v for p, v in zip(probs, values)]).sum().backward()\n    del probs[:], values[:]",
        "list emptied by a slice": "net = nn.Linear(2, 2)\nsaved = []\nfor ep in range(3):\n    for t in range(6):\n        saved.append(net(torch.randn(2)).tanh())\n    torch.stack(saved).sum().backward()\n    saved[:] = []",
        "first of a list deleted": "net = nn.Linear(2, 2)\nkept = []\nfor ep in range(5):\n    kept.append(net(torch.randn(2)).tanh())\n    kept[0].sum().backward()\n    del kept[0]",
        "list emptied one by one": "net = nn.Linear(2, 2)\nqueue = []\nfor ep in range(3):\n    for t in range(4):\n        queue.append(net(torch.randn(2)).tanh())\n    while queue:\n        queue.pop().sum().backward()",
        "dict emptied and filled again": 'net = nn.Linear(2, 2)\ncache = {}\nfor ep in range(3):\n    cache["a"] = net(torch.randn(2)).tanh()\n    cache["b"] = net(torch.randn(2)).tanh()\n    sum(v.sum() for v in cache.values()).backward()\n    cache.clear()',
        "popped by its key": 'net = nn.Linear(2, 2)\ncache = {}\nfor ep in range(3):\n    cache["a"] = net(torch.randn(2)).tanh()\n    cache["b"] = net(torch.randn(2)).tanh()\n    cache.pop("a").sum().backward()\n    cache.pop("b").sum().backward()',
        "attribute deleted": 'class A(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.lin = nn.Linear(2, 2)\n    def forward(self, x):\n        if not hasattr(self, "h"):\n            self.h = torch.zeros(2)\n        self.h = torch.tanh(self.lin(x) + self.h)\n        return self.h\na = A()\nfor _ in range(3):\n    a(torch.randn(2))\n    a(torch.randn(2)).sum().backward()\n    del a.h',
        "deque of one": "from collections import deque\nnet = nn.Linear(2, 2)\nkept = deque(maxlen=1)\nfor ep in range(5):\n    kept.append(net(torch.randn(2)).tanh())\n    torch.stack(list(kept)).sum().backward()",
        "some gradients dropped before the step": 'class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.body, self.head = nn.Linear(2, 3), nn.Linear(3, 1)\n    def forward(self, x):\n        return self.head(self.body(x))\nnet = Net()\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor it in range(4):\n    loss = net(torch.randn(4, 2)).pow(2).mean()\n    opt.zero_grad()\n    loss.backward()\n    if it < 1:\n        for name, p in net.named_parameters():\n            if "head" in name:\n                p.grad = None\n    opt.step()',
        "gradients of a layer zeroed before the step": "net = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1))\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor it in range(4):\n    loss = net(torch.randn(4, 2)).pow(2).mean()\n    opt.zero_grad()\n    loss.backward()\n    net[1].zero_grad()\n    opt.step()",
        "gradients put by, from the groups": 'net = nn.Linear(2, 2)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\nfor it in range(3):\n    y = net(torch.randn(4, 2))\n    losses = [y[:, 0].pow(2).mean(), y[:, 1].pow(2).mean()]\n    grads = []\n    for loss in losses:\n        opt.zero_grad()\n        loss.backward(retain_graph=True)\n        grads.append([p.grad.clone() for g in opt.param_groups for p in g["params"]])\n    for g in opt.param_groups:\n        for i, p in enumerate(g["params"]):\n            p.grad = sum(one[i] for one in grads)\n    opt.step()',
        "gradients put by, by an object": 'class Wrap:\n    def __init__(self, opt):\n        self.opt, self.store = opt, []\n    def gather(self):\n        for g in self.opt.param_groups:\n            for p in g["params"]:\n                if p.grad is not None:\n                    self.store.append(p.grad.detach().clone())\nnet = nn.Linear(2, 2)\nw = Wrap(torch.optim.SGD(net.parameters(), lr=0.1))\nfor it in range(3):\n    y = net(torch.randn(4, 2))\n    for k in range(2):\n        w.opt.zero_grad()\n        y[:, k].pow(2).mean().backward(retain_graph=True)\n        w.gather()\n    w.opt.step()',
        "gradients put by, by a helper": "net = nn.Linear(2, 2)\nopt = torch.optim.SGD(net.parameters(), lr=0.1)\ndef flat(params):\n    return torch.cat([p.grad.reshape(-1) for p in params])\ndef put(params, g):\n    at = 0\n    for p in params:\n        p.grad = g[at:at + p.numel()].view_as(p).clone()\n        at += p.numel()\nfor it in range(3):\n    y = net(torch.randn(4, 2))\n    total = 0\n    for k in range(2):\n        opt.zero_grad()\n        y[:, k].pow(2).mean().backward(retain_graph=True)\n        total = total + flat(net.parameters())\n    put(net.parameters(), total)\n    opt.step()",
        "zeros in the type of a frozen weight": "w = nn.Linear(3, 3)\na = nn.Parameter(w.weight.new_zeros(3, 3))\nw.requires_grad_(False)\nopt = torch.optim.SGD([a], lr=0.1)\n(w(b) + b @ a).sum().backward()\nopt.step()",
        "numbers drawn in a block, only added": "import numpy as np\nfrom torch.utils.checkpoint import checkpoint\nrng = np.random.default_rng(3)\nlin = nn.Linear(2, 2)\ndef stage(x):\n    noise = torch.from_numpy(rng.standard_normal((3, 2)).astype(np.float32))\n    return torch.tanh(lin(x)) + 0.1 * noise\ncheckpoint(stage, torch.randn(3, 2), use_reentrant=False).sum().backward()",
        "generator made in a block": "import numpy as np\nfrom torch.utils.checkpoint import checkpoint\nlin = nn.Linear(2, 2)\ndef stage(x):\n    rng = np.random.default_rng(3)\n    noise = torch.from_numpy(rng.standard_normal((3, 2)).astype(np.float32))\n    return torch.tanh(lin(x + noise))\ncheckpoint(stage, torch.randn(3, 2), use_reentrant=False).sum().backward()",
        "generator seeded in a block": "import random\nfrom torch.utils.checkpoint import checkpoint\nlin = nn.Linear(2, 2)\ndef stage(x, seed):\n    random.seed(seed)\n    k = random.random()\n    return torch.tanh(lin(x * k))\ncheckpoint(stage, torch.randn(3, 2), 5, use_reentrant=False).sum().backward()",
        "numbers drawn for a block": 'import numpy as np\nfrom torch.utils.checkpoint import checkpoint\nlin = nn.Linear(2, 2)\nnoise = torch.from_numpy(np.random.rand(3, 2).astype("float32"))\ndef stage(x, noise):\n    return torch.tanh(lin(x + noise))\ncheckpoint(stage, torch.randn(3, 2), noise, use_reentrant=False).sum().backward()',
        "numbers drawn by torch in a block": "from torch.utils.checkpoint import checkpoint\nlin = nn.Linear(2, 2)\ndef stage(x):\n    return torch.tanh(lin(x + torch.randn_like(x)))\ncheckpoint(stage, torch.randn(3, 2), use_reentrant=False).sum().backward()",
        "eval pass without a graph before a training pass": "net = nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.Linear(6, 3))\nx = torch.randn(6, 4)\nnet.eval()\nwith torch.no_grad():\n    clean = net(x)\nnet.train()\nnoisy = net(x + 0.1)\n(clean - noisy).pow(2).mean().backward()",
        "backward between an eval and a training pass": "net = nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.Linear(6, 3))\nx = torch.randn(6, 4)\nfor _ in range(3):\n    net.eval()\n    net(x).pow(2).mean().backward()\n    net.train()\n    net(x + 0.1).pow(2).mean().backward()",
        "training pass before an eval pass": "net = nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.Linear(6, 3))\nx = torch.randn(6, 4)\na = net(x)\nnet.eval()\nb = net(x + 0.1)\nnet.train()\n(a - b).pow(2).mean().backward()",
        "eval pass of a copy": "import copy\nnet = nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.Linear(6, 3))\nteacher = copy.deepcopy(net).eval()\nx = torch.randn(6, 4)\na = teacher(x)\nb = net(x + 0.1)\n(a - b).pow(2).mean().backward()",
        "norm that tracks nothing": "net = nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6, track_running_stats=False), nn.Linear(6, 3))\nx = torch.randn(6, 4)\nnet.eval()\na = net(x)\nnet.train()\nb = net(x + 0.1)\n(a - b).pow(2).mean().backward()",
        "norm in eval mode in a net in training": "net = nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.Linear(6, 3))\nnet.train()\nfor mod in net.modules():\n    if isinstance(mod, nn.BatchNorm1d):\n        mod.eval()\nx = torch.randn(6, 4)\na = net(x)\nb = net(x + 0.1)\n(a - b).pow(2).mean().backward()",
        "gradient with a graph, dropped": "w = torch.randn(3, requires_grad=True)\nfor _ in range(2):\n    (w ** 3).sum().backward(create_graph=True)\n    loss = w.grad.square().sum()\n    w.grad = None\n    loss.backward()\n    w.grad = None",
        "dropout in place of a share that a script sets to zero": "class A(nn.Module):\n    def __init__(self, p=0.0):\n        super().__init__()\n        self.drop, self.p = nn.Dropout(p, inplace=True), p\n    def forward(self, x):\n        w = self.drop(x.softmax(-1))\n        return F.dropout(w, self.p, self.training, inplace=True)\nA()(x).sum().backward()",
        "dropout in place that drops nothing": "drop = nn.Dropout(p=0.0, inplace=True)\ny = torch.sigmoid(x)\nF.dropout(y, 0.0, True, inplace=True)\nF.dropout(y, p=0, inplace=True)\ntorch.dropout_(y, 0.0, True)\ndrop(y).sum().backward()",
        "gradient with a graph, copied before it is cleared": "w = torch.randn(3, requires_grad=True)\n(w ** 3).sum().backward(create_graph=True)\ng = w.grad.clone()\nw.grad.detach_()\nw.grad.zero_()\ng.square().sum().backward()",
    }.items()
}


def rows_marked(program: str, mark: str) -> set[int]:
    """Return the rows that end in `# mark`."""
    lines = program.splitlines()
    return {row for row, line in enumerate(lines, 1) if re.search(rf"# {mark}$", line)}
