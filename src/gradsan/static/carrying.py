"""A state that objects keep from pass to pass: it leaves its graph where a pass begins.

Comes in: a backward through what the backward of the pass before has freed. A method that runs
once a pass can drop the graph itself; one that runs more often would cut the pass in pieces.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.names import stores
from gradsan.static.nodes import children, subtree
from gradsan.static.query import Spot
from gradsan.static.rewrites import function_around, insert_before, loop_around, statement_at
from gradsan.static.values import Object, Tensor, Value

_REPEATS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SILENT = frozenset(
    {"zero_grad", "parameters", "named_parameters", "train", "eval", "to", "state_dict", "modules"}
)
_MAX_DEPTH = 3


@dataclass(frozen=True, slots=True)
class _State:
    """What an object keeps."""

    owner: str  # how the object is called where backward runs
    name: str
    value: Value
    put: Spot


def runs_again(m: Machine, target: ast.Attribute) -> bool:
    """Tell whether the method that keeps a state may run more than once before a backward."""
    body = _pass(m)
    paths = {item.owner for item in _kept(m) if item.name == target.attr}
    return any(_calls(m, body, path) > 1 or _is_called_inside(m, path) for path in paths)


def leave_before_pass(m: Machine, lost: Iterable[int]) -> list[Edit]:
    """Return the edit that leaves every old graph behind, at the beginning of a pass."""
    freed, body = frozenset(lost), _pass(m)
    found = [item for item in _kept(m) if m.graph(item.value) & freed]
    if not body or not found:
        return []
    held = {item.owner.partition(".")[0] for item in found}
    if held & {name for item in body for name in stores(item)}:
        return []
    start = m.source.place(body[0]).start
    indent = m.source.lines[start.row - 1][: start.column - 1]
    lines = []
    for item in found:
        form, path = _form(m, item), f"{item.owner}.{item.name}"
        may_be_none = _may_be_none(m, item)
        if form is None or may_be_none is None:
            return []
        line = f"{path} = {form.format(path)}"
        lines.append(f"if {path} is not None:\n{indent}    {line}" if may_be_none else line)
    edit = insert_before(m.source, body[0], f"\n{indent}".join(lines))
    return [edit] if edit else []


def _pass(m: Machine) -> list[ast.stmt]:
    """Return the block that runs once a backward: the body of its loop, or of its function."""
    if m.statement is None:
        return []
    home = function_around(m.source, m.statement.lineno)
    loop = loop_around(m.source, m.statement)
    if loop is not None and function_around(m.source, loop.lineno) is home:
        return loop.body
    if not isinstance(home, ast.FunctionDef):
        return []
    has_text = ast.get_docstring(home) is not None and len(home.body) > 1
    return home.body[1:] if has_text else home.body


def _form(m: Machine, state: _State) -> str | None:
    """Return how a state leaves its graph; None if it may be a tensor or a tuple of them."""
    match statement_at(m.source, state.put.place):
        case ast.Assign(targets=[ast.Tuple()], value=ast.Call(func=func)):
            kind = layer_of(m, ast.unparse(func))
            if kind not in RECURRENT:
                return None
            is_tuple = kind == "LSTM"
        case _:
            is_tuple = not isinstance(state.value, Tensor)
    return "tuple(part.detach() for part in {})" if is_tuple else "{}.detach()"


RECURRENT = frozenset({"LSTM", "GRU", "RNN", "LSTMCell"})


def layer_of(m: Machine, name: str) -> str:
    """Return the class of torch.nn that an attribute was made from, if that is plain."""
    found = set()
    for item in subtree(m.source.tree):
        match item:
            case ast.Assign(targets=[ast.Attribute() as target], value=ast.Call(func=func)):
                if ast.unparse(target) == name:
                    found.add(ast.unparse(func).rpartition(".")[2])
    return found.pop() if len(found) == 1 else ""


def _kept(m: Machine) -> Iterator[_State]:
    """Yield what objects keep that have a name here."""
    seen: set[int] = set()
    todo: list[tuple[str, Value]] = []
    for frame in m.scope:
        todo += m.state.frames.get(frame, {}).items()
    for path, value in todo:
        if not isinstance(value, Object) or value.id in seen or path.count(".") >= _MAX_DEPTH:
            continue
        seen.add(value.id)
        parts = m.state.objects[value.id]
        for name, part in parts.attributes.items():
            if not name.isidentifier():
                continue
            if name in parts.puts and _is_state(m, part):
                yield _State(path, name, part, parts.puts[name])
            todo.append((f"{path}.{name}", part))


def _is_state(m: Machine, value: Value) -> bool:
    """Tell whether it is a tensor, or a tuple of tensors like the state of an LSTM."""
    if isinstance(value, Object):
        parts = m.state.objects[value.id]
        items = parts.items if parts.keys is None and not parts.is_open else None
        return bool(items) and all(isinstance(item, Tensor) for item in items or ())
    return isinstance(value, Tensor)


def _calls(m: Machine, body: list[ast.stmt], path: str) -> int:
    """Count the calls in a pass of an object, or of one that holds it; two for one in a loop."""
    count = 0
    for statement in body:
        for item, is_repeated in _with_repeats(statement, isinstance(statement, _REPEATS)):
            match item:
                case ast.Call(func=ast.Attribute(attr=name)) if name in _SILENT:
                    continue
            called = ast.unparse(item.func)
            if _holds(called, path) or _holds(called.rpartition(".")[0], path):
                count += 2 if is_repeated else 1
            elif any(_holds(ast.unparse(given), path) for given in item.args):
                count += 2 if is_repeated or _repeats(m, called) else 1
    return count


def _holds(owner: str, path: str) -> bool:
    return bool(owner) and f"{path}.".startswith(f"{owner}.")


def _with_repeats(node: ast.AST, is_repeated: bool) -> Iterator[tuple[ast.Call, bool]]:
    """Yield the calls below a node, and whether a loop below it repeats them."""
    for item in ast.iter_child_nodes(node):
        if isinstance(item, ast.Call):
            yield item, is_repeated
        yield from _with_repeats(item, is_repeated or isinstance(item, _REPEATS))


def _repeats(m: Machine, called: str) -> bool:
    """Tell whether a function of the file has a loop."""
    return any(
        isinstance(item, ast.FunctionDef)
        and item.name == called.rpartition(".")[2]
        and any(isinstance(part, _REPEATS) for part in children(item))
        for item in m.source.nodes
    )


def _is_called_inside(m: Machine, path: str) -> bool:
    """Tell whether a method of the object around calls it in a loop: `self.cell(x)`."""
    name = path.rpartition(".")[2]
    return "." in path and any(
        is_repeated
        and isinstance(item.func, ast.Attribute)
        and name in (item.func.attr, getattr(item.func.value, "attr", ""))
        for home in m.source.nodes
        if isinstance(home, ast.FunctionDef)
        for item, is_repeated in _with_repeats(home, False)
    )


def _may_be_none(m: Machine, state: _State) -> bool | None:
    """Tell whether a state is None at times; None if it may be missing, or be a number."""
    row = state.put.place.start.row
    homes = [
        item
        for item in m.source.nodes
        if isinstance(item, ast.ClassDef) and item.lineno <= row <= (item.end_lineno or 0)
    ]
    if len(homes) != 1 or not _is_there_at_first(homes[0], state.name):
        return None
    given = _assigned(homes[0], state.name)
    values = [value for value in given if not value.lineno <= row <= (value.end_lineno or 0)]
    constants = [value.value for value in values if isinstance(value, ast.Constant)]
    is_known = all(_is_tensor_or_none(value) for value in values)
    if not is_known or any(value is not None for value in constants):
        return None
    return bool(constants)


def _is_there_at_first(cls: ast.ClassDef, name: str) -> bool:
    """Tell whether a class has an attribute before any method runs that is not its setup."""
    inits = [i for i in cls.body if isinstance(i, ast.FunctionDef) and i.name == "__init__"]
    words = {
        part.attr for init in inits for part in children(init) if isinstance(part, ast.Attribute)
    }
    early = {*inits, *(i for i in cls.body if not isinstance(i, ast.FunctionDef))}
    early |= {i for i in cls.body if isinstance(i, ast.FunctionDef) and i.name in words}
    return any([*_assigned(item, name)] or _registers(item, name) for item in early)


def _registers(node: ast.AST, name: str) -> bool:
    return any(
        ast.unparse(item.func).endswith(".register_buffer")
        and isinstance(item.args[0], ast.Constant)
        and item.args[0].value == name
        for item in children(node)
        if isinstance(item, ast.Call) and item.args
    )


def _assigned(home: ast.AST, name: str) -> Iterator[ast.expr]:
    """Yield what is assigned to an attribute or name at or below a node."""
    for item in (home, *children(home)):
        if not isinstance(item, ast.Assign):
            continue
        for target in item.targets:
            match target, item.value:
                case ast.Tuple(elts=parts), ast.Tuple(elts=values) if len(parts) == len(values):
                    pairs = list(zip(parts, values, strict=True))
                case ast.Tuple(elts=parts), value:
                    pairs = [(part, value) for part in parts]
                case _, value:
                    pairs = [(target, value)]
            for part, value in pairs:
                if getattr(part, "attr", getattr(part, "id", "")) == name:
                    yield value


def _is_tensor_or_none(value: ast.expr) -> bool:
    if isinstance(value, ast.Call):
        return ast.unparse(value.func) not in ("float", "int")
    return isinstance(value, (ast.Constant, ast.BinOp))
