"""Tell whether the statements of a module do more than define things.

Most files of a library import and define, set up a logger and list their classes. Where nothing of
the file or of a framework is called outside functions, a walk of the module has nothing to tell.
What is only put under another name, or into a list, is followed: that name may be called later.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from gradsan.static.nodes import below, subtree
from gradsan.static.reading import AnyFunction

_FRAMEWORKS = frozenset({"torch", "numpy", "jax", "tensorflow", "keras"})


def only_defines(tree: ast.Module) -> bool:
    """Tell whether no statement uses a framework, or what the file defines; a doubt is a no."""
    names = _Names()
    names.read(tree.body)
    return not names.has_all and not names.are_used_by(tree.body)


@dataclass(slots=True)
class _Names:
    """The names of a file that stand for something whose call may have something to tell."""

    own: set[str] = field(default_factory=set)  # functions and classes, and other names for them
    outside: set[str] = field(default_factory=set)  # of frameworks
    unknown: set[str] = field(default_factory=set)  # of neighbouring files, which are not read
    has_all: bool = False  # `from torch import *`

    def read(self, body: Sequence[ast.stmt]) -> None:
        """Find the names that statements define or import."""
        for statement in body:
            match statement:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    self.own.add(name)
                case ast.ClassDef(name=name):
                    self.own.add(name)
                case ast.Import(names=names):
                    for alias in names:
                        if alias.asname or alias.name.partition(".")[0] in _FRAMEWORKS:
                            self.outside.add(alias.asname or alias.name.partition(".")[0])
                case ast.ImportFrom(module=home, names=names, level=level):
                    found = {alias.asname or alias.name for alias in names}
                    if (home or "").partition(".")[0] in _FRAMEWORKS:
                        self.outside |= found
                        self.has_all |= "*" in found
                    elif level:
                        self.unknown |= found
                case _:
                    self.read([one for one in below(statement) if isinstance(one, ast.stmt)])
                    for handler in getattr(statement, "handlers", ()):
                        self.read(handler.body)

    def are_used_by(self, body: Sequence[ast.stmt]) -> bool:
        """Tell whether what is run when the module is imported does more than name them."""
        return any(self._is_used_by(statement) for statement in body)

    def _is_used_by(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
                return False
            case ast.ClassDef():  # bases are only named, and methods are not run
                kinds = (ast.Assign, ast.AnnAssign)
                return self.are_used_by([one for one in statement.body if isinstance(one, kinds)])
            case ast.If():
                return self._are_in(statement.test) or self.are_used_by(
                    [*statement.body, *statement.orelse]
                )
            case ast.Assign(targets=targets, value=value):
                return self._is_used_as_value(targets, value)
            case ast.AnnAssign(target=target, value=value):
                return value is not None and self._is_used_as_value([target], value)
            case _ if isinstance(statement, AnyFunction):
                # A decorator of the file is run; one of a framework has nothing to tell.
                called = {name for one in statement.decorator_list for name in _names(_called(one))}
                defaults = (*statement.args.defaults, *statement.args.kw_defaults)
                return bool(called & self.own) or any(
                    self._are_in(default) for default in defaults if not _is_plain(default)
                )
        return self._are_in(statement)

    def _is_used_as_value(self, targets: Sequence[ast.expr], value: ast.expr) -> bool:
        """Tell whether a value is more than names; the name that it is given to is one of them."""
        if not all(isinstance(target, ast.Name) for target in targets):
            return any(map(self._are_in, (*targets, value)))
        if not self._are_in(value):
            return False
        self.own |= {name for target in targets for name in _names(target)}
        return not self._only_names(value)

    def _only_names(self, node: ast.expr | None) -> bool:
        """Tell whether a value is a name, or puts some together; a doubt is a no."""
        match node:
            case ast.Dict(keys=keys, values=values):
                return all(self._only_names(item) for item in (*keys, *values))
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                return all(self._only_names(item) for item in items)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
                handed = (*args, *(keyword.value for keyword in keywords))
                is_unknown = name in self.unknown - self.own - self.outside
                return is_unknown and all(map(self._only_names, handed))
        return _is_plain(node)

    def _are_in(self, node: ast.AST | None) -> bool:
        return node is not None and any(
            name in self.own or name in self.outside for name in _names(node)
        )


def _names(node: ast.AST) -> Iterator[str]:
    return (item.id for item in subtree(node) if isinstance(item, ast.Name))


def _is_plain(node: ast.expr | None) -> bool:
    """Tell whether a value is no more than a name, or an attribute of one."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node is None or isinstance(node, (ast.Name, ast.Constant))


def _called(decorator: ast.expr) -> ast.expr:
    """Return what a decorator calls; what it is handed is not run by it."""
    return decorator.func if isinstance(decorator, ast.Call) else decorator
