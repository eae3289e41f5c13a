"""Every torch row of the table against the real error of the real torch."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import gradsan
from gradsan.messages.table import MESSAGES
from tests.messages.programs import PROGRAMS, QUOTED_ONLY, leaf, text_of, value

CASES = [(name, program) for name, programs in PROGRAMS.items() for program in programs]


def slow_if_compiled(name: str, program: Any) -> Any:
    marks = [pytest.mark.slow] if name.startswith("compiled") else []
    return pytest.param(name, program, marks=marks, id=f"{name}-{program.__name__}")


@pytest.mark.parametrize(("name", "program"), [slow_if_compiled(*case) for case in CASES])
def test_the_real_error_is_explained(name: str, program: Any) -> None:
    text = text_of(program)
    told = gradsan.explain(text)
    assert told.message is not None, text
    assert told.message.name == name, text


def test_an_exception_is_explained_like_its_text() -> None:
    program = PROGRAMS["modified-in-place"][0]
    with pytest.raises(RuntimeError) as raised:
        program()
    told = gradsan.explain(raised.value)
    assert told.message is not None
    assert told.message.name == "modified-in-place"
    assert told.error_type == "RuntimeError"
    assert any(frame.function == "write_to_a_saved_result" for frame in told.frames)


def test_every_torch_row_is_provoked_or_says_why_not() -> None:
    rows = {message.name for message in MESSAGES if "torch" in message.frameworks}
    others = {"jax-numpy-buffer"}  # a torch tensor with grad gives another error there
    assert rows == (PROGRAMS.keys() | QUOTED_ONLY.keys() | others)
    assert not PROGRAMS.keys() & QUOTED_ONLY.keys()


class TestWhatTheVersionErrorTells:
    """The op that the text names is not always the one that saved."""

    def told(self, program: Any) -> gradsan.messages.message.Explanation:
        return gradsan.explain(text_of(program))

    def test_facts_are_captured(self) -> None:
        told = self.told(PROGRAMS["modified-in-place"][0])
        facts = {key: told.facts[key] for key in ("type", "shape", "found", "expected")}
        assert facts == {
            "type": "torch.FloatTensor",
            "shape": "2, 3",
            "found": "1",
            "expected": "0",
        }
        assert "float32 [2, 3], written once" in told.hints[0]

    @pytest.mark.parametrize(
        "op",
        ["exp", "exp2", "expm1", "sigmoid", "tanh", "tan", "sqrt", "rsqrt", "reciprocal", "relu"],
    )
    def test_an_op_that_keeps_its_result_is_named_as_the_saver(self, op: str) -> None:
        def program() -> None:
            y = getattr(value(), op)()
            y[0] = 1.0
            y.sum().backward()

        told = self.told(program)
        assert told.facts["node"].removesuffix("Backward0").lower() == op
        assert "keeps its own result" in told.hints[1]

    def test_of_a_saved_input_the_last_writer_is_named(self) -> None:
        def program() -> None:
            y = value()
            z = y**2
            y.add_(1)
            y.clamp_(max=1)
            z.sum().backward()

        told = self.told(program)
        assert told.facts["node"].startswith("Clamp")
        assert "wrote last" in told.hints[1]
        assert "written 2 times" in told.hints[0]

    def test_a_write_by_index_is_recognised(self) -> None:
        assert "by index" in self.told(PROGRAMS["modified-in-place"][1]).hints[1]

    def test_a_weight_changed_by_the_optimizer_is_suspected(self) -> None:
        for program in PROGRAMS["modified-in-place"][2:4]:
            assert "optimizer.step()" in self.told(program).hints[1]

    def test_a_mask_is_recognised(self) -> None:
        assert "a mask" in self.told(PROGRAMS["modified-in-place"][4]).hints[1]

    def test_anomaly_mode_is_put_into_its_place(self) -> None:
        assert "11 of 72" in self.told(PROGRAMS["modified-in-place"][5]).hints[2]


class TestThatTheAdviceIsTrue:
    def test_data_silences_the_error_and_the_gradient_is_wrong(self) -> None:
        x = leaf()
        y = x.exp()
        y.data.add_(1)
        y.sum().backward()
        assert not torch.allclose(x.grad, x.detach().exp())

    def test_retain_graph_turns_the_second_backward_into_the_version_error(self) -> None:
        def program() -> None:
            w = leaf()
            optimizer = torch.optim.SGD([w], lr=0.1)
            loss = (w**2).sum()
            loss.backward(retain_graph=True)
            optimizer.step()
            loss.backward()

        told = gradsan.explain(text_of(program))
        assert told.message is not None
        assert told.message.name == "modified-in-place"

    def test_requires_grad_on_the_loss_trains_nothing(self) -> None:
        w = leaf()
        loss = w.detach().sum().requires_grad_()
        loss.backward()
        assert w.grad is None

    def test_a_rebound_weight_is_no_leaf(self) -> None:
        w = leaf()
        (w**2).sum().backward()
        w = w - 0.1 * w.grad
        assert not w.is_leaf

    def test_an_update_under_no_grad_keeps_the_leaf(self) -> None:
        w = leaf()
        (w**2).sum().backward()
        with torch.no_grad():
            w -= 0.1 * w.grad
        assert w.is_leaf
        assert w.requires_grad

    def test_torch_where_around_sqrt_still_gives_nan(self) -> None:
        x = torch.zeros(2, requires_grad=True)
        torch.where(x > 0, x.sqrt(), 0.0).sum().backward()
        assert x.grad.isnan().all()

    def test_torch_where_inside_and_outside_gives_zero(self) -> None:
        x = torch.zeros(2, requires_grad=True)
        ok = x > 0
        torch.where(ok, torch.where(ok, x, 1.0).sqrt(), 0.0).sum().backward()
        assert (x.grad == 0).all()

    def test_a_write_through_detach_is_seen(self) -> None:
        y = leaf().exp()
        y.detach().add_(1)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y.sum().backward()

    def test_a_clone_of_a_piece_may_be_written(self) -> None:
        piece = value(4).split(2)[0].clone()
        piece += 1
        piece.sum().backward()

    def test_stack_keeps_the_gradient_and_tensor_does_not(self) -> None:
        a, b = value(1), value(1)
        assert torch.stack([a, b]).requires_grad
        assert not torch.tensor([a.item(), b.item()]).requires_grad

    def test_functional_call_takes_other_weights_with_their_gradient(self) -> None:
        model = torch.nn.Linear(2, 1, bias=False)
        new = leaf(1, 2)
        torch.func.functional_call(model, {"weight": new}, torch.ones(2)).sum().backward()
        assert new.grad is not None
