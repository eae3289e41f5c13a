"""What einsum keeps of two operands: the operand itself, unless it has to be copied first."""

from __future__ import annotations

from gradsan.ops.table import Kept, Op


def row_of(equation: str) -> Op | None:
    """Return the row of a product of two operands, or None if the equation says otherwise.

    It becomes a batched matrix product; an operand whose axes are not in groups (kept by both,
    kept, summed) is copied for it, and the copy is kept.

    >>> [kept.is_certain for kept in row_of("bd,nd->bn").saves]
    [True, True]
    >>> [kept.is_certain for kept in row_of("bchw,kc->bkhw").saves]
    [False, True]
    """
    inputs, arrow, output = equation.replace(" ", "").partition("->")
    operands = inputs.split(",")
    if not arrow or len(operands) != 2 or "." in equation:
        return None
    saves = tuple(
        Kept(name, other, is_certain=_is_grouped(own, their, output))
        for name, other, own, their in (
            ("self", "other", *operands),
            ("other", "self", *reversed(operands)),
        )
    )
    return Op("einsum", ("self", "other"), saves=saves)


def _is_grouped(own: str, other: str, output: str) -> bool:
    """Tell whether the axes stand in three groups, those of both operands first."""
    groups = [
        "both" if a in other and a in output else "sum" if a in other else "kept" for a in own
    ]
    changes = [group for at, group in enumerate(groups) if not at or groups[at - 1] != group]
    return len(changes) == len(set(changes)) and "both" not in changes[1:]
