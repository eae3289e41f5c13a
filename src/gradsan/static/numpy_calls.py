"""NumPy: arrays are memory that PyTorch may share without knowing of the writes."""

from __future__ import annotations

import ast

from gradsan.static.arguments import Arguments
from gradsan.static.machine import Machine
from gradsan.static.mending import Writing
from gradsan.static.values import NONE, Number, Ref, Storage, Tensor, Value
from gradsan.static.writing import write

_SAME_MEMORY = frozenset({"asarray", "ascontiguousarray", "reshape", "ravel", "squeeze"})


def call_numpy(m: Machine, node: ast.Call, name: str, args: Arguments) -> Value:
    """Call a NumPy function: an array with memory of its own, unless it hands its argument on."""
    first = args.positional[0] if args.positional else None
    if name in _SAME_MEMORY and isinstance(first, Tensor):
        return Tensor(first.storage, "numpy", detached=True)
    if name in ("default_rng", "RandomState"):
        return Ref("numpy.random")  # it has the functions of that module
    if name == "shuffle" and isinstance(first, Tensor):
        target = args.nodes[0]
        write(m, first, Writing(node, target, "shuffle()", "function", through="numpy"))
        return NONE
    out = args.named.get("out")
    if isinstance(out, Tensor):
        target = next(item.value for item in node.keywords if item.arg == "out")
        write(m, out, Writing(node, target, f"np.{name}", "function", through="numpy"))
        return out
    values = args.all()
    cuts = m.cuts(values)
    leaves = [value for value in values if not isinstance(value, Number)]
    if m.leaves(leaves):
        cuts |= {m.new_cut("numpy", m.spot(node), leaves, f"np.{name}")}
    array = m.new_tensor(Storage(cuts=cuts, made=m.spot(node)))
    return Tensor(array.storage, "numpy", detached=True)
