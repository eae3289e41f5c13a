"""Walk the statements of a file, path by path.

Roots are the module body, then every function that no call has entered. Where paths part
(`if`, `try`, a branch inside a call) the statement of the root is walked once for each way,
from a copy of the state: up to `MAX_PATHS` whole states go on side by side. They are never
joined, so a value of one branch is never seen with the saves of another.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from gradsan.static.arguments import Arguments
from gradsan.static.calls import call
from gradsan.static.defining import only_defines
from gradsan.static.depth import meet_limit
from gradsan.static.detached_groups import tell_detached_groups
from gradsan.static.entering import bind, enter, set_grad_mode
from gradsan.static.expressions import evaluate
from gradsan.static.forgetting import ENOUGH, forget_hidden
from gradsan.static.forking import may_fork
from gradsan.static.likeness import alike
from gradsan.static.losing import tell_lost_leaves
from gradsan.static.machine import Facts, Machine, is_between
from gradsan.static.modules import make_instance
from gradsan.static.pace import MAX_STEPS_AFTER, MAX_STEPS_ALONE
from gradsan.static.paths import Tape
from gradsan.static.scout import may_need_gradients, worth_walking
from gradsan.static.source import Source
from gradsan.static.statements import execute
from gradsan.static.survey import Definition, Scouted, Survey
from gradsan.static.values import Class, Function, Parts, State, Value

MAX_PATHS = 8
MAX_PATHS_ALONE = 4  # of a function that nobody calls

Instances: TypeAlias = dict[ast.ClassDef | None, tuple[State, Value]]


def walk(source: Source, *, maybe: bool = True) -> Facts:
    """Find what goes wrong on the paths of a file; `maybe`: also what is not sure to."""
    facts = Facts()
    m = Machine(source, facts, wants_guesses=maybe)
    m.enter, m.call, m.evaluate = enter, call, evaluate
    module = m.fresh_id()
    m.state.frames[module] = {}
    m.scope = (module,)
    functions = list(_functions(source.tree.body, ""))
    scouted = Survey.of(source, functions) if maybe or may_need_gradients(source.code) else None
    worth = worth_walking(scouted, maybe=maybe) if scouted else {}
    # A custom Function is looked at where it is defined.
    if not worth and "autograd" not in source.code and only_defines(source.tree):
        return facts
    if scouted:
        m.trigger_rows = scouted.all_rows()
        m.pace.missed = m.pace.aims = {row for item in worth.values() for row in item.targets}
        facts.triggers = frozenset(m.pace.missed)
    states = _run_root(m, source.tree.body)
    for state in states:
        m.state = state
        tell_lost_leaves(m)
    if len(states) < MAX_PATHS and not m.pace.gear:
        tell_detached_groups(m, states)
    base = states[0] if states else m.state
    m.scope = (module,)
    if scouted:
        m.trigger_rows = scouted.rows_left()
        _run_functions(m, base, list(worth.values()))
    facts.missed, facts.ruled_out = frozenset(m.pace.missed), frozenset(m.pace.ruled_out)
    return facts


def _run_functions(m: Machine, base: State, worth: list[Scouted]) -> None:
    """Walk what no call has entered, then what was entered and left before its triggers."""
    made: Instances = {}
    for item in worth:
        if item.harms == {"where"} and _are_told(m, item):
            m.pace.missed -= item.targets
        elif item.node not in m.seen:
            _run_function_root(m, base, item, made)
    for item in worth:
        if item.node in m.seen and item.targets & m.pace.missed - m.pace.ruled_out:
            _run_function_root(m, base, item, made)


def _are_told(m: Machine, item: Scouted) -> bool:
    """Tell whether all branches that a function may run into are proved to be at risk."""
    told = {
        incident.spot.place.start.row
        for incident in m.facts.incidents.values()
        if incident.kind == "where-nan" and incident.confidence == "proved"
    }
    return item.risks <= told


def _run_root(m: Machine, body: Sequence[ast.stmt]) -> list[State]:
    """Walk the statements of a root with up to `MAX_PATHS` states, or with one if it is long."""
    states = [m.state]
    limit = MAX_PATHS_ALONE if m.root else MAX_PATHS
    start, burden = m.fresh_id(), ENOUGH
    for statement in body:
        if m.pace.is_hurried():
            states = [max(states, key=_told_by)]
            if m.root and _is_over(m, states[0], statement, body[-1]):
                break
        most = max(2, limit // len(states)) if m.root else limit
        after = [end for state in states for end in _ways(m, statement, state, most)]
        # States that have not parted any further are as many as before, or fewer.
        has_parted = len(after) > len(states)
        states = _distinct(m, after, start, limit) if has_parted else after[:limit]
        if not states:
            break
        if _weight(states[0]) > burden:
            for state in states:
                forget_hidden(state, m.returned)
            left = _weight(states[0])
            burden = left + max(ENOUGH, left // 8)
    return states


def _weight(state: State) -> int:
    """Return how much a path carries along."""
    return len(state.storages) + len(state.objects)


def _told_by(state: State) -> tuple[int, int]:
    """Return how much a state may still tell: values kept and changed, values kept."""
    return len(state.stale), len(state.saves)


def _is_over(m: Machine, state: State, statement: ast.stmt, last: ast.stmt) -> bool:
    """Tell whether there is nothing to come to from a statement on, and nothing to tell later."""
    if is_between(m.targets, statement, last):
        return False
    return not state.stale and not any(known.overwritten for known in state.storages.values())


def _distinct(m: Machine, states: list[State], start: int, most: int) -> list[State]:
    """Return the first states of which none equals another, `most` of them."""
    kept: list[State] = states[:1]
    for state in states[1:]:
        if len(kept) == most:
            break
        if not any(alike(other, state, start, m.scope[0]) for other in kept):
            kept.append(state)
    return kept


def _ways(m: Machine, statement: ast.stmt, state: State, most: int) -> list[State]:
    """Walk one statement in the ways it can go from a state, `most` of them."""
    m.outermost = statement
    if m.pace.is_hurried():
        return _hurry_past(m, statement, state)
    if not may_fork(m, statement):
        m.state = state
        return [m.state] if _goes_on(m, statement) else []
    results: list[State] = []
    m.tape = Tape()
    for _ in range(most):
        m.state = state.copy()
        if _goes_on(m, statement):
            results.append(m.state)
        if not m.tape.advance():
            return results
        if m.pace.is_hurried():
            break
    if m.pace.is_hurried() and not results:  # the one path that is left is one that goes on
        return _hurry_past(m, statement, state)
    return results


def _hurry_past(m: Machine, statement: ast.stmt, state: State) -> list[State]:
    """Walk one statement on one path, and again if it left the root where it was to go."""
    while aims := m.pace.aims_in((statement,)):
        m.state = state.copy()
        if _goes_on(m, statement):
            return [m.state]
        if m.pace.aims_in((statement,)) == aims:
            m.pace.aims = m.pace.aims - aims  # not to be come to from here
    m.state = state
    return [m.state] if _goes_on(m, statement) else []


def _goes_on(m: Machine, statement: ast.stmt) -> bool:
    """Walk one statement; tell whether the next one is come to. One too deep is passed over."""
    before = m.scope, list(m.functions), m.returned
    try:
        return execute(m, statement) is None
    except RecursionError:
        meet_limit()
        m.scope, m.functions, m.returned = before
        return True


def _functions(
    body: Sequence[ast.stmt], prefix: str, cls: ast.ClassDef | None = None
) -> Iterator[Definition]:
    """Yield the functions of a body and of its classes, with the class they are in."""
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield statement, prefix + statement.name, cls
        elif isinstance(statement, ast.ClassDef):
            yield from _functions(statement.body, f"{prefix}{statement.name}.", statement)
        elif isinstance(statement, (ast.If, ast.Try, ast.With)):
            yield from _functions(statement.body, prefix, cls)
            yield from _functions(getattr(statement, "orelse", ()), prefix, cls)


def _run_function_root(m: Machine, base: State, item: Scouted, made: Instances) -> None:
    """Walk a function that nobody in the file calls, with arguments that may be tensors."""
    function = Function(item.node, item.title, (m.scope[-1],))
    m.matters, m.is_own = item.matters(), bool(item.rows)
    m.targets = sorted(item.targets)
    m.root, m.functions, m.returned = function.name, [], []
    state, owner = _instance(m, base, function, made)
    m.state = state.copy()
    m.state.grad_on = True
    m.state.own_from = m.fresh_id()
    m.pace.start(MAX_STEPS_ALONE)
    m.asides.clear()
    handed = Function(function.node, function.name, function.frames, owner)
    frame = bind(m, handed, Arguments(), is_root=True)
    m.scope = (frame, *function.frames)
    m.functions = [function.name]
    set_grad_mode(m, function)
    body = [] if isinstance(function.node, ast.Lambda) else function.node.body
    begin = m.state.copy()
    _run_root(m, body)
    _come_to_missed(m, begin, item, body)
    m.root, m.functions, m.scope = "", [], function.frames


def _come_to_missed(m: Machine, begin: State, item: Scouted, body: Sequence[ast.stmt]) -> None:
    """Walk one path after the other to the triggers that none has come to.

    One goes to as many as it can. If it came to none, each gets a path of its own.
    """
    spent = 0
    tried: set[int] = set()
    aims = item.targets & m.pace.missed
    while aims and spent < MAX_STEPS_AFTER:
        m.state, m.returned, m.targets = begin.copy(), [], sorted(aims)
        m.pace.aim(aims)
        _run_root(m, body)
        spent += m.pace.steps
        left = item.targets & m.pace.missed - m.pace.ruled_out
        if aims <= m.pace.missed:
            tried |= aims if len(aims) == 1 else set()
            left = set(sorted(left - tried)[:1])
        aims = left - tried


def _instance(
    m: Machine, base: State, function: Function, made: Instances
) -> tuple[State, Value | None]:
    """Return `self` for a method, made once per class by `__init__`, and the state after."""
    name, _, last = function.name.rpartition(".")
    cls = base.frames[function.frames[-1]].get(name) if name else None
    if not isinstance(cls, Class):
        return base, None
    if last != "__init__" and cls.node in made:
        return made[cls.node]
    m.state = base.copy()
    m.tape = Tape()
    m.pace.start(MAX_STEPS_ALONE)
    if last == "__init__":
        return m.state, m.new_object(Parts(cls=cls))
    call_node = ast.Call(func=ast.Name(id=name, ctx=ast.Load()), args=[], keywords=[])
    ast.fix_missing_locations(ast.copy_location(call_node, function.node))
    owner: Value
    try:
        owner = make_instance(m, call_node, cls, Arguments())
    except RecursionError:
        meet_limit()
        owner = m.new_object(Parts(cls=cls))
    made[cls.node] = (m.state, owner)
    return made[cls.node]
