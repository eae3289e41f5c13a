import torch


@torch.no_grad()
def low_orders(coeff, n=3):
    return coeff[:n]


def wavefront(coeff, modes):
    tilt = low_orders(coeff)
    tilt *= 0.1
    return coeff @ modes


def strehl(phase):
    return torch.exp(-phase.var())


torch.manual_seed(1742)
raw = torch.randn(6, requires_grad=True)
modes = torch.randn(6, 10)
loss = 1 - strehl(wavefront(0.2 * raw, modes))
loss.backward()
