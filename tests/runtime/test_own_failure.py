"""The guard may fail wherever it is: one line, and the program goes on as without it."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, NoReturn

import pytest

torch = pytest.importorskip("torch")

import gradsan  # noqa: E402

HOME = "gradsan.backends.torch"


def broken(*args: Any, **kwargs: Any) -> NoReturn:
    raise ZeroDivisionError("a fault of ours")


def silent() -> Any:
    x = torch.ones(4, requires_grad=True)
    h = torch.exp(x)
    h.data.add_(1)
    h.sum().backward()
    return x.grad


def custom() -> Any:
    class Twice(torch.autograd.Function):  # type: ignore[misc,name-defined]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            return grads[0] * 2

    x = torch.ones(4, requires_grad=True)
    Twice.apply(x).sum().backward()
    return x.grad


def stale() -> Any:
    x = torch.ones(4, requires_grad=True)
    h = torch.exp(x)
    h.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        h.sum().backward()
    return torch.zeros(1)


@pytest.mark.parametrize(
    ("where", "program"),
    [
        (f"{HOME}.unseen.Unseen.share", silent),
        (f"{HOME}.saves.is_suspect", silent),
        (f"{HOME}.saves.is_own_result", silent),
        (f"{HOME}.on_class.OnClass.before", custom),
        (f"{HOME}.rests.Rests.pass_failed", stale),
        (f"{HOME}.private.current_node", stale),
        (f"{HOME}.staleness._Keep", stale),
    ],
)
def test_a_program_goes_on_as_without_the_guard(
    where: str,
    program: Callable[[], Any],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    wanted = program()
    with gradsan.guard():
        pass  # what is imported by the first one
    module, _, name = where.partition(".torch.")[2].partition(".")
    home: Any = importlib.import_module(f"{HOME}.{module}")
    *owners, last = name.split(".")
    for owner in owners:
        home = getattr(home, owner)
    with monkeypatch.context() as patched:
        patched.setattr(home, last, broken)
        with gradsan.guard():
            assert torch.equal(program(), wanted)
    assert capsys.readouterr().err.count("gradsan: the guard failed") <= 1
