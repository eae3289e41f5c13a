"""Gradients that are not finite: a branch masked by `where`, a function at its singular point.

`where` picks values, but backward runs through both branches; zero times infinity is NaN. A
branch is told only if it holds a function that blows up on the very name the condition asks
about.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from gradsan.model.finding import Edit
from gradsan.ops.table import Op
from gradsan.static.machine import Machine
from gradsan.static.rewrites import bounded_below, function_around
from gradsan.static.source import below
from gradsan.static.values import Needs, Number, Tensor, Value

_BLOW_UP = frozenset(
    "sqrt rsqrt log log2 log10 reciprocal acos asin atanh acosh exp expm1 pow "  # noqa: SIM905
    "lgamma digamma logit".split()
)
# They bound what they are given, or take nothing but its shape from it.
_BOUNDING = frozenset(
    "where masked_fill clamp clamp_min clip maximum minimum nan_to_num new_tensor new_zeros "  # noqa: SIM905
    "new_ones new_full zeros_like ones_like full_like empty_like".split()
)
_OVERFLOW = frozenset({"exp", "expm1"})
_KEEP_ZERO = frozenset(
    "abs sqrt square pow view reshape unsqueeze squeeze flatten expand float clone relu t".split()  # noqa: SIM905
)
_NAMESPACES = frozenset({"torch", "F", "nn", "math", "np"})
_AT_ZERO = frozenset({"sqrt", "rsqrt", "log", "log2", "log10", "reciprocal"})


def inspect_where(m: Machine, node: ast.Call, values: list[Value]) -> None:
    """Note a `torch.where` whose dropped branch can give NaN in backward."""
    if len(node.args) == 3 and m.most_needed(values[1:]) == Needs.YES:
        _inspect_branches(m, node, node.args[0], node.args[1:])


def inspect_fill(m: Machine, node: ast.Call, owner: Value) -> None:
    """Note the same for `y.masked_fill(mask, 0)`."""
    if isinstance(node.func, ast.Attribute) and node.args and m.needs(owner) == Needs.YES:
        _inspect_branches(m, node, node.args[0], [None, node.func.value])


def _inspect_branches(
    m: Machine, node: ast.Call, condition: ast.expr, branches: Sequence[ast.expr | None]
) -> None:
    """Look into what is taken where the condition holds, and where it does not."""
    if not m.state.grad_on:
        return
    tests = [condition, *(_expand(m, item) for item in _atoms(condition))]
    asked = {ast.unparse(item) for test in tests for item in _atoms(test)}
    finite_test = any(_is_nan_test(test) for test in tests)
    for position, branch in enumerate(branches):
        if branch is None:
            continue
        whole = _expand(m, branch)
        asked |= set(_vanishing(m, whole, asked))
        for item in _deeper(m, whole, asked):
            blows_up = _blows_up(item, asked) and not _is_tame(m, item)
            if blows_up or (finite_test and _is_product_of(item, asked)):
                edits = _make_safe(m, condition, whole, asked, is_kept=position == 0)
                subject = ast.unparse(item)
                sure = not asked & _drawn(m.statement)
                m.note("where-nan", m.spot(node), subject, raises=False, sure=sure, edits=edits)
                return


def _drawn(statement: ast.stmt | None) -> set[str]:
    """Return the names that a comprehension of a statement binds: what they are is not seen."""
    return {
        name.id
        for item in (ast.walk(statement) if statement is not None else ())
        if isinstance(item, ast.comprehension)
        for name in ast.walk(item.target)
        if isinstance(name, ast.Name)
    }


def _is_tame(m: Machine, item: ast.AST) -> bool:
    """Tell whether something keeps it finite: `sqrt(d**2 + 1)`, `exp(-d**2)`, a bound, no grad."""
    match item:
        case ast.Call(func=ast.Attribute(value=owner, attr=name), args=args):
            part = args[0] if args and _is_namespace(owner) else owner
            if _is_constant(m, part):
                return True
            return _is_negative(m, part) if name in _OVERFLOW else _is_above_zero(m, part)
        case ast.BinOp(op=ast.Div(), right=right):
            return _is_above_zero(m, right) or _is_chosen(_expand(m, right))
        case ast.BinOp(op=ast.Pow(), left=left):
            return _is_above_zero(m, left)
    return False


def _is_chosen(node: ast.expr) -> bool:
    """Tell whether a value was put in the place of what must not be divided by."""
    match node:
        case ast.Call(func=ast.Attribute(attr="where" | "masked_fill")):
            return True
    return False


def _is_namespace(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in _NAMESPACES


def _is_constant(m: Machine, node: ast.expr) -> bool:
    """Tell whether a name stands for a tensor that no gradient is asked of."""
    value = m.state.frames.get(m.scope[0], {}).get(node.id) if isinstance(node, ast.Name) else None
    return isinstance(value, Tensor) and m.needs(value) == Needs.NO


def _is_above_zero(m: Machine, node: ast.expr) -> bool:
    match node:
        case ast.BinOp(op=ast.Add(), left=left, right=ast.Constant(value=int() | float() as n)):
            return n > 0 and _is_square(m, left)
        case ast.BinOp(op=ast.Add(), left=ast.Constant(value=int() | float() as n), right=right):
            return n > 0 and _is_square(m, right)
    return False


def _is_negative(m: Machine, node: ast.expr) -> bool:
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return _is_square(m, inner)
        case ast.BinOp(op=ast.Mult(), left=ast.UnaryOp(op=ast.USub()), right=right):
            return _is_square(m, right)
        case ast.BinOp(op=ast.Mult() | ast.Div(), left=left, right=ast.Constant()):
            return _is_negative(m, left)
    return False


def _is_square(m: Machine, node: ast.expr) -> bool:
    match _expand(m, node):
        case ast.BinOp(op=ast.Pow(), right=ast.Constant(value=2)):
            return True
        case ast.BinOp(op=ast.Mult(), left=ast.Name(id=left), right=ast.Name(id=right)):
            return left == right
        case ast.Call(func=ast.Attribute(attr="square" | "abs")):
            return True
        case ast.Call(func=ast.Attribute(attr="pow"), args=[*_, ast.Constant(value=2)]):
            return True
    return False


def _deeper(m: Machine, node: ast.expr, asked: set[str], depth: int = 3) -> Iterator[ast.AST]:
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
            value = _expand(m, item)
            if value is not item:
                yield from _deeper(m, value, asked, depth - 1)


def _vanishing(m: Machine, node: ast.expr, asked: set[str], depth: int = 3) -> Iterator[str]:
    """Yield the names in an expression that are zero where what was asked about is zero."""
    for item in ast.walk(node) if depth else ():
        if isinstance(item, ast.Name) and item.id not in asked:
            value = _expand(m, item)
            known = (
                asked | set(_vanishing(m, value, asked, depth - 1)) if value is not item else asked
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
    return ast.unparse(node) in asked


def _make_safe(
    m: Machine, condition: ast.expr, branch: ast.expr, asked: set[str], *, is_kept: bool
) -> list[Edit]:
    """Return the edits that give the dropped entries a harmless argument: a second where."""
    test = ast.unparse(condition)
    edits = []
    for name in _mentioned(branch, asked):
        text = ast.unparse(name)
        ones = f"torch.ones_like({text})"
        pair = f"{text}, {ones}" if is_kept else f"{ones}, {text}"
        place = m.source.place(name)
        edits.append(Edit(place, f"torch.where({test}, {pair})", m.source.text(place)))
    return edits


def _expand(m: Machine, node: ast.expr) -> ast.expr:
    """Return what a name was last assigned from above here, in the same function."""
    if not isinstance(node, ast.Name):
        return node
    home = function_around(m.source, node.lineno)
    if home not in m.assigned:
        m.assigned[home] = _assignments(home or m.source.tree)
    before = [value for value in m.assigned[home].get(node.id, ()) if value.lineno < node.lineno]
    return max(before, key=lambda value: value.lineno, default=node)


def _assignments(root: ast.AST) -> dict[str, list[ast.expr]]:
    """List the plain assignments of a function or module, not those of the functions in it."""
    found: dict[str, list[ast.expr]] = {}
    todo = list(below(root))
    while todo:
        item = todo.pop()
        match item:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found.setdefault(name, []).append(value)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                continue
        todo += below(item)
    return found


def _atoms(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the names and attributes that a condition asks about."""
    for item in ast.walk(node):
        is_name = isinstance(item, ast.Name) and item.id not in _NAMESPACES
        is_own = isinstance(item, ast.Attribute) and ast.unparse(item.value) == "self"
        if isinstance(item, ast.expr) and (is_name or is_own):
            yield item


def _is_nan_test(node: ast.expr) -> bool:
    return any(
        isinstance(item, ast.Attribute) and item.attr in ("isnan", "isfinite", "isinf")
        for item in ast.walk(node)
    )


def _blows_up(item: ast.AST, asked: set[str]) -> bool:
    match item:
        case ast.BinOp(op=ast.Div(), right=right):
            return _mentions(right, asked)
        case ast.BinOp(op=ast.Pow(), left=left, right=ast.Constant(value=float() as n)):
            return n < 1 and _mentions(left, asked)
        case ast.BinOp(op=ast.Pow(), left=left, right=ast.UnaryOp(op=ast.USub())):
            return _mentions(left, asked)
        case ast.Call(func=ast.Attribute(value=owner, attr=name), args=args) if name in _BLOW_UP:
            if name == "pow" and not _is_singular_power(args[-1:]):
                return False
            if name in _OVERFLOW:  # what goes through a function first is likely bounded by it
                return any(_is_bare(part, asked) for part in (owner, *args[:1]))
            return any(_mentions(part, asked) for part in (owner, *args[:1]))
    return False


def may_blow_up(node: ast.expr) -> bool:
    """Tell, by syntax alone, whether an expression holds something that is singular somewhere."""
    for item in ast.walk(node):
        match item:
            case ast.BinOp(op=ast.Div() | ast.Pow() | ast.Mult()):
                return True
            case ast.Call(func=ast.Attribute(attr=name)) if name in _BLOW_UP or name == "square":
                return True
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
    return False


def _is_product_of(item: ast.AST, asked: set[str]) -> bool:
    """Tell whether a NaN in what was asked about would be multiplied in backward."""
    match item:
        case ast.BinOp(op=ast.Mult() | ast.Div() | ast.Pow(), left=left, right=right):
            return _mentions(left, asked) or _mentions(right, asked)
        case ast.Call(func=ast.Attribute(value=owner, attr="pow" | "square" | "exp" | "log")):
            return _mentions(owner, asked)
    return False


def _mentions(node: ast.AST, asked: set[str]) -> bool:
    return any(True for _ in _mentioned(node, asked))


def _mentioned(node: ast.AST, asked: set[str]) -> Iterator[ast.expr]:
    """Yield where what was asked about is read, unless something bounds it first."""
    todo = [node]
    while todo:
        item = todo.pop()
        if isinstance(item, ast.Call) and _bounds(item):
            continue
        if isinstance(item, (ast.Name, ast.Attribute)) and ast.unparse(item) in asked:
            yield item
        else:
            todo += ast.iter_child_nodes(item)


def _bounds(node: ast.Call) -> bool:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    return name in _BOUNDING


def inspect_singular(m: Machine, node: ast.expr, op: Op, bound: dict[str, Value]) -> None:
    """Note a function at a point where its derivative is infinite."""
    value = bound.get(op.parameters[0])
    if not isinstance(value, Tensor) or not m.state.grad_on or m.needs(value) != Needs.YES:
        return
    storage = m.storage(value)
    if storage.has_zero and (op.name in _AT_ZERO or _is_root(op, bound)):
        mend = bounded_below(m.source, node) if op.name in ("sqrt", "pow") else None
        m.note(
            "singular-point", m.spot(node), op.name, made=storage.made, raises=False, edits=[mend]
        )


def _is_root(op: Op, bound: dict[str, Value]) -> bool:
    power = bound.get("exponent")
    if op.name != "pow" or not isinstance(power, Number):
        return False
    return isinstance(power.value, (int, float)) and power.value < 1


def knows_zero(node: ast.expr | None) -> bool:
    """Tell whether a literal list holds a zero.

    >>> knows_zero(ast.parse("[1.0, [0.0]]", mode="eval").body)
    True
    """
    if isinstance(node, (ast.List, ast.Tuple)):
        return any(knows_zero(item) for item in node.elts)
    return isinstance(node, ast.Constant) and node.value == 0 and node.value is not False
