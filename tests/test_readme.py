"""README's console blocks show what the commands really print."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"```console\n\$ gradsan (.*?)\n(.*?)```", re.DOTALL)
BLOCKS = BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))

pytest.importorskip("torch")


def test_readme_has_console_blocks() -> None:
    assert len(BLOCKS) >= 2


@pytest.mark.parametrize(("command", "shown"), BLOCKS, ids=[command for command, _ in BLOCKS])
def test_a_console_block_is_what_the_command_prints(command: str, shown: str) -> None:
    environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, "-m", "gradsan", *shlex.split(command)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    printed = done.stdout + done.stderr
    for part in shown.split("…\n"):  # the dots stand for lines that are left out
        assert part in printed
