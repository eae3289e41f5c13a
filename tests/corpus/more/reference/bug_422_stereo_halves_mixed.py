import torch

torch.manual_seed(4017)
gain = torch.rand(2, requires_grad=True)
audio = torch.randn(5, 2)


def widen(signal, amount=0.3):
    left, right = signal.split(1, dim=1)
    middle = 0.5 * (left + right)
    return torch.cat([left - amount * middle, right - amount * middle], dim=1)


mixed = widen(audio * gain)
loss = mixed.pow(2).mean() + mixed.diff(dim=0).abs().mean()
loss.backward()
