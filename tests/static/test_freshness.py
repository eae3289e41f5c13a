"""What is taken for new memory by syntax alone, held against the op table."""

from __future__ import annotations

import ast

import pytest

from gradsan.ops.row import Op
from gradsan.ops.table import torch_ops
from gradsan.static.freshness import COMPUTING, is_new
from gradsan.static.reading import KEEPS_NOTHING


def rows(name: str) -> list[Op]:
    return [op for key in (name, f"F.{name}") if key in torch_ops() for op in torch_ops()[key]]


@pytest.mark.parametrize("name", sorted(COMPUTING))
def test_a_computing_op_keeps_no_result_and_shares_no_memory(name: str) -> None:
    assert rows(name)
    for op in rows(name):
        assert not op.alias, op.row
        assert not {kept.what for kept in op.saves} & {*op.results, "result"}, op.row


@pytest.mark.parametrize("name", sorted(KEEPS_NOTHING))
def test_an_op_that_is_neutral_keeps_nothing_of_what_it_reads(name: str) -> None:
    for op in rows(name):
        assert not op.alias, op.row
        assert not {kept.what for kept in op.saves} & {"self", "input", "tensors"}, op.row


def made_new(text: str) -> bool:
    return is_new(ast.parse(text, mode="eval").body, lambda _: False)


def test_what_is_new_and_what_may_be_shared_or_kept() -> None:
    assert all(map(made_new, ("a * b", "a @ b", "torch.zeros(3)", "q.matmul(k)", "x > 0", "-x")))
    assert not any(
        map(made_new, ("x.view(3)", "a ** b", "torch.exp(x)", "self.matmul(x)", "x", "f(x)"))
    )
    assert not made_new("torch.zeros(3, requires_grad=True)")
    assert not made_new("torch.add(a, b, out=c)")
