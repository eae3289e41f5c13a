"""Notebooks: cells to one source, findings back to cells, edits into the JSON."""

from __future__ import annotations

import ast
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradsan.edits.notebook_text import replace_sources
from gradsan.model.finding import Finding, Place
from gradsan.static.engine import check_source, fix_source
from gradsan.static.magics import to_python
from gradsan.static.naming import names_of
from gradsan.static.notebook import Notebook, read_notebook
from gradsan.static.source import Source, Trouble, parse


def document(*cells: str, **more: Any) -> dict[str, Any]:
    """Make a notebook; a cell that begins with # Title is Markdown."""
    return {
        "cells": [
            {"cell_type": "markdown", "metadata": {}, "source": [cell]}
            if cell.startswith("# Title")
            else {
                "cell_type": "code",
                "execution_count": None,
                "metadata": {},
                "outputs": [],
                "source": cell.splitlines(keepends=True),
            }
            for cell in cells
        ],
        "metadata": {"language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
        **more,
    }


def notebook(*cells: str, **more: Any) -> Notebook:
    read = read_notebook(json.dumps(document(*cells, **more)).encode(), "nb.ipynb")
    assert isinstance(read, Notebook)
    return read


def source_of(read: Notebook) -> Source:
    source = parse(read.python(), read.filename)
    assert isinstance(source, Source)
    return source


def findings(read: Notebook) -> list[Finding]:
    return [read.told(finding) for finding in check_source(source_of(read))]


CELLS = (
    "# Title",
    "%matplotlib inline\nimport torch\nx = torch.randn(3, requires_grad=True)",
    "h = torch.exp(x)",
    "\nh += 1\n",
    "h.sum().backward()",
)


def test_a_finding_is_placed_in_its_cell_counting_all_cells() -> None:
    (found,) = findings(notebook(*CELLS))
    assert (found.place.cell, found.place.start.row, found.place.start.column) == (4, 2, 1)
    assert [(label.place.cell, label.place.start.row) for label in found.labels] == [
        (3, 1),
        (4, 2),
        (5, 1),
    ]


def test_a_row_that_a_text_mentions_is_a_row_of_a_cell() -> None:
    (found,) = findings(notebook(*CELLS))
    assert found.labels[-1].text == "backward of exp reads the value of line 1 of cell 3"


@pytest.mark.parametrize(
    ("cell", "python"),
    [
        ("x = 1", "x = 1"),
        ("%time f()", "pass"),
        ("  !ls -l", "  pass"),
        ("x?", "pass"),
        ("torch.exp??", "pass"),
        ("?x", "pass"),
        ("files = !ls", "files = __command__()"),
        ("a.b = %time f()", "a.b = __command__()"),
        ("x = (a\n% b)", "x = (a\n% b)"),
        ('s = """\n%time\n"""\n%x', 's = """\n%time\n"""\npass'),
        ("s = '''a ''' # it's (\n!ls", "s = '''a ''' # it's (\npass"),
        ("x = a \\\n  % b\n!ls", "x = a \\\n  % b\npass"),
        ("!ls \\\n  -l\nx = 1", "pass\n\nx = 1"),
        ("%%bash\nls (", "\n"),
        ("%%time\nh = 1", "\nh = 1"),
        ("\n%%timeit -n 3\nh = 1\n", "\n\nh = 1\n"),
        ("s = 'what?'\nt = \"100 %\"", "s = 'what?'\nt = \"100 %\""),
        ("x != y\nz = a != b", "x != y\nz = a != b"),
        ("# really?", "# really?"),
        ('f(\n"a",\n!b)', 'f(\n"a",\n!b)'),
        ("if a:\n    %run x.py\nelse:\n    pass", "if a:\n    pass\nelse:\n    pass"),
    ],
)
def test_magics_become_python_and_the_rest_stays_where_it_is(cell: str, python: str) -> None:
    assert to_python(cell) == python


@given(st.text(alphabet="ab=%!?\\'\"#()[]\n \t,", max_size=40))
def test_magics_never_change_the_number_of_rows(cell: str) -> None:
    assert to_python(cell).count("\n") == cell.count("\n")


@given(st.text(alphabet="ab=%!\\'\"#()[]\n ,+", max_size=30))
def test_a_cell_that_is_python_stays_as_it_is(cell: str) -> None:
    try:
        ast.parse(cell)
    except (SyntaxError, ValueError):
        return
    assert to_python(cell) == cell


def test_a_syntax_error_is_placed_in_its_cell() -> None:
    read = notebook("x = 1", "# Title", "y = 2\nz = (")
    trouble = parse(read.python(), read.filename)
    assert isinstance(trouble, Trouble)
    (found,) = map(read.told, check_source(trouble))
    assert (found.code, found.place.cell, found.place.start.row) == ("GS001", 3, 2)


def test_a_notebook_of_another_language_has_nothing_to_check() -> None:
    read = notebook("x <- 1 (", metadata={"kernelspec": {"language": "R"}})
    assert findings(read) == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"3",
        b'"cells"',
        b"\xff\xfe{}",
        b'{"cells": 3}',
        b'{"cells": [3]}',
        b'{"cells": [{"cell_type": "code", "source": 3}]}',
        b'{"cells": [{"cell_type": "code", "source": [3]}]}',
        b'{"worksheets": [], "nbformat": 3}',
        b"[" * 100_000,
        b'{"cells": [], "x": ' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_no_notebook_is_trouble_with_the_file(content: bytes) -> None:
    trouble = read_notebook(content, "nb.ipynb")
    assert isinstance(trouble, Trouble)
    assert not trouble.is_syntax
    assert check_source(trouble)[0].code == "GS002"


@given(st.lists(st.text(max_size=20), max_size=4))
def test_any_text_in_cells_is_read_and_told(cells: list[str]) -> None:
    read = notebook(*cells)
    for found in map(read.told, check_source(parse(read.python(), read.filename))):
        assert found.place.cell is not None
        rows = read.cells[found.place.cell - 1].rows
        assert 1 <= found.place.start.row <= rows


def test_half_a_surrogate_pair_does_no_harm() -> None:
    assert findings(notebook("s = '\ud800'")) == []


def test_a_coding_comment_means_nothing() -> None:
    (found,) = findings(notebook("# coding: latin-1\ns = 'ü'", *CELLS))
    assert found.place.cell == 5


# -- edits ---------------------------------------------------------------------------------


def fixed(text: str) -> str:
    read = read_notebook(text.encode(), "nb.ipynb")
    assert isinstance(read, Notebook)
    done = fix_source(source_of(read))
    return read.edited([finding.fix for finding in done.applied if finding.fix]).text


@pytest.mark.parametrize("indent", [None, 0, 1, 4, "\t"])
@pytest.mark.parametrize("only_ascii", [True, False])
@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_a_fix_changes_the_line_and_not_another_byte(
    indent: int | str | None, only_ascii: bool, end: str
) -> None:
    before = document(*CELLS[:3], "s = 'ü→'; h += 1  # é\nlast = 1", CELLS[4])
    after = document(*CELLS[:3], "s = 'ü→'; h = h + 1  # é\nlast = 1", CELLS[4])

    def dump(value: dict[str, Any]) -> str:
        return json.dumps(value, indent=indent, ensure_ascii=only_ascii) + end

    assert fixed(dump(before)) == dump(after)


def test_a_source_that_is_one_string_stays_one() -> None:
    value = document(*CELLS)
    value["cells"][3]["source"] = "\nh += 1\n"
    after = document(*CELLS)
    after["cells"][3]["source"] = "\nh = h + 1\n"
    assert fixed(json.dumps(value)) == json.dumps(after)


def test_odd_spelling_elsewhere_is_kept() -> None:
    text = json.dumps(document(*CELLS)).replace('"outputs": []', '"outputs" :[ 1e5,"\\u0041" ]')
    text = text.replace('"nbformat"', '"source": ["h += 1"], "nbformat"').replace("\\n", "\\u000a")
    assert fixed(text) == text.replace('"h += 1\\u000a"', '"h = h + 1\\n"')


lines = st.text(alphabet='ab"\\\né\x0b\u2028', max_size=12)


@given(
    st.lists(lines, max_size=4),
    st.dictionaries(st.integers(0, 3), lines),
    st.sampled_from([None, 1]),
    st.booleans(),
)
def test_replaced_sources_are_what_json_reads(
    cells: list[str], new: dict[int, str], indent: int | None, only_ascii: bool
) -> None:
    value = document(
        *(f"a{cell}" for cell in cells), source=["no"], extra={"cells": [{"source": 1}]}
    )
    text = json.dumps(value, indent=indent, ensure_ascii=only_ascii)
    read = json.loads(replace_sources(text, new))
    for index, cell in enumerate(value["cells"]):
        got = "".join(read["cells"][index]["source"])
        assert got == new.get(index, "".join(cell["source"]))
        read["cells"][index]["source"] = cell["source"]
    assert read == value


def test_sources_that_do_not_change_give_the_same_text() -> None:
    value = document(*CELLS)
    text = json.dumps(value, indent=1)
    same = {at: "".join(cell["source"]) for at, cell in enumerate(value["cells"])}
    assert replace_sources(text, same) == text


# -- names ---------------------------------------------------------------------------------


def test_a_finding_in_a_cell_is_named_by_its_statement() -> None:
    content = json.dumps(document(*CELLS)).encode()
    (found,) = findings(notebook(*CELLS))
    (name,) = names_of([found], content, "nb.ipynb")
    assert (name.function, name.statement) == ("", "h += 1")


def test_a_place_that_reaches_into_the_next_cell_ends_with_its_own() -> None:
    read = notebook("x = (1,", "2)")
    place = read.place(Place.at("nb.ipynb", 1, 1, 2, 3))
    assert (place.cell, place.start.row, place.end.row) == (1, 1, 1)
