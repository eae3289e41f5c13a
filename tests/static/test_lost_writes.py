"""Changes that reach nothing: results thrown away, names rebound, parameters nobody keeps."""

from __future__ import annotations

from textwrap import indent
from typing import Any

import pytest

from tests.static.mended import found, mended

HEAD = """\
import torch
from torch import nn
net = nn.Linear(3, 2)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
"""


@pytest.mark.parametrize("gradient", ["p.grad", "p.grad.data"])
def test_a_gradient_that_is_clipped_into_nothing_is_clipped_in_place(gradient: str) -> None:
    program = f"""{HEAD}net(torch.rand(4, 3)).sum().backward()
for p in net.parameters():
    {gradient}.clamp(-0.1, 0.1)
opt.step()
"""
    assert found(program) == {"GS514"}
    after = mended(program, "GS514")
    assert f"    {gradient}.clamp_(-0.1, 0.1)\n" in after
    names: dict[str, Any] = {}
    exec(after, names)
    assert max(p.grad.abs().max() for p in names["net"].parameters()) <= 0.1


WEIGHED = """\
class Weights:
    def __init__(self):
        self.value = torch.randn(2)
    def of(self, out):
        w, pad = self.value, torch.tensor([True, False])
{steps}
        return (out * w).sum()
Weights().of(net(torch.rand(4, 3))).backward()
"""


@pytest.mark.parametrize(
    ("steps", "is_told"),
    [
        ("w.clamp(-1, 1)", True),
        ("torch.clamp(w, -1, 1)", True),
        ("w.masked_fill(pad, 0.0)", True),
        ("self.value.sub(1.0)", True),
        ("for k in range(3):\n    w.add(k)\n    out = out * w", True),
        ("for k in range(3):\n    w.add(k)", False),  # timed
        ("try:\n    w.add(pad)\nexcept RuntimeError:\n    w = pad", False),  # tried
        ("w.clamp(-1, 1)\nw.clamp_(-1, 1)", False),
        ("w = w.clamp(-1, 1)\nw.size(0)", False),
        ("w.clamp(-1, 1)\nw = torch.ones(2)", False),
    ],
)
def test_a_weight_that_is_changed_into_nothing_is_told_where_a_loss_reads_it(
    steps: str, is_told: bool
) -> None:
    program = HEAD + WEIGHED.format(steps=indent(steps, " " * 8))
    assert found(program) == ({"GS514"} if is_told else set())


def test_what_is_thrown_away_at_the_top_may_be_looked_at() -> None:
    shown = "w = torch.randn(2)\nw.clamp(-1, 1)\n"
    assert found(HEAD + shown + "(net(torch.rand(4, 3)) * w).sum().backward()\n") == set()


REBOUND = HEAD + "h = [net(torch.rand(3)), net(torch.rand(3))]\n"


@pytest.mark.parametrize(
    ("loop", "is_told"),
    [
        ("for s in h:\n    s = s.detach()\n", True),
        ("def reset(*states):\n    for s in states:\n        s = s * 0\nreset(*h)\n", True),
        ("for s in h:\n    s = s * 2\nh.append(s)\n", False),
        ("for s in h:\n    s = torch.zeros(2)\n", False),
        ("for s in torch.rand(2, 3):\n    s = s * 2\n", False),
    ],
)
def test_a_loop_variable_that_is_rebound_changes_no_list(loop: str, is_told: bool) -> None:
    told = found(REBOUND + loop + "sum(h).sum().backward()\n")
    assert told == ({"GS515"} if is_told else set())


MODULE = """\
import torch
from torch import nn
class Own(nn.Module):
    def __init__(self, device):
        super().__init__()
        self.w = {made}
    def forward(self, x):
        return x * self.w
net = Own("cpu")
net(torch.rand(3)).sum().backward()
"""


@pytest.mark.parametrize(
    ("made", "after"),
    [
        ("nn.Parameter(torch.ones(1, 3)).squeeze()", "nn.Parameter(torch.ones(1, 3).squeeze())"),
        ("nn.Parameter(torch.ones(3)).double()", "nn.Parameter(torch.ones(3).double())"),
        ("nn.Parameter(torch.ones(3)) * 0.1", "nn.Parameter(torch.ones(3) * 0.1)"),
        ("0.1 * nn.Parameter(2 * torch.ones(3))", "nn.Parameter(0.1 * (2 * torch.ones(3)))"),
    ],
)
def test_what_is_made_of_a_parameter_is_made_before_it(made: str, after: str) -> None:
    names: dict[str, Any] = {}
    exec(mended(MODULE.format(made=made), "GS522"), names)
    assert mended(MODULE.format(made=made), "GS522") == MODULE.format(made=after)
    (weight,) = names["net"].parameters()
    assert weight.grad is not None


@pytest.mark.parametrize(
    "made",
    [
        "nn.Parameter(torch.ones(3))",
        "nn.Parameter(torch.ones(3)).to(device)",
        "nn.Parameter(torch.ones(3)).float()",
        "nn.Parameter(torch.ones(3)).requires_grad_()",
        "nn.Parameter(torch.ones(3)) if device else None",
        "nn.Parameter(torch.ones(3)).numel()",
    ],
)
def test_a_parameter_that_stays_one_gets_no_word(made: str) -> None:
    assert "GS522" not in found(MODULE.format(made=made))


@pytest.mark.parametrize("grads", ["[p.grad for p in net.parameters()]", "gradients()"])
def test_gradients_that_a_loop_only_renames_are_told(grads: str) -> None:
    program = f"""{HEAD}def gradients():
    return [p.grad for p in net.parameters() if p.grad is not None]
net(torch.rand(4, 3)).sum().backward()
for g in {grads}:
    g = g * 0.5
opt.step()
"""
    assert found(program) == {"GS515"}
    assert found(program.replace("g = g * 0.5", "g *= 0.5")) == set()
    assert found(program.replace("g = g * 0.5", "g = g * 0.5; print(g)")) == set()


def test_a_gradient_that_is_none_of_an_unregistered_parameter_is_told_once() -> None:
    program = """\
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3)) * 0.1
    def forward(self, x):
        return x * self.scale
net = Net()
net(torch.rand(2, 3)).sum().backward()
print(net.scale.grad)
"""
    assert found(program) == {"GS522"}
