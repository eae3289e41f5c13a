"""Whole reports as they look; see README.md for how to update them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gradsan.report.formats import Look, render
from tests.report.sample import CHECKED, RAN

SNAPSHOTS = Path(__file__).with_name("snapshots")

LOOKS = {
    "full-60": (CHECKED, "full", Look(width=60)),
    "full-80": (CHECKED, "full", Look(width=80)),
    "full-120": (CHECKED, "full", Look(width=120)),
    "full-60-color": (CHECKED, "full", Look(width=60, color=True)),
    "full-80-color": (CHECKED, "full", Look(width=80, color=True)),
    "full-120-color": (CHECKED, "full", Look(width=120, color=True)),
    "full-80-ascii": (CHECKED, "full", Look(width=80, ascii=True)),
    "full-run": (RAN, "full", Look()),
    "concise": (CHECKED, "concise", Look()),
    "github": (CHECKED, "github", Look()),
    "json": (CHECKED, "json", Look()),
    "sarif": (CHECKED, "sarif", Look()),
}


@pytest.mark.parametrize("name", sorted(LOOKS))
def test_a_report_looks_as_it_did(name: str) -> None:
    report, format_name, look = LOOKS[name]
    assert_same(render(report, format_name, look), SNAPSHOTS / f"{name}.txt")


def test_every_snapshot_belongs_to_a_look() -> None:
    assert {path.stem for path in SNAPSHOTS.glob("*.txt")} == set(LOOKS)


def assert_same(told: str, path: Path) -> None:
    if os.environ.get("GRADSAN_UPDATE_SNAPSHOTS") == "1":
        path.parent.mkdir(exist_ok=True)
        path.write_text(told, encoding="utf-8", newline="")
    with path.open(encoding="utf-8", newline="") as file:
        assert told == file.read()
