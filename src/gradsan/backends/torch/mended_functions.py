"""Custom Functions: tensors parked on ctx, inputs changed unmarked, marks that are refused.

Each Function runs as a subclass of itself, made once, whose forward and backward also look at
what the user's own did. A tensor on ctx is kept like a saved one: before a write it is
replaced by a copy with the same history. What is left on the class is put back (`class_state.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any
from weakref import WeakKeyDictionary, ref

import torch
from torch.autograd.function import FunctionCtx
from torch.compiler import is_dynamo_compiling

from gradsan.backends.host import Host
from gradsan.backends.torch import class_state, private
from gradsan.backends.torch.dirty_inputs import may_mark
from gradsan.backends.torch.dirty_writes import DirtyWrites, Unheard
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.exported import Exported, is_changed
from gradsan.backends.torch.forbidden import Cures
from gradsan.backends.torch.held import exchanged, tensors_in
from gradsan.backends.torch.incoming import Incoming
from gradsan.backends.torch.kept import Kept, Shelves
from gradsan.backends.torch.outgoing import in_own_memory
from gradsan.backends.torch.own_refs import OwnRef

_PARKED = "_kept_by_gradsan"
_SAVED = "_saved_by_gradsan"


class Parked(Kept):
    """A tensor that is an attribute of ctx."""

    __slots__ = ("ctx", "name", "tensor")
    ctx: Any
    name: str
    tensor: Any

    def park(self, ctx: Any, name: str, tensor: Any) -> None:
        """Remember whose attribute it is."""
        self.ctx, self.name, self.tensor = ref(ctx), name, OwnRef(tensor)

    def follow(self) -> None:
        """Put a copy with the same history in place of what is about to be written."""
        ctx, tensor = self.ctx(), self.tensor()
        held = getattr(ctx, self.name, None)
        if tensor is None or not _is_among(tensor, tensors_in(held)):
            return
        with torch.enable_grad(), private.no_hooks():
            copy = tensor.clone()
        setattr(ctx, self.name, exchanged(held, tensor, copy))
        self.value, self.version = copy.detach(), copy._version


class Functions:
    """The subclasses of the user's Functions."""

    def __init__(
        self, host: Host, shelves: Shelves, cures: Cures, exported: Exported, unheard: Unheard
    ) -> None:
        self.host = host
        self.shelves = shelves
        self.leaves = cures.leaves
        self.dirty = DirtyWrites(host, shelves, cures.leaves, cures.restricted, unheard)
        self.exported = exported
        self.incoming = Incoming()
        self.copied: Callable[[Any, Any], None] = lambda tensor, copy: None  # told of each
        self.doubles: WeakKeyDictionary[type, type] = WeakKeyDictionary()
        self.marking: WeakKeyDictionary[type, bool] = WeakKeyDictionary()

    def patches(self) -> list[Patch]:
        """Make the stand-in for `Function.apply`."""
        original = torch.autograd.Function.__dict__["apply"].__func__

        def apply(cls: Any, *args: Any, **kwargs: Any) -> Any:
            if is_dynamo_compiling() or not self._is_users(cls):
                return original(cls, *args, **kwargs)
            call = partial(original, self._double(cls), *args, **kwargs)
            if self._marks(cls):
                return self.dirty.make(cls, call, args)
            return self.dirty.finish(call, args)

        apply.__doc__ = original.__doc__
        return [
            Patch(torch.autograd.Function, "apply", classmethod(apply)),
            Patch(FunctionCtx, "save_for_backward", self._saving(FunctionCtx.save_for_backward)),
        ]

    def _saving(self, original: Any) -> Any:
        """Keep what is handed to `save_for_backward` as it is then, not when forward ends."""

        def save_for_backward(ctx: Any, *tensors: Any) -> None:
            original(ctx, *tensors)
            if not is_dynamo_compiling() and not private.transforms_are_active():
                ctx.__dict__[_SAVED] = [self._keep(one) for one in tensors]

        save_for_backward.__doc__ = original.__doc__
        return save_for_backward

    def _keep(self, tensor: Any) -> Kept | None:
        if not _is_checkable(tensor) or not tensor.numel():
            return None
        kept = Kept(tensor.detach(), tensor._version, next(self.host.ticks), self.host.capture())
        self.shelves.put(tensor.untyped_storage().data_ptr(), kept)
        return kept

    def _marks(self, cls: Any) -> bool:
        marks = self.marking.get(cls)
        if marks is None:
            marks = self.marking[cls] = may_mark(cls)
        return marks

    def _is_users(self, cls: type) -> bool:
        if cls.__module__.startswith(("torch.", "gradsan.")) or private.transforms_are_active():
            return False
        return "vmap" not in cls.__dict__ and not getattr(cls, "generate_vmap_rule", False)

    def _double(self, cls: Any) -> Any:
        double = self.doubles.get(cls)
        if double is None:
            double = self.doubles[cls] = self._make_double(cls)
        return double

    def _make_double(self, cls: Any) -> Any:
        if cls.setup_context is not torch.autograd.Function.setup_context:
            return self._subclass(cls, {"setup_context": self._wrap_setup(cls.setup_context)})
        return self._subclass(cls, {"forward": self._wrap_forward(cls)})

    def _subclass(self, cls: Any, members: dict[str, Any]) -> Any:
        members = {name: staticmethod(function) for name, function in members.items()}
        members["backward"] = staticmethod(self._wrap_backward(cls))
        if cls.vjp is not torch.autograd.Function.vjp:
            members.pop("backward")
        members |= {"__module__": cls.__module__, "__qualname__": cls.__qualname__}
        return type(cls)(cls.__name__, (cls,), members)

    def _wrap_forward(self, cls: Any) -> Callable[..., Any]:
        forward = cls.forward
        names = class_state.names_read(cls, cls.backward)

        def run(ctx: Any, *args: Any, **kwargs: Any) -> Any:
            versions = [(one, one._version) for one in args if _is_checkable(one)]
            before = class_state.standing(cls, names) if names else {}
            output = forward(ctx, *args, **kwargs)
            if names:
                class_state.remember(ctx, cls, before, names, output)
            self._mark(ctx, versions, output)
            self._restore_saved(ctx)
            self._park(ctx)
            return output

        return run

    def _wrap_setup(self, setup: Callable[..., Any]) -> Callable[..., Any]:
        def run(ctx: Any, inputs: Any, output: Any) -> None:
            setup(ctx, inputs, output)
            self._mark(ctx, [], output)
            self._restore_saved(ctx)
            self._park(ctx)

        return run

    def _wrap_backward(self, cls: Any) -> Callable[..., Any]:
        backward = cls.backward

        @wraps(backward)  # who asks what it writes is shown the user's own
        def run(ctx: Any, *grads: Any) -> Any:
            parked = ctx.__dict__.get(_PARKED, ())
            for kept in parked:
                if kept.origin is not None:
                    self.host.cured("GS701", type(ctx).__name__, kept.stack)
                    kept.origin = None
                elif kept.source is not None and is_changed(kept):
                    self.host.cured("GS202", "a write from outside", kept.stack)
                    kept.source = None
            with self.incoming.lent(grads) as loan, class_state.as_left(ctx, cls, self._tell_class):
                result = loan.returned(backward(ctx, *loan.handed))
                if not isinstance(result, (tuple, list)):
                    result = (result,)
                # Bound to its new name in the same step: who else holds them is counted.
                result = in_own_memory(tuple(result), (*grads, *loan.handed), self.copied)
            if not self.leaves.keeps_graph():
                ctx.__dict__.pop(_PARKED, None)  # it will not run again
            return result

        return run

    def _tell_class(self, cls: type) -> None:
        self.host.cured("GS701", cls.__name__, self.host.capture())

    # -- what forward did ---------------------------------------------------------------------

    def _tell(self, ctx: Any, code: str, op: str) -> None:
        """Tell a repair, unless no gradient will ever come this way."""
        if any(ctx.needs_input_grad):
            self.host.cured(code, op, self.host.capture())

    def _mark(self, ctx: Any, versions: list[tuple[Any, int]], output: Any) -> None:
        """Mark the inputs that were changed and returned, and only those."""
        outputs = output if isinstance(output, tuple) else (output,)
        dirty = tuple(getattr(ctx, "dirty_tensors", None) or ())
        returned = [one for one in dirty if _is_among(one, outputs) or one.requires_grad]
        if len(returned) < len(dirty):
            self._tell(ctx, "GS703", "mark_dirty")
        for one, version in versions:
            if one._version != version and _is_among(one, outputs) and not _is_among(one, returned):
                returned.append(one)
                self._tell(ctx, "GS702", "apply")
        if len(returned) != len(dirty) or not all(_is_among(one, dirty) for one in returned):
            ctx.mark_dirty(*returned)
        if returned:
            self.dirty.marked(tuple(returned))

    def _restore_saved(self, ctx: Any) -> None:
        """Hand over copies of what forward changed after it asked to save it."""
        saved = ctx.__dict__.pop(_SAVED, ())
        if not any(kept is not None and kept.origin is not None for kept in saved):
            return
        ctx.to_save = tuple(
            kept.value if kept is not None and kept.origin is not None else tensor
            for kept, tensor in zip(saved, ctx.to_save, strict=True)
        )
        self._tell(ctx, "GS704", "save_for_backward")

    def _park(self, ctx: Any) -> None:
        parked: list[Parked] = []
        own = ("to_save", "dirty_tensors", "non_differentiable")
        for name, held in list(vars(ctx).items()):
            if name.startswith("_") or name in own:
                continue
            for value in tensors_in(held):
                if not _is_checkable(value) or not value.numel():
                    continue
                stack = self.host.capture()
                kept = Parked(value.detach(), value._version, next(self.host.ticks), stack)
                kept.park(ctx, name, value)
                self.shelves.put(value.untyped_storage().data_ptr(), kept)
                self.exported.keep_if_handed_out(kept)
                parked.append(kept)
        if parked:
            ctx.__dict__[_PARKED] = parked


def _is_checkable(value: Any) -> bool:
    return type(value) in (torch.Tensor, torch.nn.Parameter) and value.layout == torch.strided


def _is_among(one: Any, many: Any) -> bool:
    return any(one is other for other in many)
