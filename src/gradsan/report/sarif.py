"""A report as SARIF 2.1.0, for code scanning services and editors.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html; sections are cited below.
What is said of a rule comes from its findings: this file knows no rule.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import PurePath
from typing import Any, TypeAlias
from urllib.parse import quote, urlsplit

from gradsan.model.finding import Edit, Finding, Fix, Label, Place
from gradsan.model.report import Report
from gradsan.report.notebook_words import line_in_cell

Json: TypeAlias = dict[str, Any]

SCHEMA_URI = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
FINGERPRINT = "gradsan/v1"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def render_sarif(report: Report) -> str:
    """Write the report as one SARIF run."""
    codes = list(dict.fromkeys(finding.code for finding in report.findings))
    run: Json = {
        "tool": {"driver": _driver(report)},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, codes.index(finding.code)) for finding in report.findings],
    }
    if report.notes:
        notices = [{"level": "note", "message": {"text": note}} for note in report.notes]
        run["invocations"] = [{"executionSuccessful": True, "toolExecutionNotifications": notices}]
    log = {"$schema": SCHEMA_URI, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2) + "\n"


def fingerprint(finding: Finding) -> str:
    """Name a finding by what stays the same when lines above it come and go."""
    parts = (
        finding.code,
        PurePath(finding.place.filename).name,
        _first(_guilty_source(finding)).strip(),
    )
    joined = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(joined).hexdigest()[:32]


def artifact_uri(filename: str) -> str:
    """Turn a file name into a URI, relative if the name is.

    >>> artifact_uri("src/my model.py")
    'src/my%20model.py'
    """
    path = PurePath(filename)
    uri = quote(path.as_posix().encode("utf-8", "surrogatepass"), safe="/")
    if not path.is_absolute():
        return uri
    return "file://" + uri if uri.startswith("/") else "file:///" + uri.replace("%3A", ":", 1)


def _driver(report: Report) -> Json:
    first: dict[str, Finding] = {}
    for finding in report.findings:
        first.setdefault(finding.code, finding)
    driver: Json = {"name": report.tool.name, "rules": [_rule(one) for one in first.values()]}
    if report.tool.version:
        driver["version"] = report.tool.version
    return driver


def _rule(finding: Finding) -> Json:
    rule: Json = {
        "id": finding.code,
        "name": finding.name,
        "shortDescription": {"text": finding.name.replace("-", " ")},
    }
    if urlsplit(finding.url).scheme:
        rule["helpUri"] = finding.url
    elif finding.url:  # helpUri must be absolute (3.49.12)
        rule["help"] = {"text": f"gradsan rule {finding.code} ({finding.url})"}
    return rule


def _result(finding: Finding, rule_index: int) -> Json:
    result: Json = {
        "ruleId": finding.code,
        "ruleIndex": rule_index,
        "level": _LEVELS[finding.severity] if finding.fails else "note",
        "message": {"text": _in_cell(finding.place, finding.message)},
        "locations": [{"physicalLocation": _physical(finding.place, _guilty_source(finding))}],
        "partialFingerprints": {FINGERPRINT: fingerprint(finding)},
        "occurrenceCount": finding.count,
        "properties": {
            "outcome": finding.outcome,
            "confidence": finding.confidence,
            "framework": finding.framework,
        },
    }
    if finding.labels:
        result["codeFlows"] = [{"threadFlows": [{"locations": _steps(finding.labels)}]}]
        result["relatedLocations"] = _related(finding.labels)
    if finding.fix and _has_regions(finding.fix):
        result["fixes"] = [_fix(finding.fix)]
    return result


def _steps(labels: tuple[Label, ...]) -> list[Json]:
    return [
        {"executionOrder": order, "kinds": [label.role], "location": _location(label)}
        for order, label in enumerate(labels, start=1)
    ]


def _related(labels: tuple[Label, ...]) -> list[Json]:
    locations = [_location(label) for label in labels]
    locations += [
        {
            "physicalLocation": _physical(label.called_from),
            "message": {"text": f"{label.role}: called from here"},
        }
        for label in labels
        if label.called_from
    ]
    return [{"id": number, **location} for number, location in enumerate(locations, start=1)]


def _location(label: Label) -> Json:
    told = f"{label.role}: {label.text}" if label.text else label.role
    location: Json = {
        "physicalLocation": _physical(label.place, label.source),
        "message": {"text": _in_cell(label.place, told)},
    }
    if label.function:
        location["logicalLocations"] = [{"fullyQualifiedName": label.function}]
    return location


def _in_cell(place: Place, text: str) -> str:
    return text if place.cell is None else f"{line_in_cell(place)}: {text}"


def _physical(place: Place, source: tuple[str, ...] = ()) -> Json:
    if place.cell is not None:
        # Lines of SARIF are lines of the JSON text, which nobody reads; the message says where.
        place, source = Place.at(place.filename, 1, 1, 1, 1), ()
    physical: Json = {
        "artifactLocation": {"uri": artifact_uri(place.filename)},
        "region": _region(place),
    }
    # A snippet is the text of its own region (3.30.13). Whole lines are what we have, so they
    # go into the region around, which must hold the inner one (3.29.5).
    if len(source) > place.end.row - place.start.row:
        last = place.start.row + len(source) - 1
        rows = {"startLine": place.start.row, "endLine": last}
        physical["contextRegion"] = {**rows, "snippet": {"text": "\n".join(source)}}
    return physical


def _region(place: Place) -> Json:
    return {
        "startLine": place.start.row,
        "startColumn": place.start.column,
        "endLine": place.end.row,
        "endColumn": place.end.column,
    }


def _has_regions(fix: Fix) -> bool:
    is_in_cell = any(edit.place.cell is not None for edit in fix.edits)
    return bool(fix.edits) and fix.applicability != "display" and not is_in_cell


def _fix(fix: Fix) -> Json:
    by_file: dict[str, list[Edit]] = {}
    for edit in fix.edits:
        by_file.setdefault(edit.place.filename, []).append(edit)
    changes = [
        {
            "artifactLocation": {"uri": artifact_uri(filename)},
            "replacements": [_replacement(edit) for edit in edits],
        }
        for filename, edits in by_file.items()
    ]
    return {
        "description": {"text": fix.message},
        "artifactChanges": changes,
        "properties": {"applicability": fix.applicability},
    }


def _replacement(edit: Edit) -> Json:
    return {"deletedRegion": _region(edit.place), "insertedContent": {"text": edit.content}}


def _guilty_source(finding: Finding) -> tuple[str, ...]:
    """Return the source lines of the finding's own place, if a label carries them."""
    for label in finding.labels:
        is_same = label.place.home == finding.place.home
        if is_same and label.source and label.place.start.row == finding.place.start.row:
            return label.source
    return ()


def _first(lines: tuple[str, ...]) -> str:
    return lines[0] if lines else ""
