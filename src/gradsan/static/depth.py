"""Room for code that is nested deeper than Python's limit lets a walk of it go.

`ast.parse` takes hundreds of `elif` in a row and sums of two thousand terms, each inside the one
before it in the tree. A check that meets the limit there is done once more with a higher limit, in
a thread with a stack that is large enough for it. What is nested less never comes here.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TypeVar

LIMIT = 25_000  # calls; the tree is at most 3000 deep, as the parser has its limit, too
STACK = 256 << 20  # bytes; only those that are used take memory
USUAL = 1_000

Result = TypeVar("Result")


class _Here(threading.local):
    """How this thread checks."""

    is_trying = False  # at the usual limit; there is more room to be had
    is_deep = False


_here = _Here()
_one_at_a_time = threading.Lock()  # all threads share the limit


def with_room(work: Callable[[], Result]) -> Result:
    """Do some work, and do it again with more room if it lacks room.

    If that does not help either, it raises a RecursionError.
    """
    if _here.is_trying or _here.is_deep:
        return work()
    _here.is_trying = True
    try:
        return work()
    except RecursionError:
        pass
    finally:
        _here.is_trying = False
    with _one_at_a_time:
        return _in_a_thread(work)


def meet_limit() -> None:
    """Raise a RecursionError that was caught again if there is more room to be had.

    If not, what asks goes on without the part that was too deep. The limit goes down, so that a
    thousand parts that never end take little more time than one.
    """
    if _here.is_trying:
        raise RecursionError
    if _here.is_deep:
        sys.setrecursionlimit(max(sys.getrecursionlimit() // 2, USUAL))


def _in_a_thread(work: Callable[[], Result]) -> Result:
    done: list[Result] = []
    failed: list[BaseException] = []

    def run() -> None:
        _here.is_deep = True
        try:
            done.append(work())
        except BaseException as error:  # noqa: BLE001 - who waits for it raises it
            failed.append(error.with_traceback(None))  # it may be as long as the stack was

    limit, size = sys.getrecursionlimit(), threading.stack_size()
    try:
        threading.stack_size(STACK)
        thread = threading.Thread(target=run, daemon=True)  # Ctrl-C does not wait for it
        sys.setrecursionlimit(max(limit, LIMIT))
        thread.start()
        thread.join()
    except (RuntimeError, ValueError):  # no such stack is to be had here
        raise RecursionError from None
    finally:
        threading.stack_size(size)
        sys.setrecursionlimit(limit)
    for error in failed:
        raise error
    return done[0]
