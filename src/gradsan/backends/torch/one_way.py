"""Whether a function has one way only: then what it did once, it does again on the same lines.

Its text decides nothing: no condition, no handler, one loop at the most besides those around the
pass. What it calls may differ from time to time, but that is the same line of it. Of two loops one
may turn more often and the other less, and what they made would not tell them apart.
"""

from __future__ import annotations

import dis
from collections.abc import Iterable
from functools import lru_cache
from types import CodeType

from gradsan.model.event import Stack

LOOPS = 1

_LEAVING = frozenset({"SEND", "YIELD_VALUE"})  # others go on in between


def goes_one_way(asked: Stack, saved: Iterable[Stack]) -> bool:
    """Tell whether the function that asked for a pass has saved everything, and had no choice."""
    if len(asked) != 1:
        return False  # called by an installed package, or not known
    [(code, last)] = asked
    are_here = all(len(stack) == 1 and stack[0][0] is code for stack in saved if stack)
    return are_here and _has_one_way(code, last)


@lru_cache(maxsize=256)
def _has_one_way(code: CodeType, last: int) -> bool:
    if code.co_exceptiontable:
        return False
    loops = 0
    for at in dis.get_instructions(code):
        if at.opname == "FOR_ITER":
            loops += not at.offset < last < at.argval
        elif at.opname in _LEAVING or ("JUMP" in at.opname and "_IF_" in at.opname):
            return False
    return loops <= LOOPS
