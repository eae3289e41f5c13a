"""How long check takes on a folder of source, as a ratio of a bare `ast.parse` of the same files.

    python benchmarks/check_speed.py FOLDER [--every N] [--command] [--json FILE]

CPU time of one process, both ways file by file in turn, so that a busy machine slows both.
`--command` runs the command, too, without a cache and with it, each in a process of its own, and
in turn with a process that does nothing but parse; told are medians.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

from gradsan.static.discover import python_files
from gradsan.static.engine import check_source
from gradsan.static.source import parse


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take every Nth file only")
    parser.add_argument("--command", action="store_true", help="time the command on all of it")
    parser.add_argument("--json", type=Path, help="write the figures to FILE")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    gc.disable()
    paths = sorted(python_files([args.folder.resolve()], complain=lambda *_: None))
    figures = measure(paths[:: args.every])
    if args.command:
        figures |= run_command(args.folder.resolve(), paths)
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
