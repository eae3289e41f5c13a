"""`import gradsan` stays light, and the proof of it can fail."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

FRAMEWORKS = {"torch", "jax", "jaxlib", "tensorflow", "numpy", "keras"}

PROBE = """
import json, sys
before = set(sys.modules)
import time
start = time.perf_counter()
{statement}
seconds = time.perf_counter() - start
names = {{name.partition(".")[0] for name in set(sys.modules) - before}}
print(json.dumps({{"names": sorted(names), "seconds": seconds}}))
"""


def loaded_by(statement: str) -> tuple[set[str], float]:
    """Run a statement in a fresh interpreter; return the packages it loads and its time."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(statement=statement)],
        capture_output=True,
        text=True,
        check=True,
    )
    answer = json.loads(done.stdout)
    return set(answer["names"]), answer["seconds"]


def third_party(names: set[str]) -> set[str]:
    return {name for name in names if name not in sys.stdlib_module_names} - {"gradsan"}


def test_import_loads_no_framework_and_nothing_third_party() -> None:
    names, _ = loaded_by("import gradsan")
    assert third_party(names) == set()


def test_import_takes_less_than_30_milliseconds() -> None:
    # The best of several: the machine may be busy, the import is not.
    assert min(loaded_by("import gradsan")[1] for _ in range(5)) < 0.030


@pytest.mark.parametrize("statement", ["import gradsan, numpy", "import gradsan, rich.console"])
def test_the_proof_of_lightness_can_fail(statement: str) -> None:
    names, _ = loaded_by(statement)
    assert third_party(names) != set()


def test_check_loads_no_framework() -> None:
    code = "import gradsan.cli.entry as e; e.main(['check', '--no-cache', 'pyproject.toml', '-q'])"
    names, _ = loaded_by(
        f"import io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()): {code}"
    )
    assert names & FRAMEWORKS == set()
