"""Writes that can do no harm, whoever calls the function they are in.

A write is harmless if what it writes to is no tensor (`kwargs["x"] = y`, `i += 1`), or memory
that was made here and that nothing has read before in a way that could keep or share it. Syntax
alone is asked, so a doubt means harm.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from gradsan.static.freshness import Outside, is_fresh, root_name
from gradsan.static.nodes import below
from gradsan.static.reading import PLAIN, AnyFunction, Body

_NO_ENTRIES = (
    ast.Dict, ast.DictComp, ast.JoinedStr, ast.Lambda, ast.List, ast.ListComp, ast.Set, ast.Tuple,
)  # fmt: skip
_NOT_WRITES = frozenset({"requires_grad_", "share_memory_", "rename_", "pin_memory_"})

Reader: TypeAlias = Callable[[], Body]  # of a function; asked only if a name is written


@dataclass(frozen=True, slots=True)
class Writing:
    """A statement that may write, and what into; the target is None if that is not clear."""

    statement: ast.stmt
    target: ast.expr | None


def writings(statement: ast.stmt, *, may_call: bool = True) -> Iterator[Writing]:
    """Yield the writes of a statement without a block of its own (or of a block's head).

    `may_call`: one of the calls in it may write, too.
    """
    if isinstance(statement, ast.AugAssign):
        if not isinstance(statement.value, PLAIN) or isinstance(statement.value, ast.Constant):
            yield Writing(statement, statement.target)
    elif isinstance(statement, ast.Assign):
        for target in statement.targets:
            for part in target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]:
                if isinstance(part, ast.Subscript) and not _is_text(part.slice):
                    whole = part is target  # else one of several is put there
                    if not (whole and _is_no_entry(part, statement.value)):
                        yield Writing(statement, part)
                elif isinstance(part, ast.Attribute) and part.attr == "data":
                    yield Writing(statement, None)
    elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Subscript):
        yield Writing(statement, statement.target)
    if may_call:
        for node in own_nodes(statement):
            if isinstance(node, ast.Call):
                yield from _called(statement, node)


def _is_text(index: ast.expr) -> bool:
    return isinstance(index, ast.JoinedStr) or (
        isinstance(index, ast.Constant) and isinstance(index.value, str)
    )


def _is_no_entry(target: ast.Subscript, value: ast.expr) -> bool:
    """Tell whether a value is nothing that is put into a tensor."""
    if isinstance(value, ast.Constant):
        is_flag = isinstance(value.value, bool) and isinstance(target.value, ast.Attribute)
        return value.value is None or isinstance(value.value, str) or is_flag
    if isinstance(value, ast.Call):
        return isinstance(value.func, ast.Name) and value.func.id == "slice"
    return isinstance(value, _NO_ENTRIES)


def own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the nodes of a statement, not those of the statements in it."""
    todo: list[ast.AST] = [statement]
    while todo:
        for child in below(todo.pop()):
            if not isinstance(child, (ast.stmt, ast.excepthandler, ast.match_case)):
                yield child
                todo.append(child)


def _called(statement: ast.stmt, node: ast.Call) -> Iterator[Writing]:
    function = node.func
    name = function.attr if isinstance(function, ast.Attribute) else ""
    name = function.id if isinstance(function, ast.Name) else name
    if name.endswith("_") and not name.endswith("__") and name not in _NOT_WRITES:
        if isinstance(function, ast.Attribute) and not _is_namespace(function.value):
            yield Writing(statement, function.value)
        elif not (isinstance(function, ast.Attribute) and _is_initialiser(function.value)):
            yield Writing(statement, node.args[0] if node.args else None)
    for keyword in node.keywords:
        value = keyword.value
        if keyword.arg == "inplace" and getattr(value, "value", True) is not False:
            yield Writing(statement, node.args[0] if node.args else None)
        elif keyword.arg == "out" and getattr(value, "value", True) is not None:
            yield Writing(statement, value)


def _is_namespace(node: ast.expr) -> bool:
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name) and node.id in ("torch", "F", "nn", "init", "functional")


def _is_initialiser(node: ast.expr) -> bool:
    """`nn.init.normal_(w)` is never refused and nothing of a new weight is kept."""
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name == "init"


def is_harmless(writing: Writing, read: Reader, is_outside: Outside) -> bool:
    """Tell whether a write can make nothing stale and is refused nowhere."""
    name = root_name(writing.target)
    if name is None:
        return writing.target is not None and is_fresh(writing.target)
    body = read()
    if body.is_plain(name):
        return True
    match writing.target:
        case ast.Subscript(value=ast.Subscript()):
            return False  # perhaps a copy that nobody will see
    is_new = body.is_new(name, writing.statement, is_outside)
    return is_new and not body.is_read_before(name, writing.statement)


def is_without_grad(function: AnyFunction) -> bool:
    """Tell whether a function is decorated so that nothing in it is recorded."""
    for item in getattr(function, "decorator_list", ()):
        called = item.func if isinstance(item, ast.Call) else item
        if isinstance(called, ast.Attribute) and called.attr in ("no_grad", "inference_mode"):
            return True
    return False


def own_attribute(target: ast.expr | None) -> str:
    """Return the name of the attribute of `self` that is written, or nothing."""
    while isinstance(target, ast.Subscript):
        target = target.value
    match target:
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return name
    return ""


def may_be_refused(writing: Writing, read: Reader, function: AnyFunction) -> bool:
    """Tell whether a write may be refused, or go wrong, although no backward is in sight."""
    name = root_name(writing.target)
    if name is None or isinstance(getattr(writing.target, "value", None), ast.Subscript):
        return True
    spec = function.args
    arguments = {item.arg for item in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)}
    return read().may_be_refused(name, writing.statement, arguments)


def reaches_caller(writing: Writing, read: Reader, function: AnyFunction) -> bool:
    """Tell whether a write may land in an argument, or in what cannot be told."""
    name = root_name(writing.target)
    if name is None:
        return True
    spec = function.args
    if all(item.arg != name for item in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)):
        return False
    return read().is_handed(name, writing.statement)
