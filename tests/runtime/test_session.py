"""Entering and leaving: doors, arguments, what torch looks like afterwards."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from typing import Any

import pytest

torch = pytest.importorskip("torch")

import gradsan  # noqa: E402


def stale() -> None:
    x = torch.ones(3, requires_grad=True)
    h = torch.exp(x)
    h += 1.0
    h.sum().backward()


def snapshot() -> dict[str, Any]:
    homes = {
        "Tensor": torch.Tensor, "torch": torch, "functional": torch.nn.functional,
        "nn": torch._C._nn, "facade": torch._VF, "autograd": torch.autograd,
        "hooks": torch._C._autograd,
    }  # fmt: skip
    return {
        f"{home}.{name}": value
        for home, owner in homes.items()
        for name, value in vars(owner).items()
        if name != "__slotnames__"
    }


def test_torch_is_as_it_was_after_twenty_guards() -> None:
    before = snapshot()
    for _ in range(20):
        with gradsan.guard():
            torch.ones(2, requires_grad=True).exp().sum().backward()
    after = snapshot()
    assert before.keys() == after.keys()
    assert [name for name in before if before[name] is not after[name]] == []
    assert torch._C._autograd._top_saved_tensors_default_hooks(True) is None


def test_the_class_keeps_its_own_methods_inside() -> None:
    original = torch.Tensor.add_
    with gradsan.guard():
        assert torch.Tensor.add_ is original
        assert torch.relu_.__name__ == "relu_"
        assert torch.relu_.__qualname__ == "_VariableFunctionsClass.relu_"
        assert torch.ones(1).add_.__name__ == "add_"


def test_leaving_keeps_what_somebody_else_has_put_on_top() -> None:
    mine = object()
    original = torch.relu_
    with gradsan.guard():
        torch.relu_ = mine
    assert torch.relu_ is mine
    torch.relu_ = original


def test_nested_guards_both_hear() -> None:
    with gradsan.guard() as outer:
        with gradsan.guard() as inner, pytest.raises(RuntimeError):
            stale()
        with pytest.raises(RuntimeError):
            stale()
    assert [f.count for f in inner.report.findings] == [1]
    assert [f.count for f in outer.report.findings] == [2]


def test_a_decorator_without_parentheses() -> None:
    guarded = gradsan.guard(stale)
    with pytest.raises(RuntimeError):
        guarded()
    assert guarded.__name__ == "stale"
    assert [f.code for f in guarded.guard.report.findings] == ["GS101"]  # type: ignore[attr-defined]


def test_a_decorator_with_parentheses() -> None:
    @gradsan.guard(select=["GS2"])
    def step() -> None:
        stale()

    with pytest.raises(RuntimeError):
        step()
    assert step.guard.report.findings == ()  # type: ignore[attr-defined]


def test_ignore_leaves_a_rule_out() -> None:
    with gradsan.guard(ignore=["write-to-saved-value"]) as session, pytest.raises(RuntimeError):
        stale()
    assert session.report.findings == ()


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"on_silent": "explode"}, ValueError, 'not one of "report", "raise"'),
        ({"select": ["GS77"]}, ValueError, 'unknown rule "GS77"'),
        ({"select": "GS101"}, TypeError, r'must be a sequence of codes, e.g. \("GS101",\)'),
        ({"colour": "blue"}, TypeError, "colour"),
    ],
)
def test_wrong_arguments_are_refused_at_the_door(
    arguments: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        gradsan.guard(**arguments)


def test_the_report_names_the_framework() -> None:
    with gradsan.guard() as session:
        pass
    assert session.report.tool.verb == "run"
    assert dict(session.report.tool.frameworks)["torch"] == str(torch.__version__)


def test_a_guard_entered_before_torch_is_imported_watches_it() -> None:
    program = (
        "import sys, gradsan\n"
        "with gradsan.guard() as g:\n"
        "    assert 'torch' not in sys.modules\n"
        "    import torch\n"
        "    x = torch.ones(3, requires_grad=True)\n"
        "    h = torch.exp(x)\n"
        "    h += 1.0\n"
        "    try:\n"
        "        h.sum().backward()\n"
        "    except RuntimeError:\n"
        "        pass\n"
        "print([f.code for f in g.report.findings], type(torch.__spec__.loader).__name__)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "['GS101'] SourceFileLoader", done.stderr


def test_a_guard_that_fails_switches_itself_off_and_lets_the_error_through(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gradsan.runtime import hub

    def broken(hazards: Any) -> list[str]:
        raise KeyError("broken")

    monkeypatch.setattr(hub, "note_lines", broken)
    with gradsan.guard(), pytest.raises(RuntimeError, match="modified by an inplace"):
        stale()
    assert "gradsan: the guard failed and is off" in capsys.readouterr().err


def _overwritten() -> Any:
    x = torch.ones(3, requires_grad=True)
    y = x.exp()
    y.add_(1)
    return y.sum()


def test_a_decorated_coroutine_is_guarded_until_it_returns() -> None:
    @gradsan.guard
    async def train() -> int:
        loss = _overwritten()
        await asyncio.sleep(0)
        with suppress(RuntimeError):
            loss.backward()
        return 7

    assert asyncio.run(train()) == 7
    assert [finding.code for finding in train.guard.report.findings] == ["GS101"]  # type: ignore[attr-defined]


def test_a_decorated_generator_is_guarded_until_it_ends() -> None:
    @gradsan.guard
    def steps() -> Iterator[int]:
        loss = _overwritten()
        yield 1
        with suppress(RuntimeError):
            loss.backward()

    assert list(steps()) == [1]
    assert [finding.code for finding in steps.guard.report.findings] == ["GS101"]  # type: ignore[attr-defined]


def test_a_generator_that_ends_inside_other_hooks_takes_its_own_away() -> None:
    @gradsan.guard
    def draw() -> Iterator[int]:
        yield 1

    packed: list[Any] = []

    def pack(tensor: Any) -> Any:
        packed.append(tensor)
        return tensor

    drawn = draw()
    next(drawn)
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        assert list(drawn) == []
        torch.ones(2, requires_grad=True).exp()
    assert len(packed) == 1
    torch.ones(2, requires_grad=True).exp()
    assert len(packed) == 1
    assert torch._C._autograd._top_saved_tensors_default_hooks(True) is None


def test_a_guard_entered_inside_itself_hears_once() -> None:
    guard = gradsan.guard()
    with guard, guard, suppress(RuntimeError):
        stale()
    assert [finding.count for finding in guard.report.findings] == [1]


def test_what_the_outer_guard_asks_for_stands_after_an_inner_one() -> None:
    with gradsan.guard(on_write="warn", nonfinite="always") as outer:
        with gradsan.guard(nonfinite="never"):
            pass
        for value in (1.0, 1.0, 0.0):
            leaf = torch.full((1,), value, requires_grad=True)
            (leaf.sqrt() * 0).sum().backward()
        h = torch.ones(3, requires_grad=True).exp()
        with pytest.warns(UserWarning, match="while its graph is alive") as told:
            h.add_(1)
    assert len(told) == 1
    assert [finding.code for finding in outer.report.findings] == ["GS602"]


def test_a_class_is_refused_at_the_door() -> None:
    class Net:
        pass

    with pytest.raises(TypeError, match="Net is a class: guard its methods"):
        gradsan.guard(Net)


def test_an_asynchronous_generator_is_refused_at_the_door() -> None:
    async def steps() -> AsyncIterator[int]:
        yield 1

    with pytest.raises(TypeError, match="asynchronous generator"):
        gradsan.guard(steps)


@pytest.mark.parametrize("choice", [{"ignore": ["GS101"]}, {"select": ["GS2"]}])
def test_an_error_carries_no_note_of_a_rule_that_nobody_wants(choice: dict[str, list[str]]) -> None:
    with gradsan.guard(**choice) as g, pytest.raises(RuntimeError) as caught:  # type: ignore[call-overload]
        _overwritten().backward()
    assert g.report.findings == ()
    assert not getattr(caught.value, "__notes__", [])
