"""Files that only define are not walked; whatever may run a tensor is."""

from __future__ import annotations

import ast

import pytest

from gradsan.static.defining import only_defines
from gradsan.static.engine import check_source
from gradsan.static.source import Source, parse

REST = "y = x.exp()\ny += 1\ny.sum().backward()\n"
RUN = {
    "plain": "import torch\nx = torch.ones(2, requires_grad=True)\n" + REST,
    "a function under another name": "import torch\ntensor = torch.tensor\n"
    "x = tensor([1.0, 2.0], requires_grad=True)\n" + REST,
    "a module under another name": "import torch\nT = torch\nx = T.ones(2, requires_grad=True)\n"
    + REST,
    "imported in try": "try:\n    import fork as torch\nexcept ImportError:\n    import torch\n"
    "x = torch.ones(2, requires_grad=True)\n" + REST,
    "imported in with": "from contextlib import suppress\nwith suppress(ImportError):\n"
    "    import torch\nx = torch.ones(2, requires_grad=True)\n" + REST,
    "under main": "import torch\none = torch.ones\nif __name__ == '__main__':\n"
    "    x = one(2, requires_grad=True)\n    y = x.exp()\n    y += 1\n    y.sum().backward()\n",
}


@pytest.mark.parametrize("program", RUN.values(), ids=RUN)
def test_what_runs_is_walked(program: str) -> None:
    source = parse(program.encode(), "a.py")
    assert isinstance(source, Source)
    assert [finding.code for finding in check_source(source)] == ["GS101"]


DEFINES = """
import logging

import torch
from torch import nn

logger = logging.getLogger(__name__)
__all__ = ["Net"]


class Net(nn.Module):
    width: int = 3
    kind = nn.Linear

    def forward(self, x, dtype=torch.float32):
        return x
"""


def test_a_library_only_defines() -> None:
    assert only_defines(ast.parse(DEFINES))
    assert not only_defines(ast.parse(DEFINES + "net = Net()\n"))
    assert not only_defines(ast.parse(DEFINES + "from torch import *\n"))


NAMES = {
    "a table of classes": 'LAYERS = {"net": Net, "all": [Net, nn.Linear]}\n',
    "a table in a class": 'class Base(nn.Module):\n    layers = {"net": Net}\n',
    "handed to a neighbour": "from .recording import Record\nkept = {1: Record(Net, index=1)}\n",
    "a method without gradients": "class Base:\n    @torch.no_grad()\n    def step(self): ...\n",
    "a function without gradients": "@torch.no_grad()\ndef step(x): ...\n",
}
USES = {
    "a class of a table": 'LAYERS = {"net": Net}\nnet = LAYERS["net"]()\n',
    "a class of a class": "class Base(nn.Module):\n    kind = Net\n    one = kind()\n",
    "handed to who calls": "nets = list(map(Net, range(3)))\n",
    "handed to somebody known": "from functools import partial\nmake = partial(Net)\n",
    "a decorator of the file": "def twice(f): ...\n@twice\ndef g(): ...\n",
    "a function put in place": "Net.forward = Net.forward.__get__\n",
    "an attribute of a result": "class Base:\n    flat = torch.ones(2).data\n",
}


@pytest.mark.parametrize("program", NAMES.values(), ids=NAMES)
def test_to_name_is_not_to_use(program: str) -> None:
    assert only_defines(ast.parse(DEFINES + program))


@pytest.mark.parametrize("program", USES.values(), ids=USES)
def test_what_was_named_may_be_used_later(program: str) -> None:
    assert not only_defines(ast.parse(DEFINES + program))
