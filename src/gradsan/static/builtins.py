"""Python's own functions and containers, as far as tensors pass through them."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from gradsan.ops.table import torch_ops
from gradsan.static.arguments import Arguments
from gradsan.static.iterating import is_open, iterate
from gradsan.static.library import columns_of
from gradsan.static.machine import LOOP_PASSES, Machine
from gradsan.static.mappings import get_item, merge, put
from gradsan.static.overwritten import read_kept
from gradsan.static.removing import clear, pop, push_out
from gradsan.static.rewrites import without_call
from gradsan.static.saving import apply
from gradsan.static.tensors import without_grads
from gradsan.static.values import (
    NONE,
    NUMBER,
    UNKNOWN,
    Class,
    Number,
    Object,
    Parts,
    Ref,
    Tensor,
    Value,
)

NAMES = frozenset(
    "float int len bool str abs min max range zip enumerate reversed list tuple sorted sum "  # noqa: SIM905
    "isinstance print round map filter iter next set dict divmod repr id type hash format "
    "any all slice".split()
)
_CONVERSIONS = frozenset({"float", "int", "bool", "round"})
_CHANGING = frozenset({"append", "appendleft", "add", "extend", "insert", "clear"})
_LISTS = frozenset({"list", "tuple", "reversed", "sorted", "iter", "set"})


_CONTAINERS = frozenset({"torch.nn.ModuleList", "torch.nn.Sequential", "torch.nn.ParameterList"})
_GROWING = re.compile(rb"\.(?:append|extend|insert|add_module)\(")
_OF_NUMBERS = frozenset({"min", "max", "abs", "pow", "round"})  # what they give stands for them


def call_builtin(m: Machine, node: ast.Call, name: str, args: Arguments) -> Value:
    """Call one of Python's own functions."""
    if name in _CONVERSIONS:
        return _convert(m, node, name, args)
    if name == "range":
        return _range(m, args)
    if name == "len" and len(args.positional) == 1:
        return _len(m, args.positional[0])
    if name in ("print", "str", "repr", "id", "hash", "format", "slice"):
        return NUMBER
    if name in _LISTS:
        items = iterate(m, args.positional[0], node) if args.positional else []
        if args.positional and items == [NUMBER]:
            return NUMBER
        is_known = all(item != UNKNOWN for item in items)
        return m.new_object(Parts(items=items)) if is_known else m.lose(args.all())
    if name == "filter" and len(args.positional) == 2:
        return m.new_object(Parts(items=iterate(m, args.positional[1], node)))
    if name == "zip":
        many = all(is_open(m, value) for value in args.positional)
        return _zip(m, columns_of(m, args.positional, node), many)
    if name == "enumerate" and args.positional:
        many = is_open(m, args.positional[0])
        items = iterate(m, args.positional[0], node)
        if many:
            items = (items * LOOP_PASSES)[:LOOP_PASSES]
        first = args.flag("start", 1)
        start = 0 if first == NONE else getattr(first, "value", None)
        counts: list[Value] = [NUMBER] * len(items)
        if isinstance(start, int):
            known = 2 if many else len(items)
            counts[:known] = [Number(start + at, known=True) for at in range(known)]
        return _zip(m, [counts, items], many)
    if name == "sum" and args.positional:
        return _sum(m, node, iterate(m, args.positional[0], node))
    if name == "isinstance" and len(args.positional) == 2:
        return _isinstance(m, args.positional[0], args.positional[1])
    if name == "next" and args.positional:
        return next(iter(iterate(m, args.positional[0], node)), UNKNOWN)
    if name in ("min", "max", "any", "all") and len(args.positional) == 1:
        items = iterate(m, args.positional[0], node)
        if items and all(isinstance(item, Number) for item in items):
            return _of_numbers(m, items) if name in _OF_NUMBERS else NUMBER
    if all(isinstance(value, Number) for value in args.positional):
        return _of_numbers(m, args.positional) if name in _OF_NUMBERS else NUMBER
    return m.lose(args.all())


def _len(m: Machine, value: Value) -> Number:
    """Count the layers of a container that was made with all of them; of others nothing is sure."""
    parts = m.state.objects[value.id] if isinstance(value, Object) else None
    if parts is None or not isinstance(parts.cls, Ref) or not parts.items:
        return NUMBER
    is_whole = parts.cls.name in _CONTAINERS and not (parts.is_open or parts.is_mixed)
    if not is_whole or _GROWING.search(m.source.content):
        return NUMBER
    return Number(len(parts.items), known=True)


def _of_numbers(m: Machine, values: list[Value]) -> Value:
    """Return a number that stands for others; where several were taken out, no edit mends one."""
    cuts = m.cuts(values)
    if sum(isinstance(value, Number) and bool(value.cuts) for value in values) > 1:
        for key in cuts:
            m.state.cuts[key] = replace(m.state.cuts[key], edits=())
    return Number(cuts=cuts)


def _convert(m: Machine, node: ast.Call, name: str, args: Arguments) -> Value:
    """`float(t)`: a Python number, out of the graph."""
    values = args.positional[:1]
    match name, values:
        case "float", [Number("inf" | "-inf" as text)]:
            return Number(float(text), known=True)
    cuts = without_grads(m, m.cuts(values))
    if m.leaves(values) and any(isinstance(value, Tensor) for value in values):
        plain = without_call(m.source, node) if name == "float" else None
        cuts |= {m.new_cut("item", m.spot(node), values, f"{name}()", [plain])}
    return Number(cuts=cuts)


def _range(m: Machine, args: Arguments) -> Value:
    """Count: exactly for a few, else the first two and the last."""
    bounds = [value.value for value in args.positional if isinstance(value, Number) and value.known]
    counts = [value for value in bounds if isinstance(value, int)]
    items: list[Value]
    if len(counts) == len(args.positional) and counts and 0 not in counts[2:]:
        numbers = range(*counts)
        if len(numbers) <= LOOP_PASSES:
            return m.new_object(Parts(items=[Number(at, known=True) for at in numbers]))
        ends = (numbers[0], numbers[1], numbers[-1])
        items = [Number(at, known=True) for at in ends]
    else:
        first = args.positional[0] if len(args.positional) > 1 else Number(0, known=True)
        if isinstance(first, Tensor):
            first = NUMBER
        second = NUMBER
        if isinstance(first, Number) and isinstance(first.value, int) and len(args.positional) < 3:
            second = Number(first.value + 1, known=True)
        items = [first, second, NUMBER]
    return m.new_object(Parts(items=items, is_open=True))


def _zip(m: Machine, columns: list[list[Value]], is_open: bool = False) -> Value:
    if not columns:
        return UNKNOWN
    shortest = min(len(column) for column in columns)
    rows: list[Value] = [
        m.new_object(Parts(items=[column[at] for column in columns])) for at in range(shortest)
    ]
    return m.new_object(Parts(items=rows, is_open=is_open))


def _sum(m: Machine, node: ast.Call, items: list[Value]) -> Value:
    tensors = [item for item in items if isinstance(item, Tensor)]
    if not tensors:
        return NUMBER if all(isinstance(item, Number) for item in items) else UNKNOWN
    bound: dict[str, Value] = {str(at): item for at, item in enumerate(items)}
    return apply(m, torch_ops()["add"][-1], bound, node, shown="sum")


def _isinstance(m: Machine, value: Value, cls: Value) -> Value:
    is_known = isinstance(value, (Tensor, Object, Number)) and not _is_guess(m, value)
    if cls == Ref("torch.Tensor") and is_known:
        return Number(isinstance(value, Tensor) and not value.door, known=True)
    if isinstance(cls, Object) and (choice := m.state.objects[cls.id].items):
        answers = [_isinstance(m, value, one) for one in choice]
        if all(isinstance(one, Number) and one.known for one in answers):
            return Number(any(getattr(one, "value", False) for one in answers), known=True)
        return NUMBER
    if isinstance(value, Tensor) and is_known and _is_other_class(cls):
        return Number(False, known=True)  # if it were, nothing would be known of it
    if isinstance(value, Object) and isinstance(cls, (Ref, Class)):
        own = m.state.objects[value.id].cls
        if isinstance(own, (Ref, Class)):
            name = cls.name.rpartition(".")[2]
            if name != "Module":
                return Number(own.name.rpartition(".")[2] == name, known=True)
    return NUMBER


def _is_other_class(cls: Value) -> bool:
    """Tell whether a class is none of torch's own, and none of arrays."""
    if isinstance(cls, Class):
        return True
    return isinstance(cls, Ref) and not cls.name.startswith(("torch.", "numpy.", "typing."))


def _is_guess(m: Machine, value: Value) -> bool:
    return isinstance(value, Tensor) and m.storage(value).is_guess


def _update(m: Machine, node: ast.Call, owner: Object, args: Arguments) -> bool:
    parts = m.own(owner)
    if args.has_star or not all(merge(m, parts, value, node) for value in args.positional):
        return False
    for key, value in args.named.items():
        put(parts, Number(key, known=True), value)
    return True


def call_container(m: Machine, node: ast.Call, owner: Object, name: str, args: Arguments) -> Value:
    """Call a method of a list, tuple or dict."""
    parts = m.own(owner) if name in _CHANGING else m.state.objects[owner.id]
    items = parts.items if parts.items is not None else []
    if name in ("append", "appendleft", "add") and args.positional:
        items.append(args.positional[-1])
        push_out(parts)
        parts.puts = {**parts.puts, "": m.spot(node)}
        if isinstance(args.positional[-1], Tensor) and not args.positional[-1].view:
            m.state.appended |= {args.positional[-1].storage}
        return NONE
    if name == "extend" and args.positional:
        items.extend(iterate(m, args.positional[0], node))
        return NONE
    if name == "insert" and len(args.positional) == 2:
        items.insert(0, args.positional[1])
        return NONE
    if name in ("pop", "popleft", "popitem"):
        if items and isinstance(items[-1], Tensor):
            read_kept(m, items[-1])
        return pop(m, owner, name, args)
    if name == "clear":
        clear(m, owner)
        return NONE
    if name == "values":
        return m.new_object(Parts(items=list(items), is_open=parts.is_open))
    if name == "keys":
        return m.new_object(Parts(items=list(parts.keys or [UNKNOWN])))
    if name == "items" and parts.keys is not None:
        return _zip(m, [list(parts.keys), list(items)], parts.is_open)
    if name in ("get", "setdefault") and parts.keys is not None:
        found = get_item(m, owner, args)
        if name == "setdefault" and args.positional and found != UNKNOWN:
            put(m.own(owner), args.positional[0], found)
        return found
    if name == "copy" and not args.all():
        return m.new_object(parts.copy(None))
    if name == "update" and parts.keys is not None and _update(m, node, owner, args):
        return NONE
    for value in args.all():
        m.escape(value)
    return UNKNOWN
