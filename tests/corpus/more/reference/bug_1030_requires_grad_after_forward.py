import torch

torch.manual_seed(1030)
basis = torch.rand(5, 3)
offset = torch.rand(5, 4)
design = torch.ones(3, 4)

design.requires_grad_()
field = basis @ design + offset
opt = torch.optim.SGD([design], lr=1.0)
loss = field.pow(2).sum()
loss.backward()
