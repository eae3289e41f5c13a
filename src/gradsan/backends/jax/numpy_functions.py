"""NumPy's functions over JAX: jax.numpy has them all under the same names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import numpy as np

from gradsan.backends.numpy_calls import nearest


class JaxNumpyCalls:
    """JAX, speaking NumPy."""

    def find(self, name: str) -> Callable[..., Any] | None:
        """Return the function of jax.numpy."""
        found: Any = jnp
        for step in name.split("."):
            found = getattr(found, step, None)
        result: Callable[..., Any] | None = found
        return result

    def native(self, name: str) -> str:
        """Name JAX's own function."""
        return nearest(jnp, "jax.numpy", name)

    def number(self, value: Any, tensor: Any) -> Any:
        """Return a plain Python number: JAX lets the array decide."""
        return value.item() if isinstance(value, np.generic) else value

    def operand(self, value: Any, tensor: Any) -> Any:
        """Return the array as JAX has it."""
        return jnp.asarray(value)

    def dtype(self, tensor: Any) -> Any:
        """Return NumPy's dtype."""
        return np.dtype(tensor.dtype)

    def cast(self, tensor: Any, dtype: Any) -> Any:
        """Return the array in another dtype."""
        return tensor.astype(dtype)

    def is_cut(self, results: Any, tensors: Any) -> bool:
        """Tell nothing: jax.numpy raises where it cannot go on."""
        return False


CALLS = JaxNumpyCalls()
