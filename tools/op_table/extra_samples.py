"""Calls for the rows that torch's database has no sample of, and that cannot be made up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from tools.op_table.callables import callable_of
from tools.op_table.samples import Sample


def _calls(x: torch.Tensor, image: torch.Tensor) -> Iterator[tuple[str, list[Any], dict[str, Any]]]:
    kernel, stats = torch.rand(2, 3, 3, 3), [torch.rand(3), torch.rand(3)]
    classes, signs = torch.tensor([0, 2, 1, 0]), torch.tensor([1.0, -1.0, 1.0, -1.0])
    yield "clip", [x, 0.2], {}
    yield "clip", [x, 0.2, 0.8], {}
    yield "clip_", [x, 0.2], {}
    yield "where", [x > 0.5, x, 0.0], {}
    yield "where", [x > 0.5, 0.0, x], {}
    yield "where", [x > 0.5, 0.0, 1.0], {}
    yield "movedim", [x, 0, 1], {}
    yield "moveaxis", [x, 0, 1], {}
    yield "tensor_split", [x, (1, 2)], {}
    yield "hsplit", [x, (1, 2)], {}
    yield "vsplit", [x, (1, 2)], {}
    yield "dsplit", [torch.rand(2, 2, 3), (1, 2)], {}
    yield "sum_to_size", [x, 1, 3], {}
    yield "sum_to_size", [x, 4, 3], {}
    for mode in ("floor", "trunc"):
        yield "divide", [x, 2.0], {"rounding_mode": mode}
        yield "divide_", [x, 2.0], {"rounding_mode": mode}
    yield "conv1d", [image[0], kernel[:, :, 0], None, 1, "same"], {}
    yield "conv2d", [image, kernel, None, 1, "same"], {}
    yield "conv2d", [image, torch.rand(2, 3, 2, 2), None, 1, "same"], {}
    yield "conv3d", [image[:, :, None], kernel[:, :, None], None, 1, "same"], {}
    yield "batch_norm", [image, *stats, *stats, True, 0.1, 1e-5, False], {}
    yield "batch_norm", [image, *stats, *stats, False, 0.1, 1e-5, False], {}
    yield "instance_norm", [image, *stats, *stats, True, 0.1, 1e-5, False], {}
    yield "cosine_embedding_loss", [x, x, signs], {}
    yield "poisson_nll_loss", [x, x, True, False, 1e-8, 1], {}
    yield "nll_loss", [x, classes], {}
    yield "nuclear_norm", [x, [0, 1]], {}
    yield "linalg.norm", [x, "fro"], {}
    yield "linalg.norm", [x, "nuc"], {}
    yield "grid_sampler", [image, torch.rand(2, 4, 4, 2), 0, 0, False], {}
    yield "F.affine_grid", [torch.rand(2, 2, 3), [2, 3, 4, 4]], {"align_corners": False}
    weights = [torch.rand(4 * 5, 3), torch.rand(4 * 5, 5), torch.rand(20), torch.rand(20)]
    yield "lstm_cell", [x, [torch.rand(4, 5), torch.rand(4, 5)], *weights], {}
    yield "gru_cell", [x, torch.rand(4, 5), *(weight[:15] for weight in weights)], {}
    yield "chain_matmul", [x, x.T.contiguous(), x], {}
    yield "F.gumbel_softmax", [x], {"hard": True}
    yield "F.upsample", [image, 8], {}
    yield "F.dropout1d", [x], {"training": True}
    yield "F.dropout1d", [x], {"training": False}


def extra_samples() -> Iterator[Sample]:
    """Yield the calls."""
    torch.default_generator.manual_seed(0)
    for key, args, kwargs in _calls(torch.rand(4, 3), torch.rand(2, 3, 4, 4)):
        function = callable_of(key)
        if function is None:
            raise LookupError(f"torch has no {key}")
        yield Sample(key, function, tuple(args), kwargs)
