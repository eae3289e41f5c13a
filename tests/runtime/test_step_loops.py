"""The loops of torch.optim: each is heard as one write, and nothing else goes unheard by it."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")

import gradsan  # noqa: E402

LOOPS = (
    "Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax", "ASGD", "NAdam", "RAdam",
    "RMSprop", "Rprop", "SGD",
)  # fmt: skip


def stepped(name: str, weights: Any, *, foreach: bool = False) -> Any:
    return getattr(torch.optim, name)(weights, lr=0.1, foreach=foreach)


@pytest.mark.parametrize("foreach", [False, True])
@pytest.mark.parametrize("name", LOOPS)
def test_a_step_between_forward_and_backward_is_told_by_its_optimizer(
    guarded: Runner, name: str, foreach: bool
) -> None:
    ran = guarded(f"""
        net = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1))
        opt = torch.optim.{name}(net.parameters(), lr=0.1, foreach={foreach})
        net(torch.randn(2, 3)).sum().backward()
        loss = net(torch.randn(2, 3)).pow(2).sum()
        opt.step()
        loss.backward()
    """)
    assert (ran.only.code, ran.told("changed")) == ("GS401", "opt.step()")
    assert name in str(ran.only)


def test_weights_that_share_their_memory_are_told_by_where_they_lie(guarded: Runner) -> None:
    ran = guarded("""
        both = torch.randn(2, 3, 3)
        first, second = (nn.Parameter(one) for one in both)
        opt = torch.optim.SGD([second], lr=0.1)
        second.sum().backward()
        loss = second.pow(3).sum()
        opt.step()
        loss.backward()
    """)
    assert ran.told("changed") == "opt.step()"


def test_a_step_that_fails_half_way_has_written_all_the_same(guarded: Runner) -> None:
    ran = guarded("""
        w, broken = nn.Parameter(torch.ones(3)), nn.Parameter(torch.ones(3))
        opt = torch.optim.SGD([w, broken], lr=0.1)
        w.grad, broken.grad = torch.ones(3), torch.ones(3)
        broken.grad.data = torch.ones(5)
        loss = w.exp().pow(w).sum()
        try:
            opt.step()
        except RuntimeError:
            pass
        loss.backward()
    """)
    assert ran.told("changed") == "opt.step()"


def test_a_users_hook_inside_a_step_is_heard_by_its_own_line(guarded: Runner) -> None:
    ran = guarded("""
        w, kept = nn.Parameter(torch.ones(3)), torch.ones(3)
        opt = torch.optim.SGD([w], lr=0.1)
        opt.register_step_post_hook(lambda *_: kept.add_(1))
        w.grad = torch.ones(3)
        loss = (torch.ones(3, requires_grad=True) * kept).sum()
        opt.step()
        loss.backward()
    """)
    assert ran.told("changed") == "kept.add_(1)"


def test_another_thread_is_heard_while_a_loop_runs(guarded: Runner) -> None:
    ran = guarded("""
        import threading
        x, kept, w = torch.ones(3, requires_grad=True), torch.ones(3), nn.Parameter(torch.ones(3))
        loss = (x * kept).sum()
        class Rate(float):
            def __neg__(self):  # asked for by the loop
                thread = threading.Thread(target=lambda: kept.add_(1))
                thread.start()
                thread.join()
                return -float(self)
        w.grad = torch.ones(3)
        torch.optim.SGD([w], lr=Rate(0.1)).step()
        loss.backward()
    """)
    assert ran.told("changed") == "kept.add_(1)"


@pytest.mark.parametrize("foreach", [False, True])
@pytest.mark.parametrize("name", LOOPS)
def test_repair_keeps_what_a_loop_writes_over(name: str, foreach: bool) -> None:
    def gradient(*, in_between: bool) -> Any:
        torch.manual_seed(0)
        w = torch.nn.Parameter(torch.randn(3, 3))
        opt = stepped(name, [w], foreach=foreach)
        w.grad = torch.ones(3, 3)
        opt.step()
        x = torch.randn(3, 3, requires_grad=True)
        loss = (x @ w).pow(2).sum()
        if in_between:
            opt.step()
        loss.backward()
        return x.grad

    with gradsan.repair():
        repaired = gradient(in_between=True)
    assert torch.equal(repaired, gradient(in_between=False))


def test_repair_keeps_what_a_graph_has_of_the_optimizer_itself() -> None:
    w = torch.nn.Parameter(torch.ones(3))
    opt = torch.optim.SGD([w], lr=0.1, momentum=0.9)
    w.grad = torch.ones(3)
    with gradsan.repair():
        opt.step()
        x = torch.ones(3, requires_grad=True)
        loss = (x * opt.state[w]["momentum_buffer"]).sum()
        opt.step()
        loss.backward()
    assert x.grad.tolist() == [1, 1, 1]


@pytest.mark.filterwarnings("ignore")
def test_torch_compiles_its_own_optimizers_under_the_guard() -> None:
    functional = importlib.import_module("torch.optim.sgd")
    with gradsan.guard():
        assert "_single_tensor_sgd" in torch.jit.script(functional.sgd).code
        importlib.import_module("torch.distributed.optim")  # compiles more of them, and no_grad


def test_the_loops_are_given_back() -> None:
    functional = importlib.import_module("torch.optim.sgd")
    before = functional._single_tensor_sgd
    with gradsan.guard():
        assert functional._single_tensor_sgd is not before
        assert functional._single_tensor_sgd.__qualname__ == before.__qualname__
    assert functional._single_tensor_sgd is before


def test_the_names_without_a_door_are_taken_away_again() -> None:
    def unheard() -> list[str]:
        return [name for name in dir(torch.Tensor) if "gradsan" in name]

    with gradsan.guard():
        assert unheard()
    assert not unheard()


@pytest.mark.parametrize("name", LOOPS)
def test_a_method_that_the_program_puts_in_place_of_ours_is_called_by_the_loop(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    called = []
    w = torch.nn.Parameter(torch.ones(3))
    w.grad = torch.ones(3)
    with gradsan.guard():
        for method in ("add_", "mul_", "addcdiv_", "copy_", "lerp_"):
            original = getattr(torch.Tensor, method)

            def heard(*args: Any, original: Any = original, **kwargs: Any) -> Any:
                called.append(original)
                return original(*args, **kwargs)

            monkeypatch.setattr(torch.Tensor, method, heard)
        stepped(name, [w]).step()
        monkeypatch.undo()
    assert called


def test_a_loop_runs_the_code_of_a_subclass_in_the_state_of_an_optimizer() -> None:
    called = []

    def heard(self: Any, *args: Any) -> Any:
        called.append("mul_")
        return torch.Tensor.mul_(self, *args)

    loud = type("Loud", (torch.Tensor,), {"mul_": heard})
    w = torch.nn.Parameter(torch.ones(3))
    opt = torch.optim.SGD([w], lr=0.1, momentum=0.9)
    opt.state[w]["momentum_buffer"] = torch.zeros(3).as_subclass(loud)
    w.grad = torch.ones(3)
    with gradsan.guard():
        opt.step()
    assert called == ["mul_"]
