"""More of them: vision networks, and a model that is really compiled."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812
from torch.utils.checkpoint import checkpoint

from tests.runtime.trainings import STEPS, told


def residual_network() -> Iterator[Any]:
    """A small ResNet in bf16, its blocks recomputed in backward."""

    class Block(nn.Module):  # type: ignore[misc]
        def __init__(self, width: int, out: int, stride: int) -> None:
            super().__init__()
            self.one = nn.Conv2d(width, out, 3, stride, 1, bias=False)
            self.two = nn.Conv2d(out, out, 3, 1, 1, bias=False)
            self.norms = nn.ModuleList([nn.BatchNorm2d(out), nn.BatchNorm2d(out)])
            self.short = nn.Conv2d(width, out, 1, stride)
            self.act = nn.ReLU(inplace=True)

        def forward(self, x: Any) -> Any:
            out = self.norms[1](self.two(self.act(self.norms[0](self.one(x)))))
            out += self.short(x)
            return self.act(out)

    net = nn.Sequential(nn.Conv2d(3, 4, 3), Block(4, 4, 1), Block(4, 8, 2), nn.Flatten(2))
    opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, nesterov=True, fused=True)
    for _ in range(STEPS):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            h = net[0](torch.randn(2, 3, 10, 10))
            for block in net[1:]:
                h = checkpoint(block, h, use_reentrant=False)
            loss = h.mean(2).float().logsumexp(1).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        yield from told(loss, net)


def vision_transformer() -> Iterator[Any]:
    """Patches, a class token, attention with dropout, an average of the weights."""
    patch = nn.Conv2d(1, 8, 4, 4)
    layer = nn.TransformerEncoderLayer(8, 2, 16, 0.1, "gelu", batch_first=True, norm_first=True)
    net = nn.ModuleList([patch, nn.TransformerEncoder(layer, 2), nn.Linear(8, 3)])
    token, place = nn.Parameter(torch.zeros(1, 1, 8)), nn.Parameter(torch.zeros(1, 5, 8))
    nn.init.trunc_normal_(place, std=0.02)
    opt = torch.optim.AdamW([token, place, *net.parameters()], lr=1e-2, weight_decay=0.05)
    average = torch.optim.swa_utils.AveragedModel(net)
    for _ in range(STEPS):
        x = patch(torch.randn(2, 1, 8, 8)).flatten(2).transpose(1, 2)
        x = torch.cat([token.expand(2, -1, -1), x], 1) + place
        loss = F.cross_entropy(net[2](net[1](x)[:, 0]), torch.tensor([0, 2]), label_smoothing=0.1)
        opt.zero_grad()
        loss.backward()
        opt.step()
        average.update_parameters(net)
        yield from told(loss, average)


def compiled_by_inductor() -> Iterator[Any]:
    """The whole of torch.compile, where there is a compiler."""
    net = nn.Sequential(nn.Linear(3, 4), nn.GELU(), nn.Linear(4, 1))
    run = torch.compile(net) if shutil.which("g++") else net
    opt = torch.optim.Adam(net.parameters())
    for _ in range(STEPS):
        loss = run(torch.randn(2, 3)).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        yield from told(loss, net)
