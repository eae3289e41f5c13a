import torch

torch.manual_seed(35)
angle = torch.tensor([0.3, -0.7], requires_grad=True)
pts = torch.randn(2, 4, 2)

c, s = torch.cos(angle), torch.sin(angle)
rot = torch.zeros(2, 2, 2)
rot[:, 0, 0] = c
rot[:, 0, 1] = -s
rot[:, 1, 0] = s
rot[:, 1, 1] = c
moved = torch.bmm(pts, rot.transpose(1, 2))
loss = (moved - 1.0).pow(2).sum(-1).sqrt().mean()
loss.backward()
print("grad", angle.grad)
