import torch

torch.manual_seed(1146)
gate = torch.tensor([0.8, 0.4, 0.5, 1.1], requires_grad=True)
keep = torch.tensor([1.0, 0.0, 1.0, 1.0])
src = torch.tensor([0, 1, 2, 0])
dst = torch.tensor([1, 2, 0, 0])
x = torch.randn(3, 2)


def gcn_norm(weight, n):
    deg = torch.zeros(n).index_add(0, dst, weight)
    dead = deg == 0
    inv_sqrt = deg.masked_fill(dead, 1.0).pow(-0.5).masked_fill(dead, 0.0)
    return inv_sqrt[src] * weight * inv_sqrt[dst]


def propagate(weight):
    norm = gcn_norm(weight, len(x))
    return torch.zeros_like(x).index_add(0, dst, norm[:, None] * x[src])


edge_weight = gate * keep
out = propagate(edge_weight)
loss = out.pow(2).sum()
loss.backward()
