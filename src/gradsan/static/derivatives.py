"""Derivatives that are asked for as functions: torch.func.grad, torch.autograd.functional."""

from __future__ import annotations

import ast

from gradsan.static.arguments import Arguments, is_true
from gradsan.static.machine import Machine
from gradsan.static.modules import parameters
from gradsan.static.rewrites import set_flag
from gradsan.static.saving import apply_unknown
from gradsan.static.training import use
from gradsan.static.values import UNKNOWN, Function, Method, Needs, Storage, Tensor, Value

DERIVED = "func.grad"  # the name of the method that a function has for its gradient


def make_gradient(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """torch.func.grad: a function that runs the given one, and backward through it."""
    inner = args.positional[0] if args.positional else UNKNOWN
    return Method(inner, DERIVED) if isinstance(inner, Function) else UNKNOWN


def call_gradient(m: Machine, node: ast.Call, inner: Value, args: Arguments) -> Value:
    """Call what torch.func.grad gave."""
    first = args.positional[0] if args.positional else UNKNOWN
    if isinstance(first, Tensor):
        first = m.new_tensor(Storage(Needs.YES, is_leaf=True, is_float=True, made=m.spot(node)))
    given = Arguments([first, *args.positional[1:]], args.named, args.nodes)
    use(m, m.call(m, node, inner, given), node, "torch.func.grad", Needs.YES)
    return UNKNOWN


def differentiate(m: Machine, node: ast.Call, name: str, args: Arguments) -> Value:
    """torch.autograd.functional: derivatives that are out of the graph unless kept in."""
    function = args.flag("func", 0)
    held: list[Value] = [*parameters(m, function), *args.positional[1:]]
    if isinstance(function, Function):  # what it closes over counts, too
        held.append(m.call(m, node, function, Arguments(args.positional[1:2])))
    if is_true(args.flag("create_graph")) or not m.leaves(held):
        return apply_unknown(m, held)
    keep = set_flag(m.source, node, "create_graph", "True")
    cut = m.new_cut("grad", m.spot(node), held, name, [keep])
    return m.new_tensor(Storage(cuts=frozenset({cut}), has_escaped=True, made=m.spot(node)))
