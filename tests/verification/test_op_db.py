"""verify calls no right gradient wrong: every differentiable op that torch's own op_db has.

`torch.testing._internal` is torch's own list of ops with sample inputs; it is private, so the
test is skipped where it cannot be imported.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import gradsan

torch = pytest.importorskip("torch")
SHARDS = 4
# Not false: these gradients are wrong in torch 2.13 itself, see the tests below.
KNOWN = {
    "as_strided_scatter": "the input keeps a gradient where it was overwritten",
    "nn.functional.max_unpool3d": "the sample's indices repeat; every writer gets the gradient",
}
SMALL = 3000  # entries of an input; larger samples only take longer


def operators() -> list[Any]:
    methods = pytest.importorskip("torch.testing._internal.common_methods_invocations")
    return [
        op for op in methods.op_db
        if op.supports_autograd and torch.float64 in op.dtypes and not op.name.startswith("sparse")
    ]  # fmt: skip


def sample_of(op: Any) -> Any | None:
    """Return the first sample that has a few entries and needs a gradient."""
    for sample in op.sample_inputs("cpu", torch.float64, requires_grad=True):
        tensors = [t for t in _flat([sample.input, *sample.args]) if isinstance(t, torch.Tensor)]
        if any(0 < t.numel() <= SMALL and t.is_floating_point() for t in tensors):
            return sample
    return None


def _flat(values: Any) -> Iterator[Any]:
    for value in values:
        if isinstance(value, list | tuple):
            yield from _flat(value)
        else:
            yield value


def answer_for(op: Any) -> str:
    """Verify one op; «not callable» if even its gradient cannot be taken."""
    sample = sample_of(op)
    if sample is None:
        return "no sample"

    def fn(first: Any, *rest: Any) -> Any:
        # Torch's own word on where the derivative holds: symmetric or triangular inputs.
        made = op.gradcheck_wrapper(op, first, *rest, **sample.kwargs)
        return sample.output_process_fn_grad(made)

    answer = gradsan.verify(fn, sample.input, *sample.args)
    if answer.answer == "wrong":
        return f"wrong: {answer.reason}"
    return answer.answer


def test_as_strided_scatter_is_wrong_in_torch_itself() -> None:
    v = torch.ones(1)

    def overwritten(x: Any) -> Any:
        return torch.as_strided_scatter(x, v, (1,), (1,), 0)

    x = torch.ones(1, requires_grad=True)
    assert torch.equal(overwritten(x), overwritten(x + 1))  # it does not depend on x
    (gradient,) = torch.autograd.grad(overwritten(x), x)
    assert gradient.item() == 1.0
    assert gradsan.verify(overwritten, x).answer == "wrong"


@pytest.fixture
def one_thread() -> Iterator[None]:
    """Let writers of one entry come in a fixed order."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.mark.usefixtures("one_thread")
def test_max_unpool_is_wrong_in_torch_itself_where_indices_repeat() -> None:
    def unpooled(x: Any, index: Any) -> Any:
        return torch.nn.functional.max_unpool3d(x, index, 2)

    x = torch.tensor([1.0, 2.0]).reshape(1, 1, 1, 1, 2).requires_grad_()
    twice = torch.zeros(1, 1, 1, 1, 2, dtype=torch.int64)
    moved = [(x + torch.tensor(step)).detach() for step in ([1.0, 0.0], [0.0, 1.0])]
    is_heard = [not torch.equal(unpooled(x, twice), unpooled(y, twice)) for y in moved]
    assert sorted(is_heard) == [False, True]  # one of the two writers wins
    (gradient,) = torch.autograd.grad(unpooled(x, twice).sum(), x)
    assert gradient.flatten().tolist() == [1.0, 1.0]
    assert gradsan.verify(lambda x: unpooled(x, twice), x).answer == "wrong"
    once = torch.arange(2).reshape(1, 1, 1, 1, 2)
    assert gradsan.verify(lambda x: unpooled(x, once), x).answer == "right"


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_no_op_of_torch_is_called_wrong(shard: int) -> None:
    counts: Counter[str] = Counter()
    wrong = {}
    for op in operators()[shard::SHARDS]:
        torch.manual_seed(0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                answer = answer_for(op)
            except Exception as error:  # noqa: BLE001 (a sample that verify cannot call)
                answer = f"not called: {type(error).__name__}"
        counts[answer.partition(":")[0]] += 1
        if answer.startswith("wrong") and op.name not in KNOWN:
            wrong[f"{op.name}.{op.variant_test_name}"] = answer
    assert not wrong
    assert counts["right"] > 0.8 * sum(counts.values()), counts
