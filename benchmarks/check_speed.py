"""How long check takes on a folder of source, as a ratio of a bare `ast.parse` of the same files.

    python benchmarks/check_speed.py FOLDER [--every N] [--command] [--json FILE]

CPU time of one process, both ways file by file in turn, so that a busy machine slows both.
`--command` runs the command, too, twice in one process each: without a cache and with it.
"""

from __future__ import annotations

import argparse
import ast
import gc
import json
import resource
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
    figures = measure(sorted(python_files([args.folder], complain=lambda *_: None))[:: args.every])
    if args.command:
        figures |= run_command(args.folder.resolve())
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


def run_command(folder: Path) -> dict[str, float]:
    """Run the command without and with a cache; return CPU times and the most memory."""
    figures: dict[str, float] = {}
    command = [sys.executable, "-m", "gradsan", "check", "--exit-zero", "-q", "-j", "1"]
    with tempfile.TemporaryDirectory() as home:
        for name in ("cold", "warm"):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([*command, str(folder)], cwd=home, check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            figures[f"{name}_s"] = round(after.ru_utime - before.ru_utime, 2)
        figures["most_mib"] = round(after.ru_maxrss / 1024)
    return figures


if __name__ == "__main__":
    main()
