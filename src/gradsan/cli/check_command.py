"""Find what will break a backward pass, in source that is read and never run.

Exit status: 0 clean, 1 findings, 2 wrong usage or a path that does not exist.
With --fix, 0 if nothing is left; with --diff, 1 if there is something to change.

  gradsan check                       the folder you are in
  gradsan check model.py --fix        apply the fixes that are proved safe
  gradsan check src --diff            show them as a patch instead
  gradsan check --baseline known.json --write-baseline    live with what is there
  cat model.py | gradsan check - --stdin-filename model.py
With - and --fix, stdout is the fixed source, and the findings that are left go to stderr.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gradsan import __version__
from gradsan.cli import baseline
from gradsan.cli import config as configuration
from gradsan.cli.checking import Mode, Result, Task, recall, remember
from gradsan.cli.entry import UsageError, nearest_path
from gradsan.cli.output import add_output_options, emit, emit_bytes, write_bytes
from gradsan.cli.progress import watched
from gradsan.cli.workers import jobs_for, results
from gradsan.model.finding import Finding
from gradsan.model.report import Report, Tool
from gradsan.static.cache import FOLDER, Cache, opened
from gradsan.static.discover import python_files

STDIN = "-"
INTERRUPTED = 130


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `gradsan check` takes."""
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files or folders")
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
    rules.add_argument(
        "--baseline", type=Path, metavar="FILE", help="tell only what is not in this file"
    )
    rules.add_argument(
        "--write-baseline", action="store_true", help="put what is found into that file"
    )
    _add_file_options(parser.add_argument_group("files"))
    parser.add_argument("--no-cache", action="store_true", help="remember nothing, trust nothing")
    parser.add_argument(
        "-j", "--jobs", type=_jobs, metavar="N", help="processes (default: one for each CPU)"
    )
    parser.add_argument("--statistics", action="store_true", help="count findings by rule")
    parser.add_argument("--exit-zero", action="store_true", help="exit 0 in spite of findings")
    add_output_options(parser)


def _add_file_options(files: argparse._ArgumentGroup) -> None:
    files.add_argument("--exclude", type=_words, default=[], metavar="GLOB", help="pass over these")
    files.add_argument(
        "--no-respect-gitignore", action="store_true", help="check what git ignores, too"
    )
    files.add_argument("--stdin-filename", metavar="NAME", help="the name of what is read from -")
    files.add_argument("--show-files", action="store_true", help="list the files, check nothing")


def add_rule_options(parser: argparse._ArgumentGroup | argparse.ArgumentParser) -> None:
    """Add --select and --ignore."""
    text = "codes, prefixes or names, separated by commas"
    parser.add_argument("--select", type=_words, default=[], metavar="RULES", help=text)
    parser.add_argument("--ignore", type=_words, default=[], metavar="RULES", help=text)


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _jobs(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f'"{text}" is not a number of processes (1 or more)')
    return int(text)


@dataclass
class _Run:
    """One run of check: the files, what was found, what went wrong."""

    tasks: list[Task] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    findings: tuple[Finding, ...] = ()  # what is told
    notes: list[str] = field(default_factory=list)
    failed: bool = False

    def complain(self, path: Path, why: str) -> None:
        meant = nearest_path(path) if why.startswith("no such") else ""
        print(f"gradsan: {path}: {why}{meant}", file=sys.stderr)  # noqa: T201
        self.failed = True


def execute(args: argparse.Namespace) -> int:
    """Check, and fix if asked to."""
    _refuse_what_does_not_go_together(args)
    known = _known(args)
    run = _Run()
    run.tasks = list(_tasks(args, run))
    if args.show_files:
        write_bytes(sys.stdout, b"".join(os.fsencode(task.filename) + b"\n" for task in run.tasks))
        return 2 if run.failed else 0
    try:
        with opened(None if args.no_cache else Path.cwd() / FOLDER) as cache:
            run.results = _do(args, run, cache)
    except KeyboardInterrupt:
        print("gradsan: interrupted", file=sys.stderr)  # noqa: T201
        return INTERRUPTED
    for task, result in zip(run.tasks, run.results, strict=True):
        if result.complaint:
            run.complain(Path(task.filename), result.complaint)
    run.findings = tuple(finding for result in run.results for finding in result.findings)
    if known is not None:
        _compare(args, run, known)
    _tell(args, run)
    return _status(args, run)


def _refuse_what_does_not_go_together(args: argparse.Namespace) -> None:
    if args.write_baseline and args.baseline is None:
        raise UsageError("--write-baseline needs --baseline FILE")
    if args.write_baseline and args.diff:
        raise UsageError("--write-baseline does not go with --diff, which changes nothing")
    if args.unsafe_fixes and not (args.fix or args.diff):
        raise UsageError("--unsafe-fixes goes with --fix, or with --diff, which changes nothing")
    if args.stdin_filename is not None and not args.paths:
        args.paths = [STDIN]
    if args.stdin_filename is not None and STDIN not in args.paths:
        raise UsageError("--stdin-filename goes with -, which reads stdin")
    if _is_stdin_fixed(args) and len(args.paths) > 1:
        raise UsageError("--fix writes what is read from - to stdout: give no other path with it")
    args.paths = args.paths or ["."]


def _is_stdin_fixed(args: argparse.Namespace) -> bool:
    """Tell whether stdout is for the fixed source, as it has no file of its own."""
    return args.fix and not args.diff and STDIN in args.paths


# -- files ---------------------------------------------------------------------------------


def _tasks(args: argparse.Namespace, run: _Run) -> Iterator[Task]:
    """Yield what is to be done, in the order in which it is told."""
    projects = configuration.Projects(args.select, args.ignore, args.confidence)
    projects.of(Path())  # wrong usage is told though there is no file
    mode: Mode = "diff" if args.diff else "fix" if args.fix else "check"

    def task(path: Path, filename: str = "", content: bytes | None = None) -> Task:
        return Task(
            filename or str(path),
            projects.settings(path),
            mode,
            args.unsafe_fixes,
            names=args.baseline is not None,
            content=content,
        )

    if STDIN in args.paths:
        name = args.stdin_filename or "<stdin>"
        yield task(Path(name), name, sys.stdin.buffer.read())
    paths = [Path(path) for path in args.paths if path != STDIN]
    for path in python_files(
        paths,
        exclude=args.exclude,
        skip=lambda path, _: projects.excludes(path),
        respects_gitignore=not args.no_respect_gitignore,
        complain=run.complain,
    ):
        yield task(path)


def _do(args: argparse.Namespace, run: _Run, cache: Cache) -> list[Result]:
    """Do all tasks; only what is not remembered is worth a process."""
    done: dict[int, Result] = {}
    missing: list[int] = []
    for number, task in enumerate(run.tasks):
        if args.verbose:
            print(f"gradsan: {task.filename}", file=sys.stderr)  # noqa: T201
        if (result := recall(task, cache)) is not None:
            done[number] = result
        else:
            missing.append(number)
    tasks = [run.tasks[number] for number in missing]
    sizes = [_size(task) for task in tasks]
    under_way = results(tasks, sizes, jobs_for(sizes, args.jobs))
    for index, result in watched(under_way, len(tasks), is_wanted=not args.quiet):
        done[missing[index]] = result
        remember(result, cache)
    return [done[number] for number in range(len(run.tasks))]


def _size(task: Task) -> int:
    try:
        return len(task.content) if task.content is not None else os.stat(task.filename).st_size  # noqa: PTH116
    except OSError:
        return 0


# -- baseline ------------------------------------------------------------------------------


def _known(args: argparse.Namespace) -> tuple[baseline.Entry, ...] | None:
    """Read the baseline, if there is to be one."""
    if args.baseline is None or args.diff:
        return None
    if args.write_baseline and not args.baseline.exists():
        return ()
    return baseline.read(args.baseline)


def _compare(args: argparse.Namespace, run: _Run, known: Sequence[baseline.Entry]) -> None:
    """Keep what is new; write the baseline anew, or say which of its entries are gone."""
    folder = args.baseline.absolute().parent
    looked = {
        baseline.path_in(folder, task.filename): task.settings.active()
        for task, result in zip(run.tasks, run.results, strict=True)
        if not result.complaint
    }
    named = [
        pair for result in run.results for pair in zip(result.findings, result.names, strict=True)
    ]

    def was_looked_for(entry: baseline.Entry) -> bool:
        if entry.path in looked:
            return entry.code in looked[entry.path]
        return not (folder / entry.path).exists()

    now = baseline.entries_of(named, folder)
    compared = baseline.compare(run.findings, now, known, was_looked_for)
    if args.write_baseline:
        _write(args.baseline, compared.written())
        run.findings = ()
    run.findings = () if args.write_baseline else compared.new
    run.notes += baseline.notes(compared, args.baseline, is_written=args.write_baseline)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from None


# -- telling -------------------------------------------------------------------------------


def _tell(args: argparse.Namespace, run: _Run) -> None:
    if args.diff:
        emit_bytes(b"".join(result.patch for result in run.results), args)
        return
    if is_source := _is_stdin_fixed(args):
        for task, result in zip(run.tasks, run.results, strict=True):
            write_bytes(sys.stdout, result.content or task.content or b"")
    fixed = sum(result.fixed for result in run.results)
    notes = [f"fixed {fixed}"] if fixed else []
    if args.statistics:
        counts = Counter((finding.code, finding.name) for finding in run.findings)
        notes += [f"{n} x {code} {name}" for (code, name), n in counts.most_common()]
    notes += run.notes
    if not run.tasks and not run.failed:
        notes.append("no Python files found")
    tool = Tool(version=__version__, verb="check")
    report = Report(run.findings, tool, files=len(run.tasks), notes=tuple(notes))
    emit(report.told_in_order(), args, sys.stderr if is_source else sys.stdout)


def _status(args: argparse.Namespace, run: _Run) -> int:
    if run.failed:
        return 2
    if args.exit_zero:
        return 0
    if args.diff:
        return 1 if any(result.patch for result in run.results) else 0
    return 1 if any(finding.fails for finding in run.findings) else 0
