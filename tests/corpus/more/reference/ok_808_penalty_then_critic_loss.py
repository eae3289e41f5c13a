import torch
import torch.nn as nn

torch.manual_seed(807)
critic = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
real, fake = torch.randn(4, 2), torch.randn(4, 2)
opt = torch.optim.SGD(critic.parameters(), lr=0.1)

mix = (0.3 * real + 0.7 * fake).requires_grad_()
grads = torch.autograd.grad(critic(mix).sum(), mix, create_graph=True)[0]
pen = ((grads.norm(2, dim=1) - 1) ** 2).mean() * 10
loss = pen + critic(fake).mean() - critic(real).mean()
opt.zero_grad()
loss.backward()
