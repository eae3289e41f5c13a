"""The live views that torch would refuse after a write: several at once, or made in no_grad.

They are remembered, weakly, by storage. Before a write to it they are made ordinary views of
their base. A view made in no_grad is a constant to autograd until a tracked write goes through
its base; a write that is not tracked leaves it one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from weakref import ref

import torch
from torch.compiler import is_dynamo_compiling

from gradsan.backends.torch import private
from gradsan.backends.torch.doors import FunctionDoor, MethodDoor, Patch
from gradsan.backends.torch.kept import Shelves
from gradsan.backends.torch.memory import storage_of
from gradsan.backends.torch.own_refs import OwnRef
from gradsan.backends.torch.views import OWN_USERS, all_views, first_node, remade, whole_of

LIMIT = 4096  # storages before dead ones are looked for

SPLITS = ("unbind", "split", "split_with_sizes", "chunk", "tensor_split", "hsplit", "vsplit",
          "dsplit")  # fmt: skip
# Not `__getitem__`: a class that defines it is a sequence to CPython for ever after, and
# torch.tensor([t.sum(), …]) then fails. An indexed view made in no_grad is refused, not repaired.
VIEWS = ("as_strided", "diagonal", "expand", "expand_as", "flatten", "movedim",
         "narrow", "permute", "reshape", "reshape_as", "select", "squeeze", "swapaxes", "swapdims",
         "t", "transpose", "unflatten", "unfold", "unsqueeze", "view", "view_as")  # fmt: skip


class Restricted:
    """Views that torch restricts, by storage."""

    def __init__(self, shelves: Shelves) -> None:
        self.shelves = shelves
        # with each, whether it is a constant to autograd: made in no_grad, or a view of such
        self.by_storage: dict[int, list[tuple[ref[Any], bool]]] = {}

    def patches(self) -> Iterator[Patch]:
        """Make the stand-ins for the methods and functions that return views."""
        for name in SPLITS:
            original = getattr(torch.Tensor, name)
            yield Patch(torch.Tensor, name, MethodDoor(original, self._split_method(original)))
            function = getattr(torch, name, None)
            if name != "split" and function is not None:
                yield Patch(torch, name, SplitDoor(function, self.note))
        for name in VIEWS:
            original = getattr(torch.Tensor, name)
            yield Patch(torch.Tensor, name, MethodDoor(original, self._view_method(original)))

    def _split_method(self, original: Any) -> Any:
        note = self.note

        def method(*args: Any, **kwargs: Any) -> Any:
            views = original(*args, **kwargs)
            if not is_dynamo_compiling():
                note(views, args[0])
            return views

        return _like(method, original)

    def _view_method(self, original: Any) -> Any:
        known, note, is_tracking = self.by_storage, self.note, torch.is_grad_enabled

        def method(*args: Any, **kwargs: Any) -> Any:
            view = original(*args, **kwargs)
            if (known or not is_tracking()) and not is_dynamo_compiling():
                note((view,), args[0])
            return view

        return _like(method, original)

    def note(self, views: Any, source: Any) -> None:
        """Remember the views that are restricted, and whether autograd sees constants."""
        first = views[0] if views else None
        if first is None or type(first) is not torch.Tensor:
            return
        if not private.is_restricted_view(first):
            return
        try:
            storage = first.untyped_storage().data_ptr()
        except (RuntimeError, NotImplementedError):
            return
        entries = self.by_storage.setdefault(storage, [])
        entries[:] = [entry for entry in entries if entry[0]() is not None]
        # Several views of a view made in no_grad say only that they are several.
        is_cut = private.made_without_grad(first) or any(
            known and not private.made_by_function(source)
            for entry, known in entries
            if entry() is source
        )
        if not is_cut and private.is_restricted_view(source) and not is_stale(first):
            is_cut = is_constant(first)  # the source may have gone unnoticed
        entries.extend((OwnRef(view), is_cut) for view in views)
        if len(self.by_storage) > LIMIT:
            self.sweep()

    def sweep(self) -> None:
        """Forget storages whose views are gone."""
        for storage, entries in list(self.by_storage.items()):
            if not any(entry() is not None for entry, _ in entries):
                self.by_storage.pop(storage, None)

    def free(self, storage: int, target: Any, operands: Any) -> list[Any]:
        """Make the views over a storage ordinary ones, before a write.

        Returns those that stay constants and want to be made again after it.
        """
        left: list[Any] = []
        noted = [(entry(), known) for entry, known in self.by_storage.pop(storage, ())]
        for view, is_constant in (*noted, *self._unnoticed(storage, target, noted)):
            base = view._base if view is not None else None
            if base is None or not private.is_restricted_view(view):
                continue
            if not is_constant or is_tracked(base, target, operands):
                remade(view, base if is_constant else whole_of(view))
            else:
                left.append(view)
        return left

    def _unnoticed(
        self, storage: int, target: Any, noted: list[tuple[Any, bool]]
    ) -> Iterator[tuple[Any, bool]]:
        """Find views of restricted ones that were made by indexing, which nobody hears.

        All objects are looked at, but not where nothing else lies over the memory.
        """
        known = sum(view is not None for view, _ in noted) + len(self.shelves.on(storage))
        if private.storage_users(target) <= OWN_USERS + known:
            return
        seen = {id(view) for view, _ in noted}
        for view in list(all_views()):
            if id(view) in seen or type(view) is not torch.Tensor or storage_of(view) != storage:
                continue
            if private.is_restricted_view(view) and not is_stale(view):
                yield view, is_constant(view)

    def as_read(self, operand: Any) -> Any:
        """Return an operand as autograd sees it now: a view made in no_grad is a constant.

        What a custom Function returns was made in no_grad, too, and has a history since.
        """
        if type(operand) is not torch.Tensor or not private.is_restricted_view(operand):
            return operand
        if private.made_by_function(operand):
            return operand
        entries = self.by_storage.get(operand.untyped_storage().data_ptr(), ())
        is_known = any(known for entry, known in entries if entry() is operand)
        if is_known or (not is_stale(operand) and is_constant(operand)):
            return operand.detach()
        return operand

    def is_unclear(self, operand: Any) -> bool:
        """Tell whether it cannot be known if a tensor is a constant: its base was changed."""
        if type(operand) is not torch.Tensor or not private.is_restricted_view(operand):
            return False
        return is_stale(operand)

    def renew(self, storage: int, views: list[Any]) -> None:
        """Make views again that are constants, after a write that was not tracked."""
        for view in views:
            if (base := view._base) is not None:
                remade(view, base, attached=False)
        self.by_storage[storage] = [(OwnRef(view), True) for view in views]


def is_constant(view: Any) -> bool:
    """Tell whether a view is a constant now: its history does not begin at its base.

    A view made in no_grad seems to require grad as soon as its base does, and so do views of it.
    """
    base = view._base
    end = first_node(view.grad_fn, base.grad_fn)
    if end is None:
        return bool(base.requires_grad or not view.requires_grad)
    variable = getattr(end, "variable", base)
    return variable is not base and bool(base.requires_grad)


def is_stale(view: Any) -> bool:
    """Tell whether the base of a restricted view was changed: torch then denies its history."""
    try:
        view.grad_fn  # noqa: B018 (asked for its error)
    except RuntimeError:
        return True
    return False


def is_tracked(base: Any, target: Any, operands: Any) -> bool:
    """Tell whether a write to the target changes the history of the base."""
    if not torch.is_grad_enabled():
        return False
    if target is not base and target._base is not base:
        return False  # a detached alias: its own history
    tensors = (target, *(one for one in operands if isinstance(one, torch.Tensor)))
    return base.requires_grad or any(tensor.requires_grad for tensor in tensors)


def _like(method: Any, original: Any) -> Any:
    method.__name__ = original.__name__
    method.__doc__ = original.__doc__
    return method


class SplitDoor(FunctionDoor):
    """Stand in for a function that returns several views."""

    def __init__(self, original: Any, note: Any) -> None:
        super().__init__(original, None)  # type: ignore[arg-type]
        self.note = note

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the original and remember what it returned."""
        views = self.original(*args, **kwargs)
        if not is_dynamo_compiling():
            self.note(views, args[0] if args else None)
        return views
