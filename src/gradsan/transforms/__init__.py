"""Change values and run NumPy code, and keep gradients: one way over all frameworks."""
