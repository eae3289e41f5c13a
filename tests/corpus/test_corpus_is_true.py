"""Every program of the corpus behaves as its row in the manifest says."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

VERIFY = Path(__file__).resolve().parent / "torch" / "verify.py"


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("torch") is None or importlib.util.find_spec("numpy") is None, reason="needs torch and numpy")
@pytest.mark.skipif(sys.platform == "win32", reason="runs each program in a fork")
def test_corpus_is_true():
    done = subprocess.run([sys.executable, str(VERIFY), "--audit", "--jobs", "2"], capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
