"""Do tasks in several processes; results come as they are ready, each with its number.

A batch holds files of about the same size in all, the largest first. Only a few batches are
under way at a time: if a process dies, its file is among them, and they are done again one by
one, so that only the file that kills is lost.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context
from types import FrameType
from typing import TypeAlias

from gradsan.cli.checking import Result, Task, work
from gradsan.static.collecting import without_gc

Numbered: TypeAlias = tuple[int, Task]
Work: TypeAlias = Callable[[Task], Result]

# A process takes about as long to start as this many bytes take to check.
WORTH_A_PROCESS = 400_000
BATCH = 400_000  # bytes; small enough that all processes end at about the same time
AHEAD = 2  # batches under way for each process, so that none waits for the next


@dataclass(frozen=True, slots=True)
class _Batch:
    tasks: tuple[Numbered, ...]


def processors() -> int:
    """Count the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def jobs_for(sizes: Sequence[int], wanted: int | None) -> int:
    """Choose how many processes to use, unless the user has.

    >>> jobs_for([1000] * 5, None), jobs_for([1000] * 5, 2)
    (1, 2)
    """
    if wanted is not None:
        return min(wanted, max(len(sizes), 1))
    return max(1, min(processors(), sum(sizes) // WORTH_A_PROCESS, len(sizes)))


def results(
    tasks: Sequence[Task], sizes: Sequence[int], jobs: int, do: Work = work
) -> Iterator[tuple[int, Result]]:
    """Do all tasks and yield each number with its result, in any order."""
    numbered = list(enumerate(tasks))
    if jobs > 1:
        try:
            yield from _spread(_batches(numbered, sizes, jobs), jobs, do)
            return
        except _CannotSpreadError:
            pass  # a system without shared semaphores: nothing was done yet
    for batch in _batches(numbered, sizes, 1):
        for number, task in sorted(batch.tasks):
            with without_gc():
                result = do(task)
            yield number, result


class _CannotSpreadError(Exception):
    """No processes can be started here."""


def _batches(numbered: Sequence[Numbered], sizes: Sequence[int], jobs: int) -> deque[_Batch]:
    """Group tasks, the largest first."""
    by_size = (
        sorted(numbered, key=lambda item: (-sizes[item[0]], item[0])) if jobs > 1 else numbered
    )
    limit = min(BATCH, sum(sizes) // (4 * jobs) + 1)
    batches: deque[_Batch] = deque()
    group: list[Numbered] = []
    total = 0
    for item in by_size:
        if group and total + sizes[item[0]] > limit:
            batches.append(_Batch(tuple(group)))
            group, total = [], 0
        group.append(item)
        total += sizes[item[0]]
    if group:
        batches.append(_Batch(tuple(group)))
    return batches


def _spread(todo: deque[_Batch], jobs: int, do: Work) -> Iterator[tuple[int, Result]]:
    while todo:
        suspects: list[_Batch] = []
        with _pool(jobs) as pool:
            yield from _drain(pool, todo, jobs * AHEAD, do, suspects)
        for batch in suspects:
            yield from _alone(batch.tasks, do)


def _drain(
    pool: ProcessPoolExecutor, todo: deque[_Batch], room: int, do: Work, suspects: list[_Batch]
) -> Iterator[tuple[int, Result]]:
    """Yield results until all is done, or a process dies; `suspects` hears what was under way."""
    under_way: dict[Future[list[tuple[int, Result]]], _Batch] = {}
    while (todo or under_way) and not suspects:
        while todo and len(under_way) < room:
            batch = todo.popleft()
            try:
                under_way[pool.submit(_do_batch, batch.tasks, do)] = batch
            except BrokenProcessPool:
                todo.appendleft(batch)
                break
        done, _ = wait(under_way, return_when=FIRST_COMPLETED)
        for future in done:
            batch = under_way.pop(future)
            try:
                yield from future.result()
            except BrokenProcessPool:
                suspects.append(batch)
    suspects += under_way.values()


def _alone(tasks: Sequence[Numbered], do: Work) -> Iterator[tuple[int, Result]]:
    """Do tasks one at a time, each death told of its own file."""
    left = deque(tasks)
    while left:
        with _pool(1) as pool:
            while left:
                number, task = left.popleft()
                try:
                    yield from pool.submit(_do_batch, ((number, task),), do).result()
                except BrokenProcessPool:
                    yield number, Result(complaint="the process that checked it died; not checked")
                    break


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    # spawn: fork is not safe beside threads, and not there at all on Windows.
    try:
        pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start)
    except (OSError, ImportError, NotImplementedError) as error:
        raise _CannotSpreadError from error
    try:
        yield pool
    except BaseException:
        _interrupt(pool)
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _interrupt(pool: ProcessPoolExecutor) -> None:
    """Make the processes leave what they are at; a file that is being written is finished or not.

    Private; 3.11 to 3.13 have it. Where it is gone, the batches under way are waited for.
    """
    for process in tuple((getattr(pool, "_processes", None) or {}).values()):
        with suppress(OSError, ValueError):
            process.terminate()


_state = {"is_interrupted": False}


def _start() -> None:
    # Ctrl-C is the parent's matter; it stops handing out batches, and says so.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)


def _leave(number: int, frame: FrameType | None) -> None:
    _state["is_interrupted"] = True
    raise SystemExit(1)


def _do_batch(tasks: Sequence[Numbered], do: Work) -> list[tuple[int, Result]]:
    if _state["is_interrupted"]:
        return []  # it was in the queue
    with without_gc():
        return [(number, do(task)) for number, task in tasks]
