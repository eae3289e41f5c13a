"""Where a report goes and how it looks: the options that every command shares."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path
from typing import TextIO

from gradsan.cli.entry import UsageError
from gradsan.model.report import Report
from gradsan.report.formats import FORMATS, Look, render

MAX_WIDTH = 100
UNKNOWN_WIDTH = 80


def add_output_options(parser: argparse.ArgumentParser) -> None:
    """Add --output-format, --output-file, --color, -q and -v."""
    parser.add_argument(
        "--output-format",
        choices=sorted(FORMATS),
        default="full",
        help="how findings are told (default: full)",
    )
    parser.add_argument(
        "-o", "--output-file", type=Path, metavar="FILE", help="write the report to FILE"
    )
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="colour: this flag, FORCE_COLOR, NO_COLOR, TERM=dumb, a terminal, in that order",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="findings only, no summary")
    parser.add_argument("-v", "--verbose", action="store_true", help="say what is being done")


def emit(report: Report, args: argparse.Namespace, stream: TextIO) -> None:
    """Render the report and write it to the file asked for, else to the stream."""
    if args.output_file is None:
        stream.write(_writable(render(report, args.output_format, look_of(stream, args))))
        stream.flush()
        return
    look = Look(width=MAX_WIDTH, color=args.color == "always", ascii=False, quiet=args.quiet)
    try:
        text = _writable(render(report, args.output_format, look))
        args.output_file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {args.output_file}: {error.strerror}") from None


def _writable(text: str) -> str:
    """Show what no encoding has: bytes of a file's name that are no text."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def emit_bytes(content: bytes, args: argparse.Namespace) -> None:
    """Write what is not text to the file asked for, else to stdout."""
    if args.output_file is None:
        write_bytes(sys.stdout, content)
        return
    try:
        args.output_file.write_bytes(content)
    except OSError as error:
        raise UsageError(f"cannot write {args.output_file}: {error.strerror}") from None


def write_bytes(stream: TextIO, content: bytes) -> None:
    """Write bytes as they are, whatever the encoding of the stream is."""
    stream.flush()
    stream.buffer.write(content)
    stream.buffer.flush()


def look_of(stream: TextIO, args: argparse.Namespace) -> Look:
    """Ask the stream and the environment how a report should look there."""
    return Look(
        width=min(_width(stream), MAX_WIDTH),
        color=wants_color(stream, args.color),
        ascii="utf" not in (getattr(stream, "encoding", None) or "").lower(),
        quiet=args.quiet,
    )


def wants_color(stream: TextIO, flag: str = "auto") -> bool:
    """Decide on colour: flag, FORCE_COLOR, NO_COLOR, TERM=dumb, isatty."""
    if flag != "auto":
        return flag == "always"
    if os.environ.get("FORCE_COLOR"):
        return True
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def _width(stream: TextIO) -> int:
    if os.environ.get("COLUMNS", "").isdigit() or stream is sys.__stdout__:
        return shutil.get_terminal_size((UNKNOWN_WIDTH, 24)).columns
    try:
        return os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError, AttributeError):
        return UNKNOWN_WIDTH
