"""The JSON format, its schema and the way back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from gradsan.model.report import Report
from gradsan.report.json_text import parse, render_json
from tests.report.arbitrary import relaxed, reports
from tests.report.sample import BARE, CHECKED, WRITE

SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "report.schema.json").read_text(encoding="utf-8")
)


def written(report: Report) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(render_json(report))
    return document


def test_a_report_has_the_four_keys_of_the_design() -> None:
    document = written(CHECKED)
    assert list(document) == ["schema", "tool", "findings", "summary"]
    assert document["schema"] == 1


def test_a_finding_has_the_shape_of_the_design() -> None:
    finding = written(Report((WRITE,)))["findings"][0]
    labels, fix = finding.pop("labels"), finding.pop("fix")
    assert finding == {
        "code": "GS101",
        "name": "write-to-saved-value",
        "framework": "torch",
        "severity": "error",
        "outcome": "raises",
        "confidence": "proved",
        "message": "`h` was changed in place after exp saved it",
        "filename": "model.py",
        "location": {"row": 17, "column": 9},
        "end_location": {"row": 17, "column": 26},
        "why": WRITE.why,
        "notes": [],
        "count": 12,
        "url": "docs/rules/GS101.md",
    }
    assert [label["role"] for label in labels] == ["saved", "changed", "needed"]
    assert labels[1] == {
        "role": "changed",
        "filename": "model.py",
        "location": {"row": 17, "column": 9},
        "end_location": {"row": 17, "column": 26},
        "text": "add_ writes into the same memory (version 0 -> 1)",
        "function": "Encoder.forward",
        "source": ["        h.add_(self.bias)"],
        "called_from": None,
    }
    assert fix == {
        "applicability": "safe",
        "message": "`h` has one name, same dtype and shape; costs 16.0 KiB",
        "edits": [
            {
                "filename": "model.py",
                "location": {"row": 17, "column": 9},
                "end_location": {"row": 17, "column": 26},
                "content": "h = h.add(self.bias)",
                "old": "h.add_(self.bias)",
            }
        ],
    }


def test_a_finding_without_a_fix_says_null() -> None:
    assert written(Report((BARE,)))["findings"][0]["fix"] is None


def test_the_summary_counts() -> None:
    assert written(CHECKED)["summary"] == {
        "findings": 5,
        "errors": 3,
        "warnings": 1,
        "infos": 0,
        "silent": 1,
        "repaired": 0,
        "advice": 1,
        "fixable": 1,
        "unsafe_fixable": 1,
        "files": 12,
        "notes": ["history incomplete: `exp` was imported before the guard"],
    }


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_the_schema_refuses_what_is_not_a_report() -> None:
    document = written(CHECKED)
    document["findings"][0]["colour"] = "red"
    del document["findings"][1]["labels"][0]["source"]
    assert len(list(Draft202012Validator(SCHEMA).iter_errors(document))) >= 2


@relaxed
@given(reports)
def test_every_report_keeps_to_the_schema(report: Report) -> None:
    Draft202012Validator(SCHEMA).validate(written(report))


@relaxed
@given(reports)
def test_a_report_comes_back_as_it_was(report: Report) -> None:
    assert parse(render_json(report)) == report


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": 1}', '{"schema": 1, "tool": 3}'])
def test_another_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a gradsan report in JSON"):
        parse(text)


def test_a_report_of_another_schema_is_refused_by_its_number() -> None:
    with pytest.raises(ValueError, match="the report has schema 2; this gradsan reads 1"):
        parse('{"schema": 2}')
