"""Tell the singular points that the numbers of a script lead to."""

from __future__ import annotations

import ast
import re

from gradsan.model.finding import Edit
from gradsan.static.divisors import is_padded_divisor
from gradsan.static.machine import Facts
from gradsan.static.numbers.arrays import Point
from gradsan.static.numbers.calling import call
from gradsan.static.numbers.script import Script
from gradsan.static.query import Incident, Spot
from gradsan.static.rewrites import argument, bounded_below, wrap
from gradsan.static.source import Source

_TOLD = frozenset({"singular-point", "where-nan"})
_MAY_BE_SINGULAR = re.compile(
    r"\b(?:r?sqrt|log(?:2|10|1p|it)?|a(?:rc)?(?:cos|sin|tanh|cosh)|pow|reciprocal|exp|atan2|hypot"
    r"|softmax)\b|\*\*|/"
)
# `grad(` as a whole word; a pattern that begins with a letter is looked for ten times as fast.
_ASKS_FOR_GRADIENT = re.compile(r"grad\((?<!\wgrad\()")
# Gradients that are mended, or switched off in ways that are not followed here.
_CARED_FOR = re.compile(
    r"nan_to_num|register_(?:full_backward_|module_full_backward_)?hook|set_grad_enabled"
    r"|requires_grad(?:_\(| *= *)False"
)
_DOUBLE = re.compile(r"float64|\bdouble\b|float16|bfloat16|\bhalf\b")


def note_singular(source: Source, facts: Facts) -> None:
    """Note where a script, worked out with its own numbers, meets an infinite derivative."""
    if any(incident.kind in _TOLD for incident in facts.incidents.values()):
        return  # told already, and by the rule that knows more of it
    code = source.code
    if ".backward(" not in code and not _ASKS_FOR_GRADIENT.search(code):
        return
    if not _MAY_BE_SINGULAR.search(code):
        return
    if _CARED_FOR.search(code):
        return
    if not any(_is_run(statement) for statement in source.tree.body):
        return
    script = Script(call, is_double=bool(_DOUBLE.search(code)))
    for point in sorted(script.run(source.tree), key=lambda point: point.node.lineno):
        spot = Spot(source, point.node, point.function)
        facts.note(
            Incident("singular-point", spot, point.op, raises=False, edits=_mend(source, point))
        )


def _is_run(statement: ast.stmt) -> bool:
    """Tell whether a statement of a module does something when it is run as a script."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    return not isinstance(statement, kinds)


def _mend(source: Source, point: Point) -> tuple[Edit, ...]:
    """Return the edit that keeps an argument away from where a function is singular."""
    mend = None
    if point.op in ("sqrt", "pow") and not is_padded_divisor(source, point.node):
        mend = bounded_below(source, point.node)
    elif point.op in ("acos", "asin") and (inner := argument(point.node)):
        mend = wrap(source, inner, ".clamp(-1 + 1e-6, 1 - 1e-6)")
    return (mend,) if mend else ()
