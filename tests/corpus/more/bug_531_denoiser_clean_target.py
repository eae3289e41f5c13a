import torch
from torch import nn


def corrupt(batch, sigma, drop):
    noisy = batch
    noisy += sigma * torch.randn(batch.shape)
    noisy *= (torch.rand(batch.shape) > drop)
    return noisy


def data():
    gen = torch.Generator().manual_seed(1)
    yield torch.rand(6, 3, generator=gen)


torch.manual_seed(40)
net = nn.Sequential(nn.Linear(3, 2), nn.Tanh(), nn.Linear(2, 3))
opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
for clean in data():
    opt.zero_grad()
    restored = net(corrupt(clean, sigma=0.3, drop=0.2))
    loss = nn.functional.mse_loss(restored, clean)
    loss.backward()
    opt.step()
