import torch

x = torch.zeros(2, 4)
x[:, 0] = 1.0
x += 0.5
x.uniform_(0.2, 0.9, generator=torch.Generator().manual_seed(3))
x = x.clone()
x.requires_grad_()
loss = (x.log() * x).sum()
loss.backward()
