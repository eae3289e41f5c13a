"""`torchrun -m gradsan run`: one report for all processes, and the job ends as it would."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch.distributed.run")

from gradsan.cli.ranks import Ranks, merge
from gradsan.model.finding import Finding, Place
from gradsan.model.report import Report
from tests.cli.test_run import write

pytestmark = pytest.mark.slow

PROGRAM = """
    import sys
    import torch
    import torch.distributed as dist
    dist.init_process_group("gloo")
    net = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(3, 1))
    for _ in range(2):
        y = net(torch.ones(2, 3)) * 2
        loss = (y ** 2).sum()
        y.data.mul_(3)
        loss.backward()
    if dist.get_rank() == 1:
        x = torch.ones(2, requires_grad=True)
        z = x * 2
        loss = (z ** 2).sum()
        z.data.mul_(5)
        loss.backward()
    if "fail" in sys.argv:
        h = torch.exp(torch.ones(2, requires_grad=True))
        h += 1
        h.sum().backward()
    dist.barrier()
    print("done", dist.get_rank())
    dist.destroy_process_group()
"""


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.delenv("GRADSAN", raising=False)


def torchrun(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone"]
    command += ["--nproc-per-node", "2", "-m", "gradsan", "run", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=180)


def ranks_of(finding: dict[str, Any]) -> str:
    return str({note["heading"]: note["text"] for note in finding["notes"]}["ranks"])


def test_two_processes_give_one_report_with_their_ranks() -> None:
    write(PROGRAM)
    done = torchrun("--output-format", "json", "-o", "report.json", "script.py")
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("done") == 2
    findings = json.loads(Path("report.json").read_text())["findings"]
    told = {finding["location"]["row"]: finding for finding in findings}
    assert sorted(told) == [9, 15]
    assert (ranks_of(told[9]), told[9]["count"]) == ("0, 1", 4)
    assert (ranks_of(told[15]), told[15]["count"]) == ("1", 1)
    assert not list(Path.cwd().glob("gradsan-*"))


def test_a_job_that_fails_tells_each_finding_once() -> None:
    write(PROGRAM)
    done = torchrun("script.py", "fail")
    assert done.returncode == 1
    assert done.stderr.count("error[GS101]") == 1
    assert done.stderr.count("SILENT[GS201]") == 2
    assert "ranks  0, 1" in done.stderr


def test_the_status_changes_only_if_that_is_asked_for() -> None:
    write(PROGRAM)
    assert torchrun("--exit-code", "7", "script.py").returncode != 0


def finding(row: int, rank: int) -> Finding:
    place = Place.at("a.py", row, 1, row, 2)
    notes = (("ranks", str(rank)),)
    return Finding("GS201", "", "torch", "error", "silent", "proved", "", place, notes=notes)


def test_what_several_ranks_found_is_counted_together() -> None:
    reports = [Report((finding(3, 0),), notes=("n",)), Report((finding(3, 1), finding(9, 1)))]
    merged = merge(reports, Report())
    assert [(f.place.start.row, f.count, f.notes) for f in merged.findings] == [
        (3, 2, (("ranks", "0, 1"),)),
        (9, 1, (("ranks", "1"),)),
    ]
    assert merged.notes == ("n",)


def test_a_process_alone_has_no_ranks() -> None:
    assert Ranks.here({}) is None
    assert Ranks.here({"TORCHELASTIC_RUN_ID": "1", "LOCAL_WORLD_SIZE": "1"}) is None
