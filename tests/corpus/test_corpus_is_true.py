"""Every program of the corpus behaves as its row in the manifest says."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

VERIFY = Path(__file__).resolve().parent / "torch" / "verify.py"


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs torch")
@pytest.mark.skipif(sys.platform == "win32", reason="runs each program in a fork")
def test_corpus_is_true() -> None:
    done = subprocess.run(
        [sys.executable, str(VERIFY), "--audit", "--jobs", "2"],
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
