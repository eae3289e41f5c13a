"""What a Function's forward computes and keeps, computed in its backward from the inputs instead.

Comes in: both methods. Goes out: the edits, or none. Only assignments of the forward's own block
move, of names that are bound once, made of inputs that get a gradient and of names of the module;
no name of the backward changes its meaning.
"""

from __future__ import annotations

import ast
import builtins

from gradsan.model.finding import Edit
from gradsan.static.names import loads, stores
from gradsan.static.nodes import children
from gradsan.static.rewrites import insert_before
from gradsan.static.source import Source


def in_backward(
    source: Source, forward: ast.FunctionDef, backward: ast.FunctionDef, inputs: list[str]
) -> tuple[Edit, ...]:
    """Return the edits that save inputs, and compute from them what was saved before."""
    ctx = forward.args.args[0].arg
    calls = [
        item
        for item in forward.body
        if isinstance(item, ast.Expr) and ast.unparse(item).startswith(f"{ctx}.save_for_backward(")
    ]
    kept = [
        item
        for item in forward.body
        if isinstance(item, ast.Assign) and ast.unparse(item.targets[0]).startswith(f"{ctx}.")
    ]
    if len(calls) == 1:
        return _from_saved(source, forward, backward, calls[0], inputs)
    if calls or len(kept) != 1:
        return ()
    return _from_attribute(source, forward, backward, kept[0], inputs)


def _from_saved(
    source: Source,
    forward: ast.FunctionDef,
    backward: ast.FunctionDef,
    call: ast.Expr,
    inputs: list[str],
) -> tuple[Edit, ...]:
    """Take computed names out of `save_for_backward(…)`, and compute them behind the unpacking."""
    saved = call.value.args if isinstance(call.value, ast.Call) else []
    unpack = [
        item
        for item in backward.body
        if isinstance(item, ast.Assign) and ast.unparse(item.value).endswith(".saved_tensors")
    ]
    match unpack:
        case [ast.Assign(targets=[ast.Tuple(elts=names)])] if len(names) == len(saved):
            pass
        case _:
            return ()
    old = [item.id for item in saved if isinstance(item, ast.Name)]
    new = [item.id for item in names if isinstance(item, ast.Name)]
    if old != new or len(old) != len(saved):
        return ()
    known = {*(item.arg for item in forward.args.args), *_returned(forward)}
    inner = [name for name in old if name not in known]
    chain = _chain(forward, inner, inputs)
    if not chain or not inner:
        return ()
    read = {name for item in chain for name in loads(item)}
    stay = [name for name in old if name in known]
    taken = [name for name in inputs if name in read and name not in stay]
    bound = {*taken, *(name for item in chain for name in stores(item))} - set(old)
    if bound & _names(backward):
        return ()
    held = ", ".join((*stay, *taken))
    target = held if len((*stay, *taken)) > 1 else f"({held},)"
    lines = [f"{target} = {ast.unparse(unpack[0].value)}"]
    lines += [source.text(source.place(item)) for item in chain]
    if any("\n" in line for line in lines):
        return ()
    first, second = source.place(call), source.place(unpack[0])
    head = ast.unparse(call).partition("(")[0]
    indent = source.lines[unpack[0].lineno - 1][: unpack[0].col_offset]
    return (
        Edit(first, f"{head}({held})", source.text(first)),
        Edit(second, f"\n{indent}".join(lines), source.text(second)),
    )


def _from_attribute(
    source: Source,
    forward: ast.FunctionDef,
    backward: ast.FunctionDef,
    kept: ast.Assign,
    inputs: list[str],
) -> tuple[Edit, ...]:
    """Save the inputs in the place of `ctx.gate = …`, and compute the gate in backward."""
    target = kept.targets[0]
    if not isinstance(target, ast.Attribute) or len(kept.targets) != 1:
        return ()
    name, ctx = target.attr, backward.args.args[0].arg
    inner = [kept.value.id] if isinstance(kept.value, ast.Name) else []
    chain = _chain(forward, inner or sorted(loads(kept.value) - set(inputs)), inputs)
    if chain is None:
        return ()
    read = {one for item in (*chain, kept) for one in loads(item)}
    taken = [one for one in inputs if one in read]
    bound = {*taken, name, *(one for item in chain for one in stores(item))}
    if not taken or bound & _names(backward) or (inner and inner[0] in inputs):
        return ()
    held = ", ".join(taken)
    unpacked = held if len(taken) > 1 else f"({held},)"
    lines = [f"{unpacked} = {ctx}.saved_tensors"]
    lines += [source.text(source.place(item)) for item in chain]
    if not inner or inner[0] != name:
        lines.append(f"{name} = {source.text(source.place(kept.value))}")
    has_text = ast.get_docstring(backward) is not None
    first = backward.body[1 if has_text and len(backward.body) > 1 else 0]
    indent = source.lines[first.lineno - 1][: first.col_offset]
    put = insert_before(source, first, f"\n{indent}".join(lines))
    uses = [item for item in children(backward) if ast.unparse(item) == f"{ctx}.{name}"]
    place = source.place(kept)
    save = f"{ast.unparse(target.value)}.save_for_backward({held})"
    if put is None or not uses or any("\n" in line for line in lines):
        return ()
    edits = [Edit(place, save, source.text(place)), put]
    edits += [
        Edit(source.place(item), name, source.text(source.place(item)))
        for item in uses
        if isinstance(item, ast.Attribute)
    ]
    return tuple(edits) if all(edit.place.start != put.place.start for edit in edits[2:]) else ()


def _chain(
    forward: ast.FunctionDef, wanted: list[str], inputs: list[str]
) -> list[ast.Assign] | None:
    """Return the assignments that make these names out of inputs, in their order."""
    found: list[ast.Assign] = []
    todo = [name for name in wanted if not _is_global(forward, name)]
    every = [item for item in children(forward) if isinstance(item, ast.stmt)]
    while todo:
        name = todo.pop()
        makers = [item for item in every if name in stores(item)]
        if name in inputs and not makers:
            continue
        match makers:
            case [ast.Assign(targets=[ast.Name()]) as maker] if maker in forward.body:
                pass
            case _:
                return None
        if maker not in found:
            found.append(maker)
            todo += [one for one in loads(maker) if not _is_global(forward, one)]
    return sorted(found, key=lambda item: item.lineno)


def _is_global(forward: ast.FunctionDef, name: str) -> bool:
    """Tell whether a name is none of the function's own."""
    own = {item.arg for item in children(forward.args) if isinstance(item, ast.arg)}
    return name not in own and (hasattr(builtins, name) or name not in stores(forward))


def _returned(forward: ast.FunctionDef) -> set[str]:
    found = [item for item in children(forward) if isinstance(item, ast.Return) and item.value]
    return {
        one.id
        for item in found
        for one in (item.value, *getattr(item.value, "elts", ()))
        if isinstance(one, ast.Name)
    }


def _names(node: ast.FunctionDef) -> set[str]:
    known = {item.id for item in children(node) if isinstance(item, ast.Name)}
    return known | {item.arg for item in children(node) if isinstance(item, ast.arg)}
