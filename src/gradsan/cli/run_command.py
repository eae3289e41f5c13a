"""Run a program under the guard and report what broke its gradients.

  gradsan run [OPTIONS] script.py ARGS...
  gradsan run [OPTIONS] -m package.module ARGS...

The program runs as `python script.py ARGS...` would run it: same stdout, same exit status,
same traceback. Findings go to stderr, or to --output-file. A program that succeeds but has
findings exits with 66. With --repair backward sees the values that were saved, whatever was
written over them since; what was repaired is told and does not change the status.
GRADSAN=repair does the same, GRADSAN=off runs the program without the guard.
"""

from __future__ import annotations

import argparse
import os
import threading
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from gradsan.cli.entry import UsageError, nearest_path
from gradsan.cli.leaving import before_leaving
from gradsan.cli.output import add_output_options, emit
from gradsan.cli.program import Program, module_program, run_program, script_program
from gradsan.cli.ranks import Ranks, Termination
from gradsan.cli.reading import lend_check
from gradsan.cli.voice import Voice, flush_stdout
from gradsan.model.finding import Finding, Fix
from gradsan.model.report import Report
from gradsan.report.blocks import OR
from gradsan.rules.index import UnknownRuleError
from gradsan.runtime.policy import Policy
from gradsan.runtime.proving import PROOF
from gradsan.runtime.repairing import Repair
from gradsan.runtime.session import Guard

FINDINGS_STATUS = 66
# What repair puts right. Others would train something else, or have no right gradient.
REPAIRED = frozenset({
    "GS101", "GS201", "GS202", "GS203", "GS204", "GS205", "GS207", "GS209", "GS210", "GS211",
    "GS301", "GS302", "GS303", "GS304", "GS305", "GS306", "GS308", "GS309",
})  # fmt: skip
MODES = ("guard", "repair", "off")
MACHINE_FORMATS = frozenset({"json", "sarif", "github"})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of run; whatever follows the program is the program's."""
    parser.usage = "gradsan run [OPTIONS] (script.py | -m module) ARGS..."
    add_output_options(parser)
    for name, help_text in (("--select", "only these rules"), ("--ignore", "not these rules")):
        parser.add_argument(
            name, action="append", default=[], metavar="CODES", help=f"{help_text} (GS101,GS2,…)"
        )
    parser.add_argument(
        "--exit-code",
        type=int,
        metavar="N",
        help=f"status of a program that succeeds but has findings (default: {FINDINGS_STATUS})",
    )
    parser.add_argument(
        "--repair",
        action="store_true",
        help="give backward the values that were saved, in spite of the writes",
    )
    parser.add_argument(
        "--proof",
        action="store_true",
        help="keep copies of saved values that are written; show silent findings in numbers",
    )
    parser.add_argument(
        "--nonfinite",
        action="store_true",
        help="look for NaN and inf in every backward pass, not only in the first of each line",
    )
    parser.add_argument(
        "--max-reports",
        type=int,
        metavar="N",
        help="tell the first N findings only; the others are counted",
    )
    parser.add_argument(
        "-m",
        dest="module",
        nargs=argparse.REMAINDER,
        metavar="module ARGS",
        help="run a module as `python -m` does",
    )
    parser.add_argument("program", nargs=argparse.REMAINDER, help="script.py and its arguments")


def execute(args: argparse.Namespace) -> int:
    """Run the program and return its status, or 66 if it has findings."""
    program = _program(args)
    mode = _mode(os.environ.get("GRADSAN", "guard"))
    _refuse_bad_output(args)
    repairs = args.repair or mode == "repair"
    if repairs and args.proof:
        raise UsageError("--proof shows a run as it is, --repair changes it: choose one")
    kind = Repair if repairs else Guard
    guard = kind(_policy(args, "raise" if repairs else "report"), target=program.shown)
    guard.propose_fix = _propose_fix
    lend_check()
    args.voice = Voice()
    process = os.getpid()
    ranks = Ranks.here(os.environ)
    if ranks:
        ranks.begin()

    is_off = mode == "off" and not args.repair
    with Termination(lambda: _end(guard, args, ranks, 1)) if ranks else nullcontext() as ending:
        with nullcontext() if is_off else guard, before_leaving(lambda: _leave(guard, args, ranks)):
            status = run_program(program, guard.uncaught)
            _join_threads()
        if os.getpid() != process:
            return status  # a fork of the program; the report is its parent's
        status = _end(guard, args, ranks, status, ending)
        args.voice.close()
        return status


def _leave(guard: Guard, args: argparse.Namespace, ranks: Ranks | None) -> None:
    """Tell what was found before the program ends without a cleanup."""
    guard.settle()
    _end(guard, args, ranks, 1)


def _end(
    guard: Guard,
    args: argparse.Namespace,
    ranks: Ranks | None,
    status: int,
    ending: Termination | None = None,
) -> int:
    """Tell what was found, once for all ranks; return the status."""
    if ending:
        ending.is_telling = True
    report = _report(guard)
    told: Report | None = report
    if ranks:
        is_hurried = (lambda: ending.has_come) if ending else lambda: True
        whole = args.output_file is not None
        told = ranks.end(report, failed=bool(status), whole=whole, is_hurried=is_hurried)
    if told:
        _tell(_shortened(_hinted(told, args.proof), args.max_reports), args)
    return status or (_findings_status(args) if report.fails else 0)


def _report(guard: Guard) -> Report:
    """Return what was found; the status of a program stands though we fail."""
    try:
        return _unsilenced(guard.report)
    except Exception as error:  # noqa: BLE001 (the guard may fail; the program may not)
        words = f"{type(error).__name__}: {error}"
        return Report((), notes=(f"gradsan failed and cannot tell what it found ({words})",))


def _mode(text: str) -> str:
    """Read GRADSAN; what is not known is refused before anything runs."""
    mode = text.lower() or "guard"
    if mode in MODES:
        return mode
    raise UsageError(f'GRADSAN is "{text}"; valid: {", ".join(MODES)}')


def _refuse_bad_output(args: argparse.Namespace) -> None:
    """Refuse a report file that cannot be written before the program has run."""
    if args.output_file is not None and not args.output_file.parent.is_dir():
        raise UsageError(f"cannot write {args.output_file}: no such folder")
    if args.exit_code is not None and not 0 <= args.exit_code <= 255:
        raise UsageError(f"--exit-code {args.exit_code}: must be from 0 to 255")
    if args.max_reports is not None and args.max_reports < 0:
        raise UsageError(f"--max-reports {args.max_reports}: must not be negative")


def _program(args: argparse.Namespace) -> Program:
    if args.module:  # argparse ends what belongs to -m at a `--` of the module's own
        return module_program(args.module[0], [*args.module[1:], *args.program])
    words = args.program[1:] if args.program[:1] == ["--"] else args.program
    if args.module is not None or not words:
        raise UsageError("nothing to run (gradsan run script.py, or gradsan run -m module)")
    path = Path(words[0])
    if not path.is_file():
        raise UsageError(f"no such script: {path}{nearest_path(path)}")
    return script_program(words[0], words[1:])


def _policy(args: argparse.Namespace, on_silent: str) -> Policy:
    try:
        nonfinite = "always" if args.nonfinite else "auto"
        codes = _codes(args.select), _codes(args.ignore)
        return Policy.of(on_silent, *codes, nonfinite=nonfinite, proof=args.proof)
    except UnknownRuleError as error:
        raise UsageError(str(error)) from None


def _codes(values: list[str]) -> list[str]:
    return [code.strip() for value in values for code in value.split(",") if code.strip()]


def _propose_fix(finding: Finding) -> Fix | None:
    """Ask the static half for a fix; a report without one is better than no report."""
    try:
        from gradsan.static.engine import propose_fix

        return propose_fix(finding)
    except Exception:  # noqa: BLE001
        return None


def _unsilenced(report: Report) -> Report:
    """Drop what a comment on the guilty line silences, as check does."""
    if not report.findings:
        return report
    from gradsan.static.source import Source, read
    from gradsan.static.suppress import silence, suppressions

    told: list[Finding] = []
    for finding in report.findings:
        source = read(Path(finding.place.filename))
        comments = suppressions(source) if isinstance(source, Source) else []
        told += silence([finding], comments)
    return replace(report, findings=tuple(told))


def _hinted(report: Report, is_proved: bool) -> Report:
    """Say at silent findings how to see them in numbers, and where repair would help."""
    if any(finding.outcome == "repaired" for finding in report.findings):
        return report
    target = report.tool.target
    proof = (PROOF, f"gradsan run --proof {target}")
    repair = (OR, f"run as it is, with right gradients: gradsan run --repair {target}")
    told = []
    for one in report.findings:
        hints = [proof] if _has_numbers(one) and not is_proved else []
        hints += [repair] if one.outcome in ("raises", "silent") and one.code in REPAIRED else []
        told.append(replace(one, notes=(*one.notes, *hints)))
    return replace(report, findings=tuple(told))


def _has_numbers(finding: Finding) -> bool:
    labels = finding.label("saved"), finding.label("changed"), finding.label("needed")
    return finding.outcome == "silent" and all(labels)


def _shortened(report: Report, most: int | None) -> Report:
    """Keep the first findings, and say how many are left out."""
    left_out = len(report.findings) - most if most is not None else 0
    if left_out <= 0:
        return report
    more = "finding is" if left_out == 1 else "findings are"
    note = f"{left_out} more {more} not told (--max-reports {most})"
    return replace(report, findings=report.findings[:most], notes=(*report.notes, note))


def _join_threads() -> None:
    """Wait for the program's threads, as the interpreter does before it ends."""
    endings = _take_thread_endings()
    if endings is None:
        return
    for end in reversed(endings):
        end()  # pools: their workers wait for work until they are told that there is none
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()


def _take_thread_endings() -> list[Callable[[], object]] | None:
    """Take what the interpreter would call before it waits for threads; it has none left then.

    Private; 3.11 to 3.13 have it. Where it is gone, workers of a pool would be waited for in vain,
    so nobody is waited for.
    """
    endings: list[Callable[[], object]] | None = getattr(threading, "_threading_atexits", None)
    if endings is None:
        return None
    taken = list(endings)
    endings.clear()
    return taken


def _tell(report: Report, args: argparse.Namespace) -> None:
    is_asked = args.output_file or args.verbose or args.output_format in MACHINE_FORMATS
    if not (report.findings or report.notes or is_asked):
        return
    flush_stdout()
    stream = args.voice.stream()
    try:
        emit(report, args, stream)
    except UsageError as error:
        print(f"gradsan: {error}", file=stream, flush=True)  # the program's status stands


def _findings_status(args: argparse.Namespace) -> int:
    if args.exit_code is not None:
        return int(args.exit_code)
    # torchrun restarts or kills the whole job when one worker's status is not 0.
    return 0 if "TORCHELASTIC_RUN_ID" in os.environ else FINDINGS_STATUS
