"""A bar on the terminal for runs that take longer than a second; gone when they are done."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

T = TypeVar("T")
PATIENCE = 1.0  # seconds


def watched(items: Iterable[T], total: int, *, is_wanted: bool) -> Iterator[T]:
    """Pass the items on; show how many have come, if a person waits for them."""
    if not is_wanted or not sys.stderr.isatty():
        yield from items
        return
    begin, bar = time.monotonic(), None
    try:
        for done, item in enumerate(items, start=1):
            if bar is None and time.monotonic() - begin > PATIENCE:
                bar = _bar(total)
            if bar is not None:
                bar.update(bar.task_ids[0], completed=done, refresh=done % 16 == 0)
            yield item
    finally:
        if bar is not None:
            bar.stop()


def _bar(total: int) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("checking"), BarColumn(), MofNCompleteColumn())
    # No thread of its own: the bar moves when a file is done.
    bar = Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
    bar.start()
    bar.add_task("check", total=total)
    return bar
