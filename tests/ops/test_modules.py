"""The module table against real PyTorch: does a module keep its input, its result?"""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from gradsan.ops.row import Kept
from gradsan.ops.table import Layer, find_layer, torch_modules

torch = pytest.importorskip("torch")
nn = torch.nn

# Containers, bases, and what needs processes or devices of its own.
LEFT_OUT = {
    "Container", "DataParallel", "Module", "ModuleDict", "ModuleList", "ParameterDict",
    "ParameterList", "RNNBase", "RNNCellBase", "Sequential", "NLLLoss2d", "CrossMapLRN2d",
    "LinearCrossEntropyLoss",
}  # fmt: skip
LINE, IMAGE, VOLUME = (2, 4, 8), (2, 4, 8, 8), (2, 4, 8, 8, 8)
CONVOLUTION = (4, 4, 3)
LABELS = torch.tensor([0, 1])
ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "AdaptiveLogSoftmaxWithLoss": (8, 10, [4]), "Bilinear": (8, 8, 3), "ChannelShuffle": (2,),
    "Embedding": (10, 8), "EmbeddingBag": (10, 8), "GRU": (8, 8), "LSTM": (8, 8), "RNN": (8, 8),
    "GRUCell": (8, 8), "LSTMCell": (8, 8), "RNNCell": (8, 8), "GroupNorm": (2, 4),
    "LayerNorm": (8,), "RMSNorm": (8,), "Linear": (8, 3), "LazyLinear": (3,),
    "LocalResponseNorm": (2,), "MultiheadAttention": (8, 2), "PixelShuffle": (2,),
    "PixelUnshuffle": (2,), "Softmax": (1,), "LogSoftmax": (1,), "Softmin": (1,),
    "Threshold": (0.1, 1.0), "Transformer": (8, 2, 1, 1, 16), "Unflatten": (1, (2, 2)),
    "TransformerEncoderLayer": (8, 2, 16), "TransformerDecoderLayer": (8, 2, 16),
    "Unfold": (2,), "Fold": ((4, 4), 2), "Upsample": (None, 2), "UpsamplingNearest2d": (None, 2),
    "UpsamplingBilinear2d": (None, 2), "SyncBatchNorm": (4,),
}  # fmt: skip
NAMED: dict[str, dict[str, Any]] = {
    "FractionalMaxPool2d": {"kernel_size": 2, "output_size": 4},
    "FractionalMaxPool3d": {"kernel_size": 2, "output_size": 4},
}
SHAPES: dict[str, tuple[int, ...]] = {
    "RNNCell": (2, 8), "LSTMCell": (2, 8), "GRUCell": (2, 8), "AdaptiveLogSoftmaxWithLoss": (2, 8),
    "Fold": (2, 16, 9), "Unfold": IMAGE, "GLU": (2, 8), "LocalResponseNorm": IMAGE,
    "PixelShuffle": IMAGE, "PixelUnshuffle": IMAGE, "ChannelShuffle": IMAGE, "Softmax2d": IMAGE,
    "Upsample": IMAGE, "CTCLoss": (12, 2, 5), "SyncBatchNorm": IMAGE, "Linear": (2, 8),
    "LazyLinear": (2, 8), "Bilinear": (2, 8),
}  # fmt: skip


def construct(name: str) -> Any:
    cls = getattr(nn, name)
    if name == "TransformerEncoder":
        return cls(nn.TransformerEncoderLayer(8, 2, 16), 1, enable_nested_tensor=False)
    if name == "TransformerDecoder":
        return cls(nn.TransformerDecoderLayer(8, 2, 16), 1)
    if name in ARGUMENTS or name in NAMED:
        return cls(*ARGUMENTS.get(name, ()), **NAMED.get(name, {}))
    if "Conv" in name:
        return cls(*CONVOLUTION[name.startswith("Lazy") :])
    if "LPPool" in name:
        return cls(2, 2)
    if "Pool" in name or "Unpool" in name:
        return cls(2)
    if "Pad" in name:
        return cls(1, *((0.5,) if name.startswith("Constant") else ()))
    if "Norm" in name and not name.startswith("Lazy"):
        return cls(4)
    return cls()


def shape_of(name: str) -> tuple[int, ...]:
    if name in SHAPES:
        return SHAPES[name]
    if name.endswith("3d"):
        return VOLUME
    if name.endswith("2d"):
        return IMAGE
    return (2, 8) if name.endswith("Loss") else LINE


def others(name: str, x: Any) -> list[Any]:
    """Return what the module takes besides its first argument."""
    if name == "MultiheadAttention":
        return [torch.rand(x.shape), torch.rand(x.shape)]
    if name in ("Transformer", "TransformerDecoder", "TransformerDecoderLayer", "Bilinear"):
        return [torch.rand(x.shape)]
    if name in ("CosineSimilarity", "PairwiseDistance"):
        return [torch.rand(x.shape)]
    if name.startswith("MaxUnpool"):
        return [torch.arange(8).expand(x.shape).contiguous()]
    if name == "AdaptiveLogSoftmaxWithLoss":
        return [torch.tensor([1, 7])]
    return targets(name, x) if name.endswith("Loss") else []


def targets(name: str, x: Any) -> list[Any]:
    signs = torch.ones(2)
    match name:
        case "CTCLoss":
            return [
                torch.ones(2, 3, dtype=torch.long),
                torch.tensor([12, 12]),
                torch.tensor([3, 3]),
            ]
        case "CrossEntropyLoss" | "NLLLoss" | "MultiMarginLoss":
            return [LABELS]
        case "MultiLabelMarginLoss":
            return [torch.zeros(x.shape, dtype=torch.long)]
        case "CosineEmbeddingLoss":
            return [torch.rand(x.shape), signs]
        case "MarginRankingLoss" | "GaussianNLLLoss":
            return [torch.rand(x.shape), torch.rand(x.shape)]
        case "TripletMarginLoss" | "TripletMarginWithDistanceLoss":
            return [torch.rand(x.shape), torch.rand(x.shape)]
    return [torch.rand(x.shape)]


def first_input(name: str) -> Any:
    if name in ("Embedding", "EmbeddingBag"):
        return torch.randint(10, (2, 3))
    x = torch.rand(shape_of(name), requires_grad=True).clone()
    return x.log_softmax(-1) if name == "CTCLoss" else x


def kept_by(name: str, is_training: bool) -> set[str]:
    """Return whether a module keeps its input, its result, or both; `alias` if they are one."""
    torch.manual_seed(0)
    module = construct(name).train(is_training)
    x = first_input(name)
    saved: list[Any] = []
    if name.startswith("Lazy"):
        module(x.detach())

    def pack(tensor: Any) -> Any:
        saved.append(tensor)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        result = module(x, *others(name, x))
    first = result[0] if isinstance(result, tuple) else result
    memories = {tensor.untyped_storage().data_ptr() for tensor in saved}
    at = {"input": x.untyped_storage().data_ptr(), "result": first.untyped_storage().data_ptr()}
    if at["input"] == at["result"]:
        return {"alias"}
    return {thing for thing, memory in at.items() if memory in memories}


def said(layer: Layer) -> dict[str, bool | None]:
    """Return what the table says of a module's input and result; None if it is not sure."""
    if layer.op == "?":
        saves: tuple[Kept, ...] = layer.saves
        names = {"input": "input", "result": "result"}
    else:
        op = find_layer(layer, ["tensor"])
        assert op, layer.name
        saves, names = op.saves, {"input": op.parameters[0], "result": op.results[0]}
    needs = {names["input"], *layer.attributes}
    answers: dict[str, bool | None] = {}
    for thing, name in names.items():
        kept = [k for k in saves if k.what == name and (not k.guard or k.guard in needs)]
        answers[thing] = None if kept and not any(k.is_certain for k in kept) else bool(kept)
    return answers


@pytest.mark.parametrize("is_training", [True, False], ids=["train", "eval"])
@pytest.mark.parametrize("name", torch_modules())
def test_a_module_keeps_what_its_row_says(name: str, is_training: bool) -> None:
    layer = torch_modules()[name]
    if name == "SyncBatchNorm" and is_training:
        pytest.skip("wants a process group")
    kept = kept_by(name, is_training)
    op = find_layer(layer, ["tensor"])
    if kept == {"alias"}:
        assert op
        assert op.alias or op.may_return
        return
    wrong = {t: k for t, k in said(layer).items() if k is not None and k != (t in kept)}
    assert not wrong, kept


def test_every_module_of_torch_has_a_row() -> None:
    names = {
        name
        for name, cls in vars(nn).items()
        if inspect.isclass(cls) and issubclass(cls, nn.Module)
    }
    assert names - LEFT_OUT == set(torch_modules())


@pytest.mark.parametrize("name", torch_modules())
def test_a_module_has_the_attributes_and_the_switch_that_its_row_names(name: str) -> None:
    layer = torch_modules()[name]
    module = construct(name)
    assert all(hasattr(module, attribute) for attribute in layer.attributes)
    names = list(inspect.signature(type(module)).parameters)
    at = names.index("inplace") if "inplace" in names else None
    assert at == layer.inplace_at
    if layer.inplace_at is not None:
        op = find_layer(layer, ["tensor"], in_place=True)
        assert op
        assert op.writes == "self"
