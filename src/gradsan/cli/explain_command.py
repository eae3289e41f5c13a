"""Say what a gradient error means and what to do now.

  gradsan explain crash.log
  python train.py 2>&1 | gradsan explain

Reads a message, a traceback or a whole log, from FILE or stdin, and explains the last error in
it: what it means, why, what to do, and which popular advice makes it worse. Where the traceback
names files of your own, `gradsan check` looks at them, too. Nothing is imported or run.

Exit status: 0 the message is known, 1 it is not, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

from gradsan.cli.entry import UsageError, nearest_path
from gradsan.messages.frames import Frame, is_users
from gradsan.messages.match import explain
from gradsan.messages.message import Explanation, tell
from gradsan.messages.pasted import HEAD_LIMIT, TAIL_LIMIT
from gradsan.model.finding import Finding
from gradsan.model.report import Report
from gradsan.report.characters import paragraph
from gradsan.report.formats import Look, render

SHOWN_FRAMES = 2  # of the user's own, innermost
MAX_FILES = 20  # of a traceback, that check looks at
MAX_FILE_BYTES = 4 << 20
CHUNK = 1 << 20
BYTES_PER_CHARACTER = 4

# Frames of the frameworks' own backward. Below them an error shows late: the cause lies before.
BACKWARD = frozenset({"backward", "_engine_run_backward", "grad", "gradient", "apply_gradients"})


@dataclass(frozen=True, slots=True)
class Checked:
    """What check says of the files that the traceback names."""

    files: tuple[str, ...] = ()
    likely: tuple[Finding, ...] = ()  # of the rule of the message, else all
    others: int = 0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `gradsan explain` takes."""
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="a traceback or a log; - is stdin"
    )
    parser.add_argument("--output-format", choices=("text", "json"), default="text")


def execute(args: argparse.Namespace) -> int:
    """Explain the text and return 0 if it is known, else 1."""
    text = _read(args.file)
    if not text.strip("\0 \r\n\t\ufeff"):
        raise UsageError("nothing to explain: the text is empty (paste a traceback or a message)")
    told = _with_short_names(explain(text))
    checked = _check(told)
    if args.output_format == "json":
        sys.stdout.write(json.dumps(_as_json(told, checked), indent=2) + "\n")
    else:
        only_ascii = "utf" not in (getattr(sys.stdout, "encoding", None) or "").lower()
        lines = "\n".join(_lines(told, checked, only_ascii))
        sys.stdout.write("\n".join(paragraph(lines, only_ascii=only_ascii)) + "\n")
    return 0 if told.known else 1


def _read(name: str) -> str:
    if name == "-":
        return _read_stdin()
    path = Path(name)
    if path.suffix == ".py":
        raise UsageError(
            f"{name} is a program, not a traceback; gradsan run {name} runs it under the guard, "
            f"gradsan check {name} reads it"
        )
    try:
        with path.open("rb") as stream:
            return _decode(_bounded(stream))
    except OSError as error:
        why = error.strerror or str(error)
        meant = "" if path.exists() else nearest_path(path)
        raise UsageError(
            f"cannot read {name}: {why}{meant} (a text: echo TEXT | gradsan explain)"
        ) from None


def _read_stdin() -> str:
    if sys.stdin is None:
        raise UsageError("there is no stdin; name a file: gradsan explain FILE")
    if sys.stdin.isatty():
        end = "Ctrl-Z and Enter" if os.name == "nt" else "Ctrl-D on an empty line"
        sys.stderr.write(f"Paste the traceback or the message, then press {end}.\n")
        sys.stderr.flush()
    stream = getattr(sys.stdin, "buffer", None)
    return sys.stdin.read() if stream is None else _decode(_bounded(stream))


def _bounded(stream: BinaryIO) -> bytes:
    """Read a stream of any length, and keep its head and its tail."""
    most = BYTES_PER_CHARACTER * TAIL_LIMIT
    head = stream.read(BYTES_PER_CHARACTER * HEAD_LIMIT)
    tail, is_cut = b"", False
    while chunk := stream.read(CHUNK):
        tail += chunk
        if len(tail) > most:
            tail, is_cut = tail[-most:], True
    return head + (b"\n" if is_cut else b"") + tail


def _decode(data: bytes) -> str:
    # PowerShell's `>` writes UTF-16.
    encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    return data.decode(encoding, errors="replace")


def _with_short_names(told: Explanation) -> Explanation:
    """Name files below the working directory as one would type them."""
    return replace(
        told,
        frames=tuple(map(_shorten, told.frames)),
        kept_at=tuple(map(_shorten, told.kept_at)),
    )


def _shorten(frame: Frame) -> Frame:
    try:
        short = Path(frame.filename).relative_to(Path.cwd())
    except ValueError:
        return frame
    return replace(frame, filename=str(short))


def _check(told: Explanation) -> Checked:
    """Let check read the user's own files, and prefer what fits the message."""
    from gradsan.static.engine import check_file

    files = tuple(_own_files((*told.kept_at, *told.frames)))
    findings = [found for name in files for found in check_file(Path(name), display=name)]
    if told.message is None:
        return Checked(files, tuple(findings))
    codes = tuple(code for code in (told.message.rule, *told.message.related) if code)
    likely = tuple(found for found in findings if codes and found.code.startswith(codes))
    if not likely:
        return Checked(files, tuple(findings))
    return Checked(files, likely, len(findings) - len(likely))


def _own_files(frames: Iterable[Frame]) -> Iterator[str]:
    seen: set[str] = set()
    for frame in frames:
        if frame.filename in seen or not is_users(frame) or len(seen) >= MAX_FILES:
            continue
        if frame.filename.endswith(".py") and _is_small_file(Path(frame.filename)):
            seen.add(frame.filename)
            yield frame.filename


def _is_small_file(path: Path) -> bool:
    try:
        return path.is_file() and path.stat().st_size <= MAX_FILE_BYTES
    except (OSError, ValueError):  # a name too long, or one that no file can have
        return False


def _lines(told: Explanation, checked: Checked, only_ascii: bool) -> Iterator[str]:
    yield from told.opening()
    yield from _where(told)
    if checked.files:
        yield from _check_lines(checked, only_ascii)
    yield from told.closing()


def _where(told: Explanation) -> Iterator[str]:
    own = [frame for frame in told.frames if is_users(frame)][-SHOWN_FRAMES:]
    for frame in reversed(own):
        yield from tell("showed", _spot(frame))
    kept = [frame for frame in told.kept_at if is_users(frame)]
    if kept:
        yield from tell("saved", f"{_spot(kept[-1])}  (says anomaly mode)")
    is_late = any(frame.function in BACKWARD for frame in told.frames if not is_users(frame))
    if own and is_late and told.message:
        yield from tell("", _why_late(told.message.rule))


def _why_late(rule: str) -> str:
    if rule[:3] in ("GS1", "GS2"):
        return "That is where the value was needed, not where the write happened."
    return "That is where it was noticed; the cause lies before."


def _spot(frame: Frame) -> str:
    function = f" in {frame.function}" if frame.function not in ("", "<module>") else ""
    source = f"  `{frame.source}`" if frame.source else ""
    return f"{frame.filename}:{frame.line}{function}{source}"


def _check_lines(checked: Checked, only_ascii: bool) -> Iterator[str]:
    names = " ".join(checked.files)
    if not checked.likely:
        yield from tell("check", f"gradsan check {names}: check sees nothing there")
        return
    yield from tell("check", f"gradsan check {names} says:")
    look = Look(ascii=only_ascii, quiet=True)
    report = Report(findings=checked.likely)
    yield from render(report, "concise", look).splitlines()
    if checked.others:
        yield from tell("", f"and {checked.others} more, of other rules")


def _as_json(told: Explanation, checked: Checked) -> dict[str, Any]:
    message = asdict(told.message) if told.message else None
    if message is not None:
        del message["pattern"]
    findings = json.loads(render(Report(findings=checked.likely), "json", Look()))["findings"]
    return {
        "schema": 1,
        "known": told.known,
        "text": told.text,
        "error_type": told.error_type,
        "message": message,
        "facts": dict(told.facts),
        "hints": list(told.hints),
        "frames": [{**asdict(frame), "own": is_users(frame)} for frame in told.frames],
        "saved_at": [{**asdict(frame), "own": is_users(frame)} for frame in told.kept_at],
        "notes": list(told.notes),
        "files": list(checked.files),
        "findings": findings,
        "next": f"gradsan run {told.script}",
    }
