"""Python's library, as far as tensors pass through it: itertools, functools, operator, dicts."""

from __future__ import annotations

import ast
from collections.abc import Callable
from itertools import pairwise

from gradsan.static.arguments import Arguments
from gradsan.static.classes import special_method
from gradsan.static.indexing import take_item
from gradsan.static.machine import LOOP_PASSES, Machine
from gradsan.static.operators import binary, row
from gradsan.static.saving import apply
from gradsan.static.tensors import is_open, iterate
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
    for key, value in zip(parts.keys or (), parts.items or (), strict=False):
        if isinstance(key, Object) and m.state.objects[key.id].items == args.all():
            return value
    value = m.call(m, node, parts.attributes["function"], args)
    own = m.own(made)
    own.keys = [*(own.keys or ()), m.new_object(Parts(items=args.all()))]
    own.items = [*(own.items or ()), value]
    return value


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
    if len(args.positional) < 2:
        return UNKNOWN
    function, *columns = args.positional
    return _each(
        m, node, function, [list(r) for r in zip(*columns_of(m, columns, node), strict=False)]
    )


def _starmap(m: Machine, node: ast.Call, args: Arguments) -> Value:
    rows = iterate(m, args.flag("iterable", 1), node)
    return _each(m, node, args.flag("function", 0), [iterate(m, one, node) for one in rows])


def _each(m: Machine, node: ast.Call, function: Value, rows: list[list[Value]]) -> Value:
    items = [m.call(m, node, function, _handed(node, one)) for one in rows[:MAX_CALLS]]
    return m.new_object(Parts(items=items, is_open=len(rows) > MAX_CALLS))


MAX_CALLS = 8


def _handed(node: ast.Call, values: list[Value]) -> Arguments:
    """Make the arguments of a call that is not written down."""
    return Arguments(values, nodes=[node.func] * len(values))


def columns_of(m: Machine, values: list[Value], node: ast.Call) -> list[list[Value]]:
    """Return what goes side by side: where one has an end, those without go on as long."""
    columns = [iterate(m, value, node) for value in values]
    ends = [len(column) for column, of in zip(columns, values, strict=True) if not is_open(m, of)]
    length = min(ends, default=LOOP_PASSES)
    return [
        (column * length)[:length] if is_open(m, value) else column
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


# -- dicts ---------------------------------------------------------------------------------


def make_dict(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """Make a dict: of another one, of pairs, of keywords."""
    made = Parts(items=[], keys=[])
    if args.has_star or not all(merge(m, made, value, node) for value in args.positional):
        return m.lose(args.all())
    for key, value in args.named.items():
        put(made, Number(key, known=True), value)
    return m.new_object(made)


def merge(m: Machine, made: Parts, value: Value, node: ast.expr) -> bool:
    """Put what a dict or a list of pairs holds into a dict; False if that is not known."""
    match value:
        case Object(key) if (given := m.state.objects[key]).keys is not None:
            pairs = list(zip(given.keys, given.items or (), strict=False))
            made.is_open |= given.is_open
        case Object():
            rows = [iterate(m, one, node) for one in iterate(m, value, node)]
            if any(len(one) != 2 for one in rows) or is_open(m, value):
                return False
            pairs = [(one[0], one[1]) for one in rows]
        case _:
            return False
    for key_of, item in pairs:
        put(made, key_of, item)
    return True


def put(made: Parts, key: Value, value: Value) -> None:
    """Set an item of a dict."""
    if made.keys is None or made.items is None:
        return
    if key in made.keys:
        made.items[made.keys.index(key)] = value
    else:
        made.keys.append(key)
        made.items.append(value)


def get_item(m: Machine, owner: Object, args: Arguments) -> Value:
    """`d.get(key)`: what the key has, else what was given in its place."""
    parts = m.state.objects[owner.id]
    key = args.flag("key", 0)
    if key in (parts.keys or ()):
        return take_item(m, owner, key)
    is_known = isinstance(key, Number) and key.known and not parts.is_open
    others = all(isinstance(one, Number) and one.known for one in parts.keys or ())
    return args.flag("default", 1) if is_known and others else UNKNOWN


def make_missing(m: Machine, owner: Object, key: Value, node: ast.expr) -> Value | None:
    """Make what a dict makes for a key it has not; None if that is an error or not known."""
    parts = m.state.objects[owner.id]
    if key in (parts.keys or ()):
        return None
    if method := special_method(m, owner, "__missing__"):
        made: Value = m.enter(m, node, method, Arguments([key]))
        return made
    factory = parts.attributes.get("default_factory")
    if parts.keys is None or not isinstance(factory, (Ref, Function, Class)):
        return None
    value: Value = m.call(m, node, factory, Arguments())
    put(m.own(owner), key, value)
    return value


def _from_keys(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """dict.fromkeys: each thing once."""
    keys: list[Value] = []
    for item in iterate(m, args.flag("iterable", 0), node):
        if item not in keys:
            keys.append(item)
    value = args.flag("value", 1)
    shared = isinstance(value, Tensor) and len(keys) != 1
    made = Parts(items=[value] * len(keys), keys=keys, is_replicated=shared, made_by=node)
    return m.new_object(made)


def _default_dict(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """Make a dict that knows what to make for a key it has not."""
    made = make_dict(m, node, Arguments(args.positional[1:], args.named))
    if isinstance(made, Object) and args.positional:
        m.own(made).attributes["default_factory"] = args.positional[0]
    return made


def _deque(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """collections.deque: a list, as far as it goes."""
    items = iterate(m, args.positional[0], node) if args.positional else []
    return m.new_object(Parts(items=[] if items == [UNKNOWN] else items))


# -- classes and attributes ----------------------------------------------------------------


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
    return Class("namedtuple", made, m.scope, (Ref("typing.NamedTuple"),))


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
            return m.new_object(Parts(cls=old.cls, attributes={**old.attributes, **args.named}))
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


def _same(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """A function that gives another one like its own, e.g. torch.vmap."""
    match args.positional:
        case [Function() | Ref() as function, *_]:
            return function
    return m.lose(args.all())


LIBRARY: dict[str, Callable[[Machine, ast.Call, Arguments], Value]] = {
    "collections.OrderedDict": make_dict,
    "collections.defaultdict": _default_dict,
    "collections.deque": _deque,
    "collections.namedtuple": _named_tuple,
    "copy.copy": _copy,
    "dataclasses.field": _field,
    "dataclasses.replace": _replace,
    "dict": make_dict,
    "dict.fromkeys": _from_keys,
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
    "torch.func.vmap": _same,
    "torch.vmap": _same,
    **{f"operator.{name}": _operate(kind) for name, kind in _OPERATORS.items()},
}
