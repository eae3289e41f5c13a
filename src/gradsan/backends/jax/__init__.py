"""What gradsan knows of JAX."""
