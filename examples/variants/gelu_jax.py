"""The same GELU in JAX."""

import jax.numpy as jnp

C = 0.7978845608028654  # sqrt(2 / pi)


def plain(x):
    """Compute it step by step."""
    inner = C * (x + 0.044715 * x**3)
    return 0.5 * x * (1 + jnp.tanh(inner))
