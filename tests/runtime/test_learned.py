"""Steps that repeat themselves: hooks rest, and the lines are known all the same."""

from __future__ import annotations

import inspect
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")

import gradsan  # noqa: E402
from gradsan.backends.torch import private  # noqa: E402
from gradsan.backends.torch.learned import LEAST, PERIOD, STEADY  # noqa: E402

pytestmark = pytest.mark.skipif(
    sys.version_info >= (3, 12), reason="lines are heard there: no hook has to rest"
)

OPS = 200
FIRST = STEADY + 3  # the stretch before the first pass, the one that is learned, and to be sure


def long_step(x: Any, ops: int = OPS) -> Any:
    y = x
    for _ in range(ops):
        y = (y * x).sin()
    return y


def is_hooked() -> bool:
    return private.innermost_hooks() is not None


def train(steps: int, step: Callable[[], None]) -> list[bool]:
    """Tell of each step whether it was heard by a hook."""
    heard = []
    for _ in range(steps):
        heard.append(is_hooked())
        step()
    return heard


def one_step(ops: int = OPS) -> Callable[[], None]:
    x = torch.ones(3, requires_grad=True)

    def step() -> None:
        long_step(x, ops).sum().backward()

    return step


def test_hooks_rest_once_steps_have_come_out_the_same() -> None:
    with gradsan.guard():
        heard = train(FIRST + PERIOD, one_step())
        assert heard[: STEADY + 1] == [True] * (STEADY + 1)
        assert not all(heard[FIRST:])
    assert not is_hooked()


def test_one_step_in_a_few_is_heard() -> None:
    with gradsan.guard():
        step = one_step()
        train(FIRST, step)
        assert sum(train(4 * PERIOD, step)) == 4


def test_hooks_rest_in_short_steps_too() -> None:
    with gradsan.guard():
        assert not all(train(FIRST + PERIOD, one_step(ops=LEAST)))


def test_steps_of_a_few_ops_are_always_heard() -> None:
    with gradsan.guard():
        assert all(train(FIRST + PERIOD, one_step(ops=LEAST // 4)))


def test_a_step_of_another_length_ends_the_rest() -> None:
    with gradsan.guard():
        train(FIRST, step := one_step())
        assert not is_hooked()
        one_step(OPS + 1)()
        assert is_hooked()
        assert all(train(STEADY, step))


def test_steps_that_differ_from_each_other_are_always_heard() -> None:
    x = torch.ones(3, requires_grad=True)
    turn = iter(range(1000))

    def step() -> None:
        long_step(x, OPS + next(turn) % 3).sum().backward()

    with gradsan.guard():
        assert all(train(3 * FIRST, step))


def test_lines_that_take_turns_are_always_heard() -> None:
    x = torch.ones(3, requires_grad=True)
    turn = iter(range(1000))

    def step() -> None:
        y = long_step(x)
        if next(turn) % 5:
            y = y.exp()
        else:
            y = y.exp()
        y.sum().backward()

    with gradsan.guard():
        assert all(train(3 * FIRST, step))


def test_two_passes_that_take_turns_are_learned() -> None:
    x = torch.ones(3, requires_grad=True)

    def step() -> None:
        long_step(x).sum().backward()
        long_step(x, OPS + 7).exp().sum().backward()

    with gradsan.guard():
        train(FIRST, step)
        assert not is_hooked()


@pytest.mark.parametrize("keep", ["repair", "proof", "numpy", "always"])
def test_what_needs_a_hook_keeps_it(keep: str) -> None:
    step = one_step()
    if keep == "repair":
        with gradsan.repair():
            assert all(train(FIRST + 2, step))
    elif keep == "numpy":
        with gradsan.guard():
            train(FIRST, step)
            array = torch.ones(3).numpy()
            assert is_hooked()
            assert all(train(3, step))
            del array
            step()
            assert not all(train(3, step))
    elif keep == "always":
        with gradsan.guard(nonfinite="always"):
            assert all(train(FIRST + 2, step))
    else:
        from gradsan.runtime.hub import hub

        with gradsan.guard():
            hub.watches["torch"].prove_writes()
            assert all(train(FIRST + 2, step))


def test_other_threads_are_heard_while_one_rests() -> None:
    heard: list[bool] = []
    with gradsan.guard():
        train(FIRST, one_step())
        thread = threading.Thread(target=lambda: heard.append(is_hooked()))
        thread.start()
        thread.join()
    assert heard == [True]


def test_passes_of_several_threads_end_the_rest() -> None:
    with gradsan.guard():
        train(FIRST, step := one_step())
        thread = threading.Thread(target=one_step())
        thread.start()
        thread.join()
        assert all(train(FIRST + 2, step)[1:])


def test_hooks_of_the_user_and_torch_func_go_on_as_ever() -> None:
    packed: list[Any] = []

    def pack(tensor: Any) -> Any:
        packed.append(tensor)
        return tensor

    with gradsan.guard():
        train(FIRST, step := one_step())
        with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
            for _ in range(PERIOD):
                step()
        assert packed
        assert torch.func.grad(lambda t: (t * t).sum())(torch.ones(2)).tolist() == [2.0, 2.0]
        train(PERIOD, step)
    assert not is_hooked()


def test_no_number_changes() -> None:
    def gradients(steps: int) -> list[Any]:
        torch.manual_seed(0)
        x = torch.randn(3, requires_grad=True)
        found = []
        for _ in range(steps):
            y = long_step(x)
            (y * torch.randn(3)).sum().backward()
            found.append(x.grad.clone())
        return found

    plain = gradients(FIRST + PERIOD + 3)
    with gradsan.guard() as session:
        guarded = gradients(FIRST + PERIOD + 3)
    assert all(torch.equal(one, other) for one, other in zip(plain, guarded, strict=True))
    assert not session.report.findings


LOOP = """
from gradsan.backends.torch import private
x = torch.ones(3, requires_grad=True)
other = torch.ones(3, requires_grad=True)
kept = []

def step(is_last):
    y = x
    for _ in range(200):
        y = (y * x).sin()
@BODY@

for turn in range(13):
    step(turn == 12)
    rests = private.innermost_hooks() is None
    if turn == 11:
        assert rests
"""


def looped(body: str) -> str:
    lines = inspect.cleandoc(body).splitlines()
    return LOOP.replace("@BODY@", "\n".join(f"    {line}" for line in lines))


def test_the_saving_line_of_a_step_that_was_not_heard_is_told(guarded: Runner) -> None:
    ran = guarded(
        looped("""
            h = torch.exp(y)
            if is_last:
                with torch.no_grad():
                    h.add_(1)
            h.sum().backward()
        """)
    )
    assert "has been modified by an inplace operation" in str(ran.error)
    assert ran.only.code == "GS101"
    assert ran.told("saved") == "torch.exp(y)"
    assert ran.told("changed") == "h.add_(1)"


def test_without_hooks_the_error_is_torchs_own(guarded: Runner) -> None:
    body = """
        h = torch.exp(y)
        if is_last:
            with torch.no_grad():
                h.add_(1)
        h.sum().backward()
    """
    ran = guarded(looped(body))
    names: dict[str, Any] = {"torch": torch}
    source = looped(body).replace("assert rests", "pass")
    with pytest.raises(RuntimeError) as raised:
        exec(source, names)
    assert str(raised.value) == str(ran.error)


def test_a_line_is_not_guessed_where_the_step_took_another_way(guarded: Runner) -> None:
    ran = guarded(
        looped("""
            h = torch.exp(y)
            if is_last:
                h.add_(1)
            h.sum().backward()
        """)
    )
    assert ran.only.code == "GS101"
    assert ran.told("changed") == "h.add_(1)"
    assert ran.told("saved") == ""


def test_a_line_is_not_guessed_where_another_op_stands_in_its_place(guarded: Runner) -> None:
    ran = guarded(
        looped("""
            h = torch.sigmoid(y) if is_last else torch.exp(y)
            if is_last:
                with torch.no_grad():
                    h.add_(1)
            h.sum().backward()
        """)
    )
    assert ran.only.code == "GS101"
    assert ran.told("changed") == "h.add_(1)"
    assert ran.told("saved") == ""


def test_a_silent_write_in_a_step_that_was_not_heard_is_found(guarded: Runner) -> None:
    ran = guarded(
        looped("""
            h = torch.exp(y)
            if is_last:
                h.data.add_(1)
            h.sum().backward()
        """)
    )
    assert ran.error is None
    assert ran.only.code == "GS201"
    assert ran.told("saved") == "torch.exp(y)"


def test_a_silent_write_is_found_where_the_line_is_not_known(guarded: Runner) -> None:
    ran = guarded(
        looped("""
            h = torch.exp(y)
            if is_last:
                h.data.add_(1)
                h = h * 2
            h.sum().backward()
        """)
    )
    assert ran.only.code == "GS201"
    assert ran.told("changed") == "h.data.add_(1)"


def test_a_silent_write_before_the_save_is_no_finding(guarded: Runner) -> None:
    ran = guarded(
        looped("""
            h = y * 2
            if is_last:
                h.data.add_(1)
            h = torch.exp(h)
            h.sum().backward()
        """)
    )
    assert not ran.report.findings


def test_what_an_op_on_a_view_kept_is_found_without_hooks(guarded: Runner) -> None:
    ran = guarded(
        looped("""
            h = y * 1
            v = h[:2]
            v.sigmoid_()
            if is_last:
                with torch.no_grad():
                    h.zero_()
            h.sum().backward()
        """)
    )
    assert ran.only.code == "GS101"
    assert ran.told("saved") == "v.sigmoid_()"


def test_a_graph_that_was_carried_over_is_told_without_hooks(guarded: Runner) -> None:
    program = looped("""
        h = torch.exp(y)
        kept.append(h)
        loss = (h if not is_last else h + kept[-2]).sum()
        loss.backward()
    """)
    ran = guarded(program)
    assert "second time" in str(ran.error)
    assert ran.only.code == "GS402"


def test_a_weight_that_was_stepped_between_is_told_with_its_line(guarded: Runner) -> None:
    ran = guarded(
        looped("""
            w = kept[0] if kept else nn.Linear(3, 3)
            kept[:] = [w]
            optimizer = torch.optim.SGD(w.parameters(), lr=0.1)
            loss = w(torch.exp(y)).sum()
            if is_last:
                w.weight.grad = torch.ones(3, 3)
                optimizer.step()
            loss.backward()
        """)
    )
    assert ran.only.code == "GS401"
    assert ran.told("saved") == "w(torch.exp(y))"


def test_after_nan_at_a_step_the_next_forward_is_heard(guarded: Runner) -> None:
    ran = guarded("""
        from gradsan.backends.torch import private
        x = torch.ones(3, requires_grad=True)
        optimizer = torch.optim.SGD([x], lr=0.0)
        for turn in range(16):
            y = x
            for _ in range(200):
                y = (y * x).sin()
            zero = torch.zeros(3) if turn > 12 else torch.ones(3)
            loss = torch.sqrt(zero * x).sum() + y.sum()
            loss.backward()
            optimizer.step()
            optimizer.zero_grad()
            with torch.no_grad():
                x.fill_(1.0)
    """)
    assert [finding.code for finding in ran.report.findings] == ["GS602"]
    assert ran.text(ran.only.place).startswith("torch.sqrt")


ONE_WAY = """
from gradsan.backends.torch import private
x = torch.ones(3, requires_grad=True)
rests = []

def step():
    y = x
    for _ in range(200):
        y = y * x
        y = y.sin()
@BODY@

for turn in range(6):
    step()
    rests.append(private.innermost_hooks() is None)
assert rests == @RESTS@, rests
"""


def turned(body: str, rests: list[bool]) -> str:
    lines = "\n".join(f"    {line}" for line in inspect.cleandoc(body).splitlines())
    return ONE_WAY.replace("@BODY@", lines).replace("@RESTS@", repr(rests))


AT_ONCE, NOT_YET = [False, True, True, True, True, True], [False] * 6


def test_a_step_that_can_go_one_way_only_is_trusted_when_it_came_twice(guarded: Runner) -> None:
    ran = guarded(turned("y.sum().backward()", AT_ONCE))
    assert ran.error is None
    assert not ran.report.findings


def test_the_lines_of_such_a_step_are_told(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        late = torch.zeros(3)
        for turn in range(6):
            y = x
            for _ in range(200):
                y = y * x
                y = y.sin()
            h = torch.exp(y)
            h.data.add_(late[turn % 1])
            late = late + (turn == 3)
            h.sum().backward()
    """)
    assert {finding.code for finding in ran.report.findings} == {"GS201"}
    assert ran.told("saved") == "torch.exp(y)"


@pytest.mark.parametrize(
    "body",
    [
        "y = y.exp() if turn % 3 else y.exp()\ny.sum().backward()",
        "for _ in range(turn): y = y.exp()\nfor _ in 'ab'[turn:]: y = y.exp()\ny.sum().backward()",
        "with torch.enable_grad(): y = y.exp()\ny.sum().backward()",
        "y = (lambda one: one.exp())(y)\ny.sum().backward()",
        "y = y.sin()\ny.sum().backward()",
        "torch.linalg.matrix_power(y.diag(), 4).sum().backward()",
        "y.exp()\ny.sum().backward()",
    ],
    ids=["condition", "loops", "handler", "function", "kind", "length", "unseen"],
)
def test_a_step_that_could_go_another_way_is_heard_longer(guarded: Runner, body: str) -> None:
    ran = guarded(turned(body, NOT_YET))
    assert ran.error is None


def test_calls_of_varying_length_are_not_trusted_when_they_came_twice(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.eye(3).requires_grad_()

        def leave(a):
            pass

        def write(a):
            a.detach().add_(1.0)

        for n, m, hit in [(4, 2, leave)] * 2 + [(2, 4, write)]:
            a = torch.linalg.matrix_power(x, n)
            b = torch.linalg.matrix_power(a, m)
            h = b
            for _ in range(300):
                h = h.sin()
            hit(a)
            h.sum().backward()
    """)
    assert ran.told("saved") == "torch.linalg.matrix_power(a, m)"


def test_two_functions_that_take_turns_at_one_pass_are_not_trusted_at_once(guarded: Runner) -> None:
    ran = guarded("""
        from gradsan.backends.torch import private
        x = torch.ones(3, requires_grad=True)

        def one(y):
            for _ in range(200):
                y = (y * x).sin()
            return y

        def other(y):
            for _ in range(200):
                y = (y * x).sin()
            return y

        made = [one, one, one, one, other, other]
        for make in made:
            make(x).sum().backward()
            assert private.innermost_hooks() is not None
    """)
    assert ran.error is None
