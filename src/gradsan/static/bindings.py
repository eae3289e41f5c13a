"""One place where a name is bound or read, and the last binding before a row."""

from __future__ import annotations

import ast
from bisect import bisect_left
from dataclasses import dataclass
from typing import NamedTuple

_MANY = 20  # bindings of a name; from so many on, the last is looked up
ANYWHERE = (-1,)  # a block that is around nothing


@dataclass(slots=True)
class Read:
    """A name is read in a way that may keep or share its memory."""

    row: int  # 0: at any time
    by: ast.stmt | None = None  # the write that reads what it writes


class Binding(NamedTuple):
    """A name is bound to a value; None if that cannot be told."""

    value: ast.expr | None
    row: int  # where it holds from; 0: at any time
    block: tuple[int, ...]  # the blocks around it, outermost first


def row_of(binding: Binding) -> int:
    """Return where a binding holds from."""
    return binding.row


def are_in_order(bound: list[Binding]) -> bool:
    """Tell whether bindings are many, and stand in the order of their rows."""
    rows = [item.row for item in bound]
    return len(rows) > _MANY and rows == sorted(rows)


def since_surest(bound: list[Binding], row: int, block: tuple[int, ...]) -> list[Binding]:
    """Return the bindings in order from the last one that leads to a row; all if none does."""
    end = bisect_left(bound, row, key=row_of)
    for at in range(end)[::-1]:
        item = bound[at]
        if item.row > 0 and block[: len(item.block)] == item.block:
            return bound[bisect_left(bound, item.row, key=row_of) : end]
    return bound
