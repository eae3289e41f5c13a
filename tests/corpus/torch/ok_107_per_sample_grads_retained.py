import torch
import torch.nn as nn

torch.manual_seed(137)
net = nn.Sequential(nn.Linear(3, 2), nn.Tanh(), nn.Linear(2, 1))
frozen = nn.Linear(3, 3)
x, y = torch.randn(4, 3), torch.randn(4)

with torch.no_grad():
    feats = frozen(x)


def per_sample(losses):
    rows = []
    for i in range(len(losses)):
        grads = torch.autograd.grad(losses[i], list(net.parameters()), retain_graph=i < len(losses) - 1)
        rows.append(torch.cat([g.flatten() for g in grads]))
    return torch.stack(rows)


for epoch in range(2):
    losses = (net(feats).squeeze(1) - y).pow(2)
    rows = per_sample(losses)
    rows -= rows.mean(0)
    noise_scale = rows.pow(2).mean(0)
    noise_scale.sqrt_()
loss = losses.mean().detach()
print(noise_scale)
