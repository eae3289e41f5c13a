import torch

torch.manual_seed(145)
table = torch.randn(4, 3, requires_grad=True)
add = torch.zeros(4, 3)
add[0] = add[2] = 0.5
keep = 1 - torch.eye(4, 3)
scale = torch.ones(4, 3)
scale[1, 2] = 3.0
scale[3, 2] = -1.0
v = (table + add) * keep * scale
picked = v[torch.tensor([1, 3, 3])][:, 0]
loss = v.pow(2).sum() + picked.exp().sum()
loss.backward()
