"""Walk the statements of a file, path by path.

Roots are the module body, then every function that no call has entered. Where paths part
(`if`, `try`, a branch inside a call) the statement of the root is walked once for each way,
from a copy of the state: up to `MAX_PATHS` whole states go on side by side. They are never
joined, so a value of one branch is never seen with the saves of another.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from enum import Enum, auto
from functools import cache
from typing import Any

from gradsan.ops.table import find
from gradsan.static.calls import Arguments, grad_switch, make_instance, write_with
from gradsan.static.expressions import (
    OPERATORS,
    SIGNS,
    binary,
    evaluate,
)
from gradsan.static.machine import MAX_DEPTH, Facts, Machine, OutOfSteps, Tape, Writing
from gradsan.static.source import Source, children
from gradsan.static.values import (
    NONE,
    UNKNOWN,
    Class,
    Function,
    Needs,
    Number,
    Object,
    Parts,
    Ref,
    State,
    Storage,
    Tensor,
    Value,
)

MAX_PATHS = 8
LOOP_PASSES = 2  # enough for a value carried from one iteration to the next
_FORKS = (ast.If, ast.IfExp, ast.Try, ast.TryStar, ast.Match, ast.Call, ast.While, ast.For)

AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef


class Signal(Enum):
    """Why a block ended before its last statement."""

    BREAK = auto()
    CONTINUE = auto()
    RETURN = auto()
    RAISE = auto()


def walk(source: Source) -> Facts:
    """Find what goes wrong on the paths of a file."""
    facts = Facts()
    m = _machine(source, facts)
    module = m.fresh_id()
    m.state.frames[module] = {}
    m.scope = (module,)
    states = _run_root(m, source.tree.body)
    base = states[0] if states else m.state
    for function in _functions(m, base, source.tree.body, (module,), ""):
        if function.node not in m.seen:
            _run_function_root(m, base, function)
    return facts


def _machine(source: Source, facts: Facts) -> Machine:
    m = Machine(source, facts)
    m.enter = enter
    return m


def _run_root(m: Machine, body: Sequence[ast.stmt]) -> list[State]:
    """Walk the statements of a root with up to `MAX_PATHS` states."""
    states = [m.state]
    m.steps = 0
    try:
        for statement in body:
            states = [after for state in states for after in _ways(m, statement, state)][:MAX_PATHS]
            if not states:
                break
    except (OutOfSteps, RecursionError):
        pass  # what was found so far stands
    return states


def _ways(m: Machine, statement: ast.stmt, state: State) -> list[State]:
    """Walk one statement in every way it can go from a state."""
    if not isinstance(statement, _FORKS) and not _may_fork(statement):
        m.state = state
        return [] if execute(m, statement) else [m.state]
    results: list[State] = []
    m.tape = Tape()
    for _ in range(MAX_PATHS):
        m.state = state.copy()
        if execute(m, statement) is None:
            results.append(m.state)
        if not m.tape.advance():
            break
    return results


def _may_fork(statement: ast.stmt) -> bool:
    return any(isinstance(node, _FORKS) for node in children(statement))


def _functions(
    m: Machine, state: State, body: Sequence[ast.stmt], frames: tuple[int, ...], prefix: str
) -> list[Function]:
    """List the functions of a body and of its classes."""
    found = []
    for statement in body:
        if isinstance(statement, AnyFunction):
            found.append(Function(statement, prefix + statement.name, frames))
        elif isinstance(statement, ast.ClassDef):
            found += _functions(m, state, statement.body, frames, f"{prefix}{statement.name}.")
        elif isinstance(statement, (ast.If, ast.Try, ast.With)):
            found += _functions(m, state, statement.body, frames, prefix)
    return found


def _run_function_root(m: Machine, base: State, function: Function) -> None:
    """Walk a function that nobody in the file calls, with arguments that may be tensors."""
    m.state = base.copy()
    m.state.grad_on = True
    m.functions = []
    owner = _owner(m, function)
    handed = Function(function.node, function.name, function.frames, owner)
    frame = _bind(m, handed, Arguments(), is_root=True)
    m.scope = (frame, *function.frames)
    m.root, m.functions, m.returned = function.name, [function.name], []
    _set_grad_mode(m, function)
    body = [] if isinstance(function.node, ast.Lambda) else function.node.body
    _run_root(m, body)
    m.root, m.functions = "", []


def _owner(m: Machine, function: Function) -> Value | None:
    """Return `self` for a method: an instance made by the class's own `__init__`."""
    name, _, _ = function.name.rpartition(".")
    cls = m.state.frames[function.frames[-1]].get(name) if name else None
    if not isinstance(cls, Class):
        return None
    if function.name.endswith(".__init__"):
        return m.new_object(Parts(cls=cls))
    try:
        dummy = ast.Call(func=ast.Name(id=name, ctx=ast.Load()), args=[], keywords=[])
        ast.copy_location(dummy, function.node)
        return make_instance(m, ast.fix_missing_locations(dummy), cls, Arguments())
    except (OutOfSteps, RecursionError):
        return m.new_object(Parts(cls=cls))


# -- calls into the file -------------------------------------------------------------------


def enter(m: Machine, node: ast.Call, function: Function, args: Arguments) -> Value:
    """Walk a function of the file for this call."""
    m.seen.add(function.node)
    depth = len(m.functions)
    if depth >= MAX_DEPTH or function.name in m.functions:
        for value in args.all():
            m.escape(value)
        return UNKNOWN
    scope, statement, grad_on, returned = m.scope, m.statement, m.state.grad_on, m.returned
    frame = _bind(m, function, args)
    m.scope = (frame, *function.frames)
    m.functions.append(function.name)
    m.returned = []
    try:
        result = _run_body(m, function)
    finally:
        m.functions.pop()
        m.scope, m.statement, m.returned = scope, statement, returned
        m.state.grad_on = grad_on
        if not _is_captured(function.node):
            del m.state.frames[frame]
    return result


def _run_body(m: Machine, function: Function) -> Value:
    if isinstance(function.node, ast.Lambda):
        return evaluate(m, function.node.body)
    _set_grad_mode(m, function)
    if isinstance(function.node, ast.AsyncFunctionDef) or _is_generator(function.node):
        return UNKNOWN
    block(m, function.node.body)
    return m.returned[-1] if m.returned else NONE


def _set_grad_mode(m: Machine, function: Function) -> None:
    """Heed `@torch.no_grad()` and its kin."""
    for item in getattr(function.node, "decorator_list", ()):
        value = evaluate(m, item.func if isinstance(item, ast.Call) else item)
        if (switch := grad_switch(value)) is not None:
            m.state.grad_on = switch


@cache
def _is_captured(node: ast.AST) -> bool:
    return any(isinstance(child, (*AnyFunction.__args__, ast.Lambda)) for child in children(node))


@cache
def _is_generator(node: ast.AST) -> bool:
    return any(isinstance(child, (ast.Yield, ast.YieldFrom)) for child in children(node))


def _bind(m: Machine, function: Function, args: Arguments, is_root: bool = False) -> int:
    """Make the frame of a call: parameters and what they are bound to."""
    spec = function.node.args
    names = [item.arg for item in (*spec.posonlyargs, *spec.args)]
    values: dict[str, Value] = {}
    positional = list(args.positional)
    if function.owner is not None and names:
        values[names.pop(0)] = function.owner
    for name in (*names, *(item.arg for item in spec.kwonlyargs)):
        if name in args.named:
            values[name] = args.named[name]
        elif positional and name in names:
            values[name] = positional.pop(0)
        elif is_root:
            values[name] = m.new_tensor(Storage(Needs.MAYBE, is_local=False))
        else:
            values[name] = UNKNOWN
    _bind_defaults(m, function, values, is_root or args.has_star)
    for extra in (spec.vararg, spec.kwarg):
        if extra is not None:
            values[extra.arg] = UNKNOWN
    frame = m.fresh_id()
    m.state.frames[frame] = values
    return frame


def _bind_defaults(
    m: Machine, function: Function, values: dict[str, Value], may_be_given: bool
) -> None:
    spec = function.node.args
    positional = [*spec.posonlyargs, *spec.args]
    pairs = list(zip(reversed(positional), reversed(spec.defaults), strict=False))
    pairs += [
        (item, default)
        for item, default in zip(spec.kwonlyargs, spec.kw_defaults, strict=True)
        if default is not None
    ]
    for item, default in pairs:
        if isinstance(default, ast.Constant):
            if may_be_given:
                values[item.arg] = UNKNOWN
            elif values.get(item.arg) == UNKNOWN:
                values[item.arg] = Number(default.value, known=True)


# -- statements ----------------------------------------------------------------------------


def block(m: Machine, body: Sequence[ast.stmt]) -> Signal | None:
    """Walk statements until one of them leaves."""
    for statement in body:
        if signal := execute(m, statement):
            return signal
    return None


def execute(m: Machine, statement: ast.stmt) -> Signal | None:
    """Walk one statement."""
    m.step()
    m.statement = statement
    handler = _STATEMENTS.get(type(statement))
    return handler(m, statement) if handler else None


def _expression(m: Machine, node: ast.Expr) -> None:
    evaluate(m, node.value)


def _assign(m: Machine, node: ast.Assign) -> None:
    value = evaluate(m, node.value)
    for target in node.targets:
        store(m, target, value, node)


def _annotated(m: Machine, node: ast.AnnAssign) -> None:
    if node.value is not None:
        store(m, node.target, evaluate(m, node.value), node)


def store(m: Machine, target: ast.expr, value: Value, node: ast.stmt) -> None:
    """Bind a value to a name, attribute, item or tuple of them."""
    match target:
        case ast.Name(id=name):
            m.state.frames[m.scope[0]][name] = value
        case ast.Attribute(value=base, attr=name):
            owner = evaluate(m, base)
            if isinstance(owner, Object):
                m.state.objects[owner.id].attributes[name] = value
            else:
                m.escape(value)
        case ast.Subscript():
            _store_item(m, target, value)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            _unpack(m, parts, value, node)
        case ast.Starred(value=inner):
            store(m, inner, UNKNOWN, node)


def _unpack(m: Machine, parts: list[ast.expr], value: Value, node: ast.stmt) -> None:
    items: list[Value] | None = None
    if isinstance(value, Object):
        items = m.state.objects[value.id].items
    if items is None or len(items) != len(parts):
        items = [value if isinstance(value, Number) else UNKNOWN] * len(parts)
    for part, item in zip(parts, items, strict=True):
        store(m, part, item, node)


def _store_item(m: Machine, target: ast.Subscript, value: Value) -> None:
    owner, index = evaluate(m, target.value), evaluate(m, target.slice)
    if isinstance(owner, Tensor):
        how = Writing(target, target.value, "index assignment", "index")
        m.write(owner, how, [value])
    elif isinstance(owner, Object):
        parts = m.state.objects[owner.id]
        match index:
            case Number(int() as at) if parts.items and -len(parts.items) <= at < len(parts.items):
                parts.items[at] = value
    else:
        m.escape(value)


def _augmented(m: Machine, node: ast.AugAssign) -> None:
    value = evaluate(m, node.value)
    target = node.target
    owner = evaluate(m, target)
    if not isinstance(owner, Tensor):
        if isinstance(target, ast.Name):
            rest = binary(m, node.value, type(node.op), owner, value)
            m.state.frames[m.scope[0]][target.id] = rest
        return
    sign = SIGNS[type(node.op)]
    base = target.value if isinstance(target, ast.Subscript) else target
    if isinstance(target, ast.Subscript) and not _is_view(m, target):
        written = evaluate(m, base)
        how = Writing(node, base, f"{sign}=", "index")
        if isinstance(written, Tensor):
            m.write(written, how, [value])
        return
    op = find(OPERATORS.get(type(node.op), ""), 2)
    how = Writing(node, base, f"{sign}=", "augmented", _rebinding(m, node, sign))
    bound = dict(zip(op.parameters, (owner, value), strict=False)) if op else {}
    write_with(m, owner, how, op, bound, [value])


def _is_view(m: Machine, target: ast.Subscript) -> bool:
    base, part = evaluate(m, target.value), evaluate(m, target)
    return isinstance(base, Tensor) and isinstance(part, Tensor) and base.storage == part.storage


_TIGHT = (ast.Name, ast.Constant, ast.Call, ast.Attribute, ast.Subscript, ast.List, ast.Tuple)


def _rebinding(m: Machine, node: ast.AugAssign, sign: str) -> str:
    """Write `h += e` as `h = h + e`."""
    if not isinstance(node.target, ast.Name):
        return ""
    value = m.source.text(m.source.place(node.value))
    if not isinstance(node.value, _TIGHT) and not value.startswith("("):
        value = f"({value})"
    elif "\n" in value and not isinstance(node.value, _TIGHT):
        return ""
    return f"{node.target.id} = {node.target.id} {sign} {value}"


def _if(m: Machine, node: ast.If) -> Signal | None:
    test = evaluate(m, node.test)
    if isinstance(test, Number) and test.known:
        return block(m, node.body if test.value else node.orelse)
    return block(m, node.orelse if m.tape.choose(2) else node.body)


def _for(m: Machine, node: ast.For | ast.AsyncFor) -> Signal | None:
    over = evaluate(m, node.iter)
    for _ in range(LOOP_PASSES):
        store(m, node.target, _each(m, over), node)
        signal = block(m, node.body)
        if signal is Signal.BREAK:
            return None
        if signal in (Signal.RETURN, Signal.RAISE):
            return signal
    return block(m, node.orelse)


def _each(m: Machine, over: Value) -> Value:
    """Return what a loop variable stands for."""
    match over:
        case Number():
            return Number()
        case Tensor():
            return over  # iterating gives views
        case _:
            return UNKNOWN


def _while(m: Machine, node: ast.While) -> Signal | None:
    for _ in range(LOOP_PASSES):
        evaluate(m, node.test)
        signal = block(m, node.body)
        if signal is Signal.BREAK:
            return None
        if signal in (Signal.RETURN, Signal.RAISE):
            return signal
    return block(m, node.orelse)


def _with(m: Machine, node: ast.With | ast.AsyncWith) -> Signal | None:
    before = m.state.grad_on
    for item in node.items:
        value = evaluate(m, item.context_expr)
        switch = grad_switch(value)
        if switch is not None:
            m.state.grad_on = switch
        if item.optional_vars is not None:
            store(m, item.optional_vars, UNKNOWN, node)
    signal = block(m, node.body)
    m.state.grad_on = before
    return signal


def _try(m: Machine, node: ast.Try | ast.TryStar) -> Signal | None:
    way = m.tape.choose(1 + len(node.handlers))
    if way:
        signal = block(m, node.handlers[way - 1].body)
    else:
        signal = block(m, [*node.body, *node.orelse])
    return block(m, node.finalbody) or signal


def _match(m: Machine, node: ast.Match) -> Signal | None:
    evaluate(m, node.subject)
    way = m.tape.choose(len(node.cases) + 1)
    return block(m, node.cases[way].body) if way < len(node.cases) else None


def _return(m: Machine, node: ast.Return) -> Signal:
    value = evaluate(m, node.value)
    m.returned.append(value)
    if m.root and len(m.functions) == 1:
        _believe(m, value)
    return Signal.RETURN


def _believe(m: Machine, value: Value) -> None:
    """Take it that backward will run on what the root `forward` returns."""
    name = m.functions[0].rpartition(".")[2]
    believed = Needs.YES if name == "forward" else Needs.MAYBE
    m.use(value, None, "backward of what it returns", believed)


def _raise(m: Machine, node: ast.Raise) -> Signal:
    return Signal.RAISE


def _define(m: Machine, node: AnyFunction) -> None:
    name = ".".join([*m.functions[-1:], node.name]) if m.functions else node.name
    value: Value = Function(node, name, m.scope)
    m.state.frames[m.scope[0]][node.name] = value


def _define_class(m: Machine, node: ast.ClassDef) -> None:
    bases = tuple(evaluate(m, base) for base in node.bases)
    m.state.frames[m.scope[0]][node.name] = Class(node.name, node, m.scope, bases)


def _import(m: Machine, node: ast.Import) -> None:
    for alias in node.names:
        name = alias.asname or alias.name.partition(".")[0]
        whole = alias.name if alias.asname else name
        m.state.frames[m.scope[0]][name] = Ref(whole)


def _import_from(m: Machine, node: ast.ImportFrom) -> None:
    for alias in node.names:
        if node.module and not node.level:
            value: Value = Ref(f"{node.module}.{alias.name}")
        else:
            value = UNKNOWN
        m.state.frames[m.scope[0]][alias.asname or alias.name] = value


def _delete(m: Machine, node: ast.Delete) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name):
            m.state.frames[m.scope[0]].pop(target.id, None)


_STATEMENTS: dict[type[ast.stmt], Callable[[Machine, Any], Signal | None]] = {
    ast.AnnAssign: _annotated,
    ast.Assign: _assign,
    ast.AsyncFor: _for,
    ast.AsyncFunctionDef: _define,
    ast.AsyncWith: _with,
    ast.AugAssign: _augmented,
    ast.Break: lambda m, node: Signal.BREAK,
    ast.ClassDef: _define_class,
    ast.Continue: lambda m, node: Signal.CONTINUE,
    ast.Delete: _delete,
    ast.Expr: _expression,
    ast.For: _for,
    ast.FunctionDef: _define,
    ast.If: _if,
    ast.Import: _import,
    ast.ImportFrom: _import_from,
    ast.Match: _match,
    ast.Raise: _raise,
    ast.Return: _return,
    ast.Try: _try,
    ast.TryStar: _try,
    ast.While: _while,
    ast.With: _with,
}
