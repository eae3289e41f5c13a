"""Tell whether a walk of a statement may part; a doubt is a yes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from gradsan.static.machine import Machine
from gradsan.static.nodes import statements_below
from gradsan.static.rewrites import is_assignable
from gradsan.static.source import Source

_IF = re.compile(r"\bif\b")
_WORDS = ("if", "try", "match")  # of what parts
_PLAIN = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Delete)


def may_fork(m: Machine, statement: ast.stmt) -> bool:
    """Tell whether a statement holds a branch or a call; asked once for each."""
    if statement not in m.forks:
        m.forks[statement] = _holds_choice(m, statement)
    return m.forks[statement]


def _holds_choice(m: Machine, statement: ast.stmt) -> bool:
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return False
        case ast.FunctionDef(decorator_list=[], args=ast.arguments(defaults=[], kw_defaults=[])):
            return False
        case ast.ClassDef(decorator_list=[], bases=bases) if all(map(is_assignable, bases)):
            run = [one for one in statement.body if isinstance(one, (ast.Assign, ast.AnnAssign))]
            return any(_holds_choice(m, one) for one in run)
    if not isinstance(statement, _PLAIN):
        return True
    rows = m.source.lines[statement.lineno - 1 : statement.end_lineno]
    if any("if" in row and _IF.search(row) for row in rows):
        return True
    return any("(" in row for row in rows) and _has_parting_function(m.source)


def _has_parting_function(source: Source) -> bool:
    """Tell whether a function of the file may part where it is called."""
    if _WORDS not in source.known:
        source.known[_WORDS] = "lambda" in source.code or any(
            source.mentions(function, word)
            for function in _functions(source.tree)
            for word in _WORDS
        )
    return bool(source.known[_WORDS])


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions of a file that are not in others."""
    todo: list[ast.AST] = [tree]
    while todo:
        for item in statements_below(todo.pop()):
            if isinstance(item, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield item
            else:
                todo.append(item)
