import torch
import torch.nn as nn

torch.manual_seed(440)
gcn = nn.Linear(2, 3, bias=False)
nn.init.orthogonal_(gcn.weight)
nodes = torch.randn(5, 2)
edges = torch.tensor([[0, 1, 2, 3, 4, 0], [1, 2, 3, 4, 0, 2]])


def aggregate(h, edges):
    src, dst = edges
    out = torch.zeros_like(h)
    out.index_add_(0, dst, h[src])
    deg = torch.zeros(len(h)).scatter_add_(0, dst, torch.ones(len(dst)))
    out.div_(deg.clamp_(min=1).unsqueeze(1))
    out[0].mul_(2.0)
    return out


loss = aggregate(gcn(nodes), edges).tanh().square().sum()
loss.backward()
print(gcn.weight.grad)
