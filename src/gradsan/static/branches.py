"""Which branch of a `where` can give NaN in backward, by syntax alone.

A branch is told only if it holds a function that blows up on the very name the condition asks
about. Names are followed to what they were last assigned from, in the same function.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

from gradsan.static.asking import (
    ATOMS,
    DESCRIBING,
    NAMESPACES,
    asks_about_zero,
    asks_for_infinity,
    atoms_of,
    is_nan_test,
    is_question,
    name_of,
    only_measured,
    units,
)
from gradsan.static.nodes import below, subtree, unparse
from gradsan.static.origins import Origins
from gradsan.static.signs import (
    is_above_zero,
    is_chosen,
    is_negative,
    is_never_negative,
    is_positive,
)

_BLOW_UP = frozenset(
    "sqrt rsqrt log log2 log10 log1p reciprocal acos asin atanh acosh exp expm1 pow "  # noqa: SIM905
    "arccos arcsin arctanh arccosh lgamma digamma logit".split()
)
# They bound what they are given, or take nothing but its shape from it.
_BOUNDING = frozenset(
    "where masked_fill clamp clamp_min clip maximum minimum nan_to_num sigmoid softmax new_tensor "  # noqa: SIM905
    "new_zeros new_ones new_full zeros_like ones_like full_like empty_like".split()
)
_OVERFLOW = frozenset({"exp", "expm1"})
_KEEP_ZERO = frozenset(
    "abs sqrt square pow view reshape unsqueeze squeeze flatten expand float clone relu t".split()  # noqa: SIM905
)
_TOTALS = frozenset({"sum", "mean", "norm", "vector_norm", "max", "amax", "std", "var", "prod"})


@dataclass(frozen=True, slots=True)
class Risk:
    """A branch that can give NaN although its values are dropped."""

    item: ast.AST  # what blows up
    branch: ast.expr
    asked: frozenset[str]  # what the condition asks about
    is_kept: bool  # where the condition holds


Constant: TypeAlias = Callable[[ast.expr], bool]


def find_risk(
    origins: Origins,
    condition: ast.expr,
    branches: Sequence[ast.expr | None],
    is_constant: Constant = lambda _: False,
    is_number: Constant = lambda _: False,
    is_infinite: Constant = lambda _: False,
) -> Risk | None:
    """Look into what is taken where the condition holds, and where it does not.

    `is_constant` tells of a name that no gradient is asked of it, `is_number` that it is no tensor,
    `is_infinite` that some of its entries are.
    """
    left_out = set() if asks_for_infinity(condition) else units(condition)
    atoms = [item for item in atoms_of(condition) if unparse(item) not in left_out]
    tests = [condition, *(origins.expand(item) for item in atoms)]
    if isinstance(condition, ast.Name) and tests[-1] is not condition:
        if not is_question(tests[-1]):
            return None  # a mask of shapes and numbers
        tests += [origins.expand(item) for item in atoms_of(tests[-1])]
    finite_test = any(is_nan_test(test) for test in tests)
    zero_test = any(asks_about_zero(test) for test in tests)
    is_finite = not any(asks_for_infinity(test) for test in tests)
    asked = {unparse(item) for test in tests for item in atoms_of(test) if not is_number(item)}
    if is_finite:
        asked -= only_measured(tests, _spoken(origins, branches))
    totals = (*subtree(condition), *tests[1:])
    asked |= {unparse(item) for item in totals if _is_total(item)}
    compared = {unparse(item) for item in atoms_of(condition)} if is_finite else set()
    for position, branch in enumerate(branches):
        if branch is None or (isinstance(branch, ATOMS) and unparse(branch) in compared):
            continue  # `where(r < 1, r, 1)`: how r was made is nothing that is asked about
        whole = origins.expand(branch)
        inner = origins.inline(whole)
        asked |= set(_vanishing(origins, inner, asked))
        spoils = _has_pole(origins, inner, is_constant)
        for item in _deeper(origins, inner, asked):
            blows_up = _blows_up(item, asked) and not _is_tame(origins, item, asked, is_constant)
            if zero_test and _is_shifted(item):
                continue  # the pole is not where the condition parts the entries
            if isinstance(item, ast.BinOp) and is_number(item.right):
                blows_up = False
            blows_up = blows_up or _turns(item, asked, is_infinite)
            if blows_up or (finite_test and spoils and _is_product_of(item, asked)):
                return Risk(item, whole, frozenset(asked), is_kept=position == 0)
    return None


def _spoken(origins: Origins, branches: Sequence[ast.expr | None]) -> set[str]:
    """Return the names and attributes that branches are made of."""
    inside = (_deeper(origins, one, set()) for one in branches if one is not None)
    return {unparse(item) for one in inside for item in one if isinstance(item, ATOMS)}


def _deeper(origins: Origins, node: ast.expr, asked: set[str], depth: int = 3) -> Iterator[ast.AST]:
    """Yield the nodes of an expression, and of what its names were assigned from.

    What something bounds is left out.
    """
    todo: list[ast.AST] = [node]
    while todo:
        item = todo.pop(0)
        if isinstance(item, ast.Call) and _bounds(item):
            continue
        yield item
        todo += below(item)
        if depth and isinstance(item, ast.Name) and item.id not in asked:
            value = origins.expand(item)
            if value is not item:
                yield from _deeper(origins, value, asked, depth - 1)


def _has_pole(origins: Origins, node: ast.expr, is_constant: Constant) -> bool:
    """Tell whether something in an expression can be infinite or NaN, or is not computed here."""
    seen = False
    for item in _deeper(origins, node, set()):
        match item:
            case ast.BinOp(op=ast.Div()):
                is_open = True
            case ast.BinOp(op=ast.Pow(), right=power):
                is_open = _is_singular_power([power])
            case ast.Call(func=ast.Attribute(attr=name)):
                is_open = name in _BLOW_UP
            case _:
                is_open = False
        if is_open:
            seen = True
            if not _is_tame(origins, item, frozenset(), is_constant):
                return True
    return not seen


def _vanishing(origins: Origins, node: ast.expr, asked: set[str], depth: int = 3) -> Iterator[str]:
    """Yield the names in an expression that are zero where what was asked about is zero."""
    for item in subtree(node) if depth else ():
        if isinstance(item, ast.Name) and item.id not in asked:
            value = origins.expand(item)
            known = (
                asked | set(_vanishing(origins, value, asked, depth - 1))
                if value is not item
                else asked
            )
            if value is not item and _vanishes(value, known):
                yield item.id


def _vanishes(node: ast.expr, asked: set[str]) -> bool:
    """Tell whether an expression is zero where these are: a product, a power, a view."""
    match node:
        case ast.Name(id=name):
            return name in asked
        case ast.BinOp(op=ast.Mult(), left=left, right=right):
            return _vanishes(left, asked) or _vanishes(right, asked)
        case ast.BinOp(op=ast.Div() | ast.Pow(), left=left):
            return _vanishes(left, asked)
        case ast.UnaryOp(op=ast.USub(), operand=inner) | ast.Subscript(value=inner):
            return _vanishes(inner, asked)
        case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in _KEEP_ZERO:
            return _vanishes(owner, asked)
    return (isinstance(node, ast.Attribute) or _is_total(node)) and unparse(node) in asked


def _is_tame(origins: Origins, item: ast.AST, asked: Set[str], is_constant: Constant) -> bool:
    """Tell whether something keeps it finite: `sqrt(d**2 + 1)`, `exp(-d**2)`, a bound, no grad."""
    match item:
        case ast.Call(func=ast.Attribute(value=owner, attr=name), args=args):
            part = args[0] if args and _is_namespace(owner) else owner
            if is_constant(part) or (asked and _has_other_term(part, asked)):
                return True
            if name in _OVERFLOW:
                return is_negative(origins, part)
            return is_above_zero(origins, part, asked)
        case ast.BinOp(op=ast.Div(), right=right):
            return is_above_zero(origins, right, asked) or is_chosen(origins, right)
        case ast.BinOp(op=ast.Pow(), left=left, right=ast.Constant(value=float() as n)) if n > 1:
            return is_never_negative(origins, left, asked)
        case ast.BinOp(op=ast.Pow(), left=left):
            return is_above_zero(origins, left, asked)
    return False


def _has_other_term(node: ast.expr, asked: Set[str]) -> bool:
    """Tell whether something is added to what was asked about: `x**2 + y**2`, asked about x."""
    match node:
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            for term in (left, right):
                is_other = any(isinstance(item, ATOMS) for item in subtree(term))
                if is_other and not _mentions(term, asked):
                    return True
            return _has_other_term(left, asked) or _has_other_term(right, asked)
    return False


def _is_shifted(item: ast.AST) -> bool:
    """Tell whether a function blows up elsewhere than at zero: `log(x + 1)`, `1 / (x + 1)`."""
    match item:
        case ast.Call(func=ast.Attribute(value=owner), args=args):
            part = args[0] if args and _is_namespace(owner) else owner
        case ast.BinOp(op=ast.Div(), right=part):
            pass
        case _:
            return False
    match part:
        case ast.BinOp(op=ast.Add(), left=ast.Name(), right=ast.Constant() as shift):
            return is_positive(shift)
        case ast.BinOp(op=ast.Add(), left=ast.Constant() as shift, right=ast.Name()):
            return is_positive(shift)
    return False


def _is_namespace(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in NAMESPACES


def _blows_up(item: ast.AST, asked: set[str]) -> bool:
    match item:
        case ast.BinOp(op=ast.Div(), right=right):
            if _is_total(right):  # not zero where one of its parts is
                return unparse(right) in asked
            return _mentions(right, asked)
        case ast.BinOp(op=ast.Pow(), left=left, right=ast.Constant(value=float() as n)):
            return not n.is_integer() and _mentions(left, asked)
        case ast.BinOp(op=ast.Pow(), left=left, right=ast.UnaryOp(op=ast.USub())):
            return _mentions(left, asked)
        case ast.Call(func=ast.Attribute(value=owner, attr=name), args=args) if name in _BLOW_UP:
            if name == "pow" and not _is_singular_power(args[-1:]):
                return False
            if name in _OVERFLOW:  # what goes through a function first is likely bounded by it
                return any(_is_bare(part, asked) for part in (owner, *args[:1]))
            return any(_mentions(part, asked) for part in (owner, *args[:1]))
    return False


def _turns(item: ast.AST, asked: Set[str], is_infinite: Constant) -> bool:
    """Tell whether it is a sine or the like of something infinite: NaN, and so is its slope."""
    match item:
        case ast.Call(func=ast.Attribute(attr="sin" | "cos" | "tan")):
            return any(is_infinite(name) for name in mentioned(item, asked))
    return False


def _is_total(node: ast.AST) -> bool:
    """Tell whether it is made of many entries at once: `p.sum()`, `torch.norm(x)`."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _TOTALS
    return False


def _is_bare(node: ast.expr, asked: set[str]) -> bool:
    """Tell whether it is what the condition asks about, perhaps scaled or shifted."""
    match node:
        case ast.UnaryOp(operand=inner):
            return _is_bare(inner, asked)
        case ast.BinOp(left=left, right=right):
            return _is_bare(left, asked) or _is_bare(right, asked) or _blows_up(node, asked)
    return isinstance(node, ast.Name) and node.id in asked


def _is_singular_power(args: list[ast.expr]) -> bool:
    match args:
        case [ast.Constant(value=int() | float() as n)]:
            return n < 1
        case [ast.UnaryOp(op=ast.USub())]:
            return True
        case [
            ast.BinOp(
                left=ast.Constant(value=int() | float() as above),
                op=ast.Div(),
                right=ast.Constant(value=int() | float() as below),
            )
        ]:
            return 0 < above < below  # x.pow(1 / 2.4)
    return False


def _is_product_of(item: ast.AST, asked: set[str]) -> bool:
    """Tell whether a NaN in what was asked about would be multiplied in backward."""
    match item:
        case ast.BinOp(op=ast.Mult() | ast.Div() | ast.Pow(), left=left, right=right):
            return _mentions(left, asked) or _mentions(right, asked)
        case ast.Call(func=ast.Attribute(value=owner, attr="pow" | "square" | "exp" | "log")):
            return _mentions(owner, asked)
    return False


def _mentions(node: ast.AST, asked: Set[str]) -> bool:
    return any(True for _ in mentioned(node, asked))


def mentioned(node: ast.AST, asked: Set[str]) -> Iterator[ast.expr]:
    """Yield where what was asked about is read, unless something bounds it first."""
    todo = [node]
    while todo:
        item = todo.pop()
        if isinstance(item, ast.Call) and _bounds(item):
            continue
        if isinstance(item, ATOMS) and unparse(item) in asked:
            yield item
        elif not (isinstance(item, ast.Attribute) and item.attr in DESCRIBING):
            todo += ast.iter_child_nodes(item)


def _bounds(node: ast.Call) -> bool:
    return name_of(node).removesuffix("_") in _BOUNDING
