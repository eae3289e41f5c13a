"""Find what will break a backward pass, in source that is read and never run.

Exit status: 0 clean, 1 findings, 2 wrong usage or a path that does not exist.
With --fix, 0 if nothing is left; with --diff, 1 if there is something to change.

  gradsan check                       the folder you are in
  gradsan check model.py --fix        apply the fixes that are proved safe
  gradsan check src --diff            show them as a patch instead
  cat model.py | gradsan check - --stdin-filename model.py
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gradsan import __version__
from gradsan.cli import config as configuration
from gradsan.cli.output import add_output_options, emit
from gradsan.edits.files import patch, replace_file
from gradsan.model.finding import Finding
from gradsan.model.report import Report, Tool
from gradsan.report.json_text import parse as parse_report
from gradsan.report.json_text import render_json
from gradsan.static.cache import FOLDER, Cache
from gradsan.static.discover import python_files
from gradsan.static.engine import Settings, check_source, fix_source
from gradsan.static.source import Raw, Trouble, load, parse

STDIN = "-"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `gradsan check` takes."""
    parser.add_argument("paths", nargs="*", default=["."], metavar="PATH", help="files or folders")
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", help="apply safe fixes")
    fixes.add_argument(
        "--unsafe-fixes", action="store_true", help="with --fix or --diff: the others, too"
    )
    fixes.add_argument("--diff", action="store_true", help="show the fixes, change nothing")
    rules = parser.add_argument_group("rules")
    add_rule_options(rules)
    rules.add_argument(
        "--confidence",
        choices=configuration.CONFIDENCES,
        help="maybe: tell what is likely but not proved, too (default: proved)",
    )
    parser.add_argument(
        "--exclude", type=_words, default=[], metavar="GLOB", help="pass over these"
    )
    parser.add_argument("--stdin-filename", metavar="NAME", help="the name of what is read from -")
    parser.add_argument("--no-cache", action="store_true", help="remember nothing, trust nothing")
    parser.add_argument("--statistics", action="store_true", help="count findings by rule")
    parser.add_argument("--exit-zero", action="store_true", help="exit 0 in spite of findings")
    add_output_options(parser)


def add_rule_options(parser: argparse._ArgumentGroup | argparse.ArgumentParser) -> None:
    """Add --select and --ignore."""
    text = "codes, prefixes or names, separated by commas"
    parser.add_argument("--select", type=_words, default=[], metavar="RULES", help=text)
    parser.add_argument("--ignore", type=_words, default=[], metavar="RULES", help=text)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


@dataclass
class _Run:
    """One run of check: how it goes about it, what was found, what went wrong."""

    settings: Settings
    cache: Cache | None
    unsafe: bool = False
    findings: list[Finding] = field(default_factory=list)
    patches: list[str] = field(default_factory=list)
    files: int = 0
    fixed: int = 0
    failed: bool = False

    def complain(self, path: Path, why: str) -> None:
        print(f"gradsan: {path}: {why}", file=sys.stderr)  # noqa: T201
        self.failed = True


def execute(args: argparse.Namespace) -> int:
    """Check, and fix if asked to."""
    config = configuration.load(Path.cwd()).override(
        select=args.select, ignore=args.ignore, confidence=args.confidence
    )
    cache = None if args.no_cache else Cache(Path.cwd() / FOLDER)
    run = _Run(config.settings(), cache, args.unsafe_fixes)
    for raw, path in _files(args, run, (*config.exclude, *args.exclude)):
        run.files += 1
        if args.verbose:
            print(f"gradsan: {raw.filename}", file=sys.stderr)  # noqa: T201
        try:
            if isinstance(raw, Trouble) or not (args.fix or args.diff):
                run.findings += _check(raw, run)
            else:
                _fix(raw, run, None if args.diff else path)
        except Exception as error:  # noqa: BLE001 - one file must not stop the others
            run.complain(Path(raw.filename), f"internal error, not checked: {error!r}")
    if cache is not None:
        cache.sweep()
    _tell(args, run)
    return _status(args, run)


def _files(
    args: argparse.Namespace, run: _Run, exclude: Sequence[str]
) -> Iterator[tuple[Raw | Trouble, Path | None]]:
    """Yield what is to be checked; no path: it came from stdin."""
    if STDIN in args.paths:
        yield Raw(args.stdin_filename or "<stdin>", sys.stdin.buffer.read()), None
    paths = [Path(path) for path in args.paths if path != STDIN]
    for path in python_files(paths, exclude=exclude, complain=run.complain):
        yield load(path), path


def _check(raw: Raw | Trouble, run: _Run) -> tuple[Finding, ...]:
    """Check a file, or remember what was found in the same bytes before."""
    if isinstance(raw, Trouble):
        return check_source(raw, run.settings)
    key = ""
    if run.cache is not None:
        key = run.cache.key(raw.content, raw.filename, run.settings)
        with contextlib.suppress(ValueError):
            return parse_report(run.cache.get(key) or "").findings
    findings = check_source(parse(raw.content, raw.filename), run.settings)
    if run.cache is not None:
        run.cache.put(key, render_json(Report(findings)))
    return findings


def _fix(raw: Raw, run: _Run, path: Path | None) -> None:
    """Fix a file in place; without a path, keep the change as a patch."""
    source = parse(raw.content, raw.filename)
    if isinstance(source, Trouble):
        run.findings += check_source(source, run.settings)
        return
    fixed = fix_source(source, run.settings, unsafe=run.unsafe)
    run.findings += fixed.left
    if fixed.content == raw.content:
        return
    if path is None:
        run.patches.append(patch(raw.content, fixed.content, raw.filename))
        return
    try:
        replace_file(path, fixed.content)
        run.fixed += len(fixed.applied)
    except OSError as error:
        run.complain(path, f"cannot be written: {(error.strerror or str(error)).lower()}")


def _tell(args: argparse.Namespace, run: _Run) -> None:
    if args.diff:
        sys.stdout.write("".join(run.patches))
        return
    notes = [f"fixed {run.fixed}"] if run.fixed else []
    if args.statistics:
        counts = Counter((finding.code, finding.name) for finding in run.findings)
        notes += [f"{n} x {code} {name}" for (code, name), n in counts.most_common()]
    if not run.files and not run.failed:
        notes.append("no Python files found")
    tool = Tool(version=__version__, verb="check")
    report = Report(tuple(run.findings), tool, files=run.files, notes=tuple(notes))
    emit(report.told_in_order(), args, sys.stdout)


def _status(args: argparse.Namespace, run: _Run) -> int:
    if run.failed:
        return 2
    if args.exit_zero:
        return 0
    if args.diff:
        return 1 if run.patches else 0
    return 1 if any(finding.fails for finding in run.findings) else 0
