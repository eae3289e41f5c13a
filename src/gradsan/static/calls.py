"""What a call does: dispatch by what is called, and the functions of torch.

Arguments come in as values; syntax stays outside, but for the node that gives the place.
What is not known gives `Unknown` back, and what was handed to it has escaped.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from gradsan.model.finding import Edit
from gradsan.ops.table import torch_ops
from gradsan.static.arguments import Arguments, bind, find_op, is_false, is_true, without
from gradsan.static.builtins import call_builtin, call_container
from gradsan.static.clipping import CLIPS, clip_grads
from gradsan.static.derivatives import DERIVED, call_gradient, differentiate, make_gradient
from gradsan.static.dropping import is_idle_call
from gradsan.static.einsum import row_of
from gradsan.static.factories import (
    FACTORIES,
    INTEGERS,
    NEW,
    as_tensor,
    make_factory,
    make_parameter,
    make_tensor,
    make_variable,
)
from gradsan.static.functions import CONTEXT, apply_function, call_context
from gradsan.static.iterating import iterate
from gradsan.static.library import LIBRARY, call_made, clear_cache
from gradsan.static.machine import Machine
from gradsan.static.mending import Writing, use_result
from gradsan.static.modules import (
    call_base,
    call_method,
    call_object,
    is_list,
    make_instance,
    make_layer,
    make_pretrained,
    parameters,
    wrap_module,
)
from gradsan.static.nonfinite import inspect_where
from gradsan.static.numpy_calls import call_numpy
from gradsan.static.optimizers import SCALER, call_scaler, make_optimizer
from gradsan.static.plain_numbers import call_number
from gradsan.static.recomputing import checkpoint
from gradsan.static.rewrites import expression_at, make_leaf_last
from gradsan.static.saving import apply, apply_unknown, pass_through
from gradsan.static.shapes import is_narrow
from gradsan.static.tensors import call_split, call_tensor, make_distribution
from gradsan.static.training import backward, gradient, is_loss
from gradsan.static.values import (
    NONE,
    UNKNOWN,
    Class,
    Function,
    Method,
    Needs,
    Number,
    Object,
    Parts,
    Ref,
    Tensor,
    Unknown,
    Value,
)
from gradsan.static.write_ops import write_op
from gradsan.static.writing import write

_OP_HOMES = {  # and how the op table calls them
    "torch": "",
    "torch.Tensor": "",
    "torch.nn.functional": "F",
    "torch.special": "special",
    "torch.linalg": "linalg",
    "torch.fft": "fft",
}
_GRAD_SWITCHES = {"torch.no_grad": False, "torch.inference_mode": False, "torch.enable_grad": True}
_SAME_FUNCTION = frozenset({"torch.compile", "torch.jit.script", "torch.jit.ignore"})


def call(m: Machine, node: ast.Call, function: Value, args: Arguments) -> Value:
    """Call a value."""
    match function:
        case Ref(name):
            return _call_outside(m, node, name, args)
        case Function():
            result: Value = m.enter(m, node, function, args)
            return result
        case Object():
            made = call_made(m, node, function, args)
            return call_object(m, node, function, args) if made is None else made
        case Class():
            return make_instance(m, node, function, args)
        case Method(owner=owner, name=name):
            return _call_bound(m, node, owner, name, args)
        case Unknown() if _is_backward(node) and is_loss(m, args.positional[:1]):
            return backward(m, node, args.positional[0], args)
        case _:
            return _call_unknown(m, node, args)


def _call_bound(m: Machine, node: ast.Call, owner: Value, name: str, args: Arguments) -> Value:
    """Call a method by what it is bound to."""
    match owner:
        case Tensor() if name == "new_tensor":
            return make_tensor(m, node, args)
        case Tensor() if name in NEW and not owner.door:
            return make_factory(m, node, name, args)
        case Tensor():
            return call_tensor(m, node, owner, name, args)
        case Class() if name == "apply":
            return apply_function(m, node, owner, args)
        case Object() if name.startswith("super."):
            return call_base(m, node, owner, name.removeprefix("super."), args)
        case Object():
            if m.state.objects[owner.id].cls == CONTEXT:
                return call_context(m, node, owner, name, args)
            if m.state.objects[owner.id].cls == SCALER:
                return call_scaler(m, node, name, args)
            if clear_cache(m, owner, name):
                return NONE
            if is_list(m.state.objects[owner.id], name):
                return call_container(m, node, owner, name, args)
            return call_method(m, node, owner, name, args)
        case Function() if name == DERIVED:
            return call_gradient(m, node, owner, args)
        case Number():
            return call_number(m, node, owner, name, args)
        case _:
            return _call_unknown(m, node, args)


def _call_unknown(m: Machine, node: ast.Call, args: Arguments) -> Value:
    return _stand_in(node, args) or pass_through(m, args.all())


def _stand_in(node: ast.Call, args: Arguments) -> Function | Class | None:
    """Return what `registry.get(key, default)` gives where the registry has nothing else."""
    match node.func, args.positional:
        case ast.Attribute(attr=name), [_, Function() | Class() as default] if name[:3] == "get":
            return default
    return None


def _is_backward(node: ast.Call) -> bool:
    """Tell whether it is `accelerator.backward(loss)` or the like."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    return name in ("backward", "manual_backward")


def grad_switch(value: Value) -> bool | None:
    """Return what a context manager or decorator sets grad mode to, if it does.

    >>> grad_switch(Ref("torch.no_grad")), grad_switch(Ref("torch.nn.Linear"))
    (False, None)
    """
    return _GRAD_SWITCHES.get(value.name) if isinstance(value, Ref) else None


def switch_grad(m: Machine, value: Value, node: ast.expr) -> bool:
    """Switch grad mode as a context manager or decorator says; tell whether it is one."""
    switch = grad_switch(value)
    if switch is None:
        return False
    m.state.grad_on = switch
    m.state.grad_off_at = None if switch else m.spot(node)
    if value == Ref("torch.inference_mode"):
        m.state.inference_at = m.spot(node)
    return True


def _call_outside(m: Machine, node: ast.Call, name: str, args: Arguments) -> Value:
    home, _, last = name.rpartition(".")
    if special := _SPECIAL.get(name):
        return special(m, node, args)
    if name in _GRAD_SWITCHES:
        is_off = is_false(args.flag("mode", 0))  # inference_mode(False)
        return Ref("torch.enable_grad" if is_off else name)
    if home == "torch.autograd.functional":
        return differentiate(m, node, last, args)
    if home == "torch.nn.init":
        return _init(m, node, args)
    if last == "GradScaler":
        return m.new_object(Parts(cls=SCALER))
    if name in _SAME_FUNCTION:
        return args.positional[0] if args.positional else UNKNOWN
    if last == "vector_to_parameters" and len(args.nodes) == 2:
        return _scatter_vector(m, node, args)
    if last == "parameters_to_vector":
        return _join(m, args)
    if last in CLIPS and home.startswith("torch.nn.utils"):
        return clip_grads(m, node, args)
    if home.startswith("torch.nn.utils") and not home.endswith(".rnn"):
        return wrap_module(m, last, args)
    if last == "kl_divergence":
        m.state.diverged |= {tensor.storage for tensor in m.tensors(args.flag("p", 0))}
    if home.startswith("torch.distributions") and last[0].isupper():
        return make_distribution(m, node, args)
    if home == "torch" and (last in FACTORIES or last in INTEGERS):
        return make_factory(m, node, last, args)
    if home in _OP_HOMES:
        return _call_op(m, node, last, args, _OP_HOMES[home])
    if home in ("torch.nn", "torch.nn.modules"):
        return make_layer(m, node, last, args)
    if last == "from_pretrained" and home.startswith("torch.nn."):
        return make_pretrained(m, node, home.removeprefix("torch.nn."), args)
    if home == "torch.optim":
        return make_optimizer(m, node, last, args)
    if name.startswith("numpy."):
        return call_numpy(m, node, last, args)
    if not home:
        return call_builtin(m, node, last, args)
    if home == "math":
        return _call_math(m, node, name, args)
    if name.startswith("torch."):
        return apply_unknown(m, args.all())
    return pass_through(m, args.all())


def _call_math(m: Machine, node: ast.Call, name: str, args: Arguments) -> Value:
    """Call a function of `math`: it takes a number out of a tensor without being asked to."""
    cuts = m.cuts(args.all())
    tensors = [value for value in args.positional if isinstance(value, Tensor)]
    if m.leaves(tensors):
        place, last = m.source.place(node.func), name.rpartition(".")[2]
        edit = Edit(place, f"torch.{last}", m.source.text(place)) if last in torch_ops() else None
        cuts |= {m.new_cut("math", m.spot(node), tensors, f"{name}()", [edit])}
    return Number(cuts=cuts)


# -- torch ---------------------------------------------------------------------------------


def _call_op(m: Machine, node: ast.Call, name: str, args: Arguments, home: str = "") -> Value:
    positional, nodes = args.positional, args.nodes
    if is_idle_call(m, name, node, args):
        return positional[0]
    if name.endswith("_") and not name.endswith("__"):
        if positional and isinstance(positional[0], Tensor):
            rest = Arguments(positional[1:], args.named, nodes[1:])
            return write_op(m, node, positional[0], nodes[0], name, rest)
        return m.lose(args.all())
    if is_true(args.flag("inplace")) and positional and isinstance(positional[0], Tensor):
        rest = Arguments(positional[1:], without(args.named, "inplace"), nodes[1:])
        return write_op(m, node, positional[0], nodes[0], f"{name}_", rest, shown=name)
    if positional and (parts := call_split(m, node, name, positional[0], args)):
        return parts
    if "out" in args.named:
        return _call_out(m, node, name, args)
    if name == "where":
        inspect_where(m, node, positional)
    equation = positional[0] if name == "einsum" and len(positional) == 3 else None
    product = row_of(str(equation.value)) if isinstance(equation, Number) else None
    if product is not None:
        result = apply(m, product, {"self": positional[1], "other": positional[2]}, node)
        if isinstance(result, Tensor) and _is_square(m, positional[1], positional[2]):
            m.change(result, has_zero=True)
        return result
    if (op := find_op(f"{home}.{name}" if home else name, args)) is None:
        return apply_unknown(m, args.all())
    return apply(m, op, bind(op, args), node)


def _is_square(m: Machine, left: Value, right: Value) -> bool:
    """Tell whether two factors are the same thing, with rows that are zero."""
    same = isinstance(left, Tensor) and left == right
    return same and isinstance(left, Tensor) and m.storage(left).has_zero_rows


def _call_out(m: Machine, node: ast.Call, name: str, args: Arguments) -> Value:
    """An op with out=: it writes there and records nothing."""
    out = args.named["out"]
    target = next((k.value for k in node.keywords if k.arg == "out"), node.func)
    if not isinstance(out, Tensor):
        return out
    given = [out, *args.positional]
    if m.state.grad_on and any(m.needs(v) for v in given if isinstance(v, Tensor) and not v.door):
        sure = m.most_needed(given) == Needs.YES and not m.root  # a function may be for no_grad
        is_own = m.state.names_of(out.storage) == 1 and not out.view
        mend = use_result(m, node, target) if is_own else None
        m.note("out-write", m.spot(node), name, sure=sure, edits=[mend])
        if sure:
            return out
        if m.root:  # PyTorch would raise here: it is meant to run without gradients
            m.state.grad_on = False
            m.state.saves, m.state.stale = {}, {}
    write(m, out, Writing(node, target, f"{name}(out=)", "function"))
    return out


def _backward(m: Machine, node: ast.Call, args: Arguments) -> Value:
    return backward(m, node, args.flag("tensors", 0), args)


def _grad(m: Machine, node: ast.Call, args: Arguments) -> Value:
    return gradient(m, node, args) if args.positional else UNKNOWN


def _set_grad_enabled(m: Machine, node: ast.Call, args: Arguments) -> Value:
    mode = args.flag("mode", 0)
    if isinstance(mode, Number) and mode.known:
        switch = Ref("torch.enable_grad" if mode.value else "torch.no_grad")
        switch_grad(m, switch, node)  # at once; as a context manager, too
        return switch
    return UNKNOWN


def _scatter_vector(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """vector_to_parameters: the weights get other numbers through `.data`."""
    how = Writing(node, args.nodes[1], "vector_to_parameters", "function", through="data")
    handed = args.positional[:1]
    lost = {m.new_cut("data", m.spot(node), handed, "vector_to_parameters")}
    for tensor in iterate(m, args.positional[1], node):
        if isinstance(tensor, Tensor):
            write(m, tensor, how, handed)
            if m.graphs(handed):
                m.change(tensor, cuts=m.storage(tensor).cuts | lost)
    return NONE


def _join(m: Machine, args: Arguments) -> Value:
    """parameters_to_vector: the numbers of all weights, in memory of their own."""
    result = apply_unknown(m, args.all())
    if isinstance(result, Tensor):
        weights = frozenset(t.storage for value in args.all() for t in m.tensors(value))
        m.change(result, copied=(weights, m.fresh_id()))
    return result


def _broadcast(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """broadcast_tensors: each as a view that shows entries several times."""
    row = torch_ops()["expand"][-1]
    items = [
        apply(m, row, {"self": value}, node)
        if isinstance(value, Tensor) and is_narrow(m, value)
        else value
        for value in args.positional
    ]
    return m.new_object(Parts(items=items))


def _init(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """nn.init.…_: writes without a graph."""
    tensor = args.flag("tensor", 0)
    if isinstance(tensor, Tensor):
        target = args.nodes[0] if args.nodes else node.func
        write(m, tensor, Writing(node, target, "nn.init", "function", is_internal=True))
    return tensor


def _deepcopy(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """copy.deepcopy of a module: new weights, the same shape of things."""
    source = args.flag("x", 0)
    parts = m.state.objects[source.id] if isinstance(source, Object) else None
    held: list[Value] = [*parts.attributes.values(), *(parts.items or ())] if parts else [source]
    for value in held:
        if isinstance(value, Tensor) and m.needs(value) == Needs.YES:
            storage = m.storage(value)
            if not storage.is_leaf and not storage.is_guess and storage.is_local:
                made = storage.made
                whole = expression_at(m.source, made.place) if made else None
                is_one = whole is not None and len(storage.leaves) == 1
                leaf = make_leaf_last(m.source, whole) if whole and is_one else None
                m.note("inner-copied", m.spot(node), "copy.deepcopy", made=made, edits=[leaf])
                break
    if not isinstance(source, Object):
        return m.lose(args.all())
    copied = m.copy_object(source)
    pairs = zip(parameters(m, copied), parameters(m, source), strict=False)
    spot = m.spot(node)
    m.state.copies = {**m.state.copies, **{c.storage: (o.storage, spot) for c, o in pairs}}
    return copied


_SPECIAL: dict[str, Callable[[Machine, ast.Call, Arguments], Value]] = {
    "torch.tensor": make_tensor,
    "torch.Tensor": make_tensor,
    "torch.FloatTensor": make_tensor,
    "torch.DoubleTensor": make_tensor,
    "torch.as_tensor": as_tensor,
    "torch.asarray": as_tensor,
    "torch.from_numpy": as_tensor,
    "torch.nn.Parameter": make_parameter,
    "torch.nn.parameter.Parameter": make_parameter,
    "torch.autograd.Variable": make_variable,
    "torch.autograd.backward": _backward,
    "torch.autograd.grad": _grad,
    "torch.broadcast_tensors": _broadcast,
    "torch.func.grad": make_gradient,
    "torch.func.grad_and_value": make_gradient,
    "torch.set_grad_enabled": _set_grad_enabled,
    "torch.utils.checkpoint.checkpoint": checkpoint,
    "copy.deepcopy": _deepcopy,
    **LIBRARY,
}
