"""Make the op table: read PyTorch's derivatives, probe the rest, add what is known by hand."""
