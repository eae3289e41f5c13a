import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(1402)
net = nn.Linear(3, 2)
blurred, sharp = torch.randn(5, 3), torch.randn(5, 2)
out = net(blurred)

losses = {"l2": F.mse_loss(out, sharp), "l1": F.l1_loss(out, sharp), "tv": (out[1:] - out[:-1]).abs().mean()}
total = None
for name, value in losses.items():
    if total is None:
        total = value
    else:
        total = total + value

loss = total + 0.5 * losses["l2"]
loss.backward()
print({k: round(v.item(), 4) for k, v in losses.items()}, total.item())
