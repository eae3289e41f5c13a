"""Layers that a module only asks for a mask, and subclasses of Sequential that call themselves."""

from __future__ import annotations

import pytest

from tests.static.mended import found

HEAD = "import torch\nfrom torch import nn\n"
NET = """\
class Net(nn.Module):
    def __init__(self, teacher=None):
        super().__init__()
        self.hidden = nn.Linear(3, 5)
        self.out = nn.Linear(5, 2)
        self.teacher = teacher or nn.Sequential(nn.Linear(3, 5), nn.ReLU())
    def forward(self, x):
        {asks}
        return self.out({given})
net = Net()
net(torch.randn(2, 3)).sum().backward()
"""


@pytest.mark.parametrize(
    "asks",
    [
        "spikes = (self.hidden(x) > 0.2).float()",
        "spikes = torch.zeros(2, 5)\n        for r in x: spikes = 1.0 * (self.hidden(r) > spikes)",
    ],
)
def test_a_layer_that_is_only_compared_beside_one_that_is_trained_is_told(asks: str) -> None:
    assert found(HEAD + NET.format(asks=asks, given="spikes")) == {"GS505"}


@pytest.mark.parametrize(
    ("asks", "given"),
    [
        ("mask = (self.teacher(x) > 0).float()", "mask * self.hidden(x)"),
        ("h = self.hidden(x)", "h * (h > 0).float()"),
        ("with torch.no_grad(): h = self.hidden(x)", "(h > 0).float()"),
    ],
)
def test_a_mask_of_another_network_or_of_what_is_trained_is_fine(asks: str, given: str) -> None:
    assert "GS505" not in found(HEAD + NET.format(asks=asks, given=given))


def test_a_layer_that_an_optimizer_leaves_alone_may_be_compared() -> None:
    program = HEAD + NET.format(asks="spikes = (self.hidden(x) > 0.2).float()", given="spikes")
    assert found(program + "torch.optim.SGD(net.out.parameters(), lr=0.1).step()\n") == set()


def test_a_subclass_of_sequential_without_init_has_the_layers_it_is_given() -> None:
    program = """\
class Potential(nn.Sequential):
    def forces(self, place):
        place = place.clone().requires_grad_()
        return torch.autograd.grad(self(place).sum(), place)[0]
net = Potential(nn.Linear(6, 4), nn.Tanh(), nn.Linear(4, 1))
net.forces(torch.randn(3, 6)).pow(2).mean().backward()
"""
    assert found(HEAD + program) == {"GS511"}
    assert found(HEAD + program.replace("place)[0]", "place, create_graph=True)[0]")) == set()
