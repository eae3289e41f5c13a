import torch

torch.manual_seed(330)
start = torch.randn(1, 3, requires_grad=True)
walkers = start.repeat(4, 1)
walkers[0] += 1.0
walkers[2:] *= 0.5
loss = walkers.pow(2).sum()
loss.backward()
