"""What backward reads after `x.data = other`: under the guard the same memory as without."""

from __future__ import annotations

import gc
import inspect
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")
pytest.importorskip("torch.testing._internal.common_methods_invocations")

from torch.utils import _pytree as pytree  # noqa: E402
from torch.utils.checkpoint import checkpoint  # noqa: E402

import gradsan  # noqa: E402
from gradsan.backends.torch import private  # noqa: E402
from gradsan.backends.torch.graph import nodes_from, raw_names, raw_saves  # noqa: E402
from tests.runtime.op_database import Call, calls, operators  # noqa: E402

EVERY = 3


class Exponential(torch.autograd.Function):  # type: ignore[misc, name-defined]
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        result = x.exp()
        with torch.enable_grad():
            x.detach().requires_grad_() * 2  # numbers a node between its own and the save
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return grads[0] * ctx.saved_tensors[0]


def an_op_that_keeps_its_result(x: Any) -> Any:
    y = torch.tanh(x)
    y.data = y.data * 0.5
    return y


def an_op_in_place_that_keeps_its_result(x: Any) -> Any:
    y = (x * 1).tanh_()
    y.data = y.data * 0.5
    return y


def an_op_in_place_that_keeps_both(x: Any) -> Any:
    y = x * x
    y.hypot_(2.0 - y)
    y.data = y.data * 0.5
    return y


def a_product_in_place(x: Any) -> Any:
    y = x * x
    y.cumprod_(0)
    y.data = y.data * 0.5
    return y


def an_input(x: Any) -> Any:
    y = x * 1
    z = y.sin()
    y.data = y.data * 0.5
    return z


def an_input_that_its_own_node_keeps_too(x: Any) -> Any:
    y = x.exp()
    z = y * y
    y.data = y.data * 0.5
    return z


def the_result_of_a_custom_function(x: Any) -> Any:
    y = Exponential.apply(x)
    y.data = y.data * 0.5
    return y


def an_input_made_by_a_custom_function(x: Any) -> Any:
    y = Exponential.apply(x)
    z = y * y
    y.data = y.data * 0.5
    return z


def the_result_of_an_op_on_a_view_whose_base_was_written(x: Any) -> Any:
    base = x * 1
    view = base[:2]
    base.mul_(2)
    y = view.exp()
    y.data = y.data * 0.5
    return y


def a_view_whose_base_was_written(x: Any) -> Any:
    base = x * 1
    view = base[:2]
    base.mul_(2)
    y = view.sin()
    view.data = view.data * 0.5
    return y


def a_view_that_was_written(x: Any) -> Any:
    base = x * 1
    view = base[:2]
    view.tanh_()
    view.data = view.data * 0.5
    return base


def a_list(x: Any) -> Any:
    one, other = torch._foreach_exp([x * 1, x * 2])
    one.data = one.data * 0.5
    return one + other


def an_input_of_a_checkpointed_block(x: Any) -> Any:
    value = x.tanh()
    y = checkpoint(lambda a: a * a * value, value, use_reentrant=False)
    value.data = value.data * 0.5
    return y


PROGRAMS = (
    an_op_that_keeps_its_result,
    an_op_in_place_that_keeps_its_result,
    an_op_in_place_that_keeps_both,
    a_product_in_place,
    an_input,
    an_input_that_its_own_node_keeps_too,
    the_result_of_a_custom_function,
    an_input_made_by_a_custom_function,
    the_result_of_an_op_on_a_view_whose_base_was_written,
    a_view_whose_base_was_written,
    a_view_that_was_written,
    a_list,
    an_input_of_a_checkpointed_block,
)


def gradient(program: Callable[[Any], Any]) -> Any:
    x = torch.tensor([0.3, 0.7, 0.4], requires_grad=True)
    program(x).sum().backward()
    return x.grad


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.__name__)
def test_a_gradient_is_the_same_under_the_guard(program: Callable[[Any], Any]) -> None:
    plain = gradient(program)
    with gradsan.guard():
        watched = gradient(program)
    assert torch.equal(plain, watched)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda one: one.__name__)
def test_a_graph_is_freed_without_a_collection(program: Callable[[Any], Any]) -> None:
    x = torch.tensor([0.3, 0.7, 0.4], requires_grad=True)
    with gradsan.guard():
        gc.collect()
        gc.disable()
        try:
            known = weakref.ref(program(x))
            assert known() is None
        finally:
            gc.enable()


def build(call: Call, *, is_stale: bool) -> list[Any]:
    """Make a call on inner values; on views whose base was written if they shall be stale."""
    torch.manual_seed(1)

    def fresh(value: Any) -> Any:
        is_plain = isinstance(value, torch.Tensor) and value.layout == torch.strided
        if not is_plain or not value.requires_grad:
            return value
        inner = value.detach().clone().requires_grad_() * 1.0
        if not is_stale:
            return inner
        base = torch.stack([inner, inner])
        view = base[1]
        base[0].mul_(2)
        return view

    result = call.function(
        *pytree.tree_map(fresh, call.inputs), **pytree.tree_map(fresh, call.options)
    )
    given = pytree.tree_leaves(result)
    return [one for one in given if isinstance(one, torch.Tensor) and one.requires_grad]


def kept_as_alias(roots: list[Any]) -> list[tuple[str, str, bool]]:
    """Return what each node keeps, and whether it is an alias without a graph."""
    found = []
    for node in nodes_from(tuple(roots)):
        for name in raw_names(type(node)):
            for raw in raw_saves(node, name):
                data = private.packed_data(raw)
                value = data[0] if isinstance(data, tuple) else data
                if isinstance(value, torch.Tensor):
                    found.append((node.name(), name, value.grad_fn is None))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("is_stale", [False, True], ids=["inner values", "stale views"])
def test_every_op_keeps_an_alias_exactly_where_torch_does(is_stale: bool) -> None:
    count = 0
    for op in operators()[::EVERY]:
        for call in calls(op, 2):
            try:
                plain = kept_as_alias(build(call, is_stale=is_stale))
            except Exception:  # noqa: BLE001 (not every op takes inner values)
                continue
            with gradsan.guard():
                watched = kept_as_alias(build(call, is_stale=is_stale))
            assert plain == watched, call.name
            count += 1
    assert count > 100


def test_other_memory_for_a_saved_inner_value_is_told(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        y = x * 1.0
        s = (y * y).sum()
        y.data = y.data * 2
        s.backward()
    """)
    assert (ran.only.code, ran.told("saved")) == ("GS201", "y * y")
    assert ran.only.place.start.row == 7


def test_the_same_numbers_in_other_memory_are_fine(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        y = x * 1.0
        s = (y * y).sum()
        y.data = y.data.clone()
        s.backward()
    """)
    assert ran.report.findings == ()


def test_a_value_that_came_back_to_its_memory_with_other_numbers_is_told(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        y = x * 1.0
        s = (y * y).sum()
        home = y.data
        y.data = torch.zeros(3)
        home.mul_(2)
        y.data = home
        s.backward()
    """)
    assert {finding.code for finding in ran.report.findings} == {"GS201"}


def test_a_result_left_behind_is_fine(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        y = torch.tanh(x)
        y.data = y.data * 0.5
        y.sum().backward()
    """)
    assert ran.report.findings == ()


def test_a_version_raised_in_other_memory_is_told(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        y = torch.tanh(x)
        s = y.sum()
        y.data = y.data * 0.5
        y.mul_(2.0)
        s.backward()
    """)
    assert ran.error is not None
    assert (ran.only.code, ran.told("changed")) == ("GS101", "y.mul_(2.0)")
    assert "y was changed" in ran.error.__notes__[0]


@pytest.mark.parametrize(
    "rest",
    [
        "y.detach_()",
        "torch.detach_(y)",
        "y.detach_(); y.mul_(2)",
    ],
)
def test_a_saved_value_detached_in_place_is_refused_in_torchs_words(
    guarded: Runner, rest: str
) -> None:
    program = f"""
        x = torch.ones(3, requires_grad=True)
        y = x * 2
        s = (y * y).sum()
        {rest}
        s.backward()
    """
    names = {"torch": torch}
    with pytest.raises(RuntimeError) as plain:
        exec(inspect.cleandoc(program), names)
    ran = guarded(program)
    assert str(ran.error) == str(plain.value)
    assert "detached in-place" in str(ran.error)


def test_a_result_detached_in_place_is_read_as_without_the_guard() -> None:
    def program(x: Any) -> Any:
        y = x.exp()
        total = y * 1
        y.detach_()
        return total

    plain = gradient(program)
    with gradsan.guard():
        assert torch.equal(plain, gradient(program))
