"""GS506: a layer takes a tensor in the place of its parameter."""

from __future__ import annotations

import pytest

from tests.static.mended import mended

HEAD = """\
import torch
from torch import nn
lin = nn.Linear(2, 1, bias=False)
s = torch.zeros(1, 2, requires_grad=True)
"""
END = "lin(torch.rand(3, 2)).sum().backward()\n"
SET = "lin.weight = nn.Parameter(s.exp() * 2)\n"


def test_the_tensor_takes_the_place_of_the_parameter() -> None:
    after = "del lin.weight\nlin.weight = s.exp() * 2\n"
    assert mended(HEAD + SET + END, "GS506") == HEAD + after + END


def test_a_second_time_is_no_trouble() -> None:
    loop = "for _ in range(2):\n    lin.weight = {}\n    lin(torch.rand(3, 2)).sum().backward()\n"
    before = loop.format("nn.Parameter(s.exp())")
    after = loop.format("s.exp()").replace("    lin.w", "    del lin.weight\n    lin.w")
    assert mended(HEAD + before, "GS506") == HEAD + after


@pytest.mark.parametrize(
    "start",
    [
        "opt = torch.optim.SGD([lin.weight, s], lr=0.1)\n" + SET,
        SET + "opt = torch.optim.SGD([s, *lin.parameters()], lr=0.1)\n",
        SET + "print(lin.state_dict())\n",
        "lin.weight = nn.Parameter(s.exp(), requires_grad=True)\n",
        "class Own(nn.Module):\n    def forward(self, x):\n        return x @ self.weight.T\n"
        "lin = Own()\nlin.weight = nn.Parameter(s.exp())\n",
    ],
)
def test_a_parameter_that_others_look_for_stays(start: str) -> None:
    assert mended(HEAD + start + END, "GS506") == HEAD + start + END
