"""Python's library, as far as tensors pass through it: itertools, functools, operator."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import pairwise

from gradsan.static.arguments import Arguments
from gradsan.static.classes import lineage_of, special_method
from gradsan.static.indexing import take_item
from gradsan.static.iterating import as_many, is_open, iterate
from gradsan.static.machine import LOOP_PASSES, Machine
from gradsan.static.mappings import default_dict, from_keys, make_dict
from gradsan.static.nodes import subtree, unparse
from gradsan.static.operators import binary, row
from gradsan.static.saving import apply
from gradsan.static.values import (
    NONE,
    NUMBER,
    UNKNOWN,
    Class,
    Function,
    Number,
    Object,
    Parts,
    Ref,
    Tensor,
    Value,
)

MAX_CALLS = 8  # of a function by `map`, `reduce` and the like

PARTIAL = Ref("functools.partial")
CACHE = Ref("functools.cache")
FIELD = Ref("dataclasses.field")

_OPERATORS: dict[str, type[ast.operator]] = {
    "add": ast.Add,
    "sub": ast.Sub,
    "mul": ast.Mult,
    "truediv": ast.Div,
    "pow": ast.Pow,
    "matmul": ast.MatMult,
    "mod": ast.Mod,
    "floordiv": ast.FloorDiv,
}


def call_made(m: Machine, node: ast.Call, made: Object, args: Arguments) -> Value | None:
    """Call what `partial` or `cache` made; None if it is something else."""
    parts = m.state.objects[made.id]
    if parts.cls == PARTIAL and parts.items:
        function, *given = parts.items
        nodes = [*[node.func] * len(given), *args.nodes]
        named = {**parts.attributes, **args.named}
        whole = Arguments([*given, *args.positional], named, nodes, args.has_star)
        result: Value = m.call(m, node, function, whole)
        return result
    if parts.cls == CACHE:
        return _call_cached(m, node, made, args)
    return None


def is_partial(m: Machine, value: Value) -> bool:
    """Tell whether a value is what `partial` made."""
    return isinstance(value, Object) and m.state.objects[value.id].cls == PARTIAL


def _call_cached(m: Machine, node: ast.Call, made: Object, args: Arguments) -> Value:
    """Give what the same arguments gave before."""
    parts = m.state.objects[made.id]
    value: Value = UNKNOWN
    is_known = all(isinstance(one, Number) and one.known for one in args.all())
    for key, value in zip(parts.keys or (), parts.items or (), strict=False):
        given = m.state.objects[key.id] if isinstance(key, Object) else Parts()
        if is_known and given.items == args.positional and given.attributes == args.named:
            return value
    value = m.call(m, node, parts.attributes["function"], args)
    own = m.own(made)
    key = m.new_object(Parts(items=list(args.positional), attributes=dict(args.named)))
    own.keys, own.items, own.at = [*(own.keys or ()), key], [*(own.items or ()), value], None
    return value


def clear_cache(m: Machine, owner: Object, name: str) -> bool:
    """Run `cache_clear()`; False if it is another method or object."""
    if name != "cache_clear" or m.state.objects[owner.id].cls != CACHE:
        return False
    own = m.own(owner)
    own.keys, own.items, own.at = [], [], None
    return True


def cached(m: Machine, decorator: Value, function: Value) -> Value | None:
    """Decorate a function with `cache` or `lru_cache`; None if it is another decorator."""
    match decorator:
        case Ref("functools.cache" | "functools.lru_cache"):
            known = {"function": function}
            return m.new_object(Parts(cls=CACHE, attributes=known, items=[], keys=[]))
    return None


def _partial(m: Machine, node: ast.Call, args: Arguments) -> Value:
    if not args.positional or args.has_star:
        return m.lose(args.all())
    return m.new_object(Parts(cls=PARTIAL, items=args.positional, attributes=dict(args.named)))


def _map(m: Machine, node: ast.Call, args: Arguments) -> Value:
    if len(args.positional) < 2 or not _is_taken_at_once(m, node):
        return m.lose(args.all())
    function, *columns = args.positional
    return _each(
        m, node, function, [list(r) for r in zip(*columns_of(m, columns, node), strict=False)]
    )


def _is_taken_at_once(m: Machine, node: ast.Call) -> bool:
    """Tell whether the statement that makes an iterator also goes through it."""
    for item in subtree(m.statement) if m.statement else ():
        match item:
            case ast.Call(args=given) if node in given:
                return not isinstance(item.func, ast.Name) or item.func.id not in ("iter", "next")
            case ast.Starred(value=taken) | ast.comprehension(iter=taken) if taken is node:
                return True
            case ast.For(iter=taken) if taken is node:
                return True
            case ast.Assign(targets=[ast.Tuple() | ast.List()], value=taken) if taken is node:
                return True
    return False


def _starmap(m: Machine, node: ast.Call, args: Arguments) -> Value:
    rows = iterate(m, args.flag("iterable", 1), node)
    return _each(m, node, args.flag("function", 0), [iterate(m, one, node) for one in rows])


def _each(m: Machine, node: ast.Call, function: Value, rows: list[list[Value]]) -> Value:
    items = [m.call(m, node, function, _handed(node, one)) for one in rows[:MAX_CALLS]]
    return m.new_object(Parts(items=items, is_open=len(rows) > MAX_CALLS))


def _handed(node: ast.Call, values: list[Value]) -> Arguments:
    """Make the arguments of a call that is not written down."""
    return Arguments(values, nodes=[node.func] * len(values))


def columns_of(m: Machine, values: list[Value], node: ast.Call) -> list[list[Value]]:
    """Return what goes side by side: where one has an end, those without go on as long."""
    nodes = node.args if len(node.args) == len(values) else [node] * len(values)
    columns = [iterate(m, value, of) for value, of in zip(values, nodes, strict=True)]
    ends = [len(column) for column, of in zip(columns, values, strict=True) if not is_open(m, of)]
    length = min(ends, default=LOOP_PASSES)
    return [
        as_many(column, length) if is_open(m, value) else column
        for column, value in zip(columns, values, strict=True)
    ]


def _reduce(m: Machine, node: ast.Call, args: Arguments) -> Value:
    return _fold(
        m, node, args.flag("function", 0), args.flag("iterable", 1), args.flag("initial", 2)
    )[-1]


def _accumulate(m: Machine, node: ast.Call, args: Arguments) -> Value:
    function = args.flag("func", 1)
    made = _fold(
        m, node, Ref("operator.add") if function == NONE else function,
        args.flag("iterable", 0), args.named.get("initial", NONE),
    )  # fmt: skip
    return m.new_object(Parts(items=made))


def _fold(m: Machine, node: ast.Call, function: Value, over: Value, first: Value) -> list[Value]:
    items = iterate(m, over, node)
    if is_open(m, over):
        items = (items * LOOP_PASSES)[:LOOP_PASSES]
    made = [first] if first != NONE else items[:1]
    for item in items[len(made) if first == NONE else 0 :][:MAX_CALLS]:
        made.append(m.call(m, node, function, _handed(node, [made[-1], item])))
    return made or [UNKNOWN]


def _islice(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """Take the first few: as many as are known to be asked for."""
    items = iterate(m, args.flag("iterable", 0), node)
    match args.positional[1:]:
        case [Number(int() as stop)] if stop >= 0:
            return m.new_object(Parts(items=items[:stop]))
    return m.new_object(Parts(items=items, is_open=True))


def _chain(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """itertools.chain: the elements of all of them."""
    items = [item for value in args.positional for item in iterate(m, value, node)]
    return m.new_object(Parts(items=items))


def _chain_all(m: Machine, node: ast.Call, args: Arguments) -> Value:
    over = args.flag("iterable", 0)
    return _chain(m, node, Arguments(iterate(m, over, node)))


def _pairwise(m: Machine, node: ast.Call, args: Arguments) -> Value:
    items = iterate(m, args.flag("iterable", 0), node)
    rows: list[Value] = [m.new_object(Parts(items=[one, other])) for one, other in pairwise(items)]
    return m.new_object(Parts(items=rows))


def _zip_longest(m: Machine, node: ast.Call, args: Arguments) -> Value:
    columns = columns_of(m, args.positional, node)
    longest = max(map(len, columns), default=0)
    fill = args.named.get("fillvalue", NONE)
    padded = [[*column, *[fill] * (longest - len(column))] for column in columns]
    rows: list[Value] = [m.new_object(Parts(items=list(r))) for r in zip(*padded, strict=True)]
    return m.new_object(Parts(items=rows))


# -- lists and classes --------------------------------------------------------------------


def _deque(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """collections.deque: a list, as far as it goes."""
    items = iterate(m, args.positional[0], node) if args.positional else []
    limit = {"maxlen": args.flag("maxlen", 1)}
    return m.new_object(Parts(None, limit, items=[] if items == [UNKNOWN] else items))


def _named_tuple(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """collections.namedtuple: a class with these fields."""
    names: list[object] = []
    match args.flag("field_names", 1):
        case Number(str() as text):
            names = [*text.replace(",", " ").split()]
        case Object() as given:
            names = [one.value for one in iterate(m, given, node) if isinstance(one, Number)]
    fields = [name for name in names if isinstance(name, str) and name.isidentifier()]
    if not fields or len(fields) != len(names):
        return m.lose(args.all())
    body: list[ast.stmt] = [
        ast.AnnAssign(ast.Name(name, ast.Store()), ast.Name("object", ast.Load()), None, 1)
        for name in fields
    ]
    made = ast.ClassDef("namedtuple", [], [], body, [])
    ast.fix_missing_locations(ast.copy_location(made, node))
    base = Ref("typing.NamedTuple")
    return Class("namedtuple", made, m.scope, (base,), lineage=lineage_of(base))


def _namespace(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """types.SimpleNamespace: attributes, and nothing else."""
    if args.has_star or args.positional:
        return m.lose(args.all())
    return m.new_object(Parts(Ref("types.SimpleNamespace"), attributes=dict(args.named)))


def _field(m: Machine, node: ast.Call, args: Arguments) -> Value:
    return m.new_object(Parts(cls=FIELD, attributes=dict(args.named)))


def default_of(m: Machine, value: Value, node: ast.Call) -> Value:
    """Return what a field of a dataclass begins with."""
    if not isinstance(value, Object) or m.state.objects[value.id].cls != FIELD:
        return value
    known = m.state.objects[value.id].attributes
    if "default_factory" in known:
        made: Value = m.call(m, node, known["default_factory"], Arguments())
        return made
    return known.get("default", UNKNOWN)


def _replace(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """dataclasses.replace: another object with the same things in it."""
    match args.positional:
        case [Object(key)] if isinstance(m.state.objects[key].cls, Class):
            old = m.state.objects[key]
            made = m.new_object(Parts(cls=old.cls, attributes={**old.attributes, **args.named}))
            if after := special_method(m, made, "__post_init__"):
                m.enter(m, node, after, Arguments())
            return made
    return m.lose(args.all())


def _copy(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """copy.copy: another object or list, the same things in it."""
    match args.positional:
        case [Object(key)]:
            return m.new_object(m.state.objects[key].copy(None))
    return m.lose(args.all())


def _operate(kind: type[ast.operator]) -> Callable[[Machine, ast.Call, Arguments], Value]:
    def operate(m: Machine, node: ast.Call, args: Arguments) -> Value:
        if len(args.positional) != 2:
            return m.lose(args.all())
        return binary(m, node, kind, *args.positional)

    return operate


def _negate(m: Machine, node: ast.Call, args: Arguments) -> Value:
    match args.positional:
        case [Tensor() as value]:
            return apply(m, row("neg"), {"self": value}, node)
    return NUMBER


def _choice(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """random.choice: one of the items."""
    first = args.positional[0] if args.positional else UNKNOWN
    return take_item(m, first, NUMBER) if isinstance(first, Object) else m.lose(args.all())


def _sample(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """random.sample: some of the items; all of them, if as many are asked for."""
    first = args.positional[0] if args.positional else UNKNOWN
    if not isinstance(first, Object):
        return m.lose(args.all())
    items = iterate(m, first, node)
    if items == [UNKNOWN] or is_open(m, first):
        return m.lose(args.all())
    count = args.flag("k", 1)
    is_whole = isinstance(count, Number) and count.known and count.value == len(items)
    if not is_whole:
        match node.args:
            case [_, ast.Call(func=ast.Name(id="len"), args=[one])]:
                is_whole = unparse(one) in unparse(node.args[0])
    return m.new_object(Parts(items=items, is_picked=not is_whole))


def _same(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """A function that gives another one like its own, e.g. torch.vmap."""
    match args.positional:
        case [Function() | Ref() as function, *_]:
            return function
    return m.lose(args.all())


LIBRARY: dict[str, Callable[[Machine, ast.Call, Arguments], Value]] = {
    "argparse.Namespace": _namespace,
    "collections.OrderedDict": make_dict,
    "collections.defaultdict": default_dict,
    "collections.deque": _deque,
    "collections.namedtuple": _named_tuple,
    "copy.copy": _copy,
    "dataclasses.field": _field,
    "dataclasses.replace": _replace,
    "dict": make_dict,
    "dict.fromkeys": from_keys,
    "functools.partial": _partial,
    "functools.reduce": _reduce,
    "itertools.accumulate": _accumulate,
    "itertools.chain": _chain,
    "itertools.chain.from_iterable": _chain_all,
    "itertools.islice": _islice,
    "itertools.pairwise": _pairwise,
    "itertools.starmap": _starmap,
    "itertools.zip_longest": _zip_longest,
    "map": _map,
    "operator.neg": _negate,
    "random.choice": _choice,
    "random.sample": _sample,
    "types.SimpleNamespace": _namespace,
    "torch.func.vmap": _same,
    "torch.vmap": _same,
    **{f"operator.{name}": _operate(kind) for name, kind in _OPERATORS.items()},
}
