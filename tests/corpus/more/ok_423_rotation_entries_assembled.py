import torch

torch.manual_seed(4114)
angle = torch.randn(3, requires_grad=True)
points = torch.randn(3, 2)

c, s = torch.cos(angle), torch.sin(angle)
R = torch.empty(3, 2, 2)
R[:, 0, 0] = c
R[:, 0, 1] = -s
R[:, 1, 0] = s
R[:, 1, 1] = c
turned = torch.einsum("nij,nj->ni", R, points)
loss = (turned - 1.0).abs().sum()
loss.backward()
