"""Checkpoints: recomputation sees the values that forward saw.

What a checkpointed region reads from outside is kept like a saved value. If it is written
before the recomputation, its memory gets the old numbers while that runs; what the
recomputation saves of such memory is copied. The states of the random generators, NumPy's and
Python's among them, are always kept. So is the Python state that the region can reach
(`python_state.py`), by references; it is put back only if the recomputation comes out different
without (`recompute.py`), so that what a region does to it otherwise is as without gradsan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any
from weakref import ref

import torch
from torch.compiler import is_dynamo_compiling
from torch.overrides import TorchFunctionMode
from torch.utils import checkpoint

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.exported import Exported, is_changed
from gradsan.backends.torch.generators import States
from gradsan.backends.torch.histories import Constants, Histories
from gradsan.backends.torch.kept import Kept, Shelves, after_write, region_of
from gradsan.backends.torch.memory import PLAIN
from gradsan.backends.torch.own_refs import OwnRef
from gradsan.backends.torch.python_state import PythonState
from gradsan.backends.torch.recompute import announced
from gradsan.backends.torch.recomputed import Keeper

# These ask how a tensor lies in memory, not what it holds. `__get__` is any attribute.
QUESTIONS = frozenset(
    {"__get__", "untyped_storage", "storage_offset", "stride", "element_size", "size", "dim",
     "data_ptr", "is_contiguous", "numel", "_is_view", "is_conj", "is_neg", "is_complex",
     "is_floating_point", "is_inference", "get_device", "nelement", "ndimension", "__len__"}
)  # fmt: skip


class _Reading(TorchFunctionMode):  # type: ignore[misc]
    """Show a region every tensor that its ops read, before they run."""

    def __init__(self, region: Region) -> None:
        super().__init__()
        self.region = region

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        region = self.region
        name = getattr(func, "__name__", "")
        if name in QUESTIONS:
            return func(*args, **(kwargs or {}))
        is_write = _is_write(name)
        if region.checkpoints.escaped and name != "detach":
            region.note_escaped(args)
        for place, value in enumerate((*args, *(kwargs or {}).values())):
            for one in tensors_in((value,)):
                region.see(one, is_target=is_write and not place)
        result = func(*args, **(kwargs or {}))
        for one in tensors_in((result,)):
            region.make(one)
        return result


def _is_write(name: str) -> bool:
    """Tell an in-place method or operator by its name."""
    return name.endswith("_") and (not name.endswith("__") or name.startswith(("__i", "__seti")))


def tensors_in(values: Any) -> Iterator[Any]:
    """Yield the plain tensors among values, and in lists and tuples among them."""
    for value in values:
        if type(value) in PLAIN:
            if value.layout == torch.strided and value.numel():
                yield value
        elif isinstance(value, (list, tuple)):
            yield from tensors_in(value)


class Seen(Kept):
    """A tensor that a region read."""

    __slots__ = ()


class Region:
    """A checkpointed stretch: what it read, kept until it is recomputed for the last time."""

    def __init__(
        self, host: Host, checkpoints: Checkpoints, roots: tuple[Any, ...], *, is_reentrant: bool
    ) -> None:
        self.host = host
        self.checkpoints = checkpoints
        self.stack = host.capture()
        # The graph of the second run is the one that a reentrant checkpoint goes back through.
        self.state = _state(roots, is_weak=is_reentrant)
        self.histories = Histories() if is_reentrant else Constants()
        self.present: tuple[PythonState, list[tuple[Any, Any]]] | None = None
        self.is_own_work = False  # the region itself changes the state that it reads
        self.reads_escaped = False  # a value that another one made in no_grad and left in the state
        self.is_cut = False
        self.made: set[int] = set()  # storages of its own
        self.read: dict[Any, tuple[Kept, Any]] = {}  # by layout, with an alias of the memory
        self.used: set[int] = set()  # storages that it does more with than write to them
        self.generators = States.now()

    def see(self, tensor: Any, *, is_target: bool = False) -> None:
        """Keep a tensor from outside as it is now."""
        storage = tensor.untyped_storage().data_ptr()
        if storage in self.made:
            return
        if not is_target:
            self.used.add(storage)
        with private.no_overrides():
            self.histories.see(tensor)
        key = (storage, tensor.storage_offset(), tensor.shape, tensor.stride(), tensor.dtype)
        if key not in self.read:
            with private.no_overrides():
                alias = tensor.detach()
                kept = Seen(alias, tensor._version, next(self.host.ticks), self.stack)
            self.checkpoints.shelves.put(storage, kept)
            self.checkpoints.exported.keep_if_handed_out(kept)
            self.read[key] = (kept, alias)

    def note_escaped(self, values: Any) -> None:
        """Note whether one of these left a reentrant checkpoint by way of Python state."""
        escaped = self.checkpoints.escaped
        for one in tensors_in(values):
            self.reads_escaped |= (known := escaped.get(id(one))) is not None and known() is one

    def let_escape(self) -> None:
        """Note what a reentrant checkpoint leaves in the state: autograd does not know of it."""
        try:
            if self.state is None or not self.state.has_changed():
                return
            escaped = self.checkpoints.escaped
            for one in tensors_in(self.state.again().tensors()):
                if one.untyped_storage().data_ptr() in self.made:
                    escaped[id(one)] = OwnRef(one, partial(self.checkpoints.forget, id(one)))
        except Exception:  # noqa: BLE001 (somebody else's objects are looked at)
            self.state = None

    def make(self, tensor: Any) -> None:
        """Note that a tensor is the region's own, unless it lies in memory from outside."""
        storage = tensor.untyped_storage().data_ptr()
        if storage not in self.made and all(key[0] != storage for key in self.read):
            self.made.add(storage)

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Keep what is read inside."""
        opened = self.checkpoints.open
        opened.append(self)
        try:
            with _Reading(self):
                yield
        finally:
            opened.remove(self)

    def again(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function, which then sees what it saw the first time."""

        def recompute(*args: Any, **kwargs: Any) -> Any:
            with self._as_it_was(), self._drawing_again(), self.histories.as_they_were():
                return function(*args, **kwargs)

        return recompute

    # -- the past of its Python state, as `recompute.Past` wants it ----------------------------

    def has_changed(self) -> bool:
        """Tell whether the Python state is another than the first time; if so, remember it."""
        self.present = None
        try:
            if self.state is None or not self.state.has_changed() or not self.state.is_whole():
                return False
            self.remember()
        except Exception:  # noqa: BLE001 (then it cannot be put back, and a difference raises)
            return False
        return True

    def remember(self) -> None:
        """Remember the present: what is Python's, and what is counted up again as ever."""
        if self.state is None:
            return
        counted = [
            alias for key, (kept, alias) in self.read.items()
            if kept.inert or key[0] not in self.used
        ]  # fmt: skip
        with private.no_tracking():
            self.present = self.state.again(), [(one, one.clone()) for one in counted]

    @contextmanager
    def rewound(self) -> Iterator[None]:
        """Let the Python state stand as the first time, and as it was remembered after that."""
        if self.state is None or self.present is None:
            raise AssertionError("has_changed comes first")
        (present, counted), self.present = self.present, None
        try:
            self.state.put_back()
            yield
            self.is_own_work = self.state.has_changed()
            if self.reads_escaped and self.is_own_work:
                before = {id(one) for one in self.state.tensors()}
                new = [one for one in self.state.again().tensors() if id(one) not in before]
                self.is_cut = any(one.requires_grad for one in new)
        finally:
            present.put_back()
            with private.no_tracking():
                for alias, numbers in counted:
                    self.checkpoints.put_back(alias, numbers)

    def tell(self) -> None:
        """Say that the state of then made the difference."""
        self.host.cured("GS209" if self.is_own_work else "GS205", "checkpoint", self.stack)

    # -------------------------------------------------------------------------------------------

    @contextmanager
    def _drawing_again(self) -> Iterator[None]:
        """Let Python and NumPy draw what they drew the first time."""
        now = States.now()
        self.generators.put_back()
        try:
            yield
        finally:
            now.put_back()

    @contextmanager
    def _as_it_was(self) -> Iterator[None]:
        # A counter that is only counted up (batch norm has one) is counted up again, as ever.
        seen = [entry for key, entry in self.read.items() if key[0] in self.used]
        moved = [
            (kept, alias) for kept, alias in seen if kept.origin is not None or is_changed(kept)
        ]
        if unseen := [k for k, _ in seen if k.origin is None and not k.is_unchanged]:
            raise RuntimeError(
                f"gradsan: {len(unseen)} values that a checkpointed region reads were changed "
                "unseen before it was recomputed; its gradient would be wrong"
            )
        storages = {alias.untyped_storage().data_ptr() for _, alias in moved}
        with private.no_tracking():
            now = [alias.clone() for _, alias in moved]
            for kept, alias in moved:
                self.checkpoints.put_back(alias, kept.value)
            others = [
                kept for (kept, _), numbers in zip(moved, now, strict=True)
                if not (numbers.is_cpu and torch.equal(numbers, kept.value))
            ]  # fmt: skip
        for kept in others:
            self.host.cured("GS205", "checkpoint", kept.stack)
        self.checkpoints.keeper.restored |= storages
        try:
            yield
        finally:
            self.checkpoints.keeper.restored -= storages
            with private.no_tracking():
                for (_, alias), numbers in zip(moved, now, strict=True):
                    self.checkpoints.put_back(alias, numbers)


def _state(roots: tuple[Any, ...], *, is_weak: bool) -> PythonState | None:
    """Remember the Python state; None if that fails: a difference then raises."""
    try:
        others = tuple(root for root in roots if not isinstance(root, torch.Tensor))
        return PythonState(others, is_weak=is_weak)
    except Exception:  # noqa: BLE001 (somebody else's objects are looked at)
        return None


class Checkpoints:
    """The stand-ins for the two kinds of checkpoint."""

    def __init__(
        self, host: Host, shelves: Shelves, exported: Exported, writing: dict[int, tuple[Any, int]]
    ) -> None:
        self.host = host
        self.shelves = shelves
        self.exported = exported
        self.keeper = Keeper(host, shelves, writing)
        self.open: list[Region] = []  # whose forward is under way
        self.escaped: dict[int, ref[Any]] = {}  # values of reentrant ones in Python state, by id

    def ignore(self, storage: int) -> None:
        """Leave statistics that a region itself updates as they are without gradsan."""
        for region in self.open:
            for kept, _ in region.read.values():
                kept.inert |= kept.storage == storage

    def forget(self, number: int, _: Any) -> None:
        """Be told that an escaped value is gone."""
        self.escaped.pop(number, None)

    def put_back(self, alias: Any, numbers: Any) -> None:
        """Put the numbers of another time back, after what was saved of these was copied."""
        storage = alias.untyped_storage().data_ptr()
        prepared = self.shelves.before_write(storage, alias, region_of(alias))
        _put(alias, numbers)
        after_write(prepared)

    def patches(self) -> Iterator[Patch]:
        """Make the stand-ins."""
        generator = getattr(checkpoint, "_checkpoint_without_reentrant_generator", None)
        hook = getattr(checkpoint, "_recomputation_hook", None)
        if generator is not None and hook is not None:
            yield Patch(checkpoint, generator.__name__, self._generator(generator))
            yield Patch(hook, "__init__", self._hook(hook.__init__))
        reentrant = checkpoint.CheckpointFunction
        yield Patch(reentrant, "forward", staticmethod(self._forward(reentrant.forward)))
        yield Patch(reentrant, "apply", self._apply(reentrant.apply))

    def _generator(self, original: Any) -> Any:
        def generate(function: Any, preserve: bool = True, *args: Any, **kwargs: Any) -> Any:
            if is_dynamo_compiling() or not torch.is_grad_enabled():
                announced.past = None
                yield from original(function, preserve, *args, **kwargs)
                return
            roots = (function, *args, *kwargs.values())
            announced.past = region = Region(self.host, self, roots, is_reentrant=False)
            with region.reading():
                yield from original(region.again(function), True, *args, **kwargs)

        return generate

    def _apply(self, original: Any) -> Any:
        def apply(function: Any, preserve: bool, *args: Any) -> Any:
            # Without an input that requires grad the reentrant kind cuts the graph.
            if not torch.is_grad_enabled() or any(one.requires_grad for one in tensors_in(args)):
                return original(function, preserve, *args)
            result = checkpoint.checkpoint(function, *args, use_reentrant=False)
            if any(one.requires_grad for one in tensors_in((result,))):
                self.host.cured("GS513", "checkpoint", self.host.capture())
            return result

        return apply

    def _forward(self, original: Any) -> Any:
        def forward(ctx: Any, function: Any, preserve: bool, *args: Any) -> Any:
            roots = (function, *args)
            announced.past = region = Region(self.host, self, roots, is_reentrant=True)
            is_first = [True]
            again = region.again(function)

            def run(*inputs: Any) -> Any:
                if not is_first:
                    return again(*inputs)
                is_first.clear()
                with region.reading():
                    result = function(*inputs)
                region.let_escape()
                return result

            return original(ctx, run, True, *args)

        return forward

    def _hook(self, original: Any) -> Any:
        def __init__(hook: Any, frame: Any, group: Any) -> None:  # noqa: N807
            original(hook, frame, group)
            hook.pack_hook = self.keeper.packing(hook.pack_hook, frame, group)

        return __init__


def _put(alias: Any, numbers: Any) -> None:
    """Write behind every counter and door."""
    torch.Tensor.copy_(private.apart(alias), numbers)
