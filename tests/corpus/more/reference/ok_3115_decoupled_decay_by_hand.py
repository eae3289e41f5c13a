import torch
import torch.nn as nn

torch.manual_seed(3216)
net = nn.Linear(3, 1)
opt = torch.optim.AdamW(net.parameters(), lr=0.05, betas=(0.9, 0.99), weight_decay=0.1)
x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    opt.zero_grad()
    loss = (net(x) - y).square().mean()
    loss.backward()
    opt.step()
