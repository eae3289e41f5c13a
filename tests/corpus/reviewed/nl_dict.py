import torch
batch = {"x": torch.randn(3, requires_grad=True), "y": torch.randn(3)}
out = batch["x"] * batch["y"]
out.sum().backward()
assert batch["x"].grad is not None
