import torch

torch.manual_seed(364)
palette = torch.rand(12, requires_grad=True)
reference = torch.rand(30)
N_BINS = 4


def histogram(values):
    counts = torch.histc(values, bins=N_BINS, min=0.0, max=1.0)
    return counts / counts.sum()


def emd(p, q):
    return (torch.cumsum(p, 0) - torch.cumsum(q, 0)).abs().sum()


optimizer = torch.optim.Adam([palette], lr=0.02)
for it in range(2):
    optimizer.zero_grad()
    loss = emd(histogram(palette), histogram(reference))
    loss.backward()
    optimizer.step()
print(palette.detach())
