import torch
a, b = torch.randn(2, requires_grad=True), torch.randn(2, requires_grad=True)
gt = torch.randn(3, 2)
pts = torch.tensor([[a[0], a[1]], [b[0], b[1]]])
near = torch.cdist(pts, gt).argmin(1)
loss = (a - gt[near[0]]).pow(2).sum() + (b - gt[near[1]]).pow(2).sum()
loss.backward()
