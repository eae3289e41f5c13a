"""What a function does with an argument that a tensor does not allow: then it is none.

An argument of which nothing is said is taken for a tensor. A dict is asked by names, a tuple is
unpacked, a list is handed to `torch.cat`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from gradsan.static.machine import Machine
from gradsan.static.nodes import children, unparse
from gradsan.static.reading import AnyFunction
from gradsan.static.source import Source
from gradsan.static.values import Number, Tensor, Unknown

_JOINING = frozenset({"cat", "stack", "concat", "hstack", "vstack", "dstack", "concatenate"})
_OF_CONTAINERS = frozenset(
    "append extend insert items keys get update setdefault popitem copy".split()  # noqa: SIM905
)
_SUSPECT = re.compile(
    rf"\w\[['\"]|\.(?:{'|'.join(sorted(_OF_CONTAINERS))})\b|\.(?:{'|'.join(sorted(_JOINING))})\(\s*\w"
    r"|,[^=\n]*=\s*(?:tuple\(|list\()?\w+\)?\s*$|[(,\[]\s*\*\w",
    re.MULTILINE,
)


def is_container(m: Machine, node: AnyFunction, name: str) -> bool:
    """Tell whether a function uses an argument as no tensor can be used."""
    if node not in m.containers:
        m.containers[node] = _containers(m.source, node)
    return name in m.containers[node]


def _containers(source: Source, function: AnyFunction) -> frozenset[str]:
    """Return the names that a function uses as containers, until it binds them anew."""
    text = "\n".join(source.lines[function.lineno - 1 : function.end_lineno])
    if not _SUSPECT.search(text):
        return frozenset()
    proofs: list[tuple[str, int]] = []
    bound: dict[str, int] = {}
    for item in source.inside(function):
        if isinstance(item, ast.Name):
            if isinstance(item.ctx, ast.Store):
                bound[item.id] = min(item.lineno, bound.get(item.id, item.lineno))
        elif isinstance(item, _TELLING) and (name := _proved(item)):
            proofs.append((name, item.lineno))
    return frozenset(name for name, row in proofs if row <= bound.get(name, row))


_TELLING = (ast.Subscript, ast.Call, ast.Attribute, ast.Assign, ast.Starred)


def _proved(item: ast.AST) -> str:
    """Return the name that something is done to which no tensor allows."""
    match item:
        case ast.Subscript(value=ast.Name(id=used), slice=ast.Constant(value=str())):
            return used
        case ast.Call(func=ast.Attribute(value=home, attr=op), args=[ast.Name(id=used), *_]):
            return used if op in _JOINING and unparse(home) == "torch" else ""
        case ast.Attribute(value=ast.Name(id=used), attr=attr) if attr in _OF_CONTAINERS:
            return used
        case ast.Assign(targets=[ast.Tuple() | ast.List()], value=value):
            return _unpacked(value)
        case ast.Starred(value=ast.Name(id=used)):
            return used
    return ""


def _unpacked(value: ast.expr) -> str:
    """Return the name of `a, b = x` and `a, b = tuple(x)`."""
    match value:
        case ast.Name(id=name):
            return name
        case ast.Call(func=ast.Name(id="tuple" | "list"), args=[ast.Name(id=name)]):
            return name
    return ""


def is_expected_to_raise(context: ast.expr) -> bool:
    """Tell whether a `with` waits for an error: `pytest.raises(RuntimeError)`, `assertRaises`."""
    match context:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name == "raises" or name.startswith("assertRaises")
    return False


def is_only_asked(source: Source, function: ast.AST, name: str) -> bool:
    """Tell whether a name is bound by the call alone, and nothing but asked if it is true."""
    asked: set[ast.AST] = set()
    uses: list[ast.AST] = []
    for item in source.inside(function):
        if isinstance(item, ast.Name):
            uses += [item] if item.id == name else []
        elif isinstance(item, (ast.If, ast.While, ast.IfExp)):
            asked.update(_questions(item.test))
    return all(item in asked for item in uses)


def _questions(test: ast.expr) -> Iterator[ast.AST]:
    match test:
        case ast.BoolOp(values=parts):
            for part in parts:
                yield from _questions(part)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            yield from _questions(inner)
        case ast.Name():
            yield test


def is_edited(function: ast.AST, name: str) -> bool:
    """Tell whether items of a dict are written or replaced: `state[key].copy_(new)`."""
    for item in children(function):
        match item:
            case ast.Attribute(value=ast.Subscript(value=ast.Name(id=owner)), attr=attr):
                if owner == name and attr.endswith("_"):
                    return True
            case ast.Subscript(value=ast.Name(id=owner), ctx=ast.Store()) if owner == name:
                return True
    return False


def is_used_as_list(source: Source, function: ast.AST | None, name: str) -> bool:
    """Tell whether all that is done to a name is to take and put single items: `h[i] = f(h[i])`."""
    if function is None:
        return False
    inside = source.inside(function)
    taken = {
        item.value
        for item in inside
        if isinstance(item, ast.Subscript) and isinstance(item.slice, (ast.Name, ast.Constant))
    }
    uses = [item for item in inside if isinstance(item, ast.Name) and item.id == name]
    return all(item in taken for item in uses)


def remember_answer(m: Machine, test: ast.expr, is_true: bool) -> None:
    """Give the same answer when a flag is asked again on this path."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, is_true = test.operand, not is_true
    frame = m.state.frames.get(m.scope[0], {})
    value = frame.get(test.id) if isinstance(test, ast.Name) else None
    is_argument = isinstance(value, Tensor) and not m.storage(value).is_local
    if not isinstance(test, ast.Name) or not (is_argument or isinstance(value, (Unknown, Number))):
        return
    home = m.origins.home(test.lineno)
    if home is not None and is_only_asked(m.source, home, test.id):
        frame[test.id] = Number(is_true, known=True)
