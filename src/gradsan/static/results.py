"""What a file does with the results of a custom Function: from `apply` to the loss.

Comes in: the name of the class. Goes out: whether the file computes with a result, so that the
gradient that comes back is not one; or only adds and sums, so that it is; or nobody can tell.
Results are followed through names, through functions and modules of the file that return them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from enum import Enum, auto

from gradsan.static.names import loads
from gradsan.static.nodes import subtree, unparse
from gradsan.static.source import Source
from gradsan.static.tensor_words import HOMES, is_op

# Gradient one passes these as it is; those read the value and lead to no loss.
_PLAIN = frozenset(
    "sum nansum view reshape flatten squeeze unsqueeze clone contiguous to float double cuda cpu "  # noqa: SIM905
    "requires_grad_ retain_grad view_as reshape_as t transpose permute stack cat concat add "
    "type_as".split()
)
_READ = frozenset(
    "detach item numpy tolist size dim numel shape dtype device requires_grad grad_fn grad data "  # noqa: SIM905
    "isnan isfinite isinf argmax print len float int str isinstance allclose append zeros_like "
    "ones_like register_hook".split()
)
_LAYERS = ("nn.", "torch.nn.")
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, ast.Module)
_MOST = 200  # expressions that are followed


class Fate(Enum):
    """What becomes of a result."""

    AS_IT_IS = auto()
    COMPUTED_WITH = auto()
    UNKNOWN = auto()


def fate_of_results(source: Source, name: str) -> Fate:
    """Tell what becomes of what `name.apply` returns."""
    trail = _Trail(source)
    fates = trail.follow(trail.calls_of_apply(name))
    if Fate.COMPUTED_WITH in fates:
        return Fate.COMPUTED_WITH
    return Fate.AS_IT_IS if fates == {Fate.AS_IT_IS} else Fate.UNKNOWN


class _Trail:
    """One file, and the expressions that are results."""

    def __init__(self, source: Source) -> None:
        self.tree = source.tree
        self.parents = source.parents
        self.todo: list[ast.AST] = []

    def calls_of_apply(self, name: str) -> Iterator[ast.AST]:
        """Yield the calls of apply, also under another name: `own = Own.apply`."""
        titles = {f"{name}.apply"}
        for item in subtree(self.tree):
            if isinstance(item, ast.Assign) and unparse(item.value) == f"{name}.apply":
                titles |= {unparse(target) for target in item.targets}
        yield from self._calls(titles)

    def _calls(self, titles: set[str]) -> Iterator[ast.AST]:
        lasts = {title.rpartition(".")[2] for title in titles}
        for item in subtree(self.tree):
            if isinstance(item, ast.Call):
                last = getattr(item.func, "attr", getattr(item.func, "id", ""))
                if last in lasts and unparse(item.func) in titles:
                    yield item

    def follow(self, calls: Iterator[ast.AST]) -> set[Fate]:
        """Follow each result until it is known what becomes of it."""
        self.todo = list(calls)
        known: set[ast.AST] = set()
        fates: set[Fate] = set()
        for node in self.todo:  # it grows while it is read
            if node in known:
                continue
            known.add(node)
            if len(known) > _MOST:
                return fates | {Fate.UNKNOWN}
            if fate := self._step(node, self.parents[node]):
                fates.add(fate)
        return fates

    def _step(self, node: ast.AST, parent: ast.AST) -> Fate | None:
        """Go from a result to what is made of it; say so if that settles it."""
        match parent:
            case ast.UnaryOp(op=ast.USub()):
                return Fate.COMPUTED_WITH
            case ast.BinOp(op=op) | ast.AugAssign(op=op):
                return self._computed(node, parent, op)
            case ast.Attribute(attr=attr):
                return self._attribute(parent, attr)
            case ast.keyword():
                return self._argument(self.parents[parent])
            case ast.Call():
                return self._argument(parent)
            case ast.Assign(targets=targets):
                return self._bound(node, parent, targets)
            case ast.Tuple() | ast.List():
                return self._collected(node, parent)
            case ast.Return():
                return self._returned(parent)
            case ast.Subscript(value=value) if value is node:
                self.todo.append(parent)
            case ast.IfExp() | ast.GeneratorExp() | ast.ListComp():
                self.todo.append(parent)
            case ast.Expr() | ast.Compare() | ast.FormattedValue() | ast.Assert():
                return None
            case _:
                return Fate.UNKNOWN
        return None

    def _computed(self, node: ast.AST, parent: ast.AST, op: ast.operator) -> Fate | None:
        is_right = node is not (parent.left if isinstance(parent, ast.BinOp) else None)
        is_target = isinstance(parent, ast.AugAssign) and node is parent.target
        if not isinstance(op, (ast.Add, ast.Sub)):
            return Fate.COMPUTED_WITH
        if isinstance(op, ast.Sub) and is_right and not is_target:
            return Fate.COMPUTED_WITH
        if isinstance(parent, ast.AugAssign):
            return self._bound(node, parent, [parent.target])
        self.todo.append(parent)
        return None

    def _attribute(self, parent: ast.AST, attr: str) -> Fate | None:
        above = self.parents[parent]
        is_method = isinstance(above, ast.Call) and above.func is parent
        if attr in _READ:
            return None
        if attr == "backward" and isinstance(above, ast.Call):
            given = [*above.args, *(k.value for k in above.keywords if k.arg == "gradient")]
            is_one = all("ones" in unparse(one) or unparse(one) == "None" for one in given)
            return Fate.AS_IT_IS if is_one else Fate.UNKNOWN
        if attr in ("T", "mT") or (is_method and attr in _PLAIN):
            self.todo.append(above if is_method else parent)
            return None
        return Fate.COMPUTED_WITH if is_method and is_op(attr) else Fate.UNKNOWN

    def _argument(self, call: ast.AST) -> Fate | None:
        if not isinstance(call, ast.Call):
            return Fate.UNKNOWN
        title = unparse(call.func)
        home, _, name = title.rpartition(".")
        if (home in HOMES and name in _PLAIN) or title == "sum":
            self.todo.append(call)
            return None
        if name in _READ and (home in HOMES or not home or name == "append"):
            return Fate.UNKNOWN if name == "append" else None
        if home in HOMES:
            return Fate.COMPUTED_WITH if is_op(name) else Fate.UNKNOWN
        if title in ("torch.autograd.grad", "torch.autograd.backward", "autograd.grad", "grad"):
            is_alone = not any(k.arg in ("grad_outputs", "grad_tensors") for k in call.keywords)
            return Fate.AS_IT_IS if is_alone else Fate.UNKNOWN
        is_scaled = name == "scale" and "scaler" in home.lower()
        is_used = is_scaled or self._is_layer(title, call.func)
        return Fate.COMPUTED_WITH if is_used else Fate.UNKNOWN

    def _is_layer(self, title: str, called: ast.expr) -> bool:
        """Tell whether a module of torch.nn is called."""
        made = [called] if isinstance(called, ast.Call) else self._made(title)
        titles = [unparse(one.func) for one in made if isinstance(one, ast.Call)]
        return any(one.startswith(_LAYERS) and not one.endswith("Identity") for one in titles)

    def _made(self, title: str) -> Iterator[ast.expr]:
        for item in subtree(self.tree):
            if isinstance(item, ast.Assign):
                for target in item.targets:
                    for part, value in _pairs(target, item.value):
                        if unparse(part) == title:
                            yield value

    def _bound(self, node: ast.AST, parent: ast.AST, targets: list[ast.expr]) -> Fate | None:
        """Go on with the places that read the names."""
        for target in targets:
            parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
            for part in parts:
                if not isinstance(part, ast.Name):
                    return Fate.UNKNOWN
                self.todo += self._reads(part.id, parent)
        return None

    def _reads(self, name: str, statement: ast.AST) -> Iterator[ast.AST]:
        """Yield the places that read a name after a statement, until it is bound anew."""
        home = self._scope(statement)
        row = getattr(statement, "end_lineno", 0)
        again = [
            item.lineno
            for item in subtree(home)
            if isinstance(item, ast.Assign)
            and item.lineno > row
            and self.parents[item] is self.parents[statement]
            and any(isinstance(one, ast.Name) and one.id == name for one in item.targets)
        ]
        last = min(again, default=None)
        for item in subtree(home):
            if isinstance(item, ast.Name) and item.id == name and item.lineno > row:
                is_bound = isinstance(item.ctx, ast.Store)
                if is_bound and not isinstance(self.parents[item], ast.AugAssign):
                    continue
                if last is None or item.lineno <= last:
                    yield item

    def _scope(self, node: ast.AST) -> ast.AST:
        while not isinstance(node, _SCOPES):
            node = self.parents[node]
        return node

    def _collected(self, node: ast.AST, parent: ast.AST) -> Fate | None:
        above = self.parents[parent]
        match above:
            case ast.Assign(targets=[ast.Tuple() as target], value=value):
                for part, one in _pairs(target, value):
                    if one is node:
                        return self._bound(node, above, [part])
                return Fate.UNKNOWN
            case ast.Call(func=ast.Attribute(attr="stack" | "cat" | "concat")):
                self.todo.append(above)
                return None
        return Fate.UNKNOWN

    def _returned(self, statement: ast.AST) -> Fate | None:
        """Go on with the calls of a function that returns a result."""
        function = self._scope(statement)
        home = self.parents.get(function)
        name = getattr(function, "name", "")
        if not isinstance(home, ast.ClassDef):
            calls = list(self._calls({name}))
        elif name == "forward":
            calls = list(self._calls_of_instances(home.name))
        else:
            calls = list(self._calls({f"self.{name}", f"{home.name}.{name}"}))
        self.todo += calls
        return None if calls else Fate.UNKNOWN

    def _calls_of_instances(self, name: str) -> Iterator[ast.AST]:
        titles = set()
        for item in subtree(self.tree):
            match item:
                case ast.Assign(targets=[target], value=value):
                    for part, one in _pairs(target, value):
                        if isinstance(one, ast.Call) and name in loads(one.func):
                            titles.add(unparse(part))
                case ast.Call(func=ast.Call(func=ast.Name(id=called))) if called == name:
                    yield item
        yield from self._calls(titles)


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Pair targets with values: `a, b = c, d`."""
    match target, value:
        case ast.Tuple(elts=parts), ast.Tuple(elts=values) if len(parts) == len(values):
            yield from zip(parts, values, strict=True)
        case _:
            yield target, value
