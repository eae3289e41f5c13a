"""What the name of a call says: an op of torch, or a tensor of which only the shape is taken."""

from __future__ import annotations

import ast

from gradsan.ops.table import torch_ops

HOMES = frozenset({"torch", "F", "functional", "nn.functional", "torch.nn.functional"})
_BLANK = frozenset(
    "zeros ones empty full rand randn randint arange eye zeros_like ones_like empty_like full_like "  # noqa: SIM905
    "rand_like randn_like new_zeros new_ones new_empty new_full new_tensor tensor".split()
)


def is_op(name: str) -> bool:
    """Tell whether torch has an op of this name.

    >>> is_op("matmul"), is_op("cross_entropy"), is_op("recv")
    (True, True, False)
    """
    return name in torch_ops() or f"F.{name}" in torch_ops()


def gives_one_tensor(op: str) -> bool:
    """Tell whether an op of torch returns one tensor, however it is called.

    >>> gives_one_tensor("matmul"), gives_one_tensor("chunk"), gives_one_tensor("max")
    (True, False, False)
    """
    table = torch_ops()
    rows = table.get(op) or table.get(f"F.{op}") or ()
    return bool(rows) and all(len(row.results) == 1 and not row.result_is_list for row in rows)


def is_blank(node: ast.expr) -> bool:
    """Tell whether it is a tensor made of a shape: `torch.zeros_like(x)`."""
    match node:
        case ast.Constant():
            return True
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name in _BLANK
    return False
