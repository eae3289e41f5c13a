"""Reads of a tensor that do not compute with it: asked whether it is there, shown, copied in size.

Such a read tells nothing of who means which value.
"""

from __future__ import annotations

import ast

from gradsan.static.nodes import below, children, subtree

_TAKEN_OUT = frozenset({"item", "tolist", "detach", "data", "cpu"})
_ASKING = frozenset(
    "isinstance type len id hasattr is_tensor is_floating_point is_complex numel is_same_size "  # noqa: SIM905
    "view_as expand_as reshape_as type_as to equal".split()
)
_ASKED = frozenset(
    "data_ptr storage_offset untyped_storage is_contiguous is_complex is_same_size equal nelement "  # noqa: SIM905
    "element_size ndimension nbytes itemsize grad_fn is_leaf _version __class__".split()
)
_SHOWING = frozenset({"print", "pprint", "debug", "info", "warning"})
_COLLECTING = frozenset({"append", "appendleft", "extend", "insert", "add"})
_Parents = dict[ast.AST, ast.AST]


def is_only_looked_at(statement: ast.stmt | None, name: str, around: ast.AST | None = None) -> bool:
    """Tell whether a statement reads a name, and computes with none of its entries.

    A number that it makes of them may be shown further on, `around` it.

    >>> [is_only_looked_at(ast.parse(text).body[0], "x") for text in (
    ...     "if x is not None: pass", "y = torch.zeros_like(x)", "print(x.detach().mean())",
    ...     "y = h.view_as(x)", "print(x)", "y = x + 1", "kept.append(x)", "y = x.detach() * w",
    ...     "(x * w.detach()).backward()", "f(w, x.detach()).backward()")]
    [True, True, True, True, True, False, False, False, False, False]
    """
    if statement is None:
        return False
    root: ast.AST = statement
    if isinstance(statement, (ast.If, ast.While)):
        root = statement.test
    parents = {child: node for node in subtree(root) for child in below(node)}
    reads = [
        item
        for item in parents
        if isinstance(item, ast.Name) and item.id == name and isinstance(item.ctx, ast.Load)
    ]
    return bool(reads) and all(
        _is_question(item, parents) or _is_shown(statement, item, parents, around) for item in reads
    )


def _is_question(read: ast.AST, parents: _Parents) -> bool:
    parent = parents[read]
    if isinstance(parent, ast.keyword):
        parent = parents[parent]
    match parent:
        case ast.Compare(ops=ops):
            return all(isinstance(op, (ast.Is, ast.IsNot)) for op in ops)
        case ast.Attribute(attr=word):
            return word in _ASKED
        case ast.Call():
            called = _called(parent)
            return called.endswith("_like") or called in _ASKING
    return False


def _is_shown(
    statement: ast.stmt, read: ast.AST, parents: _Parents, around: ast.AST | None
) -> bool:
    """Tell whether a statement only shows a name, or makes a number of it that is only shown."""
    match statement:
        case ast.Assert():
            return True
        case ast.Assign(value=value, targets=targets):
            return _is_number(value) and _are_shown(targets, around)
        case ast.AugAssign(value=value, target=target):
            return _is_number(value) and _are_shown([target], around)
        case ast.Return(value=ast.expr() as value):
            return any(
                _is_number(item) and _is_below(read, item, parents) for item in _items(value)
            )
        case ast.Expr(value=value) if not _asks_for_gradients(statement):
            return _called(value) in _SHOWING or _is_taken_out(read, value, parents)
    return False


def _is_taken_out(node: ast.AST, whole: ast.expr, parents: _Parents) -> bool:
    """Tell whether a value leaves the graph before it is handed over: `f(x.mean().item())`.

    What is collected may be a loss: there it is to be alone, `kept.append(x.detach())`.
    """
    is_out = False
    while node is not whole:
        match node:
            case ast.Attribute(attr=word) if word in _TAKEN_OUT:
                is_out = True
            case ast.Call() if _is_number(node):
                is_out = True
        above = parents[node]
        is_alone = above is whole or isinstance(above, ast.Attribute) or _is_number(above)
        is_alone = is_alone or (isinstance(above, ast.Call) and above.func is node)
        if is_out and (_called(whole) not in _COLLECTING or above is whole):
            return True
        if is_out and not is_alone:
            is_out = False
        node = above
    return False


def _is_number(value: ast.AST) -> bool:
    """Tell whether an expression gives numbers, which no gradient goes through."""
    match value:
        case ast.Call(func=ast.Attribute(attr="item" | "tolist") | ast.Name(id="float")):
            return True
    return False


def _is_below(node: ast.AST, whole: ast.AST, parents: _Parents) -> bool:
    while node is not whole and node in parents:
        node = parents[node]
    return node is whole


def _are_shown(targets: list[ast.expr], around: ast.AST | None) -> bool:
    """Tell whether nothing computes with numbers that get these names, as far as can be seen."""
    if around is None:
        return False
    names: set[str] = set()
    for target in targets:
        match target:
            case ast.Name(id=name):
                names.add(name)
            case ast.Subscript(slice=ast.Constant(value=str())):
                pass  # an entry of what is to be logged
            case _:
                return False
    shown: set[ast.AST] = set()
    for item in children(around) if names else ():
        match item:
            case ast.Assert() | ast.JoinedStr():
                shown |= set(subtree(item))
            case ast.Expr(value=value) if not _asks_for_gradients(item):
                is_kept = isinstance(value, ast.Call) and _called(value) in _COLLECTING
                shown |= set(below(value) if is_kept else subtree(value))
            case ast.Return(value=ast.expr() as value):
                shown |= set(_items(value))
    return all(
        item in shown
        for item in (children(around) if names else ())
        if isinstance(item, ast.Name) and item.id in names and isinstance(item.ctx, ast.Load)
    )


def _items(value: ast.expr) -> list[ast.expr]:
    """Return what is given back: the parts of a tuple, a list or a dict, or the value itself."""
    match value:
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Dict(values=parts):
            return parts
    return [value]


def _asks_for_gradients(statement: ast.stmt) -> bool:
    return any(
        (called := _called(item)) == "grad" or called.endswith("backward")
        for item in subtree(statement)
    )


def _called(node: ast.AST) -> str:
    match node:
        case ast.Call(func=ast.Attribute(attr=called) | ast.Name(id=called)):
            return called
    return ""
