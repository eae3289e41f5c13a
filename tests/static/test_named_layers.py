"""The layers of a Sequential under their names: they are those that it calls."""

from __future__ import annotations

import pytest

from gradsan.static.engine import check_source
from tests.static.mended import found, mended, source_of

HEAD = "import torch\nfrom torch import nn\nfrom collections import OrderedDict\n"
ADDED = """\
net = nn.Sequential()
net.add_module("body", nn.Linear(3, 4))
net.add_module("head", nn.Linear(4, 5))
"""
ORDERED = (
    'net = nn.Sequential(OrderedDict([("body", nn.Linear(3, 4)), ("head", nn.Linear(4, 5))]))\n'
)
DICT = 'net = nn.Sequential({"body": nn.Linear(3, 4), "head": nn.Linear(4, 5)})\n'
AFTER = 'net = nn.Sequential(nn.Linear(3, 4))\nnet.add_module("head", nn.Linear(4, 5))\n'
HOLD = "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n"
REPLACE = "net.head = nn.Linear(4, 2)\n"
STEP = "net(torch.randn(6, 3)).sum().backward()\nopt.step()\n"


@pytest.mark.parametrize("made", [ADDED, AFTER])
def test_a_layer_replaced_after_the_optimizer_is_told(made: str) -> None:
    program = HEAD + made + HOLD + REPLACE + STEP
    assert found(program) == {"GS516"}
    assert mended(program, "GS516") == HEAD + made + REPLACE + HOLD + STEP


@pytest.mark.parametrize(
    "program",
    [
        *(made + REPLACE + HOLD + STEP for made in (ADDED, AFTER)),
        ADDED + HOLD + REPLACE + "opt = torch.optim.SGD(net.parameters(), lr=0.1)\n" + STEP,
        ADDED + HOLD + REPLACE + 'opt.add_param_group({"params": net.head.parameters()})\n' + STEP,
        ADDED + HOLD + "h = net.head\nnet.head.weight.data.mul_(2)\n" + STEP,
        "net = nn.Sequential()\nfor i in range(2):\n    net.add_module(f'l{i}', nn.Linear(3, 3))\n"
        + HOLD
        + STEP
        + "net(net[0](torch.randn(2, 3))).sum().backward()\n",
    ],
)
def test_a_layer_that_is_trained_gets_no_word(program: str) -> None:
    exec(HEAD + program, {})
    assert found(HEAD + program) == set()


def test_what_one_layer_hands_to_the_next_has_no_name() -> None:
    program = (
        "import torch\nfrom torch import nn\n"
        "net = nn.Sequential(nn.Linear(3, 3), nn.Sigmoid(), nn.Dropout(0.5, inplace=True))\n"
        "net(torch.randn(2, 3)).sum().backward()\n"
    )
    [finding] = check_source(source_of(program))
    text = "a value between layers is changed in place after Sigmoid saved it"
    assert finding.message == text
