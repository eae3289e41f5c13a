import torch

torch.manual_seed(1626)
stencil = torch.tensor([0.2, 0.6, 0.2], requires_grad=True)
field = torch.rand(4, 6)


def smooth(field, stencil):
    wide = torch.empty(4, 8)
    wide[:, 1:-1] = field * stencil.sum()
    wide[:, 0] = 0.0
    wide[:, -1] = 0.0
    left, mid, right = wide[:, :-2], wide[:, 1:-1], wide[:, 2:]
    return left * stencil[0] + mid * stencil[1] + right * stencil[2]


out = smooth(field, stencil)
loss = (out - field).pow(2).mean() + 0.01 * out.abs().sum()
loss.backward()
