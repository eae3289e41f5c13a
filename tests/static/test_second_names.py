"""A caller sets a tensor aside under a second name; the function it calls writes into both."""

from __future__ import annotations

from typing import Any

import pytest

from tests.static.mended import found, mended

HEAD = """\
import torch
from torch import nn
torch.manual_seed(0)
lin = nn.Linear(3, 3)
logs, named = [], {}
"""
SCALED = "def scaled(h):\n    h.mul_(0.5)\n    return h + 1\n"
BLOCK = """\
def block(x):
    x = lin(x)
    skip = x
    y = scaled(x)
    return y.exp() + skip.square()
"""
RUN = "block(torch.randn(2, 3)).sum().backward()\n"
MODULES = """\
class Scale(nn.Module):
    def forward(self, h):
        h.mul_(0.5)
        return h
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = Scale()
    def forward(self, x):
        x = lin(x)
        identity = x
        x = self.scale(x)
        return x.exp() + identity.square()
block = Block()
"""


@pytest.mark.parametrize(
    "program",
    [
        SCALED + BLOCK,
        SCALED.replace("h.mul_(0.5)", "h += 0.5") + BLOCK,
        SCALED.replace("h.mul_(0.5)", "h[:, 0] = 0.0") + BLOCK,
        SCALED.replace("return h + 1", "return h") + BLOCK,
        SCALED + BLOCK.replace("x = lin(x)\n    skip = x", "skip = x = lin(x)"),
        SCALED + "def outer(h):\n    return scaled(h) - 1.0\n" + BLOCK.replace("= sc", "= outer_sc")
        .replace("outer_scaled", "outer"),
        SCALED + BLOCK.replace("y = scaled(x)\n    return y.exp()", "return scaled(x).exp()"),
        MODULES,
        SCALED + BLOCK.replace("skip = x\n    y = scaled(x)", "skip, y = x, scaled(x)"),
        SCALED + BLOCK.replace("skip = x\n    y = scaled(x)", "skip, x = x, scaled(x)\n    y = x"),
    ],
)  # fmt: skip
def test_what_a_caller_has_set_aside_is_not_to_be_written(program: str) -> None:
    assert found(HEAD + program + RUN) == {"GS207"}


def test_the_second_name_gets_a_copy() -> None:
    after = mended(HEAD + SCALED + BLOCK + RUN, "GS207")
    assert "skip = x.clone()" in after
    names: dict[str, Any] = {}
    exec(after, names)
    got = names["lin"].weight.grad.clone()
    plain = HEAD + SCALED.replace("h.mul_(0.5)", "h = h * 0.5") + BLOCK + RUN
    exec(plain, names)
    assert got.allclose(names["lin"].weight.grad)


def test_the_second_name_of_a_pair_gets_a_copy() -> None:
    block = BLOCK.replace("skip = x\n    y = scaled(x)", "skip, y = x, scaled(x)")
    assert "skip, y = x.clone(), scaled(x)" in mended(HEAD + SCALED + block + RUN, "GS207")


@pytest.mark.parametrize(
    "program",
    [
        SCALED + BLOCK.replace("skip = x\n    y = scaled(x)", "y, skip = scaled(x), x + 1"),
        SCALED + BLOCK.replace("skip = x\n    y = scaled(x)", "skip, y = x.clone(), scaled(x)"),
        SCALED + BLOCK.replace("skip = x\n    y = scaled(x)", "skip, y = x, scaled(x + 1)"),
        SCALED + BLOCK.replace("skip = x\n    y = scaled(x)", "y = x\n    skip, y = y + 1, y"),
        SCALED + BLOCK.replace("y = scaled(x)", "scaled(x)\n    y = x"),  # the write is meant
        SCALED + BLOCK.replace("skip = x", "skip = x.clone()"),
        SCALED + BLOCK.replace("skip = x", "skip = x").replace("skip.square()", "1.0"),
        SCALED.replace("scaled", "scaled_") + BLOCK.replace("scaled", "scaled_"),
        SCALED.replace("h.mul_", "h = h * 1.0\n    h.mul_") + BLOCK,
        SCALED + BLOCK.replace("skip = x\n    y = scaled(x)", "h = x\n    y = skip = scaled(h)"),
    ],
)
def test_what_is_meant_or_not_seen_gets_no_word(program: str) -> None:
    assert found(HEAD + program + RUN) == set()


LOOKED_AT = [
    "print(skip.detach().mean())\n    return {y}",
    "if skip is not None:\n        {y} = {y} + 1\n    return {y}",
    "return {y} + torch.zeros_like(skip)",
    "return {y}.view(skip.shape)",
    "skip = {y}\n    return {y} * skip",
    "later = {y}\n    return later + 1",
    "return {y}.view_as(skip) + {y}.reshape_as(skip) + {y}.expand_as(skip)",
    "return {y}.type_as(skip) + {y}.to(skip) + {y}.to(tensor=skip)",
    "print(torch.is_tensor(skip), skip.data_ptr())\n    return {y}",
    "if torch.equal(skip, {y}) or skip.data_ptr() == 0:\n        print('same')\n    return {y}",
    "print(skip)\n    return {y}",
    "print('mean', skip.mean())\n    return {y}",
    "assert torch.isfinite(skip).all()\n    return {y}",
    "log = skip.detach().mean().item()\n    return {y}",
    "log = float(skip.data.mean())\n    print(f'{{log}}')\n    logs.append(log)\n    return {y}",
    "logs.append(skip.mean().item())\n    logs.append(skip.detach())\n    return {y}",
    "named['mean'] = skip.mean().item()\n    return {y}",
    "total = 0.0\n    total += skip.mean().item()\n    print(total)\n    return {y}",
]
COMPUTED_WITH = [
    "nn.functional.mse_loss({y}, skip.detach()).backward()\n    return {y}.detach()",
    "({y} * skip.mean().item()).sum().backward()\n    return {y}.detach()",
    "logs.append(nn.functional.mse_loss({y}, skip.detach()))\n    return logs[-1]",
    "logs.append({y} * skip.mean().item())\n    return logs[-1]",
    "log = skip.mean().item()\n    return {y} * log",
    "log = skip.mean().item()\n    ({y} * log).sum().backward()\n    return {y}.detach()",
    "log = skip.float()\n    return log",
    "return {y}.type_as(skip) + skip",
    "total = 1.0\n    total += skip.mean().item()\n    return {y} * total",
]


WRITES = pytest.mark.parametrize(("y", "write"), [("y", "y = scaled(x)"), ("x", "x *= 2")])


def program_of(end: str, y: str, write: str) -> str:
    block = f"def block(x):\n    x = lin(x)\n    skip = x\n    {write}\n    {end.format(y=y)}\n"
    return HEAD + SCALED + block


@pytest.mark.parametrize("end", LOOKED_AT)
@WRITES
def test_who_only_looks_at_the_second_name_does_not_mean_the_old_value(
    end: str, y: str, write: str
) -> None:
    program = program_of(end, y, write) + RUN
    exec(program, {})
    assert found(program) == set()


@pytest.mark.parametrize("end", COMPUTED_WITH)
@WRITES
def test_who_computes_a_loss_of_the_second_name_means_the_old_value(
    end: str, y: str, write: str
) -> None:
    assert "GS207" in found(program_of(end, y, write) + "block(torch.randn(2, 3))\n")


@pytest.mark.parametrize(
    "start",
    [
        "skip = scale\n    x = x * skip\n    skip = x",
        "if len(x) > 9:\n        skip = scale\n    else:\n        skip = x",
        "if len(x) < 9:\n        skip = x\n    else:\n        skip = scale",
    ],
)
def test_only_what_gives_the_tensor_its_second_name_is_copied(start: str) -> None:
    end = "    skip = scale\n    return y * skip\n"
    block = BLOCK.replace("skip = x", start).replace("    return y", "    y = y") + end
    after = mended(HEAD + "scale = 0.5\n" + SCALED + block + RUN, "GS207")
    assert "skip = x.clone()" in after
    assert "scale.clone()" not in after
