import torch

torch.manual_seed(318)
logvar = (2 * torch.randn(6)).requires_grad_()
resid = torch.randn(3, 6)
floor = 0.8


def floored_std(logvar):
    std = torch.exp(0.5 * logvar)
    std = torch.where(std < floor, torch.full_like(std, floor), std)
    return std


std = floored_std(logvar)
nll = (resid / std).pow(2) / 2 + std.log()
loss = nll.mean()
loss.backward()
