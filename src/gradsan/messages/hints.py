"""What the facts in a text tell about this very case, where they tell something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

Facts: TypeAlias = Mapping[str, str]

# Ops whose backward reads their own result: such a text names the op that saved. A saved input
# shows its newest history instead: that of the op that wrote last (unless under no_grad).
_KEEPS_RESULT = frozenset(
    (
        "Exp",
        "Exp2",
        "Expm1",
        "Sigmoid",
        "Tanh",
        "Tan",
        "Softmax",
        "LogSoftmax",
        "Sqrt",
        "Rsqrt",
        "Reciprocal",
        "Relu",
        "Logsumexp",
        "Cumprod",
        "Prod",
        "Norm",
        "LinalgVectorNorm",
    )
)
_VIEWS = frozenset(
    (
        "AsStrided",
        "T",
        "Transpose",
        "Permute",
        "View",
        "UnsafeView",
        "Expand",
        "Slice",
        "Select",
        "Squeeze",
        "Unsqueeze",
        "Alias",
        "ReshapeAlias",
        "Diagonal",
        "Split",
        "Unbind",
    )
)
_DTYPES = {
    "Float": "float32",
    "Double": "float64",
    "Half": "float16",
    "BFloat16": "bfloat16",
    "Long": "int64",
    "Int": "int32",
    "Bool": "bool",
    "ComplexFloat": "complex64",
}


def hints(name: str, facts: Facts) -> tuple[str, ...]:
    """Return what the facts of the message with this name tell."""
    teller = _TELLERS.get(name)
    return tuple(teller(facts)) if teller else ()


def _modified_in_place(facts: Facts) -> Iterator[str]:
    if "found" not in facts:
        return
    dtype, shape = _dtype(facts["type"]), facts["shape"]
    writes = int(facts["found"]) - int(facts["expected"])
    times = "once" if writes == 1 else f"{writes} times"
    yield (
        f"{dtype} [{shape}], written {times} since it was saved (version {facts['expected']} -> "
        f"{facts['found']}; the write may be to another part: all views share the counter)."
    )
    yield _who(facts.get("node", ""), dtype, shape, int(facts["expected"]))
    if "luck" in facts:
        yield (
            "Anomaly mode was on: a forward traceback that it prints names the line that saved "
            "the value, which is seldom the line that wrote (11 of 72 cases measured)."
        )


def _who(node: str, dtype: str, shape: str, expected: int) -> str:
    op = re.sub(r"Backward\d*$", "", node.rpartition("::")[2])
    dims = len(shape.split(",")) if shape else 0
    if not op and dtype in ("int64", "int32", "bool"):
        return "No op is named and it holds integers: an index or a mask, changed after its use."
    if not op and dims >= 3:
        return (
            "No op is named, so it is a leaf or has no gradient; with this shape probably a "
            "convolution weight: look for `optimizer.step()` between forward and backward."
        )
    if not op:
        return (
            "No op is named, so it is a leaf or has no gradient: a weight (changed by "
            "`optimizer.step()`), a buffer (batch norm, EMA, cache) or a constant."
        )
    if op in ("T", "AsStrided", "Transpose", "Permute") and dims == 2 and expected:
        return (
            f"{op} of a matrix that had been written before: probably a linear layer's weight, "
            "changed by `optimizer.step()` between forward and backward (GAN, actor-critic, two "
            "losses)."
        )
    if op == "CopySlices":
        return "CopySlices: the last write was by index, `x[…] = v` or an op on a view of it."
    if op in _KEEPS_RESULT:
        return (
            f"{op} keeps its own result: that was changed afterwards. (Or `{op.lower()}_` itself "
            "wrote over a value that another op had saved.)"
        )
    if op in _VIEWS:
        return f"{op}: it is a view; the write may have gone to its base or to another view."
    return (
        f"{op} is the op that wrote last (a saved input shows its newest history) or, if the "
        "write was under no_grad, the op that made the value."
    )


def _dtype(name: str) -> str:
    short = name.rpartition(".")[2].removesuffix("Tensor").removesuffix("Type")
    word = short.removeprefix("CPU").removeprefix("CUDA")
    device = " on cuda" if "cuda" in name.lower() else ""
    return _DTYPES.get(word, word) + device


def _multi_view(facts: Facts) -> Iterator[str]:
    node = facts["node"].lower()
    if node.startswith("unbind"):
        yield "Unbind: made by `unbind`, by unpacking `a, b = x` or by a loop over a tensor."
    elif node.startswith(("split", "chunk")):
        yield "Split: made by `split` or `chunk`, e.g. `q, k, v = x.chunk(3, -1)`."
    if facts["how"].startswith("its base"):
        yield "Not the piece was written but the tensor it was cut from, or another piece."


def _custom_view(facts: Facts) -> Iterator[str]:
    if facts["node"].startswith("BackwardHookFunction"):
        yield (
            "BackwardHookFunction: a module with `register_full_backward_hook`; its inputs and "
            "outputs pass through such a Function. In-place layers (ReLU(inplace=True)) collide."
        )


def _gradient_count(facts: Facts) -> Iterator[str]:
    yield (
        f"{facts['node'].removesuffix('Backward')}: forward takes {facts['expected']}, backward "
        f"returned {facts['found']}."
    )


def _derivative(facts: Facts) -> Iterator[str]:
    op = facts.get("op", "")
    if op.endswith("_backward"):
        yield f"{op} is itself a backward: a second derivative was asked for."


def _shapes(facts: Facts) -> Iterator[str]:
    if "shape" in facts and "wanted" in facts:
        yield f"Given [{facts['shape']}], wanted [{facts['wanted']}]."


def _unused_parameters(facts: Facts) -> Iterator[str]:
    if "indices" in facts:
        yield (
            f"Rank {facts['rank']}: no gradient for parameters {facts['indices'].strip()} of "
            "`list(model.named_parameters())`."
        )


_TELLERS: dict[str, Callable[[Facts], Iterator[str]]] = {
    "modified-in-place": _modified_in_place,
    "multi-view-in-place": _multi_view,
    "custom-function-view-in-place": _custom_view,
    "custom-gradient-count": _gradient_count,
    "custom-gradient-shape": _shapes,
    "derivative-not-implemented": _derivative,
    "in-place-broadcast": _shapes,
    "gradient-shape-given": _shapes,
    "gradient-assigned": _shapes,
    "ddp-unused-parameters": _unused_parameters,
}
