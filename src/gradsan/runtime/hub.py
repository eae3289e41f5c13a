"""What all guards of a process share: one clock, one write log, one watch per framework.

Guards nest and may run in several threads. The patches are process-wide, saved-tensor hooks
belong to the thread that entered a guard: a forward pass in another thread is watched without
the line that saved.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import count

from gradsan.backends.host import Host, Switch
from gradsan.ledger import hazards
from gradsan.model.event import Hazard, Mishap, Proof, RuntimeEvent, Save, Site, Stack, Use
from gradsan.model.finding import Finding
from gradsan.runtime import stacks
from gradsan.runtime.elsewhere import Reader
from gradsan.runtime.imports import when_imported
from gradsan.runtime.lines import LineIndex, is_supported
from gradsan.runtime.log import WriteLog
from gradsan.runtime.origins import carried_names
from gradsan.runtime.parties import Listener, Watch
from gradsan.runtime.policy import HazardError, no_repair, together
from gradsan.runtime.rare import is_rare
from gradsan.runtime.readings import (
    MISSED,
    Passed,
    carrier,
    cause_of_cut,
    cause_of_difference,
    cause_of_error,
    cause_of_stale,
    confirmed,
    is_draw,
    is_left_over,
    of_many,
)
from gradsan.runtime.reads import cut_among, gradient_reads
from gradsan.runtime.sites import place_of, row_of
from gradsan.runtime.telling import (
    finding_line,
    mishap_lines,
    nonfinite_step,
    note_lines,
    warn_at_write,
)
from gradsan.runtime.uncaught import scene_of
from gradsan.runtime.variables import user_variables

INCOMPLETE = (
    "history incomplete: a saved value was changed by a write that the guard did not see "
    "(TorchScript, C++ code, a name bound before the guard, or too long ago)"
)


class Hub:
    """The process-wide part of the guard."""

    def __init__(self) -> None:
        self.switch = Switch()
        self.log = WriteLog()
        self.watches: dict[str, Watch] = {}
        self.reader: Reader | None = None  # lent by who may import check
        self.backwards: set[Stack] = set()  # that came to their end
        self._read: set[tuple[str, int]] = set()  # lines that readings about to be told name
        self._listeners: list[Listener] = []
        self._indices: list[LineIndex] = []
        self._lock = threading.RLock()
        self._host = Host(
            ticks=count(2, 2),
            capture=stacks.capture,
            known=stacks.known,
            capture_write=stacks.capture_write,
            is_stepping=stacks.is_stepping,
            step_files=stacks.step_files,
            is_users=stacks.is_users,
            steps=stacks.steps,
            begin_step=stacks.begin_step,
            forget_step=stacks.forget_step,
            step_under_way=stacks.step_under_way,
            end_step=stacks.end_step,
            variables=user_variables,
            log=self.log,
            stale=self._stale,
            silent=self._silent,
            mishap=self.mishap,
            backwards=self.backwards,
            warn=warn_at_write,
            forked=self._say_forked,
            failed=self._broken,
            switch=self.switch,
            repaired=self._repaired,
            cured=self._cured,
            index_lines=self._index_lines,
            shown=self._shown,
            remark=self._remark,
            reads=gradient_reads,
            cut_among=cut_among,
            carried=carried_names,
        )

    def enter(self, listener: Listener, *, repairs: bool = False) -> Callable[[], None]:
        """Begin to listen, and to repair if asked for; return what ends it."""
        with self._lock:
            if not self._listeners:
                stacks.forget()
            self._listeners.append(listener)
            self.switch.on = True
            self._ask_all()
        entered: list[Watch] = []
        try:
            withdraw = when_imported("torch", lambda: self._begin("torch", entered, repairs))
        except RuntimeError:
            with self._lock:
                self._listeners.remove(listener)
                self.switch.on = bool(self._listeners)
                self._ask_all()
            raise

        def leave() -> None:
            withdraw()
            if not repairs:
                self.confirm(listener)
            try:
                for watch in entered:
                    if repairs:
                        watch.end_repair()
                    watch.leave()
            except Exception as error:  # noqa: BLE001 (the guard may fail; the program may not)
                self._failed(error)
            with self._lock:
                self._listeners.remove(listener)
                self._ask_all()
                if not self._listeners:
                    self.switch.on = False
                    self.log.clear()
                    self.backwards.clear()

        return leave

    def _ask_all(self) -> None:
        """Do what the sessions that are open ask for, all of them together."""
        asked = together(listener.policy for listener in self._listeners)
        self.switch.nonfinite, self.switch.proves = asked.nonfinite, asked.proof
        self.switch.warns = asked.on_write == "warn"

    def _everyone(self) -> tuple[Listener, ...]:
        """Return each session once: one that was entered twice hears once."""
        return tuple(dict.fromkeys(self._listeners))

    def _begin(self, framework: str, entered: list[Watch], repairs: bool) -> None:
        try:
            with self._lock:
                if framework not in self.watches:
                    module = import_module(f"gradsan.backends.{framework}.install")
                    self.watches[framework] = module.make_watch(self._host)
                watch = self.watches[framework]
            watch.enter()
            entered.append(watch)
            if repairs:
                watch.begin_repair()
            if self.switch.warns:
                watch.warn_at_writes()
            if self.switch.proves:
                watch.prove_writes()
            if self._met_file not in stacks.new_files:
                stacks.new_files.append(self._met_file)
            for name in stacks.user_files():
                self._met_file(name)
        except Exception as error:
            if repairs:
                while entered:
                    entered.pop().leave()
                raise no_repair(error) from error
            self._failed(error)  # the user's import must not fail for us

    def _met_file(self, filename: str) -> None:
        """Look, once, whether a file of the user's does what few programs do."""
        if self.switch.on and is_rare(filename):
            for watch in self.watches.values():
                watch.hear_out()

    def _index_lines(
        self, peek: Callable[[], int], is_recording: Callable[[], bool]
    ) -> LineIndex | None:
        if not is_supported():
            return None
        self._indices.append(LineIndex(peek, is_recording))
        self._indices[-1].failed = self._failed
        return self._indices[-1]

    # -- what the backend tells ----------------------------------------------------------------

    def _stale(self, found: Sequence[tuple[Save, Use]], error: BaseException) -> None:
        told = [hazard for save, use in found if (hazard := self._judge(save, use))]
        if not told and self._find_write(error):
            return
        forgotten = self.log.forgotten
        is_incomplete = len(told) < len(found) or not found
        is_incomplete |= any(save.order < forgotten for save, _ in found)
        heard = [hazard for hazard in told if self._hear(hazard)]
        if is_incomplete:
            self._remark(INCOMPLETE)
        for line in note_lines(heard):
            error.add_note(line)

    def _hear(self, event: RuntimeEvent) -> bool:
        """Hand an event to every session; tell whether one of them wants to know of it."""
        heard = [listener.hear(event) for listener in self._everyone()]
        return any(heard)

    def _silent(self, save: Save, use: Use) -> bool:
        try:
            if hazard := self._judge(save, use):
                self._hear(hazard)
                return True
        except HazardError:
            raise
        except Exception as error:  # noqa: BLE001 (the guard may fail; the program may not)
            self._failed(error)
        return False

    def _repaired(self, save: Save, use: Use, copied: int) -> None:
        try:
            if hazard := self._judge(save, use):
                for listener in self._everyone():
                    listener.mended(hazard, copied)
        except Exception as error:  # noqa: BLE001 (the guard may fail; the program may not)
            self._failed(error)

    def _shown(self, save: Save, use: Use, proof: Proof) -> None:
        if hazard := self._judge(save, use):
            for listener in self._everyone():
                listener.shown(hazard, proof)

    def _remark(self, text: str) -> None:
        for listener in self._everyone():
            listener.remark(text)

    def _cured(self, code: str, op: str, stack: Stack) -> None:
        try:
            for listener in self._everyone():
                listener.cured(code, op, stack)
        except Exception as error:  # noqa: BLE001 (the guard may fail; the program may not)
            self._failed(error)

    def mishap(self, event: Mishap, error: BaseException | None = None) -> None:
        """Take what went wrong by itself, and the error that showed it."""
        if not self.switch.on:
            return
        try:
            if event.kind in MISSED and self._is_read(event):
                return
            if event.kind == "nonfinite-step":
                self._remark(nonfinite_step(event))
                return
            if event.kind == "no-graph":
                self._find_cut(event, error)
                return
            if event.kind == "second-backward":
                event = of_many(event)
                if self._find_carrier(event, error):
                    return
            if event.kind == "recompute-differs" and self._find_reset(event):
                return
            if self._hear(event) and error is not None:
                for line in mishap_lines(event):
                    error.add_note(line)
        except HazardError:
            raise
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self._failed(failure)

    def _is_read(self, event: Mishap) -> bool:
        """Tell whether a reading says why a gradient is missed at this place."""
        shown = event.needed or event.at
        place = shown.place if isinstance(shown, Site) else place_of(shown[0])
        return row_of(place) in self._read or is_left_over(self.reader, event)

    def _find_cut(self, event: Mishap, error: BaseException | None) -> None:
        if isinstance(event.at, Site):
            return
        finding = cause_of_cut(self.reader, event.at) if self.reader else None
        if event.made and (finding is None or is_draw(finding)):
            copy = Mishap("cut-tensor", event.made, "torch.tensor", needed=event.at, raised=True)
            self.mishap(copy, error)
        elif finding:
            self._take(finding, error)

    def _find_write(self, error: BaseException) -> bool:
        """Tell the write that the text knows; torch.func, say, hides memory from the run."""
        if self.reader is None or not (finding := cause_of_stale(self.reader, stacks.capture())):
            return False
        self._take(finding, error)
        return True

    def _find_carrier(self, event: Mishap, error: BaseException | None) -> bool:
        """Tell who carried a freed graph over, if the text knows better than the run."""
        if self.reader is None or not event.needed or isinstance(event.needed, Site):
            return False
        finding = carrier(self.reader, event.needed)
        if finding is None:
            return False
        self._take(finding, error)
        return True

    def _find_reset(self, event: Mishap) -> bool:
        """Tell what a block read changed, if the text knows it."""
        if self.reader is None or self.switch.repairs:
            return False
        if (finding := cause_of_difference(self.reader, event)) is None:
            return False
        for listener in self._everyone():
            listener.take(finding, is_met=True)
        return True

    def _take(self, finding: Finding, error: BaseException | None) -> None:
        taken = [listener.take(finding) for listener in self._everyone()]
        if any(taken) and error is not None:
            error.add_note(finding_line(finding))

    def confirm(self, listener: Listener) -> None:
        """Tell what only the end tells, and the readings of check that the run has borne out."""
        if not self.switch.on:
            return
        try:
            found = self._borne_out() if self.reader else []
            self._read = {row_of(label.place) for one in found for label in one.labels}
            for watch in self.watches.values():
                watch.settle()
            for finding in found:
                listener.take(finding)
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self._failed(failure)
        finally:
            self._read = set()

    def _borne_out(self) -> list[Finding]:
        ran = [((code, 0),) for index in self._indices for code in index.codes()]
        passed = Passed((*stacks.known_stacks(), *ran), tuple(self.backwards))
        return confirmed(self.reader, passed) if self.reader else []

    def uncaught(self, error: BaseException) -> None:
        """Look at an error that leaves a guard."""
        if not self.switch.on:
            return
        try:
            if (scene := scene_of(error)) is None:
                return
            events = [watch.explain(error, scene) for watch in self.watches.values()]
            for event in events:
                if event is not None:
                    self.mishap(event, error)
            if self.reader is None or any(events) or not isinstance(error, RuntimeError):
                return
            if finding := cause_of_error(self.reader, scene.stack):
                self._take(finding, error)
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self._failed(failure)

    def _judge(self, save: Save, use: Use) -> Hazard | None:
        return next(hazards([save, *self.log.writes_to(save.storage), use]), None)

    def _failed(self, error: BaseException) -> None:
        if isinstance(error, HazardError):
            raise error  # no failure: the user asked for it
        if self.switch.on:
            self.switch.on = False
            words = f"{type(error).__name__}: {error}"
            text = f"gradsan: the guard failed and is off from here on ({words})"
            print(text, file=sys.stderr)  # noqa: T201 (the one line a guard owes when it gives up)

    def _broken(self, error: BaseException) -> None:
        """Take a failure among the program's own ops: repair can vouch for nothing after it."""
        if self.switch.repairs and not isinstance(error, HazardError):
            raise no_repair(error) from error
        self._failed(error)

    def _after_fork(self) -> None:
        """Switch off in a forked child: its report would be nobody's."""
        if self.switch.on:
            self.switch.on = False
            self.switch.is_forked = True

    def _say_forked(self) -> None:
        self.switch.is_forked = False
        print(  # noqa: T201 (said once, by the child that would have been watched)
            "gradsan: this process was forked from a guarded one; the guard is off in it",
            file=sys.stderr,
        )


hub = Hub()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=hub._after_fork)
