import torch
import torch.nn as nn

torch.manual_seed(611)
net = nn.Sequential(nn.Linear(3, 4), nn.SiLU(), nn.Linear(4, 1))
opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
x, y = torch.randn(8, 3), torch.randn(8, 1)
ACCUM = 4

opt.zero_grad()
for i, (xb, yb) in enumerate(zip(x.chunk(ACCUM), y.chunk(ACCUM))):
    loss = nn.functional.mse_loss(net(xb), yb) / ACCUM
    loss.backward()
    if (i + 1) % ACCUM == 0:
        for p in net.parameters():
            p.grad.clamp_(-10.0, 10.0)
        opt.step()
