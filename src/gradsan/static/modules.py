"""Modules, optimizers and classes of the file: how they are made and what they do."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from gradsan.model.finding import Edit
from gradsan.ops.table import Layer, torch_modules
from gradsan.static.arguments import Arguments, is_false, is_true
from gradsan.static.classes import base_layer, fields_of, find_method, is_a, is_mapping, is_module
from gradsan.static.freezing import freezes
from gradsan.static.iterating import iterate
from gradsan.static.layers import NORMALISED, call_layer
from gradsan.static.library import default_of
from gradsan.static.links import put_link
from gradsan.static.machine import Machine
from gradsan.static.optimizers import call_optimizer, keeps_memory
from gradsan.static.running import make_statistics
from gradsan.static.saving import apply_unknown
from gradsan.static.state_dicts import load_state, make_state
from gradsan.static.tensors import require_grad
from gradsan.static.training import clear_grads
from gradsan.static.values import (
    NONE,
    UNKNOWN,
    Class,
    Function,
    Needs,
    Number,
    Object,
    Parts,
    Ref,
    Storage,
    Tensor,
    Unknown,
    Value,
)

_CHAINS = frozenset({"Sequential", "ModuleList", "ParameterList"})
_CHAIN = "torch.nn.Sequential"
_DICTS = frozenset({"ModuleDict", "ParameterDict"})
_LISTINGS = frozenset(
    {"modules", "named_modules", "children", "named_children", "buffers", "named_buffers"}
)
_SAME_OBJECT = frozenset({"to", "cuda", "cpu", "float", "double", "half"})
MAX_LAYERS = 64  # of a Sequential that are walked
_FORWARD_HOOKS = "_forward_hooks"
_BACKWARD_HOOK = "_backward_hook"


def make_layer(m: Machine, node: ast.Call, name: str, args: Arguments) -> Value:
    """Make a module of torch.nn."""
    parts = Parts(cls=Ref(f"torch.nn.{name}"), made_by=node)
    if name == "Sequential":
        parts.items, parts.names = _links(m, args)
        if len(parts.items) > MAX_LAYERS:  # nobody wrote so many to have each told apart
            del parts.items[MAX_LAYERS:], parts.names[MAX_LAYERS:]
            parts.is_open = parts.is_mixed = True
    elif name in _CHAINS:
        items = args.positional
        if items and isinstance(items[0], Object):
            items = m.state.objects[items[0].id].items or []
        parts.items = list(items)
    elif name in _DICTS and args.positional and isinstance(args.positional[0], Object):
        given = m.state.objects[args.positional[0].id]
        parts.items, parts.keys = list(given.items or []), list(given.keys or [])
    elif layer := torch_modules().get(name):
        parts.attributes.update(_weights(m, layer, args), **make_statistics(m, name, args))
        if "Dropout" in name:
            parts.attributes["p"] = args.flag("p", 0)
    return m.new_object(parts)


def make_pretrained(m: Machine, node: ast.Call, name: str, args: Arguments) -> Value:
    """Make an embedding of given weights, which are frozen unless it is said that they are not."""
    made = make_layer(m, node, name, Arguments(named=args.named))
    if isinstance(made, Object) and not is_false(args.flag("freeze", 1)):
        for weight in m.tensors(m.state.objects[made.id].attributes.get("weight")):
            m.change(weight, needs=Needs.NO)
    return made


def make_instance(m: Machine, node: ast.Call, cls: Class, args: Arguments) -> Value:
    """Make an instance of a class of the file, through its `__init__`."""
    instance = m.new_object(Parts(cls, items=[], keys=[]) if is_mapping(cls) else Parts(cls))
    if init := find_method(cls, "__init__"):
        m.enter(m, node, Function(init, f"{cls.name}.__init__", cls.frames, instance), args)
        return instance
    fields = fields_of(cls)
    known = m.state.frames.get(cls.frame, {}) if cls.frame is not None else {}
    values = dict(zip(fields, args.positional, strict=False)) | args.named
    for name in fields:
        value = values[name] if name in values else default_of(m, known.get(name, UNKNOWN), node)
        m.own(instance).attributes[name] = value
    if after := find_method(cls, "__post_init__"):
        body = Function(after, f"{cls.name}.__post_init__", cls.frames, instance)
        m.enter(m, node, body, Arguments())
    if is_a(cls, _CHAIN) and not args.has_star:
        own = m.own(instance)
        own.items, own.names = _links(m, args)
    elif layer := base_layer(cls):
        m.own(instance).attributes.update(_weights(m, layer, args))
    return instance


def call_base(m: Machine, node: ast.Call, owner: Object, name: str, args: Arguments) -> Value:
    """Call a method of the torch.nn module that a class derives from, through `super()`."""
    parts = m.state.objects[owner.id]
    layer = base_layer(parts.cls)
    if name == "__init__" and is_a(parts.cls, _CHAIN) and not args.has_star:
        own = m.own(owner)
        own.items, own.names = _links(m, args)
        return NONE
    if layer is not None and name == "__init__":
        m.own(owner).attributes.update(_weights(m, layer, args))
        return NONE
    if name == "__init__":
        return NONE
    result = _call_inherited(m, node, parts, args) if name in ("forward", "__call__") else None
    return m.lose(args.all()) if result is None else result


def _links(m: Machine, args: Arguments) -> tuple[list[Value], list[str]]:
    """Return what a Sequential is made of, with names: its arguments, or the values of a dict."""
    match args.positional:
        case [Object() as first] if (keys := m.state.objects[first.id].keys) is not None:
            return list(m.state.objects[first.id].items or ()), [_title(key) for key in keys]
    return list(args.positional), [str(at) for at in range(len(args.positional))]


def _title(key: Value) -> str:
    """Return the name that a layer is given, if it is known."""
    return key.value if isinstance(key, Number) and isinstance(key.value, str) else ""


def _weights(m: Machine, layer: Layer, args: Arguments) -> dict[str, Value]:
    """Make the attributes of a module of torch.nn."""
    made: dict[str, Value] = {
        name: m.new_tensor(Storage(Needs.YES, is_leaf=True, is_float=True))
        for name in layer.attributes
    }
    if layer.inplace_at is not None:
        made["inplace"] = args.flag("inplace", layer.inplace_at)
    if "max_norm" in args.named:
        made["max_norm"] = args.named["max_norm"]
    return made


def is_list(parts: Parts, method: str) -> bool:
    """Tell whether a method is that of a list or dict, a list of modules among them."""
    if parts.cls is None:
        return True
    return parts.items is not None and method in ("append", "extend", "insert", "items", "values")


def wrap_module(m: Machine, name: str, args: Arguments) -> Value:
    """Call a function of torch.nn.utils: a module comes back as it is.

    With weight_norm and spectral_norm the weight is computed anew in each forward, and kept.
    """
    module = args.positional[0] if args.positional else UNKNOWN
    if isinstance(module, Object) and name in ("spectral_norm", "weight_norm"):
        m.own(module).attributes[NORMALISED] = Number(name, known=True)
    return module


# -- calls ---------------------------------------------------------------------------------


def call_object(m: Machine, node: ast.Call, function: Object, args: Arguments) -> Value:
    """Call a module, then its hooks."""
    result = _call_module(m, node, function, args)
    attributes = m.state.objects[function.id].attributes
    if _BACKWARD_HOOK in attributes and isinstance(result, Tensor) and m.state.grad_on:
        result = Tensor(result.storage, result.door, result.detached, "hook", m.spot(node))
    for hook in iterate(m, attributes.get(_FORWARD_HOOKS, NONE), node):
        if isinstance(hook, Function):
            changed = m.enter(m, node, hook, Arguments([function, UNKNOWN, result]))
            result = changed if isinstance(changed, Tensor) else result
    return result


def _call_module(m: Machine, node: ast.Call, function: Object, args: Arguments) -> Value:
    """Run its forward, its op, or the modules of a Sequential in turn."""
    parts = m.state.objects[function.id]
    if isinstance(parts.cls, Class):
        for name in ("forward", "__call__"):
            if method := find_method(parts.cls, name):
                title = f"{parts.cls.name}.{name}"
                bound = Function(method, title, parts.cls.frames, function)
                result: Value = m.enter(m, node, bound, args)
                return result
        inherited = _call_inherited(m, node, parts, args)
        return m.lose(args.all()) if inherited is None else inherited
    if not isinstance(parts.cls, Ref) or not args.positional:
        return m.lose(args.all())
    name = parts.cls.name.rpartition(".")[2]
    if name == "Sequential" and parts.items is not None:
        return _call_chain(m, node, list(parts.items), args)
    layer = torch_modules().get(name)
    if layer is None:
        return apply_unknown(m, args.all(), Needs.MAYBE)
    return call_layer(m, node, parts, layer, args)


def _call_inherited(m: Machine, node: ast.Call, parts: Parts, args: Arguments) -> Value | None:
    """Run the forward that a class has from a layer or a Sequential; None: from neither."""
    if args.positional and (layer := base_layer(parts.cls)):
        return call_layer(m, node, parts, layer, args)
    if args.positional and parts.items and is_a(parts.cls, _CHAIN):
        return _call_chain(m, node, list(parts.items), args)
    return None


def _call_chain(m: Machine, node: ast.Call, layers: list[Value], args: Arguments) -> Value:
    value, nodes = args.positional[0], args.nodes[:1]
    for layer in layers:
        value, nodes = m.call(m, node, layer, Arguments([value], nodes=nodes)), []
    return value


def call_method(m: Machine, node: ast.Call, owner: Object, name: str, args: Arguments) -> Value:
    """Call a method of a module or optimizer that the framework defines."""
    parts = m.state.objects[owner.id]
    if isinstance(parts.cls, Ref) and parts.cls.name.startswith("torch.optim."):
        return call_optimizer(m, node, parts, name, args)
    if not is_module(parts.cls):
        return m.lose([owner, *args.all()])
    if name == "parameters":
        return m.new_object(Parts(items=[weight for _, weight in _listed(m, owner, args)]))
    if name == "named_parameters":
        pairs: list[Value] = [
            m.new_object(Parts(items=[Number(title, known=True), weight]))
            for title, weight in _listed(m, owner, args)
        ]
        return m.new_object(Parts(items=pairs))
    if name in ("train", "eval"):
        mode = args.flag("mode", 0)
        is_on = Number(name == "train", known=True) if mode == NONE else mode
        for module in submodules(m, owner):
            m.own(module).attributes["training"] = is_on
        return owner
    if name in _SAME_OBJECT:
        return owner
    if name in _LISTINGS:
        return _list_parts(m, owner, name)
    if name == "apply" and args.positional:
        for module in submodules(m, owner):
            m.call(m, node, args.positional[0], Arguments([module]))
        return owner
    if name == "requires_grad_":
        for tensor in parameters(m, owner, with_frozen=True):
            require_grad(m, tensor, args.flag("requires_grad", 0), node)
        return owner
    if name in ("register_buffer", "register_parameter", "add_module", "register_module"):
        key = args.flag("name", 0)
        own = m.own(owner)
        if own.items is not None:  # one more layer of a Sequential, or another for one
            title = _title(key)
            if not put_link(own, title, args.flag("module", 1)):
                own.items.append(args.flag("module", 1))
                own.names.append(title)
        elif isinstance(key, Number) and isinstance(key.value, str):
            m.own(owner).attributes[key.value] = args.flag("tensor", 1)
        return NONE
    if name == "zero_grad":
        clear_grads(m, parameters(m, owner), m.spot(node), in_place=keeps_memory(args))
        return NONE
    if name == "state_dict":
        return make_state(m, node, list(_named(m, owner, "", frozenset(), False)))
    if name == "load_state_dict":
        weights = list(parameters(m, owner))
        return load_state(m, node, weights, args.flag("state_dict", 0))
    return _register_hook(m, owner, name, args)


def _register_hook(m: Machine, owner: Object, name: str, args: Arguments) -> Value:
    if name in ("register_full_backward_hook", "register_full_backward_pre_hook"):
        m.own(owner).attributes[_BACKWARD_HOOK] = NONE
    elif name == "register_forward_hook" and args.positional:
        known = m.own(owner).attributes.get(_FORWARD_HOOKS)
        if isinstance(known, Object):
            (m.own(known).items or []).append(args.positional[0])
        else:
            m.own(owner).attributes[_FORWARD_HOOKS] = m.new_object(
                Parts(items=[args.positional[0]])
            )
    else:
        return m.lose(args.all())
    return UNKNOWN


def submodules(m: Machine, owner: Value) -> list[Object]:
    """Return a module and the modules in it, each once."""
    found: dict[Object, None] = {}
    todo: list[Value] = [owner]
    for value in todo:  # it grows while it is read
        if isinstance(value, Object) and value not in found:
            parts = m.state.objects[value.id]
            if is_module(parts.cls):
                found[value] = None
            if is_module(parts.cls) or parts.cls is None:
                todo += [*parts.attributes.values(), *(parts.items or ())]
    return list(found)


def _list_parts(m: Machine, owner: Object, name: str) -> Value:
    """Call modules(), children(), buffers() and their twins with names."""
    values: list[Value]
    if name.endswith("buffers"):
        values = [
            value
            for module in submodules(m, owner)
            for value in m.state.objects[module.id].attributes.values()
            if isinstance(value, Tensor) and not m.storage(value).needs
        ]
    elif name.endswith("modules"):
        values = list(submodules(m, owner))
    else:
        parts = m.state.objects[owner.id]
        inner = (*parts.attributes.values(), *(parts.items or ()))
        values = [value for value in inner if value in submodules(m, owner)[1:]]
    if name.startswith("named_"):
        values = [m.new_object(Parts(items=[Number(), value])) for value in values]
    return m.new_object(Parts(items=values))


def note_flag(m: Machine, owner: Object, value: Value, node: ast.stmt) -> None:
    """Remember that a flag was set on a module: its weights stay as frozen as they are."""
    parts = m.state.objects[owner.id]
    if not is_true(value) or not is_module(parts.cls) or not isinstance(node, ast.Assign):
        return
    target = node.targets[0]
    if len(node.targets) > 1 or not isinstance(target, ast.Attribute):
        return
    place, said = m.source.place(node), m.source.text(m.source.place(target.value))
    mend = Edit(place, f"{said}.requires_grad_(True)", m.source.text(place))
    for weight in parameters(m, owner, with_frozen=True):
        for key in freezes(m, m.storage(weight)):
            m.state.cuts[key] = replace(
                m.state.cuts[key], kind="flagged", spot=m.spot(node), subject=said, edits=(mend,)
            )


def _listed(m: Machine, owner: Object, args: Arguments) -> list[tuple[str, Tensor]]:
    """Return the weights that `parameters()` goes through; a frozen one is still among them."""
    found = _named(m, owner, "", frozenset(), True)
    is_own = is_false(args.flag("recurse"))
    return [(name, weight) for name, weight in found if not (is_own and "." in name)]


def is_fixed(m: Machine, owner: Object) -> bool:
    """Tell whether a module is a table of constants: it is fed with data, not by other modules."""
    parts = m.state.objects[owner.id]
    node = parts.cls.node if isinstance(parts.cls, Class) else None
    tensors = [pair for pair in parts.attributes.items() if isinstance(pair[1], Tensor)]
    trained = [name for name, one in tensors if m.needs(one) != Needs.NO]
    # To write the text of a class anew is dear; most are settled without it.
    if not tensors or (trained and not (node and m.source.mentions(node, "register_buffer"))):
        return False
    text = ast.unparse(node) if node else ""
    if text.count("Parameter(") > text.count("requires_grad=False"):
        return False
    called = [value for name, value in parts.attributes.items() if f"self.{name}(" in text]
    if any(isinstance(value, (Object, Unknown)) for value in called):
        return False
    if any(re.search(rf"self\.{name}(?:\.data)?\.\w+_\(", text) for name, _ in tensors):
        return False  # it learns without gradients, as a codebook does
    return all(f"register_buffer('{name}'" in text for name in trained)


def parameters(m: Machine, owner: Value, *, with_frozen: bool = False) -> Iterator[Tensor]:
    """Yield the weights of a module and of the modules in it."""
    return (tensor for _, tensor in _named(m, owner, "", frozenset(), with_frozen))


def _named(
    m: Machine, owner: Value, prefix: str, seen: frozenset[int], with_frozen: bool
) -> Iterator[tuple[str, Tensor]]:
    """Yield the weights of a module with their names."""
    if not isinstance(owner, Object) or owner.id in seen:
        return
    parts = m.state.objects[owner.id]
    keys = parts.keys or [Number(at, known=True) for at in range(len(parts.items or ()))]
    items = zip(keys, parts.items or (), strict=False)
    inner = [(str(key.value) if isinstance(key, Number) else "", item) for key, item in items]
    for name, value in (*parts.attributes.items(), *inner):
        if isinstance(value, Tensor):
            storage = m.storage(value)
            is_wanted = storage.needs == Needs.YES or bool(with_frozen and freezes(m, storage))
            if storage.is_leaf and is_wanted:
                yield f"{prefix}{name}", value
        elif isinstance(value, Object):
            yield from _named(m, value, f"{prefix}{name}.", seen | {owner.id}, with_frozen)
