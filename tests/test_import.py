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
{statement}
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def loaded_by(statement: str) -> set[str]:
    """Run a statement in a fresh interpreter; return the modules it loads."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE.format(statement=statement)],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(json.loads(done.stdout))


def third_party(names: set[str]) -> set[str]:
    return packages(names) - sys.stdlib_module_names - {"gradsan"}


def packages(names: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in names}


def test_import_loads_one_module_of_ours_and_nothing_third_party() -> None:
    names = loaded_by("import gradsan")
    assert third_party(names) == set()
    assert {name for name in names if name.startswith("gradsan")} == {"gradsan"}


@pytest.mark.parametrize("statement", ["import gradsan, numpy", "import gradsan, rich.console"])
def test_the_proof_of_lightness_can_fail(statement: str) -> None:
    names = loaded_by(statement)
    assert third_party(names) != set()


def test_check_loads_no_framework() -> None:
    code = "import gradsan.cli.entry as e; e.main(['check', '--no-cache', 'pyproject.toml', '-q'])"
    names = loaded_by(
        f"import io, contextlib\nwith contextlib.redirect_stdout(io.StringIO()): {code}"
    )
    assert packages(names) & FRAMEWORKS == set()
