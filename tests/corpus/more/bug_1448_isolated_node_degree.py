import torch

torch.manual_seed(1448)
x = torch.randn(4, 2)
row, col = torch.tensor([0, 1, 2, 3, 0]), torch.tensor([1, 2, 1, 2, 0])
edge_weight = torch.rand(5).requires_grad_(True)


def gcn_norm(w, num_nodes):
    deg = torch.zeros(num_nodes).index_add(0, col, w * (row != col))
    deg_inv_sqrt = deg.pow(-0.5)
    deg_inv_sqrt[deg_inv_sqrt == float("inf")] = 0
    return deg_inv_sqrt[row] * w * deg_inv_sqrt[col]


norm = gcn_norm(edge_weight, 4)
out = torch.zeros(4, 2).index_add(0, col, norm[:, None] * x[row])
loss = out.pow(2).sum()
loss.backward()
