"""Gradients that are lost: what was cut, made a new leaf, or never asked for one."""

from __future__ import annotations

import gc
import warnings
from pathlib import Path
from typing import Any

import pytest

import gradsan
from gradsan.cli.reading import read_source
from gradsan.runtime.hub import hub
from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")


def test_a_function_with_one_derivative_is_named_though_the_graph_does_not_show_it(
    guarded: Runner,
) -> None:
    gc.collect()  # Functions of other tests
    ran = guarded("""
        class Gate(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                ctx.save_for_backward(x)
                return x * x

            @staticmethod
            @torch.autograd.function.once_differentiable
            def backward(ctx, grad):
                return 2 * ctx.saved_tensors[0] * grad

        x = torch.ones(3, requires_grad=True)
        (slope,) = torch.autograd.grad(Gate.apply(x * 2).pow(2).sum(), x, create_graph=True)
        slope.pow(2).sum().backward()
    """)
    assert (ran.only.code, ran.only.outcome) == ("GS705", "raises")
    assert "`Gate`" in ran.only.message
    assert "once_differentiable" in ran.told("cut")


def test_a_flag_set_on_a_result_is_told_with_the_line_that_made_it() -> None:
    session = gradsan.guard()

    @session
    def switch(image: Any) -> None:
        image = image * 2
        image.requires_grad = True

    with pytest.raises(RuntimeError, match="flags of leaf"):
        switch(torch.ones(2, requires_grad=True))
    [finding] = session.report.findings
    assert (finding.code, finding.outcome) == ("GS517", "raises")
    assert "`image`" in finding.message
    rows = [label.place.start.row for label in finding.labels]
    assert rows[0] == rows[1] - 1


def test_a_derivative_of_plain_gradients_names_the_backward_that_made_them(
    guarded: Runner,
) -> None:
    ran = guarded("""
        w = torch.ones(3, requires_grad=True)
        w.pow(3).sum().backward()
        grads = [w.grad]
        torch.autograd.grad(grads, [w], grad_outputs=[torch.ones(3)])
    """)
    assert (ran.only.code, ran.only.outcome) == ("GS511", "raises")
    assert ran.told("cut") == "w.pow(3).sum().backward()"
    assert ran.told("needed").startswith("torch.autograd.grad(")


def test_a_copy_of_graph_values_is_named_when_the_loss_has_no_graph(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        parts = torch.tensor([x.sum(), x.prod()])
        loss = parts.sum()
        loss.backward()
    """)
    assert (ran.only.code, ran.only.outcome) == ("GS501", "raises")
    assert ran.told("cut") == "torch.tensor([x.sum(), x.prod()])"
    assert ran.told("needed") == "loss.backward()"


def test_a_copy_before_an_earlier_pass_is_not_blamed(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        loss = x.sum()
        shown = torch.tensor([loss, 1.0])
        loss.backward()
        x.requires_grad_(False)
        x.sum().backward()
    """)
    assert "does not require grad" in str(ran.error)
    assert "GS501" not in {finding.code for finding in ran.report.findings}


def test_a_leaf_that_is_only_copied_and_never_gets_a_gradient_is_told(guarded: Runner) -> None:
    ran = guarded("""
        index = torch.ones(2, requires_grad=True)
        depth = torch.tensor(0.3, requires_grad=True)
        thickness = torch.tensor([depth, 0.2])
        for _ in range(2):
            index.grad = None
            (index * thickness).sum().backward()
    """)
    assert (ran.only.code, ran.only.outcome, ran.only.count) == ("GS501", "lost", 1)
    assert ran.told("cut") == "torch.tensor([depth, 0.2])"


COPIES_THAT_ARE_MEANT = {
    "it has a gradient too": """
        w, s = torch.ones(2, requires_grad=True), torch.tensor(0.3, requires_grad=True)
        fixed = torch.tensor([s, 0.2])
        (w * fixed * s).sum().backward()
        s.grad = None
    """,
    "its gradient is asked for by hand": """
        w, s = torch.ones(2, requires_grad=True), torch.tensor(0.3, requires_grad=True)
        fixed = torch.tensor([s, 0.2])
        loss = (w * fixed * s).sum()
        torch.autograd.grad(loss, [s], retain_graph=True)
        loss.backward(inputs=[w])
    """,
    "it is only shown": """
        w, s = torch.ones(2, requires_grad=True), torch.tensor(0.3, requires_grad=True)
        shown = torch.tensor([s, 0.2])
        (w * 2).sum().backward()
    """,
    "it comes later": """
        w, s = torch.ones(2, requires_grad=True), torch.tensor(0.3, requires_grad=True)
        (w * 2).sum().backward()
        s.requires_grad_(False)
        (w * torch.tensor([s, 0.2])).sum().backward()
    """,
}


@pytest.mark.parametrize("program", COPIES_THAT_ARE_MEANT.values(), ids=COPIES_THAT_ARE_MEANT)
def test_copies_that_are_meant_are_fine(guarded: Runner, program: str) -> None:
    ran = guarded(program)
    assert ran.error is None
    assert ran.report.findings == ()


def test_a_warning_of_torch_tensor_still_names_the_line_of_the_user(guarded: Runner) -> None:
    program = """
        x = torch.ones(3)
        for _ in range(2):
            torch.tensor(x)
        torch.tensor(x)
    """
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("default")
        ran = guarded(program)
    rows = [row for row, line in enumerate(ran.source.splitlines(), 1) if "tensor(x)" in line]
    assert [Path(one.filename).name for one in heard] == ["model.py"] * 2
    assert [one.lineno for one in heard] == rows


def test_an_error_of_torch_tensor_shows_no_frame_that_is_not_there() -> None:
    with gradsan.guard(), pytest.raises(ValueError, match="one element") as caught:
        torch.tensor([torch.ones(2), 1.0])
    assert [Path(one.path).name for one in caught.traceback if one.name == "<lambda>"] == []
    assert sum(one.path == Path(__file__) for one in caught.traceback) == 1


MADE_LEAVES = {
    "Variable": "loss = torch.autograd.Variable(loss, requires_grad=True)",
    "tensor": "loss = torch.tensor(loss, requires_grad=True)",
    "method": "loss.requires_grad_()",
    "flag": "loss.requires_grad = True",
}


@pytest.mark.parametrize("made", MADE_LEAVES.values(), ids=MADE_LEAVES)
def test_a_loss_that_is_made_a_leaf_is_told_when_a_step_finds_no_gradient(
    guarded: Runner, made: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "reader", None)
    ran = guarded(f"""
        net = nn.Linear(2, 1)
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        for _ in range(2):
            loss = net(torch.ones(1, 2)).data.mean()
            {made}
            opt.zero_grad()
            loss.backward()
            opt.step()
    """)
    assert (ran.only.code, ran.only.outcome, ran.only.count) == ("GS506", "lost", 1)
    assert ran.told("cut") in made
    assert ran.told("needed") == "loss.backward()"


def test_a_cut_that_the_text_knows_is_told_in_the_place_of_the_new_leaf(
    guarded: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "reader", read_source)
    ran = guarded("""
        net = nn.Linear(2, 1)
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        loss = net(torch.ones(1, 2)).data.mean()
        loss.requires_grad_()
        loss.backward()
        opt.step()
    """)
    assert ran.only.outcome == "lost"
    assert ran.told("cut").endswith(".data")


def test_a_value_made_a_leaf_on_the_way_is_told(guarded: Runner) -> None:
    ran = guarded("""
        net = nn.Linear(2, 1)
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        hard = torch.tensor((net(torch.ones(3, 2)) > 0).float(), requires_grad=True)
        hard.pow(2).mean().backward()
        opt.step()
    """)
    assert (ran.only.code, ran.only.outcome) == ("GS506", "lost")
    assert ran.told("cut").startswith("torch.tensor((net(")


LEAVES_THAT_ARE_MEANT = {
    "an attack beside a training": """
        net = nn.Linear(2, 1)
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        for _ in range(2):
            image = torch.ones(3, 2).requires_grad_()
            net(image).mean().backward()
            opt.step()
            opt.zero_grad()
    """,
    "a frozen net": """
        net = nn.Linear(2, 1).requires_grad_(False)
        image = torch.tensor(torch.ones(3, 2), requires_grad=True)
        net(image).mean().backward()
    """,
    "a step without a gradient after one with": """
        net = nn.Linear(2, 1)
        opt = torch.optim.SGD(net.parameters(), lr=0.1)
        net(torch.ones(3, 2)).mean().backward()
        opt.step()
        opt.zero_grad()
        penalty = torch.ones(2).requires_grad_()
        penalty.sum().backward()
        opt.step()
    """,
    "a leaf by itself": "x = torch.tensor(1.0, requires_grad=True)\n        x.backward()",
}


@pytest.mark.parametrize("program", LEAVES_THAT_ARE_MEANT.values(), ids=LEAVES_THAT_ARE_MEANT)
def test_leaves_that_are_meant_are_fine(guarded: Runner, program: str) -> None:
    ran = guarded(program)
    assert ran.error is None
    assert ran.report.findings == ()


def test_of_a_list_of_values_the_second_backward_is_to_blame(guarded: Runner) -> None:
    ran = guarded("""
        nets = [nn.Linear(2, 2), nn.Linear(2, 2)]
        outputs = [net(torch.ones(1, 2)).tanh() for net in nets]
        for turn in range(2):
            loss = (outputs[turn] - outputs[1 - turn]).pow(2).sum()
            loss.backward()
    """)
    assert (ran.only.code, ran.only.outcome) == ("GS402", "raises")
    assert ran.told("changed") == "loss.backward()"


SALIENCY = """
    net = nn.Linear(2, 1)
    image = torch.ones(1, 2)
    net(image).sum().backward()
    {read}
"""


@pytest.mark.parametrize(
    "read", ["saliency = image.grad", "shape = torch.zeros_like(net.weight), image.grad"]
)
def test_a_gradient_of_a_tensor_that_requires_none_is_told_where_it_is_read(
    guarded: Runner, read: str
) -> None:
    ran = guarded(SALIENCY.format(read=read))
    assert (ran.only.code, ran.only.outcome) == ("GS521", "lost")
    assert ran.told("cut") == "image.grad"
    assert "does not require grad" in ran.only.message


@pytest.mark.parametrize(
    "read",
    [
        "print(image.grad)",
        "assert image.grad is None",
        "slope = image.grad if image.grad is not None else torch.zeros(2)",
        "slope = image.grad\n    if slope is None:\n        slope = torch.zeros(2)",
        "slopes = [one.grad for one in (image, net.weight)]",
        "if False:\n        slope = image.grad",
        "image.grad = torch.ones(1, 2)\n    slope = image.grad",
        "slope = net.weight.grad",
        "slopes = {'image': image.grad}",
        "image = net.weight\n    slope = image.grad",
    ],
)
def test_a_gradient_that_is_tested_shown_or_there_is_fine(guarded: Runner, read: str) -> None:
    ran = guarded(SALIENCY.format(read=read))
    assert ran.error is None
    assert ran.report.findings == ()


def test_a_batch_of_a_loop_that_requires_no_gradient_is_told(guarded: Runner) -> None:
    ran = guarded("""
        net = nn.Linear(2, 1)
        for image in torch.ones(3, 2):
            net(image).sum().backward()
            saliency = image.grad
    """)
    assert (ran.only.code, ran.only.count) == ("GS521", 1)
    assert ran.told("cut") == "image.grad"


def test_a_gradient_that_a_later_pass_brings_is_fine(guarded: Runner) -> None:
    ran = guarded("""
        w, x = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
        (w * 2).sum().backward()
        (w * x).sum().backward()
        slope = x.grad
    """)
    assert ran.report.findings == ()


def test_the_one_detach_on_the_way_is_named_for_a_gradient_that_is_none(guarded: Runner) -> None:
    ran = guarded("""
        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.first, self.last = nn.Linear(2, 2), nn.Linear(2, 1)
            def forward(self, x):
                features = torch.tanh(self.first(x))
                return self.last(features.detach())

        net, x = Net(), torch.ones(1, 2, requires_grad=True)
        loss = net(x).sum()
        loss.backward()
        slope = x.grad
    """)
    assert (ran.only.code, ran.only.outcome) == ("GS521", "lost")
    assert ran.told("cut") == "features.detach()"
    assert ran.told("needed") == "x.grad"


def test_a_none_that_is_stumbled_over_raises() -> None:
    session = gradsan.guard()

    @session
    def slope(x: Any) -> Any:
        (torch.ones(2, requires_grad=True) * x).sum().backward()
        return x.grad.abs()

    with pytest.raises(AttributeError, match="NoneType"):
        slope(torch.ones(2))
    [finding] = session.report.findings
    assert (finding.code, finding.outcome) == ("GS521", "raises")


def test_a_gradient_of_a_result_is_told_unless_it_is_retained(guarded: Runner) -> None:
    program = """
        x = torch.ones(2, requires_grad=True)
        y = x * 2
        {retained}
        y.sum().backward()
        slope = y.grad
    """
    assert guarded(program.format(retained="")).only.code == "GS508"
    assert guarded(program.format(retained="y.retain_grad()")).report.findings == ()


def test_a_pass_of_an_earlier_guard_says_nothing_about_a_step_in_this_one(guarded: Runner) -> None:
    program = """
        w = nn.Parameter(torch.ones(3))
        optimizer = torch.optim.SGD([w], 0.1)
        optimizer.step()
        leaf = torch.ones(3).requires_grad_()
        (leaf * 2).sum().backward()
    """
    earlier = guarded("torch.ones(3, requires_grad=True).sum().backward()")
    assert earlier.report.findings == ()
    assert guarded(program).report.findings == ()


MISCOUNTED = """\
import torch
class Miscounted(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k, flag):
        ctx.k = k
        return x * k
    @staticmethod
    def backward(ctx, grad):
        if ctx.k == 1:
            return grad, None, None
        return grad * ctx.k, None
x = torch.ones(3, requires_grad=True)
Miscounted.apply(x, 2, True).mean().backward()
"""


def test_a_wrong_number_of_gradients_is_told_at_the_return_that_gave_them(tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    path.write_text(MISCOUNTED)
    session = gradsan.guard()
    with pytest.raises(RuntimeError, match="incorrect number of gradients"), session:
        exec(compile(MISCOUNTED, str(path), "exec"), {"__name__": "model"})
    [finding] = session.report.findings
    assert (finding.code, finding.outcome, finding.place.start.row) == ("GS707", "raises", 11)
    assert finding.message == "backward of `Miscounted` returns 2 gradients for 3 inputs"
