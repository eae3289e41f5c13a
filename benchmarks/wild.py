"""What check says of the source distributions of many packages, against a label for each finding.

    python benchmarks/wild.py FOLDER

FOLDER holds a folder for each package of `wild.json`, with its source distribution unpacked in it
(`pip download --no-deps --no-binary :all: NAME==VERSION`; a wheel where there is none). Packages
that are not there are passed over. A label is «right» (it raises, or a gradient is lost or wrong),
«latent» (it would be, but the package runs it without gradients or where it does no harm) or
«wrong». Exit status 1: a finding without a label.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

from gradsan.static.discover import python_files
from gradsan.static.engine import check_file

LABELS = Path(__file__).with_name("wild.json")
UNIT = 50_000  # lines


def main() -> None:
    folder = Path(sys.argv[1])
    known = json.loads(LABELS.read_text())
    labels = {(f["file"], f["line"], f["code"]): f["label"] for f in known["findings"]}
    rules: dict[str, Counter[str]] = defaultdict(Counter)
    lines, new = 0, []
    for package in sorted(known["packages"]):
        for path in python_files([folder / package], complain=lambda *_: None):
            lines += path.read_bytes().count(b"\n")
            for finding in check_file(path):
                if finding.code.startswith("GS0"):
                    continue
                key = str(path.relative_to(folder)), finding.place.start.row, finding.code
                rules[finding.code][labels.get(key, "new")] += 1
                if key not in labels:
                    new.append((*key, finding.message))
    for code, counts in sorted(rules.items()):
        print(code, dict(counts))
    total = sum(rules.values(), Counter[str]())
    print(f"{lines} lines, {total.total()} findings: {dict(total)}")
    print(f"{total.total() * UNIT / max(lines, 1):.2f} in {UNIT} lines")
    for item in new:
        print("new:", *item)
    sys.exit(bool(new))


if __name__ == "__main__":
    main()
