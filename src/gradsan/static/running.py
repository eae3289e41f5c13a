"""Running statistics: in eval mode batch norm keeps them, in training mode it writes them.

They are one piece of memory of the layer. Which mode it is in is known if the text says so, or if
it is as it was made; otherwise neither is taken down.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from gradsan.ops.table import Kept, Op
from gradsan.static.arguments import Arguments, is_false, is_true
from gradsan.static.machine import Machine
from gradsan.static.mending import Writing
from gradsan.static.values import NONE, Number, Parts, Storage, Tensor, Value
from gradsan.static.writing import write

_NAME = "_statistics"  # of the attribute
_TRACKING = frozenset({"BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "SyncBatchNorm"})
_ZEROS = (Number(0, known=True), Number(0.0, known=True))


def make_statistics(m: Machine, name: str, args: Arguments) -> dict[str, Value]:
    """Return the statistics that a new layer has, as attributes."""
    is_still = is_false(args.flag("track_running_stats", 4)) or args.flag("momentum", 2) in _ZEROS
    if name not in _TRACKING or is_still:
        return {}
    return {_NAME: m.new_tensor(Storage(is_float=True))}


def keep_statistics(parts: Parts, op: Op, bound: dict[str, Value]) -> Op:
    """Return what a layer runs; in eval mode it keeps its statistics for backward."""
    known = parts.attributes.get(_NAME)
    if known is None or not is_false(parts.attributes.get("training", NONE)):
        return op
    bound[_NAME] = known
    return replace(op, saves=(*op.saves, Kept(_NAME)))


def update_statistics(m: Machine, node: ast.Call, parts: Parts) -> None:
    """Write the statistics of a layer in training mode, if somebody has kept the old ones."""
    known, mode = parts.attributes.get(_NAME), parts.attributes.get("training")
    is_on = not m.root if mode is None else is_true(mode)
    if isinstance(known, Tensor) and is_on and m.state.saves.get(known.storage):
        how = Writing(node, node.func, "a pass in training mode", "function", through="statistics")
        write(m, known, how)
