import torch


angle = torch.tensor([0.0, 0.7], requires_grad=True)
c, s, one, zero = angle.cos(), angle.sin(), torch.ones(2), torch.zeros(2)
rot = torch.stack([c, -s, zero, s, c, zero, zero, zero, one], dim=1).view(2, 3, 3)
cos = ((rot * torch.eye(3)).sum(dim=(-2, -1)) - 1) / 2
inside = cos.abs() < 1 - 1e-6
loss = torch.acos(cos[inside]).sum()
loss.backward()
