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
