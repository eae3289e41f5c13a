"""Put the watch on torch and take it off again.

Made once per process: the stand-ins are the same objects from one guard to the next. The
patches are process-wide; the saved-tensor hooks are pushed per thread that enters a guard.
"""

from __future__ import annotations

import sys
import threading

import torch

from gradsan.backends.host import Host, Scene
from gradsan.backends.torch import (
    data_door,
    op_doors,
    out_doors,
    pointers,
    reentrant,
    sparse,
    statistics,
    step_loops,
    storages,
    threads,
    vouched,
    write_doors,
)
from gradsan.backends.torch.backward import Backward
from gradsan.backends.torch.custom import CustomFunctions
from gradsan.backends.torch.doors import ItemPatch, Patch, lift_all, place_all
from gradsan.backends.torch.private import HookPair
from gradsan.backends.torch.proof import Prover
from gradsan.backends.torch.recompute import Recompute
from gradsan.backends.torch.refusals import Refusals
from gradsan.backends.torch.repair import TorchRepair
from gradsan.backends.torch.seam import Seam
from gradsan.backends.torch.steps import Steps
from gradsan.backends.torch.unseen import Unseen
from gradsan.backends.torch.view_writes import ViewWrites
from gradsan.backends.torch.warner import Warner
from gradsan.backends.torch.writes import Ears
from gradsan.model.event import Mishap


class TorchWatch:
    """torch, heard."""

    name = "torch"

    def __init__(self, host: Host) -> None:
        self.seam = Seam()
        self._host = host
        self._unseen = unseen = Unseen()
        self._backward = Backward(host, self.seam, unseen)
        saves = self._backward.saves
        self.seam.through_views = ViewWrites(saves).make
        ears = Ears(host, self.seam, unseen)
        self._backward.blame = ears.blame
        self._backward.find_unheard = ears.find_unheard
        self._backward.note_unheard = ears.note_unheard
        orders = self._backward.unhooked.orders
        self._custom = custom = CustomFunctions(
            host, self._backward.place, orders, saves, self._backward.returned
        )
        modes = self._backward.modes
        self._recompute = Recompute(host, self._backward.place, saves)
        self._refusals = Refusals(host, saves.places, lambda: custom.dirty, lambda: modes.inference)
        self._patches: list[Patch | ItemPatch] = [
            *write_doors.patches(ears),
            *statistics.patches(ears),
            *storages.patches(ears),
            *step_loops.patches(ears),
            *sparse.patches(unseen),
            *vouched.patches(host),
            *threads.patches(host, saves),
            *data_door.patches(ears),
            *self._backward.patches,
            *custom.patches,
            *modes.patches,
            *self._recompute.patches,
            *reentrant.patches(self._recompute),
        ]
        self._steps = Steps(host, self._backward.nonfinite, lambda: self._backward.last_place)
        self._patches += self._steps.patches
        self._out_patches = [*out_doors.patches(ears), *op_doors.patches(ears)]
        self._out_patches += pointers.patches(saves.exports)
        self._is_hearing_out = False
        self._is_warning = False
        self._users = 0
        self._repair: TorchRepair | None = None
        self._repairers = 0
        self._host = host
        self._lock = threading.Lock()

    @property
    def version(self) -> str:
        """The version of torch that is watched."""
        return str(torch.__version__)

    def warn_at_writes(self) -> None:
        """Warn before a write to what a living graph has saved, until the last guard leaves."""
        if self._is_warning:
            return
        self._is_warning = True
        warner = Warner(self._host, self.own_hooks())
        self.use_hooks(warner.hooks())
        self.seam.before_write.append(warner.before_write)

    def prove_writes(self) -> None:
        """Keep copies of saved values that are written, until the last guard leaves."""
        if self._backward.prover is None:
            below = self.seam.hooks or self.own_hooks()
            exports = self._backward.saves.exports
            prover = Prover(self._host, below, exports, self._backward.place)
            self.use_hooks(prover.hooks())
            self.seam.before_write.append(prover.before_write)
            self._custom.prover = self._backward.prover = prover

    def _stop_warning(self) -> None:
        self._custom.prover = self._backward.prover = None
        self._is_warning = False
        if self.seam.before_write:
            self.seam.before_write.clear()
            self.seam.hooks = None

    def hear_out(self) -> None:
        """Begin to hear what few programs do: a file that speaks of `out=` or the like was met."""
        with self._lock:
            if self._users and not self._is_hearing_out:
                place_all(self._out_patches)
                self._unseen.twins.is_on = True
                self._is_hearing_out = True

    def enter(self) -> None:
        """Begin to watch, or be one more that does."""
        with self._lock:
            self._users += 1
            if self._users == 1:
                self._backward.forget()
                self._recompute.forget()
                place_all(self._patches)
                self._steps.begin()
                self._hear_lines()
        self._backward.saves.enter()

    def leave(self) -> None:
        """Stop watching when the last one leaves."""
        self._backward.saves.leave()
        with self._lock:
            self._users -= 1
            if self._users == 0:
                self._stop_warning()
                if self._is_hearing_out:
                    lift_all(reversed(self._out_patches))
                    self._is_hearing_out = False
                self._steps.end()
                lift_all(reversed(self._patches))
                if lines := self._backward.saves.places.lines:
                    lines.stop()

    def _hear_lines(self) -> None:
        lines = self._backward.saves.places.lines
        if lines is not None and not lines.start():
            print(  # noqa: T201 (said once per guard: what it costs is another)
                "gradsan: other tools hold every id of sys.monitoring; saves are heard by hooks",
                file=sys.stderr,
            )

    def begin_repair(self) -> None:
        """Begin to repair, or be one more that does."""
        with self._lock:
            self._repairers += 1
            if self._repair is None:
                self._repair = TorchRepair(self._host, self._backward, self.seam)
            if self._repairers == 1:
                self._repair.begin()
        self.use_hooks(self._repair.pair)

    def end_repair(self) -> None:
        """Only watch again when the last one leaves."""
        with self._lock:
            self._repairers -= 1
            if self._repairers or self._repair is None:
                return
            self._repair.end()
        self.use_hooks(None)

    def explain(self, error: BaseException, scene: Scene) -> Mishap | None:
        """Say what is behind an error that no door has told."""
        missed = self._backward.lost.missed
        return self._refusals.explain(error, scene) or missed.explain(error, scene)

    def settle(self) -> None:
        """Tell what only the end tells, when the last guard ends."""
        if self._users == 1:
            self._backward.lost.settle(is_untrained=self._steps.has_untrained)
            self._backward.nonfinite.settle()
            self._steps.settle()

    def own_hooks(self) -> HookPair:
        """Return the guard's own pair, for one that goes around it."""
        return self._backward.saves.pair

    def use_hooks(self, pair: HookPair | None) -> None:
        """Pack and unpack by another pair, here and in threads that enter from now on.

        None gives the guard's own back. Values that were packed keep the unpack they have.
        """
        self.seam.hooks = pair
        self._backward.saves.renew()


def make_watch(host: Host) -> TorchWatch:
    """Make the watch of this process."""
    return TorchWatch(host)
