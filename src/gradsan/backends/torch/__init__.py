"""PyTorch: hear its writes, saves and backward passes, and say what happened to memory."""
