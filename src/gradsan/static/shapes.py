"""What the text says of a shape: an axis of one entry, which broadcasting repeats."""

from __future__ import annotations

import ast

from gradsan.static.machine import Machine
from gradsan.static.nodes import subtree
from gradsan.static.rewrites import expression_at
from gradsan.static.values import Tensor

_SHAPING = frozenset({"view", "reshape", "zeros", "ones", "rand", "randn", "empty", "full"})


def is_narrow(m: Machine, tensor: Tensor) -> bool:
    """Tell whether a tensor is known to have an axis of one entry: `x[:, None]`, `view(-1, 1)`.

    `broadcast_to` and `broadcast_tensors` leave the others as they are, more often than not.
    """
    spots = (tensor.made, m.storage(tensor).made)
    return any(
        _makes_axis(node)
        for spot in spots
        if spot and (node := expression_at(m.source, spot.place))
    )


def _makes_axis(node: ast.expr) -> bool:
    match node:
        case ast.Subscript(slice=index):
            return any(
                isinstance(one, ast.Constant) and one.value is None for one in subtree(index)
            )
        case ast.Call(func=ast.Attribute(attr="unsqueeze")):
            return True
        case ast.BinOp(left=inner, right=ast.Constant()) | ast.BinOp(ast.Constant(), right=inner):
            return _makes_axis(inner)  # a number changes no shape
        case ast.Call(func=ast.Attribute(attr=name), args=args, keywords=named):
            if any(one.arg == "keepdim" and _is_true(one.value) for one in named):
                return True
            sizes = [part for one in args for part in subtree(one)]
            return name in _SHAPING and any(
                isinstance(one, ast.Constant) and one.value == 1 for one in sizes
            )
        case ast.Call(func=ast.Attribute(attr="tensor"), args=[ast.Constant(), *_]):
            return True
    return False


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True
