import torch

t = torch.linspace(-1.0, 1.0, 5).requires_grad_()
bandwidth = 3.0


def sinc(u):
    return torch.where(u == 0, torch.ones_like(u), torch.sin(u) / u)


kernel = sinc(bandwidth * t)
loss = (kernel - 0.5).pow(2).sum()
loss.backward()
assert loss.isfinite()
