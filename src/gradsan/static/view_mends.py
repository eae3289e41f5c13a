"""Edits for writes to views that PyTorch refuses: make the views otherwise, or at another time."""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit, Place
from gradsan.ops.table import torch_ops
from gradsan.static.machine import Machine
from gradsan.static.mending import Writing, is_base_read, is_loop_variable
from gradsan.static.names import stores
from gradsan.static.nodes import children, subtree
from gradsan.static.query import Spot
from gradsan.static.rewrites import (
    block_of,
    clone_before,
    drop,
    expression_at,
    function_around,
    insert_before,
    loop_around,
    statement_at,
)
from gradsan.static.source import Source
from gradsan.static.values import Object, Tensor


def part_by_part(m: Machine, tensor: Tensor) -> tuple[Edit, ...]:
    """Return the edit that takes the parts one by one, as views that may be written.

    The parts stand for their base, which sees the write as it would have.
    """
    node = expression_at(m.source, tensor.made.place) if tensor.made else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        node = next((item for item in node.args if _is_whole(m, tensor, item)), None)
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):  # `q, k, v = qkv`
        made = statement_at(m.source, m.source.place(node))
        node = made.value if isinstance(made, ast.Assign) else None
    new = _one_by_one(node) if node is not None else ""
    if node is None or not new:
        return ()
    place = m.source.place(node)
    return (Edit(place, new, m.source.text(place)),)


def parts_anew(m: Machine, tensor: Tensor, how: Writing) -> tuple[Edit, ...]:
    """Return the edit that makes a list of new parts: `for p in parts: p *= 2` is the whole loop.

    Only if nobody else has the parts, and nobody reads what they were split from.
    """
    statement = m.statement
    loop = loop_around(m.source, statement) if statement else None
    if not isinstance(loop, ast.For) or loop.body != [statement] or loop.orelse:
        return ()
    frame = m.state.frames[m.scope[0]]
    named = [
        (item.id, frame[item.id])
        for item in (loop.iter, *children(loop.iter))
        if isinstance(item, ast.Name) and tensor in m.tensors(frame.get(item.id))
    ]
    new = _new_part(statement, how)
    if len(named) != 1 or not new or not is_loop_variable(m, how.target):
        return ()
    name, held = named[0]
    names = [value for known in m.state.frames.values() for value in known.values()]
    if not isinstance(held, Object) or names.count(held) > 1 or _is_base_read_by_callers(m, tensor):
        return ()
    place = m.source.place(loop)
    target = m.source.text(m.source.place(loop.target))
    text = f"{name} = [{new} for {target} in {m.source.text(m.source.place(loop.iter))}]"
    return (Edit(place, text, m.source.text(place)),) if "\n" not in text else ()


def _new_part(statement: ast.stmt | None, how: Writing) -> str:
    """Write what a part becomes: `p * 2` for `p *= 2`, `p.exp()` for `p.exp_()`."""
    if isinstance(statement, ast.AugAssign) and how.rebinds:
        return how.rebinds.partition(" = ")[2]
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=op)) as call) if (
            call is how.node and op[:-1] in torch_ops()
        ):
            given = ", ".join(ast.unparse(item) for item in (*call.args, *call.keywords))
            return f"{ast.unparse(how.target)}.{op[:-1]}({given})"
    return ""


def _is_base_read_by_callers(m: Machine, tensor: Tensor) -> bool:
    """Tell whether what was split is read again, here or in one of the callers."""
    if is_base_read(m, tensor):
        return True
    names = {
        name
        for frame in m.state.frames.values()
        for name, value in frame.items()
        if isinstance(value, Tensor) and value.storage == tensor.storage and value.view != "split"
    }
    return any(
        isinstance(item, ast.Name)
        and isinstance(item.ctx, ast.Load)
        and item.id in names
        and item.lineno > (caller.end_lineno or caller.lineno)
        for caller in m.statements
        if caller is not None
        for item in children(function_around(m.source, caller.lineno) or m.source.tree)
    )


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
    if isinstance(home, ast.FunctionDef):
        body = home.body[1:] if ast.get_docstring(home) is not None else home.body
        if all(map(_only_views, body)) and (mark := _no_grad_mark(m.source, home)):
            return (mark,)
    edit = _outside(m.source, home or m.source.tree, made)
    return (edit,) if edit else ()


def _outside(source: Source, home: ast.AST, made: ast.stmt) -> Edit | None:
    """Return the edit that takes the views of a block out of `with torch.no_grad():`.

    The whole block, if there is nothing else in it; or its last statement.
    """
    for block in children(home):
        if not isinstance(block, ast.With) or made not in block.body:
            continue
        if [ast.unparse(item) for item in block.items] != ["torch.no_grad()"]:
            return None
        if all(map(_only_views, block.body)):
            first, begin = block.body[0], block.lineno
        elif block.body[-1] is made and len(block.body) > 1:
            first, begin = made, made.lineno
        else:
            return None
        indent = source.lines[block.lineno - 1][: block.col_offset]
        inner = source.lines[first.lineno - 1][: first.col_offset]
        rows = source.lines[first.lineno - 1 : block.end_lineno]
        if inner.strip() or not all(row.startswith(inner) for row in rows):
            return None
        end = block.end_lineno or first.lineno
        whole = Place.at(source.filename, begin, 1, end, len(source.lines[end - 1]) + 1)
        text = "\n".join(indent + row.removeprefix(inner) for row in rows)
        return Edit(whole, text, source.text(whole))
    return None


_VIEWS = frozenset(
    "view reshape transpose permute narrow select diagonal chunk split unbind squeeze unsqueeze "  # noqa: SIM905
    "flatten unfold expand t swapaxes movedim view_as range len size zip enumerate list "
    "tuple".split()
)


def _only_views(statement: ast.stmt) -> bool:
    """Tell whether a statement does nothing but name or return views and places in them."""
    if not isinstance(statement, (ast.Assign, ast.Return)) or statement.value is None:
        return False
    for item in children(statement):
        if isinstance(item, (ast.Await, ast.NamedExpr, ast.Lambda, ast.Yield)):
            return False
        if isinstance(item, ast.Call):
            name = getattr(item.func, "attr", getattr(item.func, "id", ""))
            if name not in _VIEWS:
                return False
    return True


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
