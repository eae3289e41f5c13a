import torch

torch.manual_seed(708)
density = torch.randn(2, 5, requires_grad=True)
edges = torch.linspace(0.0, 1.0, 5)
depth = torch.tensor([0.3, 0.7])


def cumulative(density):
    pdf = torch.softmax(density, dim=-1)
    return pdf.cumsum_(dim=-1)


cdf = cumulative(density)
step = (edges >= depth[:, None]).float()
crps = (cdf - step).pow(2).mean()
crps.backward()
