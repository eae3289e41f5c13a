"""Saves that no hook has heard: read from the graph, placed by lines."""

from __future__ import annotations

import gc
import sys
import weakref

import pytest

from gradsan.model.finding import Role
from tests.runtime.programs import Ran, Runner

torch = pytest.importorskip("torch")

import gradsan  # noqa: E402
from gradsan.backends.torch import private  # noqa: E402
from gradsan.backends.torch.orders import NOBODY, order_among  # noqa: E402

HAS_LINES = sys.version_info >= (3, 12)


def line_told(ran: Ran, role: Role) -> str:
    """Return the line that a label points at; empty if there is no such label."""
    label = ran.only.label(role)
    return ran.source.splitlines()[label.place.start.row - 1].strip() if label else ""


@pytest.mark.skipif(not HAS_LINES, reason="needs Python 3.12")
def test_no_hook_is_installed_where_lines_are_heard() -> None:
    with gradsan.guard():
        assert private.innermost_hooks() is None
        with gradsan.repair():
            assert private.innermost_hooks() is not None
        assert private.innermost_hooks() is None


@pytest.mark.skipif(not HAS_LINES, reason="needs Python 3.12")
def test_a_hook_is_there_while_others_can_write_the_memory() -> None:
    with gradsan.guard():
        array = torch.ones(3).numpy()
        assert private.innermost_hooks() is not None
        del array
        torch.ones(3, requires_grad=True).sum().backward()
        assert private.innermost_hooks() is None


@pytest.mark.skipif(not HAS_LINES, reason="needs Python 3.12")
def test_without_a_tool_id_saves_are_heard_by_hooks(
    guarded: Runner, capsys: pytest.CaptureFixture[str]
) -> None:
    for tool in (3, 4):
        sys.monitoring.use_tool_id(tool, "somebody")  # type: ignore[attr-defined, unused-ignore]
    try:
        ran = guarded("""
            h = torch.exp(torch.ones(3, requires_grad=True))
            h += 1.0
            h.sum().backward()
        """)
    finally:
        for tool in (3, 4):
            sys.monitoring.free_tool_id(tool)  # type: ignore[attr-defined, unused-ignore]
    assert ran.told("saved") == "torch.exp(torch.ones(3, requires_grad=True))"
    assert capsys.readouterr().err.count("sys.monitoring") == 1


def test_what_an_op_on_a_view_kept_is_found(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        y = x * 1
        v = y[:2]
        v.sigmoid_()
        y[0] = 1.0
        v.sum().backward()
    """)
    assert ran.told("saved") == "v.sigmoid_()"
    assert ran.told("changed") == "y[0]"


def test_a_factor_that_an_op_on_a_view_kept_is_found(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        w = torch.ones(2)
        y = x * 1
        y[:2].mul_(w)
        w.add_(1)
        y.sum().backward()
    """)
    assert ran.told("changed") == "w.add_(1)"


def test_a_view_multiplied_by_itself_and_written_again_is_found(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        y = x * 1
        v = y[:2]
        v.mul_(v)
        v.add_(1.0)
        y.sum().backward()
    """)
    assert ran.told("saved") == ran.told("changed") == "v.mul_(v)"


def test_a_silent_write_to_what_an_op_on_a_view_kept_is_told(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        y = x * 1
        data = y.data
        y[:2].sigmoid_()
        data[0] = 2.0
        y.sum().backward()
    """)
    assert ran.only.outcome == "silent"
    assert ran.told("saved") == "y[:2].sigmoid_()"
    assert ran.told("changed") == "data[0]"


def test_a_silent_write_beside_what_an_op_on_a_view_kept_is_fine(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        y = x * 1
        data = y.data
        y[:2].sigmoid_()
        data[2] = 2.0
        y.sum().backward()
    """)
    assert ran.report.findings == ()


@pytest.mark.parametrize(
    ("write", "changed"),
    [
        ("y[:2].mul_(w)", "w.data.add_(1)"),
        ("v = y[:2]; v *= w", "w.data.add_(1)"),
        ("y[:2].addcmul_(x[:2], w)", "w.data.add_(1)"),
        ("torch._foreach_mul_([y[:2]], [w])", "w.data.add_(1)"),
        ("y[:2].masked_fill_(m, 0.0)", "m.data.logical_not_()"),
        ("y.view(1, 3)[0, rows] = x[:2]", "rows.data.zero_()"),
        ("Scale.apply(y[:2], w)", "w.data.add_(1)"),
    ],
)
def test_a_silent_write_to_what_was_given_to_an_op_on_a_view_is_told(
    guarded: Runner, write: str, changed: str
) -> None:
    ran = guarded(f"""
        class Scale(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, w):
                ctx.mark_dirty(x)
                ctx.save_for_backward(w)
                return x.mul_(w)
            @staticmethod
            def backward(ctx, grad):
                return grad * ctx.saved_tensors[0], None

        x = torch.ones(3, requires_grad=True)
        w, m, rows = torch.ones(2), torch.tensor([True, False]), torch.tensor([1, 2])
        y = x * 1
        {write}
        {changed}
        y.sum().backward()
    """)
    assert ran.only.outcome == "silent"
    assert line_told(ran, "saved") == write
    assert ran.told("changed") == changed


def test_a_write_through_a_view_leaves_no_hook_behind() -> None:
    with gradsan.guard():
        before = private.innermost_hooks()
        y = torch.ones(3, requires_grad=True) * 1
        y[:2].mul_(torch.ones(2))
        with pytest.raises(RuntimeError):
            y[:2].mul_(torch.ones(5))
        assert private.innermost_hooks() == before


def test_a_write_through_a_view_is_packed_by_the_hooks_of_the_user() -> None:
    packed: list[object] = []
    hooks = torch.autograd.graph.saved_tensors_hooks(packed.append, lambda nothing: nothing)
    with gradsan.guard(), hooks:
        y = torch.ones(3, requires_grad=True) * 1
        packed.clear()
        y[:2].mul_(torch.ones(2))
    assert len(packed) == 1


def test_what_an_op_on_a_view_kept_is_freed_with_the_graph() -> None:
    gc.disable()
    try:
        with gradsan.guard():
            y = torch.ones(3, requires_grad=True) * 1
            v = y[:2].sigmoid_()
            w = torch.ones(2)
            v.mul_(w)
            kept = [weakref.ref(one.untyped_storage()) for one in (y, w)]
            del y, v, w
        assert [one() for one in kept] == [None, None]
    finally:
        gc.enable()


def test_a_line_of_another_thread_with_the_same_numbers_is_not_told(guarded: Runner) -> None:
    ran = guarded("""
        import threading
        x = torch.ones(3, requires_grad=True)
        def write():
            y = x * 1
            y[:2].exp_()
        def read():
            y = x * 2
            loss = (y ** 2).sum()
            y.data.mul_(3)
            loss.backward()
        for work in (write, read):
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
    """)
    assert line_told(ran, "saved") in ("", "loss = (y ** 2).sum()")
    assert ran.told("changed") == "y.data.mul_(3)"


def test_what_forward_of_a_function_wrote_itself_is_not_blamed(guarded: Runner) -> None:
    ran = guarded("""
        class Scale(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                y = x.clone()
                y.mul_(2.0)
                ctx.save_for_backward(y)
                return y * 1
            @staticmethod
            def backward(ctx, grad):
                (y,) = ctx.saved_tensors
                y.add_(0.0)
                return y * grad

        x = torch.ones(3, requires_grad=True)
        z = Scale.apply(x)
        z.sum().backward(retain_graph=True)
        z.sum().backward()
    """)
    assert ran.told("changed") == "y.add_(0.0)"


def test_a_value_saved_by_a_state_that_became_part_of_the_graph_is_told(guarded: Runner) -> None:
    ran = guarded("""
        w = torch.ones(3, requires_grad=True)
        h = torch.zeros(3)
        m = torch.tanh(h * w)
        h.copy_(m)
        h.sum().backward()
    """)
    assert ran.told("saved") == "h * w"
    assert ran.told("changed") == "h.copy_(m)"


def test_a_value_saved_in_another_thread_has_no_line_of_this_one(guarded: Runner) -> None:
    ran = guarded("""
        import threading
        x = torch.ones(3, requires_grad=True)
        made = []
        thread = threading.Thread(target=lambda: made.append(torch.exp(x)))
        thread.start()
        thread.join()
        other = torch.exp(x)
        made[0].add_(1.0)
        made[0].sum().backward()
    """)
    assert ran.told("changed") == "made[0].add_(1.0)"
    saved = ran.only.label("saved")
    assert saved is None or saved.place.start.row == 7


def test_values_that_one_line_kept_between_two_writes_are_counted(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        y = x * 1
        loss = 0
        for _ in range(3):
            loss = loss + torch.sin(y).sum()
        y.add_(1.0)
        loss.backward()
    """)
    assert ran.only.count == 3


@pytest.mark.parametrize(
    ("line", "write", "saved"),
    [
        ("z = net(y).square().sum()", "y.mul_(2.0)", "net(y)"),
        ("z = torch.exp(net(y)).mean()", "y.mul_(2.0)", "net(y)"),
        ("z = torch.linalg.eigh(net(y))[0]", "z.mul_(2.0)", "torch.linalg.eigh(net(y))"),
    ],
)
def test_the_call_that_can_be_the_op_is_shown(
    guarded: Runner, line: str, write: str, saved: str
) -> None:
    ran = guarded(f"""
        net = torch.nn.Linear(3, 3)
        y = torch.ones(3, 3, requires_grad=True) * 1
        {line}
        {write}
        z.sum().backward()
    """)
    assert ran.told("saved") == saved


def test_a_write_by_numpy_that_two_values_show_is_one_write(guarded: Runner) -> None:
    ran = guarded("""
        y = torch.tanh(torch.ones(3, requires_grad=True))
        z = torch.sin(y)
        y.detach().numpy()[:] = 0.0
        z.sum().backward()
    """)
    changed = [one.label("changed") for one in ran.report.findings]
    assert len(changed) == 2
    assert not any("more after it" in label.text for label in changed if label)


def test_the_youngest_of_several_silent_saves_is_told_first(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        y = x * 1
        data, loss = y.data, 0
        for _ in range(2):
            loss = loss + torch.sin(y).sum()
            data.add_(1.0)
        loss.backward()
    """)
    assert ran.only.count == 2
    assert "more after it" not in ran.only.label("changed").text  # type: ignore[union-attr]


def test_what_is_saved_after_numpy_wrote_is_not_blamed(guarded: Runner) -> None:
    ran = guarded("""
        y = torch.tanh(torch.ones(3, requires_grad=True))
        y.detach().numpy()[:] = 0.5
        loss = torch.sin(y).sum()
        loss.backward()
    """)
    assert ran.told("saved") == "torch.tanh(torch.ones(3, requires_grad=True))"


def test_an_input_of_a_checkpointed_block_that_was_written_is_told(guarded: Runner) -> None:
    ran = guarded("""
        from torch.utils.checkpoint import checkpoint
        def block(h):
            h += shift
            return torch.sin(h) * h
        shift = torch.ones(3, requires_grad=True)
        h = torch.ones(3, requires_grad=True) * 2
        out = checkpoint(block, h, use_reentrant=False)
        out.sum().backward()
    """)
    assert ran.only.code == "GS101"
    assert ran.told("changed") == "h += shift"
    assert ran.told("saved") == "checkpoint(block, h, use_reentrant=False)"


def test_a_silent_write_off_the_path_to_the_inputs_is_fine(guarded: Runner) -> None:
    ran = guarded("""
        x, u = (torch.ones(3, requires_grad=True) for _ in range(2))
        y = x * 2
        loss = (y ** 2).sum() + (u * 3).sum()
        y.data.mul_(3.0)
        torch.autograd.grad(loss, u)
    """)
    assert ran.report.findings == ()


def test_checkpointed_values_are_not_recomputed_by_a_look(guarded: Runner) -> None:
    ran = guarded("""
        from torch.utils.checkpoint import checkpoint
        runs = []
        def block(x):
            runs.append(1)
            return (x.sin() * x).sum()
        x = torch.ones(3, requires_grad=True)
        loss = checkpoint(block, x, use_reentrant=False)
        torch.ones(3).data.add_(1.0)
        loss.backward()
    """)
    assert len(ran.names["runs"]) == 2
    assert ran.report.findings == ()


def test_a_leaf_that_comes_back_to_its_address_is_judged_by_what_it_holds(guarded: Runner) -> None:
    ran = guarded("""
        w = nn.Parameter(torch.ones(3))
        x = torch.ones(3, requires_grad=True)
        loss = (w * x).sum()
        home = w.data_ptr()
        parked = w.data.clone()
        w.data = torch.empty(0)
        tries = [torch.empty(3) for _ in range(64)]
        back = next((t for t in tries if t.data_ptr() == home), tries[0])
        back.copy_(parked)
        w.data = back
        loss.backward()
    """)
    assert ran.report.findings == ()


def test_what_is_saved_after_a_value_got_other_memory_is_fine(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        other = torch.ones(3)
        y = x.square()
        y.data = y.data * 0.5
        z = y.square()
        other.data = other.data * 0.5
        z.sum().backward()
    """)
    assert ran.report.findings == ()


@pytest.mark.parametrize(
    ("number", "version", "thread", "order"),
    [
        (4, 0, 1, 9),
        (5, 0, 1, 11),
        (7, 1, 1, 17),
        (9, 1, 1, 19),
        (10, 2, 1, 21),
        (0, 0, NOBODY, 9),
        (0, 1, 2, 17),
    ],
)
def test_a_save_lies_among_the_writes(number: int, version: int, thread: int, order: int) -> None:
    # (began, order, number before, after, thread, version after)
    marks = [(10, 12, 5, 6, 1, 1), (18, 20, 9, 10, 1, 2)]
    assert order_among(marks, number, version, thread) == order
