"""PyTorch: writes, saves and backward graphs."""
