"""Backward that fails: every stale value, torch's own words, the same error object."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable

import pytest

from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")

import gradsan  # noqa: E402


def test_every_stale_value_is_told_at_once(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        a = torch.exp(x)
        b = torch.sigmoid(x)
        c = torch.tanh(x)
        a.add_(1.0)
        b += 1.0
        c[0] = 1.0
        (a + b + c).sum().backward()
    """)
    told = {(ran.told("saved", f), ran.told("changed", f)) for f in ran.report.findings}
    assert told == {
        ("torch.exp(x)", "a.add_(1.0)"),
        ("torch.sigmoid(x)", "b += 1.0"),
        ("torch.tanh(x)", "c[0]"),
    }


def test_one_pair_of_lines_is_told_once_with_a_count(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        total = 0.0
        for _ in range(4):
            h = torch.exp(x)
            h += 1.0
            total = total + h.sum()
        total.backward()
    """)
    assert ran.only.count == 4


def test_the_error_carries_the_places_as_notes(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        h = torch.exp(x)
        h += 1.0
        h.sum().backward()
    """)
    assert ran.error is not None
    assert ran.error.__notes__ == [
        "gradsan: h was changed at model.py:6 (+=) after exp saved it at model.py:5"
    ]


def test_a_gradient_asked_of_autograd_grad_is_watched_too(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        h = torch.exp(x)
        h += 1.0
        torch.autograd.grad(h.sum(), x)
    """)
    assert ran.told("needed") == "torch.autograd.grad(h.sum(), x)"


def test_tensors_saved_by_a_custom_function_are_told(guarded: Runner) -> None:
    ran = guarded("""
        class Square(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x * x
            @staticmethod
            def backward(ctx, grad):
                (x,) = ctx.saved_tensors
                return 2 * x * grad

        x = torch.ones(3, requires_grad=True)
        y = x * 1
        z = Square.apply(y)
        y.add_(1.0)
        z.sum().backward()
    """)
    assert ran.told("saved") == "Square.apply(y)"
    assert ran.told("changed") == "y.add_(1.0)"
    assert "Square saved it" in ran.only.message


def test_an_error_of_torch_that_is_not_ours_passes_untouched(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3)
        x.add_(torch.ones(3, 3))
    """)
    assert "doesn't match the broadcast shape" in str(ran.error)
    assert not hasattr(ran.error, "__notes__")
    assert ran.report.findings == ()


def test_a_value_saved_before_the_guard_is_told_without_its_line() -> None:
    x = torch.ones(3, requires_grad=True)
    h = torch.exp(x)
    with gradsan.guard() as session:
        h.add_(1.0)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            h.sum().backward()
    [finding] = session.report.findings
    assert finding.label("saved") is None
    assert finding.label("changed") is not None


def test_a_write_in_another_thread_is_seen(guarded: Runner) -> None:
    ran = guarded("""
        import threading
        x = torch.ones(3, requires_grad=True)
        h = torch.exp(x)
        def other():
            with torch.no_grad():
                h.add_(1.0)
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()
        h.sum().backward()
    """)
    assert ran.told("changed") == "h.add_(1.0)"


def test_threads_with_guards_of_their_own_do_not_disturb_each_other() -> None:
    codes: list[list[str]] = []

    def work() -> None:
        with gradsan.guard() as session:
            for _ in range(20):
                x = torch.ones(3, requires_grad=True)
                h = torch.exp(x)
                (h + 1.0).sum().backward()
        codes.append([finding.code for finding in session.report.findings])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert codes == [[], [], [], []]


def test_a_write_nobody_heard_is_owned_up_to() -> None:
    with gradsan.guard() as session:
        x = torch.ones(3, requires_grad=True)
        h = torch.exp(x)
        torch._C.TensorBase.add_(h, 1.0)  # the class below Tensor keeps its own method
        with pytest.raises(RuntimeError):
            h.sum().backward()
    assert session.report.findings == ()
    assert "history incomplete" in session.report.notes[0]


def test_a_graph_dropped_without_backward_is_freed() -> None:
    with gradsan.guard():
        x = torch.ones(3, requires_grad=True)
        y = torch.exp(x)
        z = y * y
        w = torch.sigmoid_(z * 2)
        refs = [weakref.ref(tensor) for tensor in (y, z, w)]
        del y, z, w
        gc.collect()
        assert [ref() for ref in refs] == [None, None, None]


def test_a_graph_can_be_run_again(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        h = torch.exp(x).sum()
        h.backward(retain_graph=True)
        h.backward()
        (g,) = torch.autograd.grad((x ** 3).sum(), x, create_graph=True)
        g.sum().backward()
    """)
    assert ran.error is None
    assert ran.report.findings == ()


# -- the words of the error --------------------------------------------------------------------


def result_of_exp() -> None:
    x = torch.ones(3, requires_grad=True)
    h = torch.exp(x)
    h.add_(1.0)
    h.sum().backward()


def input_of_mul() -> None:
    x = torch.ones(3, requires_grad=True)
    h = torch.exp(x)
    g = h * h
    h.add_(1.0)
    h.mul_(2.0)
    g.sum().backward()


def constant_factor() -> None:
    x = torch.ones(2, 3, requires_grad=True)
    w = torch.ones(2, 3, dtype=torch.float64)
    w.add_(1.0)
    g = x * w
    w.add_(1.0)
    g.sum().backward()


def reduced_precision() -> None:
    x = torch.ones(3, requires_grad=True)
    w = torch.ones(3, dtype=torch.bfloat16)
    g = x.bfloat16() * w
    w.add_(1.0)
    g.sum().backward()


def view_of_changed_base() -> None:
    y = torch.ones(3, requires_grad=True) * 1
    v = y[:2]
    z = (v * v).sum()
    y[0] = 1.0
    z.backward()


def written_view() -> None:
    y = torch.ones(3, requires_grad=True) * 1
    v = y[:2]
    v.sigmoid_()
    y[0] = 1.0
    v.sum().backward()


def second_output() -> None:
    x = torch.ones(4, requires_grad=True)
    deviation, mean = torch.std_mean(x * 1)
    z = deviation * deviation + mean * mean
    mean.detach().mul_(2.0)
    z.backward()


def integer_index() -> None:
    x = torch.ones(1, 3, requires_grad=True)
    values, indices = torch.max(x * 1, 1)
    indices.add_(1)
    values.sum().backward()


@pytest.mark.parametrize("anomaly", [False, True])
@pytest.mark.parametrize(
    "program",
    [
        result_of_exp, input_of_mul, constant_factor, reduced_precision, view_of_changed_base,
        written_view, second_output, integer_index,
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore")
def test_the_error_has_torchs_own_words(program: Callable[[], None], anomaly: bool) -> None:
    with torch.autograd.set_detect_anomaly(anomaly, check_nan=False):
        with pytest.raises(RuntimeError) as plain:
            program()
        with gradsan.guard(), pytest.raises(RuntimeError) as guarded:
            program()
    assert str(guarded.value) == str(plain.value)
    assert type(guarded.value) is type(plain.value)


def test_a_view_that_is_multiplied_by_itself_is_told(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(4, requires_grad=True)
        whole = x * 2.0
        part = whole[:2]
        part.mul_(part)
        whole.sum().backward()
    """)
    assert ran.only.code == "GS101"
    assert (ran.told("saved"), ran.told("changed")) == ("part.mul_(part)", "part.mul_(part)")


def test_a_stale_value_inside_torch_func_is_told_by_the_text(guarded: Runner) -> None:
    ran = guarded("""
        def energy(position):
            screen = torch.exp(-position)
            screen[0] = 0.0
            return screen.sum()

        force = torch.func.grad(energy)(torch.ones(3))
    """)
    assert ran.only.code == "GS101"
    assert ran.told("saved") == "torch.exp(-position)"
    assert ran.report.notes == ()


def test_a_function_that_forbids_a_second_derivative_is_named(guarded: Runner) -> None:
    ran = guarded("""
        class Square(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x * x

            @staticmethod
            @torch.autograd.function.once_differentiable
            def backward(ctx, grad):
                return 2 * ctx.saved_tensors[0] * grad

        x = torch.ones(3, requires_grad=True)
        y = Square.apply(x)
        (slope,) = torch.autograd.grad(y.pow(2).sum(), x, create_graph=True)
        (y.sum() + slope.sum()).backward()
    """)
    assert (ran.only.code, ran.only.outcome) == ("GS705", "raises")
    assert "`Square`" in ran.only.message
    assert "once_differentiable" in ran.told("cut")
    assert ran.told("needed") == "(y.sum() + slope.sum()).backward()"


def test_a_write_to_windows_that_share_memory_is_told(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(6, requires_grad=True)
        frames = (x * 1).unfold(0, 4, 2)
        frames *= 2.0
        frames.sum().backward()
    """)
    assert (ran.only.code, ran.only.outcome) == ("GS306", "silent")


@pytest.mark.parametrize(
    "ask",
    [
        "d.backward()",
        "torch.autograd.grad(d, x)",
        "torch.autograd.grad([y.sum(), d], x)",
        "torch.autograd.grad(y.sum(), d)",
        "torch.autograd.backward(d, inputs=[x])",
    ],
)
def test_a_pass_from_or_to_one_of_several_views_is_told_and_the_guard_stays_on(
    guarded: Runner, ask: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ran = guarded(f"""
        x = torch.ones(4, requires_grad=True)
        y = x * 2
        a, b, c, d = y.unbind(0)
        y **= 2
        try:
            {ask}
        except RuntimeError as error:
            said = error
        h = x.exp()
        h += 1
        h.sum().backward()
    """)
    assert "is a view and its base" in str(ran.names["said"])
    assert "failed" not in capsys.readouterr().err
    codes = [finding.code for finding in ran.report.findings]
    assert codes == (["GS101"] if "sum(), d)" in ask else ["GS307", "GS101"])


def test_a_write_to_a_view_without_elements_is_named(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(1, 2, requires_grad=True)
        h = torch.tanh(x)
        h[:-1].mul_(0.3)
        h.sum().backward()
    """)
    assert isinstance(ran.error, RuntimeError)
    assert ran.told("saved") == "torch.tanh(x)"
    assert ran.told("changed") == "h[:-1].mul_(0.3)"


def test_a_gradient_in_a_graph_that_a_later_pass_adds_to_is_told(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        (x * x).sum().backward()
        penalty = (x.grad * x).sum()
        x.sum().backward()
        penalty.backward()
    """)
    assert isinstance(ran.error, RuntimeError)
    assert ran.told("saved") == "x.grad * x"
    assert ran.told("changed") == "x.sum().backward()"
    assert ran.told("needed") == "penalty.backward()"


@pytest.mark.parametrize("name", ["elu", "selu", "celu", "leaky_relu", "rrelu", "relu"])
def test_the_error_names_the_node_of_an_activation_in_place_as_torch_does(
    guarded: Runner, name: str
) -> None:
    source = f"""
        x = torch.full((2, 3), 0.5, requires_grad=True)
        h = x * 2
        row = h[1]
        F.{name}(row, inplace=True)
        row.mul_(2)
        h.sum().backward()
    """
    ran = guarded(source)
    with pytest.raises(RuntimeError) as plain:
        exec(compile(ran.source, "plain.py", "exec"), {})
    assert str(ran.error) == str(plain.value)
