"""The table itself: how it is read, how a row is found."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from gradsan.ops import table
from gradsan.ops.row import Kept, Kind, parse_row
from gradsan.ops.table import Rows, find, find_layer, torch_modules, torch_ops

FILE = Path(table.__file__).with_name("torch_ops.txt")


def row(name: str, *positional: Kind, **named: Kind) -> str:
    op = find(name, positional, named)
    return op.row if op else ""


def test_the_file_is_small_and_says_which_torch_it_is_of() -> None:
    text = FILE.read_text(encoding="utf-8")
    assert len(text) < 150_000
    assert "out of torch 2." in text.partition("\n")[2].partition("\n")[0]


def test_reading_it_imports_no_framework() -> None:
    code = (
        "import sys; from gradsan.ops.table import find\n"
        "assert find('exp', ['tensor']).saves\n"
        "assert not {'torch', 'yaml', 'torchgen'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_splitting_it_by_name_takes_milliseconds() -> None:
    lines = table.read_lines("torch_ops.txt")
    start = time.perf_counter()
    rows = Rows(lines)
    assert time.perf_counter() - start < 0.05  # about 1 ms; the rest is for slow machines
    assert len(rows) > 800


def test_every_row_parses_and_speaks_only_of_its_own_parameters() -> None:
    for rows in torch_ops().values():
        for op in rows:
            known = {*op.parameters, *op.results}
            spoken = {kept.what for kept in op.saves} | {kept.guard for kept in op.saves}
            assert spoken | {op.alias, op.writes, op.views, op.may_return} <= known | {""}, op.row


def test_a_line_that_is_no_row_is_refused() -> None:
    with pytest.raises(ValueError, match="not an op row"):
        parse_row("exp self")
    with pytest.raises(ValueError, match="says nothing"):
        parse_row("exp(self:T) quietly")


def test_overloads_are_told_apart_by_the_kinds_of_arguments() -> None:
    assert row("max", "tensor") == "max"
    assert row("max", "tensor", "number") == "max.dim"
    assert row("max", "tensor", dim="number") == "max.dim"
    assert row("max", "tensor", "tensor") == "max.other"
    assert row("mul", "tensor", "number") == "mul.Scalar"
    assert row("pow", "number", "tensor") == "pow.Scalar"
    assert row("conv2d", "tensor", "tensor", padding="text") == "conv2d.padding"


def test_names_that_numpy_uses_are_understood() -> None:
    assert row("sum", "tensor", axis="number", keepdims="number") == "sum.dim_IntList"
    assert row("exp", input="tensor") == "exp"


def test_sizes_may_be_written_one_by_one() -> None:
    assert row("view", "tensor", "number", "number", "number") == "view"
    assert row("permute", "tensor", "list") == "permute"


def test_an_argument_without_a_parameter_fits_no_row() -> None:
    assert row("exp", "tensor", "number") == ""
    assert row("exp", "tensor", strength="number") == ""
    assert row("no_such_op", "tensor") == ""


def test_what_only_some_of_the_rows_keep_is_not_certain() -> None:
    op = find("pow", ["tensor", "unknown"])
    assert op
    assert op.saves == (Kept("self"), Kept("exponent", "", False), Kept("result", "", False))


def test_arguments_that_may_follow_need_not_be_known() -> None:
    assert find("transpose", ["tensor"]) is None
    op = find("transpose", ["tensor"], is_open=True)
    assert op
    assert op.alias == "self"


def test_a_home_is_searched_before_the_common_names() -> None:
    of_functional, of_torch = find("F.embedding", ["tensor"] * 2), find("embedding", ["tensor"] * 2)
    assert of_functional
    assert of_torch
    assert of_functional.parameters[:2] == ("input", "weight")
    assert of_torch.parameters[:2] == ("weight", "indices")
    assert row("F.gelu", "tensor") == "gelu"
    assert row("linalg.exp", "tensor") == ""


def test_an_op_in_place_keeps_what_it_wrote_and_nothing_of_the_old_value() -> None:
    multiply, leaky = find("mul_", ["tensor"] * 2), find("leaky_relu_", ["tensor"])
    assert multiply
    assert leaky
    assert multiply.saves == (Kept("other", "self"),)
    assert (leaky.writes, leaky.saves) == ("self", (Kept("result"),))


def test_results_have_names_and_kinds() -> None:
    op = find("max", ["tensor", "number"])
    assert op
    assert (op.results, op.integers, op.saves) == (
        ("values", "indices"),
        frozenset({"indices"}),
        (Kept("indices"),),
    )
    assert not op.gives_integers


def test_views_copies_and_what_is_either_are_told_apart() -> None:
    rows = {name: torch_ops()[name][0] for name in ("view", "reshape", "unbind", "clone")}
    assert (rows["view"].alias, rows["view"].may_alias) == ("self", False)
    assert (rows["reshape"].alias, rows["reshape"].may_alias) == ("self", True)
    assert (rows["unbind"].alias, rows["unbind"].views) == ("", "self")
    assert (rows["clone"].alias, rows["clone"].views) == ("", "")


def test_a_module_finds_its_op_without_the_arguments_it_fills_in() -> None:
    op = find_layer(torch_modules()["MaxPool2d"], ["tensor"])
    assert op
    assert op.saves[0] == Kept("input")
