"""Literals: lists, tuples, sets, dicts and texts, written out in the source."""

from __future__ import annotations

import ast

from gradsan.static.arguments import Arguments
from gradsan.static.iterating import is_open, iterate
from gradsan.static.machine import Machine
from gradsan.static.mappings import merge, put
from gradsan.static.values import NUMBER, Number, Object, Parts, Tensor, Value

_ENDS = frozenset({"startswith", "endswith"})
TEXT_QUESTIONS = _ENDS | {"split"}
MAX_LITERAL = 64  # items of a list or dict that are told apart


def items_of(m: Machine, value: Value) -> list[Value] | None:
    """Return the elements of a list or tuple, if they are known."""
    if isinstance(value, Object) and (items := m.state.objects[value.id].items) is not None:
        return list(items)
    m.escape(value)
    return None


def make_sequence(m: Machine, node: ast.List | ast.Tuple | ast.Set) -> Value:
    """`[a, *b]`: a list, tuple or set."""
    values: list[Value] = []
    is_known, is_mixed = len(node.elts) <= MAX_LITERAL, False
    for item in node.elts:
        if isinstance(item, ast.Starred):
            value = m.evaluate(m, item.value)
            is_rows = isinstance(value, Tensor) and not m.storage(value).is_guess
            spread = iterate(m, value, item) if is_rows else items_of(m, value)
            is_known &= spread is not None
            is_mixed |= is_rows or is_open(m, value)
            values += spread or []
        else:
            values.append(m.evaluate(m, item))
    made = Parts(items=values, is_open=is_mixed, is_mixed=is_mixed and len(node.elts) > 1)
    return m.new_object(made) if is_known else m.lose(values)


def make_mapping(m: Machine, node: ast.Dict) -> Value:
    """`{"a": x, **y}`: a dict."""
    if len(node.keys) > MAX_LITERAL:
        return m.lose([m.evaluate(m, item) for item in node.values])
    made, is_known = Parts(items=[], keys=[]), True
    for key, item in zip(node.keys, node.values, strict=True):
        name, value = (m.evaluate(m, key) if key else None), m.evaluate(m, item)
        if name is not None:
            put(made, name, value)
        elif not merge(m, made, value, item):
            m.escape(value)
            is_known = False
    return m.new_object(made) if is_known else m.lose(made.items or ())


def make_text(m: Machine, node: ast.JoinedStr) -> Value:
    """A text of known numbers and texts is known: the keys of many dicts are made so."""
    parts: list[object] = []
    for item in node.values:
        if isinstance(item, ast.Constant):
            parts.append(item.value)
        elif isinstance(item, ast.FormattedValue):
            value = m.evaluate(m, item.value)
            is_plain = item.conversion == -1 and item.format_spec is None
            if is_plain and isinstance(value, Number) and value.known:
                parts.append(value.value)
    known = len(parts) == len(node.values) and all(isinstance(one, (str, int)) for one in parts)
    return Number("".join(map(str, parts)), known=True) if known else NUMBER


def ask_text(m: Machine, text: Number, question: str, args: Arguments) -> Value:
    """Ask a known text how it begins or ends, or for its words; else the answer is not known."""
    match text.value, args.positional:
        case str() as known, [Number(str() as part, True)] if question in _ENDS:
            answer = known.startswith(part) if question == "startswith" else known.endswith(part)
            return Number(answer, known=True)
        case str() as known, [] if question == "split" and text.known and not args.named:
            words = known.split()
            if len(words) <= MAX_LITERAL:
                items: list[Value] = [Number(word, known=True) for word in words]
                return m.new_object(Parts(items=items))
    return NUMBER
