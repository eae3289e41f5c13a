import torch

torch.manual_seed(351)
r = torch.eye(3) + 0.2 * torch.randn(3, 3)
r.requires_grad_()
cosine = (r.diagonal().sum() - 1) / 2
angle = torch.acos(cosine.clamp(-0.999, 0.999))
loss = angle.pow(2) + r.pow(2).sum()
loss.backward()
