"""Make a program that fails smaller while it still fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.fuzz.steps import Block, Program, Step


def shrink(program: Program, fails: Callable[[Program], bool]) -> Program:
    """Drop and simplify parts, one at a time, until nothing more can go.

    >>> shrink((Step("a"), Step("b"), Step("c")), lambda p: Step("b") in p)
    (Step(kind='b', name='', out=(), ins=(), args=()),)
    """
    while True:
        for smaller in _smaller(program):
            if fails(smaller):
                program = smaller
                break
        else:
            return program


def _smaller(program: Program) -> Iterator[Program]:
    for place, part in reversed(list(enumerate(program))):
        before, after = program[:place], program[place + 1 :]
        yield before + after
        if isinstance(part, Block):
            yield (*before, *part.body, *after)
            if part.kind == "loop" and part.times > 1:
                yield (*before, Block("loop", part.times - 1, part.body), *after)
            for body in _smaller(part.body):
                yield (*before, Block(part.kind, part.times, body), *after)
        elif part.kind == "backward" and len(part.ins) > 1:
            for slot in part.ins:
                kept = tuple(one for one in part.ins if one != slot)
                yield (*before, Step("backward", "", (), kept, part.args), *after)
