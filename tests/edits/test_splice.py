"""Byte edits: exact, or refused; every other byte stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradsan.edits.files import patch, replace_file
from gradsan.edits.splice import CannotEdit, splice
from gradsan.model.finding import Edit, Place

lines = st.lists(st.text(alphabet="ab é\u2028\t\x0c", max_size=6), min_size=1, max_size=5)


@given(lines, st.sampled_from(["\n", "\r\n"]), st.booleans(), st.data())
def test_an_edit_changes_only_its_own_characters(
    rows: list[str], newline: str, bom: bool, data: st.DataObject
) -> None:
    row = data.draw(st.integers(0, len(rows) - 1))
    start = data.draw(st.integers(0, len(rows[row])))
    stop = data.draw(st.integers(start, len(rows[row])))
    mark = b"\xef\xbb\xbf" if bom else b""
    content = mark + newline.join(rows).encode()
    edit = Edit(Place.at("a", row + 1, start + 1, row + 1, stop + 1), "NEW", rows[row][start:stop])
    changed = [*rows]
    changed[row] = rows[row][:start] + "NEW" + rows[row][stop:]
    assert splice(content, [edit]) == mark + newline.join(changed).encode()


def test_several_edits_are_applied_together_in_any_order() -> None:
    edits = [
        Edit(Place.at("a", 2, 1, 2, 2), "Y", "b"),
        Edit(Place.at("a", 1, 1, 1, 2), "X", "a"),
    ]
    assert splice(b"a\nb\n", edits) == b"X\nY\n"


@pytest.mark.parametrize(
    ("content", "edit"),
    [
        (b"abc\n", Edit(Place.at("a", 1, 1, 1, 2), "x", "b")),
        (b"abc\n", Edit(Place.at("a", 9, 1, 9, 2), "x", "b")),
        (b"# coding: latin-1\na", Edit(Place.at("a", 2, 1, 2, 2), "\u2603", "a")),
        (b"# coding: utf-7\n+AGE- b", Edit(Place.at("a", 2, 3, 2, 4), "x", "b")),
        (b"# coding: nonsense\na", Edit(Place.at("a", 2, 1, 2, 2), "x", "a")),
        (b"\xff", Edit(Place.at("a", 1, 1, 1, 1), "x", "")),
    ],
)
def test_what_cannot_be_placed_exactly_is_refused(content: bytes, edit: Edit) -> None:
    with pytest.raises(CannotEdit):
        splice(content, [edit])


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "shift_jis", "euc_kr"])
def test_other_bytes_stay_in_a_file_of_another_encoding(encoding: str) -> None:
    letters = {"shift_jis": "\u65e5\u672c", "euc_kr": "\ud55c"}.get(encoding, "\xfc\xdf")
    head = f"# coding: {encoding}\r\ns = '{letters}'; ".encode(encoding)
    start = len(f"s = '{letters}'; ") + 1
    edit = Edit(Place.at("a", 2, start, 2, start + 6), "h = h + 1", "h += 1")
    assert splice(head + b"h += 1\r\n", [edit]) == head + b"h = h + 1\r\n"


def test_a_new_line_ends_as_the_changed_one_does() -> None:
    edit = Edit(Place.at("a", 2, 1, 2, 2), "x\ny", "b")
    assert splice(b"a\rb\rc", [edit]) == b"a\rx\ry\rc"
    assert splice(b"a\nb\r\nc\n", [edit]) == b"a\nx\r\ny\r\nc\n"
    assert splice(b"a\nb", [edit]) == b"a\nx\ny"


def test_overlapping_edits_are_refused() -> None:
    edit = Edit(Place.at("a", 1, 1, 1, 3), "x", "ab")
    other = Edit(Place.at("a", 1, 2, 1, 4), "y", "bc")
    with pytest.raises(CannotEdit):
        splice(b"abc\n", [edit, other])


def test_a_file_is_replaced_with_its_mode_and_link_kept(tmp_path: Path) -> None:
    real, link = tmp_path / "real.py", tmp_path / "link.py"
    real.write_bytes(b"old")
    real.chmod(0o640)
    link.symlink_to(real)
    replace_file(link, b"new")
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert real.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link.py", "real.py"]


def test_a_failed_write_leaves_the_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "gone" / "a.py"
    with pytest.raises(OSError):
        replace_file(path, b"new")
    assert list(tmp_path.iterdir()) == []


def test_a_patch_names_the_file() -> None:
    head = b"--- x.py\n+++ x.py\n@@ -1 +1 @@\n-a\n+b\n"
    assert patch(b"a\n", b"b\n", "x.py") == head
    assert patch(b"a\n", b"b", "x.py") == head + b"\\ No newline at end of file\n"
