"""What gradsan knows of TensorFlow."""
