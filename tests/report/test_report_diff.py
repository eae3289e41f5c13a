"""A fix as a small diff."""

from __future__ import annotations

from gradsan.model.finding import Edit, Label, Place
from gradsan.report.diff import changes


def label(row: int, *source: str) -> Label:
    return Label("changed", Place.at("a.py", row, 1, row, 2), "", source=source)


def edit(row: int, column: int, old: str, content: str) -> Edit:
    rows = old.split("\n")
    end_column = len(rows[-1]) + (column if len(rows) == 1 else 1)
    return Edit(Place.at("a.py", row, column, row + len(rows) - 1, end_column), content, old)


def told(edits: list[Edit], labels: list[Label]) -> list[str]:
    return [f"{one.row} {one.sign} {one.text}" for one in changes(edits, labels)]


def test_a_known_line_is_shown_whole() -> None:
    assert told([edit(7, 5, "h += e", "h = h + e")], [label(7, "    h += e  # bias")]) == [
        "7 -     h += e  # bias",
        "7 +     h = h + e  # bias",
    ]


def test_of_an_unknown_line_the_edit_is_shown() -> None:
    assert told([edit(7, 5, "h += e", "h = h + e")], [label(9, "x")]) == [
        "7 - h += e",
        "7 + h = h + e",
    ]


def test_a_line_that_is_not_what_the_edit_expects_is_not_shown() -> None:
    assert told([edit(7, 1, "h += e", "h = h + e")], [label(7, "k += e")]) == [
        "7 - h += e",
        "7 + h = h + e",
    ]


def test_two_edits_of_one_line_are_one_change() -> None:
    edits = [edit(3, 9, "y_", "y"), edit(3, 1, "f_", "f")]
    assert told(edits, [label(3, "f_(x) + y_")]) == ["3 - f_(x) + y_", "3 + f(x) + y"]


def test_edits_of_different_lines_come_in_the_order_of_the_file() -> None:
    edits = [edit(5, 1, "b", "B"), edit(3, 1, "a", "A")]
    assert told(edits, []) == ["3 - a", "3 + A", "5 - b", "5 + B"]


def test_an_insertion_shows_only_what_comes() -> None:
    assert told([edit(3, 1, "", "import torch\n")], [label(3, "x = 1")]) == ["3 + import torch"]


def test_a_deleted_line_shows_only_what_goes() -> None:
    assert told([edit(3, 1, "x = 1\n", "")], [label(3, "x = 1")]) == ["3 - x = 1"]


def test_lines_that_stay_are_not_shown() -> None:
    lines = ("f(", "    a,", ")")
    changed = edit(1, 1, "f(\n    a,\n)", "f(\n    b,\n)")
    assert told([changed], [label(1, *lines)]) == ["2 -     a,", "2 +     b,"]
