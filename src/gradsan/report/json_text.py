"""A report as JSON, and back.

One shape for static and runtime findings, close to ruff's, written down in
`docs/report.schema.json`. The text is pure ASCII, so that it survives every stream;
`parse(render_json(report)) == report`.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, TypeAlias

from gradsan.model.finding import Edit, Finding, Fix, Label, Place, Position
from gradsan.model.report import SCHEMA_VERSION, Report, Tool
from gradsan.report.summary import tally

Json: TypeAlias = dict[str, Any]


def render_json(report: Report) -> str:
    """Write the report as JSON."""
    document = {
        "schema": SCHEMA_VERSION,
        "tool": _tool(report.tool),
        "findings": [_finding(finding) for finding in report.findings],
        "summary": {
            **asdict(tally(report)),
            "files": report.files,
            "notes": list(report.notes),
        },
    }
    return json.dumps(document, indent=2) + "\n"


def parse(text: str) -> Report:
    """Read a report that `render_json` wrote.

    >>> parse(render_json(Report(files=3))) == Report(files=3)
    True
    """
    try:
        document = json.loads(text)
        schema = document["schema"]
        if schema == SCHEMA_VERSION:
            return _read_report(document)
    except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
        raise ValueError(f"not a gradsan report in JSON: {error!r}") from error
    raise ValueError(f"the report has schema {schema!r}; this gradsan reads {SCHEMA_VERSION}")


def _tool(tool: Tool) -> Json:
    frameworks = [{"name": name, "version": version} for name, version in tool.frameworks]
    return {**asdict(tool), "frameworks": frameworks}


def _place(place: Place) -> Json:
    record: Json = {
        "filename": place.filename,
        "location": asdict(place.start),
        "end_location": asdict(place.end),
    }
    return record if place.cell is None else {**record, "cell": place.cell}


def _label(label: Label) -> Json:
    return {
        "role": label.role,
        **_place(label.place),
        "text": label.text,
        "function": label.function,
        "source": list(label.source),
        "called_from": _place(label.called_from) if label.called_from else None,
    }


def _fix(fix: Fix) -> Json:
    edits = [{**_place(edit.place), "content": edit.content, "old": edit.old} for edit in fix.edits]
    return {"applicability": fix.applicability, "message": fix.message, "edits": edits}


def _finding(finding: Finding) -> Json:
    return {
        "code": finding.code,
        "name": finding.name,
        "framework": finding.framework,
        "severity": finding.severity,
        "outcome": finding.outcome,
        "confidence": finding.confidence,
        "message": finding.message,
        **_place(finding.place),
        "labels": [_label(label) for label in finding.labels],
        "why": finding.why,
        "notes": [{"heading": heading, "text": text} for heading, text in finding.notes],
        "count": finding.count,
        "url": finding.url,
        "fix": _fix(finding.fix) if finding.fix else None,
    }


def _read_report(document: Json) -> Report:
    tool = document["tool"]
    frameworks = tuple((entry["name"], entry["version"]) for entry in tool["frameworks"])
    return Report(
        findings=tuple(map(_read_finding, document["findings"])),
        tool=Tool(**{**tool, "frameworks": frameworks}),
        files=document["summary"]["files"],
        notes=tuple(document["summary"]["notes"]),
    )


def _read_place(record: Json) -> Place:
    start, end = Position(**record["location"]), Position(**record["end_location"])
    return Place(record["filename"], start, end, record.get("cell"))


def _read_label(record: Json) -> Label:
    caller = record["called_from"]
    return Label(
        role=record["role"],
        place=_read_place(record),
        text=record["text"],
        function=record["function"],
        source=tuple(record["source"]),
        called_from=_read_place(caller) if caller else None,
    )


def _read_fix(record: Json) -> Fix:
    edits = tuple(Edit(_read_place(edit), edit["content"], edit["old"]) for edit in record["edits"])
    return Fix(record["applicability"], record["message"], edits)


def _read_finding(record: Json) -> Finding:
    return Finding(
        code=record["code"],
        name=record["name"],
        framework=record["framework"],
        severity=record["severity"],
        outcome=record["outcome"],
        confidence=record["confidence"],
        message=record["message"],
        place=_read_place(record),
        labels=tuple(map(_read_label, record["labels"])),
        why=record["why"],
        notes=tuple((note["heading"], note["text"]) for note in record["notes"]),
        count=record["count"],
        url=record["url"],
        fix=_read_fix(record["fix"]) if record["fix"] else None,
    )
