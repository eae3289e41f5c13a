"""Every way to write is seen, with exactly the right place."""

from __future__ import annotations

import pytest

from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")

import gradsan  # noqa: E402

# form: (the write, what the carets stand under, the op told, the thing told)
FORMS = {
    "method": ("h.add_(1.0)", "h.add_(1.0)", "add_", "h"),
    "method in a chain": ("g = h.mul_(2.0).clone()", "h.mul_(2.0)", "mul_", "h"),
    "keyword argument": ("h.clamp_(min=0.0)", "h.clamp_(min=0.0)", "clamp_", "h"),
    "augmented assignment": ("h += 1.0", "h += 1.0", "+=", "h"),
    "augmented product": ("h *= 2.0", "h *= 2.0", "*=", "h"),
    "augmented quotient": ("h /= 2.0", "h /= 2.0", "/=", "h"),
    "augmented power": ("h **= 2.0", "h **= 2.0", "**=", "h"),
    "item": ("h[0] = 1.0", "h[0]", "[]=", "h"),
    "slice": ("h[1:] = 1.0", "h[1:]", "[]=", "h"),
    "mask": ("h[h > 0] = 1.0", "h[h > 0]", "[]=", "h"),
    "augmented item": ("h[0] += 1.0", "h[0] += 1.0", "+=", "h"),
    "view": ("h.view(-1).add_(1.0)", "h.view(-1).add_(1.0)", "add_", "h.view(-1)"),
    "detached": ("h.detach().add_(1.0)", "h.detach().add_(1.0)", "add_", "h"),
    "function": ("torch.relu_(h)", "torch.relu_(h)", "relu_", "h"),
    "functional": ("F.relu(h, inplace=True)", "F.relu(h, inplace=True)", "relu_", "h"),
    "nn function": ("F.silu(h, inplace=True)", "F.silu(h, inplace=True)", "silu_", "h"),
    "alias in functional": ("F.threshold_(h, 1, 0)", "F.threshold_(h, 1, 0)", "threshold_", "h"),
    "dropout": ("F.dropout(h, inplace=True)", "F.dropout(h, inplace=True)", "dropout_", "h"),
    "module": ("nn.ReLU(inplace=True)(h)", "nn.ReLU(inplace=True)(h)", "relu_", ""),
    "list": ("torch._foreach_zero_([h])", "torch._foreach_zero_([h])", "_foreach_zero_", "[h]"),
    "initialiser": (
        "with torch.no_grad(): nn.init.zeros_(h)",
        "nn.init.zeros_(h)",
        "zero_",
        "h",
    ),
    "without grad": ("with torch.no_grad(): h.zero_()", "h.zero_()", "zero_", "h"),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_a_write_is_told_with_its_exact_place(guarded: Runner, form: str) -> None:
    write, carets, op, thing = FORMS[form]
    ran = guarded(f"""
        x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
        h = torch.exp(x)
        {write}
        h.sum().backward()
    """)
    assert ran.error is not None
    exp = next(f for f in ran.report.findings if ran.told("saved", f) == "torch.exp(x)")
    assert exp.code == "GS101"
    assert ran.told("changed", exp) == carets
    assert ran.text(exp.place) == carets
    assert ran.told("needed", exp) == "h.sum().backward()"
    changed = exp.label("changed")
    assert changed is not None
    assert changed.text.startswith(f"{op} ")
    assert (f"`{thing}`" if thing else "a value") in exp.message


def test_columns_count_characters_not_bytes(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        α = "ж"; β = torch.exp(x); γ = 1
        ζ = "ü"; β.add_(1.0)
        β.sum().backward()
    """)
    assert ran.told("saved") == "torch.exp(x)"
    assert ran.told("changed") == "β.add_(1.0)"
    assert "`β`" in ran.only.message


def test_a_call_over_several_lines_is_told(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        h = torch.exp(x)
        (
            h
            .add_(1.0)
        )
        h.sum().backward()
    """)
    assert ran.told("changed") == "add_(1.0)"
    assert "`h`" in ran.only.message


def test_the_function_is_named(guarded: Runner) -> None:
    ran = guarded("""
        class Encoder(nn.Module):
            def forward(self, x):
                h = torch.exp(x)
                h += 1.0
                return h

        def step(model, x):
            model(x).sum().backward()

        step(Encoder(), torch.ones(3, requires_grad=True))
    """)
    saved, changed, needed = (ran.only.label(role) for role in ("saved", "changed", "needed"))
    assert saved is not None
    assert changed is not None
    assert needed is not None
    assert saved.function == changed.function == "Encoder.forward"
    assert needed.function == "step"


def test_the_first_write_that_overlaps_is_told_and_later_ones_counted(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(4, requires_grad=True)
        y = x * 2
        part = y[2:]
        loss = (part * part).sum()
        y[0] = 1.0
        y[3] = 2.0
        y.mul_(3.0)
        loss.backward()
    """)
    assert ran.told("changed") == "y[3]"
    changed = ran.only.label("changed")
    assert changed is not None
    assert "1 more after it" in changed.text


def test_a_write_of_other_bytes_is_told_as_intact(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(4, requires_grad=True)
        y = x * 2
        part = y[:2]
        loss = (part * part).sum()
        y[2:] = 0.0
        loss.backward()
    """)
    assert ran.error is not None
    changed = ran.only.label("changed")
    assert changed is not None
    assert "intact" in changed.text
    assert ran.told("changed") == "y[2:]"


def test_a_write_that_raises_is_no_write(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        h = torch.exp(x)
        try:
            h.add_(torch.ones(7))
        except RuntimeError:
            pass
        h.sum().backward()
    """)
    assert ran.error is None
    assert ran.report.findings == ()


def test_an_op_that_saves_its_own_result_is_fine(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        for op in ("exp_", "sigmoid_", "tanh_", "relu_", "sqrt_"):
            y = x * 2
            getattr(y, op)()
            y.sum().backward()
        y = (x * 2).exp_().add(1.0).relu_()
        y.sum().backward()
        m = nn.Sequential(nn.Linear(3, 3), nn.ReLU(inplace=True), nn.Linear(3, 3))
        m(x).sum().backward()
    """)
    assert ran.error is None
    assert ran.report.findings == ()


def test_a_write_before_the_save_is_fine(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        y = x * 2
        y.add_(1.0)
        y[0] = 3.0
        y.exp().sum().backward()
    """)
    assert ran.error is None
    assert ran.report.findings == ()


def test_resize_and_set_and_transpose_change_no_bytes(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(2, 2, requires_grad=True)
        buffer = torch.ones(2, 2)
        loss = (x * buffer).sum()
        buffer.t_()
        loss.backward()
    """)
    if ran.error is None:
        assert ran.report.findings == ()
    else:
        changed = ran.only.label("changed")
        assert changed is not None
        assert "intact" in changed.text


def test_a_step_of_an_optimizer_is_told_at_the_users_line(guarded: Runner) -> None:
    ran = guarded("""
        model = nn.Linear(2, 2)
        optimizer = torch.optim.AdamW(model.parameters())
        x = torch.ones(1, 2, requires_grad=True)
        out = model(x)
        late = out.sum()
        model(x).sum().backward()
        optimizer.step()
        late.backward()
    """)
    finding = ran.report.findings[0]
    assert ran.text(finding.place) == "optimizer.step()"
    assert ran.told("saved", finding) == "model(x)"
    changed = finding.label("changed")
    assert changed is not None
    assert "AdamW" in changed.text + finding.message


@pytest.mark.parametrize("call", ["torch.ops.aten.add_(h, 1.0)", "torch.ops.aten.add_.Tensor(h, x)",
                                  "torch.ops.aten.add.out(x, x, out=h)"])  # fmt: skip
def test_an_op_called_by_its_registered_name_is_heard(guarded: Runner, call: str) -> None:
    ran = guarded(f"""
        x = torch.ones(3, requires_grad=True)
        h = torch.exp(x)
        with torch.no_grad():
            {call}
        h.sum().backward()
    """)
    assert ran.told("saved") == "torch.exp(x)"
    assert ran.told("changed") == call


@pytest.mark.parametrize("call", ["torch.mul(x, x, out=h)", "torch.abs(x, out=h)",
                                  "torch.sum(x, 0, True, out=h)"])  # fmt: skip
def test_every_function_that_takes_out_is_heard(guarded: Runner, call: str) -> None:
    ran = guarded(f"""
        x = torch.ones(1, requires_grad=True)
        h = torch.exp(x)
        with torch.no_grad():
            {call}
        h.sum().backward()
    """)
    assert ran.told("changed") == call


def test_an_op_called_by_its_registered_name_is_repaired() -> None:
    x = torch.ones(3, requires_grad=True)
    with gradsan.repair():
        h = torch.exp(x)
        torch.ops.aten.mul_(h, 3.0)
        h.sum().backward()
    assert torch.allclose(x.grad, 3 * torch.ones(3).exp())
