"""NumPy itself, as a framework without gradients."""
