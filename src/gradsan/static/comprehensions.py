"""Comprehensions, generators and unpacking: many values one after the other."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from gradsan.static.arguments import is_false
from gradsan.static.iterating import is_open, iterate, run_generator
from gradsan.static.machine import MAX_ELEMENTS, Machine
from gradsan.static.pace import ENOUGH_ELEMENTS
from gradsan.static.values import UNKNOWN, Generator, Number, Object, Parts, Tensor, Value


def hand_over(m: Machine, node: ast.Yield) -> Value:
    """Hand a value to the loop or `with` that runs over the generator."""
    value = m.evaluate(m, node.value)
    if m.consumer is None:
        m.escape(value)
    else:
        m.consumer(value)
    return UNKNOWN


def hand_over_all(m: Machine, node: ast.YieldFrom) -> Value:
    """Hand on what another generator, or a list, gives."""
    over = m.evaluate(m, node.value)
    consumer = m.consumer
    if consumer is not None and isinstance(over, Generator):
        run_generator(m, over, consumer)
    elif consumer is not None:
        for item in iterate(m, over, node):
            consumer(item)
    return UNKNOWN


def comprehend(m: Machine, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Value:
    """Walk the elements that are known, two for as many as there may be."""
    frame = m.fresh_id()
    m.state.frames[frame] = {}
    scope, m.scope = m.scope, (frame, *m.scope)
    made = Parts(items=[])
    try:
        _generate(m, node, 0, made)
    finally:
        m.scope = scope
        del m.state.frames[frame]
    return m.new_object(made)


def _generate(m: Machine, node: Any, depth: int, made: Parts) -> None:
    """Add what a comprehension makes to the parts of its result."""
    if depth == len(node.generators):
        assert made.items is not None
        if made.keys is not None:
            made.keys.append(m.evaluate(m, node.key))
        made.items.append(m.evaluate(m, node.elt if made.keys is None else node.value))
        return
    generator = node.generators[depth]
    over = m.evaluate(m, generator.iter)
    elements = iterate(m, over, generator.iter)
    if is_open(m, over):
        made.is_open = True
        elements = elements * 2 if len(elements) == 1 else elements
        if m.root and len(elements) > 2:
            elements = [elements[0], elements[-1]]  # as many layers, made in the same way
    for element in elements[:MAX_ELEMENTS]:
        m.pace.elements += 1
        bind_target(m, generator.target, element)
        tests = [m.evaluate(m, test) for test in generator.ifs]
        if any(is_false(test) for test in tests):
            continue
        if not all(isinstance(test, Number) and test.known for test in tests):
            made.is_open = True
            # What is frozen is in no graph: without it all the others are there.
            made.is_picked |= not any(map(_asks_for_grad, generator.ifs))
        _generate(m, node, depth + 1, made)
        if m.pace.elements > ENOUGH_ELEMENTS:
            made.is_open |= len(elements) > 1
            break


def _asks_for_grad(test: ast.expr) -> bool:
    return isinstance(test, ast.Attribute) and test.attr == "requires_grad"


def bind_target(m: Machine, target: ast.expr, value: Value) -> None:
    """Bind names (or tuples of names) in the innermost frame."""
    if isinstance(target, ast.Name):
        m.state.frames[m.scope[0]][target.id] = value
    elif isinstance(target, (ast.Tuple, ast.List)):
        parts = unpacked(m, value, target.elts)
        for item, part in zip(target.elts, parts, strict=True):
            bind_target(m, item, part)
    elif isinstance(target, ast.Starred):
        bind_target(m, target.value, value)


def unpacked(m: Machine, value: Value, targets: Sequence[ast.expr]) -> list[Value]:
    """Return the parts that unpacking gives; a starred one takes a list of what is left."""
    count = len(targets)
    items = iterate(m, value, targets[0])
    is_open = isinstance(value, Object) and m.state.objects[value.id].is_open
    starred = [at for at, target in enumerate(targets) if isinstance(target, ast.Starred)]
    if starred and isinstance(value, Object) and not is_open and len(items) >= count - 1:
        first, last = starred[0], len(items) - (count - 1 - starred[0])
        rest = m.new_object(Parts(items=items[first:last]))
        return [*items[:first], rest, *items[last:]]
    if len(items) == count and not starred:
        return items
    if items and (is_open or isinstance(value, (Tensor, Number))):
        parts: list[Value] = [items[0]] * count
        if isinstance(value, Tensor) and m.storage(value).is_guess:  # several results, not one
            parts[1:] = [m.new_tensor(m.storage(value)) for _ in parts[1:]]
        for at in starred:
            parts[at] = m.new_object(Parts(items=[items[0]], is_open=True))
        return parts
    return [UNKNOWN] * count


def comprehend_dict(m: Machine, node: ast.DictComp) -> Value:
    """Walk a dict comprehension."""
    frame = m.fresh_id()
    m.state.frames[frame] = {}
    scope, m.scope = m.scope, (frame, *m.scope)
    made = Parts(items=[], keys=[])
    try:
        _generate(m, node, 0, made)
    finally:
        m.scope = scope
        del m.state.frames[frame]
    return m.new_object(made)
