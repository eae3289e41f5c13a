"""Check or fix one file: a task in, a result out.

Both are plain values that travel between processes. Whatever happens to one file is told in
its result; nothing is printed here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias

from gradsan.edits.files import patch, replace_file
from gradsan.edits.splice import CannotEdit
from gradsan.model.finding import Finding, Fix
from gradsan.model.report import Report
from gradsan.report.json_text import parse as parse_report
from gradsan.report.json_text import render_json
from gradsan.static.cache import Cache, key_of
from gradsan.static.engine import Settings, check_source, fix_source
from gradsan.static.naming import Name, names_of
from gradsan.static.notebook import Notebook, is_notebook, read_notebook
from gradsan.static.source import Raw, Trouble, load, parse

Mode: TypeAlias = Literal["check", "fix", "diff"]


@dataclass(frozen=True, slots=True)
class Task:
    """A file, and what is to be done with it."""

    filename: str
    settings: Settings
    mode: Mode = "check"
    unsafe: bool = False
    names: bool = False  # name the findings, for a baseline
    content: bytes | None = field(default=None, repr=False)  # given: it came from stdin

    def load(self) -> Raw | Trouble:
        """Read the file."""
        if self.content is not None:
            return Raw(self.filename, self.content)
        return load(self.filename)


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a file."""

    findings: tuple[Finding, ...] = ()
    names: tuple[Name, ...] = ()  # one for each finding, if they were asked for
    patch: bytes = b""
    fixed: int = 0
    content: bytes | None = None  # what stdin is to be after the fixes, if they change it
    complaint: str = ""  # why it was not checked, or not written
    key: str = ""  # under which the findings may be remembered; none: they may not


def work(task: Task) -> Result:
    """Do a task; one file must not stop the others."""
    try:
        raw = task.load()
        if isinstance(raw, Trouble) or task.mode == "check":
            return _check(task, raw)
        return _fix(task, raw)
    except Exception as error:  # noqa: BLE001
        return Result(complaint=f"internal error, not checked: {error!r}")


def recall(task: Task, cache: Cache) -> Result | None:
    """Return what was found in the same bytes before, if it is remembered."""
    if cache.is_empty:
        return None
    raw = task.load()
    if isinstance(raw, Trouble):
        return None
    text = cache.get(key_of(raw.content, raw.filename, task.settings))
    if text is None:
        return None
    try:
        findings = parse_report(text).findings if text else ()
    except ValueError:
        return None
    if task.mode != "check" and any(finding.fix for finding in findings):
        return None
    return _result(task, findings, raw.content)


def remember(result: Result, cache: Cache) -> None:
    """Remember what was found; in most files that is nothing."""
    if result.key:
        cache.put(result.key, render_json(Report(result.findings)) if result.findings else "")


def _check(task: Task, raw: Raw | Trouble) -> Result:
    if isinstance(raw, Trouble):
        return _result(task, check_source(raw, task.settings), b"")
    found = _result(task, _findings(raw, task.settings), raw.content)
    return replace(found, key=key_of(raw.content, raw.filename, task.settings))


def _findings(raw: Raw, settings: Settings) -> tuple[Finding, ...]:
    if not is_notebook(raw.filename):
        return check_source(parse(raw.content, raw.filename), settings)
    notebook = read_notebook(raw.content, raw.filename)
    if isinstance(notebook, Trouble):
        return check_source(notebook, settings)
    found = check_source(parse(notebook.python(), raw.filename), settings)
    return tuple(map(notebook.told, found))


def _result(task: Task, findings: tuple[Finding, ...], content: bytes) -> Result:
    names = names_of(findings, content, task.filename) if task.names else ()
    return Result(findings, names)


# -- fixes ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Changed:
    """The file after its fixes."""

    content: bytes
    left: tuple[Finding, ...]
    applied: int
    patch: bytes


def _fix(task: Task, raw: Raw) -> Result:
    """Fix a file in place; under `--diff`, keep the change as a patch."""
    changed = _changed(task, raw)
    if changed is None:
        return _check(task, raw)
    result = _result(task, changed.left, changed.content)
    if changed.content == raw.content:
        return result
    if task.mode == "diff":
        return Result(result.findings, result.names, patch=changed.patch)
    if task.content is not None:
        findings, names = result.findings, result.names
        return Result(findings, names, fixed=changed.applied, content=changed.content)
    try:
        replace_file(Path(task.filename), changed.content)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        return Result(result.findings, result.names, complaint=f"cannot be written: {why}")
    return Result(result.findings, result.names, fixed=changed.applied)


def _changed(task: Task, raw: Raw) -> _Changed | None:
    """Return the file as it is after the fixes; None if it cannot be fixed at all."""
    if is_notebook(raw.filename):
        notebook = read_notebook(raw.content, raw.filename)
        return None if isinstance(notebook, Trouble) else _changed_notebook(task, notebook)
    source = parse(raw.content, raw.filename)
    if isinstance(source, Trouble):
        return None
    fixed = fix_source(source, task.settings, unsafe=task.unsafe)
    shown = patch(raw.content, fixed.content, raw.filename)
    return _Changed(fixed.content, fixed.left, len(fixed.applied), shown)


def _changed_notebook(task: Task, notebook: Notebook) -> _Changed | None:
    source = parse(notebook.python(), notebook.filename)
    if isinstance(source, Trouble):
        return None
    fixed = fix_source(source, task.settings, unsafe=task.unsafe)
    fixes: list[Fix] = [finding.fix for finding in fixed.applied if finding.fix]
    try:
        after = notebook.edited(fixes)
    except CannotEdit:
        return None
    if after.python() != fixed.content:
        return None  # a magic stands where an edit was made
    shown = b"".join(
        patch(old.encode("utf-8", "replace"), new.encode(), f"{notebook.filename}:cell {number}")
        for number, old, new in notebook.changed_cells(after)
    )
    left = tuple(map(after.told, fixed.left))
    return _Changed(after.text.encode(), left, len(fixes), shown)
