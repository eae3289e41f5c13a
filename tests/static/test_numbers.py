"""What check knows of numbers in tensors: zeros behind masks, integers that are an index."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from tests.static.mended import found, mended

ROWS = (
    "import torch\n"
    "w = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)\n"
    "keep = torch.tensor([True, False])\n"
)


@pytest.mark.parametrize(
    "mask",
    ["keep[:, None]", "keep.unsqueeze(-1)", "keep.float()[..., None]", "keep[:, None].float()"],
)
def test_a_row_that_a_mask_makes_zero_has_no_direction(mask: str) -> None:
    program = ROWS + (
        f"v = w * {mask}\n"
        "unit = v / v.norm(dim=-1, keepdim=True)\n"
        "torch.where(keep[:, None], unit, torch.zeros_like(unit)).sum().backward()\n"
    )
    assert found(program) & {"GS601", "GS602"}
    names: dict[str, Any] = {}
    exec(program, names)
    assert names["w"].grad.isnan().any()


def test_the_direction_of_a_masked_row_is_mended() -> None:
    program = ROWS + (
        "v = w * keep[:, None]\n"
        "unit = v / v.norm(dim=-1, keepdim=True)\n"
        "torch.where(keep[:, None], unit, torch.zeros_like(unit)).sum().backward()\n"
    )
    names: dict[str, Any] = {}
    exec(mended(program, "GS602"), names)
    row = torch.tensor([1.0, 2.0], requires_grad=True)
    (row / row.norm()).sum().backward()
    assert torch.allclose(names["w"].grad[0], row.grad)
    assert not names["w"].grad[1].any()


@pytest.mark.parametrize(
    "line",
    [
        "unit = v / (v.norm(dim=-1, keepdim=True) + 1e-6)",
        "unit = v / v.norm(dim=-1, keepdim=True).clamp(min=1e-6)",
        "unit = v / v.norm()",
        "unit = w / w.norm(dim=-1, keepdim=True)",
        "unit = v[:1] / v[:1].norm(dim=-1, keepdim=True)",
    ],
)
def test_a_divisor_that_is_not_known_to_be_zero_gets_no_word(line: str) -> None:
    program = ROWS + f"v = w * keep[:, None]\n{line}\nunit.sum().backward()\n"
    assert found(program) == set()


TABLE = "import torch\nx = torch.randn(4, 3, requires_grad=True)\ntable = torch.randn(4, 3)\n"


@pytest.mark.parametrize(
    "indices", ["torch.arange(4)", "torch.randperm(4)", "torch.tensor([0, 2])", "kinds.unique()"]
)
def test_an_integer_of_a_line_takes_a_view(indices: str) -> None:
    program = TABLE + (
        "kinds = torch.tensor([0, 1, 1])\n"
        "loss = (x * table).sum()\n"
        f"for at in {indices}:\n    table[at].mul_(0.5)\n"
        "loss.backward()\n"
    )
    assert found(program) == {"GS101"}
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        exec(program, {})


def test_a_row_of_integers_takes_a_copy() -> None:
    program = TABLE + (
        "y = x.exp()\ntotal = 0\n"
        "for rows in torch.tensor([[0, 1], [2, 3]]):\n"
        "    part = y[rows]\n    part *= 2\n    total = total + part.sum()\n"
        "total.backward()\n"
    )
    assert found(program) == set()
    exec(program, {})


@pytest.mark.parametrize(
    "line", ["table[at].mul_(0.5)", "with torch.no_grad():\n        table[at].mul_(0.5)"]
)
def test_a_write_by_an_integer_of_unknown_origin_is_not_lost(line: str) -> None:
    assert found(TABLE + f"for at in table.argmax(dim=1):\n    {line}\n") == set()


@pytest.mark.parametrize(
    ("line", "outcome"),
    [
        ("y -= y[:, :1]", "silent"),
        ("y -= y[..., 1:2]", "silent"),
        ("y.sub_(y[:, 0:1])", "silent"),
        ("y -= y[0]", "raises"),
        ("y -= y[:1]", "raises"),
        ("y -= y[:, :1].clone()", ""),
        ("y -= y[:, -1:]", ""),
        ("y[:, 1:] -= y[:, :1]", ""),
        ("y += y", ""),
    ],
)
def test_a_part_that_all_is_changed_by_is_read_after_it_changed(line: str, outcome: str) -> None:
    program = f"{TABLE}y = x * 2\n{line}\ny.sum().backward()\n"
    assert found(program) == ({"GS309"} if outcome else set())
    names: dict[str, Any] = {}
    if outcome == "raises":
        with pytest.raises(RuntimeError, match="single memory location"):
            exec(program, names)
        return
    exec(program, names)
    right: dict[str, Any] = {"y": names["x"].detach() * 2}
    exec(line if outcome == "" else line.replace("]", "].clone()"), right)
    assert torch.equal(names["y"], right["y"]) is (outcome == "")


@pytest.mark.parametrize("power", ["0.4", "1.0 / 2.4", "1 / 3"])
def test_a_root_behind_where_is_told(power: str) -> None:
    program = (
        "import torch\nx = torch.rand(3, requires_grad=True)\n"
        f"y = torch.where(x <= 0.003, 12.92 * x, 1.055 * x.pow({power}))\ny.sum().backward()\n"
    )
    assert found(program) == {"GS601"}
    assert found(program.replace(power, "2.4")) == set()


def test_the_output_does_not_depend_on_what_was_stacked_after_it() -> None:
    program = (
        "import torch\na = torch.ones(2, requires_grad=True)\n"
        "b = torch.ones(2, requires_grad=True)\n"
        "energy = (a * b).sum()\nboth = torch.stack([a, b])\n{more}"
        "forces = torch.autograd.grad(energy, both{rest})\n"
    )
    assert found(program.format(more="", rest="")) == {"GS520"}
    assert found(program.format(more="", rest=", allow_unused=True")) == set()
    assert found(program.format(more="energy = both.sum()\n", rest="")) == set()
    assert found(program.format(more="energy += both.sum()\n", rest="")) == set()
