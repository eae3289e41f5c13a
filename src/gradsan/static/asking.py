"""What the condition of a `where` asks about, and what it only measures by."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence, Set

from gradsan.static.nodes import below, subtree, unparse

_MAKING = frozenset("zeros ones empty full rand randn arange linspace eye".split())  # noqa: SIM905
_QUESTIONS = frozenset("eq ne gt lt ge le bool logical_and logical_or logical_not".split())  # noqa: SIM905
DESCRIBING = frozenset({"device", "dtype", "shape", "ndim", "size", "dim", "numel"})
NAMESPACES = frozenset({"torch", "F", "nn", "math", "np"})
ATOMS = (ast.Name, ast.Attribute)


def only_measured(tests: Sequence[ast.expr], spoken: Set[str]) -> set[str]:
    """Return what conditions only measure by: the bound of `d < beta`, the unit of `a / s > 0.7`.

    A bound that no branch speaks of may be the one that is asked about: `eps < d`.
    """
    found: set[str] = set()
    for test in tests:
        for item in subtree(test):
            match item:
                case ast.Compare(left=left, comparators=[right]):
                    first = {unparse(atom) for atom in atoms_of(left)}
                    second = {unparse(atom) for atom in atoms_of(right)}
                    if first & spoken and not first & second:
                        found |= second
        found |= units(test)
    return found


def units(test: ast.expr) -> set[str]:
    """Return what a condition divides by."""
    return {
        unparse(atom)
        for item in subtree(test)
        if isinstance(item, ast.BinOp) and isinstance(item.op, ast.Div)
        for atom in atoms_of(item.right)
    }


def asks_about_zero(test: ast.expr) -> bool:
    """Tell whether something is compared with zero."""
    match test:
        case ast.Compare(comparators=[ast.Constant(value=0)]):
            return True
    return False


def atoms_of(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the names and attributes that a condition asks about, not the sizes of new tensors."""
    todo: list[ast.AST] = [node]
    while todo:
        item = todo.pop(0)
        if isinstance(item, ast.Call) and name_of(item) in _MAKING:
            continue
        if isinstance(item, ast.Call) and isinstance(item.func, ast.Name):
            todo += [*item.args, *(keyword.value for keyword in item.keywords)]  # `float("inf")`
        elif not (isinstance(item, ast.Attribute) and item.attr in DESCRIBING):
            todo += below(item)
        is_name = isinstance(item, ast.Name) and item.id not in (*NAMESPACES, "self")
        is_own = isinstance(item, ast.Attribute) and _is_self(item.value)
        if isinstance(item, ast.expr) and (is_name or is_own):
            yield item


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def is_question(node: ast.expr) -> bool:
    """Tell whether an expression compares something: `a > 0`, `(a == 0) & b`, `isinf(a)`, `~a`."""
    return is_nan_test(node) or any(
        isinstance(item, (ast.Compare, ast.Invert, ast.BitAnd, ast.BitOr))
        or (isinstance(item, ast.Attribute) and item.attr in _QUESTIONS)
        for item in ast.walk(node)
    )


def is_nan_test(node: ast.expr) -> bool:
    """Tell whether something is asked for NaN or infinity by name."""
    return any(
        isinstance(item, ast.Attribute) and item.attr in ("isnan", "isfinite", "isinf")
        for item in subtree(node)
    )


def asks_for_infinity(node: ast.expr) -> bool:
    """Tell whether a condition asks for what is not finite: `y == float("inf")`, `y != y`."""
    if is_nan_test(node):
        return True
    match node:
        case ast.Compare(left=left, comparators=[right]):
            sides = {unparse(left), unparse(right)}
            return len(sides) == 1 or any("inf" in side for side in sides)
    return False


def name_of(node: ast.Call) -> str:
    """Return the name of the method or function of a module that is called."""
    return node.func.attr if isinstance(node.func, ast.Attribute) else ""
