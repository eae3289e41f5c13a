"""Doors to memory that torch does not count: each write is told, and what is fine is not."""

from __future__ import annotations

import shutil
import weakref
from typing import Any

import pytest

from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")

import gradsan  # noqa: E402

POWER = """
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    loss = (y ** 2).sum()
    {write}
    loss.backward()
"""
SCALED = """
    x = torch.ones(3, requires_grad=True)
    c = torch.ones(3)
    {before}
    loss = (x * c).sum()
    {write}
    loss.backward()
"""


@pytest.mark.parametrize(
    "write",
    [
        "y.untyped_storage().fill_(0)",
        "y.untyped_storage().copy_(torch.zeros(3).untyped_storage())",
        "y.untyped_storage()[3] = 65",
        "y.detach().storage().fill_(7.0)",
    ],
)
@pytest.mark.filterwarnings("ignore:TypedStorage is deprecated")
def test_a_write_into_a_storage_is_told(guarded: Runner, write: str) -> None:
    ran = guarded(POWER.format(write=write))
    assert ran.error is None
    assert (ran.only.code, ran.only.outcome) == ("GS211", "silent")
    assert ran.only.place.start.row == 7
    assert ran.told("saved") == "y ** 2"


def test_a_write_through_dlpack_is_told(guarded: Runner) -> None:
    ran = guarded(SCALED.format(before="d = torch.from_dlpack(c)", write="d.mul_(4.0)"))
    assert (ran.only.code, ran.told("changed")) == ("GS211", "d.mul_(4.0)")


def test_memory_that_is_handed_out_again_after_it_was_written_is_told(guarded: Runner) -> None:
    write = "a = c.numpy(); a[:] = 5; b = c.numpy()"
    ran = guarded(SCALED.format(before="", write=write))
    assert (ran.only.code, ran.only.outcome) == ("GS202", "silent")


def test_memory_that_is_handed_out_again_unwritten_is_fine(guarded: Runner) -> None:
    ran = guarded(SCALED.format(before="", write="a = c.numpy(); b = c.numpy(); a = a + 1"))
    assert ran.report.findings == ()


def test_inference_tensors_may_be_handed_out_twice(guarded: Runner) -> None:
    ran = guarded("""
        with torch.inference_mode():
            c = torch.ones(3)
            c.numpy(), c.numpy()
        x = torch.ones(3, requires_grad=True)
        x.exp().sum().backward()
    """)
    assert ran.report.findings == ()


@pytest.mark.parametrize("first", ["a = c.numpy()", "pass"])
def test_a_tensor_on_ctx_that_numpy_writes_is_told(guarded: Runner, first: str) -> None:
    ran = guarded(f"""
        class Product(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, factor):
                ctx.factor = factor
                return x * factor

            @staticmethod
            def backward(ctx, gradient):
                return gradient * ctx.factor, None

        x, c = torch.ones(3, requires_grad=True), torch.ones(3)
        {first}
        loss = Product.apply(x, c).sum()
        a = c.numpy()
        a[:] = 5
        loss.backward()
    """)
    assert (ran.only.code, ran.only.outcome) == ("GS701", "silent")


def test_one_element_with_a_stride_in_numpy_memory_switches_nothing_off(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(2, requires_grad=True)
        y = x * 1
        y.detach().numpy()
        z = y[::2]
        (z * z).sum().backward()
        h = x.exp()
        h.data.add_(1)
        h.sum().backward()
    """)
    assert ran.only.code == "GS201"


def test_a_write_into_a_buffer_is_told(guarded: Runner) -> None:
    ran = guarded("""
        raw = bytearray(torch.ones(3).numpy().tobytes())
        c = torch.frombuffer(raw, dtype=torch.float32)
        x = torch.ones(3, requires_grad=True)
        loss = (x * c).sum()
        raw[3] = 65
        loss.backward()
    """)
    assert (ran.only.code, ran.only.outcome) == ("GS202", "silent")


def test_a_write_to_the_values_of_a_sparse_tensor_is_told(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(2, 2, requires_grad=True)
        i, v = torch.tensor([[0, 1], [0, 1]]), torch.ones(2)
        s = torch.sparse_coo_tensor(i, v, (2, 2), check_invariants=True)
        loss = torch.sparse.mm(s, x).sum()
        v.mul_(3.0)
        loss.backward()
    """)
    assert (ran.only.code, ran.told("changed")) == ("GS211", "v.mul_(3.0)")


@pytest.mark.filterwarnings("ignore:Sparse CSR")
def test_a_stale_sparse_tensor_raises_in_the_words_of_torch(guarded: Runner) -> None:
    program = """
        x = torch.ones(2, 2, requires_grad=True)
        s = torch.eye(2).to_sparse_csr()
        loss = (s @ x).sum()
        s.values().mul_(3.0)
        loss.backward()
    """
    ran = guarded(program)
    with pytest.raises(RuntimeError) as plain:
        exec(compile(ran.source, "plain.py", "exec"), {})
    assert str(ran.error) == str(plain.value)
    assert ran.told("changed") == "s.values().mul_(3.0)"


def test_swapped_tensors_give_the_gradient_of_what_was_saved(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        c, d = torch.ones(3), torch.full((3,), 5.0)
        loss = (x * c).sum()
        for _ in range(2):
            try:
                torch.utils.swap_tensors(c, d)  # torch refuses where no hook holds what was saved
            except RuntimeError:
                pass
            d = torch.zeros(3)
        loss.backward()
    """)
    assert ran.names["x"].grad.tolist() == [1.0, 1.0, 1.0]
    assert ran.report.findings == ()


@pytest.mark.parametrize("session", [gradsan.guard, gradsan.repair])
def test_what_is_remembered_of_a_tensor_does_not_keep_it_from_being_swapped(session: Any) -> None:
    with session():
        one, other = torch.ones(2).requires_grad_(), torch.zeros(2).requires_grad_()
        torch.utils.swap_tensors(one, other)
    assert one.tolist() == [0.0, 0.0]


def test_the_programs_own_weak_references_keep_a_tensor_from_being_swapped() -> None:
    one, other = torch.ones(2).requires_grad_(), torch.zeros(2).requires_grad_()
    mine = weakref.ref(other)
    with gradsan.guard(), pytest.raises(RuntimeError, match="Cannot swap t2"):
        torch.utils.swap_tensors(one, other)
    assert mine() is other


def test_statistics_updated_between_an_eval_pass_and_its_backward_are_told(guarded: Runner) -> None:
    ran = guarded("""
        bn = nn.BatchNorm2d(3).eval()
        x = torch.randn(2, 3, 4, 4, requires_grad=True)
        loss = bn(x).sum()
        bn.train()
        bn(torch.randn(2, 3, 4, 4) * 9)
        loss.backward()
    """)
    assert (ran.only.code, ran.only.outcome) == ("GS210", "silent")
    assert "bn(x)" in ran.told("saved")
    assert ran.told("changed") == "bn(torch.randn(2, 3, 4, 4) * 9)"


def test_statistics_that_no_backward_reads_are_fine(guarded: Runner) -> None:
    ran = guarded("""
        bn = nn.BatchNorm1d(3)
        a, b = torch.randn(4, 3, requires_grad=True), torch.randn(4, 3)
        loss = bn(a).sum()
        bn(b)
        loss.backward()
        bn.eval()
        loss = bn(a).sum()
        loss.backward()
        bn.train()
        bn(b).sum().backward()
    """)
    assert ran.error is None
    assert ran.report.findings == ()


def test_a_queue_written_through_data_is_told_and_a_clone_is_fine(guarded: Runner) -> None:
    ran = guarded("""
        queue = torch.randn(4, 3)
        fc = nn.Linear(3, 3)
        for _ in range(2):
            q = fc(torch.randn(2, 3))
            loss = (q @ queue.clone().T).sum()
            queue[:2] = q.detach()
            loss.backward()
        loss = (fc(torch.randn(2, 3)) @ queue.T).sum()
        queue.data[:2] = 0.0
        loss.backward()
    """)
    assert (ran.only.code, ran.told("changed")) == ("GS201", "queue.data[:2]")


def test_an_embedding_that_renorms_its_weight_is_told(guarded: Runner) -> None:
    ran = guarded("""
        e = nn.Embedding(4, 3, max_norm=0.5)
        loss = (torch.ones(3, requires_grad=True) * e.weight[0].detach()).sum()
        e(torch.tensor([0]))
        loss.backward()
    """)
    assert (ran.only.code, ran.told("changed")) == ("GS101", "e(torch.tensor([0]))")


def test_an_input_changed_unmarked_is_told(guarded: Runner) -> None:
    ran = guarded("""
        class Inc(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x):
                x.data.add_(1)
                return x * 1
            @staticmethod
            def backward(ctx, g):
                return g
        x = torch.ones(3, requires_grad=True)
        y = x * 2
        loss = (y ** 2).sum() + Inc.apply(y).sum()
        loss.backward()
    """)
    assert (ran.only.code, ran.told("changed")) == ("GS201", "x.data.add_(1)")


@pytest.mark.parametrize("where", ["write", "all"])
def test_other_threads_are_heard(guarded: Runner, where: str) -> None:
    program = {
        "write": """
            import threading
            x = torch.ones(3, requires_grad=True)
            y = x * 2
            loss = (y ** 2).sum()
            other = threading.Thread(target=lambda: y.data.mul_(3))
            other.start()
            other.join()
            loss.backward()
        """,
        "all": """
            from concurrent.futures import ThreadPoolExecutor
            x = torch.ones(3, requires_grad=True)
            def work():
                y = x * 2
                loss = (y ** 2).sum()
                y.data.mul_(3)
                loss.backward()
            with ThreadPoolExecutor(1) as pool:
                pool.submit(work).result()
        """,
    }[where]
    ran = guarded(program)
    assert (ran.only.code, ran.told("saved")) == ("GS201", "y ** 2")
    assert ran.told("changed") == "y.data.mul_(3)"


def test_a_thread_is_given_back_as_it_was() -> None:
    import threading

    import gradsan

    class Own(threading.Thread):
        def run(self) -> None:
            self.found = "run" in vars(self)

    thread = Own()
    with gradsan.guard():
        thread.start()
        thread.join()
    assert not thread.found
    assert threading.Thread.start.__module__ == "threading"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("g++") is None, reason="no compiler")
def test_what_a_compiled_function_saved_is_heard(guarded: Runner) -> None:
    ran = guarded("""
        @torch.compile
        def f(x, w):
            return (x.view(-1) * w).sum()
        x, w = torch.ones(2, 2), torch.ones(4, requires_grad=True)
        loss = f(x, w)
        x.data.mul_(3)
        loss.backward()
    """)
    assert (ran.only.code, ran.told("changed")) == ("GS201", "x.data.mul_(3)")


@pytest.mark.slow
def test_weights_that_fsdp_frees_and_fills_again_are_fine(guarded: Runner) -> None:
    ran = guarded("""
        import os
        import torch.distributed as dist
        from torch.distributed.device_mesh import init_device_mesh
        from torch.distributed.fsdp import fully_shard
        os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT="29577", RANK="0", WORLD_SIZE="1")
        dist.init_process_group("gloo")
        net = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.LayerNorm(4), nn.Linear(4, 1))
        mesh = init_device_mesh("cpu", (1,))
        for layer in (net[0], net[2], net[3], net):
            fully_shard(layer, mesh=mesh)
        opt = torch.optim.Adam(net.parameters())
        for _ in range(3):
            opt.zero_grad()
            net(torch.randn(2, 4)).pow(2).sum().backward()
            opt.step()
        dist.destroy_process_group()
    """)
    assert ran.error is None
    assert ran.report.findings == ()


def test_a_storage_that_lost_its_bytes_is_told(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        h = torch.exp(x)
        memory = h.untyped_storage()
        memory.resize_(0)
        memory.resize_(12)
        h.sum().backward()
    """)
    assert ran.only.outcome == "silent"
    assert ran.told("changed") == "memory.resize_(12)"


def test_a_storage_that_only_grew_is_fine(guarded: Runner) -> None:
    ran = guarded("""
        x = torch.ones(3, requires_grad=True)
        h = torch.exp(x)
        h.untyped_storage().resize_(1200)
        h.sum().backward()
    """)
    assert ran.report.findings == ()
    assert torch.allclose(ran.names["x"].grad, torch.ones(3).exp())


@pytest.mark.parametrize(
    ("lines", "changed"),
    [
        (
            "y = x * 1\nz = y.sin()\ny.data = y.data * 0.5\ny[0] = 0.25\ny.data = y.data * 0.5",
            "y[0]",
        ),
        ("y = x.tanh()\ny.data = y.data * 0.5\ny.add_(1.0)\nz = y * y\ndel y", "y.add_(1.0)"),
        (
            "y = torch.ones(3)\nown = y.detach().requires_grad_()\nown.data = own.data * 0.5\n"
            "z = own.square() + x\ny.div_(2.0)",
            "y.div_(2.0)",
        ),
    ],
)
def test_a_version_raised_in_memory_that_was_left_is_told(
    guarded: Runner, lines: str, changed: str
) -> None:
    program = f"x = torch.ones(3, requires_grad=True)\n{lines}\nz.sum().backward()"
    ran = guarded(program.replace("\n", "\n        "))
    assert "modified by an inplace operation" in str(ran.error)
    assert ran.told("changed") == changed


KEPT_ON_CLASS = """
    class Scaled(torch.autograd.Function):
        factor = 1.0
        calls = 0
        @staticmethod
        def forward(ctx, x, factor):
            Scaled.factor = factor
            Scaled.calls += 1
            return x * factor
        @staticmethod
        def backward(ctx, g):
            return g * Scaled.factor + 0.0 * Scaled.calls, None
    x = torch.ones(3, requires_grad=True)
    {calls}
"""


def test_a_number_kept_on_the_class_that_another_call_replaced_is_told(guarded: Runner) -> None:
    calls = "(Scaled.apply(x, 2.0) + Scaled.apply(x, 3.0)).sum().backward()"
    ran = guarded(KEPT_ON_CLASS.format(calls=calls))
    assert (ran.only.code, ran.only.outcome) == ("GS701", "silent")
    assert ran.told("changed") == "Scaled.factor"


@pytest.mark.parametrize(
    "calls",
    [
        "(Scaled.apply(x, 2.0) + Scaled.apply(x, 2.0)).sum().backward()",
        "for factor in (2.0, 3.0): Scaled.apply(x, factor).sum().backward()",
    ],
)
def test_a_number_kept_on_the_class_that_stands_there_still_is_fine(
    guarded: Runner, calls: str
) -> None:
    assert guarded(KEPT_ON_CLASS.format(calls=calls)).report.findings == ()


def test_an_operand_that_a_function_saved_and_then_changed_as_a_view_is_told(
    guarded: Runner,
) -> None:
    ran = guarded("""
        class Times(torch.autograd.Function):
            @staticmethod
            def forward(ctx, x, y):
                ctx.save_for_backward(x.clone(), y)
                x.mul_(y)
                ctx.mark_dirty(x)
                return x
            @staticmethod
            def backward(ctx, g):
                x, y = ctx.saved_tensors
                return g * y, g * x
        x = torch.ones(2, 3, requires_grad=True)
        flat = (x * 2).view(-1)
        Times.apply(flat, flat)
        flat.sum().backward()
    """)
    assert ran.told("changed") == "x.mul_(y)"
