"""How many broken edits of real model code check finds, and how many harmless ones it flags.

    python benchmarks/seeded.py FOLDER [--json FILE] [--missed FILE]
    python benchmarks/seeded.py --rebuild [--count N] [--seed N --edits FILE]

FOLDER holds the packages (`pip install --no-deps -t FOLDER timm==… torchvision==… transformers==…`
in the versions that the list names). The list, `seeded_edits.json`, was made by running: an op of
a function that a small model of the package runs was made in place, and the model trained for two
steps on the original and on the edited code. The edit «raises», «differs» in a gradient, or is
«fine». `--rebuild` makes the list anew; that needs the packages installed with torch, and an hour.

An edit is found if check tells something new on the lines of the edited statement; for a module
that was made in place, anywhere in the file, since the write is where the module is called.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from seeded_mutations import apply

EDITS = Path(__file__).with_name("seeded_edits.json")
Edit = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """A finding, as far as it matters here."""

    code: str
    row: int
    rows: frozenset[int]  # of the finding and of its labels
    proved: bool
    message: str

    @property
    def key(self) -> tuple[str, int, bool]:
        return self.code, self.row, self.proved


@dataclass(frozen=True, slots=True)
class Verdict:
    """What check says of one edit, at each level."""

    edit: Edit
    new: tuple[Told, ...]  # told of the edited file and not of the original

    @property
    def breaks(self) -> bool:
        return bool(self.edit["outcome"] != "fine")

    def told(self, *, proved: bool) -> list[Told]:
        level = [item for item in self.new if item.proved or not proved]
        if not self.breaks or self.edit["kind"] == "module":
            return level
        lines = range(self.edit["line"], self.edit["end_line"] + 1)
        return [item for item in level if not item.rows.isdisjoint(lines)]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--rebuild", action="store_true", help="make the list of edits anew")
    parser.add_argument("--count", type=int, default=300, help="how many edits it has")
    parser.add_argument("--seed", type=int, default=20261116, help="draws them")
    parser.add_argument("--edits", type=Path, default=EDITS, help="read or write another list")
    parser.add_argument("--json", type=Path, help="write the figures to FILE")
    parser.add_argument("--missed", type=Path, help="write the edits that were missed to FILE")
    args = parser.parse_args()
    if args.rebuild:
        from seeded_rebuild import rebuild

        rebuild(args.edits, count=args.count, seed=args.seed)
    if args.folder:
        verdicts = judge(json.loads(args.edits.read_text()), args.folder)
        figures = tabulate(verdicts)
        show(figures)
        if args.json:
            args.json.write_text(json.dumps(figures, indent=2) + "\n")
        if args.missed:
            args.missed.write_text("".join(map(describe, wrong(verdicts))))


def judge(edits: list[Edit], folder: Path) -> list[Verdict]:
    """Check each original and each edited file, in one run of the command."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name).resolve()
        for number, edit in enumerate(edits):
            original = (folder / edit["file"]).read_text()
            write(root / "original" / edit["file"], original)
            place = {key: edit[key] for key in ("line", "column", "old", "new")}
            write(root / str(number) / edit["file"], apply(original, **place))
        told = check(root)
    verdicts = []
    for number, edit in enumerate(edits):
        known = {item.key for item in told.get(f"original/{edit['file']}", ())}
        found = told.get(f"{number}/{edit['file']}", ())
        verdicts.append(Verdict(edit, tuple(item for item in found if item.key not in known)))
    return verdicts


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def check(root: Path) -> dict[str, list[Told]]:
    """Run the command on a folder; return what it tells, by file below the folder."""
    report = root / "report.json"
    command = [sys.executable, "-m", "gradsan", "check", "--confidence", "maybe", "--no-cache"]
    command += ["--exit-zero", "-q", "--output-format", "json", "-o", str(report), str(root)]
    subprocess.run(command, check=True)
    told: dict[str, list[Told]] = {}
    for finding in json.loads(report.read_text())["findings"]:
        spans = [finding, *finding["labels"]]
        rows = {
            row
            for span in spans
            for row in range(span["location"]["row"], span["end_location"]["row"] + 1)
        }
        item = Told(
            finding["code"],
            finding["location"]["row"],
            frozenset(rows),
            finding["confidence"] == "proved",
            finding["message"],
        )
        path = Path(finding["filename"]).resolve().relative_to(root)
        told.setdefault(path.as_posix(), []).append(item)
    return told


def tabulate(verdicts: list[Verdict]) -> dict[str, dict[str, int]]:
    """Count by outcome, package and kind."""
    groups: dict[str, Callable[[Verdict], bool]] = {"all": lambda verdict: True}
    for key in ("outcome", "loss", "package", "kind"):
        for value in sorted({verdict.edit[key] for verdict in verdicts if key in verdict.edit}):
            groups[f"{key} {value}"] = partial(_has, key, value)
    return {name: count(filter(member, verdicts)) for name, member in groups.items()}


def _has(key: str, value: str, verdict: Verdict) -> bool:
    return bool(verdict.edit.get(key) == value)


def count(verdicts: Iterable[Verdict]) -> dict[str, int]:
    """Count what was found among the breaking and what was flagged among the fine."""
    figures = dict.fromkeys(
        ("breaking", "found", "found_maybe", "fine", "flagged", "flagged_maybe"), 0
    )
    for verdict in verdicts:
        group, told = ("breaking", "found") if verdict.breaks else ("fine", "flagged")
        figures[group] += 1
        figures[told] += bool(verdict.told(proved=True))
        figures[f"{told}_maybe"] += bool(verdict.told(proved=False))
    return figures


def show(figures: dict[str, dict[str, int]]) -> None:
    print(("{:24}{:>9}" + "{:>14}" * 2 + "{:>6}" + "{:>13}" * 2).format(
        "", "breaking", "found", "or maybe", "fine", "flagged", "or maybe"
    ))  # fmt: skip
    for name, row in figures.items():
        found = [share(row[key], row["breaking"]) for key in ("found", "found_maybe")]
        flagged = [share(row[key], row["fine"]) for key in ("flagged", "flagged_maybe")]
        print(f"{name:24}{row['breaking']:9}{found[0]:>14}{found[1]:>14}", end="")
        print(f"{row['fine']:6}{flagged[0]:>13}{flagged[1]:>13}")


def share(part: int, whole: int) -> str:
    return f"{part} ({part / whole:.1%})" if whole else "-"


def wrong(verdicts: list[Verdict]) -> list[Verdict]:
    """Return the breaking edits that were not found and the fine ones that were flagged."""
    return [verdict for verdict in verdicts if verdict.breaks != bool(verdict.told(proved=True))]


def describe(verdict: Verdict) -> str:
    edit = verdict.edit
    word = f"missed, {edit['outcome']}" if verdict.breaks else "flagged, fine"
    if verdict.breaks and verdict.told(proved=False):
        word += ", told as maybe"
    lines = [f"{word}: {edit['file']}:{edit['line']} [{edit['kind']}, {edit['model']}]"]
    lines += [f"  - {line}" for line in edit["old"].splitlines()]
    lines += [f"  + {line}" for line in edit["new"].splitlines()]
    lines += [f"  told: {item.code} line {item.row}: {item.message}" for item in verdict.new]
    if "error" in edit:
        lines.append(f"  error: {edit['error']}")
    if edit.get("saved"):
        lines.append(f"  saved at: {' > '.join(edit['saved'])}")
    return "\n".join(lines) + "\n\n"


if __name__ == "__main__":
    main()
