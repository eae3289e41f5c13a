"""Edits for writes to views that PyTorch refuses: make the views otherwise, or at another time."""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.mending import Writing, is_base_read, is_loop_variable
from gradsan.static.names import stores
from gradsan.static.query import Spot
from gradsan.static.rewrites import (
    block_of,
    clone_before,
    drop,
    expression_at,
    function_around,
    insert_before,
    statement_at,
)
from gradsan.static.source import Source, children, subtree
from gradsan.static.values import Tensor


def part_by_part(m: Machine, tensor: Tensor) -> tuple[Edit, ...]:
    """Return the edit that takes the parts one by one, as views that may be written.

    The parts stand for their base, which sees the write as it would have.
    """
    node = expression_at(m.source, tensor.made.place) if tensor.made else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        node = next((item for item in node.args if _is_whole(m, tensor, item)), None)
    new = _one_by_one(node) if node is not None else ""
    if node is None or not new:
        return ()
    place = m.source.place(node)
    return (Edit(place, new, m.source.text(place)),)


def _is_whole(m: Machine, tensor: Tensor, node: ast.expr) -> bool:
    """Tell whether a name among those that `zip` goes through stands for a tensor."""
    held = m.state.frames[m.scope[0]].get(node.id) if isinstance(node, ast.Name) else None
    return isinstance(held, Tensor) and held.storage == tensor.storage and not held.view


def part_of_its_own(m: Machine, tensor: Tensor, how: Writing) -> tuple[Edit, ...]:
    """Return the edit that clones the part of which a part is written: `box[:, 2:].exp_()`."""
    target = how.target
    while isinstance(target, ast.Subscript):
        target = target.value
    held = m.state.frames[m.scope[0]].get(target.id) if isinstance(target, ast.Name) else None
    if not isinstance(held, Tensor) or held.view != "split" or is_base_read(m, tensor):
        return ()
    if not _is_made_here(m, tensor) and (is_loop_variable(m, target) or target is how.target):
        return ()  # the loop goes through something that others see
    clone = clone_before(m.source, target, m.statement)
    return (clone,) if clone else ()


def _is_made_here(m: Machine, tensor: Tensor) -> bool:
    """Tell whether a loop goes through a value that has no name: `for row in x * 1.0`."""
    node = expression_at(m.source, tensor.made.place) if tensor.made else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return not any(isinstance(item, (ast.Name, ast.Attribute)) for item in node.args)
    return isinstance(node, ast.BinOp)


def _one_by_one(node: ast.expr) -> str:
    """Write the list of views that a split or a loop over a tensor would give.

    >>> _one_by_one(ast.parse("boxes.unbind(-1)", mode="eval").body)
    '[boxes.select(-1, i) for i in range(boxes.shape[-1])]'
    >>> _one_by_one(ast.parse("torch.split(h, 2, dim=1)", mode="eval").body)
    '[h[:, i:i + 2] for i in range(0, h.shape[1], 2)]'
    """
    if isinstance(node, (ast.Name, ast.Attribute)):
        whole = ast.unparse(node)
        return f"[{whole}[i] for i in range(len({whole}))]"
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return ""
    given = [*node.args]
    owner = node.func.value
    if isinstance(owner, ast.Name) and owner.id == "torch":
        if not given:
            return ""
        owner = given.pop(0)
    if not isinstance(owner, (ast.Name, ast.Attribute)):
        return ""
    names = ("dim",) if node.func.attr == "unbind" else ("split_size", "dim")
    named = dict(zip(names, given, strict=False))
    named |= {item.arg or "": item.value for item in node.keywords}
    dim = _number(named.get("dim", ast.Constant(0)))
    whole = ast.unparse(owner)
    if dim is None or "i" in {item.id for item in subtree(owner) if isinstance(item, ast.Name)}:
        return ""
    if node.func.attr == "unbind":
        return f"[{whole}.select({dim}, i) for i in range({whole}.shape[{dim}])]"
    size = _number(named.get("split_size", named.get("split_size_or_sections")))
    if node.func.attr != "split" or size is None or dim not in (-1, 0, 1, 2):
        return ""
    before = "..., " if dim == -1 else ":, " * dim
    return f"[{whole}[{before}i:i + {size}] for i in range(0, {whole}.shape[{dim}], {size})]"


def _number(node: ast.expr | None) -> int | None:
    match node:
        case ast.Constant(value=int() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as value)):
            return -value
    return None


def write_first(source: Source, write: Spot, split: Spot | None) -> tuple[Edit, ...]:
    """Return the edits that move a write to where its tensor is not yet split."""
    late = statement_at(source, write.place)
    early = statement_at(source, split.place) if split else None
    block = block_of(source, late) if late else None
    if late is None or early is None or block is None or early not in block:
        return ()
    first, last = block.index(early), block.index(late)
    between = block[first + 1 : last]
    touched = _names(late) | stores(early)
    if first >= last or any(touched & _names(item) for item in between):
        return ()
    if stores(early) & _names(late):
        return ()  # it writes what the split gives
    taken = drop(source, late)
    put = insert_before(source, early, source.text(source.place(late)))
    return (taken, put) if taken and put else ()


def _names(node: ast.stmt) -> set[str]:
    return {item.id for item in children(node) if isinstance(item, ast.Name)} - {"torch"}


def view_again(m: Machine, tensor: Tensor, how: Writing) -> tuple[Edit, ...]:
    """Return the edit that makes a view where gradients are recorded."""
    made = statement_at(m.source, tensor.made.place) if tensor.made else None
    if made is None or m.statement is None:
        return ()
    home = function_around(m.source, made.lineno)
    match made:
        case ast.Assign(targets=[ast.Name(id=name)], value=view):
            is_here = home is function_around(m.source, m.statement.lineno)
            if is_here and ast.unparse(how.target) == name and _is_pure(view):
                again = insert_before(m.source, m.statement, f"{name} = {ast.unparse(view)}")
                return (again,) if again else ()
        case ast.Return() if isinstance(home, ast.FunctionDef):
            body = home.body[1:] if ast.get_docstring(home) is not None else home.body
            if body == [made] and (mark := _no_grad_mark(m.source, home)):
                return (mark,)
            edit = _return_outside(m.source, home, made)
            return (edit,) if edit else ()
    return ()


def _return_outside(source: Source, home: ast.FunctionDef, made: ast.Return) -> Edit | None:
    """Return the edit that returns a view behind `with torch.no_grad():`, at its end."""
    for block in children(home):
        if not isinstance(block, ast.With) or block.body[-1] is not made or len(block.body) < 2:
            continue
        if [ast.unparse(item) for item in block.items] != ["torch.no_grad()"]:
            return None
        row, text = made.lineno, source.text(source.place(made))
        indent = source.lines[block.lineno - 1][: block.col_offset]
        if "\n" in text or source.lines[row - 1].strip() != text:
            return None
        whole = type(source.place(made)).at(
            source.filename, row, 1, row, len(source.lines[row - 1]) + 1
        )
        return Edit(whole, f"{indent}{text}", source.text(whole))
    return None


def _is_pure(node: ast.expr) -> bool:
    """Tell whether an expression may be worked out again: names, attributes, items."""
    parts = [node, *children(node)]
    return not any(isinstance(part, (ast.Call, ast.NamedExpr, ast.Await)) for part in parts)


def _no_grad_mark(source: Source, function: ast.FunctionDef) -> Edit | None:
    """Return the edit that takes `@torch.no_grad()` off a function."""
    for mark in function.decorator_list:
        if ast.unparse(mark) in ("torch.no_grad()", "torch.no_grad", "no_grad()"):
            row = mark.lineno
            line = source.lines[row - 1]
            if line.strip() == f"@{ast.unparse(mark)}":
                whole = type(source.place(mark)).at(source.filename, row, 1, row + 1, 1)
                return Edit(whole, "", source.text(whole))
    return None
