import torch


def low_orders(coeff, n=3):
    return coeff[:n]


def wavefront(coeff, modes):
    coeff = torch.cat([low_orders(coeff) * 0.1, coeff[3:]])
    return coeff @ modes


def strehl(phase):
    return torch.exp(-phase.var())


torch.manual_seed(1742)
raw = torch.randn(6, requires_grad=True)
modes = torch.randn(6, 10)
loss = 1 - strehl(wavefront(0.2 * raw, modes))
loss.backward()
