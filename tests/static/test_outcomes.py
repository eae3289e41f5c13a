"""The programs of `programs.py` do with real PyTorch what they are said to do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.static.programs import BAD, FINE

torch = pytest.importorskip("torch")


def run(program: str) -> dict[str, Any]:
    torch.manual_seed(0)
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(program, "program.py", "exec"), names)
    return names


@pytest.mark.parametrize("name", BAD)
def test_a_bad_program_raises_or_is_silently_wrong(name: str) -> None:
    if "data" in name:
        wrong = run(BAD[name])["x"].grad
        right = run(BAD[name].replace("y.data.add_(1)", "pass"))["x"].grad
        assert not torch.allclose(wrong, right)
        return
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        run(BAD[name])


@pytest.mark.parametrize("name", FINE)
def test_a_fine_program_runs(name: str) -> None:
    run(FINE[name])
