"""What the interpreter knows: values, storages, and the state they live in.

A tensor is a storage seen through a door. Views share the storage, and with it the saves,
the graph and the need of a gradient. `Unknown` stands for everything else; nothing is ever
reported about it.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from gradsan.model.finding import Edit
from gradsan.static.frozen import frozen
from gradsan.static.query import Spot, StaticSave, StaticWrite


class Needs(IntEnum):
    """Whether a gradient is asked of a value."""

    NO = 0
    MAYBE = 1
    YES = 2


@frozen
class Unknown:
    """Could be anything."""


@frozen
class Number:
    """A Python number, bool, string or None; `known` if `value` is its value."""

    value: object = None
    known: bool = False
    cuts: frozenset[int] = frozenset()  # where it was taken out of a graph


@frozen
class Ref:
    """A name from outside the file, e.g. `torch.nn.functional.relu`."""

    name: str


@frozen
class Tensor:
    """A storage seen through a door."""

    storage: int
    door: str = ""  # "data", "numpy": writes are not counted by the version counter
    detached: bool = False  # carries no gradient although the storage may
    view: str = ""  # "view", "split", "no_grad", "expanded", "hook"; empty: the whole
    made: Spot | None = field(default=None, compare=False)  # where the view was made
    cuts: frozenset[int] = frozenset()  # where this alias left the graph
    strided: bool = False  # not laid out in order, so reshape and contiguous copy
    turned: bool = False  # its axes are in another order


@frozen
class Method:
    """A method bound to a value."""

    owner: Value
    name: str


@frozen
class Function:
    """A function of this file, with the frames it can see."""

    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
    name: str
    frames: tuple[int, ...]
    owner: Value | None = None  # self


@frozen
class Class:
    """A class of this file, or one from outside (`node` is None)."""

    name: str
    node: ast.ClassDef | None = None
    frames: tuple[int, ...] = ()
    bases: tuple[Value, ...] = ()
    frame: int | None = field(default=None, compare=False)  # of what its body binds
    lineage: frozenset[str] = field(default=frozenset(), compare=False)  # bases from elsewhere
    # Of the class and of its bases in the file, by name.
    methods: Mapping[str, ast.FunctionDef] = field(default_factory=dict, compare=False)
    setters: Mapping[str, ast.FunctionDef] = field(default_factory=dict, compare=False)


@frozen
class Object:
    """An instance or a container; its parts are in the state."""

    id: int


@frozen
class Generator:
    """A call of a function of this file that yields; walked when somebody takes its values."""

    function: Function
    args: object  # Arguments
    node: ast.Call


Value: TypeAlias = Unknown | Number | Ref | Tensor | Method | Function | Class | Object | Generator
UNKNOWN = Unknown()
NUMBER = Number()
NONE = Number(None, known=True)


class Storage(NamedTuple):
    """Memory, and what autograd knows of it at this moment; a tuple, for it is made so often."""

    needs: Needs = Needs.NO
    graph: frozenset[int] = frozenset()  # ids of the saves its gradient will need
    leaves: frozenset[int] = frozenset()  # storages that its gradient reaches
    cuts: frozenset[int] = frozenset()  # where gradient was lost on the way to it
    is_leaf: bool = False
    made: Spot | None = None  # the op that made it
    split: Spot | None = None  # where views were made of it that must not be written
    split_written: Spot | None = None  # the whole was written after that
    overwritten: Overwrite | None = None  # somebody who only wanted a copy wrote into it
    has_zero: bool = False  # some entry is known to be zero
    is_zero: bool = False  # every entry is
    is_constant: bool = False  # every entry is the same
    has_constant: bool = False  # a column is known to be constant
    has_zero_rows: bool = False  # whole rows are zero, so sums over them are
    used: tuple[ast.stmt, ...] = ()  # the statements that led to the first read of a plain tensor
    late_by: ast.stmt | None = None  # the statement of `late`
    late: Spot | None = None  # where its gradient was switched on, after it was read
    is_float: bool | None = None
    is_other: bool = False  # of another type than float32
    keeps_grad: bool = False  # retain_grad() was called
    flagged: tuple[Edit, ...] = ()  # make it a leaf where its gradient was asked for
    grad_of: int | None = None  # it is the .grad of that storage
    is_local: bool = True  # made in this root, not handed in
    has_escaped: bool = False  # handed to code that is not known
    inference: Spot | None = None  # made in inference mode, switched on here
    is_bounded: bool = False  # clamped to where acos and asin have no derivative
    is_scalar: bool = False  # a single number
    void: int = 0  # which masking has made some entries minus infinity
    voided: int = 0  # the same entries are zero now
    number_terms: frozenset[int] = frozenset()  # cuts: numbers that are terms of this sum
    adds_void: bool = False  # the infinities were added: a row of nothing else is NaN, both ways
    has_nan: bool = False  # some entry is zero times infinity
    copied: tuple[frozenset[int], int] = (frozenset(), 0)  # of what, since when; 0: a part
    is_guess: bool = False  # the result of something unknown: perhaps a tuple, perhaps a tensor

    def with_fields(self, fields: dict[str, Any]) -> Storage:
        """Return it with some fields changed, as `_replace` does, in a fifth of the time."""
        values = list(self)
        for name, value in fields.items():
            values[_FIELDS[name]] = value
        return Storage._make(values)


_FIELDS = {name: at for at, name in enumerate(Storage._fields)}
PLAIN = Storage()


@frozen
class Overwrite:
    """A write whose writer may not know that somebody else sees the memory."""

    # "shared-input", "operand-write", "detached-alias", "plain-alias", "kept-alias",
    # "input-alias", "view-alias", "shared-grad", "discarded-result"
    kind: str
    spot: Spot
    target: str  # the name that was written
    frame: int  # of that name
    statement: object  # readers in the same statement are part of it
    edits: tuple[Edit, ...] = ()  # that would mend it
    readers: frozenset[tuple[int, str]] = frozenset()  # names given before that still show it


@frozen
class LiveSave:
    """A save on a path: the fact, and how sure it is."""

    id: int
    fact: StaticSave
    storage: int
    needs: Needs
    silent: str = ""  # "ctx", "checkpoint": nobody checks a version
    keeps: tuple[ast.expr, ...] = ()  # what would have to be cloned for it to keep a copy
    outermost: ast.stmt | None = None  # the statement of the root that led to it
    block: ast.expr | None = None  # the call of checkpoint around it


@frozen
class Cut:
    """A place where a value leaves the graph, and the leaves that are lost by it."""

    id: int
    kind: str  # "item", "numpy", "tensor", "no_grad", "nondiff", "parameter", "data", "grad"
    spot: Spot
    leaves: frozenset[int]
    subject: str = ""  # the op, in the user's words
    edits: tuple[Edit, ...] = ()  # that would keep it in
    source: int | None = None  # the distribution that was sampled
    backward: Spot | None = None  # that filled the `.grad` that was read


@frozen
class Application:
    """A call of a Function that keeps something on its class for its backward."""

    cls: ast.ClassDef
    spot: Spot  # of the statement that keeps it
    name: str
    edits: tuple[Edit, ...] = ()  # that keep it on ctx


@dataclass(slots=True)
class Parts:
    """The inside of an object: attributes, items, and its class."""

    cls: Class | Ref | None = None
    attributes: dict[str, Value] = field(default_factory=dict)
    items: list[Value] | None = None  # of a list or tuple
    is_open: bool = False  # there may be more items, like these
    keys: list[Value] | None = None  # of a dict; its values are the items
    is_replicated: bool = False  # `[t] * n`: every item is the same thing
    made_by: object = None  # the call that constructed it
    is_mixed: bool = False  # `[*many, one]`: nobody knows which item is where
    names: list[str] = field(default_factory=list)  # of the layers of a Sequential
    is_picked: bool = False  # `[p for p in many if …]`: nobody knows which ones
    puts: dict[str, Spot] = field(default_factory=dict, compare=False)  # by attribute; "": an item
    state: object = field(default=None, compare=False)  # that may change it; others copy first
    # Where keys stand, or stood in a copy; none is missing. Made for a dict of many keys.
    at: dict[Value, int] | None = field(default=None, compare=False)

    def copy(self, state: object) -> Parts:
        """Return parts that a state may change."""
        items = None if self.items is None else list(self.items)
        keys = None if self.keys is None else list(self.keys)
        return Parts(
            self.cls,
            dict(self.attributes),
            items,
            self.is_open,
            keys,
            self.is_replicated,
            self.made_by,
            self.is_mixed,
            list(self.names),
            self.is_picked,
            dict(self.puts),
            state,
            self.at,
        )


@dataclass(slots=True)
class State:
    """Everything that a branch may change. Copied where paths part."""

    frames: dict[int, dict[str, Value]] = field(default_factory=dict)
    objects: dict[int, Parts] = field(default_factory=dict)
    storages: dict[int, Storage] = field(default_factory=dict)
    saves: dict[int, tuple[LiveSave, ...]] = field(default_factory=dict)  # by storage
    stale: dict[int, tuple[LiveSave, StaticWrite]] = field(default_factory=dict)  # by save id
    grad_on: bool = True
    grad_off_at: Spot | None = None
    inference_at: Spot | None = None
    cuts: dict[int, Cut] = field(default_factory=dict)
    freed: dict[int, Spot] = field(default_factory=dict)  # saves that a backward let go
    roots: frozenset[int] = frozenset()  # storages on which backward has run
    reached: frozenset[int] = frozenset()  # leaves that some backward reached
    lost: dict[int, int] = field(default_factory=dict)  # leaf: the cut it was lost at
    set_aside: dict[int, int] = field(default_factory=dict)  # leaf: the detach it was lost at
    compared: dict[int, int] = field(default_factory=dict)  # leaf: the question it was lost at
    scaled: frozenset[int] = frozenset()  # cuts that are factors, which only a graph must know
    reads: dict[int, Spot] = field(default_factory=dict)  # leaf: where .grad was last read
    read: dict[int, tuple[int, ...]] = field(default_factory=dict)  # leaf: its .grad as it was read
    taken: frozenset[int] = frozenset()  # leaves whose gradient torch.autograd.grad has given
    opaque: frozenset[int] = frozenset()  # leaves that unknown code has seen
    held: frozenset[int] = frozenset()  # leaves that an optimizer holds
    stepped: frozenset[int] = frozenset()  # of them: one has stepped
    managed: frozenset[int] = frozenset()  # leaves that are copied or averaged, not trained
    # old, new, where, and the statements that led there
    replaced: tuple[tuple[frozenset[int], frozenset[int], Spot, tuple[ast.stmt, ...]], ...] = ()
    aliases: frozenset[tuple[int, str]] = frozenset()  # names that stand for one thing: `a = b`
    grads: dict[int, tuple[str, Spot]] = field(default_factory=dict)  # leaf: state of .grad
    derived: dict[int, int] = field(default_factory=dict)  # leaf: whose graph its .grad is in
    dropped: dict[int, tuple[Spot, Spot]] = field(default_factory=dict)  # leaf: backward, clear
    foreign: dict[int, tuple[Spot, Spot]] = field(default_factory=dict)  # leaf: backward, step
    clipped: dict[int, Spot] = field(default_factory=dict)  # leaf: where nothing was clipped
    # leaf: where its gradient was clipped, and the backward that has added to it since
    clips: dict[int, tuple[Spot, Spot | None]] = field(default_factory=dict)
    appended: frozenset[int] = frozenset()  # storages that were put into a list
    diverged: frozenset[int] = frozenset()  # distributions that a divergence trains
    second_order: dict[int, int] = field(default_factory=dict)  # gradient: its mark in the graph
    edited: dict[int, tuple[Spot, tuple[Edit, ...]]] = field(default_factory=dict)  # .grad by leaf
    # attributes that a checkpoint reads again, and the call of it
    recomputed: frozenset[tuple[int, str, ast.Call]] = frozenset()
    # where one of them was given another number, and what would mend it
    reset: tuple[tuple[Spot, str, tuple[Edit, ...]], ...] = ()
    copies: dict[int, tuple[int, Spot]] = field(default_factory=dict)  # weight: of which, where
    applied: dict[int, Application] = field(default_factory=dict)  # by their mark in the graph
    written: dict[int, int] = field(default_factory=dict)  # storage: order of the last write
    restored: frozenset[int] = frozenset()  # storages that got old numbers back
    own_from: int = 0  # frames below it are only read
    token: object = field(default_factory=object, compare=False)  # who may change objects in place

    def copy(self) -> State:
        """Return a state that can go its own way; objects are shared until one changes."""
        self.token = object()  # what was ours is shared from now on
        own = {key: dict(self.frames[key]) for key in self.frames if key >= self.own_from}
        return State(
            {**self.frames, **own},
            dict(self.objects),
            dict(self.storages),
            dict(self.saves),
            dict(self.stale),
            self.grad_on,
            self.grad_off_at,
            self.inference_at,
            dict(self.cuts),
            dict(self.freed),
            self.roots,
            self.reached,
            dict(self.lost),
            dict(self.set_aside),
            dict(self.compared),
            self.scaled,
            dict(self.reads),
            dict(self.read),
            self.taken,
            self.opaque,
            self.held,
            self.stepped,
            self.managed,
            self.replaced,
            self.aliases,
            dict(self.grads),
            dict(self.derived),
            dict(self.dropped),
            dict(self.foreign),
            dict(self.clipped),
            dict(self.clips),
            self.appended,
            self.diverged,
            dict(self.second_order),
            self.edited,
            self.recomputed,
            self.reset,
            self.copies,
            self.applied,
            dict(self.written),
            self.restored,
            self.own_from,
        )

    def values(self) -> Iterator[Value]:
        """Yield all that a name, an attribute or an item stands for."""
        return chain.from_iterable(self._groups())

    def _groups(self, storage: int = -1) -> Iterator[Collection[Value]]:
        """Yield the values of each frame and object, but for frames older than this storage."""
        since = self.own_from if storage >= self.own_from else 0
        yield from (frame.values() for key, frame in self.frames.items() if key >= since)
        for parts in self.objects.values():
            if parts.attributes:
                yield parts.attributes.values()
            if parts.items:
                yield parts.items

    def is_named(self, storage: int) -> bool:
        """Tell whether somebody has a tensor itself, not only a view of it."""
        return any(
            isinstance(value, Tensor) and value.storage == storage and not value.view
            for group in self._groups(storage)
            for value in [*group][::-1]  # mostly it is a new name
        )

    def names_of(self, storage: int) -> int:
        """Count the names, attributes and items through which a storage can be seen."""
        return len(
            [
                item
                for group in self._groups(storage)
                for item in group  # there may be thousands, and each write asks
                if (
                    item.storage == storage
                    if isinstance(item, Tensor)
                    else isinstance(item, Method) and getattr(item.owner, "storage", 0) == storage
                )
            ]
        )
