"""Whether two strided regions share an element, against counting them out."""

from __future__ import annotations

from itertools import product

import pytest

pytest.importorskip("torch")

from hypothesis import given, settings
from hypothesis import strategies as st

from gradsan.backends.torch.overlap import Region, touches


def elements(region: Region) -> set[int]:
    start, sizes, strides = region
    steps = product(*(range(size) for size in sizes))
    return {start + sum(i * s for i, s in zip(step, strides, strict=True)) for step in steps}


@st.composite
def regions(draw: st.DrawFn) -> Region:
    rank = draw(st.integers(0, 3))
    sizes = tuple(draw(st.integers(0, 4)) for _ in range(rank))
    strides = tuple(draw(st.sampled_from((0, 1, 2, 3, 4, 6, 12))) for _ in range(rank))
    return draw(st.integers(0, 20)), sizes, strides


@given(one=regions(), other=regions())
@settings(max_examples=500, deadline=None)
def test_regions_that_share_an_element_are_never_called_apart(one: Region, other: Region) -> None:
    if elements(one) & elements(other):
        assert touches(one, other)


@given(rows=st.integers(1, 5), columns=st.integers(1, 6), data=st.data())
@settings(max_examples=300, deadline=None)
def test_blocks_of_one_matrix_are_told_exactly(
    rows: int, columns: int, data: st.DataObject
) -> None:
    def block() -> Region:
        top, left = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, columns - 1))
        height = data.draw(st.integers(1, rows - top))
        width = data.draw(st.integers(1, columns - left))
        return top * columns + left, (height, width), (columns, 1)

    one, other = block(), block()
    if columns > 1:
        assert touches(one, other) == bool(elements(one) & elements(other))
