"""The rows of the table and the figures of the JSON, from two sides that were looked at."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from typing import Any

from gradsan.comparison.measuring import shown_time
from gradsan.comparison.result import Difference, Row, shown_bytes
from gradsan.comparison.side import Side, shared_inputs
from gradsan.model.anatomy import Anatomy

MOST_OPS = 6


def rows(
    left: Side,
    right: Side,
    outputs: Sequence[Difference] | None,
    gradients: Sequence[Difference] | None,
    second: Sequence[Difference] | None,
    allowed: float,
) -> Iterator[Row]:
    """Yield the rows, top to bottom."""
    yield Row("framework", left.framework, right.framework)
    if left.error or right.error:
        yield Row("gradient", _short(left), _short(right))
    yield from _compared("output", outputs, allowed)
    yield from _compared("gradient of", gradients, allowed)
    yield from _compared("second order,", second, allowed)
    yield from _unshared(left, right)
    a, b = left.anatomy, right.anatomy
    if a is not None and b is not None:
        yield from _anatomy_rows(a, b, left.framework == right.framework)
    if left.findings or right.findings:
        yield Row("hazards", _codes(left), _codes(right))
    if left.full and right.full:
        yield Row("forward", shown_time(left.forward), shown_time(right.forward))
        yield Row("forward + backward", shown_time(left.full), shown_time(right.full))


def _unshared(left: Side, right: Side) -> Iterator[Row]:
    """Say which inputs are not compared, and what is no input at all."""
    shared = {name for name, _, _ in shared_inputs(left, right)}
    alone = [[name for name in side.inputs if name not in shared] for side in (left, right)]
    if any(alone) and left.inputs and right.inputs:
        yield Row("not compared", *(_few(names) for names in alone))
    remarks = [
        (*side.problem.bound.remarks, *filter(None, [side.second_error])) if side.problem else ()
        for side in (left, right)
    ]
    for remark in dict.fromkeys((*remarks[0], *remarks[1])):
        marks = ["x" if remark in mine else "" for mine in remarks]
        yield Row("note", marks[0], marks[1], remark)


def _few(names: Sequence[str]) -> str:
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return f"{names[0]}{more}" if names else "-"


def _short(side: Side) -> str:
    return side.error.partition(":")[0] or "fine"


def _compared(heading: str, found: Sequence[Difference] | None, allowed: float) -> Iterator[Row]:
    for one in found or ():
        name = one.name if heading == "output" else f"{heading} {one.name}"
        if one.relative <= allowed:
            yield Row(name, "same", "same", f"to {one.relative:.0e}" if one.relative else "exactly")
            continue
        where = str(list(one.index)) if one.index else ""
        note = f"{where} differ by {one.largest:.3g}".strip()
        yield Row(name, f"{one.left:.6g}", f"{one.right:.6g}", note)


def _anatomy_rows(a: Anatomy, b: Anatomy, is_one_framework: bool) -> Iterator[Row]:
    note = _different_nodes(a, b) if is_one_framework else ""
    yield Row("backward nodes", str(a.count), str(b.count), note)
    yield Row("depth", str(a.depth), str(b.depth))
    yield Row("kept for backward", shown_bytes(a.kept_bytes), shown_bytes(b.kept_bytes))
    ops = sorted({one.op for one in (*a.kept, *b.kept)}, key=lambda op: -_of(a, op) - _of(b, op))
    for op in ops[:MOST_OPS]:
        yield Row(f"  {op}", _kept_by(a, op), _kept_by(b, op))
    yield Row("peak memory", shown_bytes(a.peak), shown_bytes(b.peak))
    if a.writes is not None and b.writes is not None and (a.writes or b.writes):
        yield Row("writes in place", _writes(a), _writes(b))


def _different_nodes(a: Anatomy, b: Anatomy) -> str:
    mine, yours = dict(a.nodes), dict(b.nodes)
    changed = []
    for name in sorted(mine.keys() | yours.keys()):
        apart = yours.get(name, 0) - mine.get(name, 0)
        if apart:
            changed.append(f"{apart:+d} {name}")
    shown = ", ".join(changed[:4])
    return f"{shown}, …" if len(changed) > 4 else shown


def _of(anatomy: Anatomy, op: str) -> int:
    return sum(one.size for one in anatomy.kept if one.op == op)


def _kept_by(anatomy: Anatomy, op: str) -> str:
    return shown_bytes(_of(anatomy, op)) if any(one.op == op for one in anatomy.kept) else "-"


def _writes(anatomy: Anatomy) -> str:
    names = list(dict.fromkeys(anatomy.writes or ()))
    return ", ".join(names[:3]) + (", …" if len(names) > 3 else "") if names else "none"


def _codes(side: Side) -> str:
    return ", ".join(dict.fromkeys(finding.code for finding in side.findings)) or "none"


def figures(side: Side) -> dict[str, Any]:
    """Return the figures of a side as plain data."""
    data: dict[str, Any] = {
        "precision": side.precision,
        "findings": [{"code": f.code, "message": f.message} for f in side.findings],
    }
    if side.anatomy is not None:
        data |= {
            "nodes": dict(side.anatomy.nodes),
            "depth": side.anatomy.depth,
            "kept_bytes": side.anatomy.kept_bytes,
            "kept": [
                {"op": one.op, "shape": list(one.shape), "dtype": one.dtype, "bytes": one.size}
                for one in side.anatomy.kept
            ],
            "peak_bytes": side.anatomy.peak,
            "writes": None if side.anatomy.writes is None else list(side.anatomy.writes),
        }
    if side.full:
        data["forward_s"] = statistics.median(side.forward)
        data["forward_backward_s"] = statistics.median(side.full)
    return data
