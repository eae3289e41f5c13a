"""Values saved for backward, kept as they were: copy on write.

A value is packed as an alias of its memory and put on the shelf of its storage, weakly: when
the graph goes, it goes. Before a write, what the write touches is copied, once for all that
saved the same bytes, and moves to the shelf of its copy. What the write does not touch takes
over the new version. Unpack hands out a value only if its version is the one that was last
known: a write that nobody saw raises, as torch does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any, TypeAlias
from weakref import ref

from gradsan.backends.torch import private
from gradsan.backends.torch.copied_from import CopiedFrom
from gradsan.backends.torch.memory import is_same_place
from gradsan.backends.torch.overlap import Region, touches
from gradsan.model.event import Extent, Stack

SWEEP_EVERY = 1 << 16  # ticks between two looks at shelves that nobody writes to
ARRIVALS = 1 << 12  # ticks between two looks at values that wait
MOST_ARRIVALS = 1 << 16  # values that wait for the next write to be shelved
FEW = 1 << 8  # references that are not worth a look when a pass ends


class Kept:
    """One saved value."""

    __slots__ = (
        "__dict__", "__weakref__", "has_history", "number", "order", "stack", "storage", "value",
        "version",
    )  # fmt: skip
    # What few have is in the dictionary, which the others never get.
    components: list[Kept]  # set only if it is sparse
    copied = 0  # bytes, told with the first value that shares the copy
    inert = False  # backward of its node never reads it

    def __init__(
        self, value: Any, version: int, order: int, stack: Stack, number: int = -1
    ) -> None:
        self.value = value
        self.storage = 0  # whose shelf it is on
        self.version = version
        self.order = order
        self.stack = stack
        self.number = number  # of the node that keeps it, where its line is known by that
        self.has_history = False  # an origin or a source: one look tells that there is neither

    @property
    def origin(self) -> Origin | None:
        """Where it lay before it was copied."""
        return self.__dict__.get("origin")

    @origin.setter
    def origin(self, origin: Origin | None) -> None:
        self.__dict__["origin"], self.has_history = origin, True

    @property
    def source(self) -> Any:
        """The memory itself, where others may write it unheard."""
        return self.__dict__.get("source")

    @source.setter
    def source(self, source: Any) -> None:
        self.__dict__["source"], self.has_history = source, True

    def follow(self) -> None:
        """Be told that it was copied, before the write."""

    @property
    def is_unchanged(self) -> bool:
        """Whether no write has touched it since it was last known."""
        version: int = self.value._version
        return version == self.version


class Origin:
    """Where a copied value lay when it was saved."""

    __slots__ = ("extent", "is_told_by_torch", "storage", "version")

    def __init__(self, value: Any, storage: int, version: int) -> None:
        self.is_told_by_torch = False  # the write raises the version that torch compares
        size = value.element_size()
        strides = tuple(stride * size for stride in value.stride())
        self.extent = Extent(value.storage_offset() * size, tuple(value.shape), strides, size)
        self.storage = storage
        self.version = version

    def is_felt(self) -> bool:
        """Tell whether torch would have read other numbers, or objected."""
        return True


def region_of(tensor: Any) -> Region:
    """Return the elements of a tensor inside its storage."""
    return tensor.storage_offset(), tuple(tensor.shape), tensor.stride()


# Values that a write leaves as they are; origins of those it touches, with what lay there.
Prepared: TypeAlias = tuple[list[Kept], list[tuple[Origin, Any]]]


class Shelves:
    """All kept values of the process, by storage."""

    def __init__(self) -> None:
        # Most storages have one value; a list is only made for the second.
        self.by_storage: dict[int, Any] = {}  # ref[Kept] | list[ref[Kept]]
        # Most values are gone before anything is written, so nobody asks where they lie.
        self.arrivals: deque[ref[Kept]] = deque()
        self.lock = Lock()
        self.swept = 0
        self.full = FEW  # so many shelves are looked through when a pass ends
        self.copied_from = CopiedFrom()
        # What a write under preparation will change, and a copy of all of it.
        self.whole: tuple[Any, Any] | None = None

    def shelve(self) -> None:
        """Put what has arrived on the shelves of its storages."""
        arrivals = self.arrivals
        while arrivals:
            try:
                kept = arrivals.popleft()()
            except IndexError:
                return  # another thread was faster
            if kept is None or kept.storage:
                continue
            try:
                storage = kept.value.untyped_storage().data_ptr()
            except (RuntimeError, NotImplementedError):
                continue  # functorch, fake
            if storage:
                self.put(storage, kept)

    def thin(self, order: int) -> int:
        """Forget arrivals whose graph is gone; return when to look again.

        The others go on waiting, unless they are many.
        """
        arrivals = self.arrivals
        for _ in range(len(arrivals)):
            try:
                entry = arrivals.popleft()
            except IndexError:
                break  # another thread was faster
            if entry() is not None:
                arrivals.append(entry)
        if len(arrivals) > MOST_ARRIVALS:
            self.shelve()
        return order + ARRIVALS

    def tidy(self) -> None:
        """Forget what a pass that ended has freed.

        References that outlive what they refer to grow old in the garbage collector, and its
        longest collection is the price: more than all the hooks of a step of tiny ops.
        """
        if len(self.arrivals) > FEW:
            self.thin(0)
        if len(self.by_storage) > self.full:
            self.sweep()
            self.full = FEW + 2 * len(self.by_storage)

    def put(self, storage: int, kept: Kept) -> None:
        """Put a value on the shelf of its storage; it leaves the one it was on."""
        kept.storage = storage
        entry = ref(kept)
        if self.by_storage.setdefault(storage, entry) is not entry:
            with self.lock:
                shelf = self.by_storage.get(storage)
                if type(shelf) is list:
                    shelf.append(entry)
                elif shelf is None or shelf() is None:
                    self.by_storage[storage] = entry
                else:
                    self.by_storage[storage] = [shelf, entry]
        if kept.order - self.swept > SWEEP_EVERY:
            self.swept = kept.order
            self.sweep()

    def sweep(self) -> None:
        """Forget values whose graph is gone."""
        lists = []
        with self.lock:
            for storage, shelf in list(self.by_storage.items()):
                if type(shelf) is list:
                    lists.append(storage)
                elif shelf() is None:
                    del self.by_storage[storage]
        for storage in lists:
            self.on(storage)

    def holds(self, storage: int) -> bool:
        """Tell whether something on a shelf may still be read."""
        if self.arrivals:
            self.shelve()
        shelf = self.by_storage.get(storage)
        return shelf is not None and (type(shelf) is list or shelf() is not None)

    def on(self, storage: int) -> list[Kept]:
        """Return the live values on a shelf, and clear away the others."""
        if self.arrivals:
            self.shelve()
        with self.lock:
            shelf = self.by_storage.get(storage)
            entries = shelf if type(shelf) is list else [shelf] if shelf is not None else []
            live = [k for entry in entries if (k := entry()) is not None and k.storage == storage]
            if not live:
                self.by_storage.pop(storage, None)
            elif len(live) < len(entries):
                self.by_storage[storage] = [ref(kept) for kept in live]
        return live

    def before_write(self, storage: int, tensor: Any, region: Region | None) -> Prepared:
        """Copy what a write will touch; return what `after_write` wants to know.

        `region` None means that no byte will change. A value that a write unseen has touched
        before is left alone: its version tells on it.
        """
        self.whole = None  # of an earlier write that did not ask for it
        known = [kept for kept in self.on(storage) if kept.is_unchanged]
        if region is None:
            return known, []
        itemsize = tensor.element_size()
        spared, touched = [], []
        for kept in known:
            value = kept.value
            if (
                value.element_size() == itemsize and not touches(region, region_of(value))
            ) or kept.inert:
                spared.append(kept)
            else:
                touched.append(kept)
        return spared, self.move(storage, touched, tensor) if touched else []

    def take_whole(self, target: Any) -> Any:
        """Hand over the copy that was made of all that a write will change, if there is one."""
        whole, self.whole = self.whole, None
        return whole[1] if whole is not None and whole[0] is target else None

    def move(
        self, storage: int, touched: list[Kept], target: Any = None
    ) -> list[tuple[Origin, Any]]:
        """Give values a copy of their own, shared by those that saved the same bytes.

        Returns where they lay, with what they were until now.
        """
        left: list[tuple[Origin, Any]] = []
        with private.no_tracking():
            for kept, copy, is_first in self._instead(storage, touched, target):
                if is_first and target is not None and is_same_place(kept.value, target):
                    self.whole = target, copy
                if kept.origin is None:
                    kept.origin = Origin(kept.value, storage, kept.version)
                    left.append((kept.origin, kept.value))
                kept.copied = copy.nbytes if is_first else 0
                kept.value, kept.version = copy, copy._version
                kept.follow()
                self.put(copy.untyped_storage().data_ptr(), kept)
        return left

    def _instead(
        self, storage: int, touched: list[Kept], target: Any
    ) -> Iterator[tuple[Kept, Any, bool]]:
        """Yield what is kept in the place of each value: what it was copied from, or a copy."""
        if target is None or storage not in self.copied_from.by_storage:
            yield from _copies(touched)
            return
        rest = []
        for kept in touched:
            twin = self.copied_from.twin_of(kept, storage, target, self.on)
            if twin is None:
                rest.append(kept)
            else:
                yield kept, twin.detach(), False
        yield from _copies(rest)


def after_write(prepared: Prepared) -> None:
    """Take over the version that a write left behind, for values it did not touch."""
    spared, left = prepared
    for kept in spared:
        kept.version = kept.value._version
    for origin, value in left:
        origin.is_told_by_torch = value._version != origin.version


def mark_raised(prepared: Prepared, storage: int) -> None:
    """Remember of values that a call left as they are that torch would not have read them."""
    for kept in prepared[0]:
        if not kept.inert and not kept.is_unchanged and kept.origin is None:
            kept.origin = Origin(kept.value, storage, kept.version)
            kept.origin.is_told_by_torch = True


def _copies(touched: list[Kept]) -> Iterator[tuple[Kept, Any, bool]]:
    """Yield each value with its copy, and whether it is the first that has that copy."""
    layouts: dict[Any, Any] = {}
    for kept in touched:
        value = kept.value
        key = (value.data_ptr(), value.shape, value.stride(), value.dtype)
        layouts.setdefault(key, value)
    whole = _whole(list(layouts.values())) if len(layouts) > 1 else None
    made: dict[Any, Any] = {}
    seen: set[int] = set()
    for kept in touched:
        value = kept.value
        key = (value.data_ptr(), value.shape, value.stride(), value.dtype)
        if key not in made:
            made[key] = whole(value) if whole else copy_of(value)
        copy = made[key]
        place = copy.untyped_storage().data_ptr()
        yield kept, copy, place not in seen
        seen.add(place)


def copy_of(value: Any) -> Any:
    """Copy a tensor; what is expanded stays expanded."""
    if 0 not in value.stride() or not value.numel():
        return value.clone()
    small = value
    for dim, stride in enumerate(value.stride()):
        if stride == 0:
            small = small.narrow(dim, 0, 1)
    return small.clone().expand(value.shape)


def _whole(values: list[Any]) -> Callable[[Any], Any] | None:
    """Copy the stretch that several layouts lie in, if that is less than each by itself."""
    first = values[0]
    if any(v.dtype != first.dtype or v.numel() == 0 or v.is_conj() for v in values):
        return None
    if any(v.is_neg() for v in values):
        return None
    start = min(v.storage_offset() for v in values)
    ends = [
        v.storage_offset() + sum((n - 1) * s for n, s in zip(v.shape, v.stride(), strict=True)) + 1
        for v in values
    ]
    if max(ends) - start > sum(v.numel() for v in values):
        return None
    stretch = first.as_strided((max(ends) - start,), (1,), start).clone()
    return lambda v: stretch.as_strided(v.shape, v.stride(), v.storage_offset() - start)
