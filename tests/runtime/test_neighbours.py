"""Under the guard everything else works as without it."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
from torch import nn  # noqa: E402
from torch.nn import functional  # noqa: E402
from torch.utils.checkpoint import checkpoint  # noqa: E402

import gradsan  # noqa: E402


@pytest.fixture
def session() -> Iterator[Any]:
    """Run the test under the guard; it may find nothing."""
    with gradsan.guard() as session:
        yield session
    assert session.report.findings == ()


def cube(x: Any) -> Any:
    return (x**3).sum()


@pytest.mark.usefixtures("session")
def test_torch_func_transforms_work() -> None:
    x = torch.ones(2)
    assert torch.equal(torch.func.grad(cube)(x), 3 * x)
    assert torch.equal(torch.func.hessian(cube)(x), 6 * torch.eye(2))
    assert torch.equal(torch.func.jacrev(torch.sin)(x), torch.cos(x).diag())
    assert torch.equal(torch.func.vmap(lambda v: v.clone().add_(1.0))(x), x + 1)
    per_sample = torch.func.vmap(torch.func.grad(cube))(torch.ones(3, 2))
    assert torch.equal(per_sample, 3 * torch.ones(3, 2))


def test_the_hooks_are_back_after_torch_func() -> None:
    with gradsan.guard() as session:
        torch.func.grad(cube)(torch.ones(2))
        x = torch.ones(3, requires_grad=True)
        h = torch.exp(x)
        h.add_(1.0)
        with pytest.raises(RuntimeError):
            h.sum().backward()
    [finding] = session.report.findings
    assert finding.label("saved") is not None


def test_torch_func_still_refuses_the_users_own_hooks() -> None:
    x = torch.ones(2)
    with gradsan.guard(), torch.autograd.graph.save_on_cpu(), pytest.raises(RuntimeError):
        torch.func.grad(cube)(x)


@pytest.mark.usefixtures("session")
@pytest.mark.parametrize("use_reentrant", [False, True])
def test_checkpoint_works(use_reentrant: bool) -> None:
    x = torch.ones(3, requires_grad=True)
    checkpoint(lambda a: (a.exp() * a).sum(), x, use_reentrant=use_reentrant).backward()
    assert torch.allclose(x.grad, 2 * torch.e * torch.ones(3))


@pytest.mark.usefixtures("session")
def test_save_on_cpu_works_inside() -> None:
    x = torch.ones(3, requires_grad=True)
    with torch.autograd.graph.save_on_cpu():
        y = (x.exp() * x).sum()
    y.backward()
    assert torch.allclose(x.grad, 2 * torch.e * torch.ones(3))


def test_hooks_that_were_there_before_the_guard_stay_in_charge() -> None:
    packed = []

    def pack(tensor: Any) -> Any:
        packed.append(tensor)
        return tensor.detach()

    x = torch.ones(3, requires_grad=True)
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t), gradsan.guard():
        x.exp().sum().backward()
    assert len(packed) == 1


def mixed(x: Any) -> Any:
    h = torch.exp(x * 2).clone()
    h.add_(1.0)
    h += x
    h[0] = 1.0
    torch.relu_(h)
    e = x * 1
    functional.elu(e, inplace=True)
    return (h + e + functional.dropout(x * 1, 0.0, inplace=True)).sum()


def gradient(function: Callable[[Any], Any]) -> Any:
    x = torch.arange(4.0).requires_grad_()
    function(x).backward()
    return x.grad


@pytest.mark.slow
def test_compiled_functions_have_one_graph_before_inside_and_after() -> None:
    want = gradient(mixed)
    before = torch.compile(mixed, backend="aot_eager", fullgraph=True)
    assert torch.equal(gradient(before), want)
    stats = torch._dynamo.utils.counters["stats"]
    for _ in range(3):
        with gradsan.guard() as session:
            made = stats["unique_graphs"]
            assert torch.equal(gradient(before), want)
            inside = torch.compile(mixed, backend="aot_eager", fullgraph=True)
            assert torch.equal(gradient(inside), want)
            assert stats["unique_graphs"] <= made + 1
        assert session.report.findings == ()
        assert torch.equal(gradient(before), want)
    assert not torch._dynamo.utils.counters["graph_break"]


@pytest.mark.usefixtures("session")
def test_modules_can_be_copied_and_pickled() -> None:
    model = nn.Sequential(nn.Linear(2, 2), nn.ReLU(inplace=True))
    model.activation, model.other = torch.relu_, torch._C._nn.silu_
    x = torch.ones(1, 2)
    for twin in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        assert torch.equal(twin(x), model(x))
        assert twin.activation == torch.relu_
        assert twin.other == torch._C._nn.silu_


@pytest.mark.usefixtures("session")
@pytest.mark.filterwarnings("ignore")
def test_script_and_trace_know_the_functions() -> None:
    @torch.jit.script
    def scripted(x):  # type: ignore[no-untyped-def]
        y = torch.relu_(x.clone())
        y = torch.nn.functional.relu(y, inplace=True)
        y.add_(1.0)
        y[0] = 2.0
        return torch.nn.functional.threshold_(y, 0.0, 0.0)

    assert scripted(torch.ones(2)).tolist() == [2.0, 2.0]
    traced = torch.jit.trace(lambda x: torch.relu_(x * 1).add_(1.0).exp(), torch.ones(2))
    kinds = [node.kind() for node in traced.graph.nodes() if node.kind() != "prim::Constant"]
    assert kinds == ["aten::mul", "aten::relu_", "aten::add_", "aten::exp"]


@pytest.mark.usefixtures("session")
def test_fx_meets_the_original_functions() -> None:
    class Model(nn.Module):  # type: ignore[misc]
        def forward(self, x: Any) -> Any:
            return torch.relu_(x * 1).add_(2.0)

    traced = torch.fx.symbolic_trace(Model())
    targets = [node.target for node in traced.graph.nodes]
    assert torch._C._VariableFunctions.relu_ in targets
    assert traced(torch.ones(2)).tolist() == [3.0, 3.0]


@pytest.mark.slow
@pytest.mark.usefixtures("session")
def test_export_works() -> None:
    class Model(nn.Module):  # type: ignore[misc]
        def forward(self, x: Any) -> Any:
            return torch.relu_(x * 1).add_(2.0)

    program = torch.export.export(Model(), (torch.ones(2),))
    assert program.module()(torch.ones(2)).tolist() == [3.0, 3.0]


def handler_table() -> dict[Any, str]:
    return {
        torch.Tensor.add_: "add_",
        torch.relu_: "relu_",
        torch._C._nn.silu_: "silu_",
        torch.Tensor.__setitem__: "item",
    }


def heard_by(table: dict[Any, str]) -> list[str]:
    """Call four in-place ops on a subclass that looks each function up in a table."""
    heard: list[str] = []

    class Listening(torch.Tensor):  # type: ignore[misc,name-defined]
        @classmethod
        def __torch_function__(
            cls, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            heard.append(table.get(func) or f"unknown {func}")
            return super().__torch_function__(func, types, args, kwargs or {})

    x = torch.ones(3).as_subclass(Listening)
    heard.clear()
    x.add_(1.0)
    x += 1.0
    torch.relu_(x)
    torch._C._nn.silu_(x)
    x[0] = 1.0
    return heard


WANTED = ["add_", "add_", "relu_", "silu_", "item"]


def test_a_subclass_with_a_table_made_before_the_guard_finds_every_function() -> None:
    table = handler_table()
    assert heard_by(table) == WANTED
    with gradsan.guard():
        assert heard_by(table) == WANTED


def test_a_subclass_with_a_table_made_under_the_guard_finds_every_function() -> None:
    with gradsan.guard():
        table = handler_table()
        assert heard_by(table) == WANTED
    assert heard_by(table) == WANTED


def test_a_mode_hears_no_more_than_without_the_guard() -> None:
    class Counting(torch.overrides.TorchFunctionMode):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.heard: list[str] = []

        def __torch_function__(
            self, func: Any, types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            self.heard.append(getattr(func, "__name__", "?"))
            return func(*args, **(kwargs or {}))

    def work() -> list[str]:
        x = torch.ones(3, requires_grad=True)
        with Counting() as mode:
            h = x * 2
            h.add_(1.0)
            h[0] = 1.0
            torch.relu_(h)
            h.exp()
        heard: list[str] = mode.heard
        return heard

    want = work()
    with gradsan.guard():
        assert work() == want


def test_inference_and_meta_tensors_may_be_written() -> None:
    with gradsan.guard() as session:
        with torch.inference_mode():
            torch.ones(3).add_(1.0)
        torch.empty(3, device="meta").add_(1.0)
        torch.empty(0).add_(1.0)
    assert session.report.findings == ()


def test_a_warning_of_torch_is_told_at_the_line_of_the_user(tmp_path: Path) -> None:
    script = tmp_path / "sparse.py"
    script.write_text(
        "import torch\n"
        "made = torch.sparse_coo_tensor(torch.tensor([[0]]), torch.tensor([1.0]), (2,))\n"
    )
    command = [sys.executable, "-m", "gradsan", "run", str(script)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Sparse invariant checks" not in done.stderr or f"{script}:2:" in done.stderr
    assert "doors.py" not in done.stderr


def wrong_calls() -> Iterator[Callable[[], Any]]:
    yield lambda: torch.Tensor.add_(5, 3)
    yield lambda: torch.Tensor.add_()
    yield lambda: torch.Tensor.__setitem__(5, 3, 1)
    yield lambda: torch.Tensor.copy_(torch.ones(2), foo=3)
    yield lambda: torch.relu_(3)
    yield lambda: torch._foreach_add_([3], 3)


def words_of(call: Callable[[], Any]) -> str:
    with pytest.raises(TypeError) as raised:
        call()
    return str(raised.value)


@pytest.mark.parametrize("door", [gradsan.guard, gradsan.repair])
def test_a_call_with_wrong_arguments_is_refused_in_torchs_words(door: Any) -> None:
    plain = [words_of(call) for call in wrong_calls()]
    with door():
        assert [words_of(call) for call in wrong_calls()] == plain
