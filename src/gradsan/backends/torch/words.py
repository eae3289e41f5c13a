"""Turn the names of autograd nodes into the words a user wrote.

>>> op_of("ExpBackward0"), op_of("LogSoftmaxBackward0"), op_of("NativeLayerNormBackward0")
('exp', 'log_softmax', 'layer_norm')
"""

from __future__ import annotations

import re

_SUFFIX = re.compile(r"Backward\d*$")
_GENERATED = re.compile(r"Backward\d+$")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")

# What users call otherwise.
_SAME_AS = {
    "convolution": "conv",
    "native_batch_norm": "batch_norm",
    "native_dropout": "dropout",
    "native_group_norm": "group_norm",
    "native_layer_norm": "layer_norm",
    "cudnn_batch_norm": "batch_norm",
    "fused_rms_norm": "rms_norm",
    "prelu_kernel": "prelu",
    "copy_slices": "[]=",
    "index_put": "[]=",
}


# The node of an operator, by what it does.
_OPERATIONS = {
    "+=": "add",
    "-=": "sub",
    "*=": "mul",
    "/=": "div",
    "//=": "floor_divide",
    "%=": "remainder",
    "**=": "pow",
}


# In place they are differentiated by their result, by a formula of their own.
_OWN_FORMULAS = {
    "acosh_": "Acosh",
    "asinh_": "Asinh",
    "atanh_": "Atanh",
    "celu_": "Celu",
    "elu_": "Elu",
    "leaky_relu_": "LeakyRelu",
    "rrelu_": "RreluWithNoise",
    "selu_": "Elu",
    "threshold_": "Threshold",
}


def node_of(op: str) -> str:
    """Return what the node of an in-place op is called.

    >>> node_of("sigmoid_"), node_of("log_softmax"), node_of("*="), node_of("elu_")
    ('SigmoidBackward0', 'LogSoftmaxBackward0', 'MulBackward0', 'EluBackward1')
    """
    if op in _OWN_FORMULAS:
        return f"{_OWN_FORMULAS[op]}Backward1"
    words = _OPERATIONS.get(op, op).strip("_").split("_")
    return "".join(word.capitalize() for word in words) + "Backward0"


def op_of(node: str) -> str:
    """Return the op that made a node, in the user's words.

    A node of a custom Function (`MyFunctionBackward`, no number) keeps its class name.
    """
    name = node.rpartition("::")[2]
    stem = _SUFFIX.sub("", name)
    if not _GENERATED.search(name) and name != "CopySlices":
        return stem
    snake = _HUMP.sub("_", re.sub(r"(\d)D", r"\1d", stem)).lower()
    if snake.startswith("scaled_dot_product"):
        return "scaled_dot_product_attention"
    return _SAME_AS.get(snake, snake)
