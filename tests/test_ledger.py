"""The ledger against a memory that is simulated byte by byte, and case by case."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from gradsan.ledger import hazards
from gradsan.model.event import Event, Extent, Free, Hazard, Save, Use, Write

MEMORY = 24  # bytes in each simulated storage
STORAGES = (7, 8)
FIRST_HALF, SECOND_HALF = Extent.of_range(0, 4), Extent.of_range(4, 8)
WHOLE = Extent.of_range(0, 8)


def only(events: Iterable[Event]) -> Hazard:
    [hazard] = hazards(events)
    return hazard


def test_write_between_save_and_use_is_a_hazard() -> None:
    save, write, use = Save(1, 0, 7, WHOLE), Write(1, 7, WHOLE), Use(2, 1)
    assert only([save, write, use]) == Hazard(save, write, use)


def test_write_before_save_is_no_hazard() -> None:
    assert not list(hazards([Write(0, 7, WHOLE), Save(1, 1, 7, WHOLE), Use(2, 1)]))


def test_write_after_the_last_use_is_no_hazard() -> None:
    assert not list(hazards([Save(1, 0, 7, WHOLE), Use(1, 1), Write(2, 7, WHOLE)]))


def test_operand_saved_inside_a_write_came_before_it_whatever_its_counter_says() -> None:
    write, use = Write(5, 7, WHOLE, version=1, began=1), Use(6, 1)
    for version in (0, 1, 2):
        save = Save(1, 3, 7, WHOLE, version=version, is_operand=True)
        assert only([save, write, use]).write is write


def test_result_saved_inside_a_write_came_after_it() -> None:
    save = Save(1, 3, 7, WHOLE, version=1)
    assert not list(hazards([save, Write(5, 7, WHOLE, version=1, began=1), Use(6, 1)]))


def test_operand_saved_after_a_write_is_no_hazard() -> None:
    save = Save(1, 7, 7, WHOLE, version=1, is_operand=True)
    assert not list(hazards([Write(5, 7, WHOLE, version=1, began=1), save, Use(8, 1)]))


def test_write_of_other_bytes_is_no_hazard() -> None:
    assert not list(hazards([Save(1, 0, 7, FIRST_HALF), Write(1, 7, SECOND_HALF), Use(2, 1)]))


def test_write_of_another_storage_is_no_hazard() -> None:
    assert not list(hazards([Save(1, 0, 7, WHOLE), Write(1, 8, WHOLE), Use(2, 1)]))


def test_write_of_a_neighbouring_column_is_no_hazard() -> None:
    left, right = Extent(0, (3,), (8,), 4), Extent(4, (3,), (8,), 4)
    assert not list(hazards([Save(1, 0, 7, left), Write(1, 7, right), Use(2, 1)]))


def test_write_without_a_use_is_no_hazard() -> None:
    assert not list(hazards([Save(1, 0, 7, WHOLE), Write(1, 7, WHOLE)]))


def test_first_overlapping_write_is_told_and_later_ones_are_counted() -> None:
    apart, first = Write(1, 7, SECOND_HALF), Write(2, 7, WHOLE)
    later = [Write(3, 7, FIRST_HALF), Write(4, 7, SECOND_HALF), Write(5, 7, FIRST_HALF)]
    hazard = only([Save(1, 0, 7, FIRST_HALF), apart, first, *later, Use(6, 1)])
    assert hazard.write is first
    assert hazard.later == 2


def test_write_after_the_use_is_not_counted() -> None:
    events: list[Event] = [Save(1, 0, 7, WHOLE), Write(1, 7, WHOLE), Use(2, 1), Write(3, 7, WHOLE)]
    assert only(events).later == 0


def test_every_use_of_a_stale_save_is_told() -> None:
    events: list[Event] = [
        Save(1, 0, 7, WHOLE),
        Write(1, 7, WHOLE),
        Use(2, 1),
        Write(3, 7, WHOLE),
        Use(4, 1),
    ]
    assert [(found.use.order, found.later) for found in hazards(events)] == [(2, 0), (4, 1)]


def test_one_write_may_stale_many_saves() -> None:
    one, other, write = Save(1, 0, 7, FIRST_HALF), Save(2, 1, 7, SECOND_HALF), Write(2, 7, WHOLE)
    events: list[Event] = [one, other, write, Use(3, 2), Use(4, 1)]
    assert [hazard.save.id for hazard in hazards(events)] == [2, 1]


def test_refused_use_without_overlap_is_told_as_intact() -> None:
    first, second = Write(1, 7, SECOND_HALF), Write(2, 7, SECOND_HALF)
    hazard = only([Save(1, 0, 7, FIRST_HALF), first, second, Use(3, 1, raised=True)])
    assert hazard.intact
    assert hazard.write is first
    assert hazard.later == 1


def test_refused_use_with_overlap_is_not_intact() -> None:
    apart, touching = Write(1, 7, SECOND_HALF), Write(2, 7, FIRST_HALF)
    hazard = only([Save(1, 0, 7, FIRST_HALF), apart, touching, Use(3, 1, raised=True)])
    assert not hazard.intact
    assert hazard.write is touching


def test_refused_use_without_any_known_write_is_not_told() -> None:
    events: list[Event] = [Write(0, 7, WHOLE), Save(1, 1, 7, WHOLE), Use(2, 1, raised=True)]
    assert not list(hazards(events))


def test_save_inside_a_write_is_told_apart_by_version() -> None:
    # x.mul_(x) keeps the value before the write, y.exp_() the one after it.
    write = Write(3, 7, WHOLE, version=1, began=0)
    before, after = Save(1, 1, 7, WHOLE, version=0), Save(2, 2, 7, WHOLE, version=1)
    hazard = only([before, after, write, Use(4, 1), Use(5, 2)])
    assert hazard.save is before


def test_save_before_a_write_began_is_stale_whatever_its_version() -> None:
    # Another tensor over the same memory (`.data`) has a version counter of its own.
    save, write = Save(1, 0, 7, WHOLE, version=5), Write(2, 7, WHOLE, version=1, began=1)
    assert only([save, write, Use(3, 1)]).write is write


def test_freed_save_is_forgotten() -> None:
    events: list[Event] = [
        Save(1, 0, 7, WHOLE),
        Write(1, 7, WHOLE),
        Free(2, 1),
        Use(3, 1, raised=True),
    ]
    assert not list(hazards(events))


def test_id_used_again_after_a_free_names_the_new_save() -> None:
    old, new = Save(1, 0, 7, WHOLE), Save(1, 3, 7, WHOLE)
    write = Write(4, 7, WHOLE)
    hazard = only([old, Write(1, 7, WHOLE), Free(2, 1), new, write, Use(5, 1)])
    assert hazard == Hazard(new, write, Use(5, 1))


def test_memory_used_again_after_a_free_starts_clean() -> None:
    events: list[Event] = [
        Save(1, 0, 7, WHOLE),
        Write(1, 7, WHOLE),
        Free(2, 1),
        Write(3, 7, WHOLE),
        Save(2, 4, 7, WHOLE),
        Use(5, 2),
    ]
    assert not list(hazards(events))


def test_free_of_an_unknown_save_is_ignored() -> None:
    assert not list(hazards([Free(0, 1)]))


def test_use_of_an_unknown_save_is_ignored() -> None:
    assert not list(hazards([Use(0, 1, raised=True)]))


@dataclass
class Memory:
    """Storages whose every byte knows when it was last written.

    It makes the trace and, from the bytes alone, what the ledger ought to say of it.
    """

    tick: int = 0
    events: list[Event] = field(default_factory=list)
    stale_uses: set[int] = field(default_factory=set)  # orders of uses that read changed bytes
    live: dict[int, tuple[Save, int]] = field(default_factory=dict)  # by id; tick of the save
    versions: dict[int, int] = field(default_factory=lambda: dict.fromkeys(STORAGES, 0))
    written: dict[int, list[int]] = field(
        default_factory=lambda: {storage: [-1] * MEMORY for storage in STORAGES}
    )

    def next(self) -> int:
        self.tick += 1
        return self.tick

    def save(self, storage: int, extent: Extent) -> None:
        # The lowest free id: a freed one comes back at once.
        key = next(number for number in range(len(self.live) + 1) if number not in self.live)
        save = Save(key, self.next(), storage, extent, version=self.versions[storage])
        self.live[key] = save, save.order
        self.events.append(save)

    def write(
        self, storage: int, extent: Extent, before: list[Extent], after: list[Extent]
    ) -> None:
        """Write; the same op may keep the memory as it was and as it is afterwards."""
        began = self.next()
        for kept in before:
            self.save(storage, kept)
        moment = self.next()
        for byte in bytes_of(extent):
            self.written[storage][byte] = moment
        self.versions[storage] += 1
        for kept in after:
            self.save(storage, kept)
        version = self.versions[storage]
        self.events.append(Write(self.next(), storage, extent, version=version, began=began))

    def use(self, key: int, *, raised: bool) -> None:
        save, saved_at = self.live[key]
        use = Use(self.next(), key, raised=raised)
        if any(self.written[save.storage][byte] > saved_at for byte in bytes_of(save.extent)):
            self.stale_uses.add(use.order)
        self.events.append(use)

    def free(self, key: int) -> None:
        del self.live[key]
        self.events.append(Free(self.next(), key))


def bytes_of(extent: Extent) -> set[int]:
    starts = {extent.start}
    for size, stride in zip(extent.sizes, extent.strides, strict=True):
        starts = {start + index * stride for start in starts for index in range(size)}
    return {start + byte for start in starts for byte in range(extent.itemsize)}


@st.composite
def extents(draw: st.DrawFn) -> Extent:
    itemsize = draw(st.sampled_from((1, 2)))
    sizes = tuple(draw(st.lists(st.integers(0, 3), max_size=2)))
    strides = tuple(draw(st.sampled_from((0, 1, 2, 4))) for _ in sizes)
    room = MEMORY - len(Extent(0, sizes, strides, itemsize).span)
    return Extent(draw(st.integers(0, max(room, 0))), sizes, strides, itemsize)


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    """Draw the history of a memory: saves, writes, uses and frees as they come."""
    memory = Memory()
    for _ in range(draw(st.integers(1, 25))):
        storage = draw(st.sampled_from(STORAGES))
        kinds = ("save", "write", "use", "use", "free") if memory.live else ("save", "write")
        match draw(st.sampled_from(kinds)):
            case "save":
                memory.save(storage, draw(extents()))
            case "write":
                kept = st.lists(extents(), max_size=1)
                memory.write(storage, draw(extents()), draw(kept), draw(kept))
            case "use":
                memory.use(draw(st.sampled_from(sorted(memory.live))), raised=draw(st.booleans()))
            case "free":
                memory.free(draw(st.sampled_from(sorted(memory.live))))
    return memory


@given(memories())
@settings(max_examples=200, deadline=None)
def test_hazards_are_the_uses_that_read_changed_bytes(memory: Memory) -> None:
    found = [hazard for hazard in hazards(memory.events) if not hazard.intact]
    assert {hazard.use.order for hazard in found} == memory.stale_uses
    assert len(found) == len(memory.stale_uses)


@given(memories())
@settings(max_examples=200, deadline=None)
def test_told_write_is_the_first_that_touched_the_saved_bytes(memory: Memory) -> None:
    for hazard in hazards(memory.events):
        if hazard.intact:
            continue
        saved = bytes_of(hazard.save.extent)
        between = writes_between(memory, hazard)
        touching = [write for write in between if not saved.isdisjoint(bytes_of(write.extent))]
        assert hazard.write is touching[0]
        assert hazard.later == len(touching) - 1


@given(memories())
@settings(max_examples=200, deadline=None)
def test_intact_means_refused_and_unchanged(memory: Memory) -> None:
    for hazard in hazards(memory.events):
        if hazard.intact:
            assert hazard.use.raised
            assert hazard.use.order not in memory.stale_uses
            assert hazard.write is writes_between(memory, hazard)[0]


def writes_between(memory: Memory, hazard: Hazard) -> list[Write]:
    """Return the writes to the save's storage that left it a newer version, up to the use.

    In a simulated memory one counter sees every write of a storage, so versions tell
    before from after without looking at the order.
    """
    return [
        event
        for event in memory.events
        if isinstance(event, Write)
        and event.storage == hazard.save.storage
        and event.version > hazard.save.version
        and event.order < hazard.use.order
    ]
