"""The programs in examples/ fail as their README says, and `gradsan run` names the guilty line.

Lines are found by the text of their statement, so that editing an example does not rot
the table below.
"""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

torch = pytest.importorskip("torch")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
REFUSAL = "has been modified by an inplace operation"


@dataclass(frozen=True)
class Mistake:
    """Where an example goes wrong: the text of three statements, each once in the file."""

    changed: str
    saved: str
    needed: str
    family: str = "GS1"
    is_silent: bool = False


MISTAKES = {
    "gan_step_between.py": Mistake(
        changed="self.opt_d.step()",
        saved="verdict = self.discriminator(fake)",
        needed="loss_g.backward()",
        family="GS4",
    ),
    "rnn_state_in_place.py": Mistake(
        changed="self.state.copy_(hidden)",
        saved="memory = self.remember(self.state)",
        needed="loss.backward()",
    ),
    "residual_inplace_relu.py": Mistake(
        changed="active = self.relu(x)",
        saved="features = torch.tanh(self.stem(images))",
        needed="loss.backward()",
    ),
    "attention_mask.py": Mistake(
        changed="weights[padding[:, None, None, :].expand_as(weights)] = 0.0",
        saved="weights = scores.softmax(dim=-1)",
        needed="loss.backward()",
    ),
    "simulation_update.py": Mistake(
        changed="angle += TIME_STEP * speed",
        saved="pull = torch.sin(angle)",
        needed="loss.backward()",
    ),
    "recommender_data_clip.py": Mistake(
        changed="model.item.weight.data.clamp_(-limit, limit)",
        saved="affinity = taste @ self.item.weight.T",
        needed="loss.backward()",
        family="GS2",
        is_silent=True,
    ),
}
RAISING = [name for name, mistake in MISTAKES.items() if not mistake.is_silent]
FORBIDDEN = "leaf_saliency.py"  # torch refuses the write itself
SILENT = [name for name, mistake in MISTAKES.items() if mistake.is_silent]


def row_of(name: str, statement: str) -> int:
    """Return the number of the only line that holds just this statement."""
    lines = (EXAMPLES / name).read_text(encoding="utf-8").splitlines()
    [row] = [row for row, line in enumerate(lines, start=1) if line.strip() == statement]
    return row


def python(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *args], capture_output=True, text=True, timeout=120, check=False
    )


@cache
def plain(name: str) -> subprocess.CompletedProcess[str]:
    return python(str(EXAMPLES / name))


@cache
def run(name: str) -> tuple[int, dict[str, Any]]:
    """Run an example under `gradsan run` once; return the exit status and the report."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "report.json"
        options = ("--output-format", "json", "--output-file", str(target))
        done = python("-m", "gradsan", "run", *options, str(EXAMPLES / name))
        assert target.exists(), done.stderr
        return done.returncode, json.loads(target.read_text(encoding="utf-8"))


def guilty_finding(report: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the finding that points at the guilty line, whatever else is told."""
    row = row_of(name, MISTAKES[name].changed)
    found = [finding for finding in report["findings"] if finding["location"]["row"] == row]
    told = [(finding["code"], finding["location"]["row"]) for finding in report["findings"]]
    assert found, f"no finding on line {row}; told: {told}"
    chosen: dict[str, Any] = found[0]
    return chosen


def test_every_example_is_in_the_table() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(MISTAKES) | {FORBIDDEN}


def test_the_forbidden_write_raises_at_once_and_is_repaired() -> None:
    assert "a leaf Variable that requires grad" in plain(FORBIDDEN).stderr
    done = python("-m", "gradsan", "run", "--repair", str(EXAMPLES / FORBIDDEN))
    assert (done.returncode, done.stdout) == (0, "35 of 64 pixels are bright, 35 matter\n")
    assert "repaired[GS301] write-to-leaf" in done.stderr


@pytest.mark.parametrize("name", RAISING)
def test_raising_example_is_refused_by_torch_at_backward(name: str) -> None:
    done = plain(name)
    assert done.returncode == 1
    assert f"RuntimeError: one of the variables needed for gradient computation {REFUSAL}" in (
        done.stderr
    )
    frames = re.findall(rf'{re.escape(name)}", line (\d+)', done.stderr)
    assert int(frames[-1]) == row_of(name, MISTAKES[name].needed)


@pytest.mark.parametrize("name", SILENT)
def test_silent_example_succeeds_and_prints_a_loss(name: str) -> None:
    done = plain(name)
    assert (done.returncode, done.stderr) == (0, "")
    assert "loss" in done.stdout


@pytest.mark.parametrize("name", sorted(MISTAKES))
def test_readme_has_a_row_with_both_commands(name: str) -> None:
    row = readme_row(name)
    assert f"`gradsan check examples/{name}`" in row
    assert f"`gradsan run examples/{name}`" in row


@pytest.mark.skipif(
    not torch.__version__.startswith("2.13"), reason="the messages are those of torch 2.13"
)
@pytest.mark.parametrize("name", RAISING)
def test_readme_quotes_what_torch_says(name: str) -> None:
    [quote] = re.findall(r"`… ([^`]*)`", readme_row(name))
    assert quote in plain(name).stderr


@pytest.mark.parametrize("name", SILENT)
def test_readme_says_that_torch_says_nothing(name: str) -> None:
    assert "| nothing |" in readme_row(name)


def readme_row(name: str) -> str:
    lines = (EXAMPLES / "README.md").read_text(encoding="utf-8").splitlines()
    [row] = [line for line in lines if line.startswith(f"| [`{name}`]({name})")]
    return row


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name.removesuffix(".py"), EXAMPLES / name)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_gradient_of_the_clipped_recommender_is_wrong() -> None:
    example = load("recommender_data_clip.py")
    torch.manual_seed(0)
    users, watched = example.make_history(256)
    model = example.FactorModel().double()
    before = {key: value.clone() for key, value in model.state_dict().items()}

    def gradient_of_users(*, is_clipped: bool) -> Any:
        model.load_state_dict(before)
        model.zero_grad()
        loss = example.ranking_loss(model, users, watched)
        if is_clipped:
            example.clip_items(model)
        loss.backward()
        return model.user.weight.grad.clone()

    as_run = gradient_of_users(is_clipped=True)
    right = gradient_of_users(is_clipped=False)

    # Central differences along one direction say which of the two belongs to the loss.
    direction = torch.randn_like(right)
    step = 1e-6
    with torch.no_grad():
        model.load_state_dict(before)
        model.user.weight.add_(step * direction)
        above = example.ranking_loss(model, users, watched)
        model.user.weight.sub_(2 * step * direction)
        below = example.ranking_loss(model, users, watched)
    slope = ((above - below) / (2 * step)).item()
    assert (right * direction).sum().item() == pytest.approx(slope, rel=1e-6)
    assert (as_run * direction).sum().item() != pytest.approx(slope, rel=1e-2)
    assert (as_run - right).norm() > 0.1 * right.norm()


@pytest.mark.parametrize("name", RAISING)
def test_run_keeps_the_status_of_a_program_that_raised(name: str) -> None:
    status, _ = run(name)
    assert status == 1


@pytest.mark.parametrize("name", SILENT)
def test_run_ends_with_66_where_the_program_succeeded(name: str) -> None:
    status, _ = run(name)
    assert status == 66


@pytest.mark.parametrize("name", sorted(MISTAKES))
def test_run_names_the_guilty_line(name: str) -> None:
    _, report = run(name)
    finding = guilty_finding(report, name)
    mistake = MISTAKES[name]
    assert Path(finding["filename"]).name == name
    assert finding["code"].startswith(mistake.family)
    assert finding["outcome"] == ("silent" if mistake.is_silent else "raises")


@pytest.mark.parametrize("name", sorted(MISTAKES))
def test_run_labels_saved_changed_and_needed(name: str) -> None:
    _, report = run(name)
    labels = guilty_finding(report, name)["labels"]
    mistake = MISTAKES[name]
    places = {
        (label["role"], Path(label["filename"]).name, label["location"]["row"]) for label in labels
    }
    expected = {
        ("saved", name, row_of(name, mistake.saved)),
        ("changed", name, row_of(name, mistake.changed)),
        ("needed", name, row_of(name, mistake.needed)),
    }
    assert expected <= places


@pytest.mark.parametrize("name", sorted(MISTAKES))
def test_run_tells_nothing_but_the_mistake(name: str) -> None:
    _, report = run(name)
    row = row_of(name, MISTAKES[name].changed)
    assert {finding["location"]["row"] for finding in report["findings"]} == {row}


@cache
def checked() -> list[dict[str, Any]]:
    done = python("-m", "gradsan", "check", "--no-cache", "--output-format", "json", str(EXAMPLES))
    assert done.returncode == 1, done.stderr
    assert done.stderr == ""
    findings: list[dict[str, Any]] = json.loads(done.stdout)["findings"]
    return findings


@pytest.mark.parametrize("name", MISTAKES)
def test_check_tells_the_mistake_with_its_three_places_and_nothing_else(name: str) -> None:
    mistake = MISTAKES[name]
    [found] = [item for item in checked() if Path(item["filename"]).name == name]
    assert found["code"].startswith(mistake.family)
    assert found["location"]["row"] == row_of(name, mistake.changed)
    assert found["outcome"] == ("silent" if mistake.is_silent else "raises")
    assert {label["role"]: label["location"]["row"] for label in found["labels"]} == {
        role: row_of(name, getattr(mistake, role)) for role in ("saved", "changed", "needed")
    }


def test_the_safe_fix_of_an_example_makes_it_run(tmp_path: Path) -> None:
    path = tmp_path / "simulation_update.py"
    path.write_bytes((EXAMPLES / path.name).read_bytes())
    assert python("-m", "gradsan", "check", "--no-cache", "--fix", str(path)).returncode == 0
    assert python(str(path)).returncode == 0
