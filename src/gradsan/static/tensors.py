"""Methods and attributes of tensors."""

from __future__ import annotations

import ast
from dataclasses import replace

from gradsan.ops.table import Op
from gradsan.static.arguments import Arguments, bind, find_op, is_true
from gradsan.static.factories import make_factory
from gradsan.static.freezing import freezes, picks
from gradsan.static.gradients import in_graph
from gradsan.static.hooks import inspect_hook
from gradsan.static.late_flags import earlier
from gradsan.static.machine import Machine
from gradsan.static.mending import Writing, without_number
from gradsan.static.nodes import is_under_condition
from gradsan.static.nonfinite import inspect_fill
from gradsan.static.query import Spot
from gradsan.static.rewrites import (
    rename,
    without_call,
)
from gradsan.static.saving import apply, apply_unknown, split
from gradsan.static.showing import is_shown_as
from gradsan.static.training import backward, clear_grads
from gradsan.static.unasked import (
    is_inner_value,
    make_leaf,
    start_anew,
    tell_inner,
    tell_summed,
    tell_unasked,
)
from gradsan.static.values import (
    NONE,
    NUMBER,
    UNKNOWN,
    Method,
    Needs,
    Number,
    Parts,
    Ref,
    Storage,
    Tensor,
    Value,
)
from gradsan.static.write_ops import write_op
from gradsan.static.writing import write

_NOT_WRITES = frozenset(
    {"requires_grad_", "retain_grad_", "detach_", "share_memory_", "rename_", "pin_memory_"}
)
_COUNTS = frozenset({"size", "dim", "numel", "ndimension", "stride", "storage_offset", "nelement"})
_SPLITS = frozenset({"unbind", "split", "chunk", "split_with_sizes"})
_APART = frozenset({"unsafe_chunk", "unsafe_split", "unsafe_split_with_sizes"})  # counted apart
_SLICES = frozenset({"tensor_split", "hsplit", "vsplit", "dsplit"})  # views like any other
_CASTS = frozenset({"float", "double", "half", "bfloat16", "type", "type_as"})
_FLOATS = frozenset({"float16", "float32", "float64", "bfloat16", "half", "double", "float"})
_INTEGERS = frozenset({"long", "int64", "int32", "int", "bool"})
_MOVES = frozenset({"to", "cuda", "cpu", "contiguous"})
_VIEWS = frozenset({"T", "mT", "H", "mH", "real", "imag"})
_FACTS = frozenset(
    {"shape", "ndim", "dtype", "device", "requires_grad", "is_leaf", "grad_fn", "layout", "is_cuda"}
)
_DISTRIBUTION = "distribution"
_TRANSPOSE = Op("transpose", ("self",), alias="self")
_CLONE = Op("clone", ("self",))
_T = Op("t", ("self",), alias="self")
_VIEW = Op("view", ("self",), alias="self")
_CONTIGUOUS = Op("contiguous", ("self",), alias="self")


def make_distribution(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """Make a distribution: something that gradient flows through, but for its samples."""
    values = args.all()
    known = Storage(
        m.most_needed(values), m.graphs(values), m.leaves(values), m.cuts(values), made=m.spot(node)
    )
    made = m.new_tensor(known if m.state.grad_on else Storage(cuts=known.cuts))
    return Tensor(made.storage, view=_DISTRIBUTION)


def _call_distribution(
    m: Machine, node: ast.Call, owner: Tensor, name: str, args: Arguments
) -> Value:
    if name in ("sample", "sample_n"):
        return _sample(m, node, owner)
    values: list[Value] = [owner, *args.all()]
    # The density of a sample is what the score function wants; nothing is lost by it.
    cuts = frozenset(key for key in m.cuts(values) if m.state.cuts[key].source != owner.storage)
    known = Storage(m.most_needed(values), m.graphs(values), m.leaves(values), cuts)
    return m.new_tensor(known if m.state.grad_on else Storage(cuts=known.cuts))


def call_tensor(m: Machine, node: ast.Call, owner: Tensor, name: str, args: Arguments) -> Value:
    """Call a method of a tensor."""
    if owner.view == _DISTRIBUTION:
        return _call_distribution(m, node, owner, name, args)
    if name == "backward":
        return backward(m, node, owner, args)
    if name in _COUNTS:
        return NUMBER
    if name in ("item", "tolist"):
        return _take_out(m, node, owner, name)
    if name == "detach_":
        cuts = m.cuts([owner])
        if m.leaves([owner]):
            cuts |= {m.new_cut("detach", m.spot(node), [owner], ".detach_()")}
        nothing: frozenset[int] = frozenset()
        m.change(owner, needs=Needs.NO, graph=nothing, leaves=nothing, is_leaf=True, cuts=cuts)
        return owner
    if name == "detach":
        return detached(m, owner, "detach", node)
    if name in ("numpy", "__array__"):
        return detached(m, owner, "numpy", node)
    if name == "requires_grad_":
        return require_grad(m, owner, args.flag("requires_grad", 0), node)
    if name in ("sample", "sample_n") and m.storage(owner).is_guess:
        return _sample(m, node, owner)
    if name == "register_hook" and args.positional:
        inspect_hook(m, args.positional[0])
        return UNKNOWN
    if name == "retain_grad":
        m.change(owner, has_escaped=True, keeps_grad=True)
        return NONE
    if name.startswith("new_"):
        return make_factory(m, node, name.removeprefix("new_"), args)
    target = node.func.value if isinstance(node.func, ast.Attribute) else node.func
    if owner.door == "numpy":
        return _call_array(m, node, owner, name, args, target)
    if name in ("masked_fill", "masked_fill_"):
        inspect_fill(m, node, owner)
    if name.endswith("_") and not name.endswith("__") and name not in _NOT_WRITES:
        return write_op(m, node, owner, target, name, args)
    if parts := call_split(m, node, name, owner, args):
        return parts
    if name in _CASTS or name in _MOVES:
        return _cast(m, node, owner, name, args)
    op = find_op(name, args, has_self=True)
    if op is None:
        return apply_unknown(m, [owner, *args.all()])
    result = apply(m, op, bind(op, args, owner), node)
    if name == "unfold" and isinstance(result, Tensor) and _overlaps(args):
        return replace(result, view="overlapping", made=m.spot(node))
    return result


def _overlaps(args: Arguments) -> bool:
    """Tell whether windows share entries: they are longer than the step between them."""
    match args.flag("size", 1), args.flag("step", 2):
        case Number(int() as size), Number(int() as step):
            return size > step
    return False


def _call_array(
    m: Machine, node: ast.Call, owner: Tensor, name: str, args: Arguments, target: ast.expr
) -> Value:
    """Call a method of a NumPy array: some write, some give the same memory, most a new array."""
    if name in ("sort", "fill", "partition", "put", "itemset"):
        write(m, owner, Writing(node, target, f"{name}()", "function", through="numpy"))
        return NONE
    if name in ("reshape", "ravel", "squeeze", "view", "transpose", "swapaxes"):
        return owner
    if name in ("item", "tolist"):
        return _take_out(m, node, owner, name)
    array = m.new_tensor(Storage(cuts=m.cuts([owner, *args.all()]), made=m.spot(node)))
    return Tensor(array.storage, "numpy", detached=True)


def detached(m: Machine, owner: Tensor, how: str, node: ast.expr) -> Tensor:
    """Return the same memory out of the graph: `.detach()`, `.numpy()`, `.data`."""
    cuts = owner.cuts
    if m.leaves([owner]):
        kind = "numpy" if how == "numpy" else "detach"
        cut = m.new_cut(kind, m.spot(node), [owner], ".data" if how == "data" else f".{how}()")
        mark = m.state.second_order.get(owner.storage)
        home = m.origins.home(node.lineno) or m.source.tree
        if mark and kind == "detach" and not is_under_condition(home, node):
            plain, said = without_call(m.source, node), ast.unparse(m.statement or node)
            # What is cut elsewhere, too, would still be a constant.
            edits = (plain,) if plain and said.count(".data") + said.count(".detach") == 1 else ()
            m.state.cuts[cut] = replace(m.state.cuts[cut], edits=edits, source=mark)
        cuts |= {cut}
    elif how == "numpy" and owner.detached and m.leaves([whole := replace(owner, detached=False)]):
        cuts |= {m.new_cut("numpy", m.spot(node), [whole], f".{how}()")}
    door = owner.door if how == "detach" else how
    known = m.storage(owner).cuts
    if how == "detach" and without_grads(m, known) != known and not m.needs(owner):
        # A gradient that is meant as a number.
        return m.new_tensor(Storage(cuts=without_grads(m, known | cuts), has_escaped=True))
    return Tensor(owner.storage, door, True, owner.view, owner.made, cuts, owner.strided)


def call_split(
    m: Machine, node: ast.Call, name: str, owner: Value, args: Arguments
) -> Value | None:
    """Run split, chunk, unbind; None if it is none of them."""
    if name in _SLICES and isinstance(owner, Tensor):
        part = apply(m, _VIEW, {"self": owner}, node)
        return m.new_object(Parts(items=[part, part], is_open=True))
    if name in _APART and isinstance(owner, Tensor):
        count = 2
        match name, args.flag("chunks", 0):
            case "unsafe_chunk", Number(int() as number, True):
                count = min(number, 16)
        parts = [apply(m, _CLONE, {"self": owner}, node) for _ in range(count)]
        return m.new_object(Parts(items=parts, is_open=True))
    if name not in _SPLITS or not isinstance(owner, Tensor):
        return None
    return split(m, owner, node)


def _take_out(m: Machine, node: ast.Call, owner: Tensor, name: str) -> Value:
    """`.item()`, `.tolist()`: Python numbers, out of the graph."""
    cuts = without_grads(m, m.cuts([owner]))
    if m.leaves([owner]):
        plain = without_number(m, node, owner) if name == "item" else None
        cuts |= {m.new_cut("item", m.spot(node), [owner], f".{name}()", [plain])}
    number = Number(cuts=cuts)
    return number if name == "item" else m.new_object(Parts(items=[number], is_open=True))


def without_grads(m: Machine, cuts: frozenset[int]) -> frozenset[int]:
    """Drop the gradients among cuts: a number of a gradient is meant as a number."""
    return frozenset(key for key in cuts if m.state.cuts[key].kind != "grad")


def _sample(m: Machine, node: ast.Call, owner: Tensor) -> Value:
    """`distribution.sample()`: drawn under no_grad; rsample() keeps the graph."""
    cuts = m.cuts([owner])
    if m.leaves([owner]):
        mend = rename(m.source, node, "rsample")
        cut = m.new_cut("nondiff", m.spot(node), [owner], ".sample()", [mend])
        m.state.cuts[cut] = replace(m.state.cuts[cut], source=owner.storage)
        cuts |= {cut}
    return m.new_tensor(Storage(cuts=cuts, made=m.spot(node)))


def _cast(m: Machine, node: ast.Call, owner: Tensor, name: str, args: Arguments) -> Value:
    """`.to()` and kin: the same tensor if nothing changes, else a copy in the graph."""
    words = {ast.unparse(word) for word in (*node.args, *(key.value for key in node.keywords))}
    words |= {value.name for value in args.all() if isinstance(value, Ref)}
    types = {word.rpartition(".")[2] for word in words if "." in word}
    is_default = name == "float" or (name in ("to", "type") and types & {"float32", "float"})
    storage = m.storage(owner)
    if is_true(args.flag("copy")):
        return apply(m, _CLONE, {"self": owner}, node, shown=name)
    if owner.view == "expanded" and name != "contiguous":
        return apply(m, _CLONE, {"self": owner}, node, shown=name)  # a copy, if anything changes
    if is_default and storage.is_float is not False and not storage.is_other:
        return owner  # it is of that type unless somebody asked for another
    if name in _CASTS or types & (_FLOATS | _INTEGERS):
        if types & _INTEGERS and (op := find_op("long", Arguments(), has_self=True)):
            return apply(m, op, {"self": owner}, node)
        copied = apply(m, _CLONE, {"self": owner}, node, shown=name)
        if isinstance(copied, Tensor):
            m.change(copied, is_other=not is_default)
        return copied
    return apply(m, _CONTIGUOUS, {"self": owner}, node) if name == "contiguous" else owner


def require_grad(m: Machine, owner: Tensor, asked: Value, node: ast.expr | ast.stmt) -> Value:
    """Switch the gradient of a tensor on or off."""
    storage = m.storage(owner)
    is_off = isinstance(asked, Number) and asked.known and asked.value is False
    if owner.detached and not is_off:
        # `.detach().requires_grad_()` is a new leaf, whatever the memory came from.
        asked_for = Storage(Needs.YES, is_leaf=True, is_float=True, made=m.spot(node))
        return m.rename(owner, m.new_tensor(asked_for))
    if is_off:
        if storage.is_leaf and storage.needs and picks(m):
            m.change(owner, needs=Needs.MAYBE)
        elif storage.is_leaf and storage.needs:
            cut = m.new_cut("frozen", m.spot(node), [owner], "requires_grad")
            cuts = storage.cuts | {cut}
            m.change(owner, needs=Needs.NO, leaves=frozenset(), cuts=cuts)
        return owner
    if storage.is_float is False and storage.made is not None and not owner.view:
        m.note("integer-flag", m.spot(node), "requires_grad", made=storage.made)
    known = not isinstance(asked, Number) or not asked.known or asked.value is not None
    needs = Needs.YES if known or asked == NONE else Needs.MAYBE
    if is_inner_value(m, owner) and not owner.view and isinstance(node, ast.Call):
        m.change(owner, flagged=make_leaf(m, storage, node))
    if storage.needs == Needs.NO:
        # What had no graph becomes a leaf from here on; where it was cut stays known.
        leaf = frozenset({owner.storage})
        is_whole = not owner.view or is_shown_as(m.state, owner)
        is_read = storage.used and storage.used[-1] is not m.statement
        frozen = freezes(m, storage)  # who switches it on again knows when it was off
        late = m.spot(node) if is_read and is_whole and not frozen else None
        cuts = storage.cuts - frozen
        m.change(
            owner, needs=needs, is_leaf=True, leaves=leaf, cuts=cuts, late=late,
            late_by=m.statement,
        )  # fmt: skip
    return owner


# -- attributes ----------------------------------------------------------------------------


def tensor_attribute(m: Machine, owner: Tensor, name: str, node: ast.expr) -> Value:
    """Read an attribute of a tensor."""
    if name == "data":
        return detached(m, owner, "data", node)
    if name in _VIEWS:
        op = _VIEW if name in ("real", "imag") else _T if name in ("T", "H") else _TRANSPOSE
        return apply(m, op, {"self": owner}, node)
    if name == "grad":
        return read_grad(m, owner, node)
    if name == "values":
        return owner
    if name == "shape":
        return m.new_object(Parts(items=[NUMBER], is_open=True))
    if name == "requires_grad" and not owner.detached:
        storage = m.storage(owner)
        is_asked = storage.needs == Needs.YES
        is_known = storage.is_leaf and (is_asked or freezes(m, storage))
        known = Number(is_asked, known=True)
        return known if is_known or _has_graph(m, owner) else NUMBER
    if name in _FACTS:
        return NUMBER
    return Method(owner, name)


def _has_graph(m: Machine, owner: Tensor) -> bool:
    """Tell whether a tensor was computed from one that needs a gradient, for sure."""
    storage = m.storage(owner)
    return m.needs(owner) == Needs.YES and not storage.is_leaf and not storage.is_guess


def read_grad(m: Machine, owner: Tensor, node: ast.expr) -> Value:
    """Read `.grad`: of a value that is not a leaf it is None."""
    storage = m.storage(owner)
    m.state.dropped.pop(owner.storage, None)
    known_grad = m.state.grads.get(owner.storage)
    if known_grad and known_grad[0] == "full" and owner.storage not in m.state.held:
        _mark_probed(m, known_grad[1])
    if known_grad and known_grad[0] == "full":
        m.state.grads[owner.storage] = ("read", m.spot(node))
    if known_grad and known_grad[0] == "summed":
        tell_summed(m, owner, known_grad[1], node)
    m.state.reads[owner.storage] = m.spot(node)
    tell_inner(m, owner, node)
    if storage.late and m.state.roots and owner.storage not in m.state.reached:
        sooner = earlier(m, storage)
        m.note("late-requires-grad", storage.late, needed=m.spot(node), raises=False, edits=sooner)
    tell_unasked(m, owner, node)
    cuts: frozenset[int] = frozenset()
    if (loss := m.state.storages.get(m.state.derived.get(owner.storage, -1))) is not None:
        return _read_derived(m, owner, loss)
    if owner.storage in m.state.reached:
        mends = in_graph(m, known_grad, node)
        key = m.new_cut("attribute", m.spot(node), [owner], ".grad", mends)
        filled = known_grad[1] if known_grad else None
        m.state.cuts[key] = replace(m.state.cuts[key], backward=filled)
        cuts = frozenset({key})
    known = Storage(cuts=cuts, has_escaped=True, grad_of=owner.storage, made=m.spot(node))
    return m.new_tensor(known)


def _read_derived(m: Machine, owner: Tensor, loss: Storage) -> Tensor:
    """Return the `.grad` that a backward with create_graph has made: the same at every reading."""
    since = m.state.derived[owner.storage]
    for key, storage in m.state.storages.items():
        if storage.grad_of == owner.storage and key > since and storage.needs == loss.needs:
            return Tensor(key)
    return m.new_tensor(Storage(loss.needs, loss.graph, loss.leaves, grad_of=owner.storage))


def _mark_probed(m: Machine, backward: Spot) -> None:
    """Remember the weights that a backward has filled, though it was run for something else."""
    for leaf, (state, spot) in list(m.state.grads.items()):
        if state == "full" and leaf in m.state.held and spot.place == backward.place:
            m.state.grads[leaf] = ("probed", spot)


def store_attribute(m: Machine, owner: Tensor, name: str, value: Value, node: ast.stmt) -> None:
    """Set an attribute of a tensor: `.requires_grad`, `.grad`, `.data`."""
    if name == "requires_grad":
        storage = m.storage(owner)
        if is_inner_value(m, owner) and storage.graph | storage.leaves and m.state.grad_on:
            subject = ast.unparse(node.targets[0]) if isinstance(node, ast.Assign) else ""
            subject = subject.removesuffix(".requires_grad")
            m.note(
                "inner-flag", m.spot(node), subject, made=storage.made,
                edits=[start_anew(m, storage, node)],
            )  # fmt: skip
        require_grad(m, owner, value, node)
    elif name == "grad":
        clear_grads(m, [owner], m.spot(node), in_place=False)
    elif name == "data" and isinstance(node, ast.Assign):
        target = node.targets[0]
        if isinstance(target, ast.Attribute):
            how = Writing(node, target.value, "data =", "function", through="data")
            write(m, owner, how, [value])
