import torch

torch.manual_seed(256)
img = torch.rand(12, requires_grad=True)
reference = torch.tensor([0.25, 0.25, 0.25, 0.25])


def density(values, bins=4):
    centres = (torch.arange(bins) + 0.5) / bins
    counts = torch.exp(-((values[:, None] - centres) * bins) ** 2).sum(0)
    return counts / counts.sum()


loss = (density(img) - reference).pow(2).sum()
loss.backward()
