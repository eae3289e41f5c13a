"""Repair: the gradient is that of what was computed, or an error."""

from __future__ import annotations

import gc
import inspect
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import gradsan
from gradsan.model.report import Report
from gradsan.runtime.hub import hub

torch = pytest.importorskip("torch")

PREAMBLE = """\
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint
torch.manual_seed(0)
x = torch.tensor([0.5, -1.0, 2.0, 3.0], dtype=torch.float64, requires_grad=True)
"""


@dataclass(frozen=True)
class Repaired:
    report: Report
    error: BaseException | None
    names: dict[str, Any]

    @property
    def codes(self) -> set[str]:
        return {finding.code for finding in self.report.findings}

    @property
    def gradient(self) -> list[float]:
        if self.error is not None:
            raise self.error
        values: list[float] = self.names["x"].grad.tolist()
        return values


Runner = Callable[[str], Repaired]


@pytest.fixture
def repaired(tmp_path: Path) -> Runner:
    def run(program: str) -> Repaired:
        path = tmp_path / "model.py"
        source = PREAMBLE + inspect.cleandoc(program) + "\n"
        path.write_text(source, encoding="utf-8")
        names: dict[str, Any] = {"__name__": "model"}
        error = None
        with gradsan.repair() as session:
            try:
                exec(compile(source, str(path), "exec"), names)
            except RuntimeError as raised:
                error = raised
        return Repaired(session.report, error, names)

    return run


# program -> gradient of x, worked out by hand or out of place
SAVED = {
    "a write over a result": ("h = x.exp(); h.add_(1); h.sum().backward()", "x.exp()"),
    "a write over an input": ("h = x * 1; s = (h * h).sum(); h.zero_(); s.backward()", "2 * x"),
    "a write through a view": (
        "h = x * 1; s = (h * h).sum(); h[2:].mul_(7); s.backward()",
        "2 * x",
    ),
    "a write through .data": (
        "h = x * 1; s = (h * h).sum(); h.data.mul_(3); s.backward()",
        "2 * x",
    ),
    "a write through detach": (
        "h = x * 1; s = (h * h).sum(); h.detach()[1] = 9; s.backward()",
        "2 * x",
    ),
    "an op that overwrites what it saved": (
        "h = x * 1; h.mul_(x); h.sum().backward()",
        "2 * x",
    ),
    "out=": (
        "h = x * 1; s = (h * h).sum()\nwith torch.no_grad(): torch.neg(h, out=h.detach())\n"
        "s.backward()",
        "2 * x",
    ),
    "a written NumPy array": (
        "a = np.ones(4); s = (x * torch.from_numpy(a)).sum(); a *= 5; s.backward()",
        "x * 0 + 1",
    ),
    "memory handed to NumPy later": (
        "h = x * 1; s = (h * h).sum(); h.detach().numpy()[:] = 0; s.backward()",
        "2 * x",
    ),
    "a foreach write": (
        "h = x * 1; s = (h * h).sum()\nwith torch.no_grad(): torch._foreach_mul_([h], 2.0)\n"
        "s.backward()",
        "2 * x",
    ),
    "a foreach write, then an op that keeps what it overwrites": (
        "h = x * 1; s = h.sin(); torch._foreach_add_([h], 1.0); h.pow_(2); h.sum().backward()",
        "2 * (x + 1)",
    ),
    "a write to the storage": (
        "h = x * 1; s = (h * h).sum(); h.untyped_storage().fill_(0); s.backward()",
        "2 * x",
    ),
    "a storage that is given up": (
        "h = x * 1; s = (h * h).sum(); h.untyped_storage().resize_(0); s.backward()",
        "2 * x",
    ),
    "the values of a sparse matrix": (
        "v = torch.tensor([3.0, 4.0], dtype=torch.float64)\n"
        "m = torch.sparse_coo_tensor(torch.tensor([[0, 1], [1, 2]]), v, (2, 4))\n"
        "s = torch.sparse.mm(m, x[:, None]).sum(); v.mul_(5); s.backward()",
        "torch.tensor([0.0, 3, 4, 0])",
    ),
    "the columns of a sparse matrix": (
        "v = torch.tensor([3.0, 4.0], dtype=torch.float64); c = torch.tensor([1, 2])\n"
        "m = torch.sparse_csr_tensor(torch.tensor([0, 1, 2]), c, v, (2, 4))\n"
        "s = torch.mv(m, x).sum(); c.zero_(); v.mul_(2); s.backward()",
        "torch.tensor([0.0, 3, 4, 0])",
    ),
    "a sparse matrix over NumPy memory": (
        "a = np.array([3.0, 4.0]); v = torch.from_numpy(a)\n"
        "m = torch.sparse_coo_tensor(torch.tensor([[0, 1], [1, 2]]), v, (2, 4))\n"
        "s = torch.sparse.mm(m, x[:, None]).sum(); a *= 5; s.backward()",
        "torch.tensor([0.0, 3, 4, 0])",
    ),
    "two passes over one graph": (
        "h = x * 1; s = (h * h).sum(); h.zero_(); s.backward(retain_graph=True); s.backward()",
        "4 * x",
    ),
    "a second derivative": (
        "h = x * 1; s = (h ** 3).sum(); h.zero_()\n"
        "g, = torch.autograd.grad(s, x, create_graph=True); g.sum().backward()",
        "6 * x",
    ),
    "a replaced .data": (
        "w = torch.full((4,), 2.0, dtype=torch.float64); w.requires_grad_(); s = (w * x).sum()\n"
        "w.data = torch.zeros(4, dtype=torch.float64); s.backward()",
        "x * 0 + 2",
    ),
}
FORBIDDEN = {
    "a leaf": ("x.mul_(2); (x * x).sum().backward()", "8 * x", "GS301"),
    "a leaf used before": ("s = (x * x).sum(); x.mul_(2); (s + x.sum()).backward()", "2 * x + 2",
                           "GS301"),
    "an item of a leaf": ("x[0] = 7.0; (x * x).sum().backward()",
                          "2 * x * torch.tensor([0.0, 1, 1, 1])", "GS301"),
    "a view of a leaf": ("v = x[:2]; v.mul_(3); x.sum().backward()",
                         "torch.tensor([3.0, 3, 1, 1])", "GS302"),
    "an output of unbind": ("a, *_ = (x * 1).unbind(0); a.mul_(3); a.backward()",
                            "torch.tensor([3.0, 0, 0, 0])", "GS303"),
    "an output of chunk": ("h = x * 1; a, b = h.chunk(2); a *= b; h.sum().backward()",
                           "torch.tensor([2.0, 3, 1.5, 0])", "GS303"),
    "a view made in no_grad": ("h = x * 1\nwith torch.no_grad(): v = h.view(2, 2)\n"
                               "v.mul_(2); h.sum().backward()", "x * 0 + 2", "GS304"),
    "an expanded tensor": ("h = (x * 1).expand(3, 4); h *= 2; h.sum().backward()", "x * 0 + 6",
                           "GS306"),
    "its own transpose": ("h = (x * 1).view(2, 2); h += h.T; (h * h).sum().backward()",
                          "4 * (x.view(2, 2) + x.view(2, 2).T).reshape(-1)", "GS309"),
}  # fmt: skip


def wanted(expression: str) -> list[float]:
    x = torch.tensor([0.5, -1.0, 2.0, 3.0], dtype=torch.float64)
    values: list[float] = eval(expression, {"x": x, "torch": torch}).tolist()
    return values


@pytest.mark.parametrize("name", SAVED)
def test_backward_sees_what_was_saved(name: str, repaired: Runner) -> None:
    program, gradient = SAVED[name]
    ran = repaired(program)
    assert ran.gradient == pytest.approx(wanted(gradient))


@pytest.mark.parametrize("name", FORBIDDEN)
def test_a_forbidden_write_is_differentiated(name: str, repaired: Runner) -> None:
    program, gradient, code = FORBIDDEN[name]
    ran = repaired(program)
    assert ran.gradient == pytest.approx(wanted(gradient))
    assert code in ran.codes
    assert {finding.outcome for finding in ran.report.findings} == {"repaired"}


def test_a_repair_names_three_places_and_its_cost(repaired: Runner) -> None:
    ran = repaired("h = x.exp()\nh.add_(1)\nh.sum().backward()")
    [finding] = ran.report.findings
    assert (finding.code, finding.outcome) == ("GS101", "repaired")
    assert [label.role for label in finding.labels] == ["saved", "changed", "needed"]
    assert finding.label("needed").text == "ExpBackward0 was given the value of line 8"  # type: ignore[union-attr]
    assert ("cost", "32 bytes copied") in finding.notes
    assert not ran.report.fails
    assert ran.report.notes == ("repaired 1 value, 32 bytes",)


def test_nothing_is_copied_or_told_where_nothing_is_touched(repaired: Runner) -> None:
    ran = repaired("""
        buffer = torch.zeros(3, 4, dtype=torch.float64)
        total = 0
        for i in range(3):
            buffer[i] = x * i
            total = total + (buffer[i] ** 2).sum()
        total.backward()
    """)
    assert ran.gradient == pytest.approx(wanted("10 * x"))
    assert ran.report.findings == ()
    assert ran.report.notes == ()


def test_savers_of_the_same_bytes_share_a_copy(repaired: Runner) -> None:
    ran = repaired("h = x * 1\ns = (h * h).sum() + h.sin().sum()\nh.zero_()\ns.backward()")
    assert ran.report.notes == ("repaired 3 values, 32 bytes",)


def test_a_write_that_nobody_sees_raises() -> None:
    x = torch.ones(3, requires_grad=True)
    unseen = torch.Tensor.add_  # bound on the class: passes no door
    with gradsan.repair():
        h = x.exp()
        unseen(h, 1)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            h.sum().backward()


def test_backward_after_the_session_still_sees_what_was_saved() -> None:
    x = torch.ones(3, requires_grad=True)
    with gradsan.repair():
        h = x * 2
        s = (h * h).sum()
        h.zero_()
    s.backward()
    assert x.grad.tolist() == [8, 8, 8]


def test_a_write_in_another_thread_is_seen() -> None:
    x = torch.ones(3, requires_grad=True)
    with gradsan.repair():
        h = x * 2
        s = (h * h).sum()
        thread = threading.Thread(target=h.detach().zero_)
        thread.start()
        thread.join()
        s.backward()
    assert x.grad.tolist() == [8, 8, 8]


def test_copies_go_with_the_graph() -> None:
    from gradsan.backends.torch.kept import Kept

    x = torch.ones(3, requires_grad=True)
    with gradsan.repair():
        h = x * 2
        s = (h * h).sum()
        h.zero_()
        gc.collect()
        before = sum(type(thing) is Kept for thing in gc.get_objects())
        del s
        after = sum(type(thing) is Kept for thing in gc.get_objects())
    assert (before, after) == (2, 0)


def test_an_update_by_hand_outside_of_no_grad_is_refused() -> None:
    w = torch.ones(3, requires_grad=True)
    with gradsan.repair():
        (w * 2).sum().backward()
        with pytest.raises(RuntimeError, match="leaf Variable") as caught:
            w -= 0.1 * w.grad
    assert any("looks like an update by hand" in note for note in caught.value.__notes__)


def test_a_leaf_that_an_optimizer_holds_is_refused() -> None:
    w = torch.ones(3, requires_grad=True)
    optimizer = torch.optim.SGD([w], lr=0.1)
    with gradsan.repair(), pytest.raises(RuntimeError, match="leaf Variable") as caught:
        w.mul_(2)
    assert any("SGD holds the leaf" in note for note in caught.value.__notes__)
    del optimizer


def test_a_parameter_given_a_new_value_before_training_stays_a_leaf() -> None:
    layer = torch.nn.Linear(2, 2)
    with gradsan.repair():
        layer.weight[0] = torch.zeros(2)
        layer.bias[1:] += 1.0
        layer(torch.ones(1, 2)).sum().backward()
    assert layer.weight.is_leaf
    assert layer.bias.is_leaf
    assert layer.weight.grad.tolist() == [[1, 1], [1, 1]]


def test_the_gradient_of_a_changed_leaf_can_be_cleared_and_asked_for() -> None:
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    with gradsan.repair():
        x.mul_(3)
        loss = (x * x).sum()
        loss.backward(retain_graph=True)
        assert x.grad.tolist() == [18, 36]
        x.grad = None
        loss.backward(retain_graph=True)
        assert x.grad.tolist() == [18, 36]
        [gradient] = torch.autograd.grad(loss, [x])
    assert gradient.tolist() == [18, 36]


def test_statistics_of_batch_norm_are_kept_for_eval_and_not_told_in_training() -> None:
    torch.manual_seed(0)
    norm = torch.nn.BatchNorm1d(2).eval()
    x = torch.randn(4, 2, requires_grad=True)
    with gradsan.repair() as session:
        s = norm(x).sum()
        norm.train()
        norm(torch.randn(4, 2) * 9)
        s.backward()
        assert torch.allclose(x.grad, torch.ones(4, 2), atol=1e-4)
        (norm(x).pow(2).sum() + norm(x * 2).pow(2).sum()).backward()
    assert len(session.report.findings) <= 1


def test_a_checkpointed_block_is_recomputed_with_what_it_saw(repaired: Runner) -> None:
    ran = repaired("""
        scale, shift = torch.ones(4, dtype=torch.float64), torch.zeros(4, dtype=torch.float64)
        s = checkpoint(lambda a: torch.sin(a * scale + shift).sum(), x, use_reentrant=False)
        scale.mul_(3); shift.add_(1)
        s.backward()
        assert scale.tolist() == [3, 3, 3, 3]
        assert shift.tolist() == [1, 1, 1, 1]
    """)
    assert ran.gradient == pytest.approx(wanted("x.cos()"))


def test_a_tensor_on_ctx_is_kept(repaired: Runner) -> None:
    ran = repaired("""
        class Square(torch.autograd.Function):
            @staticmethod
            def forward(ctx, value):
                ctx.value = value
                return value * value

            @staticmethod
            def backward(ctx, gradient):
                return 2 * ctx.value * gradient

        h = x * 1
        y = Square.apply(h)
        h.zero_()
        y.sum().backward()
    """)
    assert ran.gradient == pytest.approx(wanted("2 * x"))
    assert "GS701" in ran.codes


def test_decorated_functions_are_repaired() -> None:
    @gradsan.repair
    def step(x: Any) -> None:
        h = x.exp()
        h.add_(1)
        h.sum().backward()

    x = torch.zeros(2, requires_grad=True)
    step(x)
    assert x.grad.tolist() == [1, 1]


def patched_names() -> list[Any]:
    names = ("add_", "view", "split", "numpy", "__getitem__")
    reentrant = torch.utils.checkpoint.CheckpointFunction
    functions = [torch.neg, torch.unbind, torch.batch_norm, reentrant.apply, reentrant.forward]
    return [*(torch.Tensor.__dict__.get(name) for name in names), *functions]


def test_leaving_gives_every_name_back() -> None:
    before = patched_names()
    with gradsan.repair():
        pass
    assert patched_names() == before


def test_tensors_are_no_sequences_under_repair_or_after_it() -> None:
    x = torch.tensor([1.0, 2.0])
    with gradsan.repair():
        inside = torch.tensor([x.sum(), x.prod()])
    assert inside.tolist() == torch.tensor([x.sum(), x.prod()]).tolist() == [3.0, 2.0]


def test_a_leaf_that_is_filled_before_it_is_used_is_refused() -> None:
    delta = torch.zeros(3, requires_grad=True)
    with gradsan.repair(), pytest.raises(RuntimeError) as raised:
        delta.uniform_(-1.0, 1.0)
    assert "its gradient would be zero" in raised.value.__notes__[0]


def test_a_leaf_that_is_filled_after_it_was_saved_is_repaired() -> None:
    x = torch.ones(3, requires_grad=True)
    with gradsan.repair():
        y = x * x
        x.zero_()
        y.sum().backward()
    assert torch.equal(x.grad, torch.full((3,), 2.0))


def _memory(node: Any, name: str) -> int:
    """Return where a value lies that repair keeps for a node."""
    kept = getattr(node, f"_raw_saved_{name}").data
    return int(kept.value.untyped_storage()._cdata)  # an address would be one handed out


@pytest.mark.parametrize("has_graph", [True, False])
def test_an_op_that_keeps_what_it_overwrites_shares_the_copy(has_graph: bool) -> None:
    w = torch.tensor([2.0, 3.0], requires_grad=True)
    with gradsan.repair():
        y = w * 1.5 if has_graph else torch.tensor([3.0, 4.5])
        first = y * w
        y.mul_(w)
        assert _memory(first.grad_fn, "self") == _memory(y.grad_fn, "self")
        (first + y).sum().backward()
    assert w.grad.tolist() == ([12.0, 18.0] if has_graph else [6.0, 9.0])


def test_a_clone_of_an_older_value_is_no_copy_of_what_is_overwritten() -> None:
    w = torch.tensor([2.0, 3.0], requires_grad=True)
    with gradsan.repair():
        y = w * 1.0
        older = y.clone()
        y.detach().mul_(10.0)
        first = y * w
        y.mul_(older)
        (first + y).sum().backward()
    # first = y * w with y = 10 w held by its node; then y = 10 w * w
    assert w.grad.tolist() == [20.0 + 2.0 + 20.0 + 2.0, 30.0 + 3.0 + 30.0 + 3.0]


def test_repair_that_cannot_begin_raises_instead_of_going_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with gradsan.repair():
        pass  # torch is watched from here on

    def broken() -> None:
        raise ValueError("broken")

    monkeypatch.setattr(hub.watches["torch"], "begin_repair", broken)
    with pytest.raises(RuntimeError, match="vouch for no gradient"):
        gradsan.repair().__enter__()
    monkeypatch.undo()
    x = torch.ones(2, requires_grad=True)
    with gradsan.repair():
        y = x.exp()
        y.add_(1)
        y.sum().backward()
    assert torch.equal(x.grad, x.detach().exp())


def test_repair_that_fails_under_way_raises_instead_of_going_on() -> None:
    with gradsan.repair():
        with pytest.raises(RuntimeError, match="vouch for no gradient"):
            hub._broken(ValueError("broken"))
        assert hub.switch.on


def test_a_write_to_a_tensor_without_elements_changes_nothing_that_was_saved() -> None:
    x = torch.ones(0, 3, requires_grad=True)
    with gradsan.repair():
        h = x * 1
        loss = (h * h).sum()
        h.mul_(2)
        loss.backward()
    assert x.grad.shape == (0, 3)
