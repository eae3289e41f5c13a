"""Arrays of JAX out of arrays of NumPy."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp


def make(array: Any, dtype: str, device: str = "") -> Any:
    """Return an array as JAX has it; float64 becomes float32 unless x64 is on."""
    made = jnp.asarray(array, dtype)
    return jax.device_put(made, jax.devices(device)[0]) if device else made
