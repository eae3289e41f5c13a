"""What check says of six released packages, against a label for each finding.

    python benchmarks/real_code.py FOLDER [--json FILE]
    python benchmarks/real_code.py --show

FOLDER holds the packages (`pip install --no-deps -t FOLDER timm==…` in the versions that
`real_code.json` names). A label is «right», «wrong» or «unproved»; a right one names a script of
`real_code/` that runs the package and shows the error or the other gradient. `--show` runs those
scripts, which needs the packages installed with torch. Exit status 1: a finding without a label,
or a script that did not show its fault.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

LABELS = Path(__file__).with_name("real_code.json")
SCRIPTS = Path(__file__).with_name("real_code")
UNIT = 50_000  # lines

Finding = dict[str, Any]
Key = tuple[str, int, str]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--json", type=Path, help="write the figures and new findings to FILE")
    parser.add_argument("--show", action="store_true", help="run the scripts of the right ones")
    args = parser.parse_args()
    known = json.loads(LABELS.read_text())
    is_clean = True
    if args.show:
        is_clean &= show(known["findings"])
    if args.folder:
        for package, version in known["packages"].items():
            if not list(args.folder.glob(f"{package}-{version}.dist-info")):
                parser.error(f"{args.folder} does not hold {package} {version}")
        is_clean &= compare(known["findings"], args.folder, sorted(known["packages"]), args.json)
    sys.exit(not is_clean)


def compare(labels: list[Finding], folder: Path, packages: list[str], target: Path | None) -> bool:
    """Print the figures; return whether every finding has a label."""
    sources = [path for package in packages for path in (folder / package).rglob("*.py")]
    found = scan(folder, packages)
    known = {key(label): label for label in labels}
    told = [known[key(finding)] for finding in found if key(finding) in known]
    new = [finding for finding in found if key(finding) not in known]
    gone = [label for label in labels if key(label) not in set(map(key, found))]
    lines = sum(path.read_bytes().count(b"\n") for path in sources)
    counted = Counter(label["label"] for label in told)
    figures = {
        "files": len(sources),
        "lines": lines,
        "findings": len(found),
        f"per_{UNIT}_lines": round(len(found) / lines * UNIT, 2),
        "right": counted["right"],
        "wrong": counted["wrong"],
        "unproved": counted["unproved"],
        "unlabelled": len(new),
        "share_right": round(counted["right"] / len(found), 3) if found else None,
        "labelled_but_not_found": len(gone),
    }
    print(json.dumps(figures, indent=2))
    for title, rows in (("no label", new), ("no longer found", gone)):
        for row in rows:
            print(f"{title}: {row['file']}:{row['line']}: {row['code']} {row['message']}")
    if target:
        target.write_text(json.dumps({"figures": figures, "new": new}, indent=2) + "\n")
    return not new


def key(finding: Finding) -> Key:
    return finding["file"], finding["line"], finding["code"]


def scan(folder: Path, packages: list[str]) -> list[Finding]:
    """Run the command on the packages."""
    with tempfile.TemporaryDirectory() as name:
        report = Path(name) / "report.json"
        command = [sys.executable, "-m", "gradsan", "check", "--no-cache", "--exit-zero", "-q"]
        command += ["--no-respect-gitignore", "--output-format", "json", "-o", str(report)]
        subprocess.run([*command, *packages], check=True, cwd=folder)
        findings = json.loads(report.read_text())["findings"]
    return [
        {
            "package": finding["filename"].split("/")[0],
            "file": finding["filename"],
            "line": finding["location"]["row"],
            "code": finding["code"],
            "message": finding["message"],
        }
        for finding in findings
    ]


def show(labels: list[Finding]) -> bool:
    """Run the script of every right finding; return whether all showed their fault."""
    is_clean = True
    for label in labels:
        if label["label"] != "right":
            continue
        script, *arguments = label["shown_by"].split()
        command = [sys.executable, str(SCRIPTS / script), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        text = (done.stdout or done.stderr).strip().splitlines()
        print(f"{label['file']}:{label['line']}: {text[-1] if text else 'no word'}", flush=True)
        is_clean &= done.returncode == 0
    return is_clean


if __name__ == "__main__":
    main()
