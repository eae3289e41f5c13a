"""Layers known by the name that custom gives them, where their source is not at hand.

A package has its own `Linear`, `Mlp` or `ConvNormAct`; a class takes its `norm_layer` as an
argument. What is told here is only what all of them keep for backward: their input.
"""

from __future__ import annotations

import ast
import re

_OWN = "Conv1d Conv3d GroupNorm BatchNorm1d Dropout Embedding Identity"
# What an imported class begins with, if it has one of these names.
_FIRST = {
    "Linear": "Linear Mlp MLP GluMlp SwiGLU SwiGLUPacked GatedMlp GlobalResponseNormMlp",
    "Conv2d": "Conv2d ConvMlp ConvNorm ConvNormAct ConvBnAct Conv2dNormActivation",
    "LayerNorm": "LayerNorm LayerNorm2d LayerNormFp32 RmsNorm RmsNorm2d RMSNorm GroupNorm1",
    "BatchNorm2d": "BatchNorm2d BatchNormAct2d",
    **{name: name for name in _OWN.split()},
}
LAYERS = {name: layer for layer, names in _FIRST.items() for name in names.split()}
FUNCTIONS = {name: f"torch.nn.functional.{name}" for name in ("gelu", "silu", "mish")}
_BY_ARGUMENT = (
    (re.compile(r"^norm(_layer|_cls|_class)$"), "LayerNorm"),
    (re.compile(r"^conv(_layer|_cls|_class)$"), "Conv2d"),
    (re.compile(r"^linear(_layer|_cls|_class)$"), "Linear"),
)


def imported(name: str) -> str:
    """Return the torch name that an imported name stands for, or nothing.

    >>> imported("Mlp"), imported("DropPath")
    ('torch.nn.Linear', '')
    """
    return f"torch.nn.{LAYERS[name]}" if name in LAYERS else FUNCTIONS.get(name, "")


def made_by(node: ast.Call) -> str:
    """Return the layer that a call of an argument makes: `norm_layer(dim)`.

    >>> made_by(ast.parse("norm_layer(8)", mode="eval").body)
    'LayerNorm'
    """
    if not isinstance(node.func, ast.Name):
        return ""
    name = node.func.id
    return next((layer for pattern, layer in _BY_ARGUMENT if pattern.match(name)), "")
