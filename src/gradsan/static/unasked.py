"""Gradients that are read and are None: nobody asked for them, or their path was cut."""

from __future__ import annotations

import ast

from gradsan.static.machine import Machine
from gradsan.static.source import children
from gradsan.static.values import Needs, Tensor


def tell_unasked(m: Machine, owner: Tensor, node: ast.expr) -> None:
    """Note a read of `.grad` that gives None, though a backward has run on what came of it."""
    if not m.state.roots or owner.detached or owner.view or _is_asked_about(m, node):
        return
    storage = m.storage(owner)
    if owner.storage in m.state.set_aside:
        if owner.storage not in m.state.reached | m.state.opaque:
            cut = m.state.cuts[m.state.set_aside[owner.storage]]
            m.note("cut-detach", cut.spot, cut.subject, needed=m.spot(node), raises=False)
        return
    is_plain = storage.needs == Needs.NO and storage.is_float is not False and not storage.late
    is_known = storage.made is not None and storage.is_local and not storage.has_escaped
    if is_plain and is_known and storage.used and not storage.cuts and not storage.is_guess:
        subject = ast.unparse(node).removesuffix(".grad")
        m.note("never-asked", m.spot(node), subject, made=storage.made, raises=False)


def _is_asked_about(m: Machine, node: ast.expr) -> bool:
    """Tell whether a statement only asks: `if x.grad is not None`, or the file asks elsewhere."""
    question = f"{ast.unparse(node)} is "
    if m.statement is None or any(question in line for line in m.source.lines):
        return True
    return any(
        isinstance(item, (ast.Compare, ast.BoolOp, ast.IfExp)) and node in children(item)
        for item in children(m.statement)
    )
