"""Programs as they stand in released packages: they look suspicious and are right.

Each is run first. `opaque` is code that cannot be read; beside some stands the one that is wrong.
"""

from __future__ import annotations

import pytest

from tests.static.mended import found

HEAD = """\
import torch
from torch import nn
import torch.nn.functional as F
opaque = eval("lambda *given: given[0] * 2")
x = torch.rand(3, 3, requires_grad=True)
"""
OWN = """
class Loss(torch.autograd.Function):
    @staticmethod
    def forward(ctx, logits, target):
        p = logits.exp()
        p.div_(p.sum(-1, keepdim=True))
        ctx.save_for_backward({saved}, target)
        return -p.gather(-1, target[:, None]).log().sum()
    @staticmethod
    def backward(ctx, g):
        softmax, target = ctx.saved_tensors
        grad = softmax
        rows = grad.view(-1, 3)
        rows[torch.arange(3), target] -= 1
        return grad.mul_(g), None
target = torch.tensor([0, 2, 1])
"""
LOSS = "loss = Loss.apply(x * 1, target)\n"
SMOOTH = """
def smooth(d, beta=1.0):
    d = d.abs()
    return torch.where(d < beta, 0.5 * d * d / beta, d - 0.5 * beta)
smooth(x - 1).sum().backward()
"""
FINE = {
    "a softmax that backward uses up": OWN.format(saved="p") + LOSS + "loss.backward()\n",
    "the threshold is the unit": SMOOTH,
    "a threshold of the module": """
class Wing(nn.Module):
    def __init__(self, width, eps):
        super().__init__()
        self.width, self.eps = width, eps
    def forward(self, p, t):
        d = (t - p).abs()
        return torch.where(d < self.width, self.width * torch.log(1.0 + d / self.eps), d).sum()
Wing(10.0, 2.0)(x, torch.zeros(3, 3)).backward()
""",
    "a scale that is an exponential": """
beta = x[0].exp()
y = beta * x
torch.where(y <= 1.0, torch.log1p(y.clamp(max=5.0).exp()) / beta, x).sum().backward()
""",
    "a divisor off zero by a name": """
EPS = 1e-8
v = torch.relu(x - 0.5)
g = x / (v + EPS)
torch.where(v >= EPS, g, torch.zeros_like(g)).sum().backward()
""",
    "a sum of squares, asked about one of them": """
a, c = x[0], x[1] + 1.0
s = torch.pow(a ** 2 + c ** 2, 0.5)
torch.where(a / s > 0.7, c / s, a / s).sum().backward()
""",
    "a mean that cannot be NaN": """
eps = 1e-7
f = x.sum() / (x.sum() + 1.0 + eps)
torch.where(torch.isnan(f), torch.zeros_like(f), f).backward()
""",
    "logarithms of counted distances": """
i = torch.arange(3)
d = (i[:, None] - i[torch.tensor([0, 1, 2])]).clamp_min_(min=1)
k = d.to(torch.float).log2().floor_().to(torch.long)
nn.Embedding(9, 2)(torch.where(d < 5, d - 1, k + 2)).sum().backward()
""",
    "a dict that is handed to forward": """
class Model(nn.Module):
    def forward(self, batch):
        y = batch["y"] - batch["y"].mean().detach()
        scale = torch.sqrt(torch.var(y, dim=1, keepdim=True) + 1e-5)
        y /= scale
        batch["z"] = y
        return y
w = nn.Linear(3, 1)
w(Model()({"y": torch.rand(3, 3)})).sum().backward()
""",
    "a list that is handed to forward": """
class Adapter(nn.Module):
    def __init__(self):
        super().__init__()
        self.alphas = nn.Parameter(torch.ones(2))
    def forward(self, parts):
        for i, part in enumerate(parts):
            parts[i] = self.alphas[i] * part
        return torch.cat(parts, dim=1)
Adapter()([x * 1, x * 2]).sum().backward()
""",
    "states that are replaced in their list": """
class Cells(nn.Module):
    def __init__(self):
        super().__init__()
        self.cells = nn.ModuleList([nn.GRUCell(3, 3), nn.GRUCell(3, 3)])
    def forward(self, t, states):
        for i in range(2):
            t = self.cells[i](t, states[i])
            states[i] = t
        return t
Cells()(x, [torch.zeros(3, 3), torch.zeros(3, 3)]).sum().backward()
""",
    "parts of a tuple": """
class Total(nn.Module):
    def forward(self, given):
        z, logs = given
        for i, one in enumerate(logs):
            if i == 0:
                total = one
            else:
                total += one
        return (z * z).sum() - total
Total()((x, [(x * 2).sum(), (x * 3).sum()])).backward()
""",
    "a class of one's own": """
class Many(list):
    pass
class Scale(nn.Module):
    def forward(self, y):
        if isinstance(y, Many):
            for one in y:
                one /= 2.0
            return y
        return y / 2.0
nn.Linear(3, 1)(Scale()(torch.rand(2, 3))).sum().backward()
""",
    "a gradient to start from": """
y = opaque(x)
g = torch.randn_like(x.detach().clone().requires_grad_())
y.backward(g)
""",
    "zeros that somebody fills": """
fill = eval("lambda out, t: out.add_(t)")
out = torch.zeros_like(x.detach().clone().requires_grad_())
fill(out, x * 2)
out.sum().backward()
""",
    "zeros that a loop fills": """
ends = [0, 1, 3]
y = x.new_zeros((3, 3))
for e in range(2):
    if ends[e + 1] <= ends[e]:
        continue
    y[ends[e]:ends[e + 1]] = x[ends[e]:ends[e + 1]] * 2
y.sum().backward()
""",
    "a reference that was cloned first": """
a = torch.rand(3)
b = a.clone()
a.requires_grad_()
b.requires_grad_()
opaque(a).sum().backward()
opaque(b).sum().backward()
print(a.grad - b.grad)
""",
    "a gradient with respect to what a loop starts from": """
h = (x ** 2).exp()
total = torch.zeros(3, 3)
for k in range(3):
    total += torch.autograd.grad((h * k).pow(2).sum(), h)[0]
""",
    "log-probabilities that are let go": """
class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer, self.kept = nn.Linear(3, 2), []
policy = Policy()
def act(state):
    p = torch.softmax(policy.layer(state), dim=-1)
    policy.kept.append(p[0].log())
def finish():
    torch.stack(policy.kept).sum().backward()
    del policy.kept[:]
for _ in range(3):
    act(torch.rand(3))
    finish()
""",
    "the type of an operand": """
s = x * 2
s = s.float().masked_fill_(s.detach() > 1, float("-inf")).type_as(s)
s.softmax(-1).pow(2).sum().backward()
""",
    "all of an expanded view": """
i = torch.zeros(1).expand(3)
i.fill_(2.0)
(x * i).sum().backward()
""",
    "an expanded view of another type": """
mask = torch.ones(3, 1, dtype=torch.uint8).expand(3, 3).float()
mask *= 0.5
(x * mask).sum().backward()
""",
    "shapes that are made to agree": """
y, m = torch.broadcast_tensors(x * 2, x.mean(1, keepdim=True))
y -= m
y.sum().backward()
""",
    "a flag that is asked twice": """
def positions(n, reset):
    ids = torch.arange(3).unsqueeze(0).expand(n, 3)
    if reset:
        ids = ids.clone()
    for b in range(n):
        if reset:
            ids[b, 1:] -= 1
    return ids
nn.Embedding(5, 2)(positions(2, True).abs()).sum().backward()
""",
    "counted down from a tensor": """
y = x * 1
for i in range(torch.tensor(2), -1, -1):
    y[..., i].copy_(y[..., 0])
y.sum().backward()
""",
    "what is expected to raise": """
import pytest
y = x.exp()
with pytest.raises(RuntimeError):
    y.add_(1)
    y.sum().backward()
""",
    "a sequence that is packed": """
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence
class Both(nn.Module):
    def __init__(self):
        super().__init__()
        self.lstm = nn.LSTM(3, 3, batch_first=True)
    def forward(self, t):
        packed = pack_padded_sequence(t, [3, 2], batch_first=True)
        out, _ = self.lstm(packed)
        y, _ = pad_packed_sequence(out, batch_first=True)
        y[0, :2] = y[0, :2].flip(0)
        return y
Both()(torch.rand(2, 3, 3)).sum().backward()
""",
    "a table of constants": """
class Times(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.register_buffer("rates", torch.rand(n))
    def forward(self, t):
        y = t.unsqueeze(-1) * self.rates
        y[..., 0::2] = torch.sin(y[..., 0::2])
        return y
nn.Linear(4, 1)(Times(4)(torch.rand(2, 3))).sum().backward()
""",
    "room that old tensors are given": """
t = torch.FloatTensor(3, 3).uniform_()
t.requires_grad = True
(t * x).sum().backward()
""",
    "a flag that is set where there is none": """
def gradient(given):
    if not given.requires_grad:
        given.requires_grad = True
    return torch.autograd.grad(opaque(given).sum(), given)[0]
gradient(x * 2)
""",
    "results that are not known to be one": """
solve = eval("lambda t: (t * 1.0, t * 2.0)")
kept = []
for _ in range(2):
    w, u = solve(x)
    kept.append(u.detach().numpy())
    w /= w.sum(1, keepdim=True)
(w.sum() + sum(k.sum() for k in kept)).backward()
""",
    "a state that is filled, then loaded": """
net = nn.Linear(3, 3)
state = net.state_dict()
for key in ("weight", "bias"):
    state[key].copy_(torch.zeros_like(state[key]))
net.load_state_dict(state)
net(x).sum().backward()
""",
    "infinities that nobody multiplies": """
a = torch.ones([2, 3]) * float("-inf")
a[0] = 1.0
p = torch.ones([2, 3]) * float("-inf")
p[0] = x[0]
p = torch.where(torch.isinf(a), float("-inf"), p)
p.logsumexp(1)[0].backward()
""",
    "layers of which the last has no activation": """
class Norm(nn.Module):
    def __init__(self, act):
        super().__init__()
        self.bn, self.act = nn.BatchNorm1d(3), act
    def forward(self, t):
        t = self.bn(t)
        return t if self.act is None else self.act(t)
class Stack(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        acts = [nn.ReLU()] * (len(sizes) - 1)
        acts += [None]
        self.layers = nn.ModuleList([Norm(act) for _, act in zip(sizes, acts)])
    def forward(self, given):
        t = given
        for layer in self.layers:
            t = layer(t)
        t += given
        return t
Stack([3, 3, 3])(x).sum().backward()
""",
    "a graph that is let go in the last pass": """
def rows(y, keep=None):
    found, stay = [], True
    for j, one in enumerate(y.unbind()):
        if j == len(y) - 1:
            stay = keep
        found.append(torch.autograd.grad([one.sum()], [x], retain_graph=stay)[0])
    return found
rows(x.exp())
""",
    "a solver without gradients": """
class Solver(nn.Module):
    def forward(self, A, b):
        x = torch.zeros_like(b)
        q = torch.empty_like(b)
        r = b - A @ x
        for _ in range(2):
            torch.matmul(A, r, out=q)
            r -= q
        return r
Solver()(torch.rand(3, 3), torch.rand(3, 1))
""",
}


@pytest.mark.parametrize("name", FINE)
def test_what_is_right_gets_no_word(name: str) -> None:
    exec(HEAD + FINE[name], {"__name__": "program"})
    assert found(HEAD + FINE[name]) == set()


WRONG = {
    "the input itself is used up": (
        "GS704",
        OWN.format(saved="logits") + LOSS + "loss.backward()\n",
    ),
    "a softmax that is used up and needed again": (
        "GS704",
        OWN.format(saved="p") + LOSS + "loss.backward(retain_graph=True)\nloss.backward()\n",
    ),
    "the bound is what is divided by": (
        "GS601",
        "d = x - x[0, 0]\ntorch.where(d != 0, 1 / d, torch.zeros_like(d)).sum().backward()\n",
    ),
    "a base below zero": (
        "GS601",
        "d, r = x * 3, 1.0\ntorch.where(d < r, (1.0 - d / r) ** 1.5, d * 0).sum().backward()\n",
    ),
    "a loop that goes through the whole graph": (
        "GS402",
        "h = (x ** 2).exp()\nfor k in range(2):\n    torch.autograd.grad((h * k).sum(), x)\n",
    ),
    "a column that is spread": (
        "GS306",
        "y, m = torch.broadcast_tensors(x * 2, x.mean(1, keepdim=True))\nm -= 1\n",
    ),
    "a write before what is expected to raise": (
        "GS101",
        "import pytest\ny = x.exp()\ny.add_(1)\nwith pytest.raises(ValueError):\n    int('a')\n"
        "y.sum().backward()\n",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_its_neighbour_that_is_wrong_is_told(name: str) -> None:
    code, program = WRONG[name]
    assert code in found(HEAD + program)
