"""GS503: what NumPy computed is computed by torch, with the same numbers, in the graph."""

from __future__ import annotations

import pytest

from tests.static.mended import mended

np = pytest.importorskip("numpy")
torch = pytest.importorskip("torch")

HEAD = """\
import numpy as np
import torch
x = torch.linspace(0.1, 0.9, 6).reshape(2, 3).requires_grad_()
y = (x * 2).sin()
parts = [(row * 2).sin() for row in x]
"""
A = "y.detach().numpy()"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"torch.from_numpy(np.exp({A}))", "torch.exp(y)"),
        (f"torch.from_numpy(np.sqrt({A}) * 2 + 1)", "(torch.sqrt(y) * 2 + 1)"),
        (f"torch.tensor(np.mean({A}))", "torch.mean(y)"),
        (f"torch.tensor(np.mean({A}, axis=1))", "torch.mean(y, dim=1)"),
        (f"torch.tensor({A}.sum(axis=0, keepdims=True))", "torch.sum(y, dim=0, keepdim=True)"),
        (f"torch.tensor(np.std({A}, axis=(0, 1)))", "torch.std(y, dim=(0, 1), correction=0)"),
        (f"torch.tensor(np.var({A}))", "torch.var(y, correction=0)"),
        (f"torch.from_numpy(np.clip({A}, 0.2, 0.8))", "torch.clamp(y, 0.2, 0.8)"),
        (f"torch.from_numpy(np.maximum({A}, 0.5))", "torch.clamp(y, min=0.5)"),
        (f"torch.from_numpy(np.minimum({A}, {A} ** 2))", "torch.minimum(y, y ** 2)"),
        (f"torch.from_numpy(np.where({A} > 0.5, {A}, 0.0))", "torch.where(y > 0.5, y, 0.0)"),
        ("torch.tensor(np.mean([p.detach().numpy() for p in parts]))",
         "torch.mean(torch.stack(parts))"),
        ("torch.from_numpy(np.stack([np.exp(p.detach().numpy()) for p in parts], axis=1))",
         "torch.stack([torch.exp(p) for p in parts], dim=1)"),
        (f"torch.from_numpy(np.concatenate([{A}, {A}], 1))", "torch.cat([y, y], dim=1)"),
        (f"torch.from_numpy(np.abs(np.fft.rfft({A}, axis=0)).astype(np.float32))",
         "torch.abs(torch.fft.rfft(y, dim=0))"),
        (f"torch.from_numpy({A}.astype(np.float64))", "y.double()"),
        (f"torch.as_tensor(-{A}.T @ {A})", "(-y.T @ y)"),
        ("torch.from_numpy(np.square((y * 2).detach().cpu().numpy()))", "torch.square(y * 2)"),
        (f"torch.tensor(float(np.sum({A})), dtype=torch.float32)", "torch.sum(y)"),
    ],
)  # fmt: skip
def test_torch_computes_what_numpy_did(before: str, after: str) -> None:
    end = "\nz.sum().backward()\n"
    assert mended(f"{HEAD}z = {before}{end}", "GS503") == f"{HEAD}z = {after}{end}"
    names: dict[str, object] = {}
    exec(HEAD, names)
    old, new = eval(before, names), eval(after, names)
    torch.testing.assert_close(new.detach(), old.to(new.dtype))
    assert new.requires_grad


def test_two_statements_become_one() -> None:
    before = "a = np.exp(y.detach().numpy())\nz = torch.from_numpy(a.astype(np.float32))\n"
    end = "z.sum().backward()\n"
    assert mended(HEAD + before + end, "GS503") == HEAD + "z = torch.exp(y)\n" + end


@pytest.mark.parametrize(
    "body",
    [
        f"z = torch.from_numpy(np.std({A}, axis=0, ddof=1))\n",
        f"z = torch.from_numpy(np.sort({A}))\n",
        f"z = torch.from_numpy(np.interp({A}, [0, 1], [1, 2]))\n",
        f"z = torch.from_numpy({A}.astype(np.int64)).float()\n",
        f"c = np.ones(3)\nz = torch.from_numpy({A} * c)\n",
        f"a = np.exp({A})\nprint(a)\nz = torch.from_numpy(a)\n",
        f"a = np.exp({A})\nz = torch.from_numpy(a) + a.mean()\n",
        f"z = torch.from_numpy(np.mean({A}, axis=1, dtype=np.float16))\n",
    ],
)
def test_what_means_something_else_is_left(body: str) -> None:
    end = "z.sum().backward()\n"
    assert mended(HEAD + body + end, "GS503") == HEAD + body + end
