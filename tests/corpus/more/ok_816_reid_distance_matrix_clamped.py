import torch

torch.manual_seed(815)
inputs = torch.randn(4, 2, requires_grad=True)
targets = torch.tensor([0, 0, 1, 1])
n = inputs.size(0)

dist = torch.pow(inputs, 2).sum(dim=1, keepdim=True).expand(n, n)
dist = dist + dist.t()
dist.addmm_(inputs, inputs.t(), beta=1, alpha=-2)
dist = dist.clamp(min=1e-6).sqrt()
mask = targets[:, None] == targets[None, :]
dist_ap = torch.stack([dist[i][mask[i]].max() for i in range(n)])
dist_an = torch.stack([dist[i][~mask[i]].min() for i in range(n)])
loss = torch.relu(dist_ap - dist_an + 0.3).mean() + 0.1 * dist.mean()
loss.backward()
