"""Calls into the file: a function is walked again for each call, with what was handed over."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from gradsan.static.arguments import Arguments
from gradsan.static.calls import switch_grad
from gradsan.static.evidence import is_container
from gradsan.static.expressions import evaluate
from gradsan.static.functions import is_function
from gradsan.static.machine import Machine
from gradsan.static.modules import is_fixed
from gradsan.static.nodes import children, statements_below, unparse
from gradsan.static.reading import AnyFunction
from gradsan.static.statements import block
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
    Storage,
    Tensor,
    Value,
)

_HOLDING = ("def ", "lambda", "yield")


def enter(
    m: Machine,
    node: ast.Call,
    function: Function,
    args: Arguments,
    consumer: Callable[[Value], None] | None = None,
) -> Value:
    """Walk a function of the file for this call; a generator only if somebody takes its values."""
    has_functions, is_generator, is_mixed = _holds(m, function.node)
    if consumer is None and is_generator:
        return Generator(function, args, node)
    if not m.may_enter(function):
        return m.lose(args.all())
    if not isinstance(function.node, ast.AsyncFunctionDef) and not m.pace.is_hurried():
        m.seen.add(function.node)
    scope, statement, returned = m.scope, m.statement, m.returned
    mode = m.state.grad_on, m.state.grad_off_at, m.state.inference_at
    is_switched = False
    frame = bind(m, function, args)
    m.scope = (frame, *function.frames)
    m.functions.append(function.name)
    m.call_nodes.append(node)
    m.statements.append(statement)
    m.returned = []
    taker, m.consumer = m.consumer, consumer
    try:
        is_switched = set_grad_mode(m, function)
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


def set_grad_mode(m: Machine, function: Function) -> bool:
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


def bind(m: Machine, function: Function, args: Arguments, is_root: bool = False) -> int:
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
