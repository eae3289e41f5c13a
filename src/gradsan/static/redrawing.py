"""Numbers that a checkpointed block draws from NumPy or Python: another draw in its second run.

torch puts its own generators back before it runs a block again, and only those. A draw that is
merely added to what the block returns changes no gradient: it has to come into an op that keeps
something, or into a decision.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from gradsan.static.machine import Machine
from gradsan.static.names import loads, stores
from gradsan.static.nodes import children, subtree
from gradsan.static.values import Ref

_DRAW = re.compile(r"(numpy\.random|random)\.\w+")
_NO_DRAWS = frozenset(
    "seed default_rng RandomState Generator SeedSequence Random get_state set_state "  # noqa: SIM905
    "getstate setstate".split()
)
_LINEAR = frozenset(  # they keep nothing of what they are given, or make a tensor of it
    "from_numpy tensor as_tensor asarray array Tensor FloatTensor float int cat stack concat add "  # noqa: SIM905
    "sub sum mean reshape expand_as zeros ones astype print len str append log_scalar".split()
)


def tell_redrawn(m: Machine, body: ast.AST) -> bool:
    """Note the first draw of a block that its second run, in backward, does not repeat."""
    bound = stores(body) | {item.arg for item in children(body) if isinstance(item, ast.arg)}
    drawn = [(call, name) for call, name in _calls(m, body, bound) if name not in _NO_DRAWS]
    if not m.state.grad_on or any(name in _NO_DRAWS for _, name in _calls(m, body, bound)):
        return False  # somebody puts the generator back
    for call, _ in drawn:
        if _matters(body, call):
            m.note("redrawn", m.spot(call), ast.unparse(call.func), raises=False)
            return True
    return False


def _calls(m: Machine, body: ast.AST, bound: set[str]) -> Iterator[tuple[ast.Call, str]]:
    """Yield the calls of what NumPy's and Python's modules of random numbers hold."""
    for item in subtree(body):
        if not isinstance(item, ast.Call) or not isinstance(item.func, (ast.Attribute, ast.Name)):
            continue
        if loads(item.func) & bound:
            continue  # a generator that the block has made, or was given
        value = m.evaluate(m, item.func)
        if isinstance(value, Ref) and _DRAW.fullmatch(value.name):
            yield item, value.name.rpartition(".")[2]


def _matters(body: ast.AST, draw: ast.Call) -> bool:
    """Tell whether a draw comes into an op that keeps something, or into a decision."""
    drawn: set[str] = set()
    for statement in sorted(_statements(body), key=lambda item: item.lineno):
        if _is_read(statement, draw, drawn):
            return True
        match statement:
            case ast.Assign() | ast.AugAssign() | ast.AnnAssign():
                if _holds(statement, draw, drawn):
                    drawn |= stores(statement)
    return False


def _statements(body: ast.AST) -> list[ast.stmt | ast.expr]:
    if isinstance(body, ast.Lambda):
        return [body.body]
    return [item for item in children(body) if isinstance(item, ast.stmt)]


def _holds(node: ast.AST, draw: ast.Call, drawn: set[str]) -> bool:
    return any(item is draw for item in subtree(node)) or bool(loads(node) & drawn)


def _is_read(statement: ast.AST, draw: ast.Call, drawn: set[str]) -> bool:
    """Tell whether a statement does more with a drawn number than to add it to something."""
    for item in subtree(statement):
        match item:
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                read = [test]
            case ast.Call(func=func, args=args, keywords=keywords):
                name = ast.unparse(func).rpartition(".")[2]
                read = [] if name in _LINEAR else [*args, *(one.value for one in keywords)]
            case ast.BinOp(op=ast.Mult() | ast.Div() | ast.MatMult() | ast.Pow()):
                read = [item.left, item.right]
                if any(isinstance(side, ast.Constant) for side in read):
                    read = []
            case ast.Subscript(slice=index):
                read = [index]
            case _:
                continue
        # What the draw itself is given is not what was drawn.
        if item is not draw and any(_holds(part, draw, drawn) for part in read):
            return True
    return False
