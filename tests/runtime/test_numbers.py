"""The guard changes no number: losses, gradients and random states are bit-identical."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

torch = pytest.importorskip("torch")
from torch import nn  # noqa: E402

import gradsan  # noqa: E402


def train(model: Any, optimizer: Any, batch: Callable[[], Any]) -> list[Any]:
    numbers = []
    for _ in range(4):
        optimizer.zero_grad()
        out = model(batch())
        out = out[0] if isinstance(out, tuple) else out
        loss = out.pow(2).mean()
        loss.backward()
        optimizer.step()
        numbers += [loss.detach().clone(), *(p.grad.clone() for p in model.parameters())]
    return [*numbers, *(p.detach().clone() for p in model.parameters()), torch.get_rng_state()]


def mlp() -> list[Any]:
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Dropout(0.2), nn.Linear(16, 4))
    return train(model, torch.optim.Adam(model.parameters()), lambda: torch.randn(5, 8))


def convnet() -> list[Any]:
    model = nn.Sequential(
        nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(inplace=True), nn.MaxPool2d(2),
        nn.Conv2d(4, 4, 3), nn.BatchNorm2d(4), nn.ReLU(inplace=True), nn.Flatten(),
    )  # fmt: skip
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    return train(model, optimizer, lambda: torch.randn(2, 3, 10, 10))


def lstm() -> list[Any]:
    model = nn.LSTM(4, 6, num_layers=2, dropout=0.1)
    return train(model, torch.optim.Adam(model.parameters()), lambda: torch.randn(3, 2, 4))


def transformer() -> list[Any]:
    model = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    optimizer = torch.optim.AdamW(model.parameters(), foreach=True)
    return train(model, optimizer, lambda: torch.randn(2, 5, 8))


@pytest.mark.parametrize("net", [mlp, convnet, lstm, transformer])
def test_training_is_bit_identical_and_has_no_findings(net: Callable[[], list[Any]]) -> None:
    runs = []
    for guard in (nullcontext(), gradsan.guard()):
        torch.manual_seed(7)
        with guard as session:
            runs.append(net())
    plain, guarded = runs
    assert len(plain) == len(guarded)
    assert all(torch.equal(a, b) for a, b in zip(plain, guarded, strict=True))
    assert session is not None
    assert session.report.findings == ()
    assert session.report.notes == ()
