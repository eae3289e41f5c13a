import torch

torch.manual_seed(2133)
edge_score = torch.randn(6, requires_grad=True)
src = torch.tensor([0, 1, 2, 0, 3, 2])
dst = torch.tensor([1, 2, 0, 2, 1, 3])
feat = torch.randn(4, 2)


def normalise(weight, num_nodes, cutoff=0.6):
    deg = torch.zeros(num_nodes).scatter_add(0, dst, weight)
    inv = deg.rsqrt()
    inv[deg < cutoff] = 0.0
    return inv[src] * weight * inv[dst]


def propagate(x, weight):
    coeff = normalise(weight, x.shape[0])
    return torch.zeros_like(x).index_add(0, dst, coeff.unsqueeze(1) * x[src])


hidden = propagate(feat, torch.sigmoid(edge_score))
loss = hidden.pow(2).sum()
loss.backward()
