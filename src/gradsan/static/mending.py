"""Edits that would mend a write: clone first, work out of place, switch gradients off."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain

from gradsan.model.finding import Edit
from gradsan.static.chained_names import apart
from gradsan.static.holding import clone_held
from gradsan.static.machine import Machine
from gradsan.static.nodes import children, unparse
from gradsan.static.occurrences import names_below
from gradsan.static.query import Form
from gradsan.static.rewrites import (
    clone_before,
    expression_at,
    function_around,
    insert_before,
    is_assignable,
    is_from_outside,
    loop_around,
    rename,
    rename_method,
    set_flag,
    without_call,
    wrap,
)
from gradsan.static.values import Needs, Parts, Ref, Tensor, Value

FACTORS = frozenset({"*=", "/=", "mul_", "div_", "multiply_", "divide_"})


@dataclass(frozen=True, slots=True)
class Writing:
    """How a statement writes."""

    node: ast.expr | ast.stmt  # its own place
    target: ast.expr
    op: str
    form: Form
    rebinds: str = ""
    through: str = ""  # a door that is not the tensor's own
    activates: bool = False  # by an activation that was asked to work in place
    is_internal: bool = False  # by the framework, without a graph: never refused
    switch: Edit | None = None  # of the constructor that asked for it
    is_between: bool = False  # what one layer of a Sequential hands to the next, which has no name


def copy_alias(m: Machine, tensor: Tensor, how: Writing) -> tuple[Edit, ...]:
    """Return the edit that gives an alias memory of its own, where it is made."""
    if not tensor.detached:
        node = _aliasing(m, how)
        if node is None and isinstance(how.target, ast.Name):
            return apart(m.source, how.target.id, how.node.lineno)
    else:
        cuts = [m.state.cuts[key] for key in sorted(tensor.cuts)]
        made = next((cut.spot.place for cut in cuts if cut.kind == "detach"), None)
        node = expression_at(m.source, made) if made else None
    return (wrap(m.source, node, ".clone()"),) if node is not None else ()


def copy_data(m: Machine, tensor: Tensor, how: Writing) -> tuple[Edit, ...]:
    """Return the edit that copies data where it gets the name that is written.

    A weight that is written under another name is meant itself.
    """
    made = m.storage(tensor).made
    node = expression_at(m.source, made.place) if made else None
    if tensor.view or node is None or "Parameter" in m.source.once(ast.unparse, node):
        return ()
    old = _aliasing(m, how) if isinstance(how.target, ast.Name) else None
    if old is None or ast.unparse(old) == ast.unparse(how.target):
        return ()
    return (wrap(m.source, old, ".clone()"),)


def _aliasing(m: Machine, how: Writing) -> ast.expr | None:
    """Return the value of the last `a = b` that named the target before it is written."""
    name = ast.unparse(how.target)
    home = function_around(m.source, how.node.lineno) or m.source.tree
    found = m.source.once(_given_names, home).get(name, [])
    return next((old for row, old in reversed(found) if row < how.node.lineno), None)


def _given_names(home: ast.AST) -> dict[str, list[tuple[int, ast.expr]]]:
    """Return the values `b` of all `a = b`, with their rows, under both names."""
    found: dict[str, list[tuple[int, ast.expr]]] = defaultdict(list)
    for node in children(home):
        match node:
            case ast.Assign(
                targets=[ast.Name(id=new)], value=(ast.Name() | ast.Attribute()) as old
            ):
                for name in {new, unparse(old)}:
                    found[name].append((node.lineno, old))
            case ast.Assign(
                targets=[ast.Name(id=new)],
                value=ast.Call(func=ast.Attribute(attr=conversion)) as old,
            ) if conversion in _CONVERSIONS:
                found[new].append((node.lineno, old))
    return found


# They give the tensor itself where there is nothing to convert.
_CONVERSIONS = frozenset(
    "to type type_as float double half cpu cuda contiguous as_tensor asarray".split()  # noqa: SIM905
)


def _clone_behind_door(m: Machine, how: Writing) -> tuple[Edit, ...]:
    """Return the edit that clones a tensor before its `.data` is written: the op keeps the old."""
    target = how.target
    if not isinstance(target, ast.Attribute) or target.attr != "data":
        return ()
    clone = clone_before(m.source, target.value, m.statement)
    return (clone,) if clone else ()


def _copy_array(m: Machine, tensor: Tensor, how: Writing) -> tuple[Edit, ...]:
    """Return the edit that copies an array before it is written.

    It is the input of a Function's forward, or a value of the graph that somebody else reads under
    a name of its own: the array is wanted, not the change. A weight may be meant itself.
    """
    storage = m.storage(tensor)
    is_function = not m.state.grad_on and m.state.grad_off_at is None
    is_inner = storage.needs == Needs.YES and not storage.is_leaf
    is_wanted = is_function or (is_inner and _is_read_later(m, how.target))
    made = m.origins.expand(how.target) if isinstance(how.target, ast.Name) else how.target
    match made:
        case ast.Call(func=ast.Attribute(attr="numpy"), args=[]) if is_wanted:
            return (wrap(m.source, made, ".copy()"),)
    return ()


def own_memory(m: Machine, tensor: Tensor, how: Writing, values: list[Value]) -> tuple[Edit, ...]:
    """Return the edit that clones the target first; a view would lose its base by it."""
    if tensor.door == "data" and m.state.grad_on and not m.storage(tensor).is_leaf:
        clone = _clone_behind_door(m, how)
        # It is to take part in the gradient: the new values, or the factor.
        is_value = how.form == "index" or m.leaves(values) or how.op in FACTORS
        return clone if clone and not is_value else without_data(m, how)
    if tensor.door == "numpy":
        return _copy_array(m, tensor, how)
    if tensor.view == "split" and (not _is_explicit(m, tensor) or is_base_read(m, tensor)):
        return ()
    match m.statement:
        case ast.AugAssign(target=ast.Subscript(value=ast.Name() as base)):
            if edit := _clone_base(m, tensor, base):
                return (edit,)
        case ast.AugAssign(target=ast.Subscript(value=ast.Subscript() as entry)):
            if edit := clone_held(m, tensor, entry):
                return (edit,)
    if (tensor.view and tensor.view not in ("split", "expanded", "no_grad")) or tensor.door:
        return ()
    if is_loop_variable(m, how.target):
        return ()  # the thing it stands for would keep its old value
    edit = clone_before(m.source, how.target, m.statement) or clone_held(m, tensor, how.target)
    storage = m.storage(tensor)
    return (edit,) if edit and not (storage.is_leaf and storage.needs) else ()


def _clone_base(m: Machine, tensor: Tensor, base: ast.Name) -> Edit | None:
    """Return the edit that clones the tensor that `t[0] *= 2` writes a part of."""
    whole = m.state.frames[m.scope[0]].get(base.id)
    if not isinstance(whole, Tensor) or whole.storage != tensor.storage or whole.view or whole.door:
        return None
    storage = m.storage(tensor)
    if (storage.is_leaf and storage.needs) or is_loop_variable(m, base):
        return None
    return clone_before(m.source, base, m.statement)


def without_data(m: Machine, how: Writing) -> tuple[Edit, ...]:
    """Return the edits that write into a clone in the graph instead of through `.data`."""
    if not isinstance(how.target, ast.Attribute) or how.target.attr != "data":
        return ()
    clone = clone_before(m.source, how.target.value, m.statement)
    plain = without_call(m.source, how.target)
    return (clone, plain) if clone and plain else ()


def is_loop_variable(m: Machine, target: ast.expr) -> bool:
    """Tell whether a name is bound by the loop around the statement."""
    if not isinstance(target, ast.Name):
        return False
    loop = loop_around(m.source, m.statement) if m.statement else None
    bound = (loop.target, *children(loop.target)) if isinstance(loop, ast.For) else ()
    return any(isinstance(item, ast.Name) and item.id == target.id for item in bound)


def is_base_read(m: Machine, tensor: Tensor) -> bool:
    """Tell whether what views were split from is read after the statement that writes one."""
    if m.statement is None:
        return True
    names = {
        name
        for name, value in m.state.frames[m.scope[0]].items()
        if isinstance(value, Tensor) and value.storage == tensor.storage and value.view != "split"
    }
    home = function_around(m.source, m.statement.lineno) or m.source.tree
    inside = m.source.once(names_below, home)
    return any(inside.is_read_after(name, m.statement.lineno) for name in names)


def _is_explicit(m: Machine, tensor: Tensor) -> bool:
    """Tell whether split views were asked for by name; those of a loop stand for their base.

    What `q, k, v = qkv` gives has names of its own, too.
    """
    node = expression_at(m.source, tensor.made.place) if tensor.made else None
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return True
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)


def out_of_place(m: Machine, how: Writing, *, is_old_meant: bool = False) -> tuple[Edit, ...]:
    """Return the edit that makes an in-place call out of place, where its result is used.

    Not where the name is read again, but if those readers mean the old value.
    """
    if not isinstance(how.node, ast.Call):
        return ()
    if isinstance(m.statement, ast.Expr) and m.statement.value is how.node:
        return ()
    if not is_old_meant and _is_read_later(m, how.target):
        return ()
    if how.form == "method":
        edit = rename_method(m.source, how.node)
    elif any(keyword.arg == "inplace" for keyword in how.node.keywords):
        edit = set_flag(m.source, how.node, "inplace", "False")
    else:
        edit = how.switch
    return (edit,) if edit else ()


def in_plain(m: Machine, tensor: Tensor, how: Writing) -> tuple[Edit, ...]:
    """Return the edits after which nothing that was kept is written any more.

    An alias that was detached gets memory of its own, an entry of a list or dict another tensor;
    what a caller hands over more than once stays as it is.
    """
    if _is_handed_again(m, tensor, how) and (plain := rebind_statement(m, how)):
        return (plain,)
    if tensor.door == "data":
        is_meant_apart = isinstance(how.target, ast.Name) and _is_read_later(m, how.target)
        return copy_alias(m, tensor, how) if is_meant_apart else ()
    if tensor.detached and not tensor.door and (edits := copy_alias(m, tensor, how)):
        return edits
    if isinstance(how.target, ast.Subscript) and (plain := rebind_statement(m, how)):
        return (plain,)
    return out_of_place(m, how)


def _is_handed_again(m: Machine, tensor: Tensor, how: Writing) -> bool:
    """Tell whether an earlier call of this function has kept the array that this one changes."""
    home = function_around(m.source, how.node.lineno)
    if not isinstance(home, ast.FunctionDef) or not isinstance(how.target, ast.Name):
        return False
    match m.origins.expand(how.target):
        case ast.Call(func=ast.Attribute(attr="from_numpy" | "as_tensor" | "asarray"), args=[part]):
            given = part
        case _:
            return False  # a tensor that all of them change: the ops may keep copies of it
    handed = {item.arg for item in (*home.args.posonlyargs, *home.args.args)}
    if not isinstance(given, ast.Name) or given.id not in handed:
        return False
    row, last = how.node.lineno, home.end_lineno or home.lineno
    kept = [save.fact.spot.place.start.row for save in m.state.saves.get(tensor.storage, ())]
    return bool(kept) and all(row < one <= last for one in kept)


def _is_read_later(m: Machine, target: ast.expr) -> bool:
    """Tell whether a name is read after the statement that writes it, or in the next round."""
    statement = m.statement
    if statement is None or not isinstance(target, ast.Name):
        return isinstance(statement, ast.Expr)
    if isinstance(statement, ast.Assign):
        bound = [name for one in statement.targets for name in (one, *children(one))]
        if any(isinstance(name, ast.Name) and name.id == target.id for name in bound):
            return False
    loop = loop_around(m.source, statement)
    if loop is not None and target.id in m.source.once(names_below, loop).bound:
        loop = None  # each round has its own
    home = function_around(m.source, statement.lineno) or m.source.tree
    last = statement.end_lineno or statement.lineno
    inside = m.source.once(names_below, home)
    read = chain(
        inside.read_after(target.id, last),
        inside.read_in(target.id, loop.lineno, last) if loop is not None else (),
    )
    return any(not m.source.is_inside(item, statement) for item in read)


def rebind_statement(m: Machine, how: Writing) -> Edit | None:
    """Return the edit that makes an augmented assignment a plain one."""
    if not how.rebinds or m.statement is None:
        return None
    if is_from_outside(m.source, how.target, m.statement):
        return None
    place = m.source.place(m.statement)
    return Edit(place, how.rebinds, m.source.text(place))


def mend_parameter(m: Machine, node: ast.stmt, layer: Parts, value: Value) -> None:
    """Let a layer take a tensor in the place of a parameter: `del`, then the tensor itself."""
    if not isinstance(value, Tensor):
        return
    match node:
        case ast.Assign(
            targets=[ast.Attribute(value=owner, attr=name) as target],
            value=ast.Call(args=[inner], keywords=[]) as call,
        ):
            place = m.source.place(call)
            cuts = [m.state.cuts[key] for key in m.storage(value).cuts]
            own = [cut for cut in cuts if cut.kind == "parameter" and cut.spot.place == place]
        case _:
            return
    old = layer.attributes.get(name)
    is_layer = isinstance(layer.cls, Ref) and layer.cls.name.startswith("torch.nn.")
    if not own or not is_layer or not isinstance(old, Tensor) or old.storage in m.state.held:
        return
    whole = m.source.code
    if "state_dict" in whole or "deepcopy" in whole or f"{ast.unparse(owner)}.param" in whole:
        return  # somebody looks for it among the parameters
    gone = insert_before(m.source, node, f"del {ast.unparse(target)}")
    plain = Edit(place, m.source.text(m.source.place(inner)), m.source.text(place))
    if gone is not None:
        m.state.cuts[own[0].id] = replace(own[0], edits=(gone, plain))


def use_result(m: Machine, node: ast.Call, target: ast.expr) -> Edit | None:
    """Return the edit that takes the result: `y = torch.add(a, b)` for `torch.add(a, b, out=y)`."""
    alone = isinstance(m.statement, ast.Expr) and m.statement.value is node
    if not alone or m.statement is None or is_from_outside(m.source, target, m.statement):
        return None
    if not is_assignable(target):
        return None
    given = [*node.args, *(item for item in node.keywords if item.arg != "out")]
    inner = ", ".join(ast.unparse(item) for item in given)
    place = m.source.place(node)
    new = f"{ast.unparse(target)} = {ast.unparse(node.func)}({inner})"
    return Edit(place, new, m.source.text(place))


def under_no_grad(m: Machine, how: Writing, values: Iterable[Value]) -> tuple[Edit, ...]:
    """Return the edit that puts a write of plain values under no_grad."""
    statement = m.statement
    if statement is None or m.most_needed(values) == Needs.YES or how.form == "function":
        return ()
    place = m.source.place(statement)
    text = m.source.text(place)
    indent = m.source.lines[place.start.row - 1][: place.start.column - 1]
    torch = name_of_torch(m)
    if indent.strip() or "\n" in text or torch is None:
        return ()
    step = "\t" if "\t" in indent else "    "
    return (Edit(place, f"with {torch}.no_grad():\n{indent}{step}{text}", text),)


def without_number(m: Machine, node: ast.Call, owner: Tensor) -> Edit | None:
    """Return the edit that goes on with the tensor: `torch.full(s, t.item())` is no exception.

    One of several numbers becomes a tensor without axes, so that they are stacked to the same.
    """
    for item in children(m.statement) if m.statement else ():
        match item:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=home), attr="full" | "full_like" as name),
                args=[shape, given],
                keywords=[],
            ) if given is node and isinstance(node.func, ast.Attribute):
                ones = f"{home}.{name.replace('full', 'ones')}({ast.unparse(shape)})"
                place = m.source.place(item)
                new = f"({ast.unparse(node.func.value)} * {ones})"
                return Edit(place, new, m.source.text(place))
    if not m.storage(owner).is_scalar and any(
        isinstance(around, (ast.List, ast.ListComp)) for around in m.source.above(node)
    ):
        return rename(m.source, node, "squeeze")
    return without_call(m.source, node)


def name_of_torch(m: Machine) -> str | None:
    """Return the name under which the file knows torch."""
    for frame in m.scope:
        for name, value in m.state.frames.get(frame, {}).items():
            if value == Ref("torch"):
                return name
    return None
