"""Small values that nobody changes, made by the hundred thousand.

A frozen dataclass sets each field through `object.__setattr__`, which takes longer than all the
rest of making one. Here the type checker sees to it that no field is set again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Thing = TypeVar("Thing")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[Thing]) -> type[Thing]:
    """Make a dataclass with slots that is equal by its fields and can be a key.

    >>> @frozen
    ... class Pair:
    ...     left: int
    ...     right: int = 0
    >>> Pair(1), Pair(1) == Pair(1, 0), len({Pair(1), Pair(1)})
    (Pair(left=1, right=0), True, 1)
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
