"""check on modules that nobody calls in their file, each of them run with real PyTorch as well."""

from __future__ import annotations

from typing import Any

import pytest

from gradsan.static.engine import check_source
from gradsan.static.source import parse
from tests.static.programs import rows_marked

torch = pytest.importorskip("torch")

_HEAD = """
import torch
import torch.nn.functional as F
from torch import nn
"""

RAISES = {
    "a Sequential whose forward calls that of its base": """
class Head(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(4, 4), nn.Sigmoid())
    def forward(self, x):
        return super().forward(x * 2)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = Head()
    def forward(self, x):
        h = self.head(x)
        h.mul_(2)  # changed
        return h
""",
    "an __init__ that refuses some arguments": """
class Net(nn.Module):
    def __init__(self, size=4, mode=None):
        super().__init__()
        if mode is None:
            mode = [size]
        if len(mode) != 1:
            raise ValueError(mode)
        self.fc = nn.Linear(size, size)
    def forward(self, x):
        h = self.fc(x)
        out = self.fc(h)
        h += 1  # changed
        return out
""",
    "a layer that stands in for none": """
def find(layer):
    return layer
class Net(nn.Module):
    def __init__(self, norm=None):
        super().__init__()
        norm = getattr(torch, "no such layer", norm) or nn.LayerNorm
        self.norm = norm(4)
        self.fc = nn.Linear(4, 4)
    def forward(self, x):
        h = self.fc(x)
        h[:] = self.norm(h)  # changed
        return h
""",
    "a function that a registry may hand out": """
INTERFACES = type("Interfaces", (dict,), {})()
def attend(module, query, value):
    weights = torch.softmax(query, dim=-1)
    weights = F.dropout(weights, p=0.5, training=module.training, inplace=True)  # changed
    return weights @ value, weights
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.value = nn.Linear(4, 4), nn.Linear(4, 4)
    def forward(self, x):
        interface = INTERFACES.get("eager", attend)
        out, _ = interface(self, self.query(x), self.value(x))
        return out
""",
    "a class that the annotation names": """
def dense(size):
    return nn.Linear(size, size)
class Block(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.fc = dense(size)
    def forward(self, x):
        return self.fc(x)
class Net(nn.Module):
    def __init__(self, block: type[Block] = Block, size=4):
        super().__init__()
        self.stem = nn.Linear(4, 4)
        self.stage = self.make(block, size)
    def make(self, block: type[Block], size):
        return nn.Sequential(*[block(size), block(size)])
    def forward(self, x):
        x = self.stem(x)
        x[:] = self.stage(x)  # changed
        return x
""",
    "a Sequential of one's own": """
from collections import OrderedDict
class Transform(nn.Sequential):
    def __init__(self, size):
        layers = OrderedDict()
        layers["a"] = nn.Linear(size, size)
        layers["act"] = nn.ReLU()
        super().__init__(layers)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.f = Transform(4)
    def forward(self, x):
        x += self.f(x)  # changed
        return x
""",
    "a class behind an if": """
if not hasattr(torch, "no such thing"):
    class Net(nn.Module):
        def forward(self, x):
            y = x.exp()
            y += 1  # changed
            return y
else:
    Net = None
""",
    "what flows through a module": """
class Net(nn.Module):
    def forward(self, hidden_states):
        size = hidden_states.pow(2).mean(-1, keepdim=True)
        hidden_states *= torch.rsqrt(size + 1e-6)  # changed
        return hidden_states
""",
    "a cast to the type that it has": """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
    def forward(self, x):
        h = self.fc(x)
        size = h.float().pow(2).mean(-1, keepdim=True)
        h *= torch.rsqrt(size + 1e-6)  # changed
        return h
""",
}

DIFFERS = {
    "an op inside a formula": """
class Net(nn.Module):
    def forward(self, x):
        size = x.pow_(2).mean(-1, keepdim=True)  # changed
        return x * torch.rsqrt(size + 1e-6)
""",
    "an op on the same memory under another type": """
class Net(nn.Module):
    def forward(self, x):
        size = x.to(torch.float32).pow_(2).mean(-1, keepdim=True)  # changed
        return x * torch.rsqrt(size + 1e-6)
""",
    "an op inside the formula itself": """
class Net(nn.Module):
    def forward(self, x):
        return x * torch.rsqrt(x.pow_(2).mean(-1, keepdim=True) + 1e-6)  # changed
""",
}

FINE = {
    "only the shape is read again": """
class Net(nn.Module):
    def forward(self, x):
        size = x.abs_().mean(-1, keepdim=True)
        return size.expand(x.shape) + x.size(0)
""",
    "it is handed on": """
class Net(nn.Module):
    def forward(self, x):
        scores = x.mul_(2)
        return scores, x
""",
    "the name gets its new value": """
class Net(nn.Module):
    def forward(self, x):
        x = x.abs_() + 1
        return x * x
""",
    "a linear layer keeps a copy of rows that were columns": """
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)
    def forward(self, x):
        x = x * 1
        out = self.fc(x.flatten(2).permute(0, 2, 1))
        x += 1
        return out
""",
    "a reshape that copies": """
class Net(nn.Module):
    def forward(self, x):
        left, right = x.split([2, 2], dim=2)
        left = left.reshape(left.size(0), -1)
        left *= 2
        return left
""",
    "a function that gives a pair if it is asked to": """
def scan(x, more=False):
    out = torch.cumsum(x, dim=0)
    if more:
        return out, out[-1]
    return out
class Net(nn.Module):
    more = False
    def forward(self, x):
        found = scan(x, more=self.more or bool(x.dim() > 9))
        if self.more:
            out, last = found
        else:
            out = found
        out *= 2
        return out
""",
    "squares that keep it finite": """
class Net(nn.Module):
    def forward(self, x):
        squared = x**2
        small = squared < 1.0
        root = (squared + 1.0).sqrt() - 1.0
        loss = torch.where(small, squared / 2, root)
        return torch.where(small, loss, 1.0 - (-0.5 * squared).exp())
""",
    "a sum of squares above zero": """
class Net(nn.Module):
    def forward(self, x, eps=1e-8):
        sq = x * x + x * x
        return torch.where(sq > 0, torch.sqrt(sq + eps), torch.zeros_like(sq))
""",
    "a root of what needs no gradient": """
class Net(nn.Module):
    def forward(self, x):
        floor = torch.full_like(x, 1e-10)
        above = x > floor
        safe = torch.where(above, x, torch.ones_like(x))
        return torch.where(above, safe.sqrt(), floor.sqrt())
""",
    "a divisor that was bounded": """
class Net(nn.Module):
    def forward(self, x):
        chroma = x.amax(-1, keepdim=True) - x
        divisor = torch.where(chroma == 0, torch.ones_like(chroma), chroma + 1e-8)
        hue = (x + 1) / divisor
        return hue.masked_fill(hue >= 6, 0.0)
""",
    "a Function, which records nothing": """
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        out = torch.softmax(x, dim=-1)
        out.mul_(2)
        ctx.save_for_backward(out)
        return out
    @staticmethod
    def backward(ctx, grad):
        return grad * 2
class Net(nn.Module):
    def forward(self, x):
        return Double.apply(x)
""",
    "inference mode that is switched off": """
class Net(nn.Module):
    def forward(self, x):
        with torch.inference_mode(False):
            table = torch.ones(4)
        return x * table
""",
}


def rows(program: str) -> set[int]:
    source = parse((_HEAD + program).encode(), "program.py")
    return {found.place.start.row for found in check_source(source)}


def gradient(program: str) -> Any:
    """Train one step of the program's module."""
    names: dict[str, Any] = {"__name__": "program"}
    exec(compile(_HEAD + program, "program.py", "exec"), names)
    torch.manual_seed(0)
    model = names["Net"]()
    x = torch.randn(2, 4, 4, requires_grad=True)
    out = model(x * 1)
    (out[0] if isinstance(out, tuple) else out).sum().backward()
    return x.grad


@pytest.mark.parametrize("name", RAISES)
def test_a_module_that_raises_is_told_on_its_line(name: str) -> None:
    assert rows(RAISES[name]) == rows_marked(_HEAD + RAISES[name], "changed")
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        gradient(RAISES[name])


@pytest.mark.parametrize("name", DIFFERS)
def test_a_module_that_computes_something_else_is_told_on_its_line(name: str) -> None:
    program = DIFFERS[name]
    assert rows(program) == rows_marked(_HEAD + program, "changed")
    meant = program.replace("pow_(", "pow(")
    assert rows(meant) == set()
    assert not torch.allclose(gradient(program), gradient(meant))


@pytest.mark.parametrize("name", FINE)
def test_a_fine_module_gets_no_word(name: str) -> None:
    assert rows(FINE[name]) == set()
    assert torch.isfinite(gradient(FINE[name])).all()
