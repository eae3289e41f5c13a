"""What compare answers: a sentence, and the two variants side by side."""

from __future__ import annotations

import html
import json
import textwrap
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

WIDTH = 80
Sameness: TypeAlias = Literal["same", "different", "same beside ties", "unknown"]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table."""

    what: str
    left: str
    right: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """How far two gradients, or outputs, are apart, and where."""

    name: str
    largest: float
    relative: float
    index: tuple[int, ...] = ()
    left: float = 0.0
    right: float = 0.0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two backward passes, compared."""

    verdict: str
    outputs: Sameness
    gradients: Sameness
    second: Sameness
    names: tuple[str, str]
    frameworks: tuple[str, str]
    rows: tuple[Row, ...]
    differences: tuple[Difference, ...] = ()
    errors: tuple[str, str] = ("", "")
    figures: tuple[dict[str, Any], ...] = ({}, {})

    @property
    def agrees(self) -> bool:
        """Whether both have a gradient and it is the same."""
        return not any(self.errors) and self.gradients in ("same", "same beside ties")

    def as_json(self) -> str:
        """Return everything as JSON."""
        data = {
            "schema": 1,
            "verdict": self.verdict,
            "outputs": self.outputs,
            "gradients": self.gradients,
            "second_order": self.second,
            "differences": [_plain(one) for one in self.differences],
            "variants": [
                {"name": n, "framework": f, "error": e, **figures}
                for n, f, e, figures in zip(
                    self.names, self.frameworks, self.errors, self.figures, strict=True
                )
            ],
        }
        return json.dumps(data, indent=2)

    def __str__(self) -> str:
        width = max((len(row.what) for row in self.rows), default=0)
        left = max([len(row.left) for row in self.rows] + [len(self.names[0])])
        right = max([len(row.right) for row in self.rows] + [len(self.names[1])])
        lines = [*textwrap.wrap(self.verdict, WIDTH), ""]
        head = f"  {'':{width}}  {self.names[0]:>{left}}  {self.names[1]:>{right}}"
        lines.append(head.rstrip())
        for row in self.rows:
            cells = f"  {row.what:{width}}  {row.left:>{left}}  {row.right:>{right}}"
            lines.append(f"{cells}  {row.note}".rstrip())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        cells = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in _cells(row)) + "</tr>"
            for row in self.rows
        )
        names = "".join(f"<th>{html.escape(name)}</th>" for name in ("", *self.names, ""))
        return (
            f"<p><b>{html.escape(self.verdict)}</b></p>"
            f"<table><thead><tr>{names}</tr></thead><tbody>{cells}</tbody></table>"
        )


def _cells(row: Row) -> tuple[str, str, str, str]:
    return row.what, row.left, row.right, row.note


def _plain(one: Difference) -> dict[str, Any]:
    return {
        "name": one.name, "largest": one.largest, "relative": one.relative,
        "index": list(one.index), "left": one.left, "right": one.right,
    }  # fmt: skip


def shown_bytes(size: int | None) -> str:
    """Write a number of bytes.

    >>> shown_bytes(16384), shown_bytes(None), shown_bytes(12)
    ('16.0 KiB', '-', '12 B')
    """
    if size is None:
        return "-"
    if size < 1024:
        return f"{size} B"
    value, unit = size / 1024, "KiB"
    for larger in ("MiB", "GiB"):
        if value < 1024:
            break
        value, unit = value / 1024, larger
    return f"{value:.1f} {unit}"
