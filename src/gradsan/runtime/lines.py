"""Which line of the user's made which node of the graph, without a hook on any op.

A framework numbers its nodes per thread, in order, and tells which number comes next. Each time
a line of the user's begins, that number is noted beside the line (`sys.monitoring`, Python 3.12
and later): a node was made by the line that was noted last before its number. Library code has
no events. A number that more than one thread may have given has no line.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any, TypeAlias
from weakref import ref

from gradsan.model.event import Stack
from gradsan.runtime.sites import line_of
from gradsan.runtime.stacks import PACKAGE, USER, kinds, outside

# (number, code, instruction or minus the line, frame outside a package); no code: nobody's line
Note: TypeAlias = tuple[int, CodeType | None, int, Stack]
Notes: TypeAlias = list[Note | None]  # a ring, at `number & MASK`

TOOLS = (3, 4)  # 0, 1, 2 and 5 belong to debuggers, coverage, profilers and optimizers
SIZE = 1 << 17  # notes per thread, a power of two
MASK = SIZE - 1
BARREN = 4096  # lines in a row without a node; those that come again are heard no more
THREADS = 16
CODES = 65_536

monitoring: Any = getattr(sys, "monitoring", None)


def is_supported() -> bool:
    """Tell whether this Python has events of lines."""
    return monitoring is not None


def _free_tool() -> int | None:
    return next((tool for tool in TOOLS if monitoring.get_tool(tool) is None), None)


class _Here(threading.local):
    """One thread; made anew in each that asks."""

    def __init__(self, threads: list[Notes]) -> None:
        self.notes: Notes = [None] * SIZE
        self.package: CodeType | None = None  # whose line was heard last, if a package's
        self.outer: Stack = ()  # the user's frame around it
        threads.append(self.notes)
        del threads[:-THREADS]


class LineIndex:
    """The lines that were begun, by the number of the node that came next."""

    def __init__(self, peek: Callable[[], int], is_recording: Callable[[], bool]) -> None:
        self._peek = peek
        self._is_recording = is_recording
        self.failed: Callable[[BaseException], None] = lambda failure: None  # told once
        self._tool: int | None = None
        self.is_on = False  # lines are heard
        self._codes: dict[int, ref[CodeType]] = {}
        self._packages: set[int] = set()  # ids of code objects that are in _codes
        self._forget()

    def _forget(self) -> None:
        self._threads: list[Notes] = []
        self._here = _Here(self._threads)
        self._barren: tuple[int, set[tuple[int, int]]] = (-1, set())

    def start(self) -> bool:
        """Hear lines from now on; False if no tool id is free."""
        if self.is_on or (tool := _free_tool()) is None:
            return self.is_on
        self._forget()
        events = monitoring.events
        monitoring.use_tool_id(tool, "gradsan")
        self._tool, self.is_on = tool, True
        for event, callback in (
            (events.PY_START, self._met),
            (events.PY_RESUME, self._resumed),
            (events.PY_RETURN, self._left),
            (events.PY_YIELD, self._left),
            (events.LINE, self._make_line_callback()),
        ):
            monitoring.register_callback(tool, event, callback)
        for frame in sys._current_frames().values():
            self._listen_to_callers(frame)
        monitoring.set_events(tool, events.PY_START | events.PY_RESUME)
        self._note_caller(sys._getframe(1))
        return True

    def stop(self) -> None:
        """Hear nothing more; what was noted can still be asked for."""
        tool, self._tool, self.is_on = self._tool, None, False
        if tool is None:
            return
        events = monitoring.events
        monitoring.set_events(tool, 0)
        for kept in self._codes.values():
            if (code := kept()) is not None:
                monitoring.set_local_events(tool, code, 0)
        for name in ("PY_START", "PY_RESUME", "PY_RETURN", "PY_YIELD", "LINE"):
            monitoring.register_callback(tool, getattr(events, name), None)
        monitoring.free_tool_id(tool)
        self._codes.clear()
        self._packages.clear()

    # -- events -----------------------------------------------------------------------------

    def _give_up(self, failure: Exception) -> Any:
        """Hear no more lines: an error in here would be raised in the user's own line."""
        self.stop()
        self.failed(failure)
        return monitoring.DISABLE

    def _met(self, code: CodeType, _: int) -> Any:
        try:
            self._listen(code)
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            return self._give_up(failure)
        return monitoring.DISABLE

    def _listen(self, code: CodeType) -> bool:
        """Hear the lines of a code object unless it is a library's."""
        kind = kinds[code.co_filename]
        if kind not in (USER, PACKAGE) or self._tool is None:
            return False
        if kind == PACKAGE:
            self._packages.add(id(code))
        if len(self._codes) > CODES:
            self._codes = {key: kept for key, kept in self._codes.items() if kept() is not None}
        self._codes[id(code)] = ref(code)
        events = monitoring.events
        wanted = events.LINE | events.PY_RETURN | events.PY_YIELD | events.PY_RESUME
        monitoring.set_local_events(self._tool, code, wanted)
        return True

    def _listen_to_callers(self, frame: Any) -> None:
        while frame is not None:
            self._listen(frame.f_code)
            frame = frame.f_back

    def _resumed(self, code: CodeType, _: int) -> Any:
        """A generator goes on in the middle of a line."""
        try:
            if id(code) not in self._codes and not self._listen(code):
                return monitoring.DISABLE
            self._note_caller(sys._getframe(1))
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self._give_up(failure)
        return None

    def _left(self, code: CodeType, offset: int, value: object) -> None:
        """A function returns or yields into the middle of a line."""
        try:
            self._note_caller(sys._getframe(1).f_back)
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self._give_up(failure)

    def _note_caller(self, frame: Any) -> None:
        """Note the innermost frame that is not a library's, by its instruction."""
        while frame is not None:
            code = frame.f_code
            kind = kinds[code.co_filename]
            if kind == USER:
                return self._note(code, frame.f_lasti, ())
            if kind == PACKAGE:
                here = self._here
                here.package, here.outer = code, outside(frame.f_back)
                return self._note(code, frame.f_lasti, here.outer)
            frame = frame.f_back
        return self._note(None, 0, ())

    def _note(self, code: CodeType | None, last: int, outer: Stack) -> None:
        number = self._peek()
        self._here.notes[number & MASK] = (number, code, last, outer)

    def _make_line_callback(self) -> Callable[[CodeType, int], Any]:
        """Make the function that every line calls; its names are bound once, for speed."""
        peek, here, packages = self._peek, self._here, self._packages
        package_line, is_known = self._package_line, self._is_known_barren
        disable, frame = monitoring.DISABLE, sys._getframe
        barren_at, barren = -1, 0

        def line_began(code: CodeType, line: int) -> Any:
            nonlocal barren_at, barren
            try:
                number = peek()
                if packages and id(code) in packages:
                    outer = package_line(code, frame(1))
                    here.notes[number & MASK] = (number, code, -line, outer)
                else:
                    here.notes[number & MASK] = (number, code, -line, ())
                if barren_at != number:
                    barren_at, barren = number, 0
                    return None
                barren += 1
                return disable if barren > BARREN and is_known(number, code, line) else None
            except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
                return self._give_up(failure)

        return line_began

    def _package_line(self, code: CodeType, frame: Any) -> Stack:
        here = self._here
        if here.package is not code:
            here.package, here.outer = code, outside(frame.f_back)
        return here.outer

    def _is_known_barren(self, number: int, code: CodeType, line: int) -> bool:
        """Tell whether a line ran before since this number came, and so made no node.

        One that ran while nothing was recorded may make nodes another time.
        """
        at, known = self._barren
        if at != number or len(known) > CODES:
            self._barren = (number, {(id(code), line)})
            return False
        if (id(code), line) in known:
            return self._is_recording()
        known.add((id(code), line))
        return False

    # -- questions --------------------------------------------------------------------------

    def at(self, number: int) -> Stack:
        """Return where the node of this number was made; empty if unknown or ambiguous."""
        threads = self._threads
        if len(threads) > 1:
            mine = self._here.notes
            threads = [notes for notes in threads if _may_have_given(notes, number, mine)]
        if len(threads) != 1 or (note := _last_before(threads[0], number)) is None:
            return ()
        _, code, last, outer = note
        if code is None:
            return ()
        return ((code, last if last < 0 else -line_of((code, last))), *outer)

    def has_made_after(self, number: int, stack: Stack) -> bool:
        """Tell whether a line has begun after the node of this number was made."""
        if not stack:
            return False
        code, at = stack[0]
        return any(
            note is not None and note[0] > number and note[1] is code and note[2] == at
            for notes in self._threads
            for note in notes
        )

    def codes(self) -> Iterator[CodeType]:
        """Yield the code of the user's that ran since the start."""
        for kept in tuple(self._codes.values()):
            if (code := kept()) is not None:
                yield code


def _last_before(notes: Notes, number: int) -> Note | None:
    """Return what was noted last before a node got its number."""
    for at in range(number, max(number - SIZE, -1), -1):
        note = notes[at & MASK]
        if note is not None and note[0] == at:
            return note
        if note is not None and note[0] > at:
            return None  # the ring has come round: what was here is forgotten
    return None


def _may_have_given(notes: Notes, number: int, mine: Notes) -> bool:
    """Tell whether a thread may have made the node of this number.

    A thread that never got beyond its first number has made no node that it was heard making.
    """
    known = [note[0] for note in notes if note is not None]
    if notes is not mine and min(known, default=0) == max(known, default=0):
        return False
    note = _last_before(notes, number)
    return note is not None and note[1] is not None
