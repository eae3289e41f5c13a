"""Watch backward passes: who asked for one, and everything stale that one would have read.

torch stops at the first stale value. Here the graph is walked from the roots of the pass
that failed, and every value a node kept is compared with its version. Nodes that ran have let
go of theirs; the one that failed has not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.accumulated import Accumulated
from gradsan.backends.torch.careful import careful
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.exports import Export
from gradsan.backends.torch.freed import Freed, is_freed_error
from gradsan.backends.torch.graph import is_indifferent
from gradsan.backends.torch.lost import Lost
from gradsan.backends.torch.memory import address
from gradsan.backends.torch.modes import Modes
from gradsan.backends.torch.names import parameter_names
from gradsan.backends.torch.nonfinite import CloseWatch, Nonfinite
from gradsan.backends.torch.once import is_once_error, twice
from gradsan.backends.torch.proof import Prover
from gradsan.backends.torch.refusals import TOLD, refused_root
from gradsan.backends.torch.rests import Rests
from gradsan.backends.torch.returned import Returned
from gradsan.backends.torch.saves import Record, Saves, is_after, save_of
from gradsan.backends.torch.seam import Seam
from gradsan.backends.torch.stale_walk import StaleWalk
from gradsan.backends.torch.staleness import is_stale_error, stale_error
from gradsan.backends.torch.statistics import is_never_read
from gradsan.backends.torch.unhooked import Unhooked
from gradsan.backends.torch.unseen import Unseen
from gradsan.backends.torch.updated import Updates
from gradsan.backends.torch.words import node_of, op_of
from gradsan.model.event import Save, Stack, Use

NAMED = 3  # passes of a line whose silent findings are named: a loop repeats itself

_NO_GRAPH = "does not require grad and does not have a grad_fn"
_REFUSED = "_refused_by_gradsan"


@dataclass(slots=True, eq=False)
class Pass:
    """A backward pass under way."""

    stack: Stack
    roots: tuple[Any, ...]
    inputs: tuple[Any, ...]  # what gradients are asked for; empty: every leaf
    number: int  # of the next node when it began
    names: dict[int, str] | None = None  # of parameters, by storage, once something is told


class Backward:
    """The wrapper of the engine and what it found."""

    def __init__(self, host: Host, seam: Seam, unseen: Unseen) -> None:
        self.host = host
        self.unseen = unseen
        self.saves = Saves(host, self, seam, unseen)
        self.unhooked = Unhooked(host, self.saves.places, self.saves.exports, unseen)
        self._last: Stack | None = None  # where the last pass was asked for
        self.passes: list[Pass] = []  # process-wide: device threads have no frame of the user
        self.modes = Modes(host)
        self.prover: Prover | None = None
        self.last_place: Stack = ()  # of the last pass that came to its end
        self._namings: Counter[Stack] = Counter()
        self.freed = Freed(host, self.saves.places)
        self._accumulated = Accumulated(host)
        self.nonfinite = Nonfinite(host, self.saves.places)
        self.rests = Rests(host, self.saves)
        self.nonfinite.on_rearm = self.rests.end
        self.lost = Lost(host, self.saves.places)
        self._walk = StaleWalk(host, self.saves, self.unhooked)
        self._updates = Updates(host, self.unhooked, unseen)
        self.returned = Returned(host, self._roots, self.place)
        self.patches = [*self.nonfinite.patches, *self._engine_patches(), *self.saves.patches]
        self.patches += self.lost.copies.patches
        # Lent by who hears the writes.
        self.find_unheard: Callable[[], None] = lambda: None
        self.note_unheard: Callable[[int], None] = lambda storage: None
        self.blame: Callable[[Save], None] = lambda save: None

    def forget(self) -> None:
        """Begin anew: what an earlier guard has met says nothing about this one."""
        self._last = None
        self.freed.forget()
        self._accumulated.forget()
        self.lost.forget()
        self._namings.clear()
        self.nonfinite.forget()
        self.modes.off = self.modes.inference = ()
        self.last_place = ()
        self._updates.forget()
        self.saves.exports.forget()
        self.unseen.forget()
        self.unhooked.orders.forget()
        self.saves.places.forget()
        self.saves.swaps.forget()

    def _engine_patches(self) -> list[Patch]:
        if entry := private.engine_entry():
            home, name = entry
            return [Patch(home, name, self._wrap(getattr(home, name)))]
        home = torch.autograd
        return [Patch(home, name, self._wrap(getattr(home, name))) for name in ("backward", "grad")]

    def _wrap(self, original: Callable[..., Any]) -> Callable[..., Any]:
        peek = private.next_sequence_number()

        def run_backward(outputs: Any, *args: Any, **kwargs: Any) -> Any:
            roots = tuple(outputs) if isinstance(outputs, (tuple, list)) else (outputs,)
            this = Pass(self._here(), roots, _inputs(args), peek())
            self.passes.append(this)
            watch, proofs = self._begin(this)
            try:
                if self.unseen.twins.access:
                    self.find_unheard()
                if self.unseen.newest >= 0:
                    self._tell_unseen(this)
                if self.unseen.updates:
                    self._tell_updated(this)
                result = original(outputs, *args, **kwargs)
            except RuntimeError as error:
                if watch:
                    watch.end()
                if not hasattr(error, TOLD):  # passes nest: checkpoint runs one in another
                    self._explain(this, error)
                self._wake()
                raise
            finally:
                self.passes.remove(this)
                if not self.passes:
                    self.returned.forget()
                for handle in proofs:
                    handle.remove()
            self._end(this, watch, result, args)
            return result

        run_backward.__name__ = original.__name__
        run_backward.__qualname__ = original.__qualname__
        run_backward.__doc__ = original.__doc__
        return run_backward

    @careful
    def _wake(self) -> None:
        self.rests.pass_failed()

    def _roots(self) -> Iterator[Any]:
        return (root for one in self.passes for root in one.roots)

    def _here(self) -> Stack:
        try:
            return self.host.capture(3)
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self.host.failed(failure)
        return ()

    def _begin(self, this: Pass) -> tuple[CloseWatch | None, Sequence[Any]]:
        switch, watch = self.host.switch, None
        if not switch.on:
            if switch.is_forked:
                self.host.forked()
            return None, ()
        try:
            if self.host.steps:
                self.host.forget_step()
            if not self.nonfinite.is_known(this.stack):
                watch = self.nonfinite.begin(this.stack, this.roots)
            if not this.inputs:
                self.lost.begin(this.stack, this.roots)
            return watch, self.prover.watch(this.roots) if self.prover else ()
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self.host.failed(failure)
        return None, ()

    def _end(
        self, this: Pass, watch: CloseWatch | None, result: Any, args: tuple[Any, ...]
    ) -> None:
        keeps, makes_graph = args[1:3] if len(args) > 2 else (any(args[1:2]), False)
        try:
            if watch:
                self.rests.ask(this.stack, this.roots, this.number)
                self.nonfinite.end(watch, this.stack, result)
            if this.stack is not self._last:  # a code object is dear to hash
                self._last = this.stack
                self.host.backwards.add(this.stack)
            self.last_place = this.stack
            self._accumulated.pass_ended(this.stack)
            self.lost.end(this.stack, this.roots, this.inputs)
            if not keeps:
                self.freed.note(this.stack, this.roots)
            if makes_graph and not all(getattr(root, "is_cpu", True) for root in this.roots):
                self.saves.places.is_doubtful = True
            if not self.passes:
                self.rests.pass_ended(this.stack, this.roots, this.number)
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self.host.failed(failure)

    def _explain(self, this: Pass, error: RuntimeError) -> None:
        try:
            self.rests.ask(this.stack, this.roots, this.number)
            if is_stale_error(error):
                setattr(error, TOLD, True)
                self._tell(this, error)
            elif is_freed_error(error):
                setattr(error, TOLD, True)
                self.host.mishap(self.freed.explain(this.stack, this.roots), error)
            elif is_once_error(error):
                setattr(error, TOLD, True)
                self.host.mishap(twice(this.roots, this.stack), error)
            elif _NO_GRAPH in str(error):
                setattr(error, TOLD, True)
                places = (this.stack, self.last_place)
                event = self.lost.without_graph(this.roots, this.inputs, self.modes, places)
                self.host.mishap(event, error)
            elif refused := refused_root(error, this.roots, this.stack, self.host):
                setattr(error, TOLD, True)
                self.host.mishap(refused, error)
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self.host.failed(failure)

    def _tell(self, this: Pass, error: RuntimeError) -> None:
        found = dict(self._walk.stale_values(this.roots, this.stack))
        if refused := error.__dict__.pop(_REFUSED, None):
            # Not every node shows what it keeps (CopySlices does not).
            save, use = self._refused(this, *refused)
            if all(save.order != other.order for other in found):
                found[save] = use
        self._accumulated.explain(found.items(), this.roots)
        for save in found:
            self.blame(save)
        followed = ((self._walk.followed(save), use) for save, use in found.items())
        self.host.stale([(self._named(save, this), use) for save, use in followed], error)

    def _named(self, save: Save, this: Pass | None) -> Save:
        """Name what was saved, if it is a parameter or a buffer that variables lead to."""
        if this is None:
            return save
        if this.names is None:
            self._namings[this.stack] += 1
            is_new = self._namings[this.stack] <= NAMED
            this.names = parameter_names(self.host.variables()) if is_new else {}
        return replace(save, name=this.names.get(save.storage, ""))

    def _refused(self, this: Pass, record: Record, name: str) -> tuple[Save, Use]:
        save = self._walk.save_of(record, op_of(name))
        version = private.version_of(record[0])
        return save, Use(next(self.host.ticks), save.id, name, version, True, this.stack)

    # -- called by the unpack hook ----------------------------------------------------------

    def refuse(self, record: Record) -> Exception:
        """Make the error for a record whose version is no longer what it was."""
        value, version, _, _, number, _ = record
        name = self._reader(record)
        with private.no_overrides():
            if number is not None:
                source = (name, number) if name else None
            else:
                # torch asks the tensor itself, which may have been made anew by the write.
                maker = value.grad_fn
                source = (maker.name(), 0) if maker is not None else None
            error = stale_error(value, value._version, version, source)
        setattr(error, _REFUSED, (record, name))
        return error

    def _reader(self, record: Record) -> str:
        """Name the node that reads a record.

        A write through a view is one node, CopySlices, which hides the node of the op itself.
        """
        try:
            node = private.current_node()
            name: str = node.name() if node is not None else ""
            if name.endswith("CopySlices") and (op := self.host.log.op_at(record[2])):
                return node_of(op)
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self.host.failed(failure)
            return ""
        return name

    def suspect(self, record: Record, node: Any = None) -> None:
        """Tell a value that may have been changed though its version says otherwise."""
        if not self.host.switch.on:
            return
        try:
            if move := self.unseen.moved_since(record[0], record[2]):
                record = (*record[:5], -move.left)
            elif self._is_as_saved(record, node):
                return
            last = self.host.log.last.get(address(record[0]))
            reader = node or private.current_node()
            if is_never_read(reader, last) or is_indifferent(reader):
                return
            name = node.name() if node is not None else self._reader(record)
            this = self.passes[-1] if self.passes else None
            save = self._named(save_of(record, op_of(name)), this)
            stack = this.stack if this else self.host.capture()
            use = Use(next(self.host.ticks), save.id, name, save.version, False, stack)
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self.host.failed(failure)
            return
        self.host.silent(save, use)

    def _is_as_saved(self, record: Record, node: Any) -> bool:
        """Tell whether all that was written since left the numbers as they were.

        Of a node that no hook has heard, the order of its save only lies rightly among the writes.
        """
        befores, log, storage = self.unseen.befores, self.host.log, address(record[0])
        if not befores.by_storage or storage in self.saves.exports.by_storage:
            return False
        if log.forgotten > record[2]:
            return False
        number = node._sequence_nr() if node is not None else None
        if number is not None and not self.unhooked.orders.saves_when_numbered(number):
            number = None
        later = [one for one in log.entries_to(storage) if is_after(one, record)]
        return befores.is_as_saved(record[0], (record[2], number), later)

    def written_outside(self, record: Record, export: Export, node: Any = None) -> None:
        """Tell a value that NumPy or another library has changed."""
        if not self.host.switch.on:
            return
        self.saves.exports.log_write(record, export)
        self.suspect(record, node)

    def place(self) -> Stack:
        """Return where the innermost backward pass under way was asked for."""
        return self.passes[-1].stack if self.passes else ()

    # -- the walk ---------------------------------------------------------------------------

    def _tell_unseen(self, this: Pass) -> None:
        """Tell what this pass will read changed without a word."""
        if not self.host.switch.on or self.host.switch.repairs:
            return
        try:
            self.rests.ask(this.stack, this.roots, this.number)
            found = self.unhooked.changed_unseen(this.roots, this.inputs)
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self.host.failed(failure)
            return
        for kept, export in found:
            if export is None:
                self.suspect(kept.record, kept.node)
            else:
                self.written_outside(kept.record, export, kept.node)

    def _tell_updated(self, this: Pass) -> None:
        """Tell running statistics that this pass will read and that were updated since."""
        if not self.host.switch.on or self.host.switch.repairs:
            return
        try:
            found = self._updates.read_by(this.roots, this.stack)
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self.host.failed(failure)
            return
        for record, node in found:
            self.suspect(record, node)


def _inputs(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return what the engine is asked gradients for: its fifth argument."""
    inputs = args[3] if len(args) > 3 else ()
    return tuple(inputs) if isinstance(inputs, (tuple, list)) else ()
