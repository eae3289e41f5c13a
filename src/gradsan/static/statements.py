"""Walk statements on one path, one small function per kind.

Where the path could go on in several ways, the tape says which one is taken this time.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Any

from gradsan.static.aliases import note_names
from gradsan.static.arguments import Arguments
from gradsan.static.assignments import augment, store
from gradsan.static.calls import switch_grad
from gradsan.static.classes import make_class, special_method
from gradsan.static.custom import inspect as inspect_function
from gradsan.static.evidence import is_expected_to_raise, remember_answer
from gradsan.static.expressions import evaluate, known_text
from gradsan.static.functions import is_function
from gradsan.static.iterating import is_open, iterate, run_generator, several
from gradsan.static.library import cached
from gradsan.static.lost_writes import note_discarded, note_rebound
from gradsan.static.machine import LOOP_PASSES, Facts, Machine
from gradsan.static.names import one_by_one
from gradsan.static.pace import NO_CALLS
from gradsan.static.removing import delete
from gradsan.static.training import clear_grads, use
from gradsan.static.values import (
    NONE,
    UNKNOWN,
    Function,
    Generator,
    Needs,
    Number,
    Ref,
    Tensor,
    Value,
)

AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef


class Signal(Enum):
    """Why a block ended before its last statement."""

    BREAK = auto()
    CONTINUE = auto()
    RETURN = auto()
    RAISE = auto()


def block(m: Machine, body: Sequence[ast.stmt]) -> Signal | None:
    """Walk statements until one of them leaves."""
    for statement in body:
        if signal := execute(m, statement):
            return signal
    return None


def execute(m: Machine, statement: ast.stmt) -> Signal | None:
    """Walk one statement."""
    m.pace.step(statement)
    m.statement = statement
    handler = _STATEMENTS.get(type(statement))
    return handler(m, statement) if handler else None


def _expression(m: Machine, node: ast.Expr) -> None:
    match node.value:
        case ast.Call(func=ast.Name("setattr"), args=[owner, key, given]) as call:
            if name := known_text(m, key):
                target = ast.copy_location(ast.Attribute(owner, name, ast.Store()), call)
                store(m, target, evaluate(m, given), node)
                return
    value = evaluate(m, node.value)
    if isinstance(value, Tensor) and isinstance(node.value, ast.Call):
        note_discarded(m, node.value, value)


def _assign(m: Machine, node: ast.Assign) -> None:
    for part in one_by_one(node):
        _bind(m, part, node)


def _bind(m: Machine, node: ast.Assign, whole: ast.Assign) -> None:
    value = evaluate(m, node.value)
    note_names(m, node, value)
    for target in node.targets:
        store(m, target, value, whole)


def _annotated(m: Machine, node: ast.AnnAssign) -> None:
    if node.value is not None:
        store(m, node.target, evaluate(m, node.value), node)


def _if(m: Machine, node: ast.If) -> Signal | None:
    test = evaluate(m, node.test)
    if isinstance(test, Number) and test.known:
        taken, other = (node.body, node.orelse) if test.value else (node.orelse, node.body)
        if m.pace.gear and m.pace.missed:
            m.pace.rule_out(taken, other, m.origins.home(node.lineno))
        return block(m, taken)
    if m.pace.gear:
        return block(m, node.orelse if m.pace.way((node.body, node.orelse)) else node.body)
    if isinstance(node.body[-1], ast.Raise):  # what goes on is what matters
        return block(m, node.orelse)
    if m.is_aside(node):  # the way that goes on
        return block(m, node.orelse if isinstance(node.body[-1], _LEAVING) else node.body)
    way = m.tape.choose(2)
    remember_answer(m, node.test, way == 0)
    return block(m, node.orelse if way else node.body)


_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def _for(m: Machine, node: ast.For | ast.AsyncFor) -> Signal | None:
    over = evaluate(m, node.iter)
    if method := special_method(m, over, "__iter__"):
        over = m.enter(m, node.iter, method, Arguments())
    is_entered = not isinstance(over, Generator) or m.may_enter(over.function)
    if isinstance(over, Generator) and is_entered and not m.is_aside(node):
        return _for_generator(m, node, over)
    elements: list[Value] = list(iterate(m, over, node.iter)) if is_entered else [UNKNOWN]
    if isinstance(node.target, ast.Name):
        note_rebound(m, node, [over] if isinstance(over, Tensor) else elements)
    passes = m.passes(node)
    if passes > 1 and (not elements or is_open(m, over)):
        elements = several(m, elements or [UNKNOWN])
    elif not elements and m.pace.is_aim(node.body):
        elements = [UNKNOWN]
    for element in elements[:passes]:
        store(m, node.target, element, node)
        signal = block(m, node.body)
        if signal is Signal.BREAK:
            return None
        if signal in (Signal.RETURN, Signal.RAISE):
            return signal
        if m.pace.gear == NO_CALLS:
            break
    return block(m, node.orelse)


class _Left(Exception):  # noqa: N818 - a signal, not an error
    """The body of a loop or `with` over a generator was left for good."""

    def __init__(self, signal: Signal) -> None:
        self.signal = signal


def _consumer(m: Machine, body: Callable[[Value], Signal | None]) -> Callable[[Value], None]:
    """Return what runs a body, where it stands, for each value that a generator yields."""
    scope, functions, returned = m.scope, list(m.functions), m.returned
    statement, outer = m.statement, m.consumer

    def take(value: Value) -> None:
        inside = m.scope, m.functions, m.returned, m.statement, m.consumer
        m.scope, m.functions, m.returned = scope, functions, returned
        m.statement, m.consumer = statement, outer
        try:
            signal = body(value)
        finally:
            m.scope, m.functions, m.returned, m.statement, m.consumer = inside
        if signal not in (None, Signal.CONTINUE):
            raise _Left(signal)

    return take


def _for_generator(m: Machine, node: ast.For | ast.AsyncFor, over: Generator) -> Signal | None:
    """Walk the body of a loop at each `yield` of the generator it runs over."""

    def body(value: Value) -> Signal | None:
        store(m, node.target, value, node)
        return block(m, node.body)

    try:
        run_generator(m, over, _consumer(m, body))
    except _Left as left:
        return None if left.signal is Signal.BREAK else left.signal
    return block(m, node.orelse)


def _while(m: Machine, node: ast.While) -> Signal | None:
    for _ in range(min(m.passes(node), LOOP_PASSES)):
        evaluate(m, node.test)
        signal = block(m, node.body)
        if signal is Signal.BREAK:
            return None
        if signal in (Signal.RETURN, Signal.RAISE):
            return signal
        if m.pace.gear == NO_CALLS:
            break
    return block(m, node.orelse)


def _with(m: Machine, node: ast.With | ast.AsyncWith) -> Signal | None:
    return _with_items(m, node, node.items)


def _with_items(
    m: Machine, node: ast.With | ast.AsyncWith, items: list[ast.withitem]
) -> Signal | None:
    """Enter one context manager after the other, then walk the block."""
    if not items:
        return block(m, node.body)
    item, *rest = items
    if is_expected_to_raise(item.context_expr):
        _aside(m, node.body)
        return None
    before = m.state.grad_on, m.state.grad_off_at, m.state.inference_at
    value = evaluate(m, item.context_expr)
    try:
        if isinstance(value, Generator):
            return _with_generator(m, node, value, item, rest)
        switch_grad(m, value, item.context_expr)
        given: Value = UNKNOWN
        if method := special_method(m, value, "__enter__"):
            given = m.enter(m, item.context_expr, method, Arguments())
        if item.optional_vars is not None:
            store(m, item.optional_vars, given, node)
        signal = _with_items(m, node, rest)
        if method := special_method(m, value, "__exit__"):
            m.enter(m, item.context_expr, method, Arguments([NONE, NONE, NONE]))
        return signal
    finally:
        m.state.grad_on, m.state.grad_off_at, m.state.inference_at = before


def _aside(m: Machine, body: list[ast.stmt]) -> None:
    """Walk a block that is there to raise: nothing in it is news, and nothing comes of it."""
    facts, state = m.facts, m.state
    m.facts, m.state = Facts(), state.copy()
    try:
        block(m, body)
    finally:
        m.facts, m.state = facts, state


def _with_generator(
    m: Machine,
    node: ast.With | ast.AsyncWith,
    value: Generator,
    item: ast.withitem,
    rest: list[ast.withitem],
) -> Signal | None:
    """Walk a block inside a context manager that is written as a generator."""
    signals: list[Signal | None] = []

    def body(given: Value) -> Signal | None:
        if item.optional_vars is not None:
            store(m, item.optional_vars, given, node)
        signals.append(_with_items(m, node, rest))
        return None  # what comes after the yield runs in any case

    run_generator(m, value, _consumer(m, body))
    if not signals:  # it was not entered
        return _with_items(m, node, rest)
    return signals[0]


def _try(m: Machine, node: ast.Try | ast.TryStar) -> Signal | None:
    if m.pace.gear:
        way = m.pace.way(([*node.body, *node.orelse], *(item.body for item in node.handlers)))
    else:
        way = 0 if m.is_aside(node) else m.tape.choose(1 + len(node.handlers))
    if way:
        signal = block(m, node.handlers[way - 1].body)
    else:
        signal = block(m, [*node.body, *node.orelse])
    return block(m, node.finalbody) or signal


def _match(m: Machine, node: ast.Match) -> Signal | None:
    evaluate(m, node.subject)
    ways = [*(case.body for case in node.cases), []]
    return block(m, ways[m.pace.way(ways) if m.pace.gear else m.tape.choose(len(ways))])


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
    use(m, value, None, "backward of what it returns", believed)


def _raise(m: Machine, node: ast.Raise) -> Signal:
    return Signal.RAISE


def _define(m: Machine, node: AnyFunction) -> None:
    name = ".".join([*m.functions[-1:], node.name]) if m.functions else node.name
    value: Value = Function(node, name, m.scope)
    for item in reversed(node.decorator_list):
        decorator = evaluate(m, item)
        if isinstance(decorator, Function):
            call_node = item if isinstance(item, ast.Call) else _called_with(item, node)
            wrapped = m.call(m, call_node, decorator, Arguments([value], nodes=[item]))
            value = wrapped if isinstance(wrapped, Function) else value
        elif (made := cached(m, decorator, value)) is not None:
            value = made
    m.state.frames[m.scope[0]][node.name] = value


def _called_with(decorator: ast.expr, node: AnyFunction) -> ast.Call:
    """Write the call that a decorator stands for."""
    called = ast.Call(decorator, [ast.Name(node.name, ast.Load())], [])
    return ast.fix_missing_locations(ast.copy_location(called, decorator))


def _define_class(m: Machine, node: ast.ClassDef) -> None:
    bases = tuple(evaluate(m, base) for base in node.bases)
    frame = m.fresh_id()
    m.state.frames[frame] = {}
    cls = make_class(node, m.scope, bases, frame)
    m.state.frames[m.scope[0]][node.name] = cls
    scope, m.scope = m.scope, (frame, *m.scope)
    for statement in node.body:
        if isinstance(statement, (ast.Assign, ast.AnnAssign)):
            execute(m, statement)
    m.scope = scope
    if is_function(cls):
        inspect_function(m, cls)


def _import(m: Machine, node: ast.Import) -> None:
    for alias in node.names:
        name = alias.asname or alias.name.partition(".")[0]
        whole = alias.name if alias.asname else name
        m.state.frames[m.scope[0]][name] = Ref(whole)


def _import_from(m: Machine, node: ast.ImportFrom) -> None:
    for alias in node.names:
        value: Value = UNKNOWN
        if node.module and not node.level:
            value = Ref(f"{node.module}.{alias.name}")
        m.state.frames[m.scope[0]][alias.asname or alias.name] = value


def _delete(m: Machine, node: ast.Delete) -> None:
    for target in node.targets:
        if isinstance(target, ast.Attribute) and target.attr == "grad":
            owner = evaluate(m, target.value)
            if isinstance(owner, Tensor):
                clear_grads(m, [owner], m.spot(node))
        delete(m, target)


_STATEMENTS: dict[type[ast.stmt], Callable[[Machine, Any], Signal | None]] = {
    ast.AnnAssign: _annotated,
    ast.Assign: _assign,
    ast.AsyncFor: _for,
    ast.AsyncFunctionDef: _define,
    ast.AsyncWith: _with,
    ast.AugAssign: augment,
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
