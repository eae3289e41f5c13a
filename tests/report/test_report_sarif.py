"""SARIF 2.1.0, as code scanning services read it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from gradsan.model.finding import Finding, Place
from gradsan.model.report import Report
from gradsan.report.sarif import artifact_uri, fingerprint, render_sarif
from tests.report.arbitrary import relaxed, reports
from tests.report.sample import ADVICE, BARE, CHECKED, SILENT, WIDE, WRITE

SCHEMA = json.loads(
    Path(__file__).with_name("sarif-subset.schema.json").read_text(encoding="utf-8")
)


def run_of(report: Report) -> dict[str, Any]:
    run: dict[str, Any] = json.loads(render_sarif(report))["runs"][0]
    return run


def result_of(finding: Finding) -> dict[str, Any]:
    result: dict[str, Any] = run_of(Report((finding,)))["results"][0]
    return result


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@relaxed
@given(reports)
def test_every_report_keeps_to_the_standard(report: Report) -> None:
    Draft202012Validator(SCHEMA).validate(json.loads(render_sarif(report)))


def test_columns_count_characters() -> None:
    assert run_of(CHECKED)["columnKind"] == "unicodeCodePoints"


def test_a_rule_is_told_once_however_often_it_is_broken() -> None:
    run = run_of(Report((WRITE, SILENT, WRITE)))
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["GS101", "GS201"]
    assert [result["ruleIndex"] for result in run["results"]] == [0, 1, 0]


def test_a_rule_is_described_the_same_whatever_its_findings_say() -> None:
    assert run_of(Report((WRITE, SILENT)))["tool"]["driver"]["rules"] == [
        {
            "id": "GS101",
            "name": "write-to-saved-value",
            "shortDescription": {"text": "write to saved value"},
            "help": {"text": "gradsan rule GS101 (docs/rules/GS101.md)"},
        },
        {
            "id": "GS201",
            "name": "write-through-data",
            "shortDescription": {"text": "write through data"},
            "helpUri": "https://example.org/GS201",
        },
    ]


def test_the_first_location_is_the_guilty_one() -> None:
    assert result_of(WRITE)["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "model.py"},
                "region": {"startLine": 17, "startColumn": 9, "endLine": 17, "endColumn": 26},
                "contextRegion": {
                    "startLine": 17,
                    "endLine": 17,
                    "snippet": {"text": "        h.add_(self.bias)"},
                },
            }
        }
    ]


def test_the_code_flow_tells_the_places_in_time_order() -> None:
    steps = result_of(WRITE)["codeFlows"][0]["threadFlows"][0]["locations"]
    assert [step["executionOrder"] for step in steps] == [1, 2, 3]
    assert [step["location"]["message"]["text"] for step in steps] == [
        f"{label.role}: {label.text}" for label in WRITE.labels
    ]


def test_the_caller_of_library_code_is_a_related_location() -> None:
    related = result_of(SILENT)["relatedLocations"]
    assert [location["id"] for location in related] == [1, 2, 3]
    assert related[2]["message"] == {"text": "saved: called from here"}


def test_a_fix_replaces_regions_file_by_file() -> None:
    (fix,) = result_of(SILENT)["fixes"]
    assert fix["properties"] == {"applicability": "unsafe"}
    assert [change["artifactLocation"]["uri"] for change in fix["artifactChanges"]] == [
        "attn.py",
        "other/keys.py",
    ]
    assert fix["artifactChanges"][0]["replacements"] == [
        {
            "deletedRegion": {
                "startLine": 108,
                "startColumn": 1,
                "endLine": 108,
                "endColumn": 20,
            },
            "insertedContent": {"text": "scores = scores.clamp("},
        }
    ]


def test_a_fix_for_display_is_left_out() -> None:
    assert "fixes" not in result_of(WIDE)


@pytest.mark.parametrize(
    ("finding", "level"),
    [
        (WRITE, "error"),
        (WIDE, "warning"),
        (ADVICE, "note"),
        (replace(WRITE, outcome="repaired"), "note"),
    ],
)
def test_the_level_follows_severity_and_outcome(finding: Finding, level: str) -> None:
    assert result_of(finding)["level"] == level


def test_the_fingerprint_survives_lines_that_come_and_go() -> None:
    rows_later = Place.at("lib/model.py", 117, 9, 117, 26)
    label = replace(WRITE.labels[1], place=rows_later)
    assert fingerprint(replace(WRITE, place=rows_later, labels=(label,))) == fingerprint(WRITE)


def test_the_fingerprint_changes_with_the_line() -> None:
    label = replace(WRITE.labels[1], source=("        h.mul_(self.bias)",))
    assert fingerprint(replace(WRITE, labels=(label,))) != fingerprint(WRITE)


def test_notes_are_notifications_of_the_invocation() -> None:
    (invocation,) = run_of(CHECKED)["invocations"]
    assert invocation["toolExecutionNotifications"] == [
        {"level": "note", "message": {"text": CHECKED.notes[0]}}
    ]


@pytest.mark.parametrize(
    ("filename", "uri"),
    [
        ("src/model.py", "src/model.py"),
        ("my model#1.py", "my%20model%231.py"),
        ("a:b.py", "a%3Ab.py"),
        ("訓.py", "%E8%A8%93.py"),
        ("/home/me/a b.py", "file:///home/me/a%20b.py"),
    ],
)
def test_file_names_become_uris(filename: str, uri: str) -> None:
    assert artifact_uri(filename) == uri


def test_a_finding_without_labels_has_no_flow() -> None:
    assert not {"codeFlows", "relatedLocations"} & result_of(BARE).keys()
