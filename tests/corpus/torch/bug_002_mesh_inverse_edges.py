import torch

torch.manual_seed(11)
verts = torch.randn(4, 3, requires_grad=True)
src = torch.tensor([0, 1, 2, 3])
dst = torch.tensor([1, 2, 3, 0])
boundary = 2

edge = (verts[src] - verts[dst]).norm(dim=1)
inv = edge.reciprocal()
inv[boundary] = 0.0
weights = inv / inv.sum()
laplacian = (weights[:, None] * (verts[dst] - verts[src])).sum(0)
loss = laplacian.pow(2).sum()
loss.backward()
print(verts.grad.shape)
