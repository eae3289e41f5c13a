"""Unsafe fixes, held against a program that is written as it was meant: the same gradients."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
import torch

from tests.static.test_fixes import fixed

HEAD = """\
import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
"""


@dataclass(frozen=True)
class Mend:
    """A program, what of it is to be written otherwise, and the gradients to compare."""

    bad: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    asked: str

    @property
    def good(self) -> str:
        """The program as it was meant."""
        text = self.bad
        for old, new in zip(self.old, self.new, strict=True):
            assert old in text
            text = text.replace(old, new)
        return text


def gradients(program: str, asked: str) -> list[torch.Tensor]:
    """Run a program and return what is asked about it."""
    names: dict[str, object] = {}
    exec(compile(HEAD + program, "a.py", "exec"), names)
    got = eval(asked, names)
    return [got] if isinstance(got, torch.Tensor) else list(got)


MENDS = {
    "a value does not go into the loss of others with its graph": Mend(
        """\
maker = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 2))
judge = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
opt_maker = torch.optim.SGD(maker.parameters(), lr=0.1)
opt_judge = torch.optim.SGD(judge.parameters(), lr=0.1)
made, real = maker(torch.randn(4, 2)), torch.randn(4, 2)
judged = judge(made).mean() - judge(real).mean()
opt_judge.zero_grad()
judged.backward()
opt_judge.step()
opt_maker.zero_grad()
(-judge(made).mean()).backward()
opt_maker.step()
""",
        ("judge(made).mean() -",),
        ("judge(made.detach()).mean() -",),
        "[q for p in (*maker.parameters(), *judge.parameters()) for q in (p, p.grad)]",
    ),
    "a hook gives back what it makes of the gradient": Mend(
        """\
def turned(grad):
    grad.clamp_(max=0.1).mul_(-0.5)


w = torch.randn(4, requires_grad=True)
a, b = w * 2, w * 3
b.register_hook(turned)
(a + b).sin().sum().backward()
""",
        ("    grad.clamp_(max=0.1).mul_(-0.5)",),
        ("    return grad.clamp(max=0.1) * -0.5",),
        "w.grad",
    ),
    "a hook that changes rows gives the gradient back": Mend(
        """\
def without_first(grad):
    if len(grad) > 1:
        grad[0] = 0.0


w = torch.randn(4, requires_grad=True)
a, b = w * 2, w * 3
b.register_hook(without_first)
(a + b).sin().sum().backward()
""",
        ("        grad[0] = 0.0",),
        ("        return grad * torch.tensor([0.0, 1.0, 1.0, 1.0])",),
        "w.grad",
    ),
    "names of a chain get memory of their own": Mend(
        """\
w = torch.randn(4, requires_grad=True)
over = under = torch.zeros(4)
for k in range(1, 3):
    over += w * k
    under += w.exp()
(over / under).sum().backward()
""",
        ("over = under = torch.zeros(4)",),
        ("over, under = torch.zeros(4), torch.zeros(4)",),
        "w.grad",
    ),
    "parts that were unpacked get memory of their own": Mend(
        """\
w = torch.randn(3, 4, requires_grad=True)
a, b, c = w.tanh()
b *= 2.0
(a * b.exp() + c).sum().backward()
""",
        ("b *= 2.0",),
        ("b = b * 2.0",),
        "w.grad",
    ),
    "parts that were unpacked stand for their whole, which is read": Mend(
        """\
w = torch.randn(3, 4, requires_grad=True)
h = w.tanh() * 1.0
a, b, c = h
b *= 2.0
(a * b.exp() + c + h.sum(0)).sum().backward()
""",
        ("b *= 2.0\n", "a, b, c = h"),
        ("", "h = h * torch.tensor([[1.0], [2.0], [1.0]])\na, b, c = h"),
        "w.grad",
    ),
    "a loss that was summed up of numbers": Mend(
        """\
w = torch.randn(4, requires_grad=True)
loss = 0.0
for k in range(3):
    loss -= (w * k).sin().sum().item() * 2.0
loss.backward()
""",
        (".item()",),
        ("",),
        "w.grad",
    ),
    "a weight is brought back into its bounds itself": Mend(
        """\
class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(5.0))

    def forward(self, x):
        self.scale.clamp_(max=4.6)
        return self.scale.exp() * x


net, x = Scaled(), torch.rand(3)
net(x).sum().backward()
""",
        ("        self.scale.clamp_(max=4.6)\n",),
        ("        self.scale.data.clamp_(max=4.6)\n",),
        "[net.scale, net.scale.grad]",
    ),
    "one step behind the losses of one forward": Mend(
        """\
trunk = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))
heads = nn.ModuleList([nn.Linear(3, 1), nn.Linear(3, 2)])
opt = torch.optim.SGD([*trunk.parameters(), *heads.parameters()], lr=0.1)
feat, seen = trunk(torch.randn(4, 3)), []
for loss in [head(feat).pow(2).mean() for head in heads]:
    loss.backward(retain_graph=True)
    opt.step()
    seen.append(loss.item())
""",
        ("    opt.step()\n", "    seen.append(loss.item())\n"),
        ("", "    seen.append(loss.item())\nopt.step()\n"),
        "[q for p in (*trunk.parameters(), *heads.parameters()) for q in (p, p.grad)]",
    ),
    "a root behind a where is kept away from zero": Mend(
        """\
v = torch.tensor([[0.0, 0.0], [0.3, 0.4]], requires_grad=True)
size = v.pow(2).sum(-1)
angle = size.sqrt()
near = angle < 1e-4
part = torch.where(near, 1 - size / 6, torch.sin(angle) / angle)
(part[:, None] * v).sum().backward()
""",
        ("angle = size.sqrt()", "near = angle < 1e-4"),
        (
            "angle = torch.where(size < 1e-8, torch.ones_like(size), size).sqrt()",
            "near = size < 1e-8",
        ),
        "v.grad",
    ),
    "a function changes a copy of the leaf that it is given and returns": Mend(
        """\
def blank(wave):
    wave.narrow(-1, 1, 2).fill_(0.0)
    return wave


wave = torch.randn(4)
wave.requires_grad_(True)
blank(wave).pow(2).sum().backward()
""",
        ("    wave.narrow",),
        ("    wave = wave.clone()\n    wave.narrow",),
        "wave.grad",
    ),
    "a detached alias that is written behind an index gets memory of its own": Mend(
        """\
w = torch.randn(4, requires_grad=True)
y = w * 2
ahead = y.detach()
ahead[1:][torch.tensor([True, False, True])] = 0.0
(y[:-1] - ahead[1:]).pow(2).sum().backward()
""",
        (".detach()",),
        (".detach().clone()",),
        "w.grad",
    ),
    "a write that raised is mended as it would have run": Mend(
        """\
w = torch.randn(4, requires_grad=True)
x = torch.relu(w)
h = x
h += w.sin()
(x * 3 + h.tanh()).sum().backward()
""",
        ("torch.relu(w)",),
        ("torch.relu(w).clone()",),
        "w.grad",
    ),
    "the result of a function that was thrown away is taken": Mend(
        """\
w = torch.randn(4, requires_grad=True)
y = w * 3
F.hardtanh(y)
y.pow(2).sum().backward()
""",
        ("F.hardtanh(y)",),
        ("y = F.hardtanh(y)",),
        "w.grad",
    ),
    "a step before a forward of its network stays there": Mend(
        """\
body = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
rival = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))
opt_body = torch.optim.SGD(body.parameters(), lr=0.1)
opt_rival = torch.optim.SGD(rival.parameters(), lr=0.1)
a, b = torch.randn(4, 3), torch.randn(4, 3)
score = rival(body(a))
opt_body.zero_grad()
loss = score.mean()
loss.backward(retain_graph=True)
opt_body.step()
fresh = body(b).detach()
rival_loss = F.softplus(score).mean() + F.softplus(-rival(fresh)).mean()
opt_rival.zero_grad()
rival_loss.backward()
opt_rival.step()
""",
        ("rival_loss.backward()",),
        ("rival_loss.backward(inputs=list(rival.parameters()))",),
        "[p.grad for p in (*rival.parameters(), *body.parameters())]",
    ),
    "a leaf without a name is made last": Mend(
        """\
x = torch.linspace(0.1, 0.9, 5, requires_grad=True).reshape(-1, 1)
slope = torch.autograd.grad(x.sin().sum(), x, create_graph=True)[0]
(slope + x).pow(2).sum().backward()
kept = x.grad
""",
        (", requires_grad=True).reshape(-1, 1)",),
        (").reshape(-1, 1).requires_grad_()",),
        "kept",
    ),
    "leaves in a list are made last": Mend(
        """\
scales = [torch.ones(2, requires_grad=True).double() for _ in range(2)]
opt = torch.optim.SGD(scales, lr=0.1)
sum((scale * scale).sum() for scale in scales).backward()
""",
        (", requires_grad=True).double()",),
        (").double().requires_grad_()",),
        "[scale.grad for scale in scales]",
    ),
    "an optimizer gets the leaf behind a value": Mend(
        """\
raw = torch.zeros(2, requires_grad=True)
scale = F.softplus(raw)
opt = torch.optim.SGD([scale], lr=0.1)
loss = (scale * torch.tensor([1.0, 2.0])).sum()
opt.zero_grad()
loss.backward()
opt.step()
""",
        ("SGD([scale]",),
        ("SGD([raw]",),
        "raw, raw.grad",
    ),
    "gradients read by a comprehension are cleared": Mend(
        """\
net, x, kept = nn.Linear(3, 2), torch.randn(4, 3), []
for task in (0, 1):
    net(x)[:, task].pow(2).mean().backward()
    kept.append(torch.cat([p.grad.flatten() for p in net.parameters()]))
""",
        ("    net(x)",),
        ("    net.zero_grad()\n    net(x)",),
        "kept",
    ),
    "gradients of a list are cleared": Mend(
        """\
net, x, kept = nn.Linear(3, 2), torch.randn(4, 3), []
ws = [net.weight, net.bias]
for task in (0, 1):
    net(x)[:, task].pow(2).mean().backward()
    kept.append(torch.stack([w.grad.norm() for w in ws]))
""",
        ("    net(x)",),
        ("    net.zero_grad()\n    net(x)",),
        "kept",
    ),
    "a tensor that two calls change goes on changing": Mend(
        """\
class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.shift, self.out = nn.Parameter(torch.randn(3)), nn.Linear(3, 1)

    def forward(self, h):
        h += self.shift
        return self.out(h)


body, first, second = nn.Linear(3, 3), Head(), Head()
h = body(torch.randn(2, 3))
(first(h).pow(2).sum() + second(h).pow(2).sum()).backward()
""",
        ("self.out(h)",),
        ("self.out(h * 1.0)",),
        "[p.grad for m in (body, first, second) for p in m.parameters()]",
    ),
    "all layers of a list work out of place": Mend(
        """\
layers = nn.ModuleList([nn.Linear(3, 3), nn.ELU(inplace=True), nn.Linear(3, 3), nn.ELU(1.0, True)])
x, seen = torch.randn(2, 3), []
for layer in layers:
    x = layer(x)
    if isinstance(layer, nn.Linear):
        seen.append(x.square().mean())
(x.sum() + sum(seen)).backward()
""",
        ("inplace=True", "1.0, True"),
        ("inplace=False", "1.0, False"),
        "[p.grad for p in layers.parameters()]",
    ),
    "both operands are kept": Mend(
        """\
def project(*factors):
    for f in factors:
        f.data.clamp_(min=0)


w, h = torch.randn(4, 2, requires_grad=True), torch.randn(2, 3, requires_grad=True)
loss = (w @ h).pow(2).mean()
project(w, h)
loss.backward()
""",
        ("project(w, h)\nloss.backward()",),
        ("loss.backward()\nproject(w, h)",),
        "w, h, w.grad, h.grad",
    ),
    "a conversion that converts nothing is cloned": Mend(
        """\
def snap(values):
    r = values.to(torch.float32)
    r[r.abs() < 0.5] = 0.0
    return r


w = torch.randn(4, requires_grad=True)
h = w.tanh()
flat = snap(h)
(flat.pow(2).sum() + h.pow(3).sum()).backward()
""",
        ("values.to(torch.float32)",),
        ("values.clone()",),
        "w.grad",
    ),
    "one of several results is copied": Mend(
        """\
a = torch.randn(4, 3, requires_grad=True)
q, r = torch.linalg.qr(a)
d = r.diagonal()
d += 0.1
(q @ r).pow(2).sum().backward()
""",
        ("d = r", "d += 0.1\n"),
        ("r = r + 0.1 * torch.eye(3)\nd = r", ""),
        "a.grad",
    ),
    "views are made where gradients are recorded": Mend(
        """\
def windows(h, corners):
    with torch.no_grad():
        return [h[:, c:c + 2] for c in corners]


net, k = nn.Linear(3, 4), torch.rand(2, requires_grad=True)
h = net(torch.randn(2, 3))
for part in windows(h, (0, 2)):
    part.mul_(k)
h.pow(2).sum().backward()
""",
        ("    with torch.no_grad():\n        return",),
        ("    return",),
        "net.weight.grad, k.grad",
    ),
    "the last view of a block is made behind it": Mend(
        """\
leaf = torch.randn(4, requires_grad=True)
h = leaf.exp() * 1.0
with torch.no_grad():
    print(h.mean().item())
    part = h.view(2, 2)[0]
part.mul_(3.0)
h.sum().backward()
""",
        ("    part = h.view",),
        ("part = h.view",),
        "leaf.grad",
    ),
    "parts are made anew by their loop": Mend(
        """\
def scaled(parts, factors):
    for p, k in zip(parts, factors):
        p.mul_(k)
    return parts


def run(x):
    a, b = scaled(torch.chunk(x, 2, dim=1), (2.0, 3.0))
    return a * b


w = torch.randn(2, 4, requires_grad=True)
run(w.tanh()).sum().backward()
""",
        ("    for p, k in zip(parts, factors):\n        p.mul_(k)\n    return parts",),
        ("    return [p * k for p, k in zip(parts, factors)]",),
        "w.grad",
    ),
    "both branches get what they are made for": Mend(
        """\
def low(x):
    return torch.acos(x) / torch.sqrt(1 - x ** 2)


def high(x):
    return torch.acosh(x) / torch.sqrt(x ** 2 - 1)


w = torch.tensor(1.1, requires_grad=True)
x = torch.tensor([0.3, 0.7, 1.4, 2.5]) * w
torch.where(x < 1, low(x), high(x)).sum().backward()
""",
        ("low(x), high(x)",),
        ("low(torch.where(x < 1, x, 0.5)), high(torch.where(x < 1, 2.0, x))",),
        "w.grad",
    ),
    "what is below zero gets something below zero": Mend(
        """\
w = torch.tensor([-0.5, 0.0, 2.0], requires_grad=True)
torch.where(w < 0, torch.sqrt(-w), w * 2).sum().backward()
""",
        ("torch.sqrt(-w)",),
        ("torch.sqrt(-torch.where(w < 0, w, -1.0))",),
        "w.grad",
    ),
    "what forward has saved is computed in backward": Mend(
        """\
class Soft(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r, k):
        scaled = r * k
        gate = torch.sigmoid(scaled)
        ctx.save_for_backward(k, gate)
        return torch.log1p(torch.exp(scaled)) / k

    @staticmethod
    def backward(ctx, g):
        k, gate = ctx.saved_tensors
        return g * gate, g * 0.0


r = torch.tensor([0.3, -1.0], requires_grad=True)
slope = torch.autograd.grad(Soft.apply(r, torch.tensor(2.0)).sum(), r, create_graph=True)[0]
slope.pow(2).sum().backward()
""",
        ("Soft.apply(r, torch.tensor(2.0))",),
        ("(torch.log1p(torch.exp(2 * r)) / 2)",),
        "r.grad",
    ),
    "what forward has put on ctx is computed in backward": Mend(
        """\
class Soft(torch.autograd.Function):
    @staticmethod
    def forward(ctx, r):
        ctx.gate = torch.sigmoid(r)
        return torch.log1p(torch.exp(r))

    @staticmethod
    def backward(ctx, g):
        return g * ctx.gate


r = torch.tensor([0.3, -1.0], requires_grad=True)
slope = torch.autograd.grad(Soft.apply(r).sum(), r, create_graph=True)[0]
slope.pow(2).sum().backward()
""",
        ("Soft.apply(r)",),
        ("F.softplus(r)",),
        "r.grad",
    ),
    "a forward waits for weights that are lent by a with": Mend(
        """\
from contextlib import contextmanager


@contextmanager
def averaged(net, shadow):
    backup = {k: v.clone() for k, v in net.state_dict().items()}
    net.load_state_dict(shadow)
    yield net
    net.load_state_dict(backup)


net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
shadow = {k: 0.9 * v for k, v in net.state_dict().items()}
x = torch.randn(4, 3)
pred = net(x)
with averaged(net, shadow) as other, torch.no_grad():
    preview = other(x)
(pred - preview).pow(2).sum().backward()
""",
        ("pred = net(x)\n", "(pred - preview)"),
        ("", "(net(x) - preview)"),
        "[*net.parameters(), *(p.grad for p in net.parameters())]",
    ),
    "a forward waits for weights that are lent by hand": Mend(
        """\
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
shadow = {k: 0.9 * v for k, v in net.state_dict().items()}
x = torch.randn(4, 3)
pred = net(x)
backup = {k: v.clone() for k, v in net.state_dict().items()}
net.load_state_dict(shadow)
with torch.no_grad():
    preview = net(x)
net.load_state_dict(backup)
(pred - preview).pow(2).sum().backward()
""",
        ("pred = net(x)\n", "(pred - preview)"),
        ("", "(net(x) - preview)"),
        "[*net.parameters(), *(p.grad for p in net.parameters())]",
    ),
    "a module is run with weights that were adapted": Mend(
        """\
def adapt(net, x, y, rate):
    loss = (net(x) - y).pow(2).mean()
    grads = torch.autograd.grad(loss, list(net.parameters()), create_graph=True)
    with torch.no_grad():
        for p, g in zip(net.parameters(), grads):
            p.sub_(rate * g)
    return net


rate = torch.tensor(0.3, requires_grad=True)
net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
x, y = torch.randn(4, 2), torch.randn(4, 1)
fitted = adapt(net, x, y, rate)
(fitted(y.repeat(1, 2)) - x).pow(2).mean().backward()
""",
        (
            "    with torch.no_grad():\n        for p, g in zip(net.parameters(), grads):\n"
            "            p.sub_(rate * g)\n    return net\n",
        ),
        (
            "    w, b, v, c = [p - rate * g for p, g in zip(net.parameters(), grads)]\n"
            "    return lambda t: F.linear(torch.tanh(F.linear(t, w, b)), v, c)\n",
        ),
        "[rate.grad, *(p.grad for p in net.parameters())]",
    ),
    "a module is run with weights that were loaded": Mend(
        """\
import copy
rate = torch.tensor(0.3, requires_grad=True)
net, x, y = nn.Linear(2, 1), torch.randn(4, 2), torch.randn(4, 1)
grads = torch.autograd.grad((net(x) - y).pow(2).mean(), list(net.parameters()), create_graph=True)
new = {k: v - rate * g for (k, v), g in zip(net.named_parameters(), grads)}
learner = copy.deepcopy(net)
learner.load_state_dict(new)
(learner(x) - y).pow(2).mean().backward()
""",
        ("(learner(x) - y)",),
        ('(F.linear(x, new["weight"], new["bias"]) - y)',),
        "[rate.grad, *(p.grad for p in net.parameters())]",
    ),
    "new values are written into what an optimizer holds": Mend(
        """\
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
held = list(net.parameters())
opt = torch.optim.SGD(held, lr=0.1)
for layer in (net[0], net[2]):
    layer.weight = nn.Parameter(torch.sign(layer.weight.detach()))
loss = net(torch.randn(5, 3)).pow(2).mean()
opt.zero_grad()
loss.backward()
opt.step()
""",
        ("layer.weight = nn.Parameter(torch.sign(layer.weight.detach()))",),
        ("layer.weight.data.sign_()",),
        "[*held, *(p.grad for p in held)]",
    ),
}


@pytest.mark.parametrize("mend", MENDS.values(), ids=MENDS)
def test_what_is_mended_has_the_gradients_that_were_meant(mend: Mend) -> None:
    after = fixed(HEAD + mend.bad, unsafe=True).decode().removeprefix(HEAD)
    assert after != mend.bad
    got, wanted = gradients(after, mend.asked), gradients(mend.good, mend.asked)
    assert len(got) == len(wanted)
    for one, other in zip(got, wanted, strict=True):
        assert torch.allclose(one, other)


LEFT = {
    "a number that may be a tensor": """\
w = torch.randn(4, requires_grad=True)
loss = 0.0
for k in range(3):
    loss += (w * k).sum().item()
if isinstance(loss, torch.Tensor):
    loss.backward()
""",
    "a hook that only looks at the gradient": """\
def seen(grad):
    norms.append(grad.norm())


norms = []
w = torch.randn(4, requires_grad=True)
b = w * 3
b.register_hook(seen)
b.sin().sum().backward()
""",
    "a root that something is divided by, with a constant of its own": """\
v = torch.zeros(2, 3, requires_grad=True)
angle = torch.sqrt((v**2).sum(1, keepdim=True))
axis = v / (angle + 1e-6)
(axis * torch.sin(angle)).sum().backward()
""",
    "a root that something is divided by, not below a bound": """\
v = torch.zeros(2, 3, requires_grad=True)
angle = v.pow(2).sum(1, keepdim=True).sqrt()
(v / angle.clamp(min=1e-6) * torch.sin(angle)).sum().backward()
""",
    "a step for each loss, whose gradients are cleared before": """\
net = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
losses = [net(torch.randn(2, 3)).pow(2).mean() for _ in range(2)]
for loss in losses:
    opt.zero_grad()
    loss.backward()
    opt.step()
""",
    "a module that is asked for more than its result": """\
net = nn.Linear(2, 1)
x, rate = torch.randn(4, 2), torch.tensor(0.3, requires_grad=True)
grads = torch.autograd.grad(net(x).pow(2).mean(), list(net.parameters()), create_graph=True)
for p, g in zip(net.parameters(), grads):
    p.data -= rate * g
(net(x).mean() + net.weight.sum()).backward()
""",
    "parts whose whole is read again": """\
def scaled(parts):
    for p in parts:
        p *= 2.0
    return parts


w = torch.randn(2, 4, requires_grad=True)
h = w.tanh()
a, b = scaled(torch.chunk(h, 2, dim=1))
(a * b).sum().backward()
h.sum()
""",
    "a ratio that is compared itself": """\
w = torch.rand(4, requires_grad=True)
ratio = w / (torch.rand(4) + 1)
torch.where(ratio < 1, ratio, torch.ones_like(ratio)).sum().backward()
""",
    "a leaf that is kept elsewhere is not cut off": """\
kept = {}


def make(name):
    raw = torch.tensor(0.5, requires_grad=True)
    kept[name] = F.softplus(raw)


make("scale")
opt = torch.optim.SGD(kept.values(), lr=0.1)
""",
}


@pytest.mark.parametrize("program", LEFT.values(), ids=LEFT)
def test_what_could_train_something_else_is_left(program: str) -> None:
    assert fixed(HEAD + program, unsafe=True).decode() == HEAD + program
