import torch
import torch.nn as nn

torch.manual_seed(70)
net = nn.Sequential(nn.Linear(3, 3), nn.ELU(), nn.Linear(3, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.05)
SCALE, MICRO = 128.0, 2


def micro_batches(n):
    for _ in range(n):
        yield torch.randn(4, 3), torch.randn(4, 1)


def unscale(params, scale):
    for p in params:
        p.grad.div_(scale)


for macro in range(2):
    for i, (x, y) in enumerate(micro_batches(MICRO)):
        if i == 0:
            opt.zero_grad()
        loss = nn.functional.mse_loss(net(x), y) / MICRO
        loss.backward()
    opt.step()
print("loss", loss.item())
