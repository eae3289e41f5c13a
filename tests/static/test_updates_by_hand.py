"""Steps by hand that rebind the name of a leaf, told by check and mended; run with PyTorch, too."""

from __future__ import annotations

from typing import Any

import pytest

from gradsan.static.engine import check_source, fix_source
from tests.static.mended import found, source_of

torch = pytest.importorskip("torch")

HEAD = "import torch\nw = torch.tensor([1.0, 2.0], requires_grad=True)\nfor _ in range(2):\n"
PASS = "    (w * w).sum().backward()\n"

STEPS = {
    "a difference": (
        "    w = w - 0.25 * w.grad\n",
        "    with torch.no_grad():\n        w -= 0.25 * w.grad\n",
    ),
    "under no_grad": (
        "    with torch.no_grad():\n        w = w - 0.25 * w.grad\n",
        "    with torch.no_grad():\n        w -= 0.25 * w.grad\n",
    ),
    "of .data": (
        "    w = w.data - 0.25 * w.grad\n",
        "    with torch.no_grad():\n        w -= 0.25 * w.grad\n",
    ),
    "any other formula": (
        "    w = torch.add(w, w.grad, alpha=-0.25)\n",
        "    with torch.no_grad():\n        w.copy_(torch.add(w, w.grad, alpha=-0.25))\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", STEPS)
def test_a_step_that_rebinds_its_leaf_is_written_into_it(name: str) -> None:
    step, mended = STEPS[name]
    program = HEAD + PASS + step + "    w.grad.zero_()\n"
    (finding,) = check_source(source_of(program))
    assert (finding.code, finding.outcome) == ("GS524", "raises")
    assert program.splitlines()[finding.place.start.row - 1].strip().startswith("w = ")
    with pytest.raises((AttributeError, RuntimeError)):
        exec(compile(program, "a.py", "exec"), {})
    after = fix_source(source_of(program), unsafe=True).content.decode()
    assert after == HEAD + PASS + mended + "    w.grad.zero_()\n"
    names: dict[str, Any] = {}
    exec(compile(after, "a.py", "exec"), names)
    torch.testing.assert_close(names["w"].detach(), torch.tensor([0.25, 0.5]))


@pytest.mark.parametrize(
    "step",
    [
        "    w = (w - 0.25 * w.grad).detach().requires_grad_()\n",
        "    w = w.detach() - 0.25 * w.grad\n    w.requires_grad_()\n",
        "    with torch.no_grad():\n        w -= 0.25 * w.grad\n    w.grad.zero_()\n",
        "    with torch.no_grad():\n        w = torch.nn.Parameter(w - 0.25 * w.grad)\n",
    ],
)
def test_a_step_that_makes_a_new_leaf_is_fine(step: str) -> None:
    program = HEAD + PASS + step
    exec(compile(program, "a.py", "exec"), {})
    assert found(program) == set()
