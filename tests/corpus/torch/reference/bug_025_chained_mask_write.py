import torch

torch.manual_seed(44)
frames = torch.randn(4, 5, requires_grad=True)
keep = torch.tensor([0, 2])

spec = frames * 2.0
spec[keep, :2] = 0.0
loss = spec.pow(2).mean()
loss.backward()
print(frames.grad[0])
