import torch

torch.manual_seed(67)
n = 4
idx = torch.tensor([[0, 1, 1, 2, 3], [1, 0, 2, 1, 3]])
adj = torch.sparse_coo_tensor(idx, torch.full((5,), 0.5), (n, n), check_invariants=True)
w = [torch.randn(3, 2, requires_grad=True), torch.randn(2, 2, requires_grad=True)]
x = torch.randn(n, 3)


def layer(h, weight):
    h = h @ weight
    out = torch.sparse.mm(adj, h)
    out += h
    out /= 2
    return out.relu_()


h = x
for weight in w:
    h = layer(h, weight)
loss = (h - 1).square().mean()
loss.backward()
