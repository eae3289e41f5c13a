import torch
import torch.nn as nn

ACCUM = 3
torch.manual_seed(88)
net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(9, 2), torch.randn(9, 1)

log = []
for i, (xb, yb) in enumerate(zip(x.split(3), y.split(3))):
    loss = nn.functional.mse_loss(net(xb), yb) / ACCUM
    loss.backward()
    log.append(loss.item() * ACCUM)
    if (i + 1) % ACCUM == 0:
        nn.utils.clip_grad_norm_(net.parameters(), 10.0)
        opt.step()
print(f"{sum(log) / len(log):.4f}")
