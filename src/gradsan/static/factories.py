"""Tensors out of nothing, out of numbers, and out of other tensors' numbers."""

from __future__ import annotations

import ast
from dataclasses import replace

from gradsan.model.finding import Edit, Place
from gradsan.static.arguments import Arguments, is_true
from gradsan.static.machine import Machine
from gradsan.static.mending import name_of_torch
from gradsan.static.rewrites import TIGHT, is_assignable, set_flag
from gradsan.static.singular import knows_all_zero, knows_zero, knows_zero_row
from gradsan.static.values import Needs, Number, Object, Ref, Storage, Tensor, Value

FACTORIES = frozenset(
    "zeros ones empty full rand randn linspace logspace eye "  # noqa: SIM905
    "zeros_like ones_like empty_like full_like rand_like randn_like normal".split()
)
NEW = frozenset({"new_zeros", "new_ones", "new_empty", "new_full"})  # methods of a tensor
INTEGERS = frozenset(
    {"randint", "arange", "randperm", "randint_like", "triu_indices", "tril_indices"}
)


def make_factory(m: Machine, node: ast.Call, name: str, args: Arguments) -> Value:
    """Make a tensor of zeros, ones, random or counted numbers."""
    needs = _asked(args)
    word = name.removesuffix("_like").removeprefix("new_")
    same, zero = word in ("zeros", "ones", "full"), word == "zeros"
    is_integer = _is_integer(node, name, args)
    if is_integer and needs == Needs.YES:
        edits = [_as_floats(m, node)] if name == "tensor" else []  # a counted one may be an index
        m.note("integer-flag", m.spot(node), ast.unparse(node.func), edits=edits)
    is_float = False if is_integer and needs != Needs.YES else None
    made = m.spot(node)
    # `torch.full(shape, x.item())`; of what it is to be like, only the shape is read.
    cuts = m.cuts(args.positional[1:] if name.endswith("_like") else args.positional)
    known = Storage(needs, cuts=cuts, is_leaf=True, is_float=is_float, made=made)
    kind = args.named.get("dtype")
    is_other = kind is not None and kind not in (Ref("torch.float32"), Ref("torch.float"))
    return m.new_tensor(known._replace(is_constant=same, is_zero=zero, is_other=is_other))


def _is_integer(node: ast.Call, name: str, args: Arguments) -> bool:
    """Tell whether a factory makes integers: counted or drawn ones, or a list of them."""
    if "dtype" in args.named:
        return False
    if name == "tensor":
        return bool(node.args) and _are_integers(node.args[0])
    known = [value.value for value in args.positional if isinstance(value, Number) and value.known]
    return name in INTEGERS and not any(isinstance(value, float) for value in known)


def _are_integers(node: ast.expr) -> bool:
    match node:
        case ast.List(elts=[_, *_] as items) | ast.Tuple(elts=[_, *_] as items):
            return all(_are_integers(item) for item in items)
        case ast.UnaryOp(operand=inner):
            return _are_integers(inner)
    return isinstance(node, ast.Constant) and type(node.value) is int


def _as_floats(m: Machine, node: ast.Call) -> Edit | None:
    """Return the edit that makes floating point numbers of what is asked for a gradient."""
    torch = name_of_torch(m)
    return set_flag(m.source, node, "dtype", f"{torch}.float32") if torch else None


def _asked(args: Arguments) -> Needs:
    asked = args.flag("requires_grad")
    if isinstance(asked, Number):
        return Needs.YES if asked.value is True else Needs.NO
    return Needs.MAYBE


def make_tensor(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """torch.tensor(data): a copy out of the graph."""
    is_old = ast.unparse(node.func).endswith("Tensor")  # `torch.FloatTensor(2, 3)`: sizes
    result = make_factory(m, node, "empty" if is_old else "tensor", args)
    given = node.args[0] if node.args else None
    known = {
        "has_zero": knows_zero(given),
        "has_zero_rows": knows_zero_row(given),
        "is_scalar": isinstance(given, (ast.Constant, ast.UnaryOp)),
        "is_zero": knows_all_zero(given) and isinstance(given, (ast.List, ast.Tuple)),
    }
    values = args.positional[:1]
    cuts = m.cuts(values)
    if m.leaves(values) and m.state.grad_on:
        said = ast.unparse(node.func)
        is_method = said.endswith(".new_tensor")
        mend = _stack_list(m, node, name_of_torch(m)) if is_method else _stack(m, node, values)
        if said.endswith(".DoubleTensor"):
            mend = None  # what is stacked keeps its own type
        cuts |= {m.new_cut("tensor", m.spot(node), values, said, [mend])}
    elif is_true(args.flag("requires_grad")) and (lost := _asked_leaves(m, cuts)):
        mend = _answered(m, node, cuts)
        key = m.new_cut("tensor", m.spot(node), [], ast.unparse(node.func), [mend])
        m.state.cuts[key] = replace(m.state.cuts[key], leaves=lost)
        cuts |= {key}
    if isinstance(result, Tensor):
        m.change(result, cuts=cuts, **known)
    return result


def _asked_leaves(m: Machine, cuts: frozenset[int]) -> frozenset[int]:
    """Return the leaves behind answers: who asks a gradient of these expects it to arrive."""
    known = [m.state.cuts[key] for key in cuts]
    return frozenset(leaf for cut in known if cut.kind == "question" for leaf in cut.leaves)


def _answered(m: Machine, node: ast.Call, cuts: frozenset[int]) -> Edit | None:
    """Return the edit that puts what was asked about in the place of a copy of the answers."""
    place = m.source.place(node)
    given = m.source.place(node.args[0]) if node.args else None
    mends = [edit for key in cuts for edit in m.state.cuts[key].edits if edit.place == given]
    return Edit(place, mends[0].content, m.source.text(place)) if len(mends) == 1 else None


def _is_mixed(m: Machine, values: list[Value]) -> bool:
    """Tell whether a list holds numbers beside tensors."""
    items = m.state.objects[values[0].id].items if isinstance(values[0], Object) else None
    return any(isinstance(item, Number) for item in items or ())


def _stack(m: Machine, node: ast.Call, values: list[Value]) -> Edit | None:
    """Return the edit that stacks a list of tensors instead of copying their numbers."""
    if len(node.args) != 1 or any(item.arg != "requires_grad" for item in node.keywords):
        return None
    if isinstance(values[0], Tensor):  # it is one already
        return _as_it_is(m, node)
    if not isinstance(node.args[0], (ast.List, ast.ListComp)) and not is_assignable(node.args[0]):
        return None
    if not isinstance(node.func, ast.Attribute) or not isinstance(node.func.value, ast.Name):
        return None
    if isinstance(node.args[0], ast.List) and node.args[0].elts:
        return _stack_list(m, node, node.func.value.id)
    if is_assignable(node.args[0]) and _is_mixed(m, values):
        place, torch = m.source.place(node), node.func.value.id
        each = f"{torch}.as_tensor(item) for item in {ast.unparse(node.args[0])}"
        return Edit(place, f"{torch}.stack([{each}])", m.source.text(place))
    if node.keywords:
        place = m.source.place(node)
        new = f"{node.func.value.id}.stack({ast.unparse(node.args[0])})"
        return Edit(place, new, m.source.text(place))
    end, old = m.source.place(node.func).end, node.func.attr
    place = Place.at(m.source.filename, end.row, end.column - len(old), end.row, end.column)
    return Edit(place, "stack", old)


def _as_it_is(m: Machine, node: ast.Call) -> Edit:
    """Return the edit that goes on with a tensor instead of a copy of it."""
    place, text = m.source.place(node), m.source.text(m.source.place(node.args[0]))
    is_whole = isinstance(m.statement, ast.Assign) and m.statement.value is node
    if not isinstance(node.args[0], TIGHT) and (not is_whole or "\n" in text):
        text = f"({text})"
    return Edit(place, text, m.source.text(place))


def _stack_list(m: Machine, node: ast.Call, torch: str | None) -> Edit | None:
    match node:
        case ast.Call(args=[ast.List(elts=[_, *_]) as given]) if torch is not None:
            place, new = m.source.place(node), _stacked(torch, given)
            return Edit(place, new, m.source.text(place)) if new else None
    return None


def _stacked(torch: str, node: ast.List) -> str:
    """Write a list of tensors, or of lists of them, with `stack`; numbers become tensors."""
    parts = []
    for item in node.elts:
        if isinstance(item, ast.List):
            part = _stacked(torch, item)
        elif isinstance(item, ast.Starred):
            part = ""
        elif isinstance(item, ast.Constant):
            part = _number(torch, item.value)
        else:
            part = ast.unparse(item)
        if not part:
            return ""
        parts.append(part)
    return f"{torch}.stack([{', '.join(parts)}])"


def _number(torch: str, value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return ""
    return f"{torch}.tensor({float(value)})"


def as_tensor(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """torch.as_tensor, from_numpy: the same memory."""
    source = args.flag("data", 0)
    if isinstance(source, Tensor):
        if source.door == "numpy":
            made = m.spot(node)
            return Tensor(source.storage, "", source.detached, made=made, cuts=source.cuts)
        return source
    return make_tensor(m, node, args)


def make_parameter(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """nn.Parameter(t): a new leaf, out of the graph of what it was made from."""
    values = args.positional[:1]
    cuts: frozenset[int] = m.cuts(values)
    if m.leaves(values) and m.state.grad_on:
        cuts |= {m.new_cut("parameter", m.spot(node), values, "nn.Parameter")}
    asked = args.flag("requires_grad", 1)
    off = isinstance(asked, Number) and asked.known and asked.value is False
    needs = Needs.NO if off else Needs.YES
    known = Storage(needs, cuts=cuts, is_leaf=True, is_float=True, made=m.spot(node))
    is_scalar = any(m.storage(value).is_scalar for value in values if isinstance(value, Tensor))
    return m.new_tensor(known._replace(is_scalar=is_scalar))


def make_variable(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """torch.autograd.Variable(t): the tensor itself; with requires_grad, a leaf in its place."""
    source = args.flag("data", 0)
    if not isinstance(source, Tensor) or not is_true(args.flag("requires_grad", 1)):
        return source
    whole = Tensor(source.storage)
    cuts = m.cuts([source])
    if m.leaves([whole]) and m.state.grad_on:
        inner = node.args[0] if node.args else None
        plain = None
        if isinstance(inner, ast.Attribute) and inner.attr == "data":
            inner = inner.value
        elif source.detached:
            inner = None
        if inner is not None:
            place = m.source.place(node)
            plain = Edit(place, m.source.text(m.source.place(inner)), m.source.text(place))
        cuts |= {m.new_cut("parameter", m.spot(node), [whole], "Variable", [plain])}
    known = Storage(Needs.YES, cuts=cuts, is_leaf=True, is_float=True, made=m.spot(node))
    return m.new_tensor(known)
