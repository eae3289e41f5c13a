import torch
import torch.nn as nn

torch.manual_seed(110)
lin = nn.Linear(2, 2, bias=False)
relations = {
    "cites": torch.tensor([[0, 1, 2], [1, 2, 0]]),
    "authors": torch.tensor([[0, 0, 3], [2, 3, 1]]),
}


def propagate(x):
    agg = torch.zeros_like(x)
    degree = torch.zeros(x.shape[0])
    for src, dst in relations.values():
        msg = lin(x[src])
        msg = (msg * 0.5).clamp(-1, 1)
        agg = agg.scatter_add(0, dst.unsqueeze(1).expand_as(msg), msg)
        degree.index_add_(0, dst, torch.ones(len(dst)))
    return agg / degree.clamp(min=1).unsqueeze(1)


x = torch.randn(4, 2)
h = propagate(torch.tanh(propagate(x)))
loss = (h - 1).pow(2).sum()
loss.backward()
