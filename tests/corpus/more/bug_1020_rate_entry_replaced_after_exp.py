import torch

torch.manual_seed(1020)
drive = torch.randn(4, requires_grad=True)
counts = torch.tensor([3.0, 0.0, 1.0, 2.0])
gain = 1.5

rate = torch.exp(gain * drive)
rate[0] = 2.5
loss = (rate - counts).pow(2).sum()
loss.backward()
