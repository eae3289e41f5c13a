import torch

angle = torch.tensor(0.4, requires_grad=True)
pts = torch.tensor([[1.0, 0.5], [-1.0, 2.0]])

rot = torch.empty(2, 2)
rot[0, 0] = torch.cos(angle)
rot[0, 1] = -torch.sin(angle)
rot[1, 0] = torch.sin(angle)
rot[1, 1] = torch.cos(angle)
c, s = torch.cos(angle), torch.sin(angle)
rot = torch.stack([torch.stack([c, -s]), torch.stack([s, c])])
moved = pts @ rot.T
loss = (moved - pts.flip(1)).pow(2).sum()
loss.backward()
