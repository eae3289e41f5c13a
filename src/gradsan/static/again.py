"""A graph that a second backward needs: keep it, or compute it again if its weights moved.

Comes in: the saves that were let go, and the loss. Goes out: edits, or none. A statement is
repeated or moved only as a whole, and only where every name in it still means the same.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.names import is_read, loads, stores
from gradsan.static.nodes import children
from gradsan.static.query import Spot
from gradsan.static.rewrites import (
    block_of,
    drop,
    expression_at,
    function_around,
    insert_before,
    loop_around,
    set_flag,
    statement_at,
    wrap,
)
from gradsan.static.values import UNKNOWN, LiveSave, Tensor, Unknown, Value

_DRAWS = ("rand", "dropout", "bernoulli", "multinomial", "normal", "sample", "next", "pop")


def mend_second(m: Machine, loss: Value, freed: Iterable[int], first: Spot) -> list[Edit]:
    """Return the edits that give a second backward the graph it asks for."""
    lost = frozenset(freed)
    is_new = isinstance(loss, Tensor) and loss.storage not in m.state.roots
    if is_new and (edit := _hold_target(m)):
        return [edit]
    if (closure := _closure(m)) is not None:
        return _in_closure(m, closure, lost)
    carried = _carried(m, lost)
    frame = m.state.frames[m.scope[0]]
    whole = [frame[name] for name in carried if m.graph(frame[name]) <= lost]
    if not _has_moved(m, whole or [loss], lost):
        return _keep_graph(m, loss, first)
    loop = loop_around(m.source, m.statement) if m.statement else None
    if loop is not None and _is_here(m, loop):
        return _in_loop(m, loop, carried)
    return _before_second(m, carried, first)


def _closure(m: Machine) -> ast.FunctionDef | None:
    """Return the function that runs, if an optimizer calls it again and again: `step(closure)`."""
    home = function_around(m.source, m.statement.lineno) if m.statement else None
    if not isinstance(home, ast.FunctionDef):
        return None
    for item in m.source.nodes:
        match item:
            case ast.Call(func=ast.Attribute(attr="step"), args=[ast.Name(id=name), *_]):
                if name == home.name:
                    return home
    return None


def _in_closure(m: Machine, closure: ast.FunctionDef, lost: frozenset[int]) -> list[Edit]:
    """Return the edits that move what was computed before a closure into it."""
    carried = {
        name
        for frame in m.scope
        for name, value in m.state.frames[frame].items()
        if isinstance(value, Tensor) and m.graph(value) & lost
    }
    wanted = _taken_in(closure.body) & carried
    block = block_of(m.source, closure) or []
    before = block[: block.index(closure)] if closure in block else []
    makers = _makers(before, wanted, carried) if wanted else []
    bound = {name for maker in makers for name in stores(maker)}
    rest = function_around(m.source, closure.lineno - 1) or m.source.tree
    if not makers or is_read(rest, bound, {closure, *makers}):
        return []
    reads = {name for maker in makers for name in loads(maker)}
    passed = [item for item in block if item not in makers and item.lineno > makers[0].lineno]
    if any(stores(item) & (reads | bound) for item in passed):
        return []
    has_text = ast.get_docstring(closure) is not None and len(closure.body) > 1
    first = closure.body[1] if has_text else closure.body[0]
    return _put(m, makers, first, [drop(m.source, maker) for maker in makers])


def _hold_target(m: Machine) -> Edit | None:
    """Return the edit that takes what a loss aims at out of the graph of another loss.

    By its name: `target = reward + 0.9 * q` is a target if it is the only one and reads one value.
    """
    found: list[ast.Name] = []
    for item in m.source.nodes:
        match item:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp() as value) if (
                name.removesuffix("s").endswith("target") and "detach" not in ast.unparse(value)
            ):
                found += _computed(m, item, value)
    return wrap(m.source, found[0], ".detach()") if len(found) == 1 else None


def _computed(m: Machine, statement: ast.stmt, value: ast.expr) -> list[ast.Name]:
    """Return the names in an expression that the function has bound to the result of a call."""
    home = function_around(m.source, statement.lineno) or m.source.tree
    made = {
        name
        for item in children(home)
        if isinstance(item, ast.Assign) and isinstance(item.value, ast.Call)
        for name in stores(item)
        if "detach" not in ast.unparse(item.value) and item.lineno < statement.lineno
    }
    return [item for item in children(value) if isinstance(item, ast.Name) and item.id in made]


def compute_in_loop(m: Machine, save: LiveSave, step: ast.stmt | None) -> tuple[Edit, ...]:
    """Return the edits that compute a value in the loop that moves its weights."""
    loop = loop_around(m.source, m.statement) if m.statement else None
    if loop is None or not _is_here(m, loop) or step is None or not m.source.is_inside(step, loop):
        return ()
    made = statement_at(m.source, save.fact.spot.place)
    if made is not None and m.source.is_inside(made, loop):
        return ()
    return tuple(_in_loop(m, loop, _carried(m, frozenset({save.id}))))


def _carried(m: Machine, lost: frozenset[int]) -> set[str]:
    """Return the names of this frame for what goes back through saves that were let go."""
    frame = m.state.frames[m.scope[0]]
    return {
        name for name, value in frame.items() if isinstance(value, Tensor) and m.graph(value) & lost
    }


def _has_moved(m: Machine, values: Iterable[Value], lost: frozenset[int]) -> bool:
    """Tell whether a weight was written after the graph was made."""
    saves = [save for kept in m.state.saves.values() for save in kept if save.id in lost]
    since = min((save.fact.order for save in saves), default=0)
    return any(m.state.written.get(leaf, 0) > since for leaf in m.leaves(values))


def _keep_graph(m: Machine, loss: Value, first: Spot) -> list[Edit]:
    """Return the edit that keeps the graph, if nothing in it was changed."""
    call = expression_at(m.source, first.place)
    if not isinstance(call, ast.Call) or m.graph(loss) & m.state.stale.keys():
        return []
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if name not in ("backward", "grad") or any(
        item.arg == "retain_graph" for item in call.keywords
    ):
        return []
    if _steps_unseen(m):
        return []
    edit = set_flag(m.source, call, "retain_graph", "True")
    return [edit] if edit else []


def _steps_unseen(m: Machine) -> bool:
    """Tell whether something steps here that may move any weight: an optimizer that is not known.

    A scheduler moves none.
    """
    here = function_around(m.source, m.statement.lineno) if m.statement else None
    for item, owner in m.source.once(_steps, here or m.source.tree):
        if function_around(m.source, item.lineno) is not here or "sched" in ast.unparse(owner):
            continue
        value = m.evaluate(m, owner) if isinstance(owner, (ast.Name, ast.Attribute)) else UNKNOWN
        if isinstance(value, Unknown):
            return True
    return False


def _steps(node: ast.AST) -> list[tuple[ast.Call, ast.expr]]:
    """Return the calls of something named `step` below a node, with what steps."""
    return [
        (item, item.func.value)
        for item in children(node)
        if isinstance(item, ast.Call)
        and isinstance(item.func, ast.Attribute)
        and item.func.attr == "step"
    ]


def _is_here(m: Machine, node: ast.stmt) -> bool:
    """Tell whether a statement is in the function that is walked."""
    here = function_around(m.source, m.statement.lineno) if m.statement else None
    return function_around(m.source, node.lineno) is here


# -- compute it again ------------------------------------------------------------------------


def _in_loop(m: Machine, loop: ast.For | ast.While, carried: set[str]) -> list[Edit]:
    """Return the edits that move what was computed before a loop to the top of its body."""
    wanted = _taken_in(loop.body) & carried
    if wanted & stores(loop):
        return []  # a state that the loop carries on
    home = _block_before(m, loop, wanted)
    makers = _makers(home, wanted, carried) if home else []
    reads = {name for maker in makers for name in loads(maker)}
    if not makers or reads & stores(loop):
        return []
    rest = function_around(m.source, loop.lineno) or m.source.tree
    if any(
        stores(item) & reads
        for item in children(rest)
        if isinstance(item, ast.stmt)
        and makers[0].lineno < item.lineno < loop.lineno
        and item not in makers
    ):
        return []  # what they are made of has another value by then
    taken = [drop(m.source, maker) for maker in makers]
    bound = {name for maker in makers for name in stores(maker)}
    if is_read(rest, bound, {loop, *makers}):
        taken = []  # somebody else reads the first value
    return _put(m, makers, loop.body[0], taken)


def _block_before(m: Machine, loop: ast.stmt, wanted: set[str]) -> list[ast.stmt] | None:
    """Return the statements before a loop, or a loop around it, that bind all these names."""
    at: ast.stmt | None = loop
    while at is not None and _is_here(m, at):
        block = block_of(m.source, at)
        before = block[: block.index(at)] if block and at in block else []
        if wanted and all(any(name in stores(item) for item in before) for name in wanted):
            return before
        at = loop_around(m.source, at)
    return None


def _before_second(m: Machine, carried: set[str], first: Spot) -> list[Edit]:
    """Return the edits that repeat what was computed once before it is used again."""
    old, now = statement_at(m.source, first.place), m.statement
    block = block_of(m.source, now) if now else None
    if now is None or not block or old not in block or old is now:
        return []
    after = block[block.index(old) + 1 : block.index(now) + 1]
    second = next((item for item in after if loads(item) & carried), None)
    if second is None or not isinstance(second, (ast.Assign, ast.Expr)):
        return []
    before = block[: block.index(old)]
    makers = _makers(before, loads(second) & carried, carried)
    if not makers:
        return []
    between = block[block.index(makers[0]) + 1 : block.index(second)]
    rebound = {name for item in between if item not in makers for name in stores(item)}
    if rebound & {name for maker in makers for name in loads(maker)}:
        return []
    return _put(m, makers, second, [])


def _makers(before: list[ast.stmt], wanted: set[str], carried: set[str]) -> list[ast.stmt]:
    """Return the assignments that make these names and what of the graph they need; or none."""
    makers: list[ast.stmt] = []
    todo = set(wanted)
    for item in reversed(before):
        stored = stores(item)
        if not stored & todo:
            continue
        if not isinstance(item, ast.Assign) or not _is_plain(item):
            return []
        todo -= stored
        todo |= loads(item) & carried
        makers.insert(0, item)
    return [] if todo else makers


def _is_plain(item: ast.Assign) -> bool:
    """Tell whether an assignment binds names only, and draws nothing."""
    targets = [part for target in item.targets for part in (target, *children(target))]
    is_named = all(isinstance(part, (ast.Name, ast.Tuple, ast.List)) for part in targets)
    return is_named and not draws(item)


def draws(node: ast.AST) -> bool:
    """Tell whether something below a node is named like what gives another value each time."""
    words = [
        part.attr if isinstance(part, ast.Attribute) else part.id
        for part in children(node)
        if isinstance(part, (ast.Attribute, ast.Name))
    ]
    return any(word.startswith(_DRAWS) for word in words)


def _put(
    m: Machine, makers: list[ast.stmt], place: ast.stmt, taken: list[Edit | None]
) -> list[Edit]:
    texts = [m.source.text(m.source.place(maker)) for maker in makers]
    if None in taken or any("\n" in text for text in texts):
        return []
    row = m.source.place(place).start
    indent = m.source.lines[row.row - 1][: row.column - 1]
    put = insert_before(m.source, place, f"\n{indent}".join(texts))
    return [*(edit for edit in taken if edit), put] if put else []


def _taken_in(body: list[ast.stmt]) -> set[str]:
    """Return the names that a block reads before it binds them."""
    taken: set[str] = set()
    bound: set[str] = set()
    for item in body:
        taken |= loads(item) - bound
        bound |= stores(item)
    return taken
