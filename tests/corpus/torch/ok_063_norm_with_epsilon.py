import torch

torch.manual_seed(350)
pos = torch.randn(3, 2, requires_grad=True)
diff = pos[:, None] - pos[None, :]
sq = diff.pow(2).sum(-1)
dist = torch.sqrt(sq + 1e-9)
unit = torch.nn.functional.normalize(pos, dim=1, eps=1e-6)
loss = dist.sum() + unit.sum()
loss.backward()
