"""Custom Functions: what they keep on ctx unchecked, and what they change unmarked.

torch checks what goes through `save_for_backward` and trusts the rest. Here every tensor that
is an attribute of ctx counts as a save, and so does what `save_for_backward` was given, from
the moment it was given. A hook before the node's backward asks whether they were changed.
"""

from __future__ import annotations

import dis
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

import torch
from torch.autograd.function import FunctionCtx
from torch.compiler import is_dynamo_compiling

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.careful import careful
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.held import tensors_in
from gradsan.backends.torch.memory import PLAIN, address
from gradsan.backends.torch.on_class import OnClass, replaced
from gradsan.backends.torch.orders import Orders
from gradsan.backends.torch.own_results import finished
from gradsan.backends.torch.proof import Held, Prover
from gradsan.backends.torch.returned import Returned
from gradsan.backends.torch.saves import Record, Saves, is_suspect, save_of
from gradsan.backends.torch.view_writes import is_view
from gradsan.model.event import Mishap, Stack, Use


@dataclass(slots=True)
class _Call:
    """An apply under way."""

    given: list[Record] = field(default_factory=list)  # to save_for_backward
    dirty: set[int] = field(default_factory=set)  # ids of what was marked
    is_lent: bool = False  # a hook, because a view was marked


class _Calls(threading.local):
    """Per thread: the calls of apply under way, innermost last."""

    def __init__(self) -> None:
        self.stack: list[_Call] = []


class CustomFunctions:
    """The stand-ins for apply, save_for_backward and mark_dirty."""

    def __init__(
        self,
        host: Host,
        place: Callable[[], Stack],
        orders: Orders,
        saves: Saves,
        returned: Returned,
    ) -> None:
        self.host = host
        self.saves = saves
        self.exports = saves.exports
        self.orders = orders
        self.place = place  # of the backward pass under way
        self.returned = returned
        self.prover: Prover | None = None
        self.dirty: Stack = ()  # where mark_dirty was last called
        self._calls = _Calls()
        self._on_class = OnClass()
        self.patches = [self._apply_patch(), *self._ctx_patches()]

    def _apply_patch(self) -> Patch:
        function = torch.autograd.Function
        original = vars(function)["apply"].__func__

        def apply(cls: Any, *args: Any, **kwargs: Any) -> Any:
            if is_dynamo_compiling() or not self.host.switch.on or private.is_overheard():
                return original(cls, *args, **kwargs)
            return self._apply(original, cls, args, kwargs)

        apply.__doc__ = original.__doc__
        return Patch(function, "apply", classmethod(apply))

    def _ctx_patches(self) -> Iterator[Patch]:
        save, mark = FunctionCtx.save_for_backward, FunctionCtx.mark_dirty

        def save_for_backward(ctx: Any, *tensors: Any) -> None:
            if self._calls.stack:
                self._give(tensors)
            save(ctx, *tensors)

        def mark_dirty(ctx: Any, *args: Any) -> None:
            self._note_dirty()
            if self._calls.stack:
                self._mark(self._calls.stack[-1], args)
            mark(ctx, *args)

        save_for_backward.__doc__, mark_dirty.__doc__ = save.__doc__, mark.__doc__
        yield Patch(FunctionCtx, "save_for_backward", save_for_backward)
        yield Patch(FunctionCtx, "mark_dirty", mark_dirty)

    @careful
    def _give(self, tensors: tuple[Any, ...]) -> None:
        stack = self.host.capture()
        given = [self._record(t, stack) for t in tensors if type(t) in PLAIN]
        self._calls.stack[-1].given += given

    @careful
    def _note_dirty(self) -> None:
        self.dirty = self.host.capture()

    @careful
    def _mark(self, call: _Call, args: tuple[Any, ...]) -> None:
        call.dirty |= {id(arg) for arg in args}
        if not call.is_lent and any(map(is_view, args)):
            call.is_lent = self.saves.lend()  # the node is hidden by that of the write

    @careful
    def _look_at(
        self, kept: list[Record], early: list[Record], name: str, held: list[Held]
    ) -> None:
        self._look(kept, early, name, held)

    def _record(self, tensor: Any, stack: Stack) -> Record:
        return (tensor.detach(), private.version_of(tensor), next(self.host.ticks), stack, None, 0)

    @careful
    def _standing(self, cls: Any) -> dict[str, Any]:
        return self._on_class.before(cls)

    def _apply(self, original: Any, cls: Any, args: tuple[Any, ...], kwargs: Any) -> Any:
        call = _Call()
        began = next(self.host.ticks)
        inputs = [t for t in args if type(t) in PLAIN and t.requires_grad]
        versions = [tensor._version for tensor in inputs]
        before = self._standing(cls) or {}
        self._calls.stack.append(call)
        try:
            result = original(cls, *args, **kwargs)
        finally:
            self._calls.stack.pop()
            if call.is_lent:
                self.saves.take_back()
        try:
            changed = [t for t, v in zip(inputs, versions, strict=True) if t._version != v]
            if changed:
                self._tell_unmarked(changed, call, result, began)
            self._watch_ctx(cls, args, call, result, self._on_class.left(cls, before, result))
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self.host.failed(failure)
        return result

    def _tell_unmarked(self, changed: list[Any], call: _Call, result: Any, began: int) -> None:
        """Tell an input that was changed and returned, but not marked dirty."""
        outputs = result if isinstance(result, tuple) else (result,)
        returned = {address(one) for one in outputs if type(one) in PLAIN}
        for tensor in changed:
            if id(tensor) in call.dirty or address(tensor) not in returned:
                continue
            writes = self.host.log.writes_to(address(tensor))
            stack = next((w.stack for w in writes if w.order > began), self.host.capture())
            self.host.mishap(Mishap("dirty-unmarked", stack), None)

    def _watch_ctx(
        self, cls: Any, args: tuple[Any, ...], call: _Call, result: Any, left: dict[str, Any]
    ) -> None:
        outputs = result if isinstance(result, tuple) else (result,)
        nodes = (private.node_of(one) for one in outputs if isinstance(one, torch.Tensor))
        node = next((one for one in nodes if isinstance(one, cls._backward_cls)), None)
        early = [r for r in call.given if r[0]._version != r[1]]
        if node is None:
            self._watch_hidden(cls, outputs, early, left)
            return
        self.orders.ended(node._sequence_nr(), next(self.host.ticks))
        finished.add(node)
        self.returned.watch(cls, node, args)
        kept = [self._record(tensor, stack) for tensor, stack in _attributes(node, cls)]
        if self.exports.by_storage:
            for record in kept:
                self.exports.saved(record[0], record[2])
        if left:
            node.register_prehook(lambda grads: self._look_on_class(cls, left))
        if kept or early:
            name = node.name()
            held = [self.prover.hold(None, record) for record in kept] if self.prover else []
            node.register_prehook(lambda grads: self._look_at(kept, early, name, held))

    def _watch_hidden(
        self, cls: Any, outputs: tuple[Any, ...], early: list[Record], left: dict[str, Any]
    ) -> None:
        """Watch a call that changed a view: its node is inside the one that put the view back."""
        views = (one for one in outputs if type(one) in PLAIN and one._is_view())
        node = next((private.node_of(one._base) for one in views), None)
        if node is None:
            return
        if early:
            node.register_prehook(lambda grads: self._look_at([], early, cls.__name__, []))
        if left:
            node.register_prehook(lambda grads: self._look_on_class(cls, left))

    @careful
    def _look_on_class(self, cls: Any, left: dict[str, Any]) -> None:
        if not self.host.switch.on or self.host.switch.repairs:
            return
        if name := replaced(cls, left):
            subject = f"{cls.__name__}.{name}"
            self.host.mishap(Mishap("kept-on-class", _assignment(cls, name), subject), None)

    def _look(self, kept: list[Record], early: list[Record], name: str, held: list[Held]) -> None:
        if not self.host.switch.on or self.host.switch.repairs:
            return
        for record in early:
            writes = self.host.log.writes_to(address(record[0]))
            if stack := next((w.stack for w in writes if w.order > record[2]), ()):
                self.host.mishap(Mishap("saved-then-written", stack, made=record[3]), None)
        for number, record in enumerate(kept):
            if self._is_changed(record):
                save = save_of(record, name.removesuffix("Backward"), kept="ctx")
                stack = self.place() or self.host.capture()
                version = private.version_of(record[0])
                order = next(self.host.ticks)
                use = Use(order, save.id, name, version, False, stack)
                self.host.silent(save, use)
                if self.prover and held:
                    self.prover.tell(held[number], save, use)

    def _is_changed(self, record: Record) -> bool:
        if record[0]._version != record[1] or is_suspect(
            record, self.host.log.last, self.exports.unseen
        ):
            return True
        export = self.exports.changed(record[0], record[2])
        if export is not None:
            self.exports.log_write(record, export)
        return export is not None


def _attributes(node: Any, cls: Any) -> Iterator[tuple[Any, Stack]]:
    """Yield the tensors that hang on a ctx, each with the place that put it there."""
    for name, value in list(vars(node).items()):
        for one in tensors_in(value):
            if type(one) in PLAIN:
                yield one, _assignment(cls, name)


def _assignment(cls: Any, name: str) -> Stack:
    """Return where forward or setup_context assigns `ctx.name`."""
    for function in (cls.forward, getattr(cls, "setup_context", None)):
        code: CodeType | None = getattr(function, "__code__", None)
        if code is None:
            continue
        for step in dis.get_instructions(code):
            if step.opname == "STORE_ATTR" and step.argval == name:
                return ((code, step.offset),)
    return ()
