"""Layers of torch.nn: the op that each stands for, and what it keeps or writes."""

from __future__ import annotations

import ast
from functools import cache

from gradsan.model.finding import Edit
from gradsan.ops.table import Kept, Layer, Op, find_layer
from gradsan.static.arguments import Arguments, is_true, kind_of
from gradsan.static.dropping import is_idle_layer
from gradsan.static.machine import Machine
from gradsan.static.mending import Writing
from gradsan.static.rewrites import set_flag
from gradsan.static.running import keep_statistics, update_statistics
from gradsan.static.saving import apply, apply_unknown
from gradsan.static.values import NONE, UNKNOWN, Number, Parts, Tensor, Value
from gradsan.static.write_ops import write_with
from gradsan.static.writing import write

NORMALISED = "_normalised"  # marks a layer whose weight is divided by its norm
_NORM = Op("norm", ("self",), saves=(Kept("self"), Kept("result")))


def call_layer(m: Machine, node: ast.Call, parts: Parts, layer: Layer, args: Arguments) -> Value:
    """Run the op of a layer: it may write into its input, or into its own weight."""
    value = args.positional[0]
    if is_idle_layer(m, layer.name, parts):
        return value
    writes = parts.attributes.get("inplace", NONE)
    kinds = [kind_of(value) for value in args.positional]
    op = _many_ops(layer) if layer.op == "?" else find_layer(layer, kinds, in_place=is_true(writes))
    if is_true(writes) and isinstance(value, Tensor):
        target = args.nodes[0] if args.nodes else node.func
        switch = _switch(m, parts, layer)
        how = Writing(
            node, target, f"{layer.name}(inplace=True)", "function", activates=True, switch=switch,
            is_between=not args.nodes,
        )  # fmt: skip
        write_with(m, value, how, op, {op.parameters[0]: value} if op else {}, [])
        return value
    if not isinstance(writes, Number):
        return UNKNOWN  # it may write or not
    if op is None:
        return apply_unknown(m, args.all())
    if parts.attributes.get("max_norm", NONE) != NONE:
        _renormalise(m, node, parts)
    known = parts.attributes
    weights = {name: known.get(name, UNKNOWN) for name in layer.attributes if name in op.parameters}
    if NORMALISED in parts.attributes and isinstance(weights.get("weight"), Tensor):
        weights["weight"] = apply(m, _NORM, {"self": weights["weight"]}, node)
    bound = dict(zip(op.parameters, args.positional, strict=False)) | weights
    op = keep_statistics(parts, op, bound)
    result = apply(m, op, bound, node, shown=layer.name)
    update_statistics(m, node, parts)
    return result


def _switch(m: Machine, parts: Parts, layer: Layer) -> Edit | None:
    """Return the edit of the constructor that asked for in-place work, by name or by position."""
    made, at = parts.made_by, layer.inplace_at
    if not isinstance(made, ast.Call):
        return None
    if any(keyword.arg == "inplace" for keyword in made.keywords):
        return set_flag(m.source, made, "inplace", "False")
    if at is None or at >= len(made.args) or any(isinstance(a, ast.Starred) for a in made.args):
        return None
    place = m.source.place(made.args[at])
    return Edit(place, "False", m.source.text(place))


@cache
def _many_ops(layer: Layer) -> Op:
    """Return a row for a module of many ops, with what it keeps of its other arguments.

    A recurrent layer keeps its state for the weights' sake, and the weights for the state's.
    """
    results = ("result", "state")[: layer.results]
    names: tuple[str, ...]
    more: tuple[Kept, ...]
    if layer.name == "MultiheadAttention":
        names, more = ("input", "key", "value"), (Kept("key"), Kept("value"))
    else:
        names = ("input", "hidden")
        weights = [name for name in layer.attributes if "weight_hh" in name]
        more = tuple(Kept(name, "hidden") for name in weights)
        more += tuple(Kept("hidden", name) for name in weights)
    return Op(layer.name, (*names, *layer.attributes), saves=(*layer.saves, *more), results=results)


def _renormalise(m: Machine, node: ast.Call, parts: Parts) -> None:
    """An embedding with max_norm writes into its weight whenever it is called."""
    weight = parts.attributes.get("weight")
    if isinstance(weight, Tensor):
        write(m, weight, Writing(node, node.func, "max_norm", "function", is_internal=True))
