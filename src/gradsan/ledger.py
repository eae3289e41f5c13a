"""Turn a trace of saves, writes and uses into hazards.

Pure: no framework, no clock, no I/O. Storages are plain ids; bytes are strided extents.
A write before a save, after the last use, or of other bytes is never a hazard.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from gradsan.model.event import Event, Free, Hazard, Save, SaveId, StorageId, Use, Write


def hazards(events: Iterable[Event]) -> Iterator[Hazard]:
    """Pair each use with the first write that touched what was saved.

    Events come in the order in which they ended. A use that the framework itself refused
    (`raised`) is a hazard even if no write overlaps: the first write to the storage is
    told, marked `intact`.

    >>> from gradsan.model.event import Extent
    >>> four = Extent.of_range(0, 4)
    >>> [found] = hazards([Save(1, 0, 7, four), Write(1, 7, four), Use(2, 1)])
    >>> found.write.order
    1
    """
    saves: dict[SaveId, Save] = {}
    writes: defaultdict[StorageId, list[Write]] = defaultdict(list)
    for event in events:
        match event:
            case Save():
                saves[event.id] = event
            case Write():
                writes[event.storage].append(event)
            case Free(save=key):
                saves.pop(key, None)
            case Use(save=key):
                if (save := saves.get(key)) and (found := _judge(save, writes, event)):
                    yield found


def _judge(save: Save, writes: defaultdict[StorageId, list[Write]], use: Use) -> Hazard | None:
    after = [write for write in writes[save.storage] if is_after(write, save)]
    touching = [write for write in after if write.extent.overlaps(save.extent)]
    if touching:
        return Hazard(save, touching[0], use, later=len(touching) - 1)
    if use.raised and after:
        return Hazard(save, after[0], use, later=len(after) - 1, intact=True)
    return None


def is_after(write: Write, save: Save) -> bool:
    """Tell whether the write changed memory after the save.

    An op may save and write at once: `y.exp_()` keeps its result, `x.mul_(x)` the value
    before. A save that falls inside the write came after it if it carries the version that
    the write leaves behind; but for an operand: its counter may be another (`y.mul_(y.data)`).
    """
    if write.began is not None and write.began < save.order < write.order:
        return save.is_operand or save.version != write.version
    return write.order > save.order
