"""What a loop goes through: elements of tensors and containers, what generators yield."""

from __future__ import annotations

import ast
from collections.abc import Callable

from gradsan.static.arguments import Arguments
from gradsan.static.classes import is_a, special_method
from gradsan.static.machine import LOOP_PASSES, MAX_ELEMENTS, Machine
from gradsan.static.saving import split
from gradsan.static.values import UNKNOWN, Generator, Number, Object, Parts, Storage, Tensor, Value

_LINES = frozenset({"arange", "randperm", "unique", "unique_consecutive"})


def run_generator(m: Machine, value: Generator, consumer: Callable[[Value], None]) -> None:
    """Walk a generator, handing each value that it yields to a consumer."""
    m.enter(m, value.node, value.function, value.args, consumer)


def is_open(m: Machine, value: Value) -> bool:
    """Tell whether a loop over a value may see more elements than `iterate` gives, or fewer."""
    if isinstance(value, Generator):
        return False
    if isinstance(value, Number) and value.known and isinstance(value.value, str):
        return len(value.value) > MAX_ELEMENTS
    if not isinstance(value, Object):
        return True
    parts = m.state.objects[value.id]
    return parts.is_open or (parts.items is None and parts.keys is None)


def iterate(m: Machine, value: Value, node: ast.expr) -> list[Value]:
    """Return what a loop over a value goes through: a few elements for many."""
    match value:
        case Tensor() if m.storage(value).is_guess:
            return [value]
        case Tensor() if value.storage in m.state.second_order:
            return [value, value]  # torch.autograd.grad gives a tuple
        case Tensor() if _is_line_of_integers(m, value, node):
            return [m.new_tensor(Storage(is_float=False, is_scalar=True)) for _ in range(2)]
        case Tensor():
            parts = split(m, value, node)
            return m.state.objects[parts.id].items or [] if isinstance(parts, Object) else []
        case Object(key):
            parts_of = m.state.objects[key]
            if parts_of.keys is not None:
                return list(parts_of.keys)
            if parts_of.items is not None:
                return list(parts_of.items)
            if method := special_method(m, value, "__iter__"):
                return iterate(m, m.enter(m, node, method, Arguments()), node)
            if is_a(parts_of.cls, "typing.NamedTuple"):
                return list(parts_of.attributes.values())
            return [UNKNOWN]
        case Generator():
            values: list[Value] = []
            run_generator(m, value, values.append)
            return values
        case Number(value=str(text), known=True) if text:
            return [Number(letter, known=True) for letter in text[:MAX_ELEMENTS]]
        case Number():
            return [Number()]
        case _:
            return [UNKNOWN]


def _is_line_of_integers(m: Machine, value: Tensor, node: ast.expr) -> bool:
    """Tell whether the elements of a tensor are single integers, each of which may be an index."""
    if m.needs(value):
        return False
    match m.origins.expand(node):
        case ast.Call(func=ast.Attribute(attr=name), keywords=named) if name in _LINES:
            return all(item.arg != "dim" for item in named)
        case ast.Call(func=ast.Attribute(attr="tensor"), args=[ast.List(elts=items), *_]):
            return not any(isinstance(item, (ast.List, ast.Tuple)) for item in items)
    return False


def as_many(elements: list[Value], count: int) -> list[Value]:
    """Return a number of elements that stand for many: the first ones, and the last."""
    if len(elements) > count > 1:
        return [*elements[: count - 1], elements[-1]]
    return (elements * count)[:count]


def several(m: Machine, elements: list[Value]) -> list[Value]:
    """Return what stands for many: where the same comes again, another of its kind is meant."""
    found: list[Value] = []
    for element in (elements * LOOP_PASSES)[:LOOP_PASSES]:
        found.append(_another(m, element) if element in found else element)
    return found


def _another(m: Machine, value: Value) -> Value:
    """Return something like a value, with a graph of its own."""
    if isinstance(value, Tensor) and m.storage(value).graph:
        storage = m.storage(value)._replace(graph=frozenset(), is_guess=True)
        return m.new_tensor(storage)
    parts = m.state.objects[value.id] if isinstance(value, Object) else None
    if parts and parts.items and parts.keys is None and parts.cls is None:
        return m.new_object(Parts(items=[_another(m, item) for item in parts.items]))
    return value
