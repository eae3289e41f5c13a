"""Follow a value without a graph into another file of the user's: which call there has cut it.

check reads one file. Where a loss comes, by the text, from a function that another file defines,
that file is read with one call added at its end, as the run made it: what needed a gradient needs
one, numbers are the numbers. It is told only if exactly one such call loses the graph.
"""

from __future__ import annotations

import ast
import inspect
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import FunctionType, MethodType, ModuleType
from typing import Any, Protocol

from gradsan.model.event import Stack
from gradsan.model.finding import Finding
from gradsan.runtime import sites
from gradsan.runtime.origins import backward_roots, origins
from gradsan.runtime.stacks import is_users
from gradsan.runtime.variables import names_of

_CUTTING = frozenset({"detach", "item", "numpy", "tolist", "data"})
_DEEP = 8  # attributes in a row
_MANY = 64  # attributes of an object that are handed over


class Reader(Protocol):
    """What check says of a file."""

    def __call__(self, filename: str, added: str = "", /) -> Sequence[Finding]:
        """Return what it says of the file with lines added at its end."""


@dataclass(frozen=True, slots=True)
class Called:
    """A function of another file, and the lines that call it as the run did."""

    filename: str
    lines: tuple[str, ...]


def cuts_elsewhere(reader: Reader, stack: Stack, codes: frozenset[str]) -> list[Finding]:
    """Return the cuts in other files that may be behind the loss of a backward at this place."""
    code, _ = stack[0]
    names = names_of(code)
    row = sites.place_of(stack[0]).start.row
    found: dict[tuple[str, int], Finding] = {}
    for call, item in origins(code.co_filename, row, backward_roots(code.co_filename, row)):
        called = _called(call, item, names, code.co_filename)
        if called is None:
            continue
        for finding in reader(called.filename, "\n".join(called.lines)):
            if finding.code in codes and (end := _row_of_loss(finding)):
                own = end - len(called.lines)  # rows of the file itself
                found[finding.code, finding.place.start.row] = _without_edits_below(finding, own)
    return list(found.values())


def _row_of_loss(finding: Finding) -> int:
    """Return the row of the added backward if its loss has lost its graph; else 0."""
    needed = finding.label("needed")
    if finding.outcome != "raises" or needed is None:
        return 0
    is_ours = any(line.startswith(_LOSS) for line in needed.source)
    return needed.place.start.row if is_ours else 0


def _without_edits_below(finding: Finding, last: int) -> Finding:
    """Drop a fix that edits lines which the file does not have."""
    edits = finding.fix.edits if finding.fix else ()
    is_outside = any(edit.place.end.row > last for edit in edits)
    return replace(finding, fix=None) if is_outside else finding


# -- the call, as the run made it ------------------------------------------------------------

_LOSS = "_gradsan_loss."


def _called(call: ast.Call, item: int | None, names: Mapping[str, Any], home: str) -> Called | None:
    """Write down a call of another file's function, if something that needs a gradient went in."""
    made = _made(call.func, names)
    if made is None:
        return None
    filename, before, function, owner = made
    if filename == home or not is_users(filename):
        return None
    values = [*call.args, *(word.value for word in call.keywords)]
    if not (needs_gradient(owner) or any(_brings_gradient(one, names) for one in values)):
        return None
    if any(isinstance(one, ast.Starred) for one in call.args):
        return None
    words = [_argument(one, names) for one in call.args]
    words += [f"{w.arg}={_argument(w.value, names)}" for w in call.keywords if w.arg]
    taken = "" if item is None else f"[{item}]"
    lines = (
        "import torch as _gradsan_torch",
        *before,
        f"_gradsan_loss = {function}({', '.join(words)}){taken}",
        f"{_LOSS}sum().backward()",
    )
    return Called(filename, lines)


def _made(
    function: ast.expr, names: Mapping[str, Any]
) -> tuple[str, tuple[str, ...], str, Any] | None:
    """Return the file of what is called, the lines that make it, its words, and whose it is."""
    if isinstance(function, ast.Call):  # `Loss(…)(x)`
        kind = _value(function.func, names)
        if not isinstance(kind, type) or (found := _method(kind, "")) is None:
            return None
        words = [_argument(one, names) for one in function.args]
        words += [f"{w.arg}={_argument(w.value, names)}" for w in function.keywords if w.arg]
        filename, _, defined = found
        return filename, (f"_gradsan_owner = {defined}({', '.join(words)})",), "_gradsan_owner", 0
    value = _unwrapped(_value(function, names))
    if isinstance(value, FunctionType):
        filename, path = value.__code__.co_filename, value.__qualname__
        return None if "<" in path else (filename, (), path, None)
    name = ""
    owner = value
    if isinstance(value, MethodType):
        owner, name = value.__self__, f".{value.__name__}"
    if isinstance(owner, type) or owner is None or isinstance(owner, ModuleType):
        return None
    if (found := _method(type(owner), name[1:])) is None:
        return None
    filename, kind_, defined = found
    return filename, tuple(_instance(owner, kind_, defined)), f"_gradsan_owner{name}", owner


def _method(kind: type, name: str) -> tuple[str, type, str] | None:
    """Return the file, the class and its words that define what is run; the nearest of a line."""
    wanted = (name,) if name else ("forward", "__call__")
    for one in kind.__mro__:
        for word in wanted:
            code = getattr(_unwrapped(vars(one).get(word)), "__code__", None)
            if code is None:
                continue
            home = getattr(sys.modules.get(one.__module__), "__file__", "")
            if code.co_filename != home or "<" in one.__qualname__:
                return None
            return code.co_filename, one, one.__qualname__
    return None


def _unwrapped(value: Any) -> Any:
    """Return what a decorator stands around; a module has no such attribute of its own."""
    return inspect.unwrap(value) if isinstance(value, FunctionType) else value


def _instance(owner: Any, kind: type, defined: str) -> Iterator[str]:
    """Yield lines that make an object with the numbers and words that the real one has."""
    try:
        parameters = list(inspect.signature(kind).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    wanted = [
        p
        for p in parameters
        if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    yield f"_gradsan_owner = {defined}({', '.join('_gradsan_unknown()' for _ in wanted)})"
    for name, value in list(vars(owner).items())[:_MANY] if hasattr(owner, "__dict__") else ():
        if not name.startswith("_") and (words := _literal(value)):
            yield f"_gradsan_owner.{name} = {words}"


def _argument(node: ast.expr, names: Mapping[str, Any]) -> str:
    """Write down an argument: what is known of it, and a tensor where there was one."""
    if isinstance(node, ast.Constant) and (words := _literal(node.value)):
        return words
    if not isinstance(node, ast.Name | ast.Attribute):
        return _tensor(_brings_gradient(node, names))
    value = _value(node, names)
    if words := _literal(value):
        return words if value is not None or isinstance(node, ast.Name) else "_gradsan_unknown()"
    if hasattr(value, "requires_grad"):
        return _tensor(_brings_gradient(node, names))
    return "_gradsan_unknown()"


def _tensor(is_needed: bool) -> str:
    return (
        "_gradsan_torch.rand(3, requires_grad=True) * 2" if is_needed else "_gradsan_torch.rand(3)"
    )


def _literal(value: Any) -> str:
    """Return a plain value as it is written; empty for any other."""
    if type(value) is float and not math.isfinite(value):
        return ""
    return ascii(value) if type(value) in (bool, int, float, str, type(None)) else ""


# -- what the run holds ----------------------------------------------------------------------


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """Return what a name or a chain of attributes means now; None if it cannot be known."""
    match node:
        case ast.Name(id=name):
            return names.get(name)
        case ast.Attribute(value=inner, attr=name):
            owner = _value(inner, names)
            return None if owner is None else _attribute(owner, name)
    return None


def _attribute(owner: Any, name: str) -> Any:
    """Look an attribute up without running a property of the user's."""
    held = owner.__dict__ if hasattr(type(owner), "__dict__") and hasattr(owner, "__dict__") else {}
    for store in (held, held.get("_modules"), held.get("_parameters")):
        if isinstance(store, Mapping) and name in store:
            return store[name]
    if isinstance(inspect.getattr_static(owner, name, None), (FunctionType, classmethod)):
        return getattr(owner, name)
    return None


def needs_gradient(value: Any) -> bool:
    """Tell whether a tensor needs a gradient, or a module has a parameter that does."""
    if isinstance(flag := getattr(value, "requires_grad", None), bool):
        return flag
    parameters = getattr(value, "parameters", None)
    if not callable(parameters) or not hasattr(value, "_parameters"):
        return False
    return any(needs_gradient(one) for one in parameters())


def _brings_gradient(node: ast.expr, names: Mapping[str, Any]) -> bool:
    """Tell whether something that an expression reads needs a gradient, and nothing cuts it."""
    inside = list(ast.walk(node))
    if any(isinstance(one, ast.Attribute) and one.attr in _CUTTING for one in inside):
        return False
    reads = [one for one in inside if isinstance(one, ast.Name | ast.Attribute)]
    return any(needs_gradient(_value(one, names)) for one in reads)
