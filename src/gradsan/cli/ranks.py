"""One report for all processes that torchrun started on this machine.

Each rank leaves its report in a folder that they share. The first of them waits for the others
and tells everything once, with the ranks that met it. A rank that fails does not wait long, as
the others may wait for its end: it tells what is there, and who ends later tells what is new.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

from gradsan.model.finding import Finding
from gradsan.model.report import Report
from gradsan.report.json_text import parse, render_json
from gradsan.runtime.mending import summed

GRACE = 3.0  # seconds that a rank which failed waits for the reports of the others
LOOK_EVERY = 0.05
RANKS = "ranks"  # the heading of the note
TOLD = "told"


@dataclass(frozen=True, slots=True)
class Ranks:
    """The processes of this machine, and which of them this one is."""

    folder: Path
    rank: int  # among all machines
    local: int
    count: int  # on this machine

    @classmethod
    def here(cls, environment: Mapping[str, str]) -> Ranks | None:
        """Read what torchrun says; None for a process that is alone."""
        run = environment.get("TORCHELASTIC_RUN_ID")
        count = int(environment.get("LOCAL_WORLD_SIZE", "1"))
        if run is None or count < 2:
            return None
        restart = environment.get("TORCHELASTIC_RESTART_COUNT", "0")
        key = f"{run} {restart} {environment.get('MASTER_PORT')} {os.getppid()}"
        name = f"gradsan-{hashlib.sha1(key.encode()).hexdigest()[:16]}"
        folder = Path(tempfile.gettempdir()) / name
        return cls(folder, int(environment["RANK"]), int(environment["LOCAL_RANK"]), count)

    def begin(self) -> None:
        """Say that this rank is there."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        self._report(self.local).unlink(missing_ok=True)
        _write(self._process(self.local), str(os.getpid()))

    def end(
        self, report: Report, *, failed: bool, whole: bool, is_hurried: Callable[[], bool]
    ) -> Report | None:
        """Leave a report behind; return what is to be told here, if it falls to this rank.

        That is what no other rank has told, or the `whole` where it goes to a file.
        """
        _write(self._report(self.local), render_json(self._marked(report)))
        if not failed and self.local and not self._file(TOLD).exists():
            return None
        deadline = time.monotonic() + GRACE if failed else float("inf")
        while self._are_awaited() and time.monotonic() < deadline and not is_hurried():
            time.sleep(LOOK_EVERY)
        with _locked(self._file("lock")):
            return self._untold(report, whole=whole)

    def _untold(self, report: Report, *, whole: bool) -> Report | None:
        is_first = not self._file(TOLD).exists()
        reports = [parse(path.read_text()) for path in sorted(self.folder.glob("*.json"))]
        told = set(_lines(self._file(TOLD)))
        merged = merge(reports, report)
        new = tuple(one for one in merged.findings if _key(one) not in told)
        notes = tuple(one for one in merged.notes if one not in told)
        _write(self._file(TOLD), "\n".join([*told, *map(_key, new), *notes]))
        if not self._are_awaited():
            shutil.rmtree(self.folder, ignore_errors=True)
        if whole:
            return merged
        return replace(merged, findings=new, notes=notes) if new or notes or is_first else None

    def _are_awaited(self) -> bool:
        """Tell whether a rank is still at work."""
        return any(not self._report(n).exists() and self._is_alive(n) for n in range(self.count))

    def _is_alive(self, local: int) -> bool:
        process = self._process(local)
        if not process.exists():
            return True  # it has not begun yet
        try:
            os.kill(int(process.read_text()), 0)
        except ProcessLookupError:
            return False
        return True

    def _marked(self, report: Report) -> Report:
        note = (RANKS, str(self.rank))
        return replace(
            report, findings=tuple(replace(f, notes=(*f.notes, note)) for f in report.findings)
        )

    def _file(self, name: str) -> Path:
        return self.folder / name

    def _report(self, local: int) -> Path:
        return self.folder / f"{local:05}.json"

    def _process(self, local: int) -> Path:
        return self.folder / f"{local:05}.pid"


def merge(reports: list[Report], like: Report) -> Report:
    """Tell what several ranks found once, with the ranks and the count of all."""
    found: dict[str, Finding] = {}
    for finding in (one for report in reports for one in report.findings):
        key = _key(finding)
        if before := found.get(key):
            ranks = f"{dict(before.notes)[RANKS]}, {dict(finding.notes)[RANKS]}"
            kept = tuple(note for note in before.notes if note[0] != RANKS)
            count = before.count + finding.count
            found[key] = replace(before, notes=(*kept, (RANKS, ranks)), count=count)
        else:
            found[key] = finding
    every = [note for report in reports for note in report.notes]
    notes = dict.fromkeys(summed(every))
    return Report(tuple(found.values()), like.tool, like.files, tuple(notes)).told_in_order()


class Termination:
    """torchrun's SIGTERM, held back until this rank has told; the program's own handler stays."""

    def __init__(self, act: Callable[[], object]) -> None:
        self.act = act
        self.is_telling = False
        self.has_come = False

    def __enter__(self) -> Termination:
        if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            signal.signal(signal.SIGTERM, self._handle)
        return self

    def __exit__(self, *error: object) -> None:
        if signal.getsignal(signal.SIGTERM) == self._handle:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if self.has_come:
            os.kill(os.getpid(), signal.SIGTERM)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self.has_come = True
        if not self.is_telling:
            self.act()
            self.__exit__()


def _key(finding: Finding) -> str:
    saved = finding.label("saved")
    places = (finding.place, saved.place if saved else None)
    rows = (f"{at.filename}:{at.cell or ''}:{at.start.row}" for at in places if at)
    return " ".join([finding.code, *rows])


def _lines(path: Path) -> list[str]:
    return path.read_text().splitlines() if path.exists() else []


def _write(path: Path, text: str) -> None:
    """Write a file that nobody sees half."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Let one rank at a time tell."""
    try:
        import fcntl
    except ImportError:
        yield  # Windows: torchrun is rare there, and two reports are no harm
        return
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
