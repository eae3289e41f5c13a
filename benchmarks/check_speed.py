"""How long check takes on a folder of source, as a ratio of a bare `ast.parse` of the same files.

    python benchmarks/check_speed.py FOLDER [--every N] [--command] [--reach] [--json FILE]

CPU time of one process, both ways file by file in turn, so that a busy machine slows both.
`--command` runs the command, too, without a cache and with it, each in a process of its own, and
in turn with a process that does nothing but parse; told are medians. gradsan's own bytecode is made
before, as it is where it was installed.

`--reach` tells what the speed was not bought with: of the triggers in functions that may do harm,
and of the calls that may lead to one, how many a walk came to. The others are told apart: a value
that is known forbids the way there, the function is inside another one that never calls it, or
the walk skipped them (which must be none).
"""

from __future__ import annotations

import argparse
import ast
import compileall
import gc
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from pathlib import Path

import gradsan
from gradsan.static.discover import python_files
from gradsan.static.engine import check_source
from gradsan.static.flow import walk
from gradsan.static.source import Source, Trouble, parse


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take every Nth file only")
    parser.add_argument("--command", action="store_true", help="time the command on all of it")
    parser.add_argument("--reach", action="store_true", help="count the triggers come to")
    parser.add_argument("--json", type=Path, help="write the figures to FILE")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    gc.disable()
    paths = sorted(python_files([args.folder.resolve()], complain=lambda *_: None))
    figures = measure(paths[:: args.every])
    if args.command:
        figures |= run_command(args.folder.resolve(), paths)
    if args.reach:
        figures |= reach(paths[:: args.every])
    text = json.dumps(figures, indent=2)
    print(text)
    if args.json:
        args.json.write_text(f"{text}\n")


def measure(paths: list[Path]) -> dict[str, float]:
    bare = checked = 0.0
    lines = findings = 0
    for path in paths:
        content = path.read_bytes()
        lines += content.count(b"\n")
        start = time.process_time()
        ast.parse(content)
        middle = time.process_time()
        findings += len(check_source(parse(content, str(path))))
        bare += middle - start
        checked += time.process_time() - middle
        gc.collect(0)
    return {
        "files": len(paths),
        "lines": lines,
        "findings": findings,
        "ast_parse_s": round(bare, 2),
        "check_s": round(checked, 2),
        "ratio": round(checked / bare, 2),
    }


def reach(paths: list[Path]) -> dict[str, float]:
    """Count the triggers that walks come to, and why they do not come to the others."""
    found: Counter[str] = Counter()
    for path in paths:
        source = parse(path.read_bytes(), str(path))
        if isinstance(source, Trouble) or not source.is_framework_code:
            continue
        facts = walk(source, maybe=False)
        inner = {row for row in facts.missed - facts.ruled_out if is_inner(source, row)}
        found["triggers"] += len(facts.triggers)
        found["reached"] += len(facts.triggers - facts.missed)
        found["ruled_out_by_a_value"] += len(facts.ruled_out & facts.missed)
        found["in_a_function_never_called"] += len(inner)
        found["skipped"] += len(facts.missed - facts.ruled_out - inner)
    return dict(found)


def is_inner(source: Source, row: int) -> bool:
    """Tell whether a line is in a function that is inside another one."""
    around = source.around(row)
    return sum(isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) for node in around) > 1


BARE = """
import ast, gc, sys, warnings
from pathlib import Path
warnings.simplefilter("ignore")
gc.disable()
for path in sys.stdin.read().splitlines():
    ast.parse(Path(path).read_bytes())
"""


def run_command(folder: Path, paths: list[Path], rounds: int = 3) -> dict[str, float]:
    """Run a bare parse and the command without and with a cache, in turn."""
    command = [sys.executable, "-m", "gradsan", "check", "--exit-zero", "-q", "-j", "1"]
    listed = "\n".join(map(str, paths))
    compileall.compile_dir(str(Path(gradsan.__file__).parent), quiet=1)
    spent: dict[str, list[float]] = {"bare": [], "cold": [], "warm": []}
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as home:
            spent["bare"].append(cpu_time([sys.executable, "-c", BARE], home, listed))
            spent["cold"].append(cpu_time([*command, str(folder)], home))
            spent["warm"].append(cpu_time([*command, str(folder)], home))
    figures = {f"{name}_s": round(statistics.median(times), 2) for name, times in spent.items()}
    for name in ("cold", "warm"):
        ratios = [one / bare for one, bare in zip(spent[name], spent["bare"], strict=True)]
        figures[f"{name}_ratio"] = round(statistics.median(ratios), 2)
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return {**figures, "most_mib": round(most / 1024)}


def cpu_time(command: list[str], home: str, text: str = "") -> float:
    """Return the CPU time that a process takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=home, check=True, capture_output=True, input=text.encode())
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
