"""A custom backward that returns the same buffer each time: told, and right under repair."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import gradsan
from gradsan.runtime.hub import hub
from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")

from gradsan.backends.torch.returned import may_write  # noqa: E402

FUNCTION = """
    class Square(torch.autograd.Function):
        buffer = torch.zeros(6)
        @staticmethod
        def forward(ctx, t):
            ctx.save_for_backward(t)
            return t * t
        @staticmethod
        def backward(ctx, g):
            t, = ctx.saved_tensors
            {body}
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    weight = torch.tensor([1.0, -2.0, 0.5])
    square = Square.apply
"""
OUT = "torch.mul(g, 2 * t, out=Square.buffer[:3]); return Square.buffer[:3]"
COPY = "Square.buffer[3:].copy_(g).mul_(2 * t); return Square.buffer[3:]"
CLOSED = "part = Square.buffer.narrow(0, 0, 3); part[...] = 2 * g * t; return part"
RIGHT = "return 2 * g * t"

WRONG = {
    "added up at one input": "a = x * 1.5; loss = (weight * square(a)).sum() + square(a).sum()",
    "of three calls": "a = x * 1.5; loss = (square(a) + 2 * square(a) + weight * square(a)).sum()",
    "of two inputs": "a, b = x * 1.5, x * weight; loss = (square(a) + 3 * square(b)).sum()",
}
FINE = {
    "one call": "loss = (weight * square(x * 2)).sum()",
    "one after the other": "loss = square(x * square(x * 2)).sum()",
    "in turns": "loss = (square(x * 1.5) * weight).sum(); loss.backward(); x.grad = None; "
    "loss = square(x * 2).sum()",
    "the same numbers": "a = x * 1.5; loss = square(a).sum() + square(a).sum()",
    "of no use": "a = x * 2; y = square(a) + 2 * square(a); loss = (y.detach() * (x + 1)).sum()",
}


def plain(setup: str, loss: str) -> Any:
    """Return the gradient without a guard."""
    names: dict[str, Any] = {"torch": torch}
    exec(inspect.cleandoc(setup) + f"\n{loss}\nloss.backward()\n", names)
    return names["x"].grad


@pytest.mark.parametrize("body", [OUT, COPY, CLOSED])
@pytest.mark.parametrize("name", WRONG)
def test_a_buffer_that_is_overwritten_on_the_way_is_told(
    guarded: Runner, name: str, body: str
) -> None:
    wrong = plain(FUNCTION.format(body=body), WRONG[name])
    assert not torch.allclose(wrong, plain(FUNCTION.format(body=RIGHT), WRONG[name]))
    ran = guarded(f"{FUNCTION.format(body=body)}    {WRONG[name]}\n    loss.backward()\n")
    assert (ran.only.code, ran.only.outcome) == ("GS407", "silent")
    assert ran.source.splitlines()[ran.only.place.start.row - 1].strip() == body
    assert ran.told("needed") == "loss.backward()"
    assert torch.equal(ran.names["x"].grad, wrong)


@pytest.mark.parametrize("body", [OUT, COPY, CLOSED])
@pytest.mark.parametrize("name", [*WRONG, *FINE])
def test_repair_hands_on_copies(guarded: Runner, name: str, body: str) -> None:
    loss = {**WRONG, **FINE}[name]
    right = plain(FUNCTION.format(body=RIGHT), loss)
    with gradsan.repair() as session:
        ran = guarded(f"{FUNCTION.format(body=body)}    {loss}\n    loss.backward()\n")
    assert torch.allclose(ran.names["x"].grad, right)
    told = [(one.code, one.outcome) for one in session.report.findings]
    assert told == ([("GS407", "repaired")] if name in WRONG else [])


@pytest.mark.parametrize("body", [OUT, COPY, CLOSED])
@pytest.mark.parametrize("name", FINE)
def test_a_buffer_that_is_used_up_in_time_gets_no_word(
    guarded: Runner, name: str, body: str
) -> None:
    ran = guarded(f"{FUNCTION.format(body=body)}    {FINE[name]}\n    loss.backward()\n")
    assert not ran.report.findings


@pytest.mark.parametrize(
    "body",
    [
        "r = g.clone(); r.mul_(2 * t); return r",
        "r = torch.empty(3); torch.mul(g, 2 * t, out=r); return r",
        "r = 2 * g * t; r[0] += 0.0; return r",
    ],
)
@pytest.mark.parametrize("name", WRONG)
def test_a_new_tensor_that_is_filled_in_place_gets_no_word(
    guarded: Runner, name: str, body: str
) -> None:
    ran = guarded(f"{FUNCTION.format(body=body)}    {WRONG[name]}\n    loss.backward()\n")
    assert not ran.report.findings


def test_what_another_branch_was_added_to_in_between_gets_no_word(guarded: Runner) -> None:
    """The engine has made a sum by then; whether it has is known only if all are watched."""
    ran = guarded(f"""{FUNCTION.format(body=OUT)}
    a = x * 1.5
    first = square(a)
    between = a.exp()
    loss = (first + between + 3 * square(a)).sum()
    loss.backward()
    """)
    assert not ran.report.findings


def test_a_hook_that_changes_its_gradient_gets_no_word(guarded: Runner) -> None:
    ran = guarded(f"""{FUNCTION.format(body=OUT)}
    double = vars(torch)["_foreach_mul_"]  # check would have a word for it
    a = square(x) * 1.5
    a.register_hook(lambda g: double([g], 2.0) and None)
    loss = (weight * square(a)).sum()
    loss.backward()
    """)
    assert not ran.report.findings


def test_gradients_that_nobody_asked_for_get_no_word(guarded: Runner) -> None:
    ran = guarded("""
        class Both(torch.autograd.Function):
            buffer = torch.zeros(3)
            @staticmethod
            def forward(ctx, t, w):
                return t + w
            @staticmethod
            def backward(ctx, g):
                return torch.mul(g, g, out=Both.buffer), g * 1.0
        x = torch.ones(3, requires_grad=True)
        w = torch.ones(3, requires_grad=True)
        a = x * 1.5
        loss = (Both.apply(a, w) + 2 * Both.apply(a, w)).sum()
        torch.autograd.grad(loss, w)
    """)
    assert not ran.report.findings


def test_micro_batches_whose_gradient_lies_in_the_buffer_are_right_under_repair(
    guarded: Runner,
) -> None:
    """`.grad` is the part of the buffer itself, which the next batch overwrites."""
    program = """
    square(x).sum().backward()
    (weight * square(x)).sum().backward()
    """
    bodies = {body: f"{FUNCTION.format(body=body)}{program}" for body in (OUT, RIGHT)}
    with gradsan.repair():
        ran = guarded(bodies[OUT])
    assert torch.allclose(ran.names["x"].grad, guarded(bodies[RIGHT]).names["x"].grad)


def test_hooks_of_a_pass_that_failed_are_taken_away(guarded: Runner) -> None:
    ran = guarded(f"""{FUNCTION.format(body=OUT)}
    a = x * 1.5
    y = square(a) + 2 * square(a)
    def fail(g):
        raise RuntimeError("no")
    a.register_hook(fail)
    z = a.exp()
    y.sum().backward()
    """)
    assert "no" in str(ran.error)
    watch: Any = hub.watches["torch"]
    assert not watch._backward.returned.waiting


@pytest.mark.parametrize(
    ("line", "writes"),
    [
        ("torch.mul(g, 2, out=Some.buffer); return Some.buffer", True),
        ("torch.mul(g, 2, out=ctx.buffer); return ctx.buffer", True),
        ("r = g.clone(); r.mul_(2); return r", False),
        ("t, = ctx.saved_tensors; r = torch.empty(3); r[:] = 2 * t * g; return r", False),
        ("return g * ctx.scale", False),
    ],
)
def test_only_a_backward_that_may_write_what_outlives_it_is_watched(
    line: str, writes: bool
) -> None:
    names: dict[str, Any] = {"torch": torch, "Some": type("Some", (), {})}
    exec(f"def backward(ctx, g):\n    {line}\n", names)
    assert may_write(names["backward"]) is writes
