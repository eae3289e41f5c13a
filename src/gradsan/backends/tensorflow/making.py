"""Tensors out of arrays."""

from __future__ import annotations

from typing import Any

import tensorflow as tf


def make(array: Any, dtype: str, device: str = "") -> Any:
    """Return an array as a tensor."""
    with tf.device(device or None):
        return tf.cast(tf.constant(array), dtype)
