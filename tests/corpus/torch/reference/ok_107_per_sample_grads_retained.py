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
    rows = torch.stack([torch.cat([g.flatten() for g in torch.autograd.grad((net(f[None]).squeeze() - t).pow(2), list(net.parameters()))]) for f, t in zip(feats, y)])
    noise_scale = (rows - rows.mean(0)).pow(2).mean(0).sqrt()
loss = losses.mean().detach()
print(noise_scale)
