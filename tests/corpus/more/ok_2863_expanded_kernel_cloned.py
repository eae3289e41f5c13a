import torch
import torch.nn.functional as F

torch.manual_seed(613)
base = torch.randn(1, 3, requires_grad=True)


def filter_bank(kernel, bands=4):
    bank = kernel.expand(bands, -1).clone()
    for b in range(bands):
        bank[b] *= 0.5 ** b
    bank[-1] = bank[-1].flip(0)
    return bank.unsqueeze(1)


signal = torch.randn(1, 1, 10)
response = F.conv1d(signal, filter_bank(base))
loss = response.abs().mean()
loss.backward()
