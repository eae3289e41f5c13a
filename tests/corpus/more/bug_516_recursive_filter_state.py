import torch


def biquad(x, b, a):
    b0, b1, b2 = b
    a1, a2 = a
    y = torch.zeros_like(x)
    z1 = z2 = torch.zeros(x.shape[0])
    for n in range(x.shape[-1]):
        y[:, n] = b0 * x[:, n] + z1
        z1 = z2 + b1 * x[:, n] - a1 * y[:, n]
        z2 = b2 * x[:, n] - a2 * y[:, n]
    return y


torch.manual_seed(37)
b = torch.tensor([0.2, 0.4, 0.2], requires_grad=True)
a = torch.tensor([-0.5, 0.3], requires_grad=True)
signal = torch.randn(2, 6)
target = torch.cumsum(signal, -1) * 0.3
loss = (biquad(signal, b, a) - target).pow(2).mean()
loss.backward()
