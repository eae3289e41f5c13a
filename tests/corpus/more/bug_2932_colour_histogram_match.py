import torch

torch.manual_seed(1332)
photo = torch.rand(12)
reference = torch.rand(12)
BINS = 4


def histogram(values):
    counts = torch.histc(values, bins=BINS, min=0.0, max=1.0)
    return counts / counts.sum()


def emd(p, q):
    return (p.cumsum(0) - q.cumsum(0)).abs().sum()


gain = torch.tensor(0.8, requires_grad=True)
graded = photo * gain
loss = emd(histogram(graded), histogram(reference))
loss.backward()
