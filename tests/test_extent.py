"""Extents against sets of bytes, drawn at random and taken from real torch views."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gradsan.model.event import EXACT_LIMIT, Extent


def bytes_of(extent: Extent) -> set[int]:
    """Name every byte of the extent, without the code under test."""
    starts = {extent.start}
    for size, stride in zip(extent.sizes, extent.strides, strict=True):
        starts = {start + index * stride for start in starts for index in range(size)}
    return {start + byte for start in starts for byte in range(extent.itemsize)}


@st.composite
def extents(draw: st.DrawFn) -> Extent:
    """Draw up to three dimensions: holes, repeats, overlapping and empty ones included."""
    sizes = draw(st.lists(st.integers(0, 4), max_size=3))
    strides = draw(st.lists(st.integers(0, 12), min_size=len(sizes), max_size=len(sizes)))
    itemsize = draw(st.sampled_from((1, 2, 4)))
    return Extent(draw(st.integers(0, 40)), tuple(sizes), tuple(strides), itemsize)


@settings(deadline=None)
@given(extents(), extents())
def test_overlap_is_a_shared_byte(one: Extent, other: Extent) -> None:
    assert one.overlaps(other) == (not bytes_of(one).isdisjoint(bytes_of(other)))


@settings(deadline=None)
@given(extents(), extents())
def test_overlap_has_no_direction(one: Extent, other: Extent) -> None:
    assert one.overlaps(other) == other.overlaps(one)


@settings(deadline=None)
@given(extents())
def test_extent_overlaps_itself_unless_it_is_empty(extent: Extent) -> None:
    assert extent.overlaps(extent) == (extent.count > 0)


@settings(deadline=None)
@given(extents())
def test_span_is_the_smallest_range_that_holds_it(extent: Extent) -> None:
    held = bytes_of(extent)
    if held:
        assert extent.span == range(min(held), max(held) + 1)
    else:
        assert len(extent.span) == 0


@settings(deadline=None)
@given(extents())
def test_dense_means_no_hole_in_the_span(extent: Extent) -> None:
    assert extent.is_dense() == (bytes_of(extent) == set(extent.span))


@settings(deadline=None)
@given(extents())
def test_offsets_are_one_per_element(extent: Extent) -> None:
    offsets = list(extent.offsets())
    assert len(offsets) == extent.count
    assert {at + byte for at in offsets for byte in range(extent.itemsize)} == bytes_of(extent)


@settings(deadline=None)
@given(st.integers(0, 20), st.integers(0, 20))
def test_range_is_its_consecutive_bytes(start: int, stop: int) -> None:
    extent = Extent.of_range(start, stop)
    assert bytes_of(extent) == set(range(start, stop))
    assert extent.is_dense()


def test_scalar_is_one_element() -> None:
    scalar = Extent(8, (), (), 4)
    assert scalar.count == 1
    assert scalar.span == range(8, 12)
    assert scalar.is_dense()


def test_neighbouring_ranges_do_not_overlap() -> None:
    assert not Extent.of_range(0, 4).overlaps(Extent.of_range(4, 8))


def test_even_and_odd_columns_do_not_overlap() -> None:
    even, odd = Extent(0, (3, 4), (32, 8), 4), Extent(4, (3, 4), (32, 8), 4)
    assert not even.overlaps(odd)


def test_overlapping_windows_with_a_hole_are_not_dense() -> None:
    # Eight elements in a span of eight bytes, yet bytes 3 and 4 are not among them.
    windows = Extent(0, (2, 2, 2), (1, 1, 5), 1)
    assert not windows.is_dense()
    assert not windows.overlaps(Extent.of_range(3, 5))


def test_expanded_row_is_dense() -> None:
    assert Extent(0, (5, 4), (0, 4), 4).is_dense()


def test_large_interleaved_regions_count_as_overlapping() -> None:
    even, odd = (Extent(start, (EXACT_LIMIT + 1,), (8,), 4) for start in (0, 4))
    assert even.overlaps(odd)


def test_large_dense_neighbours_do_not_overlap() -> None:
    size = EXACT_LIMIT * 4
    upper, lower = (Extent(start, (size, 2), (8, 4), 4) for start in (0, size * 8))
    assert not upper.overlaps(lower)


def extent_of(tensor: Any) -> Extent:
    item = tensor.element_size()
    strides = tuple(stride * item for stride in tensor.stride())
    return Extent(tensor.storage_offset() * item, tuple(tensor.shape), strides, item)


@st.composite
def views(draw: st.DrawFn, base: Any) -> Any:
    """Draw a view of `base` by a few steps that people take."""
    view = base
    for _ in range(draw(st.integers(0, 4))):
        if view.dim() == 0:
            break
        dim = draw(st.integers(0, view.dim() - 1))
        size = view.shape[dim]
        match draw(st.sampled_from(("slice", "select", "transpose", "unfold", "expand"))):
            case "slice":
                start, stop = draw(st.integers(0, size)), draw(st.integers(0, size))
                step = draw(st.integers(1, 3))
                view = view[(slice(None),) * dim + (slice(start, stop, step),)]
            case "select" if size:
                view = view.select(dim, draw(st.integers(0, size - 1)))
            case "transpose":
                view = view.transpose(dim, draw(st.integers(0, view.dim() - 1)))
            case "unfold" if size and view.dim() < 4:
                view = view.unfold(dim, draw(st.integers(1, size)), draw(st.integers(1, 3)))
            case "expand" if view.dim() < 4:
                view = view.unsqueeze(0).expand(2, *view.shape)
    return view


@settings(deadline=None)
@given(st.data())
def test_torch_views_overlap_where_they_share_elements(data: st.DataObject) -> None:
    torch = pytest.importorskip("torch")
    dtype = data.draw(st.sampled_from((torch.uint8, torch.int32, torch.int64)))
    base = torch.arange(48, dtype=dtype).view(4, 3, 4)  # each element says where it lies
    one, other = data.draw(views(base)), data.draw(views(base))
    shared = set(one.flatten().tolist()) & set(other.flatten().tolist())
    assert extent_of(one).overlaps(extent_of(other)) == bool(shared)


@settings(deadline=None)
@given(st.data())
def test_torch_view_holds_the_bytes_of_its_elements(data: st.DataObject) -> None:
    torch = pytest.importorskip("torch")
    view = data.draw(views(torch.arange(48, dtype=torch.int32).view(4, 3, 4)))
    held = {4 * at + byte for at in view.flatten().tolist() for byte in range(4)}
    extent = extent_of(view)
    assert bytes_of(extent) == held
    assert extent.is_dense() == (held == set(extent.span))
