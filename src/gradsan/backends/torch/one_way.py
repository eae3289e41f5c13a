"""Whether a function has one way only: then what it did once, it does again on the same lines.

Its text decides nothing: no condition, no handler, one loop at the most besides those around the
pass. Of two loops one may turn more often and the other less, and what they made would not tell
them apart. The same holds for calls: `matrix_power` makes as many nodes as its power asks for. So
each call has saved once in a row, and none has made nodes of a kind that another made as well.
"""

from __future__ import annotations

import dis
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from types import CodeType

from gradsan.model.event import Stack

LOOPS = 1

_LEAVING = frozenset({"SEND", "YIELD_VALUE"})  # others go on in between


def goes_one_way(asked: Stack, saved: Sequence[Stack], names: Mapping[int, str]) -> bool:
    """Tell whether the function that asked for a pass has saved everything, and had no choice.

    `saved` has the place of each node, empty where it saved nothing, and `names` the kinds of those
    that the pass went through.
    """
    if len(asked) != 1:
        return False  # called by an installed package, or not known
    [(code, last)] = asked
    are_here = all(len(stack) == 1 and stack[0][0] is code for stack in saved if stack)
    return are_here and _has_one_way(code, last) and _tell_apart(saved, names)


def _tell_apart(saved: Sequence[Stack], names: Mapping[int, str]) -> bool:
    """Tell whether the kind of a node names the call that made it."""
    if any(one and one == following for one, following in pairwise(saved)):
        return False  # one call has made several: as many as it was asked for
    makers: dict[str, Stack] = {}
    return all(
        at in names and makers.setdefault(names[at], stack) == stack
        for at, stack in enumerate(saved)
        if stack
    )


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
