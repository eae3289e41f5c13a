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
# Not false: these gradients are wrong, or are not derivatives, in torch 2.13 itself.
KNOWN = {
    "as_strided_scatter": "the input keeps a gradient where it was overwritten",
    "nn.functional.max_unpool3d": "the sample's indices repeat; every writer gets the gradient",
    "normal": "drawing a number has gradient 0 by definition",
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


def test_what_is_known_to_be_wrong_in_torch_is_still_wrong() -> None:
    x, v = torch.ones(1, requires_grad=True), torch.ones(1)
    assert gradsan.verify(lambda x: torch.as_strided_scatter(x, v, (1,), (1,), 0), x).answer == (
        "wrong"
    )


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
