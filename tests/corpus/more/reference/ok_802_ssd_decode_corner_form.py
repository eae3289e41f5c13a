import torch

torch.manual_seed(801)
loc = torch.randn(3, 4, requires_grad=True)
priors = torch.rand(3, 4) + 0.2
VAR = (0.1, 0.2)


def decode(loc, priors):
    centre = priors[:, :2] + loc[:, :2] * VAR[0] * priors[:, 2:]
    size = priors[:, 2:] * torch.exp(loc[:, 2:] * VAR[1])
    low = centre - size / 2
    return torch.cat((low, size + low), 1)


loss = (decode(loc, priors) - 0.5).pow(2).sum()
loss.backward()
