"""Compare the op table with what CUDA kernels keep: `python -m benchmarks.cuda_probe`.

The table is made on the CPU. Here every sample that runs on the device is run, one tensor is
touched, and backward must refuse exactly when the row says so. What differs is printed as one
line of JSON each, then a line with the counts. Needs expecttest (for torch's op database).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import torch
from tools.op_table.mutate import Case, cases
from tools.op_table.samples import Sample, copies, database
from torch.nn import functional as F  # noqa: N812

from gradsan.ops.table import torch_ops

Call = tuple[str, Any, list[Any], dict[str, Any]]


def kernels(device: str, dtype: torch.dtype) -> Iterator[Call]:
    """Yield calls that take other kernels on the device, at sizes and types that choose them."""

    def rand(*shape: int) -> torch.Tensor:
        return torch.rand(*shape, device=device, dtype=dtype)

    image, kernel, stats = rand(4, 8, 16, 16), rand(8, 8, 3, 3), [rand(8), rand(8)]
    heads = [rand(2, 4, 64, 32) for _ in range(3)]
    attention = F.scaled_dot_product_attention
    yield "scaled_dot_product_attention", attention, heads, {}
    yield "scaled_dot_product_attention", attention, heads, {"is_causal": True}
    yield "scaled_dot_product_attention", attention, heads, {"dropout_p": 0.1}
    for training in (True, False):
        buffers = [torch.zeros(8, device=device), torch.ones(8, device=device)]
        weights = [t.float() for t in stats]
        yield "F.batch_norm", F.batch_norm, [image, *buffers, *weights, training], {}
        yield "F.dropout", F.dropout, [image], {"p": 0.5, "training": training}
    yield "F.layer_norm", F.layer_norm, [image, [16], rand(16), rand(16)], {}
    yield "F.group_norm", F.group_norm, [image, 2, *stats], {}
    yield "F.rms_norm", F.rms_norm, [image, [16], rand(16)], {}
    yield "F.softmax", F.softmax, [rand(64, 64)], {"dim": -1}
    yield "F.log_softmax", F.log_softmax, [rand(64, 64)], {"dim": -1}
    yield "conv2d", torch.conv2d, [image, kernel], {"padding": 1}
    yield "conv2d", torch.conv2d, [image.to(memory_format=torch.channels_last), kernel], {}
    yield "linear", F.linear, [rand(64, 32), rand(16, 32), rand(16)], {}
    yield "F.cross_entropy", F.cross_entropy, [rand(8, 5), torch.arange(8, device=device) % 5], {}
    yield "F.max_pool2d", F.max_pool2d, [image, 2], {}


def samples(device: str) -> Iterator[Sample]:
    for dtype in (torch.float32, torch.float16, torch.bfloat16):
        for key, function, args, kwargs in kernels(device, dtype):
            yield Sample(key, function, tuple(args), kwargs)
    try:
        for _, found in database(device, limit=8):
            yield from found
    except ImportError as error:
        print(json.dumps({"without": "torch's op database", "because": str(error)}))


def recurrent(device: str) -> Iterator[dict[str, Any]]:
    """Yield what the fused recurrent modules keep: weights, input, result."""
    for cls in (torch.nn.RNN, torch.nn.LSTM, torch.nn.GRU):
        for touched in ("input", "result", "weight_hh_l0"):
            module = cls(8, 8).to(device)
            x = torch.rand(5, 2, 8, device=device, requires_grad=True).clone()
            result, _ = module(x)
            thing = {"input": x, "result": result}.get(touched, module.weight_hh_l0)
            torch.autograd.graph.increment_version(thing)
            try:
                result.sum().backward()
                refused = False
            except RuntimeError as error:
                refused = "modified by an inplace operation" in str(error)
            yield {"module": cls.__name__, "thing": touched, "happened": refused}


def differences(device: str, counts: Counter[str]) -> Iterator[Case]:
    for sample in samples(device):
        op = sample.row(torch_ops())
        if op is None:
            continue
        try:
            found = list(cases(Sample(sample.key, sample.function, copies(sample.args),
                                      sample.kwargs), op))  # fmt: skip
        except Exception as error:  # noqa: BLE001 - a kernel that is missing is not a difference
            counts[f"failed: {type(error).__name__}"] += 1
            continue
        counts["cases"] += len(found)
        yield from (case for case in found if not case.agrees)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cuda")
    device = parser.parse_args().device
    counts: Counter[str] = Counter()
    told: Counter[Case] = Counter(differences(device, counts))
    for case, times in told.items():
        print(json.dumps({**asdict(case), "times": times}))
    for row in recurrent(device):
        print(json.dumps(row))
    print(json.dumps({"torch": torch.__version__, "device": device, **counts,
                      "different": len(told)}))  # fmt: skip


if __name__ == "__main__":
    main()
