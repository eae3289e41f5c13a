"""The machine that the interpreter drives: one path through the source.

It makes storages, records what is saved and written, and joins them into hazards when
backward runs. It knows nothing of syntax.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count

from gradsan.ops.table import Kept, Op
from gradsan.static.query import Form, Spot, StaticHazard, StaticSave, StaticUse, StaticWrite
from gradsan.static.source import Source
from gradsan.static.values import (
    LiveSave,
    Needs,
    Object,
    Parts,
    State,
    Storage,
    Tensor,
    Unknown,
    Value,
)

MAX_STEPS = 20_000  # statements a root may take, over all its paths
MAX_DEPTH = 6  # calls inside calls


class OutOfSteps(Exception):  # noqa: N818 - a signal, not an error
    """A root took too many steps; what was found so far stands."""


class Tape:
    """The choices of a path, so that the next path can take the others.

    >>> tape = Tape()
    >>> [(tape.choose(2), tape.advance()) for _ in range(3)]
    [(0, True), (1, False), (0, True)]
    """

    def __init__(self) -> None:
        self._choices: list[tuple[int, int]] = []
        self._at = 0

    def choose(self, ways: int) -> int:
        """Return which of several ways this path takes."""
        if self._at == len(self._choices):
            self._choices.append((0, ways))
        taken, _ = self._choices[self._at]
        self._at += 1
        return taken

    def advance(self) -> bool:
        """Go back to the start with the next choices; False when all were taken."""
        self._at = 0
        while self._choices:
            taken, ways = self._choices.pop()
            if taken + 1 < ways:
                self._choices.append((taken + 1, ways))
                return True
        return False


@dataclass(frozen=True, slots=True)
class Writing:
    """How a statement writes: what the machine needs to tell it."""

    node: ast.expr | ast.stmt  # its own place
    target: ast.expr
    op: str
    form: Form
    rebinds: str = ""
    through: str = ""  # a door that is not the tensor's own


@dataclass(slots=True)
class Facts:
    """What the paths of one file found, each thing once."""

    hazards: dict[tuple[object, ...], StaticHazard] = field(default_factory=dict)
    writes: dict[object, StaticWrite] = field(default_factory=dict)

    def add(self, hazard: StaticHazard) -> None:
        """Keep a hazard; the surer of two for the same places."""
        key = (hazard.save.spot.place, hazard.write.spot.place)
        known = self.hazards.get(key)
        if known is None or (known.confidence == "maybe" and hazard.confidence == "proved"):
            self.hazards[key] = hazard


@dataclass(slots=True)
class Machine:
    """One path: the state, where we are, and what was found."""

    source: Source
    facts: Facts
    state: State = field(default_factory=State)
    tape: Tape = field(default_factory=Tape)
    statement: ast.stmt | None = None
    scope: tuple[int, ...] = ()  # frames that can be seen, innermost first
    root: str = ""  # the function that is walked by itself; empty for the module
    functions: list[str] = field(default_factory=list)  # qualified names, outermost first
    returned: list[Value] = field(default_factory=list)
    seen: set[ast.AST] = field(default_factory=set)  # functions entered by a call
    steps: int = 0
    _ids: Iterator[int] = field(default_factory=lambda: count(1))
    enter: Callable[..., Value] = field(default=lambda *_: Unknown())  # a function; set by flow
    call: Callable[..., Value] = field(default=lambda *_: Unknown())  # any value; set by flow

    # -- values ------------------------------------------------------------------------

    def fresh_id(self) -> int:
        """Return a number not used before."""
        return next(self._ids)

    def step(self) -> None:
        """Count a statement; stop a root that goes on for ever."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise OutOfSteps

    def new_tensor(self, storage: Storage | None = None) -> Tensor:
        """Make a tensor with memory of its own."""
        key = self.fresh_id()
        self.state.storages[key] = storage or Storage()
        return Tensor(key)

    def new_object(self, parts: Parts) -> Object:
        """Make an instance or container."""
        key = self.fresh_id()
        self.state.objects[key] = parts
        return Object(key)

    def storage(self, tensor: Tensor) -> Storage:
        """Return what is known of a tensor's memory."""
        return self.state.storages[tensor.storage]

    def tensors(self, value: Value | None) -> Iterable[Tensor]:
        """Yield a tensor, or the tensors in a list."""
        if isinstance(value, Tensor):
            yield value
        elif isinstance(value, Object):
            for item in self.state.objects[value.id].items or ():
                if isinstance(item, Tensor):
                    yield item

    def needs(self, value: Value | None) -> Needs:
        """Return whether a gradient is asked of a value."""
        if isinstance(value, Unknown):
            return Needs.MAYBE
        known = [
            Needs.NO if tensor.detached else self.storage(tensor).needs
            for tensor in self.tensors(value)
        ]
        return max(known, default=Needs.NO)

    def graph(self, value: Value | None) -> frozenset[int]:
        """Return the saves that the gradient of a value will read."""
        parts = [self.storage(t).graph for t in self.tensors(value) if not t.detached]
        return frozenset().union(*parts)

    def escape(self, value: Value) -> None:
        """Note that code we do not know has got hold of a value."""
        for tensor in self.tensors(value):
            storage = self.storage(tensor)
            if not storage.has_escaped:
                self.state.storages[tensor.storage] = replace(storage, has_escaped=True)

    def lose(self, values: Iterable[Value]) -> Value:
        """Hand values to code that is not known; anything may come back."""
        for value in values:
            self.escape(value)
        return Unknown()

    # -- save, write, use --------------------------------------------------------------

    def spot(self, node: ast.expr | ast.stmt) -> Spot:
        """Return where a node stands, with the function around it."""
        place = self.source.place(node)
        where = self.functions[-1] if self.functions else ""
        return Spot(place, where, self.source.rows_of(place))

    def apply(self, op: Op, bound: dict[str, Value], node: ast.expr, shown: str = "") -> Value:
        """Run an op that makes a new value (or a view of an old one)."""
        flows = self.state.grad_on and op.is_differentiable
        needs = max((self.needs(value) for value in bound.values()), default=Needs.NO)
        if op.alias:
            return self._view(bound.get(op.alias), flows)
        if not flows or op.gives_integers:
            return self.new_tensor(Storage(is_float=False if op.gives_integers else None))
        result = self.new_tensor()
        graph = self.join_graphs(bound.values())
        if needs:
            kept = self.keep(op, {**bound, "result": result}, node, shown or op.name)
            graph |= {save.id for save in kept}
        self.state.storages[result.storage] = Storage(needs, graph, is_float=True)
        return result

    def apply_unknown(self, values: list[Value], least: Needs = Needs.NO) -> Value:
        """Run an op or module without a row: a new tensor; nothing is known to be kept."""
        if not any(True for value in values for _ in self.tensors(value)):
            return self.lose(values)
        needs = max([least, *(self.needs(value) for value in values)])
        graph = self.join_graphs(values)
        self.lose(values)
        if not self.state.grad_on:
            needs, graph = Needs.NO, frozenset()
        return self.new_tensor(Storage(needs, graph, has_escaped=True))

    def _view(self, base: Value | None, flows: bool) -> Value:
        if not isinstance(base, Tensor):
            return Unknown()
        return base if flows else replace(base, detached=True)

    def join_graphs(self, values: Iterable[Value]) -> frozenset[int]:
        """Return all that the gradients of these values will read."""
        return frozenset().union(*(self.graph(value) for value in values))

    def keep(
        self, op: Op, bound: dict[str, Value], node: ast.expr | ast.stmt, shown: str
    ) -> list[LiveSave]:
        """Record what the op keeps for backward."""
        inputs = {name: self.needs(value) for name, value in bound.items() if name != "result"}
        needs = max(inputs.values(), default=Needs.NO)
        kept: list[LiveSave] = []
        for thing in op.saves:
            asked = inputs.get(thing.guard, Needs.NO) if thing.guard else needs
            if not asked:
                continue
            kept += [
                self._keep_one(tensor, thing, node, shown, min(asked, needs))
                for tensor in self.tensors(bound.get(thing.what))
                if tensor.door != "data"  # .data has a counter of its own
            ]
        return kept

    def _keep_one(
        self, tensor: Tensor, thing: Kept, node: ast.expr | ast.stmt, shown: str, needs: Needs
    ) -> LiveSave:
        what = "its result" if thing.what == "result" else "its input"
        fact = StaticSave(self.spot(node), shown, what, self.fresh_id())
        save = LiveSave(fact.order, fact, tensor.storage, needs)
        self.state.saves.setdefault(tensor.storage, []).append(save)
        return save

    def write(self, tensor: Tensor, how: Writing, inputs: Iterable[Value] = ()) -> StaticWrite:
        """Record that memory is changed; what was kept of it is stale from now on."""
        storage = self.storage(tensor)
        statement = self.statement or how.node
        fact = StaticWrite(
            spot=self.spot(how.node),
            op=how.op,
            form=how.form,
            target=ast.unparse(how.target),
            statement=self.source.place(statement),
            order=self.fresh_id(),
            through=how.through or tensor.door,
            rebinds=how.rebinds,
            keeps_names=self._has_one_name(tensor, storage, how),
        )
        self.facts.writes[fact.spot.place] = fact
        for save in self.state.saves.get(tensor.storage, ()):
            self.state.stale.setdefault(save.id, (save, fact))
        if self.state.grad_on and not tensor.detached:
            values = list(inputs)
            needs = max([storage.needs, *(self.needs(value) for value in values)])
            graph = storage.graph | self.join_graphs(values)
            self.state.storages[tensor.storage] = replace(storage, needs=needs, graph=graph)
        return fact

    def _has_one_name(self, tensor: Tensor, storage: Storage, how: Writing) -> bool:
        # A name of an outer scope cannot be rebound from here.
        return (
            isinstance(how.target, ast.Name)
            and how.target.id in self.state.frames[self.scope[0]]
            and storage.is_local
            and not storage.has_escaped
            and self.state.names_of(tensor.storage) == 1
        )

    def use(self, value: Value, node: ast.expr | None, call: str, believed: Needs) -> None:
        """Run backward on a value: every stale save in its graph is a hazard."""
        spot = self.spot(node) if node is not None else None
        for key in sorted(self.graph(value) & self.state.stale.keys()):
            save, write = self.state.stale[key]
            sure = min(save.needs, believed) == Needs.YES
            self.facts.add(
                StaticHazard(save.fact, write, StaticUse(spot, call), "proved" if sure else "maybe")
            )
