"""Tell whether the statements of a module do more than define things.

Most files of a library import and define, and set up a logger. Where nothing of the file or of a
framework is called outside functions, a walk of the module has nothing to tell.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from gradsan.static.reading import AnyFunction
from gradsan.static.source import below, subtree

_FRAMEWORKS = frozenset({"torch", "numpy", "jax", "tensorflow", "keras"})


def only_defines(tree: ast.Module) -> bool:
    """Tell whether no statement names a framework, or what the file defines; a doubt is a no."""
    telling = set(_names(tree.body))
    return "*" not in telling and not any(
        item.id in telling
        for node in _run(tree.body)
        for item in subtree(node)
        if isinstance(item, ast.Name)
    )


def _names(body: Sequence[ast.stmt]) -> Iterator[str]:
    """Yield the names that stand for functions and classes of the file, or for a framework."""
    for statement in body:
        match statement:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name):
                yield name
            case ast.Import(names=names):
                for alias in names:
                    if alias.asname or alias.name.partition(".")[0] in _FRAMEWORKS:
                        yield alias.asname or alias.name.partition(".")[0]
            case ast.ImportFrom(module=str() as home, names=names):
                if home.partition(".")[0] in _FRAMEWORKS:
                    yield from (alias.asname or alias.name for alias in names)
            case _:
                yield from _names([one for one in below(statement) if isinstance(one, ast.stmt)])
                for handler in getattr(statement, "handlers", ()):
                    yield from _names(handler.body)


def _run(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """Yield what is run when the module is imported; bases of classes are only named."""
    for statement in body:
        match statement:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
                continue
            case ast.ClassDef():
                yield from map(_called, statement.decorator_list)
                for one in statement.body:
                    value = getattr(one, "value", None)
                    is_set = isinstance(one, (ast.Assign, ast.AnnAssign))
                    yield from _evaluated(value) if is_set else _run([one])
            case ast.If():
                yield statement.test
                yield from _run([*statement.body, *statement.orelse])
            case ast.AnnAssign(value=value):
                yield from [value] if value is not None else []
            case _ if isinstance(statement, AnyFunction):
                yield from map(_called, statement.decorator_list)
                for default in (*statement.args.defaults, *statement.args.kw_defaults):
                    yield from _evaluated(default)
            case _:
                yield statement


def _called(decorator: ast.expr) -> ast.expr:
    """Return what a decorator calls; what it is handed is not run by it."""
    return decorator.func if isinstance(decorator, ast.Call) else decorator


def _evaluated(value: ast.expr | None) -> Iterator[ast.expr]:
    """Yield a value that is more than a name."""
    if value is not None and not isinstance(value, (ast.Name, ast.Attribute, ast.Constant)):
        yield value
