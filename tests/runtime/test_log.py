"""The write log: bounded, and exact about bytes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradsan.backends.host import Entry
from gradsan.runtime.log import WriteLog, extent_of

torch = pytest.importorskip("torch")


def entry(began: int, storage: int = 64, layout: int | None = 16) -> Entry:
    return (began, began + 1, storage, storage, layout, "add_", 1, "", (), 0, 0, 0)


def test_the_oldest_writes_are_forgotten_first() -> None:
    log = WriteLog(limit=3)
    for began in range(0, 10, 2):
        log.add(entry(began))
    assert [write.began for write in log.writes_to(64)] == [4, 6, 8]
    assert log.forgotten == 4


def test_a_log_that_is_not_full_has_forgotten_nothing() -> None:
    log = WriteLog(limit=3)
    log.add(entry(7))
    assert log.forgotten == 0


def test_the_last_write_is_kept_for_as_many_storages_as_there_are_entries() -> None:
    log = WriteLog(limit=3)
    for number in range(9):
        log.add(entry(number * 2, storage=number * 64 + 64))
    assert len(log.last) <= 3
    assert 9 * 64 in log.last


def test_a_raised_version_is_no_write_of_bytes() -> None:
    log = WriteLog()
    log.add(entry(1, layout=None))
    assert log.last == {}
    assert log.writes_to(64)[0].extent.count == 0


def test_a_write_that_is_added_late_keeps_its_time() -> None:
    log = WriteLog()
    log.add(entry(6))
    log.add_late(entry(2))
    log.add_late(entry(4, storage=128))
    assert [write.began for write in log.writes_to(64)] == [2, 6]
    assert (log.newest, log.last[64][0], log.last[128][0]) == (7, 6, 4)


def test_a_write_inside_another_is_told_by_the_outer_one() -> None:
    log = WriteLog()
    log.add((2, 3, 64, 64, 16, "copy_", 1, "", (), 0, 0, 0))
    log.add((1, 4, 64, 64, 16, "mul_", 2, "", (), 0, 0, 0))
    assert [write.op for write in log.writes_to(64)] == ["mul_"]


bounds = st.one_of(st.none(), st.integers(-4, 4))
indices = st.one_of(
    st.integers(-2, 1),
    st.none(),
    st.just(...),
    st.builds(
        slice, *[st.one_of(st.none(), st.integers(-4, 4))] * 2, st.sampled_from([None, 1, 2])
    ),
)


@given(st.lists(indices, max_size=3).map(tuple), st.booleans())
def test_the_bytes_of_an_item_are_those_that_torch_writes(
    index: tuple[Any, ...], transposed: bool
) -> None:
    base = torch.zeros(2, 3, 4)
    tensor = base.transpose(0, 2)[1:] if transposed else base[:, 1:]
    if index.count(...) > 1:
        return
    try:
        tensor[index] = 1.0
    except IndexError:
        return
    layout = (tuple(tensor.shape), tensor.stride(), tensor.element_size(), index)
    extent = extent_of(tensor.storage_offset() * tensor.element_size(), layout)
    written = [4 * i for i, value in enumerate(base.flatten().tolist()) if value]
    assert sorted(set(extent.offsets())) == written


def test_the_last_write_is_known_however_often_it_is_asked_for() -> None:
    log, expected = WriteLog(limit=4), {}
    for turn in range(40):
        log.add(one := entry(turn * 2, storage=64 * (turn % 3)))
        expected[one[2]] = one
        if turn % 7 in (0, 1, 5):
            assert log.last == expected
    log.last.pop(64)
    log.add(one := entry(100, storage=640))
    assert log.last == {**{key: value for key, value in expected.items() if key != 64}, 640: one}
