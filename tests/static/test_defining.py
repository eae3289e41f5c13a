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
