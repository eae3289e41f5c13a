"""Run every program of this folder and compare it with its row in manifest.jsonl.

usage: python verify.py [--jobs N] [--only TEXT] [--audit]

bug rows: the symptom, the error text and its line; a silent gradient differs from `right_gradient`.
ok rows: the program ends well and its gradient is `right_gradient`.
reference/: the corrected rewrite runs, gives `right_gradient` and, where the row says «as executed», the same loss.
--audit   also trace the program line by line, and compare the first write to the kept value that a backward reads, and the line that kept it, with the row.
Exit status 1 if anything differs.
"""

import argparse
import contextlib
import io
import json
import math
import multiprocessing
import os
import re
import sys
import traceback
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
KEYS = {
    "file", "kind", "class", "symptom", "error", "error_line", "mutation_line", "alt_lines", "saved_line", "alt_saved_lines", "leaf",
    "right_gradient", "statically_visible", "runtime_visible", "reference",
}  # fmt: skip


def plain(value):
    """Floats as JSON can carry them."""
    return "nan" if math.isnan(value) else ("inf" if value > 0 else "-inf") if math.isinf(value) else value


def lines_inside(error, path):
    return [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]


def execute(path, leaf, tracer=None):
    """What one program does: its error and line, or the gradient of its leaf; and its loss."""
    import torch

    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    path = str(path)
    text = Path(path).read_text(encoding="utf-8")
    scope = {"__name__": "__main__", "__file__": path}
    seen = {"error": None, "line": None, "in_backward": False, "grad": None, "shape": None, "loss": None}
    sys.argv = [path]
    try:
        with contextlib.redirect_stdout(io.StringIO()), tracer or contextlib.nullcontext():
            exec(compile(text, path, "exec"), scope)
    except Exception as error:
        rows = lines_inside(error, path)
        source = text.split("\n")
        seen["error"] = re.sub(r"\s+", " ", f"{type(error).__name__}: {error}")
        seen["line"] = rows[-1] if rows else None
        seen["in_backward"] = any(re.search(r"\.backward\(|\bgrad\(", source[row - 1]) for row in rows)
    else:
        grad = eval(leaf[1:], scope) if leaf.startswith("=") else eval(leaf, scope).grad
        if grad is not None:
            seen["grad"] = [plain(v) for v in grad.detach().double().reshape(-1).tolist()]
            seen["shape"] = list(grad.shape)
    loss = scope.get("loss")
    if isinstance(loss, torch.Tensor) and loss.numel() == 1:
        seen["loss"] = plain(float(loss.detach()))
    return seen


class Tracer:
    """Notes, by line of one file, who kept a value, who wrote to it first, and which of these a backward then read."""

    def __init__(self, path):
        self.path, self.here, self.kept, self.pairs = str(path), None, [], []

    def look(self):
        import torch

        for entry in self.kept:
            now, then = entry["tensor"].detach(), entry["copy"]
            moved = entry["tensor"]._version != entry["version"] or not torch.equal(torch.nan_to_num(now), torch.nan_to_num(then))
            if entry["written"] is None and moved:
                entry["written"] = self.here

    def event(self, frame, what, arg):
        if frame.f_code.co_filename != self.path:
            return None
        self.look()
        if what in ("line", "call"):
            self.here = frame.f_lineno
        if what == "return":
            caller = frame.f_back
            while caller and caller.f_code.co_filename != self.path:
                caller = caller.f_back
            self.here = caller.f_lineno if caller else None
        return self.event

    def pack(self, tensor):
        entry = {"tensor": tensor, "version": tensor._version, "copy": tensor.detach().clone(), "by": self.here, "written": None}
        self.kept.append(entry)
        return entry

    def unpack(self, entry):
        self.look()
        if entry["written"] is not None:
            self.pairs.append((entry["written"], entry["by"]))
        return entry["tensor"]

    def __enter__(self):
        import torch

        self.hooks = torch.autograd.graph.saved_tensors_hooks(self.pack, self.unpack)
        self.hooks.__enter__()
        sys.settrace(self.event)

    def __exit__(self, *why):
        sys.settrace(None)
        self.hooks.__exit__(*why)


def close(got, want):
    if not isinstance(got, list) or len(got) != len(want):
        return False
    return all(a == b if str in (type(a), type(b)) else abs(a - b) <= 2e-6 + 2e-4 * abs(b) for a, b in zip(got, want))


def symptom(seen, row):
    if seen["error"]:
        return "raises-at-backward" if seen["in_backward"] else "raises-at-mutation" if seen["line"] == row["mutation_line"] else "raises-other"
    if seen["grad"] is None:
        return "grad-none"
    if "nan" in seen["grad"]:
        return "nan"
    right = row["right_gradient"]
    return "silent-wrong" if right and not close(seen["grad"], right["values"]) else "none"


def faults(row, audit=False):
    path = HERE / row["file"]
    seen, bad, right = execute(path, row["leaf"]), [], row["right_gradient"]
    if set(row) != KEYS:
        bad.append(f"keys: {sorted(set(row) ^ KEYS)}")
    text = path.read_text(encoding="utf-8")
    count = len(text.rstrip("\n").split("\n"))
    if not 8 <= count <= 40:
        bad.append(f"{count} lines")
    for key in ("mutation_line", "saved_line", "error_line"):
        if row[key] is not None and not (0 < row[key] <= count and text.split("\n")[row[key] - 1].strip()):
            bad.append(f"{key} points nowhere")
    if row["kind"] == "ok":
        if seen["error"]:
            bad.append(f"raised {seen['error'][:160]}")
        elif not close(seen["grad"], right["values"]):
            bad.append(f"gradient {seen['grad']}, the row says {right['values']}")
    else:
        if symptom(seen, row) != row["symptom"]:
            bad.append(f"symptom {symptom(seen, row)}, the row says {row['symptom']} ({(seen['error'] or '')[:160]} line {seen['line']})")
        if (seen["error"] or "")[:120] != (row["error"] or ""):
            bad.append(f"error {seen['error']}")
        if seen["line"] != row["error_line"]:
            bad.append(f"error line {seen['line']}, the row says {row['error_line']}")
    if row["reference"]:
        again = execute(HERE / row["reference"], row["leaf"])
        if again["error"] or again["grad"] is None or "nan" in again["grad"]:
            bad.append(f"reference: {again['error'] or again['grad']}")
        elif right and not close(again["grad"], right["values"]):
            bad.append("reference: another gradient")
        if right and right["semantics"].startswith("of the computation") and None not in (seen["loss"], again["loss"]):
            if not close([seen["loss"]], [again["loss"]]):
                bad.append(f"reference: loss {again['loss']}, not {seen['loss']}")
    if audit and row["kind"] == "bug" and row["saved_line"]:
        tracer = Tracer(path)
        execute(path, row["leaf"], tracer)
        writes, saves = {row["mutation_line"], *row["alt_lines"]}, {row["saved_line"], *row["alt_saved_lines"]}
        if not any(w == row["mutation_line"] and s == row["saved_line"] for w, s in tracer.pairs):
            bad.append(f"audit: (wrote, kept) {sorted(set(tracer.pairs), key=str)}, the row says ({row['mutation_line']}, {row['saved_line']})")
        elif not all(w in writes and s in saves for w, s in tracer.pairs):
            bad.append(f"audit: further pairs {sorted(set(tracer.pairs), key=str)}, the row says {sorted(writes)}, {sorted(saves)}")
    return bad


def task(job):
    row, audit = job
    try:
        return row["file"], faults(row, audit)
    except Exception:
        return row["file"], [traceback.format_exc()[-600:]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=min(4, os.cpu_count() or 1))
    parser.add_argument("--only", default="")
    parser.add_argument("--audit", action="store_true")
    args = parser.parse_args()
    rows = [json.loads(line) for line in (HERE / "manifest.jsonl").read_text(encoding="utf-8").splitlines() if line.strip()]
    here = sorted(p.name for p in HERE.glob("*.py") if re.match(r"(bug|ok)_\d+_", p.name))
    wrong = 0
    if here != sorted(row["file"] for row in rows):
        wrong += 1
        print(f"FAIL manifest.jsonl: {sorted(set(here) ^ {row['file'] for row in rows})}")
    import numpy  # noqa: F401
    import torch

    torch.set_num_threads(1)
    jobs = [(row, args.audit) for row in rows if args.only in row["file"]]
    with multiprocessing.get_context("fork").Pool(args.jobs, maxtasksperchild=1) as pool:
        for name, bad in pool.imap(task, jobs, chunksize=1):
            wrong += bool(bad)
            if bad:
                print(f"FAIL {name}: " + "; ".join(bad), flush=True)
    print(f"{len(jobs)} programs, {wrong} wrong")
    return 1 if wrong or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
