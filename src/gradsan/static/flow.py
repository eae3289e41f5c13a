"""Walk the statements of a file, path by path.

Roots are the module body, then every function that no call has entered. Where paths part
(`if`, `try`, a branch inside a call) the statement of the root is walked once for each way,
from a copy of the state: up to `MAX_PATHS` whole states go on side by side. They are never
joined, so a value of one branch is never seen with the saves of another.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from gradsan.static.arguments import Arguments
from gradsan.static.calls import call, switch_grad
from gradsan.static.defining import only_defines
from gradsan.static.evidence import is_container
from gradsan.static.expressions import evaluate
from gradsan.static.forking import may_fork
from gradsan.static.functions import is_function
from gradsan.static.likeness import alike
from gradsan.static.losing import tell_lost_leaves
from gradsan.static.machine import MAX_DEPTH, MAX_DEPTH_ALONE, Facts, Machine, OutOfSteps
from gradsan.static.modules import is_fixed, make_instance
from gradsan.static.paths import Tape
from gradsan.static.reading import AnyFunction
from gradsan.static.scout import may_need_gradients, worth_walking
from gradsan.static.source import Source, children, statements_below, unparse
from gradsan.static.statements import block, execute
from gradsan.static.survey import Definition, Scouted, Survey
from gradsan.static.values import (
    NONE,
    UNKNOWN,
    Class,
    Function,
    Generator,
    Needs,
    Number,
    Object,
    Parts,
    State,
    Storage,
    Tensor,
    Value,
)

MAX_PATHS = 8
SHORT = 4  # statements of a function that may be entered one call deeper
MAX_PATHS_ALONE = 4  # of a function that nobody calls

_HOLDING = ("def ", "lambda", "yield")

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
    states = _run_root(m, source.tree.body)
    for state in states:
        m.state = state
        tell_lost_leaves(m)
    base = states[0] if states else m.state
    m.scope, m.functions = (module,), []
    m.trigger_rows = scouted.rows_left() if scouted else []
    made: Instances = {}
    for item in worth.values():
        if item.node in m.seen or (item.harms == {"where"} and _are_told(m, item)):
            continue
        m.matters, m.is_own = item.matters(), bool(item.rows)
        _run_function_root(m, base, Function(item.node, item.title, (module,)), made)
    return facts


def _are_told(m: Machine, item: Scouted) -> bool:
    """Tell whether all branches that a function may run into are proved to be at risk."""
    told = {
        incident.spot.place.start.row
        for incident in m.facts.incidents.values()
        if incident.kind == "where-nan" and incident.confidence == "proved"
    }
    return item.risks <= told


def _run_root(m: Machine, body: Sequence[ast.stmt]) -> list[State]:
    """Walk the statements of a root with up to `MAX_PATHS` states."""
    states = [m.state]
    limit = MAX_PATHS_ALONE if m.root else MAX_PATHS
    start = m.fresh_id()
    try:
        for statement in body:
            most = max(2, limit // len(states)) if m.root else limit
            after = [end for state in states for end in _ways(m, statement, state, most)]
            # States that have not parted any further are as many as before, or fewer.
            has_parted = len(after) > len(states)
            states = _distinct(m, after, start, limit) if has_parted else after[:limit]
            if not states:
                break
    except (OutOfSteps, RecursionError):
        pass  # what was found so far stands
    return states


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
    if not may_fork(m, statement):
        m.state = state
        return [] if execute(m, statement) else [m.state]
    results: list[State] = []
    m.tape = Tape()
    for _ in range(most):
        m.state = state.copy()
        if execute(m, statement) is None:
            results.append(m.state)
        if not m.tape.advance():
            break
    return results


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


def _run_function_root(m: Machine, base: State, function: Function, made: Instances) -> None:
    """Walk a function that nobody in the file calls, with arguments that may be tensors."""
    m.root, m.functions, m.returned = function.name, [], []
    state, owner = _instance(m, base, function, made)
    m.state = state.copy()
    m.state.grad_on = True
    m.state.own_from = m.fresh_id()
    m.steps = 0
    m.asides.clear()
    handed = Function(function.node, function.name, function.frames, owner)
    frame = _bind(m, handed, Arguments(), is_root=True)
    m.scope = (frame, *function.frames)
    m.functions = [function.name]
    _set_grad_mode(m, function)
    body = [] if isinstance(function.node, ast.Lambda) else function.node.body
    _run_root(m, body)
    m.root, m.functions = "", []


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
    m.tape, m.steps = Tape(), 0
    if last == "__init__":
        return m.state, m.new_object(Parts(cls=cls))
    call_node = ast.Call(func=ast.Name(id=name, ctx=ast.Load()), args=[], keywords=[])
    ast.fix_missing_locations(ast.copy_location(call_node, function.node))
    owner: Value
    try:
        owner = make_instance(m, call_node, cls, Arguments())
    except (OutOfSteps, RecursionError):
        owner = m.new_object(Parts(cls=cls))
    made[cls.node] = (m.state, owner)
    return made[cls.node]


# -- calls into the file -------------------------------------------------------------------


def enter(
    m: Machine,
    node: ast.Call,
    function: Function,
    args: Arguments,
    consumer: Callable[[Value], None] | None = None,
) -> Value:
    """Walk a function of the file for this call; a generator only if somebody takes its values."""
    m.seen.add(function.node)
    has_functions, is_generator, is_mixed = _holds(m, function.node)
    if consumer is None and is_generator:
        return Generator(function, args, node)
    depth = len(m.functions)
    limit = MAX_DEPTH_ALONE if m.root else MAX_DEPTH
    is_lambda = isinstance(function.node, ast.Lambda)
    if not isinstance(function.node, ast.Lambda) and len(function.node.body) <= SHORT:
        limit += 1
    if depth >= limit or (not is_lambda and m.functions.count(function.name) > 1):
        for value in args.all():
            m.escape(value)
        return UNKNOWN
    scope, statement, returned = m.scope, m.statement, m.returned
    mode = m.state.grad_on, m.state.grad_off_at, m.state.inference_at
    is_switched = False
    frame = _bind(m, function, args)
    m.scope = (frame, *function.frames)
    m.functions.append(function.name)
    m.call_nodes.append(node)
    m.statements.append(statement)
    m.returned = []
    taker, m.consumer = m.consumer, consumer
    try:
        is_switched = _set_grad_mode(m, function)
        result = _run_body(m, function)
    finally:
        m.functions.pop()
        m.call_nodes.pop()
        m.statements.pop()
        m.consumer = taker
        m.scope, m.statement, m.returned = scope, statement, returned
        if is_switched:
            m.state.grad_on, m.state.grad_off_at, m.state.inference_at = mode
        if not has_functions:
            del m.state.frames[frame]
    if isinstance(result, Tensor) and is_mixed:
        m.change(result, is_guess=True)
    return result


def _run_body(m: Machine, function: Function) -> Value:
    if isinstance(function.node, ast.Lambda):
        return evaluate(m, function.node.body)
    if isinstance(function.node, ast.AsyncFunctionDef):
        return UNKNOWN
    block(m, function.node.body)
    return m.returned[-1] if m.returned else NONE


def _set_grad_mode(m: Machine, function: Function) -> bool:
    """Heed `@torch.no_grad()` and its kin; tell whether there was one."""
    switched = False
    for item in getattr(function.node, "decorator_list", ()):
        value = evaluate(m, item.func if isinstance(item, ast.Call) else item)
        switched |= switch_grad(m, value, item)
    return switched


def _holds(m: Machine, node: AnyFunction) -> tuple[bool, bool, bool]:
    """Tell whether it has functions inside, yields, gives now a tuple and now something else."""
    if node not in m.holds:
        text = "\n".join(m.source.lines[node.lineno : node.end_lineno])
        is_suspect = node.end_lineno == node.lineno or any(word in text for word in _HOLDING)
        inside = list(children(node)) if is_suspect else []
        if not is_suspect and text.count("return ") > 1:
            inside = list(_statements(node))
        kinds = {type(child) for child in inside}
        inner = bool(kinds & {ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda})
        given = {type(child.value) is ast.Tuple for child in inside if type(child) is ast.Return}
        m.holds[node] = (inner, bool(kinds & {ast.Yield, ast.YieldFrom}), len(given) == 2)
    return m.holds[node]


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield every statement below a node."""
    todo = statements_below(node)
    for item in todo:  # it grows while it is read
        yield item
        todo += statements_below(item)


def _bind(m: Machine, function: Function, args: Arguments, is_root: bool = False) -> int:
    """Make the frame of a call: parameters and what they are bound to."""
    spec = function.node.args
    names = [item.arg for item in (*spec.posonlyargs, *spec.args)]
    values: dict[str, Value] = {}
    positional = list(args.positional)
    if function.owner is not None and names:
        values[names.pop(0)] = function.owner  # the first of them, for `super()`
    values.update(_defaults(m, function, is_root or args.has_star))
    is_flowing = is_root and _is_module_forward(m, function)
    for name in (*names, *(item.arg for item in spec.kwonlyargs)):
        if name in args.named:
            values[name] = _checked(m, function, name, args.named[name])
        elif positional and name in names:
            values[name] = _checked(m, function, name, positional.pop(0))
        elif name not in values:
            annotation = _annotation(spec, name)
            values[name] = _annotated_class(m, annotation, function.frames)
            if is_root and values[name] == UNKNOWN:
                flows = name == names[0] if names else False
                if annotation is not None or not is_container(m, function.node, name):
                    values[name] = _parameter(m, annotation, is_flowing and flows)
    is_known = not is_root and not args.has_star
    if spec.vararg is not None:
        values[spec.vararg.arg] = m.new_object(Parts(items=positional)) if is_known else UNKNOWN
    if spec.kwarg is not None:
        rest = {key: value for key, value in args.named.items() if key not in values}
        keys: list[Value] = [Number(key, known=True) for key in rest]
        extra = Parts(items=list(rest.values()), keys=keys)
        values[spec.kwarg.arg] = m.new_object(extra) if is_known else UNKNOWN
    frame = m.fresh_id()
    m.state.frames[frame] = values
    return frame


def _checked(m: Machine, function: Function, name: str, value: Value) -> Value:
    """Return what is handed over, unless it cannot be what it was taken for."""
    is_taken_for = isinstance(value, Tensor) and not m.storage(value).is_local
    return UNKNOWN if is_taken_for and is_container(m, function.node, name) else value


def _annotation(spec: ast.arguments, name: str) -> ast.expr | None:
    """Return what a parameter is said to be."""
    found = (item.annotation for item in (*spec.args, *spec.kwonlyargs) if item.arg == name)
    return next(found, None)


def _annotated_class(m: Machine, node: ast.expr | None, frames: tuple[int, ...]) -> Value:
    """Return the class of the file that `type[Block]` or `type[Block | Other]` asks for."""
    match node:
        case ast.Subscript(value=ast.Name(id="type" | "Type"), slice=inner):
            known = m.state.frames.get(frames[-1], {})
            for item in (inner, *children(inner)):
                if isinstance(item, ast.Name) and isinstance(known.get(item.id), Class):
                    return known[item.id]
    return UNKNOWN


def _is_module_forward(m: Machine, function: Function) -> bool:
    """Tell whether it is what a module does with what flows through a network."""
    owner = function.owner
    cls = m.state.objects[owner.id].cls if isinstance(owner, Object) else None
    is_own = isinstance(cls, Class) and not is_function(cls)
    is_forward = is_own and function.name.rpartition(".")[2] == "forward"
    return is_forward and not (isinstance(owner, Object) and is_fixed(m, owner))


def _parameter(m: Machine, annotation: ast.expr | None, is_flowing: bool) -> Value:
    """Return what a parameter of a function nobody calls may be."""
    if isinstance(annotation, ast.Subscript):
        return UNKNOWN  # a list, a dict, or one of several
    text = unparse(annotation) if annotation is not None else "Tensor"
    if text in ("int", "float", "bool", "str"):
        return Number()
    if "Tensor" not in text or "[" in text:
        return UNKNOWN
    # The first argument of a module comes from the module before it.
    needs = Needs.YES if is_flowing and text in ("Tensor", "torch.Tensor") else Needs.MAYBE
    return m.new_tensor(Storage(needs, is_local=False))


def _default(m: Machine, node: ast.expr, frames: tuple[int, ...]) -> Value:
    """Evaluate a default where the function was defined: `nn.LayerNorm`, `partial(nn.GELU)`."""
    scope, m.scope = m.scope, frames
    try:
        return evaluate(m, node)
    finally:
        m.scope = scope


def _defaults(m: Machine, function: Function, may_be_given: bool) -> Iterator[tuple[str, Value]]:
    """Yield the parameters with a constant default; not known if the caller is not."""
    spec = function.node.args
    pairs: list[tuple[ast.arg, ast.expr | None]] = [
        *zip(reversed([*spec.posonlyargs, *spec.args]), reversed(spec.defaults), strict=False),
        *zip(spec.kwonlyargs, spec.kw_defaults, strict=True),
    ]
    for item, default in pairs:
        if isinstance(default, ast.Constant):
            known = Number(default.value, known=True)
            yield item.arg, UNKNOWN if may_be_given else known
        elif isinstance(default, (ast.Name, ast.Attribute, ast.Call)) and not may_be_given:
            yield item.arg, _default(m, default, function.frames)
