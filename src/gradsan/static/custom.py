"""torch.autograd.Function classes: mistakes that can be seen in their own text.

forward must say which inputs it changed and return them; backward must leave what was saved
alone, and must compute with it in the graph if it is to be differentiated again.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gradsan.static.classes import find_method
from gradsan.static.function_text import (
    aliases,
    asked_for,
    calls,
    is_seen_by_others,
    names_of,
    returned,
    saved_names,
)
from gradsan.static.gradient_count import inspect_count
from gradsan.static.hooks import is_rebound, out_of_place, writes
from gradsan.static.incoming import inspect_incoming
from gradsan.static.machine import Machine
from gradsan.static.nodes import subtree
from gradsan.static.occurrences import names_below
from gradsan.static.query import Spot
from gradsan.static.rewrites import (
    clone_before,
    drop,
    function_around,
    insert_before,
    statement_at,
    without_call,
    without_decorator,
    wrap,
)
from gradsan.static.values import Class
from gradsan.static.worked_out_again import in_backward

_SMOOTH = frozenset(
    "exp log sqrt sigmoid tanh softmax sin cos softplus norm square pow matmul mm".split()  # noqa: SIM905
)
_IDEMPOTENT = frozenset(
    {"relu", "clamp", "clip", "sign", "abs", "round", "floor", "ceil", "view_as"}
)


def inspect(m: Machine, cls: Class) -> None:
    """Note what is wrong in a Function class."""
    if forward := find_method(cls, "forward"):
        _inspect_forward(m, forward, cls)
    if backward := find_method(cls, "backward"):
        _inspect_backward(m, backward, cls)
        if cls.node and backward in cls.node.body:
            m.functions.append(f"{cls.name}.backward")
            inspect_count(m, cls, backward)
            inspect_incoming(m, cls, backward)
            m.functions.pop()


def _inspect_forward(m: Machine, node: ast.FunctionDef, cls: Class) -> None:
    inputs = {item.arg for item in node.args.args[1:]}
    handed_on = set(returned(node))
    marked = {name: call for call in calls(node, "mark_dirty") for name in names_of(call.args)}
    written = {
        name: place
        for name, place in writes(node)
        if name in inputs and not is_rebound(node, name, place.lineno)
    }
    m.functions.append(f"{cls.name}.forward")
    for call in calls(node, "save_for_backward"):
        kept = set(names_of(call.args))
        for name, place in writes(node):
            if name not in kept or place.lineno <= call.lineno:
                continue
            if name not in marked or _is_wanted_as_it_was(cls, call, name, place):
                kept_as = next(a for a in call.args if isinstance(a, ast.Name) and a.id == name)
                edits = [wrap(m.source, kept_as, ".clone()")]
                made = m.spot(call)
                m.note(
                    "saved-then-written", m.spot(place), name, made=made, raises=False, edits=edits
                )
    for name, call in marked.items():
        if name not in handed_on:
            statement = statement_at(m.source, m.source.place(call))
            mend = drop(m.source, statement) if statement else None
            m.note("dirty-not-returned", m.spot(call), name, edits=[mend])
    for name, place in written.items():
        if name in handed_on and name not in marked:
            statement = statement_at(m.source, m.source.place(place))
            line = f"{node.args.args[0].arg}.mark_dirty({name})"
            is_kept = any(name in names_of(call.args) for call in calls(node, "save_for_backward"))
            mend = insert_before(m.source, statement, line) if statement and not is_kept else None
            if _is_input_read_again(m, cls, node, name):
                places = [one for written_as, one in writes(node) if written_as == name]
                first = m.source.place(min(places, key=lambda one: one.lineno))
                mend = clone_before(m.source, ast.Name(name), statement_at(m.source, first))
            m.note("dirty-unmarked", m.spot(place), name, raises=False, edits=[mend])
    m.functions.pop()


def _is_wanted_as_it_was(cls: Class, call: ast.Call, name: str, written: ast.AST) -> bool:
    """Tell whether backward applies to a saved input what forward has applied to it already.

    What is marked dirty may be saved for the sake of its result, as most activations are.
    """
    backward = find_method(cls, "backward")
    if backward is None or name not in (given := list(names_of(call.args))):
        return False
    names = list(saved_names(backward))
    if len(names) != len(given) or len(call.args) != len(given):
        return False
    done = {one.rstrip("_") for one in _applied(written, name)} - _IDEMPOTENT
    return bool(done & set(_applied(backward, names[given.index(name)])))


def _applied(node: ast.AST, name: str) -> Iterator[str]:
    """Yield the functions that are called with a name, or as its methods."""
    for item in subtree(node):
        match item:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=attr)) if owner == name:
                yield attr
            case ast.Call(func=ast.Attribute(attr=attr), args=[ast.Name(id=given), *_]):
                if given == name:
                    yield attr


def _is_input_read_again(m: Machine, cls: Class, forward: ast.FunctionDef, name: str) -> bool:
    """Tell whether what is handed to `apply` is read after it, beside its result."""
    at = [item.arg for item in forward.args.args[1:]].index(name)
    for statement in subtree(m.source.tree):
        match statement:
            case ast.Assign(
                targets=[ast.Name(id=result)],
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=called), attr="apply")) as call,
            ) if called == cls.name and len(call.args) > at:
                given = call.args[at]
            case _:
                continue
        home = function_around(m.source, statement.lineno) or m.source.tree
        if (
            isinstance(given, ast.Name)
            and given.id != result
            and m.source.once(names_below, home).last.get(given.id, 0)
            > (statement.end_lineno or statement.lineno)
        ):
            return True
    return False


def _inspect_backward(m: Machine, node: ast.FunctionDef, cls: Class) -> None:
    saved = set(saved_names(node))
    known = saved | aliases(node, saved)
    m.functions.append(f"{cls.name}.backward")
    kept_at = _saving_call(m, cls)
    written = [
        (name, place)
        for name, place in writes(node)
        if name in known
        and (name not in saved or not is_rebound(node, name, place.lineno, but="saved_tensors"))
    ]
    if written and is_seen_by_others(m, cls, node, written[0][0]):
        name, place = written[0]
        firsts = dict(reversed(written))
        edits = [edit for one in firsts.values() for edit in out_of_place(m, one)]
        if name not in saved and _is_read_after(node, saved, place.lineno):
            edits = []  # what is returned was to be changed through its alias
        raises = not _is_array(node, name)
        m.note(
            "saved-write-in-backward", m.spot(place), name, made=kept_at, raises=raises, edits=edits
        )
    gradients = {item.arg for item in node.args.args[1:]}
    others = aliases(node, gradients)
    for name, place in writes(node):
        is_own = name in gradients and not is_rebound(node, name, place.lineno)
        if is_own or name in others:
            edits = out_of_place(m, place)
            m.note("gradient-write", m.spot(place), name, raises=False, edits=edits)
            break
    if _is_differentiated_twice(m, cls):
        for mark in node.decorator_list:
            if getattr(mark, "id", getattr(mark, "attr", "")) == "once_differentiable":
                bare = without_decorator(m.source, mark)
                m.note("backward-out-of-graph", m.spot(mark), "once_differentiable", edits=[bare])
        if (forward := find_method(cls, "forward")) and (inner := _kept_inside(forward, node)):
            place, name = inner
            given = [item.arg for item in forward.args.args[1:]]
            has = zip(given, _gives(node, len(given)), strict=True)
            inputs = [one for one, gets in has if gets]
            is_whole = not any(written in inputs for written, _ in writes(forward))
            mends = in_backward(m.source, forward, node, inputs) if is_whole else ()
            m.note("backward-out-of-graph", m.spot(place), name, raises=False, edits=mends)
        for item in subtree(node):
            if _leaves_graph(item, saved) and isinstance(item, ast.expr):
                plain = without_call(m.source, item)
                subject = ast.unparse(item)
                m.note("backward-out-of-graph", m.spot(item), subject, raises=False, edits=[plain])
                break
    m.functions.pop()


def _kept_inside(
    forward: ast.FunctionDef, backward: ast.FunctionDef
) -> tuple[ast.expr, str] | None:
    """Return what forward computes and keeps on ctx, neither an input nor a result of it."""
    if not forward.args.args or not backward.args.args:
        return None
    ctx, *given = [item.arg for item in forward.args.args]
    inputs = [name for name, has in zip(given, _gives(backward, len(given)), strict=True) if has]
    known = {*given, *returned(forward)}
    made = {
        item.targets[0].id: item.value
        for item in subtree(forward)
        if isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Name)
    }
    read = {ast.unparse(item) for item in subtree(backward) if isinstance(item, ast.Attribute)}
    for item in subtree(forward):
        match item:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=owner)) as kept], value=value):
                value = made.get(value.id, value) if isinstance(value, ast.Name) else value
                there = f"{backward.args.args[0].arg}.{kept.attr}"
                if owner == ctx and there in read and _is_smooth(value, inputs, made):
                    is_known = isinstance(item.value, ast.Name) and item.value.id in known
                    return None if is_known else (kept, ast.unparse(kept))
    for call in calls(forward, "save_for_backward"):
        for arg in call.args:
            name = arg.id if isinstance(arg, ast.Name) and arg.id not in known else ""
            if name in made and _is_smooth(made[name], inputs, made):
                return arg, name
    return None


def _gives(backward: ast.FunctionDef, count: int) -> list[bool]:
    """Tell for each input of forward whether backward ever returns a gradient for it."""
    gives = [False] * count
    for item in subtree(backward):
        if isinstance(item, ast.Return) and item.value is not None:
            value = item.value
            returned = value.elts if isinstance(value, ast.Tuple) else [value]
            is_whole = len(returned) == count
            for at in range(count):
                one = returned[at] if is_whole else value
                gives[at] |= not (isinstance(one, ast.Constant) and one.value is None)
    return gives


def _is_smooth(node: ast.expr, inputs: list[str], made: dict[str, ast.expr]) -> bool:
    """Tell whether a value has a derivative of its own by the inputs of a Function.

    `made` is what the names inside forward stand for; what is not understood has none.
    """
    match node:
        case ast.Name(id=name) if name in made:
            others = {key: value for key, value in made.items() if key != name}
            return _is_smooth(made[name], inputs, others)
        case ast.Name(id=name):
            return name in inputs
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return _is_smooth(inner, inputs, made)
        case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() | ast.Pow()):
            return _is_smooth(node.left, inputs, made) or _is_smooth(node.right, inputs, made)
        case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in _SMOOTH:
            return any(_is_smooth(one, inputs, made) for one in (owner, *node.args))
    return False


def _saving_call(m: Machine, cls: Class) -> Spot | None:
    forward = find_method(cls, "forward")
    call = next(calls(forward, "save_for_backward"), None) if forward else None
    return m.spot(call) if call else None


def _is_differentiated_twice(m: Machine, cls: Class) -> bool:
    """Tell whether somebody in the file asks for a graph of the gradient.

    A backward that differentiates something itself does not ask for its own derivative.
    """
    return any(
        isinstance(asked.value, ast.Constant) and asked.value.value is True
        for asked in asked_for(m, cls, "create_graph")
    )


def _leaves_graph(item: ast.AST, saved: set[str]) -> bool:
    match item:
        case ast.Attribute(value=ast.Name(id=name), attr="data"):
            return name in saved
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="detach" | "item")):
            return name in saved
    return False


def _is_read_after(node: ast.FunctionDef, names: set[str], row: int) -> bool:
    return any(
        isinstance(item, ast.Name) and item.id in names and item.lineno > row
        for item in subtree(node)
    )


def _is_array(node: ast.FunctionDef, name: str) -> bool:
    """Tell whether a name is bound to a NumPy array: PyTorch does not hear writes to it."""
    return any(
        isinstance(item, ast.Assign)
        and ast.unparse(item.targets[0]) == name
        and ".numpy(" in ast.unparse(item.value)
        for item in subtree(node)
    )
