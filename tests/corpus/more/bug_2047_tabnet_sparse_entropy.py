import torch
import torch.nn as nn


def sparsemax(z):
    srt, _ = z.sort(dim=1, descending=True)
    cum = srt.cumsum(1) - 1
    k = torch.arange(1, z.shape[1] + 1)
    support = (k * srt > cum).sum(1, keepdim=True)
    tau = cum.gather(1, support - 1) / support
    return (z - tau) * (z > tau)


def entropy(mask):
    terms = torch.where(mask > 0, -mask * torch.log(mask), torch.zeros_like(mask))
    return terms.sum(1).mean()


torch.manual_seed(2147)
attentive = nn.Linear(3, 4)
readout = nn.Linear(4, 1)
x, y = torch.randn(5, 3) * 2, torch.randn(5, 1)
mask = sparsemax(attentive(x))
loss = (readout(mask) - y).pow(2).mean() + 0.1 * entropy(mask)
loss.backward()
