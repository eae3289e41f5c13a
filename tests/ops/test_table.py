"""The op table against real PyTorch: what is kept is what the table says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gradsan.ops.table import Op, find, parse_row, torch_modules, torch_ops

torch = pytest.importorskip("torch")
functional = torch.nn.functional

TENSORS = {
    "self", "other", "mat1", "mat2", "vec", "vec2", "tensor", "tensor1", "tensor2", "end",
    "weight", "input", "exponent", "batch1", "batch2",
}  # fmt: skip
SHAPES = [(3, 3), (3,), (2, 3, 3), (1, 2, 4, 4)]
EXTRAS: list[tuple[Any, ...]] = [(), (0,), (2,), (-1,), (0, 1)]


def callable_of(name: str) -> Callable[..., Any] | None:
    found: Callable[..., Any] | None = getattr(torch, name, None) or getattr(functional, name, None)
    return found


def leading_tensors(op: Op) -> list[str]:
    names = []
    for name in op.parameters:
        if name not in TENSORS:
            break
        names.append(name)
    return names


def kept_by(call: Callable[..., Any], inputs: dict[str, Any]) -> set[str]:
    """Return which inputs, and whether the result, an op keeps for backward."""
    saved: set[int] = set()

    def pack(tensor: Any) -> Any:
        saved.add(tensor.untyped_storage().data_ptr())
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        result = call(*inputs.values())
    first = result[0] if isinstance(result, tuple) else result
    owners = {**inputs, "result": first}
    return {
        name
        for name, tensor in owners.items()
        if isinstance(tensor, torch.Tensor) and tensor.untyped_storage().data_ptr() in saved
    }


def probe(op: Op) -> set[str] | None:
    """Call the op on tensors of some shape that it accepts; None if none fits."""
    call = callable_of(op.name)
    names = leading_tensors(op)
    if call is None or not names:
        return None
    for shape in SHAPES:
        for extra in EXTRAS:
            if bool(op.required) != bool(extra):
                continue
            inputs = {name: torch.rand(shape, requires_grad=True) * 1.0 for name in names}
            try:
                return kept_by(lambda *args, extra=extra: call(*args, *extra), inputs)
            except (RuntimeError, TypeError, IndexError, ValueError):
                continue
    return None


ROWS = [op for rows in torch_ops().values() for op in rows]
# Of what lets no gradient flow nothing is kept, whatever its helpers keep inside (isfinite).
FOUND = [
    (op, kept)
    for op in ROWS
    if op.is_differentiable and not op.alias and (kept := probe(op)) is not None
]


@pytest.mark.parametrize(("op", "kept"), FOUND, ids=[op.name for op, _ in FOUND])
def test_an_op_keeps_what_its_row_says(op: Op, kept: set[str]) -> None:
    assert kept == {thing.what for thing in op.saves}


def test_most_rows_can_be_probed() -> None:
    assert len(FOUND) >= 90


@pytest.mark.parametrize("op", [op for op in ROWS if op.alias], ids=lambda op: op.name)
def test_a_view_shares_the_memory(op: Op) -> None:
    arguments: dict[str, tuple[Any, ...]] = {
        "view": (9,), "view_as": (torch.rand(9),), "reshape": (9,), "reshape_as": (torch.rand(9),),
        "unflatten": (0, (3, 1)), "unsqueeze": (0,), "transpose": (0, 1), "swapaxes": (0, 1),
        "permute": (1, 0), "movedim": (0, 1), "expand": (2, 3, 3), "expand_as": (torch.rand(2, 3, 3),),
        "broadcast_to": ((2, 3, 3),), "narrow": (0, 0, 2), "select": (0, 0), "unfold": (0, 2, 1),
        "as_strided": ((2,), (1,)),
    }  # fmt: skip
    tensor = torch.rand(3, 3)
    result = getattr(tensor, op.name)(*arguments.get(op.name, ()))
    assert result.untyped_storage().data_ptr() == tensor.untyped_storage().data_ptr()


def test_overloads_are_told_apart_by_arguments() -> None:
    with_dim, without = find("max", 2), find("max", 1)
    assert with_dim
    assert without
    assert with_dim.saves == ()
    assert {kept.what for kept in without.saves} == {"self", "result"}


def test_every_module_row_names_a_real_module_with_those_attributes() -> None:
    for layer in torch_modules().values():
        cls = getattr(torch.nn, layer.name)
        assert issubclass(cls, torch.nn.Module)
        names = list(cls.__init__.__code__.co_varnames)[1 : cls.__init__.__code__.co_argcount]
        if layer.inplace_at is not None:
            assert names.index("inplace") == layer.inplace_at, layer.name


def test_a_line_that_is_no_row_is_refused() -> None:
    with pytest.raises(ValueError, match="not an op row"):
        parse_row("exp self")
