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
    out = out / deg.clamp(min=1).unsqueeze(1)
    return torch.cat([2.0 * out[:1], out[1:]])


loss = aggregate(gcn(nodes), edges).tanh().square().sum()
loss.backward()
print(gcn.weight.grad)
