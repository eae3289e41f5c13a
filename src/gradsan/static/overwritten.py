"""Reads of memory that was changed behind somebody's back, or was to be changed and was not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gradsan.static.machine import Machine
from gradsan.static.values import Needs, Tensor, Value


def name_anew(m: Machine, value: Value, name: str) -> None:
    """Take a name from those that mean the old value: it is given to what is there now."""
    found = m.storage(value).overwritten if isinstance(value, Tensor) else None
    if found and isinstance(value, Tensor) and (m.scope[0], name) in found.readers:
        m.change(value, overwritten=replace(found, readers=found.readers - {(m.scope[0], name)}))


def read_kept(m: Machine, tensor: Tensor, values: Sequence[Value] = ()) -> None:
    """Note that an op reads what was changed behind its back, or was to be changed and was not."""
    found = m.storage(tensor).overwritten
    if found is None or found.statement is m.statement:
        return
    sure = m.needs(tensor) == Needs.YES
    if found.kind == "kept-alias":
        m.note(found.kind, found.spot, found.target, raises=False, sure=sure, edits=found.edits)
    elif found.kind == "detached-alias" and not tensor.detached and sure:
        detail = m.source.text(tensor.made.place) if tensor.made else ""
        m.note(found.kind, found.spot, found.target, detail=detail, raises=False, edits=found.edits)
    elif found.kind == "discarded-result" and m.most_needed(values) == Needs.YES:
        m.note(found.kind, found.spot, found.target, raises=False, edits=found.edits)
    else:
        return
    m.change(tensor, overwritten=None)
