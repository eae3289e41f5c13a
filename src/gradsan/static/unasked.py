"""Gradients that are read and are None: nobody asked for them, or their path was cut."""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.query import Spot
from gradsan.static.rewrites import (
    expression_at,
    insert_before,
    statement_at,
    without_call,
    wrap,
)
from gradsan.static.source import children
from gradsan.static.values import Cut, Needs, Tensor


def tell_unasked(m: Machine, owner: Tensor, node: ast.expr) -> None:
    """Note a read of `.grad` that gives None, though a backward has run on what came of it."""
    if not m.state.roots or owner.view or _is_asked_about(m, node):
        return
    storage = m.storage(owner)
    if owner.detached:
        if storage.is_leaf and owner.storage in m.state.reached:
            m.note("grad-of-alias", m.spot(node), ast.unparse(node), raises=False)
        return
    if owner.storage in m.state.set_aside:
        if owner.storage not in m.state.reached | m.state.opaque:
            cut = m.state.cuts[m.state.set_aside[owner.storage]]
            plain = without_call(m.source, found) if (found := _cut_at(m, cut)) else None
            m.note(
                "grad-cut", cut.spot, ast.unparse(node), needed=m.spot(node), raises=False,
                edits=[plain],
            )  # fmt: skip
        return
    is_plain = storage.needs == Needs.NO and storage.is_float is not False and not storage.late
    is_known = storage.made is not None and storage.is_local and not storage.has_escaped
    if is_plain and is_known and storage.used and not storage.cuts and not storage.is_guess:
        subject, mend = ast.unparse(node), _asking(m, storage.made)
        m.note(
            "grad-of-constant", m.spot(node), subject, made=storage.made, raises=False,
            edits=[mend],
        )  # fmt: skip


def tell_summed(m: Machine, owner: Tensor, backward: Spot, node: ast.expr) -> None:
    """Note a gradient that is taken after each of two backwards, and never cleared."""
    if owner.storage in m.state.opaque or not _is_taken(m.statement, node):
        return
    before = m.state.reads.get(owner.storage)
    first = statement_at(m.source, before.place) if before else None
    if first is None or before is None or _is_subtracted(m, first):
        return
    if _is_taken(first, expression_at(m.source, before.place)):
        statement = statement_at(m.source, backward.place)
        line = f"{ast.unparse(node)} = None"
        mend = insert_before(m.source, statement, line) if statement else None
        m.note(
            "summed-grad", backward, ast.unparse(node), made=before, needed=m.spot(node),
            raises=False, edits=[mend],
        )  # fmt: skip


def _is_taken(statement: ast.stmt | None, node: ast.expr | None) -> bool:
    """Tell whether a statement keeps what it reads: `g = x.grad.clone()`, `rows.append(x.grad)`."""
    if node is None or (statement is not None and "zero_" in ast.unparse(statement)):
        return False
    match statement:
        case ast.Assign(value=value):
            return node in children(value)
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="append"), args=[value])):
            return node in children(value)
    return False


def _is_subtracted(m: Machine, statement: ast.stmt) -> bool:
    """Tell whether the file takes off what a statement keeps: the sum is known there."""
    stored = {
        item.id
        for item in children(statement)
        if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)
    }
    return any(
        isinstance(item, ast.BinOp)
        and isinstance(item.op, ast.Sub)
        and any(isinstance(part, ast.Name) and part.id in stored for part in children(item))
        for item in children(m.source.tree)
    )


def is_inner_value(m: Machine, tensor: Tensor) -> bool:
    """Tell whether a tensor is in the graph, but no leaf of it."""
    storage = m.storage(tensor)
    return not storage.is_leaf and storage.needs == Needs.YES and not tensor.detached


def _cut_at(m: Machine, cut: Cut) -> ast.expr | None:
    return expression_at(m.source, cut.spot.place)


def _asking(m: Machine, made: Spot | None) -> Edit | None:
    """Return the edit that asks for a gradient where the tensor is made."""
    node = expression_at(m.source, made.place) if made else None
    match statement_at(m.source, made.place) if made else None:
        case ast.Assign(targets=[ast.Name()], value=value) if value is node:
            return wrap(m.source, value, ".requires_grad_()")
    return None


def _is_asked_about(m: Machine, node: ast.expr) -> bool:
    """Tell whether a statement only asks: `if x.grad is not None`, or the file asks elsewhere."""
    question = f"{ast.unparse(node)} is "
    if m.statement is None or any(question in line for line in m.source.lines):
        return True
    return any(
        isinstance(item, (ast.Compare, ast.BoolOp, ast.IfExp)) and node in children(item)
        for item in children(m.statement)
    )
