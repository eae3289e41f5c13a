"""Tell whether a walk of a statement may part; a doubt is a yes."""

from __future__ import annotations

import ast

from gradsan.static.machine import Machine
from gradsan.static.rewrites import is_assignable

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
    rows = m.source.lines[statement.lineno - 1 : statement.end_lineno]
    is_plain = isinstance(statement, _PLAIN) and not any("(" in row for row in rows)
    return not is_plain or any(" if " in row for row in rows)
