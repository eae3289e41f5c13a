"""Infinity that is masked after it was made: the gradient is NaN all the same."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from tests.static.mended import found, mended

HEAD = """\
import torch
w = torch.tensor([1.0, 0.0, 2.0], requires_grad=True)
deg = w * 2
"""
END = "\ny.sum().backward()\n"


def run(program: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(program, names)
    return names


@pytest.mark.parametrize(
    "lines",
    [
        "y = 1.0 / deg\ny[deg == 0] = 0",
        "y = deg.pow(-0.5)\ny[torch.isinf(y)] = 0",
        "y = deg.pow(-0.5)\ny[y == float('inf')] = 0",
        "y = deg.pow(-0.5)\ny.masked_fill_(y == float('inf'), 0)",
        "y = deg.pow(-0.5)\ny = y.masked_fill(y == float('inf'), 0)",
        "y = deg.pow(-0.5)\nmask = torch.isinf(y)\ny = y.masked_fill(mask, 0)",
        "y = torch.log(deg)\ny[y == float('-inf')] = 0",
        "y = deg ** -0.5\ny = torch.where(torch.isinf(y), torch.zeros_like(y), y)",
    ],
)
def test_a_masked_infinity_is_told_and_the_fix_keeps_the_values(lines: str) -> None:
    program = HEAD + lines + END
    before = run(program)
    assert before["w"].grad.isnan().any()
    assert found(program) == {"GS601"}
    after = run(mended(program, "GS601"))
    assert torch.equal(before["y"], after["y"])
    assert after["w"].grad.isfinite().all()
    assert after["w"].grad[1] == 0


@pytest.mark.parametrize(
    "lines",
    [
        "y = torch.sqrt(deg - 1)\ny = torch.where(torch.isnan(y), torch.zeros_like(y), y)",
        "y = deg / deg\ny[y != y] = 0",
    ],
)
def test_no_fix_asks_about_what_is_not_there_yet(lines: str) -> None:
    program = HEAD + lines + END
    assert mended(program, "GS601") == program


@pytest.mark.parametrize(
    "lines",
    [
        "y = deg * 2\ny[deg > 1] = 0",
        "y = (deg + 1).log()\ny[y < -10] = -10",
        "y = deg * 2\ny[torch.tensor([True, False, True])] = 0",
        "y = deg.detach().pow(-0.5)\ny[torch.isinf(y)] = 0\ny = y * deg",
    ],
)
def test_a_mask_over_what_is_finite_gets_no_word(lines: str) -> None:
    assert found(HEAD + lines + END) == set()


@pytest.mark.parametrize(
    ("lines", "is_told"),
    [
        ("v = deg.log()\ny = v[deg > 0]", True),
        ("v = torch.log1p(deg - 0.5)\ny = v[deg > 0]", False),
        ("e = deg - 1\nv = torch.log1p(e)\ny = v[e > -1]", True),
        ("v = 1 / deg\ny = v[deg != 0]", True),
        ("v = (deg + 1).log()\ny = v[deg > 0]", False),
        ("v = (deg * 2).exp()\ny = v[deg > 0]", False),
        ("v = deg.log1p()\ny = v[deg > 0.5]", False),
    ],
)
def test_what_a_mask_leaves_out_is_computed_all_the_same(lines: str, is_told: bool) -> None:
    program = HEAD + lines + END
    if is_told:
        assert run(program)["w"].grad.isnan().any()
        assert run(mended(program, "GS601"))["w"].grad.isfinite().all()
    assert found(program) == ({"GS601"} if is_told else set())
