"""The machine that the interpreter drives: one path through the source.

It holds the state of the path, makes storages and answers what is known of values. What ops
do to them is in `saving.py`, `writing.py` and `training.py`. It knows nothing of syntax.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from gradsan.model.finding import Confidence, Edit
from gradsan.static.nodes import children
from gradsan.static.origins import Origins
from gradsan.static.pace import NO_CALLS, Pace
from gradsan.static.paths import Tape
from gradsan.static.query import Incident, Spot, StaticHazard, StaticWrite
from gradsan.static.source import Source
from gradsan.static.values import (
    PLAIN,
    Cut,
    Function,
    Needs,
    Number,
    Object,
    Parts,
    State,
    Storage,
    Tensor,
    Unknown,
    Value,
)

MAX_ELEMENTS = 12  # of a list that a loop walks one by one
LOOP_PASSES = 3  # a value carried over twice: made, kept, overwritten
MAX_DEPTH = 6  # calls inside calls
MAX_DEPTH_ALONE = 3
SHORT = 4  # statements of a function that may be entered one call deeper


_NOTHING: frozenset[int] = frozenset()


@dataclass(slots=True)
class Facts:
    """What the paths of one file found, each thing once."""

    hazards: dict[tuple[object, ...], StaticHazard] = field(default_factory=dict)
    writes: dict[object, StaticWrite] = field(default_factory=dict)
    incidents: dict[tuple[object, ...], Incident] = field(default_factory=dict)
    triggers: frozenset[int] = frozenset()  # lines of the functions that were worth a walk
    missed: frozenset[int] = frozenset()  # of them: no path came there
    ruled_out: frozenset[int] = frozenset()  # of the missed: a known value forbids it

    def add(self, hazard: StaticHazard) -> None:
        """Keep a hazard; the surer of two for the same places."""
        key = (hazard.save.spot.place, hazard.write.spot.place)
        known = self.hazards.get(key)
        self.hazards[key] = known.joined(hazard) if known else hazard

    def note(self, incident: Incident) -> None:
        """Keep an incident; the surer of two for the same place."""
        key = (incident.kind, incident.spot.place)
        known = self.incidents.get(key)
        if known is None or (known.confidence == "maybe" and incident.confidence == "proved"):
            self.incidents[key] = incident


@dataclass(slots=True)
class Machine:
    """One path: the state, where we are, and what was found."""

    source: Source
    facts: Facts
    state: State = field(default_factory=State)
    wants_guesses: bool = True  # what is not sure is told, too
    tape: Tape = field(default_factory=Tape)
    statement: ast.stmt | None = None
    outermost: ast.stmt | None = None  # the statement of the root that we are in
    scope: tuple[int, ...] = ()  # frames that can be seen, innermost first
    root: str = ""  # the function that is walked by itself; empty for the module
    functions: list[str] = field(default_factory=list)  # qualified names, outermost first
    returned: list[Value] = field(default_factory=list)
    statements: list[ast.stmt | None] = field(default_factory=list)  # of the callers
    call_nodes: list[ast.expr] = field(default_factory=list)  # that led here, outermost first
    seen: set[ast.AST] = field(default_factory=set)  # functions entered by a call
    pace: Pace = field(default_factory=Pace)
    origins: Origins = field(init=False)
    holds: dict[ast.AST, tuple[bool, bool, bool]] = field(default_factory=dict)  # kept by flow
    forks: dict[ast.AST, bool] = field(default_factory=dict)  # kept by flow
    asked: dict[tuple[ast.AST | None, str], list[ast.keyword]] = field(default_factory=dict)
    containers: dict[ast.AST, frozenset[str]] = field(default_factory=dict)  # kept by flow
    spots: dict[tuple[ast.AST, str], Spot] = field(default_factory=dict)
    matters: frozenset[str] = frozenset()  # names that a lone root depends on; none: all
    is_own: bool = True  # the lone root has triggers of its own
    asides: dict[tuple[ast.AST, bool], bool] = field(default_factory=dict)
    targets: list[int] = field(default_factory=list)  # rows that a lone root is to come to
    trigger_rows: list[int] = field(default_factory=list)  # lines that may write or the like
    consumer: Callable[[Value], None] | None = None  # who takes what a generator yields
    block_reads: set[int] = field(default_factory=set)  # storages, inside checkpoint
    # inside checkpoint: what, where, by which name, and the edit that works out of place
    block_writes: list[tuple[int, Spot, str, Edit | None]] = field(default_factory=list)
    checkpoints: list[ast.expr] = field(default_factory=list)  # the calls that are run
    recompute_from: int | None = None  # inside checkpoint: ids from here on are made anew
    fresh_id: Callable[[], int] = field(default_factory=lambda: count(1).__next__)  # never twice
    enter: Callable[..., Value] = field(default=lambda *_: Unknown())  # a function; set by flow
    evaluate: Callable[..., Value] = field(default=lambda *_: Unknown())  # set by flow
    call: Callable[..., Value] = field(default=lambda *_: Unknown())  # any value; set by flow

    def __post_init__(self) -> None:
        self.origins = Origins(self.source)

    def statements_here(self) -> tuple[ast.stmt, ...]:
        """Return the statement that is walked, and those of the calls that led to it."""
        chain = (*self.statements, self.statement)
        return tuple(statement for statement in chain if statement is not None)

    def is_aside(self, node: ast.expr | ast.stmt) -> bool:
        """Tell whether it hardly matters to a lone root which way it goes here.

        That is so without a trigger inside, in a function that was called, in a root that has
        no trigger of its own, or if none of the names that matter is bound.
        """
        if not self.root:
            return False
        key = (node, len(self.functions) > 1)
        if key not in self.asides:
            self.asides[key] = not is_between(self.trigger_rows, node, node) and (
                key[1] or not self.is_own or not self._binds(node)
            )
        return self.asides[key]

    def passes(self, loop: ast.stmt) -> int:
        """Return how often the body of a loop is walked at most.

        In a lone root, and where it is hurried, once is enough without a trigger inside.
        """
        if self.pace.gear == NO_CALLS or self.is_aside(loop):
            return 1
        if self.root or self.pace.gear:
            is_held = is_between(self.trigger_rows, loop, loop)
            if not is_held and not is_between(self.targets, loop, loop):
                return 1
        return LOOP_PASSES if self.pace.gear else MAX_ELEMENTS

    def may_enter(self, function: Function) -> bool:
        """Tell whether a call is walked: not too deep in others, nor too late."""
        if self.pace.gear == NO_CALLS:
            return False
        limit = MAX_DEPTH_ALONE if self.root else MAX_DEPTH
        if isinstance(function.node, ast.Lambda):
            return len(self.functions) < limit
        limit += len(function.node.body) <= SHORT
        return len(self.functions) < limit and self.functions.count(function.name) <= 1

    def _binds(self, node: ast.expr | ast.stmt) -> bool:
        """Tell whether a name that matters to the root is bound inside."""
        if not self.matters:
            return True
        return any(
            (
                isinstance(item, ast.Name)
                and isinstance(item.ctx, ast.Store)
                and item.id in self.matters
            )
            or isinstance(item, (ast.Return, ast.Break, ast.Continue))
            for item in children(node)
        )

    def spot(self, node: ast.expr | ast.stmt) -> Spot:
        """Return where a node stands, with the function around it."""
        where = self.functions[-1] if self.functions else ""
        found = self.spots.get((node, where))
        if found is None:
            found = self.spots[node, where] = Spot(self.source, node, where)
        return found

    def note(
        self,
        kind: str,
        spot: Spot,
        subject: str = "",
        *,
        detail: str = "",
        made: Spot | None = None,
        needed: Spot | None = None,
        raises: bool = True,
        sure: bool = True,
        edits: Iterable[Edit | None] = (),
    ) -> None:
        """Note that something goes wrong here."""
        confidence: Confidence = "proved" if sure else "maybe"
        mends = [edit for edit in edits if edit is not None]
        self.facts.note(
            Incident(kind, spot, subject, detail, made, needed, raises, confidence, tuple(mends))
        )

    # -- making values -----------------------------------------------------------------

    def new_tensor(self, storage: Storage = PLAIN) -> Tensor:
        """Make a tensor with memory of its own."""
        key = self.fresh_id()
        if self.state.inference_at and not storage.needs:
            storage = storage._replace(inference=self.state.inference_at)
        if storage.is_leaf and storage.needs:
            storage = storage.with_fields({"leaves": frozenset({key})})
        if (leaf := storage.grad_of) is not None:
            self.state.read[leaf] = (*self.state.read.get(leaf, ()), key)
        self.state.storages[key] = storage
        return Tensor(key)

    def new_object(self, parts: Parts) -> Object:
        """Make an instance or container."""
        key = self.fresh_id()
        parts.state = self.state.token
        self.state.objects[key] = parts
        return Object(key)

    def own(self, value: Object) -> Parts:
        """Return the parts of an object, to be changed on this path only."""
        parts = self.state.objects[value.id]
        if parts.state is not self.state.token:
            parts = parts.copy(self.state.token)
            self.state.objects[value.id] = parts
        return parts

    def copy_object(self, value: Object) -> Object:
        """Copy an object and its tensors, deeply."""
        parts = self.state.objects[value.id]
        attributes = {name: self._copied(item) for name, item in parts.attributes.items()}
        items = None if parts.items is None else [self._copied(item) for item in parts.items]
        keys = None if parts.keys is None else list(parts.keys)
        return self.new_object(Parts(parts.cls, attributes, items, parts.is_open, keys))

    def _copied(self, value: Value) -> Value:
        if isinstance(value, Object):
            return self.copy_object(value)
        if isinstance(value, Tensor):
            known = self.storage(value)
            kept = Storage(known.needs, is_leaf=True, is_float=known.is_float, made=known.made)
            copied = self.new_tensor(kept)
            self.state.managed |= {copied.storage}
            return copied
        return value

    def new_cut(
        self,
        kind: str,
        spot: Spot,
        values: Iterable[Value],
        subject: str = "",
        edits: Iterable[Edit | None] = (),
    ) -> int:
        """Record that a value leaves the graph here, and what would keep it in."""
        leaves = self.leaves(values)
        key = self.fresh_id()
        mends = tuple(edit for edit in edits if edit is not None)
        self.state.cuts[key] = Cut(key, kind, spot, leaves, subject, mends)
        return key

    def rename(self, old: Tensor, new: Tensor) -> Tensor:
        """Let every name that stands for one tensor stand for another, and return that."""
        for frame in self.scope:
            known = self.state.frames.get(frame, {})
            for name in [name for name, value in known.items() if value == old]:
                known[name] = new
        return new

    # -- what is known -----------------------------------------------------------------

    def storage(self, tensor: Tensor) -> Storage:
        """Return what is known of a tensor's memory."""
        return self.state.storages[tensor.storage]

    def change(self, tensor: Tensor, **fields: Any) -> None:
        """Change what is known of a tensor's memory."""
        known = self.state.storages[tensor.storage]
        self.state.storages[tensor.storage] = known.with_fields(fields)

    def tensors(self, value: Value | None, depth: int = 2) -> Sequence[Tensor]:
        """Return a tensor, or the tensors in a list, or in lists in it."""
        if isinstance(value, Tensor):
            return (value,)
        if not isinstance(value, Object):
            return ()
        found: list[Tensor] = []
        for item in self.state.objects[value.id].items or ():
            if isinstance(item, Tensor):
                found.append(item)
            elif depth and isinstance(item, Object):
                found += self.tensors(item, depth - 1)
        return found

    def needs(self, value: Value | None) -> Needs:
        """Return whether a gradient is asked of a value."""
        if isinstance(value, Tensor):  # by far the most
            return Needs.NO if value.detached else self.state.storages[value.storage].needs
        if isinstance(value, Unknown):
            return Needs.MAYBE
        if not isinstance(value, Object):
            return Needs.NO
        known = [
            Needs.NO if tensor.detached else self.storage(tensor).needs
            for tensor in self.tensors(value)
        ]
        return max(known, default=Needs.NO)

    def most_needed(self, values: Iterable[Value]) -> Needs:
        """Return the strongest need among values."""
        most = Needs.NO
        for value in values:
            if (needs := self.needs(value)) > most:
                most = needs
        return most

    def graph(self, value: Value | None) -> frozenset[int]:
        """Return the saves that the gradient of a value will read."""
        if isinstance(value, Tensor):
            return _NOTHING if value.detached else self.state.storages[value.storage].graph
        parts = [self.storage(t).graph for t in self.tensors(value) if not t.detached]
        return _NOTHING.union(*parts)

    def graphs(self, values: Iterable[Value]) -> frozenset[int]:
        """Return all that the gradients of these values will read."""
        return _join([self.graph(value) for value in values])

    def leaves(self, values: Iterable[Value]) -> frozenset[int]:
        """Return the leaves that gradient of these values would reach."""
        storages = self.state.storages
        return _join(
            [
                storages[tensor.storage].leaves
                for value in values
                for tensor in self.tensors(value)
                if not tensor.detached
            ]
        )

    def cuts(self, values: Iterable[Value]) -> frozenset[int]:
        """Return where gradient was lost on the way to these values."""
        parts: list[frozenset[int]] = []
        for value in values:
            if isinstance(value, Number):
                parts.append(value.cuts)
                continue
            if isinstance(value, Object):
                parts += [item.cuts for item in self._numbers(value)]
            for tensor in self.tensors(value):
                known = self.state.storages[tensor.storage].cuts
                if tensor.detached and self.state.scaled:
                    known -= self.state.scaled
                parts += known, tensor.cuts
        return _join(parts)

    def _numbers(self, value: Object, depth: int = 2) -> Iterator[Number]:
        """Yield the numbers in a list, and in lists in it."""
        for item in self.state.objects[value.id].items or ():
            if isinstance(item, Number):
                yield item
            elif depth and isinstance(item, Object):
                yield from self._numbers(item, depth - 1)

    # -- what is not known -------------------------------------------------------------

    def escape(self, value: Value) -> None:
        """Note that code we do not know has got hold of a value."""
        for tensor in self.tensors(value):
            storage = self.storage(tensor)
            self.state.opaque |= storage.leaves
            if not storage.has_escaped or storage.late:
                self.change(tensor, has_escaped=True, late=None)  # it may be read once more

    def lose(self, values: Iterable[Value]) -> Value:
        """Hand values to code that is not known; anything may come back."""
        for value in values:
            self.escape(value)
        return Unknown()


def is_between(rows: list[int], first: ast.expr | ast.stmt, last: ast.expr | ast.stmt) -> bool:
    """Tell whether one of these lines, which are in order, lies between two nodes."""
    at = bisect_left(rows, first.lineno)
    return at < len(rows) and rows[at] <= (last.end_lineno or last.lineno)


def _join(parts: Iterable[frozenset[int]]) -> frozenset[int]:
    """Return the union; most parts are empty, and where only one is not, it is that one."""
    whole, more = _NOTHING, []
    for part in parts:
        if part and part is not whole:
            more.append(part)
            whole = whole or part
    if len(more) < 2:
        return whole
    *more, whole = sorted(more, key=len)
    return whole.union(*more)  # the largest is copied once
